"""What a player may ask for: a closed list of small frozen structs, JSON both ways.

`order` is the tag. Each names the side in whose name it is given and its `source`. Lengths are in
1/100 mm (rules/units.py). Nothing here knows whether an order is legal: that is the phases' work.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ..board import Terrain
from ..units import Length, Point

Source = Literal["player", "gm", "plan", "server"]
PhaseName = Literal["deployment", "start", "recovery", "movement", "shooting", "combat", "over"]
MoveMode = Literal["walk", "run", "crawl", "break_off"]
LegKind = Literal["walk", "climb", "jump", "leap"]


class Leg(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One stretch of a move: to where, and how it is covered."""

    to: Point
    by: LegKind = "walk"


Way = Annotated[tuple[Leg, ...], msgspec.Meta(max_length=64)]
"""A way on foot: no move of a turn needs more legs, and every leg costs time to look at."""


class Split(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Some of a warrior's attacks: with which weapon, at whom, how many (P-CMB-10)."""

    weapon: str
    target: str
    attacks: int


class Order(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="order",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """The base of every order; never sent as such."""

    side: str
    source: Source = "player"


class Deploy(Order, frozen=True, kw_only=True, tag="deploy"):
    """Put a warrior on the table before the battle, inside its side's zone; one who has taken the
    way below, as his side's first turn ends."""

    warrior: str
    at: Point
    facing: int | None = None


class Descend(Order, frozen=True, kw_only=True, tag="descend"):
    """Let a warrior take the way below the city instead of deploying (campaign.exploration).

    He comes up at the end of his side's first turn: a `deploy` then, by itself where none is given.
    """

    warrior: str


class EndPhase(Order, frozen=True, kw_only=True, tag="end_phase"):
    """End the phase: what it does unasked happens now, then the next phase opens (P-TRN-01).

    With `through` the phases after it end as well, up to and including the one named; the run
    stops where somebody has to decide or the battle ends.
    """

    through: PhaseName | None = None


class Rout(Order, frozen=True, kw_only=True, tag="rout"):
    """Give the battle up of one's own will (P-LEA-06)."""


class StayDown(Order, frozen=True, kw_only=True, tag="stay_down"):
    """A knocked down warrior won't stand up in this recovery phase (P-REC-09)."""

    warrior: str


class Charge(Order, frozen=True, kw_only=True, tag="charge"):
    """Declare a charge and carry it out (P-CHG-01). The first target is the main one."""

    warrior: str
    targets: tuple[str, ...]
    path: Way = ()


class Move(Order, frozen=True, kw_only=True, tag="move"):
    """Walk, run or crawl along `legs`; `facing` in degrees where the player sets it.

    `break_off`: out of a fight, by a skill; whoever succeeds may act as usual afterwards.
    """

    warrior: str
    mode: MoveMode
    legs: Way
    hide: bool = False
    facing: int | None = None


class Shoot(Order, frozen=True, kw_only=True, tag="shoot"):
    """Shoot a missile weapon at a target (P-SHO-01).

    `double`: one of two shots, where the weapon may fire twice; each is an order of its own, so
    that the first is resolved before the second names its target (P-SHO-02).
    """

    warrior: str
    weapon: str
    target: str
    double: bool = False


class Cast(Order, frozen=True, kw_only=True, tag="cast"):
    """Cast a spell or say a prayer (P-MAG-07); everything is named before the dice (P-MAG-08).

    `targets`: warriors or a building; `point`: a place (a landing, a circle, a free direction);
    both left out: around the caster. `choice`: what some spells let one choose.
    """

    warrior: str
    spell: str
    targets: tuple[str, ...] = ()
    point: Point | None = None
    choice: str = ""


class Command(Order, frozen=True, kw_only=True, tag="command"):
    """Order beforehand what a seduced enemy does in its own side's next turn (P-CHA-SLA)."""

    warrior: str
    orders: Annotated[tuple[Charge | Move | Shoot, ...], msgspec.Meta(max_length=4)]


class Strike(Order, frozen=True, kw_only=True, tag="strike"):
    """Say before the blows how a warrior splits its attacks (P-CMB-10)."""

    warrior: str
    splits: tuple[Split, ...]


class Use(Order, frozen=True, kw_only=True, tag="use"):
    """Put to use what works once a battle: a horn as the turn starts, luck at any time of it, a
    scroll before the casting roll, a potion as the first turn starts; and what works every turn: a
    leap before one moves, a taunt instead of a shot."""

    warrior: str
    item: str


Parrying = Literal["always", "once", "never"]
Preference = Literal["parting", "edge", "equal", "crush", "quarry"]


class Guard(Order, frozen=True, kw_only=True, tag="guard"):
    """How a warrior parries from now on (P-PAR-01): always, `once` (without the second throw of
    P-PAR-08), never."""

    warrior: str
    parry: Parrying


class Prefer(Order, frozen=True, kw_only=True, tag="prefer"):
    """What a warrior does from now on where nobody is asked (P-CMB-19, P-LEA-13, P-PAR-06).

    `parting`: the weapon of its blow at one who flees; `edge`: where it flees to if several are as
    near; `equal`: which of several equally high hits it parries; `crush`: whether it crushes whom
    all its blows have hit (a bear's hug); `quarry`: the enemy Hero whom it is after, once a battle.
    """

    warrior: str
    what: Preference
    choice: str


class Answer(Order, frozen=True, kw_only=True, tag="answer"):
    """Answer a pending decision: its kind (or its id) and one of its options."""

    decision: str
    choice: str


class ProfileChanges(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Characteristics that the GM sets; those left out stay."""

    M: Length | None = None
    WS: int | None = None
    BS: int | None = None
    S: int | None = None
    T: int | None = None
    W: int | None = None
    I: int | None = None  # noqa: E741 - the game's own name
    A: int | None = None
    Ld: int | None = None


class Adjustment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What the GM changes about a warrior; a field left out stays as it is."""

    at: Point | None = None
    facing: int | None = None
    status: Literal["standing", "knocked_down", "stunned", "out_of_action"] | None = None
    wounds: int | None = None
    hidden: bool | None = None
    fleeing: bool | None = None
    profile: ProfileChanges | None = None


class GmAdjust(Order, frozen=True, kw_only=True, tag="gm_adjust"):
    """The GM changes a warrior, with a reason that stands in the log."""

    warrior: str
    changes: Adjustment
    reason: str


class GmTerrain(Order, frozen=True, kw_only=True, tag="gm_terrain"):
    """The GM changes the table, with a reason that stands in the log.

    `remove`: ids of pieces; `put`: pieces that come, each instead of one with its id, if any.
    """

    reason: str
    remove: tuple[str, ...] = ()
    put: tuple[Terrain, ...] = ()


class AgreeDraw(Order, frozen=True, kw_only=True, tag="agree_draw"):
    """End the battle as a draw, which all who still play have agreed to.

    Only the server gives it: it knows who has agreed.
    """


class GmEndBattle(Order, frozen=True, kw_only=True, tag="gm_end_battle"):
    """The GM ends the battle; `winner` None is a draw."""

    reason: str
    winner: str | None = None


AnyOrder = (
    Deploy
    | Descend
    | EndPhase
    | Rout
    | StayDown
    | Charge
    | Move
    | Shoot
    | Cast
    | Command
    | Strike
    | Use
    | Guard
    | Prefer
    | Answer
    | GmAdjust
    | GmTerrain
    | GmEndBattle
    | AgreeDraw
)


def kind_of(order: Order) -> str:
    """The tag of an order: "charge", "end_phase" ..."""
    tag = type(order).__struct_config__.tag
    assert isinstance(tag, str)
    return tag


__all__ = [
    "Adjustment",
    "AgreeDraw",
    "Answer",
    "AnyOrder",
    "Cast",
    "Charge",
    "Command",
    "Deploy",
    "Descend",
    "EndPhase",
    "GmAdjust",
    "GmEndBattle",
    "GmTerrain",
    "Guard",
    "Leg",
    "LegKind",
    "Length",
    "Move",
    "MoveMode",
    "Order",
    "PhaseName",
    "ProfileChanges",
    "Rout",
    "Shoot",
    "Source",
    "Split",
    "StayDown",
    "Strike",
    "Use",
    "kind_of",
]
