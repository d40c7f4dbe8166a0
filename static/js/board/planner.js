// Drawing a way on the board: points by touch or by arrow keys, kept within what is allowed. The
// server has the last word; it is asked about each way while one draws.

import { Facing, arrow } from "./facing.js";
import { radiusOf } from "./tokens.js";

const SVG = "http://www.w3.org/2000/svg";
export const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const STEP = 10; // millimetres an arrow key goes
const ASK_AFTER = 250;

export class Planner {
  // `act` is the open <details> of the sheet that asks for a way, or a part of a form that has
  // several: `more` then stands behind the names of its fields.
  constructor(view, play, act, more = "") {
    this.view = view;
    this.play = play;
    this.act = act;
    this.more = more;
    this.listening = new AbortController();
    this.form = act.querySelector("form") ?? act.closest("form");
    this.legs = this.field("legs");
    this.pen = view.svg.querySelector(".pen");
    this.unit = Number(play.dataset.unitMm);
    this.deploy = act.dataset.act === "deploy";
    this.single = this.deploy || act.dataset.act === "cast"; // one place, not a way
    this.limit = act.dataset.limit ? Number(act.dataset.limit) * this.unit : Infinity;
    this.depth = Number(view.svg.dataset.depth);
    this.width = Number(view.svg.dataset.width);
    const facing = this.form.querySelector(`select[name="facing${more}"]`);
    this.facing = facing ? new Facing(facing) : null;
    this.points = [];
    this.cornered = false; // the next arrow key goes on from a corner of the way
    this.begin();
  }

  // Not by the form's own list: buttons that stand for a way bear the same name.
  field(name) {
    return this.form.querySelector(`input[name="${name + this.more}"]`);
  }

  // Where one of several ways to go is chosen, each has a limit of its own.
  get ways() {
    return [...this.act.querySelectorAll("input[data-way]")];
  }

  setLimit() {
    const way = this.ways.find((one) => one.checked);
    if (way) this.limit = Number(way.dataset.way) * this.unit;
  }

  begin() {
    const { signal } = this.listening;
    this.warrior = this.form.elements.warrior.value;
    const own = `.token[data-warrior="${CSS.escape(this.warrior)}"]`;
    const token = this.view.svg.querySelector(own);
    this.radius = radiusOf(token);
    const from = this.act.dataset.from; // where an earlier order of the plan leads
    this.start = from ? from.split(",").map(Number) : token ? this.standing(token) : null;
    this.view.svg.setAttribute("tabindex", "0");
    this.view.svg.classList.add("board__svg--drawing");
    const undo = this.act.querySelector("[data-undo]");
    undo?.addEventListener("click", () => this.undo(), { signal });
    for (const name of ["x", "y", "z"]) {
      this.field(name)?.addEventListener("change", () => this.typed(), { signal });
    }
    this.facing?.select.addEventListener("change", () => this.draw(), { signal });
    const corners = this.act.querySelector("[data-corners]");
    corners?.addEventListener("change", () => this.typed(), { signal });
    for (const button of this.act.querySelectorAll("[data-scale]")) {
      const chosen = (event) => {
        event.preventDefault();
        this.scale(button.value);
      };
      button.addEventListener("click", chosen, { signal });
    }
    for (const way of this.ways) {
      way.addEventListener("change", () => this.setLimit(), { signal });
    }
    this.setLimit();
    if (this.deploy) this.drag();
    this.draw();
  }

  // A place can be dragged to where it should be.
  drag() {
    const moved = (event) => {
      this.points = [this.at(event)];
      this.fill();
      this.draw();
    };
    const done = (event) => {
      this.view.svg.removeEventListener("pointermove", moved);
      this.view.svg.removeEventListener("pointerup", done);
      moved(event);
      this.changed();
    };
    this.grip = (event) => {
      if (!event.target.closest?.(".pen__base")) return;
      event.stopPropagation();
      event.preventDefault();
      this.view.svg.addEventListener("pointermove", moved);
      this.view.svg.addEventListener("pointerup", done);
    };
    this.view.svg.addEventListener("pointerdown", this.grip, { capture: true });
  }

  end() {
    clearTimeout(this.asking);
    this.listening.abort();
    if (this.grip) this.view.svg.removeEventListener("pointerdown", this.grip, { capture: true });
    this.view.svg.removeAttribute("tabindex");
    this.view.svg.classList.remove("board__svg--drawing");
    this.pen.replaceChildren();
  }

