"""What fighters carry, know and are: rows of the catalogue as frozen structs.

Ids are snake_case English, names and texts in both languages.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.catalogue.hooks import Effect
from rules.words import Words

Acts = Literal["battle", "outside", "field", "gm"]
"""Where a row acts: by its effects in a battle; outside battles; through a number of the row that
carries it; or by the game master's hand, where no hook says it."""

Group = Literal["close", "missile", "blackpowder"]


class WeaponRule(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rule of a weapon with the weapon's own parameters."""

    id: str
    params: dict[str, Any] = {}


class Rule(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a weapon rule is."""

    id: str
    name: Words
    text: Words
    params: tuple[str, ...] = ()
    acts: Acts
    effects: tuple[Effect, ...] = ()


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A weapon. One of `strength_user` (added to its bearer's) and `strength_fixed` is set.

    `save_mod` comes on top of what the Strength does to the save (0 or less), `save_mod_total`
    stands instead of it (P-ARM-06); `enemy_save` improves the target's save, 6+ if it has none.
    `critical` is its table where criticals go by weapon (C-CRT-02). `effects` are those of its
    rules, with this weapon's parameters. Ranges are native. A weapon made better names its `base`
    and its `material` (`gromril_weapon`).
    """

    id: str
    name: Words
    group: Group
    critical: str
    strength_user: int | None = None
    strength_fixed: int | None = None
    hands: int
    range_cm: int = 0
    range_um: int = 0
    save_mod: int = 0
    save_mod_total: int | None = None
    enemy_save: int = 0
    rules: tuple[WeaponRule, ...] = ()
    effects: tuple[Effect, ...] = ()
    price: str
    price_for: str = ""
    brace_of: str = ""
    upgrade: bool = False
    first_free: bool = False
    tradeable: bool = True
    rarity: int
    only: tuple[str, ...] = ()
    origin: str
    base: str = ""
    material: str = ""

    def range(self, unit: str) -> int:
        """Greatest range in the ruleset's unit (`cm` or `UM`); 0 = close combat only."""
        return self.range_cm if unit == "cm" else self.range_um

    def has_rule(self, id: str) -> bool:
        return any(rule.id == id for rule in self.rules)


class Armour(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A piece of armour. `save`: the D6 needed (0 = none by itself); the ruleset's switch
    armour.table goes first. `rulesets` empty = all.
    """

    id: str
    name: Words
    slot: Literal["body", "shield", "head", "mount", "cover", "cloak"]
    save: int
    save_bonus: int = 0
    text: Words | None = None
    needs_hand: bool = False
    bars_casting: bool = False
    mount_only: tuple[str, ...] = ()
    combines_with: tuple[str, ...] = ()
    sellable: bool = True
    heroes_only: bool = False
    price: str
    rarity: int
    only: tuple[str, ...] = ()
    rulesets: tuple[str, ...] = ()
    origin: str
    effects: tuple[Effect, ...] = ()


class Equipment(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Anything else that is carried, drunk, ridden or led. `hunted`: once the warband is founded a
    hero gets it for its price and a D6 of his Strength or less, or not at all."""

    id: str
    name: Words
    text: Words
    kind: Literal["misc", "poison", "drug", "animal", "vehicle"]
    uses: Literal["permanent", "battle", "once", "once_per_battle"]
    acts: Acts
    effects: tuple[Effect, ...] = ()
    price: str
    rarity: int
    rarity_for: dict[str, int] = {}
    only: tuple[str, ...] = ()
    not_for: tuple[str, ...] = ()
    heroes_only: bool = True
    scope: Literal["bearer", "warband"] = "bearer"
    stacks: bool = True
    at_creation: bool = True
    tradeable: bool = True
    creature: str = ""
    hunted: bool = False
    after_battle: dict[str, Any] = {}
    on_purchase: dict[str, Any] = {}
    origin: str


class SkillList(msgspec.Struct, frozen=True):
    """A list of skills. `special_of`: the warbands (or hired swords) that call it special."""

    id: str
    name: Words
    special_of: tuple[str, ...] = ()


class Skill(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A skill. `lists`: where it stands; `fighters`, `not_for`: who may and may not take it."""

    id: str
    name: Words
    text: Words
    lists: tuple[str, ...]
    acts: Acts
    effects: tuple[Effect, ...] = ()
    leader_only: bool = False
    casters_only: bool = False
    fighters: tuple[str, ...] = ()
    not_for: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    most: int | None = None


class Trait(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A special rule of fighters or warbands. `cost`: a mutation or blessing that is bought.

    `rules` are the ledger IDs behind it, `params` what a set-up may say with it.
    """

    id: str
    name: Words
    text: Words
    scope: Literal["fighter", "warband", "mutation"]
    rules: tuple[str, ...] = ()
    params: tuple[str, ...] = ()
    acts: Acts
    effects: tuple[Effect, ...] = ()
    cost: int | None = None
