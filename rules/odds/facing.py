"""Two warriors face to face on an empty table, with what they have been ordered."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ..battle.apply import initial
from ..battle.queries import profile
from ..battle.state import Setup, SideSetup, State, Warrior, WarriorSetup
from ..board import Board
from ..catalogue import PinnedCatalogue
from ..ruleset import Ruleset


class Parrying(NamedTuple):
    """How somebody has been ordered to parry (`Warrior.parrying`), and which of equal hits."""

    how: str = ""
    equal: str = ""


Both = tuple[Parrying, Parrying]

AS_ONE_MAY: Both = (Parrying(), Parrying())


def duel_key(catalogue: PinnedCatalogue, w: WarriorSetup, parrying: Parrying) -> bytes:
    """All of a warrior that matters in a duel."""
    return msgspec.json.encode([_bare(w), parrying, _rows(catalogue, w)])


def ordered(state: State, a: str, b: str) -> Both:
    """How two warriors of a battle have been ordered to parry."""
    one, other = (state.warriors[id] for id in (a, b))
    return _told(one), _told(other)


def _told(w: Warrior) -> Parrying:
    return Parrying(w.parrying, w.prefers.get("equal", ""))


def as_now(state: State, id: str) -> WarriorSetup:
    """A warrior of a battle with the profile and the Wounds that it has left."""
    wounds = state.warriors[id].wounds
    return replace(state.setup.by_id[id], profile=profile(state, id), wounds=wounds)


def _bare(w: WarriorSetup) -> WarriorSetup:
    """What matters in a duel: neither name nor place."""
    return replace(
        w, id="", name="", side="", at=None, facing=None, status="standing", marks=(), kind=""
    )


def _rows(catalogue: PinnedCatalogue, w: WarriorSetup) -> list[object]:
    weapons = [catalogue.weapons[id] for id in w.weapons]
    return [*weapons, *(catalogue.armour[id] for id in w.armour)]


def facing_off(
    ruleset: Ruleset,
    catalogue: PinnedCatalogue,
    a: WarriorSetup,
    b: WarriorSetup,
    parrying: Both = AS_ONE_MAY,
) -> State:
    """Two warriors, called a and b, in contact on an empty table."""
    apart = a.base // 2 + b.base // 2
    placed = [
        replace(w, id=id, side=id, at=at, status="standing", marks=(), hidden=False, fleeing=False)
        for w, id, at in ((a, "a", (apart, apart, 0)), (b, "b", (2 * apart, apart, 0)))
    ]
    state = initial(
        Setup(
            ruleset=ruleset,
            catalogue=catalogue,
            board=Board(size=(4 * apart, 2 * apart)),
            sides=(SideSetup(id="a"), SideSetup(id="b")),
            warriors=tuple(placed),
            active="a",
            phase="combat",
        )
    )
    told = dict(zip(("a", "b"), parrying, strict=True))
    both = {id: _with_orders(w, told[id]) for id, w in state.warriors.items()}
    return replace(state, warriors=both)


def _with_orders(w: Warrior, told: Parrying) -> Warrior:
    prefers = {"equal": told.equal} if told.equal else {}
    return replace(w, parrying=told.how, prefers=prefers)