  standing(token) {
    const { e, f } = token.transform.baseVal[0].matrix;
    return [e, this.depth - f, Number(token.dataset.z ?? 0)];
  }

  get last() {
    return this.points.at(-1) ?? this.start;
  }

  // Table millimetres (y upwards) of a pointer, with the height of the floor there.
  at(event) {
    const [x, y] = this.view.point(event);
    return [x, this.depth - y, this.height(event)];
  }

  height(event) {
    const shown = this.view.board.dataset.level;
    const floors = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((element) => element.closest("[data-height]"))
      .filter(Boolean)
      .filter((floor) => shown === "" || Number(floor.closest("[data-level]").dataset.level) <= Number(shown))
      .map((floor) => Number(floor.dataset.height));
    if (floors.length === 0) return 0;
    if (shown !== "") return Math.max(...floors);
    const here = this.last?.[2] ?? 0;
    return floors.includes(here) ? here : 0;
  }

  click(event) {
    const way = event.target.closest?.("[data-ways]");
    if (way && !this.deploy) {
      this.climb(way);
    } else {
      this.add(this.at(event));
    }
  }

  // A ladder or a flight of stairs: to its near end, then to the other.
  climb(way) {
    const ends = way.dataset.ways.split(" ").map((end) => end.split(",").map(Number));
    const height = this.last?.[2] ?? 0;
    ends.sort((a, b) => Math.abs(a[2] - height) - Math.abs(b[2] - height));
    for (const end of ends) this.add(end);
  }

  // A climb, jump or leap that the server offers: on foot to where it begins, then over.
  scale(legs) {
    this.points = legs.split(" ").map((leg) => {
      const [x, y, z, by] = leg.split(",");
      const point = [x, y, z].map((value) => Number(value) * this.unit);
      return by ? [...point, by] : point;
    });
    this.changed();
  }

  add(point) {
    if (this.single) {
      this.points = [];
      this.points = [this.deploy ? point : this.reach(point)];
    } else {
      if (this.used() >= this.limit - 0.5) this.points.pop();
      this.points.push(this.reach(point));
    }
    this.changed();
  }

  // The point itself, or as far towards it as the warrior gets.
  reach(point) {
    const from = this.last;
    if (!from) return point;
    const left = this.limit - this.used();
    const length = Math.hypot(point[0] - from[0], point[1] - from[1]);
    if (length <= left || length === 0) return point;
    const share = Math.max(left - 0.03, 0) / length;
    return [
      from[0] + (point[0] - from[0]) * share,
      from[1] + (point[1] - from[1]) * share,
      point[2] === from[2] ? point[2] : from[2],
    ];
  }

  used() {
    let sum = 0;
    let from = this.start;
    for (const point of this.points) {
      const drop = point[3] === "jump" ? 0 : point[2] - from?.[2];
      if (from) sum += Math.hypot(point[0] - from[0], point[1] - from[1], drop);
      from = point;
    }
    return sum;
  }

  undo() {
    this.cornered = false;
    this.points.pop();
    this.changed();
  }

  typed() {
    if (["x", "y"].some((name) => this.field(name).value === "")) return; // half a place
    const place = (value) => Number(value.replace(",", ".") || "0") * this.unit;
    const end = ["x", "y", "z"].map((name) => place(this.field(name).value));
    const points = this.corners(place);
    // Where the form began with the place of the warrior, an end that was left there is none.
    if (points.length && this.field("from") && this.isStart(end)) end.length = 0;
    if (end.length) points.push(end);
    if (points.flat().some(Number.isNaN)) return;
    this.points = points;
    this.changed();
  }

  // The corners that were typed, each with how it is reached.
  corners(place) {
    return [...this.act.querySelectorAll("[data-corners] .corner")]
      .map((row) => [...row.querySelectorAll("input, select")].map((field) => field.value))
      .filter(([x, y]) => x !== "" || y !== "")
      .map(([x, y, z, by]) => [x, y, z].map(place).concat(by || []));
  }

  isStart(end) {
    return this.start?.every((value, axis) => Math.abs(value - end[axis]) < 0.5) ?? false;
  }

