// Opens what lies behind a line of the log, or behind a turn's orders, under it. Without this
// script the same is a page of its own.

const plainly = (event) => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey);

document.addEventListener("click", (event) => {
  const line = event.target.closest?.(".post a[href^='log/']");
  if (!line || !plainly(event)) return;
  event.preventDefault();
  const open = line.getAttribute("aria-expanded") === "true";
  line.setAttribute("aria-expanded", String(!open));
  if (line.dataset.asked === undefined) {
    line.dataset.asked = "";
    htmx.ajax("GET", line.href, { target: line.parentElement, swap: "beforeend" });
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
  if (!answer?.ok) return location.assign(link.href);
  const post = link.closest(".post");
  post.insertAdjacentHTML("afterend", await answer.text());
  const speaker = post.nextElementSibling.querySelector(".post__speaker");
  post.remove();
  speaker.tabIndex = -1;
  speaker.focus({ preventScroll: true });
});
