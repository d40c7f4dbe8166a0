"""A weapon (or what serves as one) in a warrior's hand, with all that was settled beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from .powers import Power


class Throw(msgspec.Struct, frozen=True, kw_only=True):
    """What a thrown item does besides, or (`harmless`) instead of, wounding.

    `effect`: netted, entangled; `resist` the characteristic that avoids it, `free_on` the face
    that ends it. `hits` as dice; `sure`: they wound by themselves. Those within `within` (1/100
    mm) of the target take a hit of `around_strength`. `backfires` on a natural 1: "thrower" (it
    goes off in his hands), "hit" (he takes one of `own_strength`). `against`: nobody else minds.
    """

    effect: str = ""
    resist: str = ""
    free_on: int = 0
    hits: str = "1"
    harmless: bool = False
    sure: bool = False
    within: int = 0
    around_strength: int = 0
    backfires: str = ""
    own_strength: int = 0
    against: tuple[str, ...] = ()


class Arm(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """A weapon in a hand.

    `save` is added to the needed save (an axe: 1), `save_total` replaces what the Strength does
    as well, `enemy_save` improves the enemy's save (a dagger: 1). `first`: "", "first_round" or
    "always". `injuries`: another injury table, the lowest result of each status, rising
    (`concussive`: by the rule that hard heads ignore). `shots`: how many it may fire a turn, each
    at `second_shot` (`second_reach` "half": not beyond half range; `second_still`: only unmoved).
    `blasts` are its attacks in the first round of a combat.

    `extra`: an attack of its own (jaws, a tail), so many, beside those of the hands; `order` says
    when it falls ("before" all, "first", "last", "" with the others), `when` asks more of the
    moment. `option`: instead of all other attacks on a charge; `on_hit` what a hit then does,
    unless a test of `resist` avoids it; `sure`: it needs no die to hit. `of` is the weapon that it
    is made with, where it has another id; `weak_fixed` its Strength against the immune to poison.
    `on` are the powers that act for it now and then, by hook; `memo` keeps what has been worked
    out.
    """

    id: str
    of: str = ""
    close: bool
    missile: bool
    hands: int
    words: frozenset[str] = frozenset()
    strength_user: int = 0
    strength_fixed: int | None = None
    weak_fixed: int | None = None
    save: int = 0
    save_total: int | None = None
    no_save: bool = False
    enemy_save: int = 0
    range: int = 0
    parries: bool = False
    parry_again: bool = False
    breaks_on: int = 0
    unparried: str = ""
    first: str = ""
    last: bool = False
    heavy: bool = False
    initiative: int = 0
    alone: bool = False
    only: bool = False
    bars_shield: bool = False
    bars_buckler: bool = False
    unarmed: bool = False
    attacks: int = 0
    most_attacks: int | None = None
    need: int | None = None
    to_hit: int = 0
    critical: bool = True
    critical_from: int = 6
    injuries: tuple[tuple[int, str], ...] | None = None
    concussive: bool = False
    wounds: str = ""
    ignores: frozenset[str] = frozenset()
    fire_after_move: bool = True
    reload: int = 0
    shots: int = 1
    second_shot: int | None = None
    second_reach: str = ""
    second_still: bool = False
    split_shots: bool = False
    once: bool = False
    hits: int = 1
    blasts: int = 0
    blast_strength: int = 0
    blast_save: int | None = None
    free_target: bool = False
    strip: tuple[int, int] | None = None
    throw: Throw | None = None
    extra: int = 0
    order: str = ""
    when: tuple[str, ...] = ()
    uses: str = "WS"
    option: bool = False
    on_hit: str = ""
    sure: bool = False
    resist: str = ""
    resist_mod: int = 0
    on: Mapping[str, tuple[Power, ...]] = {}
    memo: dict[Any, Any] | None = None

    @property
    def name(self) -> str:
        """The row of the catalogue that it is called after."""
        return self.of or self.id

    def has(self, hook: str) -> tuple[Power, ...]:
        """Its powers on a hook that act now and then."""
        return self.on.get(hook, ())


def in_melee(a: Arm) -> Arm:
    """A pistol as a close combat weapon: its own Strength, to hit with WS (P-CMB-04)."""
    return replace(
        a,
        close=True,
        strength_fixed=a.blast_strength,
        save_total=a.blast_save,
        ignores=frozenset(),
        memo={},
    )
