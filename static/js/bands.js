// Where each band of a table holds, told anew while its beginnings are written.

for (const bands of document.querySelectorAll("[data-bands]")) {
  bands.addEventListener("input", () => tell(bands));
}

function tell(bands) {
  const rows = [...bands.querySelectorAll("[data-band]")].map(read);
  const lows = rows
    .filter((row) => row.holds)
    .map((row) => row.low)
    .sort((one, other) => one - other);
  for (const row of rows) row.told.value = row.holds ? span(bands.dataset, row.low, lows) : "";
}

function read(band) {
  const text = band.querySelector("input[name$='.from']").value.trim().replace(",", ".");
  const low = Number(text);
  const out = band.querySelector("[data-out]")?.checked;
  return {
    low,
    holds: text !== "" && Number.isFinite(low) && !out,
    told: band.querySelector("[data-span-of]"),
  };
}

function span({ apart, last, between }, low, lows) {
  const after = lows.find((one) => one > low);
  if (after === undefined) return last.replace("%(low)s", low);
  const high = after - Number(apart);
  return high === low ? String(low) : between.replace("%(low)s", low).replace("%(high)s", high);
}
