// The board editor. The form's JSON is the truth: every change is written into it at once, so that
// what is sent, undone or mended by hand is always the same thing.

import { History } from "./editor/history.js";
import { groupsOf, groupOf, move, turn, copy, without, setCorner, twin } from "./editor/board.js";
import { make } from "./editor/pieces.js";
import { draw } from "./editor/drawing.js";

const STEP = 0.5;
const form = document.getElementById("editor");
const svg = document.getElementById("editor-board");
const source = document.getElementById("board-data");
const words = form.dataset;
const standing = JSON.parse(words.standing ?? "[]");

let board = read();
let chosen = "";
const history = new History(board);

function read() {
  try {
    const found = JSON.parse(source.value);
    return { size: found.size ?? [120, 120], terrain: found.terrain ?? [] };
  } catch {
    return null;
  }
}

function show() {
  if (!board) {
    form.querySelector("[data-chosen]").textContent = words.wordBroken;
    form.querySelector("[data-source]").open = true;
    return;
  }
  source.value = JSON.stringify(board);
  draw(svg, board, chosen, nameOf, standing);
  form.querySelector("[data-chosen]").textContent = chosen ? nameOf(chosen) : words.wordNothing;
  fields();
}

// Keep a change, with a way back.
function change(next, select = chosen) {
  board = next;
  chosen = select;
  history.add(board);
  show();
}

function nameOf(group) {
  const pieces = groupOf(board, group);
  const named = pieces.find((piece) => piece.name);
  if (named) return named.name.es ?? named.name.en;
  const kinds = { building: "House", wall: "Wall", area: "Rubble", ladder: "Ladder", stairs: "Stairs", platform: "Walkway", prop: "Crate" };
  const first = pieces.find((piece) => piece.kind === "building") ?? pieces[0];
  return words[`word${kinds[first?.kind] ?? "Piece"}`];
}

function fields() {
  const pieces = chosen ? groupOf(board, chosen) : [];
  const main = pieces.find((piece) => piece.kind === "building") ?? pieces[0];
  const values = {
    name: main?.name?.es ?? "",
    height: pieces.length === 1 ? (main.height ?? "") : "",
    width: board.size[0],
    depth: board.size[1],
  };
  for (const input of form.querySelectorAll("[data-field]")) {
    const name = input.dataset.field;
    if (document.activeElement !== input) input.value = values[name];
    input.disabled = (name === "name" && !main) || (name === "height" && (pieces.length !== 1 || main.height === undefined));
  }
}

function set(name, text) {
  const number = Number(text.replace(",", "."));
  const next = twin(board);
  if (name === "width" || name === "depth") {
    if (!(number > 0)) return;
    next.size[name === "width" ? 0 : 1] = number;
    change(next);
    return;
  }
  const pieces = groupOf(next, chosen);
  const main = pieces.find((piece) => piece.kind === "building") ?? pieces[0];
  if (!main) return;
  if (name === "name") {
    if (text.trim()) main.name = { es: text.trim(), en: text.trim() };
    else delete main.name;
  } else if (number > 0) {
    main.height = number;
  }
  change(next);
}

const acts = {
  left: () => chosen && change(turn(board, chosen, 15)),
  right: () => chosen && change(turn(board, chosen, -15)),
  remove: () => chosen && change(without(board, chosen), ""),
  copy: () => {
    if (!chosen) return;
    const [next, group] = copy(board, chosen);
    change(next, group);
  },
  undo: () => ((board = history.back()), (chosen = known(chosen)), show()),
  redo: () => ((board = history.forth()), (chosen = known(chosen)), show()),
};

function known(group) {
  return groupsOf(board).includes(group) ? group : "";
}

// Where a finger or mouse is, on the table.
function place(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, board.size[1] - point.y];
}

const snap = (value) => Math.round(value / STEP) * STEP;

svg.addEventListener("pointerdown", (event) => {
  if (!board) return;
  const corner = event.target.closest(".corner");
  const piece = event.target.closest(".piece");
  if (!piece && !corner) {
    chosen = "";
    show();
    return;
  }
  event.preventDefault();
  if (piece) chosen = piece.dataset.group;
  const start = place(event);
  const from = twin(board);
  const number = corner ? Number(corner.dataset.corner) : -1;
  let moved = false;
  svg.setPointerCapture(event.pointerId);
  const drag = (later) => {
    const [x, y] = place(later);
    const [dx, dy] = [snap(x - start[0]), snap(y - start[1])];
    moved = moved || dx !== 0 || dy !== 0;
    board = corner ? setCorner(from, chosen, number, snap(x), snap(y)) : move(from, chosen, dx, dy);
    show();
  };
  const drop = () => {
    svg.removeEventListener("pointermove", drag);
    svg.removeEventListener("pointerup", drop);
    svg.removeEventListener("pointercancel", drop);
    if (moved) history.add(board);
    svg.querySelector(`[data-group="${CSS.escape(chosen)}"]`)?.focus();
  };
  svg.addEventListener("pointermove", drag);
  svg.addEventListener("pointerup", drop);
  svg.addEventListener("pointercancel", drop);
  show();
});

svg.addEventListener("focusin", (event) => {
  const piece = event.target.closest(".piece");
  if (piece && piece.dataset.group !== chosen) {
    chosen = piece.dataset.group;
    const group = chosen;
    show();
    svg.querySelector(`[data-group="${CSS.escape(group)}"]`)?.focus();
  }
});

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

svg.addEventListener("keydown", (event) => {
  if (!board || !chosen) return;
  const arrow = ARROWS[event.key];
  const step = event.shiftKey ? 5 : 1;
  if (arrow) change(move(board, chosen, arrow[0] * step, arrow[1] * step));
  else if (event.key === "r" || event.key === "R") acts[event.shiftKey ? "right" : "left"]();
  else if (event.key === "Delete" || event.key === "Backspace") acts.remove();
  else if ((event.ctrlKey || event.metaKey) && event.key === "z") acts.undo();
  else return;
  event.preventDefault();
  svg.querySelector(`[data-group="${CSS.escape(chosen)}"]`)?.focus();
});

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !board) return;
  if (button.dataset.act) acts[button.dataset.act]();
  if (button.dataset.add) {
    const [next, group] = make(board, button.dataset.add);
    change(next, group);
    svg.querySelector(`[data-group="${CSS.escape(group)}"]`)?.focus();
  }
});

for (const input of form.querySelectorAll("[data-field]")) {
  input.addEventListener("change", () => board && set(input.dataset.field, input.value));
}

source.addEventListener("change", () => {
  const found = read();
  if (found) {
    history.add(found);
    chosen = "";
  }
  board = found;
  show();
});

for (const hidden of document.querySelectorAll("[data-needs-script]")) hidden.hidden = false;
show();
