"""The domain of each parameter of an order, as data for pages and REST."""

from __future__ import annotations

import msgspec

from ..units import Length
from . import orders as od
from .mission.model import Ground
from .scalings import Scaling
from .state import Zone


class Ids(msgspec.Struct, frozen=True, tag="ids", tag_field="domain"):
    """One of these words, or up to `most` different ones."""

    options: tuple[str, ...]
    most: int = 1


class Reach(msgspec.Struct, frozen=True, tag="path", tag_field="domain"):
    """Legs of these kinds, at most `most` long in all."""

    most: Length
    by: tuple[od.LegKind, ...] = ("walk",)


class Place(msgspec.Struct, frozen=True, tag="place", tag_field="domain"):
    """A point, inside the zone if there is one; `ground`: what a scenario asks of it."""

    zone: Zone | None
    ground: Ground | None = None


class Shots(msgspec.Struct, frozen=True, tag="shots", tag_field="domain", omit_defaults=True):
    """For each weapon its legal targets; `double` the same for one of two shots."""

    targets: dict[str, tuple[str, ...]]
    double: dict[str, tuple[str, ...]] = {}


class Ways(msgspec.Struct, frozen=True, tag="ways", tag_field="domain", omit_defaults=True):
    """Ways to strike (each: attacks by weapon) and who may be attacked.

    `beside`: attacks besides those of the hands, which may be aimed as well and else go where the
    default sends them.
    """

    ways: tuple[dict[str, int], ...]
    targets: tuple[str, ...]
    beside: dict[str, int] = {}


class Casting(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How a spell may be cast now.

    `targets`: who may be named, `least` to `most` of them; `around`: without a target it acts round
    the caster, up to `radius`. `reach`: how far a `point` may lie, where the spell takes one.
    `choices`: one of these must be named, or may be (`optional`). `difficulty` None: no roll.
    """

    spell: str
    difficulty: int | None = None
    targets: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    around: bool = False
    radius: Length = 0
    reach: Length | None = None
    choices: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    optional: bool = False


class Castings(msgspec.Struct, frozen=True, tag="castings", tag_field="domain"):
    """The spells at hand, each with all that it may name."""

    spells: tuple[Casting, ...]


class Degrees(msgspec.Struct, frozen=True, tag="degrees", tag_field="domain"):
    """A direction, 0 to 359; may be left out."""


class Flag(msgspec.Struct, frozen=True, tag="flag", tag_field="domain"):
    """Yes or no; left out it is no."""


class Scalings(msgspec.Struct, frozen=True, tag="scalings", tag_field="domain"):
    """Climbs, jumps and leaps at hand: suggestions for legs, others may be legal too."""

    ways: tuple[Scaling, ...]


Domain = Castings | Flag | Ids | Reach | Place | Shots | Ways | Degrees | Scalings


class FormData(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A form as data, for REST and pages."""

    kind: str
    side: str
    warrior: str = ""
    blocking: bool = False
    domains: dict[str, Domain] = {}
