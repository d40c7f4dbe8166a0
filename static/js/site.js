// Small comforts; every page works without them.

for (const select of document.querySelectorAll("[data-guess-time-zone]")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = [...select.options].some((option) => option.value === zone);
  if (known) select.value = zone;
}

document.addEventListener("focusin", (event) => {
  if (event.target.matches("[data-select-on-focus]")) event.target.select();
});

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}

// After a form or a link the keyboard goes on, and a screen reader reads on, from what it led to: the
// place that the address names, what the page has to say about it, or, after a form, what the page
// begins with.
const SENT = "sent";

function goOn() {
  const sent = sessionStorage.getItem(SENT);
  sessionStorage.removeItem(SENT);
  if (document.activeElement && document.activeElement !== document.body) return;
  const named = document.getElementById(location.hash.slice(1));
  const said = document.querySelector("#messages .message");
  const begun = sent && document.querySelector("[data-begin], main");
  const place = named ?? said ?? begun;
  if (!place) return;
  if (!place.matches("a[href], button, input, select, textarea, summary, [tabindex]")) {
    place.tabIndex = -1;
    place.dataset.landed = "";
  }
  place.focus({ preventScroll: true });
}

document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented) sessionStorage.setItem(SENT, "yes");
});
window.addEventListener("load", goOn);
