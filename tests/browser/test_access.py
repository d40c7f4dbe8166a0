"""What a small audit of our own can see: names, labels, ids, width, contrast."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.pages.test_reading import addresses

CSS = Path(__file__).parents[2] / "static" / "css"

AUDIT = """() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const blame = (what, element) => faults.push(`${what}: ${element.outerHTML.slice(0, 90)}`);
  const has = (element, ...names) => names.some((name) => element.getAttribute(name));
  for (const field of all("input:not([type=hidden]), select, textarea")) {
    if (!field.labels.length && !has(field, "aria-label")) blame("no label", field);
  }
  for (const control of all("button, a[href], summary")) {
    const text = control.textContent.trim();
    if (!text && !has(control, "aria-label", "aria-labelledby")) blame("no name", control);
  }
  for (const picture of all("svg[role=img]")) {
    if (!has(picture, "aria-label", "aria-labelledby")) blame("no text", picture);
  }
  const ids = all("[id]").map((element) => element.id);
  for (const id of ids.filter((id, place) => ids.indexOf(id) !== place)) {
    faults.push(`id twice: ${id}`);
  }
  for (const kind of ["aria-labelledby", "aria-describedby"]) {
    for (const element of all(`[${kind}]`)) {
      for (const id of element.getAttribute(kind).split(" ")) {
        if (!document.getElementById(id)) faults.push(`${kind} leads nowhere: ${id}`);
      }
    }
  }
  if (all("h1").length !== 1) faults.push("not one h1");
  if (!document.documentElement.lang) faults.push("no language");
  return faults;
}"""


@pytest.mark.browser
def test_every_page_is_labelled_and_fits_a_phone(
    window: Any, log_in: Any, fight: SimpleNamespace
) -> None:
    page = window(width=360)
    log_in(page, fight.player)
    pages = addresses(fight) | {
        "sheet": f"/scenes/{fight.scene.public_id}/?warrior={fight.crows.fighters.first().key}",
        "build": f"/warbands/{fight.crows.pk}/?build=1",
        "new": "/campaigns/new",
        "scene_new": f"/campaigns/{fight.campaign.public_id}/scenes/new",
        "warband_new": "/warbands/new",
        "warband_import": "/warbands/import",
    }
    faults = {}
    for name, address in pages.items():
        page.goto(address)
        found = page.evaluate(AUDIT)
        width = page.evaluate("document.documentElement.scrollWidth")
        if width > 360:
            found.append(f"{width} px wide")
        if found:
            faults[name] = found
    assert faults == {}


@pytest.mark.browser
def test_the_game_masters_pages_too(window: Any, log_in: Any, fight: SimpleNamespace) -> None:
    page = window(width=360)
    log_in(page, fight.gm)
    faults = {}
    for address in (
        f"/battles/{fight.battle.public_id}/gm",
        f"/campaigns/{fight.campaign.public_id}/",
        f"/campaigns/{fight.campaign.public_id}/battles/new",
        f"/scenes/{fight.scene.public_id}/?as=red",
    ):
        page.goto(address)
        found = page.evaluate(AUDIT)
        if page.evaluate("document.documentElement.scrollWidth") > 360:
            found.append("too wide")
        if found:
            faults[address] = found
    assert faults == {}


def tokens() -> tuple[dict[str, str], dict[str, str]]:
    """The light and the dark colours of site.css."""
    source = (CSS / "site.css").read_text(encoding="utf-8")
    light = re.search(r":root \{(.*?)\n\}", source, re.S).group(1)
    dark = re.search(r':root\[data-theme="dark"\] \{(.*?)\n\}', source, re.S).group(1)
    read = lambda block: dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", block))  # noqa: E731
    return read(light), read(light) | read(dark)


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


TEXTS = [
    *(
        (text, ground)
        for text in ("ink", "muted", "accent", "danger", "warn")
        for ground in ("paper", "raised")
    ),
    ("ink", "accent-soft"),
    ("ink", "danger-soft"),
    ("ink", "warn-soft"),
    ("warn", "warn-soft"),
    ("on-accent", "accent"),
    *(("on-side", f"side-{letter}") for letter in "abcd"),
]
SHAPES = [(f"side-{letter}", ground) for letter in "abcd" for ground in ("paper", "raised")]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_tokens_contrast_enough(dark: bool) -> None:
    colours = tokens()[dark]
    weak = {
        pair: round(contrast(colours[pair[0]], colours[pair[1]]), 2)
        for pairs, least in ((TEXTS, 4.5), (SHAPES, 3.0))
        for pair in pairs
        if contrast(colours[pair[0]], colours[pair[1]]) < least
    }
    assert weak == {}
