// The board editor. The form's JSON is the truth: every change is written into it at once, so that
// what is sent, undone or mended by hand is always the same thing.

import { View } from "./board/view.js";
import { add, copy, corners, freeNear, groupOf, groupsOf, keyOf, mainOf, middleOf, move, picked, setCorner, turn, twin, without } from "./editor/board.js";
import { draw } from "./editor/drawing.js";
import { fill, nameOf as placeName, set } from "./editor/fields.js";
import { History } from "./editor/history.js";

const STEP = 0.5;
const FINGER = 22; // pixels: half of what a finger needs
const HANDLE = 10;
const ASK_AFTER = 500;
const NOTHING = { group: "", part: "" };
const form = document.getElementById("editor");
const svg = document.getElementById("editor-board");
const source = document.getElementById("board-data");
const words = form.dataset;
const scale = Number(words.unitMm);
const standing = JSON.parse(words.standing ?? "[]");
const kit = JSON.parse(document.getElementById("editor-kit").textContent);

let board = read();
let chosen = NOTHING;
let faulty = new Set();
let kept = source.value;
let asking;
const history = new History(board);

function read() {
  try {
    const found = JSON.parse(source.value);
    return { size: found.size, terrain: found.terrain ?? [] };
  } catch {
    return null;
  }
}

// The board's view, drawn anew when it is nearer or farther: handles keep their size. Not under
// the fingers: what they have touched must stay in the page, or they are heard of no more.
class Plan extends View {
  show() {
    super.show();
    if (plan && !this.fingers) paint();
  }

  resize() {
    this.all = whole();
    this.box = { ...this.all };
    this.show();
  }
}

const whole = () => ({ x: -12, y: -12, w: board.size[0] * scale + 24, h: board.size[1] * scale + 24 });

function paint() {
  const pixel = plan.box.w / (svg.clientWidth || 1);
  const cornerName = (n, all) => words.wordCorner.replace("%(n)s", n).replace("%(all)s", all);
  draw(svg, board, { chosen, scale, pixel, nameOf, cornerName, standing, faulty });
}

function show() {
  if (!board) {
    form.querySelector("[data-chosen]").textContent = words.wordBroken;
    form.querySelector("[data-source]").open = true;
    return;
  }
  source.value = JSON.stringify(board);
  if (plan.all.w !== whole().w || plan.all.h !== whole().h) plan.resize();
  else paint();
  form.querySelector("[data-chosen]").textContent = chosen.group ? nameOf(chosen.group, chosen.part) : words.wordNothing;
  for (const button of form.querySelectorAll("[data-act]")) {
    const { act } = button.dataset;
    button.disabled = act === "undo" ? history.begins : act === "redo" ? history.ends : !chosen.group;
  }
  buildings();
  fill(form, board, chosen);
  parts();
}

// Keep a change, with a way back.
function change(next, select = chosen) {
  board = next;
  chosen = select;
  history.add(board);
  show();
  ask();
}

const KINDS = { building: "House", wall: "Wall", area: "Rubble", ladder: "Ladder", stairs: "Stairs", platform: "Walkway", prop: "Crate" };

function kindOf(piece) {
  if (piece?.kind === "area" && piece.effect === "water") return words.wordWater;
  if (piece?.kind === "platform" && piece.building) return words.wordFloor.replace("%(height)s", piece.height);
  if (piece?.kind === "prop" && piece.effect === "powder") return words.wordKeg;
  if (piece?.kind === "prop" && piece.effect === "door") return words.wordDoor;
  if (piece?.kind === "prop" && piece.radius) return words.wordBarrel;
  return words[`word${KINDS[piece?.kind] ?? "Piece"}`];
}

function nameOf(group, part = "") {
  const pieces = picked(board, { group, part });
  const named = pieces.map(placeName).find(Boolean);
  return named ?? (part ? `${kindOf(pieces[0])} (${part})` : kindOf(mainOf(pieces)));
}

// The pieces of a building one by one, to be chosen without hunting for them.
function parts() {
  const list = form.querySelector("[data-parts]");
  const pieces = chosen.group ? groupOf(board, chosen.group) : [];
  list.closest("details").hidden = pieces.length < 2;
  const button = (part, text) => {
    const item = document.createElement("li");
    const made = document.createElement("button");
    Object.assign(made, { type: "button", className: "button", textContent: text });
    made.setAttribute("aria-pressed", String(chosen.part === part));
    made.dataset.part = part;
    item.append(made);
    return item;
  };
  const all = pieces.length < 2 ? [] : [button("", words.wordAll), ...pieces.map((piece) => button(piece.id, nameOf(chosen.group, piece.id)))];
  list.replaceChildren(...all);
}

