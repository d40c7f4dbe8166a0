"""Battles between two server players, without a database: for tests, figures and faults."""

from __future__ import annotations

from .armies import UnknownWarband, army
from .battles import Game, Record, battle_setup, play
from .faults import Violation

__all__ = ["Game", "Record", "UnknownWarband", "Violation", "army", "battle_setup", "play"]
