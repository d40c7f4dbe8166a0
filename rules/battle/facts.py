"""What a blow or shot depends on besides the set-up: the key under which it is remembered.

Numbers worked out once hold as long as nothing of this changes. Every field of a warrior counts
unless it is named here as one that no stack asks for; new fields count by themselves.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from .arms import kit_of
from .queries import contacts
from .state import FLEETING, IDLE, Setup, State, Warrior

_steady = attrgetter(
    "id", *(name for name in Warrior.__struct_fields__ if name not in IDLE | FLEETING)
)


class Stance:
    """All of one warrior that counts, as one thing: the same object for the same values."""

    __slots__ = ()


def stance(setup: Setup, w: Warrior) -> Stance:
    """A warrior's stance; remembered on the warrior, which is another one after every change.

    Found in two steps: what seldom changes makes one thing of its own, which outlives the rest.
    """
    kept = w.__dict__
    found: Stance | None = kept.get("stance")
    if found is None:
        known: dict[Any, Stance] = setup.__dict__.setdefault("_stances", {})
        steady = kept.get("steady")
        if steady is None:
            steady = kept["steady"] = known.setdefault(_steady(w), Stance())
        now = steady, w.status, w.marks, w.brief, w.blows, w.rounds == 0
        found = known.get(now)
        if found is None:
            found = known[now] = Stance()
        kept["stance"] = found
    return found


def key(state: State, me: str, foe: str, *, placed: bool = False) -> tuple[Any, ...]:
    """The key for `me` against `foe`; `placed` where it matters on what ground they stand."""
    a, b, setup = state.warriors[me], state.warriors[foe], state.setup
    if placed:
        return stance(setup, a), stance(setup, b), state.active, a.at, b.at
    return stance(setup, a), stance(setup, b), state.active


def about(state: State, id: str, foes: tuple[str, ...]) -> tuple[Any, ...]:
    """The key for a warrior among all its opponents, the ground included where it matters."""
    warriors, setup, touching = state.warriors, state.setup, contacts(state)
    found: list[Any] = [state.active, stance(setup, warriors[id])]
    for foe in foes:
        found.append(stance(setup, warriors[foe]))
        found.append(touching.get(foe))
    if any_placed(setup):
        found += [warriors[one].at for one in (id, *foes)]
    return tuple(found)


def melee(state: State) -> tuple[Any, ...]:
    """The key for everybody who is in contact with an enemy."""
    warriors, setup = state.warriors, state.setup
    placed = any_placed(setup)
    found: list[Any] = [state.active]
    for id, touched in contacts(state).items():
        w = warriors[id]
        found += (stance(setup, w), w.side, touched)
        if placed:
            found.append(w.at)
    return tuple(found)


def any_placed(setup: Setup) -> bool:
    """Whether the ground under anybody matters in this battle."""
    found: bool | None = setup.__dict__.get("_placed")
    if found is None:
        found = setup.__dict__["_placed"] = any(kit_of(setup, w.id).placed for w in setup.warriors)
    return found


def is_plain(state: State) -> bool:
    """Whether numbers may be remembered: not while spells are at work, which come and go."""
    return not state.effects
