"""What is wrong with an order that can't be read, taken from what msgspec says of it."""

from __future__ import annotations

import re

FAULTS = {
    "unknown_order": r"unknown order: (?P<value>.*)",
    "missing_field": r"Object missing required field `(?P<field>[^`]*)`",
    "unknown_field": r"Object contains unknown field `(?P<field>[^`]*)`",
    "wrong_type": r"Expected `(?P<expected>[^`]*)`, got `(?P<got>[^`]*)`",
    "wrong_length": r"Expected `array` of (?P<expected>.*), got (?P<got>\d+)",
    "no_length": r"(?P<value>.*) is no length",
    "bad_value": r"Invalid (?:enum )?value (?P<value>.*)",
}
"""Stable codes with what says so; "unreadable" is for all the rest."""
WHERE = re.compile(r"(?P<what>.*?)(?: - at `\$\.?(?P<where>[^`]*)`)?", re.S)
LONGEST = 60
"""So much of what somebody wrote is told back."""


def fault_of(detail: str) -> dict[str, str]:
    """`fault`, a code of FAULTS or "unreadable"; `where` in the order, as in "legs[0].to", "" for
    the order itself; and what its sentence names: `field`, `expected` and `got`, or `value`.
    """
    found = WHERE.fullmatch(detail)
    what, where = (found["what"], found["where"] or "") if found else (detail, "")
    for fault, said in FAULTS.items():
        if match := re.fullmatch(said, what, re.S):
            named = {name: text.strip("'")[:LONGEST] for name, text in match.groupdict().items()}
            return {"fault": fault, "where": where, **named}
    return {"fault": "unreadable", "where": where}
