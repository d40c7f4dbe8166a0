// The scrubber of a replay: each moment is fetched and put in place of the one before.

import { show } from "./in_turn.js";

// True where the moment is shown: nobody has gone on to another one meanwhile.
async function go(seq) {
  const moment = document.getElementById("moment");
  const address = `${moment.dataset.replay}?seq=${seq}`;
  if (!(await show(address, "#moment"))) return false;
  history.replaceState(null, "", address);
  return true;
}

document.addEventListener("change", (event) => {
  const scrubber = event.target.closest("[data-scrubber]");
  if (!scrubber) return;
  const seqs = scrubber.dataset.seqs.trim().split(" ");
  const focus = (shown) => shown && document.querySelector("[data-scrubber]")?.focus();
  go(seqs[Number(scrubber.value)]).then(focus);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("#moment [data-seq]");
  if (!link) return;
  event.preventDefault();
  go(link.dataset.seq);
});
