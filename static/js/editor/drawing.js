// The editor's plan: every group of pieces is one thing to grab.

import { corners, groupOf, groupsOf, middleOf } from "./board.js";

const SPACE = "http://www.w3.org/2000/svg";
const GRID = 10;

export function draw(svg, board, chosen, nameOf, standing = []) {
  const [width, depth] = board.size;
  const flip = (point) => `${point[0]},${depth - point[1]}`;
  svg.setAttribute("viewBox", `-1 -1 ${width + 2} ${depth + 2}`);
  const children = [make("rect", { class: "table", width, height: depth })];
  for (let x = 0; x <= width; x += GRID) children.push(make("line", { class: "grid", x1: x, x2: x, y1: 0, y2: depth }));
  for (let y = 0; y <= depth; y += GRID) children.push(make("line", { class: "grid", x1: 0, x2: width, y1: y, y2: y }));
  for (const group of groupsOf(board)) children.push(pieceOf(board, group, chosen, nameOf, flip));
  for (const one of standing) {
    children.push(make("circle", { class: "standing-model", cx: one.at[0], cy: depth - one.at[1], r: one.radius }));
  }
  if (chosen) {
    corners(board, chosen).forEach((corner, number) => {
      children.push(make("circle", { class: "corner", cx: corner[0], cy: depth - corner[1], r: 1.4, "data-corner": number }));
    });
  }
  svg.replaceChildren(...children);
}

function pieceOf(board, group, chosen, nameOf, flip) {
  const node = make("g", {
    class: `piece${group === chosen ? " is-chosen" : ""}`,
    tabindex: 0,
    role: "button",
    "aria-label": nameOf(group),
    "aria-pressed": group === chosen,
    "data-group": group,
  });
  for (const piece of groupOf(board, group)) node.append(...shapes(piece, flip));
  const [x, y] = middleOf(board, group);
  const label = make("text", { class: "label", x, y: board.size[1] - y, "text-anchor": "middle" });
  label.textContent = groupOf(board, group).find((piece) => piece.name)?.name.es ?? "";
  node.append(label);
  return node;
}

function shapes(piece, flip) {
  const path = (points) => points.map(flip).join(" ");
  switch (piece.kind) {
    case "wall":
      return [
        make("polyline", { class: `line${piece.height <= 3 ? " line--low" : ""}`, points: path(piece.line) }),
        make("polyline", { class: "hit", points: path(piece.line) }),
      ];
    case "stairs":
      return [make("polyline", { class: "line line--up", points: path(piece.line) }), make("polyline", { class: "hit", points: path(piece.line) })];
    case "ladder": {
      const top = Array.isArray(piece.top) ? piece.top : piece.at;
      return [make("polyline", { class: "line line--up", points: path([piece.at, top]) }), make("polyline", { class: "hit", points: path([piece.at, top]) })];
    }
    case "prop":
      if (piece.polygon) return [make("polygon", { class: "shape shape--solid", points: path(piece.polygon) })];
      return [make("circle", { class: "shape shape--solid", cx: piece.at[0], cy: flip(piece.at).split(",")[1], r: piece.radius })];
    case "building":
      return [make("polygon", { class: `shape shape--building${piece.height ? " shape--solid" : ""}`, points: path(piece.polygon) })];
    default:
      return [make("polygon", { class: `shape shape--${piece.effect === "water" ? "water" : piece.kind}`, points: path(piece.polygon ?? []) })];
  }
}

function make(name, attributes) {
  const node = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  return node;
}
