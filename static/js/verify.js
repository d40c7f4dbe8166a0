// Recomputes every die of a battle in the reader's browser, from the revealed secret.
//
// Block n of an order is HMAC-SHA256(secret, parts, n): the parts are the players' words, the
// branch, the order's number and the SHA-256 of the order, each behind its length. A byte of 252
// or more is dropped; a face is byte % 6 + 1. docs/dice.md says the same at length.

const encoder = new TextEncoder();

function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hexOf(buffer) {
  return [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function number(value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function joined(parts) {
  const all = parts.flatMap((part) => [number(part.length), part]);
  return all.reduce((sum, part) => Uint8Array.from([...sum, ...part]), new Uint8Array());
}

async function faces(branch, order) {
  const key = await crypto.subtle.importKey(
    "raw",
    bytesOf(branch.secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const message = joined([
    ...branch.seeds.map((seed) => encoder.encode(seed)),
    encoder.encode(branch.id),
    encoder.encode(String(order.sequence)),
    bytesOf(order.order_hash),
  ]);
  const found = [];
  for (let block = 0; found.length < order.faces.length; block += 1) {
    const signed = await crypto.subtle.sign("HMAC", key, Uint8Array.from([...message, ...number(block)]));
    for (const byte of new Uint8Array(signed)) if (byte < 252) found.push((byte % 6) + 1);
  }
  return found.slice(0, order.faces.length);
}

async function check(box) {
  const verdict = box.querySelector(".verdict");
  verdict.textContent = box.dataset.checking;
  const data = await (await fetch(box.dataset.verify)).json();
  const branches = new Map(data.branches.map((branch) => [branch.id, branch]));
  for (const branch of data.branches.filter((one) => one.secret)) {
    const digest = hexOf(await crypto.subtle.digest("SHA-256", bytesOf(branch.secret)));
    if (digest !== branch.commitment) return say(verdict, box.dataset.commitment, false);
  }
  const wrong = [];
  let checked = 0;
  for (const order of data.orders) {
    const branch = branches.get(order.branch);
    if (!branch.secret) continue;
    const expected = await faces(branch, order);
    checked += expected.length;
    if (expected.join() !== order.faces.join()) wrong.push(order.number ?? order.sequence);
  }
  if (wrong.length) return say(verdict, box.dataset.bad + wrong.join(", "), false);
  return say(verdict, `${box.dataset.good} (${checked})`, true);
}

function say(verdict, words, good) {
  verdict.textContent = words;
  verdict.className = `verdict ${good ? "verdict--good" : "verdict--bad"}`;
}

for (const box of document.querySelectorAll("[data-verify]")) {
  const button = box.querySelector("button");
  button.hidden = false;
  button.addEventListener("click", () => check(box));
}
