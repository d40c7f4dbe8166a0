// Makes the board answer: choose a warrior, draw its way, pick its target. Without this script the
// same is done by links and forms.

import { Planner } from "./board/planner.js";
import { radiusOf, rove } from "./board/tokens.js";
import { Turner } from "./board/turner.js";
import { View } from "./board/view.js";
import { watch } from "./board/pulse.js";
import { tabs } from "./board/tabs.js";
import { send, show } from "./in_turn.js";
import { sortable } from "./sortable.js";

let planner = null;
let landed = false; // the page leads nobody anywhere before he has touched it

function setUp() {
  for (const hidden of document.querySelectorAll("[data-needs-script]")) hidden.hidden = false;
  for (const board of document.querySelectorAll("[data-board]:not([data-ready])")) {
    board.dataset.ready = "";
    setUpBoard(board);
  }
}

function setUpBoard(board) {
  const view = new View(board);
  planner?.end();
  planner = null;
  const play = board.closest("[data-play]");
  rove(view, () => planner !== null);
  if (!play) return;
  view.svg.addEventListener("click", (event) => clicked(event, view, play));
  view.svg.addEventListener("keydown", (event) => {
    if (event.target === view.svg && planner?.key(event)) event.preventDefault();
  });
  for (const act of play.querySelectorAll("details.act")) {
    act.addEventListener("toggle", () => toggled(act, view, play, landed));
    // The browser closes it while the one that it replaces is still there.
    if (act.dataset.act === "deploy") act.open = true;
    if (act.open) toggled(act, view, play, landed);
  }
  for (const list of play.querySelectorAll("[data-sortable]")) sortable(list);
  play.querySelector("[data-close-sheet]")?.addEventListener("click", (event) => {
    event.preventDefault();
    load(play, "");
  });
}

// Who is to be placed is chosen without leaving the page.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-placing]");
  const play = document.querySelector("[data-play]");
  if (!link || !play) return;
  event.preventDefault();
  turnTo(play, link.dataset.placing);
});

const NEAR = 22; // pixels: half of what a finger needs

// The warrior under the pointer, else the one that a finger meant.
function meant(event, view) {
  const direct = event.target.closest(".token");
  if (direct || planner) return direct;
  const away = (token) => {
    const box = token.querySelector(".token__base").getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return Math.hypot(event.clientX - x, event.clientY - y);
  };
  const tokens = [...view.svg.querySelectorAll(".token")].sort((a, b) => away(a) - away(b));
  return tokens[0] && away(tokens[0]) <= NEAR ? tokens[0] : null;
}

function clicked(event, view, play) {
  const token = meant(event, view);
  if (view.dragged) {
    event.preventDefault();
    return;
  }
  if (token?.classList.contains("token--target")) {
    event.preventDefault();
    pick(play, token.dataset.warrior);
  } else if (planner && !token) {
    planner.click(event);
    view.svg.focus({ preventScroll: true });
  } else if (token) {
    event.preventDefault();
    turnTo(play, token.dataset.warrior);
  }
}

// Somebody else's sheet. A way that is drawn and not ordered yet isn't lost by that: it is asked.
function turnTo(play, warrior) {
  const sending = planner?.form.dataset.sending !== undefined;
  if (sending || !planner?.points.length) return load(play, warrior);
  const asking = planner.act.querySelector("[data-leaving]");
  if (planner.warrior === warrior || !asking) return undefined;
  asking.hidden = false;
  asking.dataset.leaving = warrior;
  asking.querySelector("button").focus({ preventScroll: true });
  asking.scrollIntoView({ block: "nearest" });
  return undefined;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-leave]");
  if (!button) return;
  const { leaving } = button.closest("[data-leaving]").dataset;
  if (button.dataset.leave === "keep" && !(await kept(button.form))) return;
  load(document.querySelector("[data-play]"), leaving);
});

// Whether the order that a form makes has been taken in.
async function kept(form) {
  if (!form.reportValidity()) return false;
  if (planner?.form === form && !(await planner.ask())) return false;
  await send(form, null, "#play");
  return !document.querySelector("#play-messages .message--error");
}

// An order is given, or changed, without leaving the page; what leads to another page goes there.
document.addEventListener("submit", (event) => {
  if (event.submitter?.name === "plan") return;
  if (event.target.matches("[data-play] [data-order-form]")) submitted(event, event.target);
});

// The choices of an act that name somebody, and whom: a shot's says "weapon|target".
const choices = (act) => [...act.querySelectorAll('input[name="target"], input[name="shot"]')];
const targetOf = (choice) => (choice.name === "shot" ? choice.value.split("|")[1] : choice.value);

// The choice of the open act that stands for this target.
function pick(play, warrior) {
  const acts = [...play.querySelectorAll("details.act[open]")];
  const choice = acts.flatMap(choices).find((one) => targetOf(one) === warrior);
  if (!choice) return;
  choice.checked = choice.type === "radio" ? true : !choice.checked;
  const charge = choice.form.querySelector('input[name="going"][value="charge"]');
  if (charge) charge.checked = true;
  choice.focus();
}

// `asked`: somebody opened it, and is led there on a phone.
function toggled(act, view, play, asked) {
  const link = act.querySelector("[data-fetch]");
  if (link) return act.open && fetched(link, act, view, play);
  if (!act.querySelector("form")) return; // it is on its way
  const targets = new Set(choices(act).map(targetOf));
  for (const token of view.svg.querySelectorAll(".token")) {
    if (targets.has(token.dataset.warrior)) token.classList.toggle("token--target", act.open);
  }
  drawRadius(act, view);
  if (act.open) act.onchange = (event) => event.target.name === "path" && drawPath(act, view);
  drawPath(act, view);
  if (act.open && narrow()) bringTogether(act, view, targets, asked);
  if (!act.querySelector("input[name=legs]")) return;
  if (act.open) {
    if (planner?.act === act) return;
    planner?.end();
    planner = new (act.dataset.act === "turn" ? Turner : Planner)(view, play, act);
  } else if (planner?.act === act) {
    planner.end();
    planner = null;
  }
}

