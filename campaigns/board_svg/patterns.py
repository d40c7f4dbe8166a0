"""Hatchings of ground, floors and the stunned; battle.css refers to them by their ids."""

_SPACE = 'patternUnits="userSpaceOnUse"'


def _lines(name: str, apart: int, turned: int = 45, look: str = "pat-line") -> str:
    return (
        f'<pattern id="{name}" width="{apart}" height="{apart}" {_SPACE} '
        f'patternTransform="rotate({turned})"><path class="{look}" d="M0 0V{apart}"/></pattern>'
    )


_DRAWN = {
    "area--difficult area--very_difficult": (
        f'<pattern id="p-rubble" width="14" height="14" {_SPACE}>'
        '<circle class="pat-dot" cx="3" cy="4" r="1.4"/>'
        '<circle class="pat-dot" cx="10" cy="10" r="1.4"/></pattern>'
    ),
    "area--water": (
        f'<pattern id="p-water" width="24" height="12" {_SPACE}>'
        '<path class="pat-line" d="M0 6q6-5 12 0t12 0"/></pattern>'
    ),
    "area--impassable": (
        f'<pattern id="p-cross" width="14" height="14" {_SPACE}>'
        '<path class="pat-line" d="M0 0L14 14M14 0L0 14"/></pattern>'
    ),
    "area--dangerous area--lethal": (
        f'<pattern id="p-danger" width="20" height="20" {_SPACE}>'
        '<path class="pat-danger" d="M6 13L10 6L14 13Z"/></pattern>'
    ),
    "floor--1": _lines("p-floor-1", 10),
    "floor--2": _lines("p-floor-2", 6),
    "floor--3 building--solid": _lines("p-floor-3", 4),
    "token__stunned": _lines("p-stunned", 5, -45, "pat-stunned"),
}
"""Each under the classes that are filled with it."""

PATTERNS = "".join(_DRAWN.values())
"""All of them, for drawings that change."""


def patterns_of(drawn: str) -> str:
    """Those that this drawing is filled with."""
    return "".join(
        pattern
        for classes, pattern in _DRAWN.items()
        if any(name in drawn for name in classes.split())
    )
