// Of the planner's fields only those that belong to what is chosen are shown, and the board stands
// where a way is asked for, to draw it on. Without this script style sheets do the former, where they
// can, and ways are typed in.

import { Planner } from "./board/planner.js";
import { View } from "./board/view.js";
import { sortable } from "./sortable.js";

const form = document.querySelector("#step");
const board = document.querySelector("#plan-board");
let pen = null;

// A way that is ordered ahead: nobody knows yet how far its warrior will get.
class Pen extends Planner {
  constructor(view, play, act) {
    super(view, play, act, act.dataset.way);
  }

  get single() {
    return this.form.elements[`act${this.more}`].value === "cast";
  }

  set single(value) {} // it depends on what is chosen

  // The last stretch may be climbed, jumped or leapt; the form says so.
  fill() {
    super.fill();
    const by = this.field("by")?.value;
    if (by && this.legs.value) this.legs.value += `,${by}`;
    if (this.single) this.legs.value = "";
  }

  leave() {
    this.field("act").focus();
  }

  async ask() {
    return true;
  }
}

function show() {
  for (const choice of form.querySelectorAll("[data-choice]")) {
    const chosen = choice.querySelector("select").value;
    for (const field of choice.querySelectorAll("[data-for]")) {
      field.hidden = !field.dataset.for.split(" ").includes(chosen);
    }
  }
  const weapon = form.querySelector("[data-weapon]");
  const acts = [form.elements.act.value, form.elements.act2.value];
  if (weapon) weapon.hidden = !acts.some((act) => weapon.dataset.weapon.split(" ").includes(act));
}

// The way of which act is being drawn: the one last touched that asks for one.
function take(act) {
  const wanted = act?.querySelector("[data-board-here]");
  if (!wanted || wanted.parentElement.hidden) return release(act);
  if (pen?.act === act) return;
  pen?.end();
  wanted.append(board);
  home.hidden = true;
  pen = new Pen(view, play, act);
  pen.typed(); // what the form says already
}

function release(act) {
  if (!pen || (act && pen.act !== act)) return;
  pen.end();
  home.append(board);
  home.hidden = false;
  pen = null;
}

const home = board?.parentElement;
const play = board?.closest("[data-play-of-plan]");
const view = board ? new View(board) : null;

function changed(event) {
  show();
  const act = event.target.closest("[data-way]");
  if (!act) return;
  take(act);
  if (event.target.matches("[data-by]")) pen?.fill();
}

if (form) {
  for (const hidden of play.querySelectorAll("[data-needs-script]")) hidden.hidden = false;
  form.addEventListener("change", changed);
  form.addEventListener("focusin", (event) => {
    const act = event.target.closest("[data-way]");
    if (act && !board.contains(event.target)) take(act);
  });
  view.svg.addEventListener("click", (event) => {
    if (view.dragged) event.preventDefault();
    if (!pen || view.dragged) return;
    event.preventDefault();
    pen.click(event);
    view.svg.focus({ preventScroll: true });
  });
  view.svg.addEventListener("keydown", (event) => {
    if (event.target === view.svg && pen?.key(event)) event.preventDefault();
  });
  show();
  for (const act of form.querySelectorAll("[data-way]")) if (filledIn(act)) take(act);
}

for (const list of document.querySelectorAll("[data-sortable]")) sortable(list);

// Whether the form came with a way, to be changed.
function filledIn(act) {
  return act.querySelector(`input[name="x${act.dataset.way}"]`)?.value;
}
