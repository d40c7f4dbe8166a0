"""Who and what things are called: warriors, sides, and catalogue rows in the reader's language."""

from collections import ChainMap
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Self

from django.utils.translation import get_language, gettext

from campaigns.narration.lines import Part
from rules.battle.doors import FORCE
from rules.battle.state import Profile, Setup
from rules.catalogue import load_catalogue

LETTERS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class Names:
    """Lookups for one battle. An unknown id is shown as it is, so that nothing gets lost."""

    warriors: Mapping[str, str] = field(default_factory=dict)
    side_of: Mapping[str, str] = field(default_factory=dict)
    sides: Mapping[str, str] = field(default_factory=dict)
    things: Mapping[str, Any] = field(default_factory=dict)
    profiles: Mapping[str, Profile] = field(default_factory=dict)
    criticals: Mapping[str, Any] = field(default_factory=dict)
    places: Mapping[str, Any] = field(default_factory=dict)
    unit: str = "cm"
    unit_size: int = 1_000

    @classmethod
    def of(cls, setup: Setup) -> Self:
        return cls(
            warriors={w.id: w.name for w in setup.warriors},
            side_of={w.id: w.side for w in setup.warriors},
            sides={side.id: side.name or side.id for side in setup.sides},
            things=ChainMap(catalogue_names(setup.catalogue), known_names()),
            profiles={w.id: w.profile for w in setup.warriors},
            criticals=critical_titles(setup.ruleset.tables),
            places=place_names(setup.board),
            unit=setup.ruleset.unit,
            unit_size=setup.ruleset.unit_size,
        )

    def warrior(self, id: str) -> Part:
        return Part(self.warriors.get(id, id), warrior=id, side=self.side_of.get(id, ""))

    def side(self, id: str) -> Part:
        return Part(self.sides.get(id, id), side=id)

    def who(self, id: str) -> Part:
        """A warrior or a side: some dice are thrown by a side."""
        return self.side(id) if id in self.sides and id not in self.warriors else self.warrior(id)

    def thing(self, id: str) -> str:
        """A weapon, a piece of armour, a skill ... in the reader's language.

        A "+" behind it stands for an attack of its own that is made with that weapon.
        """
        if id == FORCE:
            return gettext("brute force at the door")
        row = id.removesuffix("+")
        name = localized(self.things.get(row), row)
        return name if row == id else gettext("%(weapon)s (besides)") % {"weapon": name}

    def place(self, id: str) -> str:
        """A named piece of the table in the reader's language; "" for one without a name."""
        return localized(self.places.get(id), "")

    def critical(self, row: str) -> str:
        return localized(self.criticals.get(row), row)

    def letter(self, side: str) -> str:
        """A, B, C, D: the second cue beside a side's colour."""
        return LETTERS[list(self.sides).index(side)] if side in self.sides else "?"


def localized(names: Any, fallback: str) -> str:
    """The name in the active language, from {es, en} or plain text; else the id, made legible."""
    if isinstance(names, str) and names:
        return names
    language = (get_language() or "es")[:2]
    found = _entry(names, language) or _entry(names, "en")
    return found or fallback.replace("_", " ")


def _entry(names: Any, language: str) -> str:
    if isinstance(names, Mapping):
        return str(names.get(language, ""))
    return str(getattr(names, language, ""))


@cache
def known_names() -> dict[str, Any]:
    """What the whole catalogue calls its rows, for what a battle names without pinning it."""
    return catalogue_names(load_catalogue())


def catalogue_names(catalogue: Any) -> dict[str, Any]:
    """The name of every row by its id."""
    names: dict[str, Any] = {}
    for kind in getattr(catalogue, "__struct_fields__", ()):
        rows = getattr(catalogue, kind)
        if isinstance(rows, Mapping):
            names |= {id: getattr(row, "name", None) for id, row in rows.items()}
        elif isinstance(rows, tuple):
            names |= {row.id: getattr(row, "name", None) for row in rows if hasattr(row, "id")}
    return names


def critical_titles(tables: Mapping[str, Any]) -> dict[str, Any]:
    groups = tables.get("critical", {}).values()
    return {row["id"]: row["title"] for rows in groups for row in rows}


def place_names(board: Any) -> dict[str, Any]:
    """Terrain ids whose places have a name of their own: plain, or by language."""
    terrain = getattr(board, "terrain", ())
    return {t.id: t.name for t in terrain if getattr(t, "name", "")}
