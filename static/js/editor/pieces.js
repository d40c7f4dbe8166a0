// What can be added, in the middle of the table. Lengths in centimetres; floors every 8.

import { fresh, twin } from "./board.js";

const FLOOR = 8;

export function make(board, what) {
  const id = fresh(board, what.replace(/\d$/, ""));
  const [x, y] = [Math.round(board.size[0] / 2), Math.round(board.size[1] / 2)];
  const pieces = twin(MAKERS[what](id, x, y));
  return [{ ...board, terrain: [...board.terrain, ...pieces] }, id];
}

const box = (x, y, w, d) => [
  [x - w / 2, y - d / 2],
  [x + w / 2, y - d / 2],
  [x + w / 2, y + d / 2],
  [x - w / 2, y + d / 2],
];

// Four walls with a door and windows, a floor or two reached by a ladder, one below the other.
function house(id, x, y, floors) {
  const [w, d] = [18, 14];
  const plan = box(x, y, w, d);
  const height = FLOOR * (floors + 1);
  const side = (name, from, to, windows) => ({
    id: `${id}-${name}`,
    kind: "wall",
    line: [from, to],
    height,
    thickness: 1,
    windows,
    building: id,
  });
  const rows = Array.from({ length: floors + 1 }, (_, n) => n * FLOOR);
  const panes = (from, to) => rows.map((base) => ({ from, to, sill: base + 2, top: base + 5 }));
  const door = { from: 7, to: 11, sill: 0, top: 6 };
  const pieces = [
    { id, kind: "building", polygon: plan },
    side("south", plan[0], plan[1], [door, ...panes(13, 16).slice(1)]),
    side("east", plan[1], plan[2], panes(5, 9)),
    side("north", plan[2], plan[3], panes(7, 11)),
    side("west", plan[3], plan[0], panes(5, 9)),
  ];
  for (let n = 1; n <= floors; n += 1) {
    const left = x - w / 2 + (n % 2 ? 5 : 0);
    const right = x + w / 2 - (n % 2 ? 0 : 5);
    pieces.push({
      id: `${id}-floor-${n}`,
      kind: "platform",
      polygon: [[left, y - d / 2], [right, y - d / 2], [right, y + d / 2], [left, y + d / 2]],
      height: n * FLOOR,
      building: id,
    });
    const foot = n % 2 ? left - 1 : right + 1;
    const head = n % 2 ? left + 1 : right - 1;
    pieces.push({
      id: `${id}-ladder-${n}`,
      kind: "ladder",
      at: [foot, y, (n - 1) * FLOOR],
      top: [head, y, n * FLOOR],
      building: id,
    });
  }
  return pieces;
}

const MAKERS = {
  house1: (id, x, y) => house(id, x, y, 1),
  house2: (id, x, y) => house(id, x, y, 2),
  ruin: (id, x, y) => {
    const plan = box(x, y, 16, 12);
    const wall = (name, line, height) => ({ id: `${id}-${name}`, kind: "wall", line, height, thickness: 1, building: id });
    return [
      { id, kind: "building", polygon: plan },
      wall("tall", [plan[3], plan[0], [x, y - 6]], 7),
      wall("low", [plan[2], [x + 8, y]], 2),
    ];
  },
  walkway: (id, x, y) => [{ id, kind: "platform", polygon: box(x, y, 20, 4), height: FLOOR, railing: false }],
  wall: (id, x, y) => [{ id, kind: "wall", line: [[x - 6, y], [x + 6, y]], height: 6, thickness: 1 }],
  low: (id, x, y) => [{ id, kind: "wall", line: [[x - 6, y], [x + 6, y]], height: 2, thickness: 1 }],
  rubble: (id, x, y) => [{ id, kind: "area", polygon: box(x, y, 10, 8), effect: "difficult" }],
  water: (id, x, y) => [{ id, kind: "area", polygon: box(x, y, 14, 10), effect: "water" }],
  barrel: (id, x, y) => [{ id, kind: "prop", at: [x, y], radius: 1.5, height: 3 }],
  keg: (id, x, y) => [{ id, kind: "prop", at: [x, y], radius: 1.5, height: 3, effect: "powder" }],
  crate: (id, x, y) => [{ id, kind: "prop", polygon: box(x, y, 4, 4), height: 3 }],
  ladder: (id, x, y) => [{ id, kind: "ladder", at: [x, y, 0], top: [x + 2, y, FLOOR] }],
  stairs: (id, x, y) => [{ id, kind: "stairs", line: [[x - 5, y, 0], [x + 5, y, FLOOR]], width: 3 }],
};
