"""What a blow or shot depends on besides the set-up: the key under which it is remembered.

Numbers worked out once hold as long as nothing of this changes. Every field of a warrior counts
unless it is named here as one that no stack asks for; new fields count by themselves.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from .state import State, Warrior

IDLE = frozenset({"id", "side", "at", "facing", "wounds", "bout", "rounds", "fired"})
"""Fields of a warrior that change no number of a stack (`rounds` only as none or some)."""

_of = attrgetter(*(name for name in Warrior.__struct_fields__ if name not in IDLE))


def key(state: State, me: str, foe: str, *, placed: bool = False) -> tuple[Any, ...]:
    """The key for `me` against `foe`; `placed` where it matters on what ground they stand."""
    a, b = state.warriors[me], state.warriors[foe]
    found = (foe, _of(a), a.rounds == 0, _of(b), b.rounds == 0, state.active)
    return (*found, a.at, b.at) if placed else found


def is_plain(state: State) -> bool:
    """Whether numbers may be remembered: not while spells are at work, which come and go."""
    return not getattr(state, "effects", ())
