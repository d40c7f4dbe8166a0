"""What the buttons of a warrior's sheet are made of: targets, shots, ways, weapons, spells."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.narration import Names, Part, words
from campaigns.narration.aids import preference
from campaigns.narration.bearings import bearing
from campaigns.narration.odds import shot_told
from rules.battle.arms import kit_of
from rules.battle.forms import Form, Ways
from rules.odds import at_hand, shot
from rules.units import from_units


@dataclass(frozen=True)
class Mark:
    """An enemy that may be shot at; `odds` in words, "" where they aren't told beforehand."""

    text: str
    warrior: str
    odds: str = ""


@dataclass(frozen=True)
class Shot:
    """A weapon with the targets that it may be fired at; `several`: with one of so many shots."""

    weapon: str
    name: str
    targets: list[Mark]
    several: int = 0

    @property
    def double(self) -> bool:
        return self.several > 0


@dataclass(frozen=True)
class Group:
    """Choices under a heading, the first of them the one that holds now."""

    id: str
    title: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Way:
    """One way to use the weapons in a fight."""

    index: int
    name: str


@dataclass(frozen=True)
class Scale:
    """A climb, jump or leap at hand. `legs` is how a form sends it: "x,y,z x,y,z,climb"."""

    legs: str
    name: str


@dataclass(frozen=True)
class Spellcraft:
    """One way to cast a spell: what it needs, how far it reaches, and what must be chosen.

    `radius` is in millimetres, for the board; `point`: a place must be named.
    """

    spell: str
    rule: str
    difficulty: int | None
    most: int = 0
    needed: bool = False
    radius: float = 0
    radius_told: str = ""
    point: bool = False
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Act:
    """A button of the sheet. `reason` says why not; "" where it is open.

    `limit` is a length in the ruleset's unit; `modes`: ways to go, each with its own; `facing`:
    it may be said where to look, and that means something.
    """

    key: str
    title: str
    reason: str = ""
    targets: tuple[Part, ...] = ()
    shots: tuple[Shot, ...] = ()
    ways: tuple[Way, ...] = ()
    weapons: tuple[tuple[str, str, int], ...] = ()
    limit: Any = None
    zone: Any = None
    hide: bool = False
    facing: bool = False
    scales: tuple[Scale, ...] = ()
    cast: Spellcraft | None = None
    items: tuple[tuple[str, str], ...] = ()
    groups: tuple[Group, ...] = ()
    modes: tuple[tuple[str, str, Any], ...] = ()

    @property
    def kind(self) -> str:
        """What kind of order it gives."""
        return self.key.partition(":")[0]

    @property
    def open(self) -> bool:
        return not self.reason

    @property
    def seldom(self) -> bool:
        """Whether it says what holds for many turns: its choices are fetched when it is opened."""
        return self.key in ("guard", "prefer")


def parts_of(domain: Any, names: Names) -> tuple[Part, ...]:
    return tuple(names.warrior(id) for id in domain.options)


def shots_of(form: Form, names: Names, *, odds: bool) -> tuple[Shot, ...]:
    domain: Any = form.domains["shots"]

    def mark(weapon: str, id: str) -> Mark:
        if not odds:
            return Mark(names.warrior(id).text, id, "")
        chances = shot(form.state, form.warrior, weapon, id)
        lucky = bool(at_hand(form.state, form.warrior, id))
        return Mark(names.warrior(id).text, id, shot_told(chances, lucky=lucky))

    shots = {arm.id: arm.shots for arm in kit_of(form.state.setup, form.warrior).missile}
    return tuple(
        Shot(
            weapon,
            names.thing(weapon),
            [mark(weapon, id) for id in targets],
            shots[weapon] if several else 0,
        )
        for several, known in ((False, domain.targets), (True, domain.double))
        for weapon, targets in known.items()
    )


def shots_at(domain: Any, names: Names) -> tuple[Shot, ...]:
    """Shots of a later turn: how likely they are nobody knows yet."""
    return tuple(
        Shot(weapon, names.thing(weapon), [Mark(names.warrior(id).text, id) for id in targets])
        for weapon, targets in domain.targets.items()
    )


def scales_of(domains: dict[str, Any], names: Names) -> tuple[Scale, ...]:
    """What may be climbed, jumped down or leapt from where the warrior can get."""
    return scales_in(domains["scalings"].ways if "scalings" in domains else (), names)


def scales_in(ways: Iterable[Any], names: Names) -> tuple[Scale, ...]:
    """Each with which way it goes; where that tells two not apart, with where it ends."""
    told = [(way, _scale_name(way, names), _bearing(way)) for way in ways]
    often = Counter((name, bearing) for _way, name, bearing in told)
    return tuple(
        Scale(
            _scale_legs(way, names),
            ", ".join(filter(None, (name, bearing, _ending(way, names, often[name, bearing])))),
        )
        for way, name, bearing in told
    )


def _bearing(way: Any) -> str:
    """Which way it goes, seen from above; "" for straight up or down."""
    east, north = way.to[0] - way.start[0], way.to[1] - way.start[1]
    if not east and not north:
        return ""
    return bearing(math.degrees(math.atan2(north, east)))


def _ending(way: Any, names: Names, many: int) -> str:
    if many == 1:
        return ""
    x, y = (words.length(value, names.unit, names.unit_size) for value in way.to[:2])
    return _("to x %(x)s, y %(y)s") % {"x": x, "y": y}


def _scale_legs(way: Any, names: Names) -> str:
    def point(at: tuple[int, int, int]) -> str:
        return ",".join(str(from_units(value, names.unit_size)) for value in at)

    return f"{point(way.start)} {point(way.to)},{way.by}"


def _scale_name(way: Any, names: Names) -> str:
    height = words.length(abs(way.height), names.unit, names.unit_size)
    if way.by == "climb" and way.to[2] < way.start[2]:
        return _("Climb down %(height)s") % {"height": height}
    told = {
        "climb": _("Climb up %(height)s"),
        "jump": _("Jump down %(height)s"),
        "leap": _("Leap across the gap"),
    }
    return told[way.by] % {"height": height}


def weapons_of(domain: Ways, names: Names) -> tuple[tuple[str, str, int], ...]:
    """Every weapon that attacks may be made with, and how many at most: to aim one by one."""
    most: dict[str, int] = {}
    for way in (*domain.ways, domain.beside):
        for id, n in way.items():
            most[id] = max(n, most.get(id, 0))
    return tuple((id, names.thing(id), n) for id, n in most.items())


def ways_of(ways: Iterable[dict[str, int]], names: Names) -> tuple[Way, ...]:
    """Ways to use the weapons in a fight, each: attacks by weapon."""
    return tuple(
        Way(index, " + ".join(f"{names.thing(id)} × {n}" for id, n in way.items()))
        for index, way in enumerate(ways)
    )


def preferring() -> dict[str, str]:
    """The moments in which nobody is asked, for the sheet and the plan's form."""
    return {
        "parting": _("Blow at whoever flees from it"),
        "edge": _("Flight, where several edges are as near"),
        "equal": _("Parry, where several hits are as high"),
        "crush": _("All its blows have hit one enemy"),
        "quarry": _("The enemy Hero to hunt: named once, in the first turn"),
    }


def preferences(domains: dict[str, Any], names: Names) -> tuple[Group, ...]:
    """Each moment with its choices; what holds now comes first."""
    return tuple(
        Group(what, title, tuple((id, preference(what, id, names)) for id in domains[what].options))
        for what, title in preferring().items()
        if what in domains
    )
