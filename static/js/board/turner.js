// Turning a warrior where he stands: a touch of the board or an arrow key says where he looks.

import { ARROWS, Planner } from "./planner.js";

export class Turner extends Planner {
  add(point) {
    this.facing.towards(this.start, point);
    this.changed();
  }

  key(event) {
    const arrow = ARROWS[event.key];
    if (arrow) {
      this.facing.towards([0, 0], arrow);
      this.changed();
    } else if (event.key === "Enter") {
      this.form.requestSubmit();
    } else {
      return super.key(event);
    }
    return true;
  }

  fill() {} // there is no way
}
