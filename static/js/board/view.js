// What part of the board is seen: zoom, pan, floors. Kept while the page lives, so that a swap of
// the board does not throw the reader back.

import { named } from "./tokens.js";

const kept = new Map();
const CLOSEST = 150; // millimetres across
const WIDEST = 700; // beyond it a token on a phone is a dot

export class View {
  constructor(board) {
    this.board = board;
    this.svg = board.querySelector("svg");
    named(this.svg.querySelectorAll(".token"));
    this.whole = this.svg.viewBox.baseVal;
    this.all = { x: this.whole.x, y: this.whole.y, w: this.whole.width, h: this.whole.height };
    const before = kept.get(this.svg.id);
    this.box = before ? before.box : this.firstBox();
    if (before?.level !== undefined) board.dataset.level = before.level;
    this.held = before?.held ?? false;
    this.dragged = false;
    this.fingers = null;
    this.show();
    this.listen();
  }

  // On a small screen begin where the warriors are, or, where they are far apart, with those who
  // may act: a token must be large enough to be told from its neighbour.
  firstBox() {
    const tokens = [...this.svg.querySelectorAll(".token")];
    if (window.innerWidth > 700 || tokens.length === 0) return { ...this.all };
    const places = (some) => some.map((token) => token.transform.baseVal[0].matrix);
    const everybody = this.round(places(tokens), 80);
    const ready = tokens.filter((token) => token.classList.contains("token--ready"));
    if (everybody.w <= WIDEST || ready.length === 0) return everybody;
    return this.round([...places(ready), ...this.ways()], 120);
  }

  // Where the ways that are planned, or asked about, begin and end.
  ways() {
    const lines = [...this.svg.querySelectorAll(".plans polyline")];
    return lines.flatMap((line) => [...line.points].map(({ x, y }) => ({ e: x, f: y })));
  }

  // Show these places (of the drawing) with so much round them.
  fit(places, margin) {
    this.box = this.round(places, margin);
    this.show();
  }

  round(places, margin) {
    const xs = places.map((m) => m.e);
    const ys = places.map((m) => m.f);
    const shape = this.all.w / this.all.h;
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
    const w = Math.max(right - left, (bottom - top) * shape, 120) + 2 * margin * shape;
    const box = this.inside({ x: 0, y: 0, w, h: w / shape });
    return this.inside({
      ...box,
      x: (left + right - box.w) / 2,
      y: (top + bottom - box.h) / 2,
    });
  }

  inside(box) {
    const w = Math.min(Math.max(box.w, CLOSEST), this.all.w);
    const h = (w * this.all.h) / this.all.w;
    const x = Math.min(Math.max(box.x, this.all.x), this.all.x + this.all.w - w);
    const y = Math.min(Math.max(box.y, this.all.y), this.all.y + this.all.h - h);
    return { x, y, w, h };
  }

  show() {
    const { x, y, w, h } = this.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${w} ${h}`);
    this.svg.classList.toggle("board__svg--held", this.held);
    kept.set(this.svg.id, { box: this.box, level: this.board.dataset.level, held: this.held });
  }

  zoom(factor, at) {
    const centre = at ?? [this.box.x + this.box.w / 2, this.box.y + this.box.h / 2];
    const w = this.box.w * factor;
    const h = this.box.h * factor;
    const left = (centre[0] - this.box.x) / this.box.w;
    const top = (centre[1] - this.box.y) / this.box.h;
    this.box = this.inside({ x: centre[0] - left * w, y: centre[1] - top * h, w, h });
    this.show();
  }

  // Bring a point into sight, for the keyboard.
  reveal(x, y) {
    const { box } = this;
    if (x >= box.x && x <= box.x + box.w && y >= box.y && y <= box.y + box.h) return;
    this.box = this.inside({ ...box, x: x - box.w / 2, y: y - box.h / 2 });
    this.show();
  }

  // Where on the table a pointer is, in millimetres of the drawing.
  point(event) {
    const at = new DOMPoint(event.clientX, event.clientY);
    const { x, y } = at.matrixTransform(this.svg.getScreenCTM().inverse());
    return [x, y];
  }

  listen() {
    for (const button of this.board.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => this.press(button.dataset.zoom));
    }
    for (const link of this.board.querySelectorAll("[data-level-button]")) {
      link.addEventListener("click", (event) => {
        event.preventDefault();
        this.level(link.dataset.levelButton);
      });
      if (link.dataset.levelButton === this.board.dataset.level) this.mark(link);
    }
    this.svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.point(event));
    });
    this.svg.addEventListener("pointerdown", (event) => this.grab(event));
    this.svg.addEventListener("touchstart", (event) => this.pinch(event), { passive: false });
    this.svg.addEventListener("touchmove", (event) => this.spread(event), { passive: false });
    this.svg.addEventListener("touchend", () => (this.fingers = null));
    this.svg.addEventListener("touchcancel", () => (this.fingers = null));
  }

  // Two fingers zoom the board, not the page: what lies between them stays between them.
  pinch(event) {
    this.fingers = null;
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const { gap, middle } = between(event.touches);
    this.fingers = { gap, w: this.box.w, at: this.point(middle) };
    this.dragged = true; // not a tap
    this.held = true;
  }

  spread(event) {
    if (!this.fingers || event.touches.length !== 2) return;
    event.preventDefault();
    const { gap, middle } = between(event.touches);
    const w = (this.fingers.w * this.fingers.gap) / Math.max(gap, 1);
    this.box = this.inside({ ...this.box, w });
    this.show();
    const [x, y] = this.point(middle);
    const [atX, atY] = this.fingers.at;
    this.box = this.inside({ ...this.box, x: this.box.x + atX - x, y: this.box.y + atY - y });
    this.show();
  }

  press(what) {
    if (what === "all") {
      this.box = { ...this.all };
      this.held = false;
      this.show();
    } else {
      // Whoever zooms wants to move the board with a finger, not the page.
      this.held = true;
      this.zoom(what === "in" ? 0.7 : 1.43);
    }
  }

  level(number) {
    this.board.dataset.level = number;
    for (const link of this.board.querySelectorAll("[data-level-button]")) {
      if (link.dataset.levelButton === number) this.mark(link);
    }
    this.show();
  }

  mark(chosen) {
    for (const link of this.board.querySelectorAll("[data-level-button]")) {
      link.removeAttribute("aria-current");
    }
    chosen.setAttribute("aria-current", "true");
  }

  grab(event) {
    this.dragged = false;
    if (this.box.w >= this.all.w - 1 || event.button !== 0) return;
    const from = [event.clientX, event.clientY];
    const box = { ...this.box };
    const scale = this.box.w / this.svg.getBoundingClientRect().width;
    const move = (now) => {
      const dx = now.clientX - from[0];
      const dy = now.clientY - from[1];
      if (this.fingers || (!this.dragged && Math.hypot(dx, dy) < 8)) return;
      this.dragged = true;
      this.box = this.inside({ ...box, x: box.x - dx * scale, y: box.y - dy * scale });
      this.show();
    };
    const drop = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", drop);
      window.removeEventListener("pointercancel", drop);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", drop);
    window.addEventListener("pointercancel", drop);
  }
}

function between([one, other]) {
  const gap = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  const clientX = (one.clientX + other.clientX) / 2;
  const clientY = (one.clientY + other.clientY) / 2;
  return { gap, middle: { clientX, clientY } };
}