  // True where the key was one of the planner's.
  key(event) {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const step = event.shiftKey ? 1 : STEP;
      const from = this.last ?? [this.width / 2, this.depth / 2, 0];
      if (!this.cornered) this.points.pop();
      this.cornered = false;
      const to = [
        Math.min(Math.max(from[0] + arrow[0] * step, 0), this.width),
        Math.min(Math.max(from[1] + arrow[1] * step, 0), this.depth),
        from[2],
      ];
      this.points.push(this.deploy ? to : this.reach(to));
      this.changed();
      this.view.reveal(to[0], this.depth - to[1]);
    } else if (event.key === " ") {
      this.cornered = this.points.length > 0 && !this.single;
    } else if (event.key === "Backspace") {
      this.undo();
    } else if (this.facing?.key(event.key, this.heading())) {
      this.draw();
    } else if (event.key === "Enter" && this.points.length) {
      this.form.requestSubmit();
    } else if (event.key === "Escape") {
      this.leave();
    } else {
      return false;
    }
    return true;
  }

  // Where it looks by itself: the way that it goes last.
  heading() {
    const [from, to] = [this.start, ...this.points].slice(-2);
    return from && to ? (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI : 90;
  }

  leave() {
    this.act.open = false;
    this.act.querySelector("summary").focus();
  }

  changed() {
    this.act.querySelector("[data-leaving]")?.setAttribute("hidden", "");
    if (this.points.length && this.ways.length && !this.ways.some((one) => one.checked)) {
      this.ways[0].checked = true;
    }
    this.fill();
    this.draw();
    this.measure();
    clearTimeout(this.asking);
    if (this.points.length) this.asking = setTimeout(() => this.ask(), ASK_AFTER);
  }

  fill() {
    const native = (value) => String(Math.round((value / this.unit) * 1000) / 1000);
    const end = this.last;
    if (end) {
      ["x", "y", "z"].forEach((name, axis) => {
        this.field(name).value = native(end[axis]);
      });
    }
    const leg = ([x, y, z, by]) => [x, y, z].map(native).concat(by ?? []).join(",");
    this.legs.value = this.points.map(leg).join(" ");
    const undo = this.act.querySelector("[data-undo]");
    if (undo) undo.hidden = this.points.length === 0;
  }

  draw() {
    this.pen.replaceChildren();
    this.drawFacing();
    if (!this.points.length) return;
    const all = this.start && !this.deploy ? [this.start, ...this.points] : this.points;
    const onPaper = all.map(([x, y]) => [x, this.depth - y]);
    const path = make("polyline", "pen__path");
    path.setAttribute("points", onPaper.map((p) => p.join(",")).join(" "));
    const base = make("circle", "pen__base");
    const [x, y] = onPaper.at(-1);
    base.setAttribute("cx", x);
    base.setAttribute("cy", y);
    base.setAttribute("r", this.radius);
    this.pen.append(path, base);
  }

  drawFacing() {
    const degrees = this.facing?.chosen ?? null;
    if (degrees === null || !this.last) return;
    const [x, y] = this.last;
    this.pen.append(arrow([x, this.depth - y], this.radius, degrees));
  }

  measure(problem = "") {
    const place = this.act.querySelector("[data-measure]");
    const unit = this.play.dataset.unit;
    const number = (mm) => (mm / this.unit).toLocaleString(document.documentElement.lang, {
      maximumFractionDigits: 1,
    });
    const limit = this.limit === Infinity ? "" : ` / ${number(this.limit)}`;
    const way = this.points.length && !this.deploy ? `${number(this.used())}${limit} ${unit}` : "";
    place.textContent = [way, problem].filter(Boolean).join(" · ");
    place.classList.toggle("measure--over", problem !== "");
    for (const path of this.pen.querySelectorAll(".pen__path")) {
      path.classList.toggle("pen__path--over", problem !== "");
    }
  }

  // Whether the server would take the order as it is; says why not beside the way.
  async ask() {
    const asked = this.legs.value;
    const body = new FormData(this.form);
    const answer = await fetch(this.play.dataset.check, { method: "POST", body }).catch(() => null);
    if (!answer?.ok || asked !== this.legs.value) return true;
    const { ok, reason } = await answer.json();
    this.measure(ok ? "" : reason);
    return ok;
  }
}

function make(name, css) {
  const element = document.createElementNS(SVG, name);
  element.setAttribute("class", css);
  return element;
}
