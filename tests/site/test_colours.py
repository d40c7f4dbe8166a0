"""Text and controls stand out from their grounds: WCAG 2.2 AA, in both themes."""

import re
from pathlib import Path

import pytest

CSS = Path(__file__).parent.parent.parent / "static" / "css" / "site.css"
TEXT = ["ink", "muted", "accent", "danger", "warn"]
GROUNDS = ["paper", "raised"]
PAIRS = [(text, ground, 4.5) for text in TEXT for ground in GROUNDS]
PAIRS += [("ink", f"{name}-soft", 4.5) for name in ("accent", "danger", "warn")]
PAIRS += [("on-accent", "accent", 4.5), ("danger", "danger-soft", 4.5)]
PAIRS += [("on-side", f"side-{side}", 4.5) for side in "abcd"]
PAIRS += [(f"side-{side}", ground, 3) for side in "abcd" for ground in GROUNDS]
PAIRS += [("line-strong", ground, 3) for ground in GROUNDS]


def themes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r"(:root[^{]*)\{([^}]*)\}", CSS.read_text(encoding="utf-8"))
    found = {}
    for selector, body in blocks[:3]:
        colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", body))
        found[selector.strip()] = colours
    return found


LIGHT, BY_DEVICE, CHOSEN = themes().values()


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("front", "ground", "least"), PAIRS)
@pytest.mark.parametrize("theme", [LIGHT, CHOSEN], ids=["light", "dark"])
def test_contrast(theme, front, ground, least):
    assert contrast(theme[front], theme[ground]) >= least


def test_dark_is_the_same_however_it_was_chosen():
    assert BY_DEVICE == CHOSEN


def test_every_colour_has_a_dark_twin():
    assert set(LIGHT) == set(CHOSEN)
