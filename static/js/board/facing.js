// Where a warrior looks, drawn as an arrow: chosen in a list of eight directions, or finer by keys
// and by touching the board. Degrees count from the right, against the clock.

const SVG = "http://www.w3.org/2000/svg";
const TURN = 15; // degrees a key turns it
const KEYS = { q: TURN, e: -TURN };

export class Facing {
  constructor(select) {
    this.select = select;
  }

  // Degrees; null where it is left open.
  get chosen() {
    return this.select.value === "" ? null : Number(this.select.value);
  }

  choose(degrees) {
    const value = String(((Math.round(degrees) % 360) + 360) % 360);
    let option = [...this.select.options].find((one) => one.value === value);
    if (!option) {
      option = this.select.querySelector("[data-exact]") ?? document.createElement("option");
      option.dataset.exact = "";
      option.value = value;
      option.textContent = `${value}°`;
      this.select.append(option);
    }
    option.selected = true;
  }

  // From one place towards another; both in table millimetres.
  towards(from, to) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    if (dx || dy) this.choose((Math.atan2(dy, dx) * 180) / Math.PI);
  }

  // True where the key was one of these; `now` is where it would look by itself.
  key(key, now) {
    const by = KEYS[key.toLowerCase()];
    if (!by) return false;
    this.choose((this.chosen ?? now) + by);
    return true;
  }
}

// The arrow at the rim of a base, at a place of the drawing.
export function arrow([x, y], radius, degrees) {
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("class", "pen__gaze");
  path.setAttribute("d", `M${radius} 0h16m-7-7l7 7l-7 7`);
  path.setAttribute("transform", `translate(${x} ${y}) rotate(${-degrees})`);
  return path;
}
