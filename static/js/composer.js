// Small help while writing: what needs a script appears; leaving with unsent words asks first.

for (const hidden of document.querySelectorAll("[data-needs-script]")) hidden.hidden = false;

for (const form of document.querySelectorAll("[data-composer]")) {
  form.addEventListener("submit", () => {
    for (const button of form.querySelectorAll("button:not([type=button])")) {
      // A second press of an impatient finger must not send the turn twice.
      setTimeout(() => button.setAttribute("disabled", ""), 0);
    }
  });
}
