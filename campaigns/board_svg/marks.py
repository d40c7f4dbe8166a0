"""SVG as text: elements with escaped attributes, points in millimetres."""

from collections.abc import Iterable
from itertools import pairwise

from django.utils.html import escape

from rules.board import Plan

Attribute = str | int | float | None
CAMEL = ("viewBox", "patternUnits", "patternTransform", "preserveAspectRatio")


def tag(name: str, *children: str, **attributes: Attribute) -> str:
    """An element. `class_` is class, an inner underscore stands for a hyphen, None is left out."""
    written = "".join(
        f' {_attribute(key)}="{escape(_text(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(children)
    return f"<{name}{written}>{inner}</{name}>" if inner else f"<{name}{written}/>"


def text(words: str) -> str:
    return str(escape(words))


def _attribute(key: str) -> str:
    return key if key in CAMEL else key.rstrip("_").replace("_", "-")


def _text(value: Attribute) -> str:
    return mm_text(value) if isinstance(value, float) else str(value)


def mm_text(value: float) -> str:
    """A number with at most two decimals and no needless ones."""
    told = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if told == "-0" else told


def drawn_line(places: Iterable[tuple[float, float]]) -> str:
    """A path through these places of the drawing."""
    told = [(mm_text(x), mm_text(y)) for x, y in places]
    drawn = "M" + " ".join(told[0]) if told else ""
    for (x1, y1), (x2, y2) in pairwise(told):
        drawn += f"H{x2}" if y1 == y2 else f"V{y2}" if x1 == x2 else f"L{x2} {y2}"
    return drawn


class Sheet:
    """The paper that a table is drawn on: turns the table's points into those of the SVG."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.width, self.depth = size[0] / 100, size[1] / 100

    def at(self, point: Plan | tuple[int, int, int]) -> tuple[float, float]:
        return point[0] / 100, self.depth - point[1] / 100

    def line(self, plans: Iterable[Plan | tuple[int, int, int]]) -> str:
        """As a path, "M270 960H320V840": along an edge of the table one number does."""
        return drawn_line([self.at(point) for point in plans])

    def outline(self, plans: Iterable[Plan | tuple[int, int, int]]) -> str:
        """The same, closed."""
        return self.line(plans) + "Z"

    def points(self, plans: Iterable[Plan | tuple[int, int, int]]) -> str:
        return " ".join(
            f"{mm_text(x)},{mm_text(y)}" for x, y in (self.at(point) for point in plans)
        )