// What a single piece may belong to.
function buildings() {
  const select = form.querySelector("[data-field=building]");
  const houses = board.terrain.filter((piece) => piece.kind === "building");
  const option = (value, text) => new Option(text, value);
  const all = houses.map((piece) => option(piece.id, `${placeName(piece) || words.wordHouse} (${piece.id})`));
  select.replaceChildren(option("", words.wordNone), ...all);
}

const acts = {
  left: () => change(turn(board, chosen, 15)),
  right: () => change(turn(board, chosen, -15)),
  remove: () => change(without(board, chosen), NOTHING),
  copy: () => change(...copy(board, chosen)),
  undo: () => again(history.back()),
  redo: () => again(history.forth()),
};

function again(before) {
  board = before;
  chosen = known(chosen);
  show();
  ask();
}

function act(name) {
  if (!board || (!chosen.group && name !== "undo" && name !== "redo")) return;
  acts[name]();
}

function known({ group, part }) {
  if (!groupsOf(board).includes(group)) return NOTHING;
  return { group, part: picked(board, { group, part }).length ? part : "" };
}

const focusChosen = () => {
  const piece = chosen.group && svg.querySelector(`[data-group="${CSS.escape(chosen.group)}"]`);
  (piece || svg).focus({ preventScroll: true });
};

const snap = (value) => Math.round(value / STEP) * STEP;

// Where a finger or mouse is, on the table.
function place(event) {
  const [x, y] = plan.point(event);
  return [x / scale, board.size[1] - y / scale];
}

// The nearest of some drawn things, if it is near enough; `grow` shrinks them to their middles.
function nearest(event, nodes, reach, grow) {
  const away = (node) => {
    const box = node.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const beyond = (at, middle, size) => Math.max(Math.abs(at - middle) - (grow * size) / 2, 0);
    return Math.hypot(beyond(event.clientX, x, box.width), beyond(event.clientY, y, box.height));
  };
  const near = [...nodes].sort((a, b) => away(a) - away(b))[0];
  return near && away(near) <= reach ? near : null;
}

// What the pointer is on; what a finger meant where it is on nothing.
function meant(event) {
  const finger = event.pointerType !== "mouse";
  const corner = nearest(event, svg.querySelectorAll(".corner"), finger ? FINGER : HANDLE, 0);
  if (corner) return corner;
  const direct = event.target.closest(".piece");
  return direct || !finger ? direct : nearest(event, svg.querySelectorAll(".piece"), FINGER, 1);
}

svg.addEventListener("pointerdown", (event) => {
  const grabbed = board && event.isPrimary && event.button === 0 && meant(event);
  if (!grabbed) return;
  event.preventDefault();
  event.stopImmediatePropagation(); // the board itself stays where it is
  plan.dragged = true;
  const corner = grabbed.classList.contains("corner") ? Number(grabbed.dataset.corner) : -1;
  if (corner < 0 && grabbed.dataset.group !== chosen.group) chosen = { group: grabbed.dataset.group, part: "" };
  const start = place(event);
  const from = twin(board);
  let moved = false;
  const drag = (later) => {
    if (plan.fingers) return;
    const [x, y] = place(later);
    const [dx, dy] = [snap(x - start[0]), snap(y - start[1])];
    moved = moved || dx !== 0 || dy !== 0;
    board = corner < 0 ? move(from, chosen, dx, dy) : setCorner(from, chosen, corner, snap(x), snap(y));
    show();
  };
  const drop = () => {
    window.removeEventListener("pointermove", drag);
    window.removeEventListener("pointerup", drop);
    window.removeEventListener("pointercancel", drop);
    if (plan.fingers) board = from;
    else if (moved) return change(board), focusChosen();
    show();
    focusChosen();
  };
  window.addEventListener("pointermove", drag);
  window.addEventListener("pointerup", drop);
  window.addEventListener("pointercancel", drop);
  requestAnimationFrame(show); // after the touch that this is has been heard
});

