"""What nature.py reads of a warrior: a struct, in a module of its own (scripts/fast.py)."""

from __future__ import annotations

import msgspec

from ..catalogue import Effect


class Nature(msgspec.Struct, frozen=True, eq=False):
    """`gains` as the traits name them; `immune` to what; `hates` kinds, sides or warriors.

    `at_times` are the effects of psychology that hold only now and then.
    """

    gains: frozenset[str] = frozenset()
    immune: frozenset[str] = frozenset()
    hates: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    at_times: tuple[Effect, ...] = ()

    @property
    def causes_fear(self) -> bool:
        return "causes_fear" in self.gains
