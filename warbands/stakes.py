"""What is at stake in a place of the city before somebody goes: a test, and what comes of it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from rules.campaign.state import Pending
from warbands import names as catalogue
from warbands.wording import CHARACTERISTICS, note

Op = dict[str, Any]


def stakes(question: Pending) -> str:
    """In one line; "" where the answers say it themselves."""
    op = question.data.get("op", {}) if question.kind == "place" else {}
    if op.get("op") == "test":
        return _("Test of %(characteristic)s. Passed: %(passed)s. Failed: %(failed)s.") % {
            "characteristic": CHARACTERISTICS[op["test"]],
            "passed": _all(op["passed"]),
            "failed": _all(op["failed"]),
        }
    if op.get("op") == "optional":
        rows = (f"{_span(row)}: {_all(row['do'])}" for row in op["rows"])
        return f"{op['dice']}. {'; '.join(rows)}."
    if op.get("op") == "experience_point":
        return _("A point of experience.")
    return ""


def _span(row: Op) -> str:
    return str(row["min"]) if row["min"] == row["max"] else f"{row['min']}–{row['max']}"


def _all(ops: Sequence[Op]) -> str:
    told = [text for op in ops if (text := _one(op))]
    return ", ".join(told) if told else _("nothing")


def _one(op: Op) -> str:
    kind = op["op"]
    if kind == "shards":
        return _("wyrdstone (%(count)s)") % {"count": op["count"]}
    if kind == "gold":
        return _("%(dice)s gold crowns") % {"dice": op["dice"]}
    if kind == "item":
        return f"{catalogue.item(op['item'])} ({op['count']})"
    if kind == "dead":
        return _("he is dead and his gear is lost")
    if kind == "note" and op["id"] == "misses_next_battle":
        return _("he misses the next battle")
    if kind == "note":
        return note(op["id"])
    return ""
