"""What stride.py reads of a warrior: a struct, in a module of its own (scripts/fast.py)."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from ..board.ground import Rates


class Stride(msgspec.Struct, frozen=True, eq=False):
    """`mount`: M of what it rides. `added` and `factor` change M, `run` and `charge` the multiples
    of it (0: never); `dice` are added to a charge by the row `dice_of`. `free_in`: grounds that
    don't slow it. `by` are the rows behind all that.
    """

    mount: int | None = None
    added: int = 0
    factor: Fraction = Fraction(1)
    run: int = 2
    charge: int = 2
    dice: str = ""
    dice_of: str = ""
    unseen: bool = False
    free_in: frozenset[str] = frozenset()
    by: tuple[str, ...] = ()
    rates: dict[int, Rates] = {}
