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

// A form that is refused comes back with what was typed into it, also where the page around it is
// made anew. The composer looks after itself.
const TYPED = "typed";
const FIELDS = "textarea, select, input:not([type=hidden], [type=password], [type=file])";
const WORDS = "textarea, input:is([type=text], [type=search], :not([type]))";

document.addEventListener("submit", (event) => {
  const form = event.target;
  sessionStorage.removeItem(TYPED);
  if (event.defaultPrevented || form.method !== "post" || form.matches("[data-composer]")) return;
  if (![...form.querySelectorAll(WORDS)].some((field) => field.value.trim())) return;
  const fields = [...form.querySelectorAll(FIELDS)].map((field) => [field.value, field.checked]);
  const typed = { action: form.action, place: alike(form.action).indexOf(form), fields };
  sessionStorage.setItem(TYPED, JSON.stringify(typed));
});

function alike(action) {
  return [...document.forms].filter((form) => form.action === action);
}

function putBack() {
  const typed = JSON.parse(sessionStorage.getItem(TYPED) ?? "null");
  sessionStorage.removeItem(TYPED);
  const form = typed && alike(typed.action)[typed.place];
  const fields = [...(form?.querySelectorAll(FIELDS) ?? [])];
  if (!document.querySelector("main .message--error")) return;
  if (!fields.length || fields.length !== typed.fields.length) return;
  fields.forEach((field, n) => {
    const [value, checked] = typed.fields[n];
    if (field.matches("[type=checkbox], [type=radio]")) field.checked = checked;
    else field.value = value;
  });
  for (let at = form; at; at = at.parentElement.closest("details")) {
    if (at.matches("details")) at.open = true;
  }
}
putBack();
