"""What items do after a battle, as a table for readers."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from rules.campaign.pin_gear import gear
from rules.campaign.tables import GearFacts
from rules.catalogue import load_catalogue
from warbands import names
from warbands.wording import CHARACTERISTICS, note


def item_rows() -> list[tuple[str, str]]:
    """Each item that a battle uses up, that lingers, or that helps to explore."""
    found = gear(load_catalogue())
    rows = [(names.item(id), "; ".join(_deeds(facts))) for id, facts in found.items()]
    return sorted(rows)


def _deeds(facts: GearFacts) -> Iterator[str]:
    if facts.spent == "battle":
        yield _("one piece for the whole warband") if facts.shared else _("used up by one battle")
    elif facts.spent == "once":
        yield _("used up once it has been used")
    if facts.only_if_out:
        yield _("if its bearer went out of action")
    for row in facts.rows:
        yield f"{facts.dice} {_span(row)}: {_outcome(facts, row)}"
    if facts.search in _searches():
        yield _searches()[facts.search]


def _span(row: Mapping[str, Any]) -> str:
    low, high = row["min"], row["max"]
    return str(low) if low == high else f"{low}–{high}"


def _outcome(facts: GearFacts, row: Mapping[str, Any]) -> str:
    if facts.search == "map":
        return note(f"map_{row['id']}")
    changed = {"initiative_permanent": "I", "toughness_permanent": "T"}.get(row["result"])
    if changed:
        return f"{CHARACTERISTICS[changed]} {row['mod']:+d}"
    return {
        "addicted": names.rule("addicted"),
        "stupidity_permanent": names.rule("stupidity"),
        "item_lost": _("it is torn and lost"),
    }[row["result"]]


def _searches() -> dict[str, str]:
    return {
        "test": _("a re-roll in exploration where its bearer passes a Leadership test"),
        "luck": _("a re-roll in exploration if it wasn't used in the battle"),
        "cards": _(
            "a Leadership test before the search: passed, one die of exploration by 1; "
            "failed by 3, its bearer misses the next battle"
        ),
    }
