// Help while writing: what needs a script appears, what is written is kept on this device until it
// has reached the server, readers are named above the button, another name brings its own draft.

const FIELDS = ["text", "note", "aside"];
const DAY = 86_400_000;
const fieldsOf = (form) => FIELDS.filter((field) => form.elements[field]);

for (const hidden of document.querySelectorAll("[data-needs-script]")) hidden.hidden = false;

// For the next page alone; where nothing may be kept, it does without.
function note(name, value) {
  try {
    sessionStorage.setItem(name, value);
  } catch {
    // Then the page begins where its address says.
  }
}

// Small buttons beside an editor put the marks of speech, of thoughts and of dice round what is
// selected: a phone's keyboard hides them.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-marks] button");
  if (!button) return;
  const text = document.getElementById(button.parentElement.dataset.marks);
  const { open, close, fill = "" } = button.dataset;
  const { selectionStart: from, selectionEnd: to, value } = text;
  const inside = value.slice(from, to) || fill;
  text.setRangeText(open + inside + close, from, to, "end"); // behind it
  text.focus();
  if (from === to) {
    const start = from + open.length;
    text.setSelectionRange(start, start + inside.length);
  }
  text.dispatchEvent(new Event("input", { bubbles: true }));
});

// The form of a turn comes anew with every order.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-composer]")) return;
  form.dataset.sent = "";
  if (form.elements.version) note("turn-sent", form.elements.version.value);
  for (const button of form.querySelectorAll("button:not([type=button])")) {
    // A second press of an impatient finger must not send the turn twice.
    setTimeout(() => button.setAttribute("disabled", ""), 0);
  }
});

// What is being sent is no draft any more: kept once more, it would be there again afterwards. Nor
// is what stands under one name kept under another while that one's own words are on their way.
document.body.addEventListener("htmx:beforeRequest", (event) => {
  const { elt } = event.detail;
  if (!elt.matches("[data-composer] textarea")) return;
  if (elt.readOnly || elt.form.dataset.sent !== undefined) event.preventDefault();
});

// A page out of the browser's memory has its buttons as they were when it was left.
addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("[data-composer] button[disabled]")) {
    button.removeAttribute("disabled");
  }
});

// The words of a turn are kept like those of a post; its form comes anew with every order.
const ofTurn = (form) => `turn:${form.dataset.user}:${form.dataset.scene}`;
const turn = document.querySelector("#send");
beside();
document.body.addEventListener("htmx:afterSettle", beside);
if (turn) recover(turn, ofTurn(turn));
document.addEventListener("input", (event) => {
  if (event.target.id === "turn-text") remember(event.target.form, ofTurn(event.target.form));
});

// A draft that doesn't reach the server is said to be here alone.
for (const kind of ["htmx:responseError", "htmx:sendError"]) {
  document.body.addEventListener(kind, (event) => {
    const state = document.querySelector("#draft-state");
    if (state && event.detail.elt.matches?.("textarea")) state.textContent = state.dataset.failed;
  });
}

// The marks and messages of a turn's words, which don't come with it each time.
function beside() {
  const state = document.querySelector("#send #draft-state");
  const kept = document.querySelector("#beside-words");
  if (!state || !kept || state.dataset.failed) return;
  state.dataset.failed = kept.dataset.failed;
  state.before(kept.content.cloneNode(true));
  for (const hidden of state.parentElement.querySelectorAll("[data-needs-script]")) hidden.hidden = false;
}

const composer = document.querySelector("#composer");
if (composer) {
  const name = `writing:${composer.dataset.user}:${composer.dataset.scene}`;
  recover(composer, name);
  tell();
  composer.addEventListener("input", () => {
    remember(composer, name);
    tell();
  });
  composer.addEventListener("change", tell);
  watchName();
}

// On the device until the server has it: a tab may die, a log-in may run out.
function remember(form, name) {
  const written = fieldsOf(form).map((field) => [field, form.elements[field].value]);
  try {
    if (written.some(([, words]) => words)) {
      const words = Object.fromEntries(written);
      localStorage.setItem(name, JSON.stringify({ ...words, at: Date.now() }));
    } else {
      localStorage.removeItem(name);
    }
  } catch {
    // No room, or not allowed: the server's draft is the one that counts.
  }
}

