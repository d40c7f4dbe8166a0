"""What agility.py reads of a warrior: a struct, in a module of its own (scripts/fast.py)."""

from __future__ import annotations

from fractions import Fraction

import msgspec


class Agility(msgspec.Struct, frozen=True, eq=False):
    """`climb` times M is the highest climb; `jump` the highest jump where it isn't the usual.

    `untested`: climbs without a test; `freely`: up and down as on the flat, in a run or a charge
    too. `jump_tests`: no more tests than these for any jump, where there is a limit. `mods`: by
    test, with the row behind each; `again`: failed tests of these kinds are thrown again once.
    """

    climb: Fraction = Fraction(1)
    untested: bool = False
    freely: bool = False
    jump: int | None = None
    jump_tests: int | None = None
    mods: tuple[tuple[str, str, int], ...] = ()
    again: tuple[tuple[str, str], ...] = ()
