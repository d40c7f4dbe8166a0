// A board as tables of a scenario file: pieces of a building move and turn together.

// A copy in which no two pieces share a point, as structuredClone would let them.
export const twin = (value) => JSON.parse(JSON.stringify(value));

const round = (value) => Math.round(value * 10) / 10;

export function keyOf(piece) {
  return piece.building ?? piece.id;
}

export function groupsOf(board) {
  return [...new Set(board.terrain.map(keyOf))];
}

export function groupOf(board, group) {
  return board.terrain.filter((piece) => keyOf(piece) === group);
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

function changed(board, group, act) {
  const next = twin(board);
  for (const piece of groupOf(next, group)) for (const point of points(piece)) act(point);
  return next;
}

export function move(board, group, dx, dy) {
  return changed(board, group, (point) => {
    point[0] = round(point[0] + dx);
    point[1] = round(point[1] + dy);
  });
}

export function middleOf(board, group) {
  const all = groupOf(board, group).flatMap(points);
  const mean = (axis) => (Math.min(...all.map((p) => p[axis])) + Math.max(...all.map((p) => p[axis]))) / 2;
  return [mean(0), mean(1)];
}

export function turn(board, group, degrees) {
  const [cx, cy] = middleOf(board, group);
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return changed(board, group, (point) => {
    const [x, y] = [point[0] - cx, point[1] - cy];
    point[0] = round(cx + x * c - y * s);
    point[1] = round(cy + x * s + y * c);
  });
}

export function without(board, group) {
  return { ...board, terrain: board.terrain.filter((piece) => keyOf(piece) !== group) };
}

export function fresh(board, name) {
  const taken = new Set(board.terrain.map((piece) => piece.id));
  let number = 1;
  while (taken.has(`${name}-${number}`)) number += 1;
  return `${name}-${number}`;
}

export function copy(board, group) {
  const next = twin(board);
  const renamed = new Map();
  const added = groupOf(board, group).map((piece) => {
    const id = fresh(next, piece.id.replace(/-\d+$/, ""));
    renamed.set(piece.id, id);
    const other = { ...twin(piece), id };
    next.terrain.push(other);
    return other;
  });
  for (const one of added) if (one.building) one.building = renamed.get(one.building) ?? one.building;
  const key = keyOf(added[0]);
  return [move(next, key, 3, -3), key];
}

// The corners by which a single piece can be drawn into shape.
export function corners(board, group) {
  const pieces = groupOf(board, group);
  if (pieces.length !== 1) return [];
  return pieces[0].polygon ?? pieces[0].line ?? [];
}

export function setCorner(board, group, number, x, y) {
  const next = twin(board);
  const corner = corners(next, group)[number];
  if (corner) [corner[0], corner[1]] = [x, y];
  return next;
}