function recover(form, name) {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(name) ?? "null");
    if (location.hash.startsWith("#post-") || (kept && Date.now() - kept.at > 14 * DAY)) {
      localStorage.removeItem(name); // it was sent, or is long forgotten
      return;
    }
  } catch {
    return;
  }
  if (!kept) return;
  const saved = Date.parse(form.dataset.kept || 0) || 0;
  const fields = fieldsOf(form);
  const lost = fields.some((field) => kept[field] && kept[field] !== form.elements[field].value);
  if (!lost || kept.at < saved || form.elements.quotes) return;
  for (const field of fields) form.elements[field].value = kept[field] ?? "";
  const fold = form.elements.text.closest("details");
  if (fold) fold.open = true;
  form.querySelector("[data-recovered]")?.removeAttribute("hidden");
  // htmx looks at the page once it has been read, which is after this.
  addEventListener("load", () => htmx.trigger(form.elements.text, "keep"));
}

// Who will read it, in words.
function tell() {
  const words = composer.querySelector("[data-audience]");
  if (!words) return;
  const all = words.querySelector("[data-audience-all]");
  all.dataset.words ??= all.textContent;
  const audience = composer.elements.audience?.value ?? "all";
  const told = { all: all.dataset.words, gm: words.dataset.gm }[audience];
  let text = told ?? named(words.dataset.named, "readers");
  if (composer.elements.aside.value.trim()) {
    const some = composer.querySelector("[name=aside_members]:checked");
    text += ` ${some ? named(words.dataset.asideNamed, "aside_members") : words.dataset.asideGm}`;
  }
  if (all.textContent !== text) all.textContent = text;
}

function named(template, field) {
  const boxes = [...composer.querySelectorAll(`[name=${field}]:checked`)];
  return template.replace("{names}", boxes.map((box) => box.dataset.name).join(", ") || "?");
}

// Each name has a draft of its own; words without one go along.
function watchName() {
  const { persona, npc, text } = composer.elements;
  let before = personaNow();
  const changed = async () => {
    const now = personaNow();
    wait(now.key !== before.key);
    if (now.key === before.key) return;
    const draft = await draftOf(now, before).catch(() => null);
    if (personaNow().key !== now.key) return; // yet another one was chosen
    wait(false);
    if (!draft) return;
    if (FIELDS.some((field) => draft[field])) {
      for (const field of FIELDS) composer.elements[field].value = draft[field];
    } else if (text.value) {
      moved(before.name);
      htmx.trigger(text, "keep");
    }
    before = now;
    tell();
  };
  persona.addEventListener("change", changed);
  npc?.addEventListener("change", changed);
}

// While a name's draft is on its way nothing is written that it would replace.
function wait(on) {
  for (const field of fieldsOf(composer)) composer.elements[field].readOnly = on;
}

// What was kept under a name; first the words of the one before are, which may not be kept yet.
async function draftOf(now, before) {
  if (composer.elements.text.value) {
    const body = new FormData(composer);
    body.delete("moved_from");
    for (const [name, value] of Object.entries(before.query)) body.set(name, value);
    await fetch(composer.dataset.draft, { method: "POST", body });
  }
  const answer = await fetch(`${composer.dataset.draft}?${new URLSearchParams(now.query)}`);
  return answer.ok ? answer.json() : null;
}

function personaNow() {
  const { persona, npc } = composer.elements;
  const option = persona.selectedOptions[0];
  const other = npc?.value.trim() ?? "";
  return {
    key: `${persona.value}|${persona.value ? "" : other}`,
    name: persona.value ? option.textContent : other,
    query: { persona: persona.value, npc: other },
  };
}

function moved(name) {
  let field = composer.elements.moved_from;
  if (!field) {
    field = Object.assign(document.createElement("input"), { type: "hidden", name: "moved_from" });
    composer.append(field);
  }
  field.value = name;
}
