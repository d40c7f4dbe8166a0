// The editor's plan, in millimetres like the board: every group of pieces is one thing to grab.

import { corners, groupOf, groupsOf, middleOf } from "./board.js";

const SPACE = "http://www.w3.org/2000/svg";
const GRID = 100;
const FINGER = 22; // pixels: half of what a finger needs
const HANDLE = 8;

// `scale` is how many millimetres a unit has, `pixel` how many a pixel of the screen shows.
export function draw(svg, board, { chosen, scale, pixel, nameOf, cornerName, standing, faulty }) {
  const [width, depth] = board.size.map((length) => length * scale);
  const at = ([x, y]) => [x * scale, depth - y * scale];
  const children = [make("rect", { class: "table", width, height: depth })];
  for (let x = 0; x <= width; x += GRID) children.push(make("line", { class: "grid", x1: x, x2: x, y1: 0, y2: depth }));
  for (let y = 0; y <= depth; y += GRID) children.push(make("line", { class: "grid", x1: 0, x2: width, y1: y, y2: y }));
  for (const group of groupsOf(board)) {
    const state = { chosen: group === chosen.group, part: chosen.part, faulty: faulty.has(group) };
    children.push(pieceOf(board, group, state, nameOf(group), at, scale));
  }
  for (const one of standing) {
    const [cx, cy] = at(one.at);
    children.push(make("circle", { class: "standing-model", cx, cy, r: one.radius * scale }));
  }
  const all = chosen.group ? corners(board, chosen) : [];
  all.forEach((corner, number) => children.push(handle(at(corner), number, cornerName(number + 1, all.length), pixel)));
  svg.replaceChildren(...children);
}

function handle([cx, cy], number, name, pixel) {
  const node = make("g", { class: "corner", tabindex: 0, role: "button", "aria-label": name, "data-corner": number });
  node.append(make("circle", { class: "corner__reach", cx, cy, r: FINGER * pixel }));
  node.append(make("circle", { class: "corner__dot", cx, cy, r: HANDLE * pixel }));
  return node;
}

function pieceOf(board, group, state, name, at, scale) {
  const classes = ["piece", state.chosen && "is-chosen", state.faulty && "is-faulty"];
  const node = make("g", {
    class: classes.filter(Boolean).join(" "),
    tabindex: 0,
    role: "button",
    "aria-label": name,
    "aria-pressed": state.chosen,
    "data-group": group,
  });
  for (const piece of groupOf(board, group)) {
    const drawn = shapes(piece, at, scale);
    if (state.chosen && state.part === piece.id) for (const one of drawn) one.classList.add("is-part");
    node.append(...drawn);
  }
  const [x, y] = at(middleOf(board, { group, part: "" }));
  const label = make("text", { class: "label", x, y, "text-anchor": "middle" });
  label.textContent = groupOf(board, group).some((piece) => piece.name) ? name : "";
  node.append(label);
  return node;
}

function shapes(piece, at, scale) {
  const path = (points) => points.map((point) => at(point).join()).join(" ");
  switch (piece.kind) {
    case "wall":
      return [
        make("polyline", { class: `line${piece.height * scale <= 30 ? " line--low" : ""}`, points: path(piece.line) }),
        ...gaps(piece).map((gap) => make("polyline", { class: "line line--gap", points: path(gap) })),
        make("polyline", { class: "hit", points: path(piece.line) }),
      ];
    case "stairs":
      return [make("polyline", { class: "line line--stairs", points: path(piece.line) }), make("polyline", { class: "hit", points: path(piece.line) })];
    case "ladder": {
      const ends = path([piece.at, Array.isArray(piece.top) ? piece.top : piece.at]);
      return [make("polyline", { class: "line line--up", points: ends }), make("polyline", { class: "hit", points: ends })];
    }
    case "prop": {
      if (piece.polygon) return [make("polygon", { class: "shape shape--solid", points: path(piece.polygon) })];
      const [cx, cy] = at(piece.at);
      return [make("circle", { class: "shape shape--solid", cx, cy, r: piece.radius * scale })];
    }
    case "building":
      return [make("polygon", { class: `shape shape--building${piece.height ? " shape--solid" : ""}`, points: path(piece.polygon) })];
    default:
      return [make("polygon", { class: `shape shape--${piece.effect === "water" ? "water" : piece.kind}`, points: path(piece.polygon ?? []) })];
  }
}

// Where a straight wall has doors and windows.
function gaps(wall) {
  if (wall.line.length !== 2) return [];
  const [[x1, y1], [x2, y2]] = wall.line;
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const along = (far) => [x1 + ((x2 - x1) * far) / length, y1 + ((y2 - y1) * far) / length];
  return (wall.windows ?? []).map((gap) => [along(gap.from), along(gap.to)]);
}

function make(name, attributes) {
  const node = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
