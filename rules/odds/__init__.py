"""Exact odds: how a blow, a shot or a whole duel may end. Fractions, no sampling.

Everything reads the same data as the engine's phases, so odds and play can't drift apart.
"""

from __future__ import annotations

from .duel import Duel
from .log import chance_to_pass
from .questions import blow, duel_between, duel_of, told_before
from .reckoning import Odds
from .shots import shot
from .unreckoned import at_hand

__all__ = [
    "Duel",
    "Odds",
    "at_hand",
    "blow",
    "chance_to_pass",
    "duel_between",
    "duel_of",
    "shot",
    "told_before",
]
