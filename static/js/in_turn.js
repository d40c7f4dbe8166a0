// A part of the page that answers bring anew, one answer after another: one that was asked for
// meanwhile would come back to a part that is gone by then, and be lost, or overtake the other.

let before = Promise.resolve();
let wanted = "";
let asked = "";

function inTurn(ask) {
  const mine = before.catch(() => {}).then(ask);
  before = mine;
  return mine;
}

// Put what an address shows in the place of `target`; true once it is there. Of several that are
// asked for at once only the last one is.
export function show(address, target) {
  wanted = address;
  return inTurn(async () => {
    if (wanted !== address) return false;
    asked = address;
    await htmx.ajax("GET", address, { target, swap: "outerHTML" });
    return wanted === address;
  });
}

// Send a form as it is now, as its button does; the answer comes in the place of `target`. Once: an
// impatient finger means the same.
export function send(form, button, target) {
  if (form.dataset.sending !== undefined) return Promise.resolve();
  const values = new FormData(form);
  if (button?.name) values.set(button.name, button.value);
  wanted = "";
  form.dataset.sending = "";
  const sent = inTurn(() => htmx.ajax("POST", form.action, { values, target, swap: "outerHTML" }));
  return sent.finally(() => delete form.dataset.sending);
}

// Send what stands in a form, for one of its fields; nothing else of the page changes but messages.
export function keep(form, what) {
  const values = new FormData(form);
  values.set("do", what);
  return inTurn(() => htmx.ajax("POST", form.action, { values, swap: "none" }));
}

document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { path } = event.detail.requestConfig;
  if (path === asked && path !== wanted) event.detail.shouldSwap = false;
});
