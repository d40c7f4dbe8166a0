// While play waits for somebody else, see now and then whether it has moved on.

const SOON = 3_000; // the server has the move
const LATER = 30_000; // a person has it

const MOVED_ON = "moved-on";
const LEAVING = 10_000; // how long the way to another page, or to this one anew, isn't cut short

export function watch() {
  const battle = document.querySelector("[data-battle]");
  if (battle) tell(battle);
  if (!battle || battle.dataset.myTurn === "yes" || battle.dataset.over === "yes") return;
  let left = -Infinity;
  addEventListener("beforeunload", () => (left = performance.now()));
  const leaving = () => performance.now() - left < LEAVING;
  const look = async () => {
    if (document.hidden || leaving()) return;
    const answer = await fetch(battle.dataset.pulse, { headers: { Accept: "application/json" } });
    if (!answer.ok) return;
    const { version, status } = await answer.json();
    const moved = String(version) !== battle.dataset.version || status !== battle.dataset.status;
    if (!moved || writing() || leaving()) return;
    sessionStorage.setItem(MOVED_ON, battle.dataset.pulse);
    location.reload();
  };
  // A look that fails (no network for a moment) is followed by the next one.
  setInterval(() => look().catch(() => {}), battle.dataset.soon === "yes" ? SOON : LATER);
}

// Somebody with words on the page is not thrown out of them.
function writing() {
  const text = document.getElementById("turn-text");
  return document.activeElement === text || Boolean(text?.value !== text?.defaultValue);
}

// After the page has come anew by itself, keyboard and screen reader begin with who has to act now.
function tell(battle) {
  const moved = sessionStorage.getItem(MOVED_ON) === battle.dataset.pulse;
  sessionStorage.removeItem(MOVED_ON);
  const standing = moved && battle.querySelector(".standing");
  if (!standing) return;
  standing.tabIndex = -1;
  standing.focus({ preventScroll: true });
}
