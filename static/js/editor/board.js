// A board as tables of a scenario file. What is chosen is a group (a building with all its pieces,
// else a single piece) or, within it, one part: {group, part}.

// A copy in which no two pieces share a point, as structuredClone would let them.
export const twin = (value) => JSON.parse(JSON.stringify(value));

const round = (value) => Math.round(value * 1000) / 1000;

export function keyOf(piece) {
  return piece.building ?? piece.id;
}

export function groupsOf(board) {
  return [...new Set(board.terrain.map(keyOf))];
}

export function groupOf(board, group) {
  return board.terrain.filter((piece) => keyOf(piece) === group);
}

export function picked(board, { group, part }) {
  return groupOf(board, group).filter((piece) => !part || piece.id === part);
}

// The piece that stands for all: the building's outline, else the first.
export function mainOf(pieces) {
  return pieces.find((piece) => piece.kind === "building") ?? pieces[0];
}

// Every point of a piece that has a place on the plan, by reference.
function points(piece) {
  const found = [];
  if (piece.polygon) found.push(...piece.polygon);
  if (piece.line) found.push(...piece.line);
  if (piece.at) found.push(piece.at);
  if (Array.isArray(piece.top)) found.push(piece.top);
  return found;
}

function changed(board, chosen, act) {
  const next = twin(board);
  for (const piece of picked(next, chosen)) for (const point of points(piece)) act(point);
  return next;
}

export function move(board, chosen, dx, dy) {
  return changed(board, chosen, (point) => {
    point[0] = round(point[0] + dx);
    point[1] = round(point[1] + dy);
  });
}

export function middleOf(board, chosen) {
  const all = picked(board, chosen).flatMap(points);
  if (all.length === 0) return [0, 0];
  const mean = (axis) => (Math.min(...all.map((p) => p[axis])) + Math.max(...all.map((p) => p[axis]))) / 2;
  return [round(mean(0)), round(mean(1))];
}

export function turn(board, chosen, degrees) {
  const [cx, cy] = middleOf(board, chosen);
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return changed(board, chosen, (point) => {
    const [x, y] = [point[0] - cx, point[1] - cy];
    point[0] = round(cx + x * c - y * s);
    point[1] = round(cy + x * s + y * c);
  });
}

// Without them; what belonged to an outline that goes stays, each piece for itself.
export function without(board, chosen) {
  const gone = new Set(picked(board, chosen).map((piece) => piece.id));
  const next = twin(board);
  next.terrain = next.terrain.filter((piece) => !gone.has(piece.id));
  for (const piece of next.terrain) if (gone.has(piece.building)) delete piece.building;
  return next;
}

export function fresh(board, name) {
  const taken = new Set(board.terrain.map((piece) => piece.id));
  let number = 1;
  while (taken.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

export function copy(board, chosen) {
  const next = twin(board);
  const renamed = new Map();
  const added = picked(board, chosen).map((piece) => {
    const id = fresh(next, piece.id.replace(/-\d+$/, ""));
    renamed.set(piece.id, id);
    const other = { ...twin(piece), id };
    next.terrain.push(other);
    return other;
  });
  for (const one of added) if (one.building) one.building = renamed.get(one.building) ?? one.building;
  const now = { group: keyOf(added[0]), part: chosen.part ? added[0].id : "" };
  return [move(next, now, 3, -3), now];
}

// A piece of the kit (campaigns/boards/kit.py), put down with its middle at a point.
export function add(board, kit, what, [x, y]) {
  const id = fresh(board, what.replace(/\d+$/, ""));
  const pieces = JSON.parse(JSON.stringify(kit[what]).replaceAll('"*', `"${id}`));
  const next = { ...board, terrain: [...board.terrain, ...pieces] };
  const chosen = { group: id, part: "" };
  return [move(next, chosen, x, y), chosen];
}

const STEP = 6;

function boxOf(pieces) {
  const all = pieces.flatMap((piece) => points(piece).map(([x, y]) => [x, y, piece.radius ?? 0]));
  const least = (axis) => Math.min(...all.map((p) => p[axis] - p[2]));
  const most = (axis) => Math.max(...all.map((p) => p[axis] + p[2]));
  return [least(0), least(1), most(0), most(1)];
}

const apart = (a, b) => a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];

// Where a piece of the kit lies on the table and on nothing else, as near to a point as may be;
// the point itself where there is no such place.
export function freeNear(board, kit, what, [x, y]) {
  const own = boxOf(kit[what]);
  const others = groupsOf(board).map((group) => boxOf(groupOf(board, group)));
  const table = [0, 0, ...board.size];
  const rings = Math.ceil(Math.max(...board.size) / STEP);
  const grid = Array.from({ length: 2 * rings + 1 }, (_, n) => (n - rings) * STEP);
  const places = grid.flatMap((dx) => grid.map((dy) => [dx, dy])).sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
  const fits = ([dx, dy]) => {
    const box = [own[0] + x + dx, own[1] + y + dy, own[2] + x + dx, own[3] + y + dy];
    const within = box[0] >= table[0] && box[1] >= table[1] && box[2] <= table[2] && box[3] <= table[3];
    return within && others.every((other) => apart(box, other));
  };
  const [dx, dy] = places.find(fits) ?? [0, 0];
  return [x + dx, y + dy];
}

// The corners by which a single piece can be drawn into shape, each [x, y].
export function corners(board, chosen) {
  const pieces = picked(board, chosen);
  if (pieces.length !== 1) return [];
  const [piece] = pieces;
  if (piece.kind === "ladder") return [piece.at, piece.top].filter(Array.isArray);
  return piece.polygon ?? piece.line ?? [];
}

export function setCorner(board, chosen, number, x, y) {
  const next = twin(board);
  const corner = corners(next, chosen)[number];
  if (corner) [corner[0], corner[1]] = [round(x), round(y)];
  return next;
}
