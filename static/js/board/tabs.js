// On a narrow screen the parts of the page are tabs; without a script they follow one another.

export function tabs() {
  const battle = document.querySelector("[data-battle]");
  if (!battle) return;
  const links = [...document.querySelectorAll(".battle__tabs [data-tab]")];
  const show = (name) => {
    battle.dataset.tab = name;
    for (const link of links) {
      if (link.dataset.tab === name) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  };
  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(link.dataset.tab);
    });
  }
  for (const link of document.querySelectorAll("[data-tab-of]")) {
    link.addEventListener("click", () => show(link.dataset.tabOf));
  }
  const follow = () => {
    const target = document.getElementById(location.hash.slice(1));
    const part = target?.closest(".battle__thread, .battle__bands");
    show(part?.id ?? "board");
    return target;
  };
  // A link to another part of the page that is open already.
  window.addEventListener("hashchange", () => {
    const target = follow();
    target?.scrollIntoView();
    // The browser goes there by itself before it tells of it; by now one may be further in.
    if (!target?.contains(document.activeElement)) target?.focus({ preventScroll: true });
  });
  follow();
}
