"""What an aftermath has made of a warband so far: the roster before beside the roster now."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from rules.campaign.state import State
from rules.catalogue.house import amended
from rules.roster.model import CHARACTERISTICS, Fighter, Roster
from rules.roster.profile import current
from rules.roster.rating import rating
from warbands import names
from warbands.wording import CHARACTERISTICS as WORDS


@dataclass(frozen=True)
class Difference:
    """One number or word, before and after."""

    name: str
    before: str
    after: str
    worse: bool = False


def differences(state: State) -> tuple[Difference, ...]:
    """The warband's numbers first, then its fighters; only what differs."""
    before, now = state.setup.roster, state.roster
    catalogue = amended(now.house_rules)
    numbers = [
        (_("Treasury"), before.treasury, now.treasury),
        (_("Wyrdstone"), before.wyrdstone, now.wyrdstone),
        (_("Warriors"), before.size, now.size),
        (_("Rating"), rating(catalogue, before), rating(catalogue, now)),
    ]
    found = [
        Difference(name, str(old), str(new), new < old) for name, old, new in numbers if old != new
    ]
    for fighter in now.fighters:
        found += _fighter(state, _was(before, fighter.key), fighter)
    return tuple(found)


def _was(roster: Roster, key: str) -> Fighter | None:
    return next((fighter for fighter in roster.fighters if fighter.key == key), None)


def _fighter(state: State, old: Fighter | None, new: Fighter) -> list[Difference]:
    if old is None:
        return [Difference(new.name or names.fighter_type(new.type), "", _("joins"))]
    found = []
    if old.fate != new.fate:
        found.append(Difference(new.name, _fate(old), _fate(new), new.fate != "active"))
    if old.size != new.size:
        found.append(Difference(new.name, f"× {old.size}", f"× {new.size}", new.size < old.size))
    if old.experience != new.experience:
        name = _("%(who)s: experience") % {"who": new.name}
        found.append(Difference(name, str(old.experience), str(new.experience)))
    return found + _profile(state, old, new) + _learned(old, new)


def _fate(fighter: Fighter) -> str:
    words = {
        "active": _("in the warband"),
        "dead": _("dead"),
        "retired": _("retired"),
        "captured": _("out of hands"),
        "sold": _("sold"),
        "dismissed": _("gone"),
    }
    return words[fighter.fate]


def _profile(state: State, old: Fighter, new: Fighter) -> list[Difference]:
    base = state.facts(new).profile
    before, now = current(base, old), current(base, new)
    return [
        Difference(f"{new.name}: {WORDS[c]}", str(before[c]), str(now[c]), now[c] < before[c])
        for c in CHARACTERISTICS
        if before[c] != now[c]
    ]


def _learned(old: Fighter, new: Fighter) -> list[Difference]:
    skills = [id for id in new.skills if id not in old.skills]
    injuries = [one.row for one in new.injuries[len(old.injuries) :]]
    return [
        *(Difference(new.name, "", names.skill(id)) for id in skills),
        *(Difference(new.name, "", names.injury(row)) for row in injuries),
    ]
