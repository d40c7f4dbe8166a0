"""Fighters and the lists that they come from: warbands, hired swords, creatures."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.words import Words

HIRED = "hired:"
"""What the kind of a hired sword begins with among the fighters of a warband."""


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The nine characteristics; M in both units (0: it moves by dice)."""

    M: dict[str, int]
    WS: int
    BS: int
    S: int
    T: int
    W: int
    I: int  # noqa: E741 - the game's own name
    A: int
    Ld: int

    def native(self, unit: str) -> dict[str, int]:
        """The nine as a scenario file writes them, M in the ruleset's unit."""
        row: dict[str, int] = msgspec.structs.asdict(self)
        return {**row, "M": self.M["cm" if unit == "cm" else "um"]}


class ListItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """An item on an equipment list. `factor`: times the base weapon's cost; `only`: fighters.

    `pair_for`: the only fighters who may carry two of it; empty = anyone who may carry two.
    """

    item: str
    cost: int
    factor: int | None = None
    only: tuple[str, ...] = ()
    creation_only: bool = False
    pair_for: tuple[str, ...] = ()


class SpecialItem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a warband finds in the market on terms of its own. Price as dice; `only`: fighters;
    `creation_only`: sold while the warband is founded, and never after."""

    item: str
    price: str
    rarity: int
    factor: int | None = None
    only: tuple[str, ...] = ()
    most: int | None = None
    creation_only: bool = False


class Bundle(msgspec.Struct, frozen=True):
    """A kit that is bought whole; of each group of `choices` one set is taken besides."""

    id: str
    name: Words
    cost: int
    items: tuple[str, ...]
    choices: tuple[tuple[tuple[str, ...], ...], ...] = ()


class EquipmentList(msgspec.Struct, frozen=True, omit_defaults=True):
    """What some fighters of a warband may buy."""

    id: str
    name: Words
    items: tuple[ListItem, ...]
    bundles: tuple[Bundle, ...] = ()


class FighterType(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A kind of fighter of a warband. `most` None = no limit.

    `skills` are the lists that a Hero learns from, `knows` the skills and `spells` the number of
    spells or prayers that it starts with, `equipment` what it always has, `mutations` those of the
    warband's that it may buy. Hired swords also have `choices` (one set is carried besides
    `equipment`), a `rating` of their own, an `upkeep`, and may take the place of another kind
    (`replaces`). `counts`: as how many warriors one counts.
    """

    id: str
    name: Words
    kind: Literal["hero", "henchman"]
    leader: bool = False
    least: int = 0
    most: int | None = None
    cost: int
    experience: int = 0
    race: str
    profile: Profile
    equipment_list: str = ""
    equipment: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    knows: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    lore: str = ""
    prayers: str = ""
    spells: int = 0
    large: bool = False
    gains_experience: bool = True
    requires: tuple[str, ...] = ()
    movement_dice: dict[str, str] = {}
    base_mm: int = 25
    group_of_five: bool = True
    mutations: tuple[str, ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    rating: int | None = None
    upkeep: int = 0
    replaces: str = ""
    counts: int = 1

    @property
    def animal(self) -> bool:
        return "animal" in self.traits

    @property
    def is_hired(self) -> bool:
        """A hired sword: pays no part of the warband's size, earns his keep after each battle."""
        return self.id.startswith(HIRED)


class GroupLimit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A joint limit: `most` in all, or at most `per` for each of the fighters in `of`."""

    fighters: tuple[str, ...]
    most: int | None = None
    per: int | None = None
    of: tuple[str, ...] = ()


class Duty(msgspec.Struct, frozen=True, omit_defaults=True):
    """What everyone must carry: one of `items`, and at most `missile` missile weapons.

    Bound are all fighters with an equipment list but those in `exempt`.
    """

    items: tuple[str, ...]
    missile: int
    exempt: tuple[str, ...] = ()


class SkillSet(msgspec.Struct, frozen=True):
    """Skill lists by fighter, instead of their own: one such set is chosen at the founding."""

    id: str
    name: Words
    skills: dict[str, tuple[str, ...]]


class WarbandType(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A warband list. `maxima`: greatest characteristics by race, M in both units.

    `hired` are the hired swords who would serve it; the catalogue fills them in.
    """

    id: str
    name: Words
    race: str
    alignment: Literal["good", "neutral", "evil"]
    gold: int
    least: int
    most: int
    fighters: tuple[FighterType, ...]
    equipment_lists: tuple[EquipmentList, ...]
    traits: tuple[str, ...] = ()
    mutations: tuple[str, ...] = ()
    group_limits: tuple[GroupLimit, ...] = ()
    special_items: tuple[SpecialItem, ...] = ()
    maxima: dict[str, Profile] = {}
    duty: Duty | None = None
    skill_sets: tuple[SkillSet, ...] = ()
    hired: tuple[FighterType, ...] = ()

    def fighter(self, id: str) -> FighterType:
        """The fighter type of this id, hired swords included; KeyError if the list has none."""
        for fighter in (*self.fighters, *self.hired):
            if fighter.id == id:
                return fighter
        raise KeyError(id)

    def equipment_list(self, id: str) -> EquipmentList:
        for items in self.equipment_lists:
            if items.id == id:
                return items
        raise KeyError(id)


class HiredSword(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Somebody who fights for a fee. `choices`: one of these sets is carried besides `equipment`.

    `warbands` are those that may hire him; he learns from the lists in `skills`. `replaces`: the
    kind of fighter whose place he takes.
    """

    id: str
    name: Words
    race: str
    fee: int
    upkeep: int
    rating: int
    profile: Profile
    large: bool = False
    equipment: tuple[str, ...] = ()
    choices: tuple[tuple[str, ...], ...] = ()
    skills: tuple[str, ...] = ()
    knows: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    lore: str = ""
    prayers: str = ""
    spells: int = 0
    replaces: str = ""
    warbands: tuple[str, ...]
    base_mm: int = 25


class Creature(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A creature that is recruited, summoned or ridden."""

    id: str
    name: Words
    kind: Literal["animal", "monster", "undead", "daemon", "mount"]
    profile: Profile
    cost: int | None = None
    rarity: int | None = None
    large: bool = False
    traits: tuple[str, ...] = ()
    warbands: tuple[str, ...] = ()
    god: str = ""
    movement_dice: dict[str, str] = {}
    summoned_by: tuple[dict[str, Any], ...] = ()
    base_mm: int = 25


class Scenario(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A scenario. Zones, ends and counters are plain data (README.md)."""

    id: str
    number: int
    name: Words
    roles: Literal["none", "fewer_defend", "lower_rating_chooses"]
    first_turn: Literal["attacker", "roll", "roll_plus_leader_initiative"]
    deployment: tuple[dict[str, Any], ...]
    special: tuple[str, ...] = ()
    ends: tuple[dict[str, Any], ...]
    experience: tuple[dict[str, Any], ...] = ()
    wyrdstone: dict[str, Any] = {}
    counters: dict[str, Any] = {}
    objectives: dict[str, Any] = {}
    rout_tests: bool = True
    chest: tuple[dict[str, Any], ...] = ()
