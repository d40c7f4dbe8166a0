// The scrubber of a replay: each moment is fetched and put in place of the one before.

async function go(seq) {
  const moment = document.getElementById("moment");
  const address = `${moment.dataset.replay}?seq=${seq}`;
  await htmx.ajax("GET", address, { target: "#moment", swap: "outerHTML" });
  history.replaceState(null, "", address);
}

document.addEventListener("change", (event) => {
  const scrubber = event.target.closest("[data-scrubber]");
  if (!scrubber) return;
  const seqs = scrubber.dataset.seqs.trim().split(" ");
  go(seqs[Number(scrubber.value)]).then(() => document.querySelector("[data-scrubber]")?.focus());
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#moment [data-seq]");
  if (!link) return;
  event.preventDefault();
  go(link.dataset.seq);
});
