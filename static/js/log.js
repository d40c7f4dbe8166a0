// Opens what lies behind a line of the log, or behind a turn's orders, under it. Without this
// script the same is a page of its own.

arrive();

// A turn goes on in one post: whoever has sent a part of it is led to what has come of that.
function arrive() {
  let sent = null;
  try {
    sent = sessionStorage.getItem("turn-sent");
    sessionStorage.removeItem("turn-sent");
  } catch {
    return; // nothing may be kept: the page begins where its address says
  }
  const post = sent && location.hash.startsWith("#post-") && document.querySelector(location.hash);
  if (!post) return;
  const number = (line) => Number(line.getAttribute("href").match(/^log\/(\d+)-/)?.[1] ?? -1);
  const lines = [...post.querySelectorAll(".log a[href^='log/']")];
  const first = lines.find((line) => number(line) > Number(sent));
  if (!first || first === lines[0]) return;
  let from = first.parentElement;
  while (from.previousElementSibling && !from.previousElementSibling.querySelector("a")) {
    from = from.previousElementSibling; // the heading above it
  }
  from.classList.add("log__fresh");
  addEventListener("load", () => from.scrollIntoView({ block: "start" }), { once: true });
}

const plainly = (event) => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey);

document.addEventListener("click", (event) => {
  const line = event.target.closest?.(".post a[href^='log/']");
  if (!line || !plainly(event)) return;
  event.preventDefault();
  const open = line.getAttribute("aria-expanded") === "true";
  line.setAttribute("aria-expanded", String(!open));
  if (line.dataset.asked === undefined) {
    line.dataset.asked = "";
    // Each asks for itself: in one queue with others it might be left out.
    const said = { source: line, target: line.parentElement, swap: "beforeend" };
    htmx.ajax("GET", line.href, said).then(
      () => (line.nextElementSibling.hidden = line.getAttribute("aria-expanded") !== "true"),
      () => delete line.dataset.asked,
    );
  } else if (line.nextElementSibling) {
    line.nextElementSibling.hidden = open;
  }
});

// Puts the whole post where its beginning is, and goes on from its speaker. Where it doesn't come,
// the link leads to the page that has it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-whole]");
  if (!link || !plainly(event)) return;
  event.preventDefault();
  const answer = await fetch(link.href, { headers: { "HX-Request": "true" } }).catch(() => null);
  const text = answer?.ok ? await answer.text() : null;
  if (!link.isConnected) return; // it was tapped twice
  if (text === null) return location.assign(link.href);
  const post = link.closest(".post");
  post.insertAdjacentHTML("afterend", text);
  const speaker = post.nextElementSibling.querySelector(".post__speaker");
  post.remove();
  speaker.tabIndex = -1;
  speaker.focus({ preventScroll: true });
});
