// Opens what lies behind a line of the log, or behind a turn's orders, under it. Without this
// script the same is a page of its own.

document.addEventListener("click", (event) => {
  const line = event.target.closest?.(".post a[href^='log/']");
  if (!line || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const open = line.getAttribute("aria-expanded") === "true";
  line.setAttribute("aria-expanded", String(!open));
  if (line.dataset.asked === undefined) {
    line.dataset.asked = "";
    htmx.ajax("GET", line.href, { target: line.parentElement, swap: "beforeend" });
  } else if (line.nextElementSibling) {
    line.nextElementSibling.hidden = open;
  }
});
