"""What a blow or shot depends on besides the set-up: the key under which it is remembered.

Numbers worked out once hold as long as nothing of this changes. Every field of a warrior counts
unless it is named here as one that no stack asks for; new fields count by themselves.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from .arms import kit_of
from .queries import engaged_with as engaged
from .state import Setup, State, Warrior

IDLE = frozenset({"id", "side", "at", "facing", "wounds", "bout", "rounds", "fired"})
"""Fields of a warrior that change no number of a stack (`rounds` only as none or some)."""

_of = attrgetter(*(name for name in Warrior.__struct_fields__ if name not in IDLE))


def key(state: State, me: str, foe: str, *, placed: bool = False) -> tuple[Any, ...]:
    """The key for `me` against `foe`; `placed` where it matters on what ground they stand."""
    a, b = state.warriors[me], state.warriors[foe]
    found = (foe, _of(a), a.rounds == 0, _of(b), b.rounds == 0, state.active)
    return (*found, a.at, b.at) if placed else found


def about(state: State, id: str, foes: tuple[str, ...]) -> tuple[Any, ...]:
    """The key for a warrior among all its opponents, the ground included where it matters."""
    warriors, setup = state.warriors, state.setup
    w = warriors[id]
    found: list[Any] = [id, _of(w), w.rounds == 0, state.active]
    for foe in foes:
        w = warriors[foe]
        found += (foe, _of(w), w.rounds == 0, engaged(state, foe))
    if _any_placed(setup):
        found += [warriors[one].at for one in (id, *foes)]
    return tuple(found)


def _any_placed(setup: Setup) -> bool:
    """Whether the ground under anybody matters in this battle."""
    found: bool | None = setup.__dict__.get("_placed")
    if found is None:
        found = setup.__dict__["_placed"] = any(kit_of(setup, w.id).placed for w in setup.warriors)
    return found


def is_plain(state: State) -> bool:
    """Whether numbers may be remembered: not while spells are at work, which come and go."""
    return not state.effects
