// Of the planner's fields only those that belong to what is chosen are shown.

const form = document.querySelector("#step");

function show() {
  for (const choice of form.querySelectorAll("[data-choice]")) {
    const chosen = choice.querySelector("select").value;
    for (const field of choice.querySelectorAll("[data-for]")) {
      field.hidden = !field.dataset.for.split(" ").includes(chosen);
    }
  }
  const weapon = form.querySelector("[data-weapon]");
  const acts = [form.elements.act.value, form.elements.act2.value];
  if (weapon) weapon.hidden = !acts.includes("shoot");
}

if (form) {
  form.addEventListener("change", show);
  show();
}
