"""What only cases of the time after a battle hold, field by field."""

from __future__ import annotations

from typing import Any, Literal

from .row import Row

Marking = Literal[
    "spared", "mutation", "infection", "summoner_rating", "awakening", "taken", "rot_caught"
]
"""What a battle may leave to be seen to of a fighter."""


class FighterRow(Row, frozen=True, kw_only=True):
    """A fighter of an aftermath. `members` counts a group; `out` are the members (1 for a hero)
    that went out of action, `by` whose hand it was; `absent`: he sat the battle out. `newcomer`: he
    finds his first spells before anything else. `marks`: what
    spells of the battle have left on him (a hero, or the first of a group). `used`: things that he
    put to use once; `addicted`: to this item, since an earlier battle.
    """

    key: str
    type: str
    name: str = ""
    hero: bool | None = None
    leader: bool | None = None
    members: int = 1
    experience: int | None = None
    equipment: dict[str, int] = {}
    skills: list[str] = []
    spells: list[str] = []
    god: str = ""
    addicted: str = ""
    newcomer: bool = False
    marks: list[Marking] = []
    injuries: list[InjuryRow] = []
    misses: int = 0
    out: list[int] = []
    by: str = ""
    absent: bool = False
    used: list[str] = []


class InjuryRow(Row, frozen=True, kw_only=True):
    """An injury of an earlier battle, by its lasting rules."""

    row: str
    rules: list[str] = []
    params: dict[str, Any] = {}


class WarbandRow(Row, frozen=True, kw_only=True):
    """A warband of an aftermath; the first is the one whose aftermath it is. A find is its `id`, or
    a table with what else belongs to it. `routed`: it lost by a failed rout test."""

    id: str
    type: str
    name: str = ""
    treasury: int = 0
    wyrdstone: int = 0
    rating: int = 100
    won: bool = False
    by_hand: bool = False
    routed: bool = False
    stash: dict[str, int] = {}
    finds: list[str | dict[str, Any]] = []
    fighters: list[FighterRow] = []


class FighterExpect(Row, frozen=True, kw_only=True):
    """`profile` are the numbers that the next battle uses, `traits` some of its special rules;
    `fights`: whether he is in it. `gained`: the advances of this aftermath, "" while pending.
    """

    fate: str | None = None
    hero: bool | None = None
    leader: bool | None = None
    members: int | None = None
    experience: int | None = None
    misses: int | None = None
    equipment: dict[str, int] | None = None
    skills: list[str] | None = None
    spells: list[str] | None = None
    eased: dict[str, int] | None = None
    lists: list[str] | None = None
    profile: dict[str, int] = {}
    traits: list[str] | None = None
    hates: list[str] | None = None
    fights: bool | None = None
    gained: list[str] | None = None


class WarbandExpect(Row, frozen=True, kw_only=True):
    treasury: int | None = None
    wyrdstone: int | None = None
    stash: dict[str, int] | None = None
    size: int | None = None
    rating: int | None = None
    finds: list[str] | None = None
    captors_gold: int | None = None
    captors_items: dict[str, int] | None = None
    captors_experience: int | None = None
