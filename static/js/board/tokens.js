// Walking from warrior to warrior with the keyboard: one of them is in the tab order at a time.

const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

// How far a model's base reaches, in millimetres; the usual one where nobody is drawn.
export function radiusOf(token) {
  const base = token?.querySelector(".token__base");
  return Number(base?.getAttribute("rx") ?? base?.getAttribute("r") ?? 12.5);
}

// Whose token it is: its address says it, and from now on its data too.
export function named(tokens) {
  for (const token of tokens) {
    const address = token.getAttribute("href");
    if (address === null) continue;
    const asked = new URL(address, location.href).searchParams;
    token.dataset.warrior = asked.get("warrior") ?? asked.get("who"); // a battle's page, a plan's
  }
}

export function place(token) {
  const { e, f } = token.transform.baseVal[0].matrix;
  return [e, f];
}

export function rove(view, planning) {
  const tokens = [...view.svg.querySelectorAll(".token")];
  const first = tokens.find((token) => token.matches("[aria-current], .token--ready")) ?? tokens[0];
  for (const token of tokens) token.setAttribute("tabindex", token === first ? "0" : "-1");
  view.svg.addEventListener("keydown", (event) => {
    const token = event.target.closest?.(".token");
    const step = STEPS[event.key];
    if (!token || !step || planning()) return;
    event.preventDefault();
    const next = nearest(token, tokens, step);
    if (next) focus(view, token, next);
  });
}

function focus(view, from, to) {
  from.setAttribute("tabindex", "-1");
  to.setAttribute("tabindex", "0");
  view.reveal(...place(to));
  to.focus();
}

// The nearest in that direction; what lies off to the side counts as farther.
function nearest(token, tokens, [sx, sy]) {
  const [x, y] = place(token);
  let best = null;
  let least = Infinity;
  for (const other of tokens) {
    const [ox, oy] = place(other);
    const along = (ox - x) * sx + (oy - y) * sy;
    const across = Math.abs((ox - x) * sy) + Math.abs((oy - y) * sx);
    if (other === token || along <= 0) continue;
    const cost = along + 2 * across;
    if (cost < least) [least, best] = [cost, other];
  }
  return best;
}
