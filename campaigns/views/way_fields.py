"""A way by form: its corners, then its end; and the fields that say a way that is there already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.battle.orders import Leg
from rules.units import from_units

AXES = ("x", "y", "z")
MOST_CORNERS = 12
SHOWN = 3
"""How many corners a form offers where there are none yet."""


@dataclass(frozen=True)
class Corner:
    """The fields of one corner: `number` counts from 1, `by` is how it is reached."""

    number: int
    x: str = ""
    y: str = ""
    z: str = ""
    by: str = ""


def corners_of(data: Any, more: str = "") -> list[dict[str, Any]]:
    """The legs that come before the last, as the form's numbered fields name them."""
    legs = []
    for number in range(1, MOST_CORNERS + 1):
        x, y, z = (data.get(f"{axis}{more}_{number}", "") for axis in AXES)
        if x or y:
            leg: dict[str, Any] = {"to": [number_of(value or "0") for value in (x, y, z)]}
            by = data.get(f"by{more}_{number}", "")
            legs.append(leg | {"by": by} if by else leg)
    return legs


def number_of(text: str) -> Any:
    """What isn't a number stays as it is: the engine calls it malformed."""
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return text


def corners_in(data: Mapping[str, str], more: str = "") -> list[Corner]:
    """What was typed, to be shown again; some empty ones behind."""
    typed = [
        [data.get(f"{name}{more}_{number}", "") for name in (*AXES, "by")]
        for number in range(1, MOST_CORNERS + 1)
    ]
    return _numbered([values for values in typed if any(values[:2])])


def fields_of_way(legs: Sequence[Leg], unit: int) -> dict[str, Any]:
    """The values of the fields for a way; lengths in the ruleset's unit."""
    told = [[*_native(leg, unit), "" if leg.by == "walk" else leg.by] for leg in legs]
    if not told:
        return {"corners": _numbered([])}
    x, y, z, by = told[-1]
    return {"x": x, "y": y, "z": z, "by": by, "corners": _numbered(told[:-1])}


def _numbered(rows: list[list[str]]) -> list[Corner]:
    room = max(SHOWN, len(rows))
    padded = [*rows, *[["", "", "", ""]] * (room - len(rows))]
    return [Corner(number, *row) for number, row in enumerate(padded, start=1)]


def _native(leg: Leg, unit: int) -> list[str]:
    return [f"{float(from_units(value, unit)):g}" for value in leg.to]
