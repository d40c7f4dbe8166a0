"""The board editor's words: what can be put down, what ground there is, what is wrong."""

from typing import Any

from django.utils.translation import gettext as _

from campaigns.boards.edit import Tables, groups_of, main_of, middle_of
from campaigns.boards.kit import kit
from campaigns.errors import ServiceError
from campaigns.messages import sentence
from campaigns.narration import explain_problem, words
from rules.units import CM


def tools() -> list[tuple[str, str]]:
    """Every piece of the kit, in the order of the toolbar."""
    named = {
        "house1": _("House"),
        "house2": _("House, two floors"),
        "house3": _("House, three floors"),
        "ruin": _("Ruin"),
        "walkway": _("Walkway"),
        "wall": _("Wall"),
        "low": _("Low wall"),
        "ladder": _("Ladder"),
        "stairs": _("Stairs"),
        "rubble": _("Rubble"),
        "water": _("Water"),
        "barrel": _("Barrel"),
        "keg": _("Powder keg"),
        "door": _("Closed door"),
        "crate": _("Crate"),
    }
    return [(what, named[what]) for what in sorted(kit(CM), key=list(named).index)]


def grounds() -> list[tuple[str, str]]:
    """What an area may be."""
    return [
        ("open", _("open ground")),
        ("difficult", _("difficult ground")),
        ("very_difficult", _("very difficult ground")),
        ("dangerous", _("dangerous ground")),
        ("impassable", _("impassable")),
        ("lethal", _("deadly")),
        ("water", _("water")),
    ]


def pieces_in(data: Tables, unit: str, language: str) -> list[tuple[str, str]]:
    """What stands on a board, each with where its middle is: (id, words)."""
    kinds = {
        "building": _("House"),
        "wall": _("Wall"),
        "area": _("Rubble"),
        "ladder": _("Ladder"),
        "stairs": _("Stairs"),
        "platform": _("Walkway"),
        "prop": _("Crate"),
    }
    found = []
    for group, pieces in groups_of(data).items():
        main = main_of(pieces)
        name = main.get("name") or {}
        x, y = (words.length(round(value * CM), unit, CM) for value in middle_of(pieces))
        told = name.get(language) or name.get("es") or f"{kinds[main['kind']]} ({group})"
        found.append((group, _("%(name)s, at %(x)s, %(y)s") % {"name": told, "x": x, "y": y}))
    return found


def faults_in(refusal: ServiceError) -> list[tuple[str, str]]:
    """What is wrong with a board: the piece's id, "" where it is none, and a sentence."""
    errors: list[dict[str, Any]] = refusal.params.get("errors", [])
    told = [
        (one["params"].get("id", ""), explain_problem(one["code"], one["params"])) for one in errors
    ]
    return told or [("", sentence(refusal))]