// What a finger means to drag must not scroll the page, even where it has come down beside it.
svg.addEventListener(
  "touchstart",
  (event) => {
    const [one] = event.touches;
    if (!board || event.touches.length !== 1) return;
    const { clientX, clientY, target } = one;
    if (meant({ clientX, clientY, target, pointerType: "touch" })) event.preventDefault();
  },
  { passive: false },
);

// A tap on the empty table lets go of what was chosen; moving the board doesn't.
svg.addEventListener("click", (event) => {
  if (!board || plan.dragged || event.target.closest(".piece, .corner")) return;
  chosen = NOTHING;
  show();
});

svg.addEventListener("focusin", (event) => {
  const piece = event.target.closest(".piece");
  if (piece && piece.dataset.group !== chosen.group) {
    chosen = { group: piece.dataset.group, part: "" };
    show();
    focusChosen();
  }
});

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

svg.addEventListener("keydown", (event) => {
  if (!board || !chosen.group || event.ctrlKey || event.metaKey) return;
  const step = event.shiftKey ? 5 : 1;
  const corner = event.target.closest(".corner")?.dataset.corner;
  const arrow = ARROWS[event.key]?.map((way) => way * step);
  if (arrow && corner !== undefined) {
    const [x, y] = corners(board, chosen)[corner];
    change(setCorner(board, chosen, Number(corner), x + arrow[0], y + arrow[1]));
  } else if (arrow) change(move(board, chosen, ...arrow));
  else if (event.key === "r" || event.key === "R") act(event.shiftKey ? "right" : "left");
  else if (event.key === "Delete" || event.key === "Backspace") act("remove");
  else return;
  event.preventDefault();
  const same = corner !== undefined && svg.querySelector(`[data-corner="${corner}"]`);
  if (same) same.focus();
  else focusChosen();
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.target.closest("input, textarea, select")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  act(key === "y" || event.shiftKey ? "redo" : "undo");
  focusChosen();
});

// The middle of what is seen, or near it, where nothing lies yet.
function free(what) {
  const { x, y, w, h } = plan.box;
  const middle = [snap((x + w / 2) / scale), snap(board.size[1] - (y + h / 2) / scale)];
  return freeNear(board, kit, what, middle);
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || !board) return;
  if (button.dataset.act) act(button.dataset.act);
  if (button.dataset.add) {
    change(...add(board, kit, button.dataset.add, free(button.dataset.add)));
    focusChosen();
  }
  if (button.dataset.part !== undefined) {
    chosen = { ...chosen, part: button.dataset.part };
    show();
    form.querySelector(`[data-part="${CSS.escape(chosen.part)}"]`)?.focus();
  }
});

for (const input of form.querySelectorAll("[data-field]")) {
  input.addEventListener("change", () => {
    const next = board && set(board, chosen, input);
    if (!next) return show();
    if (input.dataset.field !== "building") return change(next);
    const { part, group } = chosen;
    const piece = next.terrain.find((one) => one.id === (part || group));
    change(next, { group: keyOf(piece), part: piece.building ? piece.id : "" });
  });
}

source.addEventListener("change", () => {
  board = read();
  chosen = NOTHING;
  if (board) history.add(board);
  show();
  ask();
});

// What is wrong with the board is said while it is drawn, and shown on it.
function ask() {
  clearTimeout(asking);
  asking = setTimeout(async () => {
    const sent = source.value;
    const data = new FormData(form);
    data.set("only", "faults");
    const answer = await fetch(words.check, { method: "POST", body: data }).catch(() => null);
    if (!answer?.ok || sent !== source.value) return;
    const box = form.querySelector("[data-faults]");
    box.innerHTML = await answer.text(); // our own template, escaped there
    const ids = new Set([...box.querySelectorAll("[data-piece]")].map((one) => one.dataset.piece));
    faulty = new Set(board.terrain.filter((piece) => ids.has(piece.id)).map(keyOf));
    paint();
  }, ASK_AFTER);
}

// Leaving with something drawn and not kept is asked about.
form.addEventListener("submit", () => (kept = source.value));
window.addEventListener("beforeunload", (event) => {
  if (source.value !== kept) event.preventDefault();
});

let plan = null;
for (const hidden of document.querySelectorAll("[data-needs-script]")) hidden.hidden = false;
if (board) {
  const { x, y, w, h } = whole();
  svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
}
plan = new Plan(svg.closest("[data-board]"));
for (const end of ["touchend", "touchcancel"]) svg.addEventListener(end, () => board && paint());
show();
kept = source.value;
