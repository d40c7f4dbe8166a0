// The numbers and words of what is chosen, in fields that fit it.

import { mainOf, middleOf, move, picked, twin } from "./board.js";

const lang = document.documentElement.lang.slice(0, 2) || "es";
const MARK = (1.5).toLocaleString(document.documentElement.lang || "es")[1];

export const nameOf = (piece) => piece?.name?.[lang] ?? piece?.name?.es ?? "";
const ends = (piece) => (piece.kind === "ladder" ? [piece.at, piece.top] : piece.line);
const written = (value) => (typeof value === "number" ? String(value).replace(".", MARK) : (value ?? ""));

// What each field holds for the chosen pieces; undefined: it has no place there.
function values(board, chosen) {
  const found = { width: board.size[0], depth: board.size[1] };
  const pieces = chosen.group ? picked(board, chosen) : [];
  if (pieces.length === 0) return found;
  const [one] = pieces;
  [found.x, found.y] = middleOf(board, chosen);
  found.name = nameOf(mainOf(pieces));
  if (pieces.length > 1) return found;
  found.height = one.height;
  if (one.kind === "wall" || one.kind === "prop") found.base = one.base ?? 0;
  if (one.kind === "ladder" || one.kind === "stairs") [found.foot, found.top] = ends(one).map((end) => end?.[2] ?? 0);
  if (one.kind === "area") found.effect = one.effect ?? "open";
  if (one.kind === "platform") found.railing = Boolean(one.railing);
  if (one.kind !== "building" && one.kind !== "area") found.building = one.building ?? "";
  return found;
}

export function fill(form, board, chosen) {
  const now = values(board, chosen);
  for (const input of form.querySelectorAll("[data-field]")) {
    const value = now[input.dataset.field];
    input.closest("label").hidden = value === undefined;
    if (value === undefined || document.activeElement === input) continue;
    if (input.type === "checkbox") input.checked = value;
    else input.value = written(value);
  }
}

// The board with a field changed, null where that makes no sense.
export function set(board, chosen, input) {
  const name = input.dataset.field;
  const text = input.value.trim();
  const number = Number(text.replace(",", "."));
  const next = twin(board);
  if (name === "name") return rename(next, chosen, text);
  if (name === "railing" || name === "effect" || name === "building") {
    const [piece] = picked(next, chosen);
    if (name === "railing") piece.railing = input.checked;
    else if (text) piece[name] = text;
    else delete piece[name];
    return next;
  }
  if (text === "" || !Number.isFinite(number)) return null;
  if (name === "width" || name === "depth") {
    if (number <= 0) return null;
    next.size[name === "width" ? 0 : 1] = number;
    return next;
  }
  if (name === "x" || name === "y") {
    const by = number - middleOf(board, chosen)[name === "x" ? 0 : 1];
    return name === "x" ? move(board, chosen, by, 0) : move(board, chosen, 0, by);
  }
  const [piece] = picked(next, chosen);
  if (number < 0) return null;
  const end = { foot: 0, top: 1 }[name];
  if (end !== undefined) {
    if (!ends(piece)[end]) return null;
    ends(piece)[end][2] = number;
  }
  else piece[name] = number;
  return next;
}

function rename(next, chosen, text) {
  const main = mainOf(picked(next, chosen));
  if (!text) delete main.name;
  else if (main.name) main.name = { ...main.name, [lang]: text };
  else main.name = { es: text, en: text };
  return next;
}