// What an act lets one choose comes when it is opened. Where it may be done no more, or the answer
// stays away, the link leads to the page as it is now.
async function fetched(link, act, view, play) {
  link.removeAttribute("data-fetch");
  const address = `${play.dataset.play}${new URL(link.href).search}`;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const text = answer?.ok ? await answer.text() : null;
  if (!act.isConnected) return undefined; // somebody else's sheet is there by now
  if (text === null) return location.assign(link.href);
  link.parentNode.outerHTML = text;
  for (const hidden of act.querySelectorAll("[data-needs-script]")) hidden.hidden = false;
  toggled(act, view, play, true);
}

// What else may be done with a gathered order comes when it is asked for; the link leads to the page
// with it open.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-play] .chips a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const address = `${link.closest("[data-play]").dataset.play}${new URL(link.href).search}`;
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const text = answer?.ok ? await answer.text() : null;
  if (!link.isConnected) return; // it was tapped twice, or the list is another one by now
  if (text === null) return location.assign(link.href);
  const item = link.closest("li");
  link.outerHTML = text;
  item.querySelector(".chips__more > summary")?.focus();
});

const narrow = () => window.innerWidth < 1100;
const AROUND = 60; // millimetres of the table round whatever an act is about

// On a phone the board stays in sight beside the choice (battle.css), near enough to be touched.
function bringTogether(act, view, targets, asked) {
  const warrior = act.querySelector("input[name=warrior]")?.value;
  const places = [...view.svg.querySelectorAll(".token")]
    .filter((token) => token.dataset.warrior === warrior || targets.has(token.dataset.warrior))
    .map((token) => token.transform.baseVal[0].matrix);
  const unit = Number(act.closest("[data-play]").dataset.unitMm);
  const reach = Number(act.dataset.limit || 0) * unit;
  if (places.length) view.fit(places, reach + AROUND);
  if (asked) act.scrollIntoView({ block: "start" });
}

// The way of a charge that is chosen from a list: where it jumps is to be seen.
function drawPath(act, view) {
  view.svg.querySelector(".pen__chosen")?.remove();
  const path = act.querySelector("input[name=path]:checked")?.value;
  if (!path || !act.open) return;
  const warrior = act.querySelector("input[name=warrior]").value;
  const token = view.svg.querySelector(`.token[data-warrior="${CSS.escape(warrior)}"]`);
  if (!token) return;
  const { e, f } = token.transform.baseVal[0].matrix;
  const unit = Number(act.closest("[data-play]").dataset.unitMm);
  const depth = Number(view.svg.dataset.depth);
  const points = path.split(" ").map((leg) => leg.split(",").map(Number));
  const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  line.setAttribute("class", "pen__path pen__chosen");
  line.setAttribute("points", [`${e},${f}`, ...points.map(([x, y]) => `${x * unit},${depth - y * unit}`)].join(" "));
  view.svg.querySelector(".pen").before(line);
}

// The area round its caster that a spell reaches, as long as its choice is open.
function drawRadius(act, view) {
  const radius = Number(act.dataset.radius ?? 0);
  view.svg.querySelector(".pen__area")?.remove();
  if (!radius || !act.open) return;
  const warrior = act.querySelector("input[name=warrior]").value;
  const token = view.svg.querySelector(`.token[data-warrior="${CSS.escape(warrior)}"]`);
  if (!token) return;
  const { e, f } = token.transform.baseVal[0].matrix;
  const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
  circle.setAttribute("class", "pen__area");
  circle.setAttribute("cx", e);
  circle.setAttribute("cy", f);
  circle.setAttribute("r", radius + radiusOf(token));
  token.parentNode.insertBefore(circle, token.parentNode.firstChild);
}

async function submitted(event, form) {
  event.preventDefault();
  const button = event.submitter;
  if (planner?.form === form && !(await planner.ask())) return;
  await send(form, button, "#play");
  if (button?.name === "instead") return showSheet();
  document.getElementById("turn-title")?.focus({ preventScroll: true });
  if (narrow()) gathered()?.scrollIntoView({ block: "start" });
  document.querySelector("#play-messages .message")?.scrollIntoView({ block: "center" });
}

// What one looks at after an order: the list that it went into; while deploying, who comes next.
function gathered() {
  const placing = document.querySelector("#play .placing");
  return document.getElementById(!placing && document.querySelector(".chips") ? "turn-title" : "turn");
}

async function load(play, warrior) {
  const query = new URLSearchParams({ warrior });
  if (play.dataset.as) query.set("as", play.dataset.as);
  if (await show(`${play.dataset.play}?${query}`, "#play")) showSheet();
}

function showSheet() {
  const heading = document.getElementById("sheet-name");
  heading?.focus({ preventScroll: true });
  if (narrow()) heading?.scrollIntoView({ block: "start" });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest(".band__rows a, .ready a");
  const play = document.querySelector("[data-play]");
  if (!link || !play) return;
  event.preventDefault();
  document.querySelector('.battle__tabs [data-tab="board"]')?.click();
  turnTo(play, new URL(link.href).searchParams.get("warrior"));
});

// Settled: until then the new drawing wears the classes of the old one.
document.body.addEventListener("htmx:afterSettle", setUp);
setUp();
for (const kind of ["pointerdown", "keydown"]) {
  document.addEventListener(kind, () => (landed = true), { once: true, capture: true });
}
tabs();
watch();
