// Buying and naming without leaving the page, one thing after another; what is written is kept as
// one goes on. Without this script each is a form of its own.

import { keep, send } from "./in_turn.js";

// Before the page's other scripts: they look after forms that lead to another page.
document.addEventListener(
  "submit",
  (event) => {
    const builder = event.target.closest("#builder");
    if (event.target.getAttribute("action") !== builder?.dataset.build) return;
    event.preventDefault();
    send(event.target, event.submitter, "#builder");
  },
  { capture: true },
);

document.addEventListener("change", (event) => {
  const { keep: what } = event.target.dataset;
  if (what) keep(event.target.form, what);
});

// Words that somebody is writing while an answer comes go on into the page that it brings.
const written = new Map();

document.body.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "builder") return;
  for (const field of detail.target.querySelectorAll("[data-keep]")) {
    if (field.value !== field.defaultValue) written.set(field.id, field.value);
  }
});

document.body.addEventListener("htmx:afterSwap", () => {
  for (const [id, words] of written) {
    const field = document.getElementById(id);
    if (!field || field.value === words) continue;
    field.value = words;
    keep(field.form, field.dataset.keep); // the browser takes them for the field's own from now on
  }
  written.clear();
});
