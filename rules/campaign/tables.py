"""The campaign tables that an aftermath uses, pinned when it begins."""

from __future__ import annotations

from typing import Any

import msgspec

Do = tuple[dict[str, Any], ...]
"""Operations of a table row, in order: {"op": "characteristic", "name": "M", "mod": -1} ..."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A row of a table: the rolls from `low` to `high` (a D66 row may list its faces instead)."""

    low: int
    high: int
    id: str = ""
    do: Do = ()
    faces: tuple[int, ...] = ()

    def holds(self, roll: int) -> bool:
        return roll in self.faces if self.faces else self.low <= roll <= self.high


class AdvanceRow(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A row of an advance table, by what it gives.

    `skill`, `lads_got_talent`, one of `characteristics` by the player's choice (`choose`), or
    by a D6 that is read in equal bands (1-3, 4-6).
    """

    low: int
    high: int
    result: str = "characteristic"
    characteristics: tuple[str, ...] = ()
    choose: bool = False

    def holds(self, roll: int) -> bool:
        return self.low <= roll <= self.high


class FighterFacts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What an aftermath needs to know of a kind of fighter.

    `profile` and `maximum` by characteristic, M in the ruleset's unit. No maximum (None) means
    that none is known, which is not the same as having nothing left to gain.
    """

    profile: dict[str, int]
    maximum: dict[str, int] | None = None
    skill_lists: tuple[str, ...] = ()
    wizard: bool = False
    earns_experience: bool = True


class Underdog(msgspec.Struct, frozen=True, omit_defaults=True):
    """The bonus for a warband that is rated lower by `low` or more."""

    low: int
    xp: int


class CaptiveOption(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What captors may do with a prisoner; `by` names the kinds of warband that may."""

    id: str
    by: tuple[str, ...] = ()
    gold: str = ""
    frees: bool = False
    not_automated: str = ""


class PitFight(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a fight in the pits brings; a loser rolls for his injury up to `lose_limit`."""

    win_gold: int
    win_xp: int
    lose_limit: int


class Tables(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """All tables of an aftermath, with the facts of the kinds of fighter in the roster."""

    serious_injuries: tuple[Row, ...]
    henchman_injury: tuple[Row, ...]
    awards: dict[str, int]
    underdog: tuple[Underdog, ...]
    hero_thresholds: tuple[int, ...]
    henchman_thresholds: tuple[int, ...]
    hero_max: int
    henchman_max: int
    hero_advances: tuple[AdvanceRow, ...]
    henchman_advances: tuple[AdvanceRow, ...]
    henchman_gain_limit: int
    max_heroes: int
    captive: tuple[CaptiveOption, ...]
    pit_fight: PitFight
    fighters: dict[str, FighterFacts]
