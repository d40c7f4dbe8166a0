"""Two warriors face to face on an empty table, with what they have been ordered."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ..battle.apply import initial
from ..battle.marks import QUARRY, WILL
from ..battle.quarry import quarry_of
from ..battle.queries import profile
from ..battle.state import Setup, SideSetup, State, Warrior, WarriorSetup
from ..battle.will import tested
from ..board import Board
from ..catalogue import PinnedCatalogue
from ..ruleset import Ruleset

MOST = {"W": 6, "A": 10}
"""Above these the chain of a duel grows beyond what anybody would wait for."""


class Told(NamedTuple):
    """What somebody has been ordered, and what the battle has made of him.

    How he parries (`Warrior.parrying`), which of equal hits, whether he crushes; whether he is
    after the other, has been down, has been driven into a frenzy; which weapons are broken; how
    often his will has been tried.
    """

    parry: str = ""
    equal: str = ""
    crush: str = ""
    hunts: bool = False
    been_down: bool = False
    frenzy: bool = False
    broken: tuple[str, ...] = ()
    tests: int = 0


Both = tuple[Told, Told]

AS_ONE_MAY: Both = (Told(), Told())


def duel_key(catalogue: PinnedCatalogue, w: WarriorSetup, told: Told) -> bytes:
    """All of a warrior that matters in a duel."""
    return msgspec.json.encode([_bare(w), told, _rows(catalogue, w)])


def ordered(state: State, a: str, b: str) -> Both:
    """What two warriors of a battle have been ordered, and what it has made of them."""
    return _told(state.warriors[a], b), _told(state.warriors[b], a)


def _told(w: Warrior, foe: str) -> Told:
    return Told(
        w.parrying,
        w.prefers.get("equal", ""),
        w.prefers.get("crush", ""),
        quarry_of(w) == foe,
        w.been_down,
        "frenzy" in w.gained,
        w.broken,
        tested(w),
    )


def as_now(state: State, id: str) -> WarriorSetup:
    """A warrior of a battle with the profile and the Wounds that it has left."""
    wounds = state.warriors[id].wounds
    return replace(state.setup.by_id[id], profile=profile(state, id), wounds=wounds)


def bounded(w: WarriorSetup) -> WarriorSetup:
    """Him with no more Wounds and Attacks than a duel is reckoned with."""
    limited = replace(
        w.profile, **{name: min(getattr(w.profile, name), n) for name, n in MOST.items()}
    )
    wounds = w.wounds if w.wounds is None else min(w.wounds, MOST["W"])
    return replace(w, profile=limited, wounds=wounds)


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
    told: Both = AS_ONE_MAY,
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
    warriors = state.warriors
    both = {
        "a": _as_told(warriors["a"], told[0], "b"),
        "b": _as_told(warriors["b"], told[1], "a"),
    }
    return replace(state, warriors=both)


def _as_told(w: Warrior, told: Told, foe: str) -> Warrior:
    prefers = {"crush": told.crush, "equal": told.equal}
    tests = [f"{WILL}{told.tests}"] if told.tests else []
    gained = (*(["frenzy"] * told.frenzy), *([f"{QUARRY}{foe}"] * told.hunts), *tests)
    return replace(
        w,
        parrying=told.parry,
        prefers={what: way for what, way in prefers.items() if way},
        gained=gained,
        been_down=told.been_down,
        broken=told.broken,
    )
