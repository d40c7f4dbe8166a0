"""A warband as it stands between battles: frozen structs, changed only by making new ones."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.catalogue.lists import HIRED

LONGEST_NAME = 80
CHARACTERISTICS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")
Fate = Literal["active", "dead", "retired", "captured", "sold", "dismissed"]


class Lasting(msgspec.Struct, frozen=True, omit_defaults=True):
    """A lasting effect.

    `characteristic`: `name` changes by `value` (M in the unit of the ruleset); `rule`: the fighter
    has the special rule `name` with `params`; `skill_list`: he may learn from the list `name`;
    `maximum`: his greatest `name` is higher by `value`;
    `eased`: the spell `name` is easier by `value` for good; `god`: he worships `name`.
    """

    kind: Literal["characteristic", "rule", "skill_list", "maximum", "eased", "god"]
    name: str
    value: int = 0
    params: dict[str, Any] = {}


class Injury(msgspec.Struct, frozen=True, omit_defaults=True):
    """A serious injury: its row in the table, the battle that gave it, what it left behind."""

    row: str
    battle: str = ""
    effects: tuple[Lasting, ...] = ()


class Advance(msgspec.Struct, frozen=True, omit_defaults=True):
    """An advance. `threshold`: the experience that gave it.

    `result` is `characteristic`, `skill`, `lads_got_talent` or `none` (nothing left to gain);
    `taken` what it became: a characteristic, a skill, a spell. Until then it is pending, and
    `options` are what it may become (for `skill`: skill lists, and `spell` for a wizard).
    """

    threshold: int
    result: Literal["characteristic", "skill", "lads_got_talent", "none"]
    dice: tuple[int, ...] = ()
    options: tuple[str, ...] = ()
    taken: str = ""
    battle: str = ""

    @property
    def pending(self) -> bool:
        return not self.taken and self.result != "none"


class Kit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kit that was bought whole: its id on the list and what came with it."""

    id: str
    items: tuple[str, ...]


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a warband has which is no gold, no gear and no fighter."""

    id: str
    battle: str = ""
    data: dict[str, Any] = {}


class Fighter(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A hero, or a group of henchmen who all carry the same.

    `type` is a fighter of the warband's catalogue entry. `members` are the numbers of those who
    are left, never given twice; a hero is member 1. `equipment` counts pieces a member.
    `misses`: battles that it has to sit out. `mutations` are in the order in which they were
    bought. `kit` stays only while it is whole. `gifts` are lasting effects that are no injury.
    """

    key: str
    name: str
    type: str
    hero: bool
    leader: bool = False
    members: tuple[int, ...] = (1,)
    next_member: int = 2
    equipment: dict[str, int] = {}
    skills: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    experience: int = 0
    injuries: tuple[Injury, ...] = ()
    advances: tuple[Advance, ...] = ()
    misses: int = 0
    fate: Fate = "active"
    mutations: tuple[str, ...] = ()
    kit: Kit | None = None
    gifts: tuple[Lasting, ...] = ()

    @property
    def active(self) -> bool:
        return self.fate == "active"

    @property
    def size(self) -> int:
        return len(self.members)

    @property
    def hired(self) -> bool:
        """A hired sword: he counts for the rating, not for the size of the warband."""
        return self.type.startswith(HIRED)

    @property
    def effects(self) -> tuple[Lasting, ...]:
        return (*(effect for injury in self.injuries for effect in injury.effects), *self.gifts)

    def has_rule(self, rule: str) -> bool:
        """Whether an injury has left it this special rule."""
        return any(effect.kind == "rule" and effect.name == rule for effect in self.effects)

    def warrior_ids(self) -> tuple[str, ...]:
        """What its members are called in a battle: its key, for a group with their numbers."""
        if self.hero or self.hired:
            return (self.key,)
        return tuple(member_id(self.key, number) for number in self.members)


class Roster(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A warband: its kind (`type`, a catalogue id), its gold, its stash and its fighters.

    Fighters who are dead, gone or captured stay in the list with their `fate`. `house_rules`: the
    overlay of its campaign, by which it is bought for and rated (rules/catalogue/house.py).
    """

    id: str
    name: str
    type: str
    ruleset: str = "partida"
    budget: int = 0
    treasury: int = 0
    wyrdstone: int = 0
    stash: dict[str, int] = {}
    fighters: tuple[Fighter, ...] = ()
    finds: tuple[Note, ...] = ()
    house_rules: dict[str, Any] = {}

    @property
    def active(self) -> tuple[Fighter, ...]:
        return tuple(fighter for fighter in self.fighters if fighter.active)

    @property
    def belonging(self) -> tuple[Fighter, ...]:
        """The active and those whom others hold: a prisoner keeps his place in the warband."""
        return tuple(f for f in self.fighters if f.fate in ("active", "captured"))

    @property
    def heroes(self) -> tuple[Fighter, ...]:
        return tuple(fighter for fighter in self.active if fighter.hero)

    @property
    def leader(self) -> Fighter | None:
        return next((fighter for fighter in self.active if fighter.leader), None)

    @property
    def size(self) -> int:
        """Warriors in the warband, each member of a group one, hired swords aside."""
        return sum(fighter.size for fighter in self.active if not fighter.hired)

    def fighter(self, key: str) -> Fighter:
        """Raises KeyError for a key that isn't in the roster."""
        for fighter in self.fighters:
            if fighter.key == key:
                return fighter
        raise KeyError(key)

    def with_fighter(self, fighter: Fighter) -> Roster:
        """The roster with the fighter of that key replaced, or added at the end."""
        if all(old.key != fighter.key for old in self.fighters):
            return msgspec.structs.replace(self, fighters=(*self.fighters, fighter))
        fighters = tuple(fighter if old.key == fighter.key else old for old in self.fighters)
        return msgspec.structs.replace(self, fighters=fighters)


def member_id(key: str, number: int) -> str:
    """The id of a group's member in battles."""
    return f"{key}.{number}"


def companion_of(roster: Roster, warrior: str) -> tuple[Fighter, str] | None:
    """Whose animal a warrior of a battle was, and which piece of his gear; None for all others."""
    for fighter in roster.fighters:
        for id in fighter.warrior_ids():
            item, _, number = warrior.removeprefix(f"{id}-").rpartition("-")
            if number.isdigit() and warrior.startswith(f"{id}-") and item in fighter.equipment:
                return fighter, item
    return None


def name_apart(group: str, number: int) -> str:
    """What one who leaves his group is called: "Ratas 3". Never longer than a name may be."""
    ending = f" {number}"
    return f"{group[: LONGEST_NAME - len(ending)].rstrip()}{ending}"


def fighter_key(warrior: str) -> str:
    """The fighter that a warrior of a battle belongs to."""
    return warrior.partition(".")[0]


def member_number(warrior: str) -> int:
    """The member that a warrior of a battle is; a hero is his own first."""
    number = warrior.partition(".")[2]
    return int(number) if number else 1
