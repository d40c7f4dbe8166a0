"""The closed vocabulary of what spells do (partida-magic, 2.0): fifteen primitives as structs.

`do` is the tag. Every primitive says on whom it acts (`on`): the `targets` of the spell, its
`caster`, or all in an `area` around one of them. `only` and `spares` are kinds of warriors (trait,
kind of fighter or race; `fearless`: whoever takes no fear tests): a warrior it spares is simply
unaffected. Lengths are `{cm = a, um = b}`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Lengths = dict[str, int]
"""A length in both units: `{cm = 20, um = 8}`."""

Side = Literal["enemy", "ally", "any"]

Until = Literal[
    "battle_end",
    "caster_next_turn_start",
    "caster_next_shooting_start",
    "combat_phase_end",
    "enemy_turn_end",
    "target_next_combat_end",
    "caster_down",
    "caster_wounded",
    "caster_attempts_spell",
    "caster_attacks",
    "test_passed",
    "test_failed",
    "never",
]
"""When an effect ends. Whatever it says: when its caster is out of action, but for `never`."""


class Area(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everybody at most `r` away from the caster (or the first target), in any state (P-MAG-29).

    `include`: the one in the middle as well. `down`: only who is down. `contact`: who touches it,
    `standing` ones only where it says so.
    """

    r: Lengths = {}
    of: Literal["caster", "target"] = "caster"
    side: Side = "enemy"
    include: bool = False
    down: bool = False
    contact: bool = False
    standing: bool = False


class Effect(
    msgspec.Struct,
    frozen=True,
    omit_defaults=True,
    kw_only=True,
    tag_field="do",
    forbid_unknown_fields=True,
):
    """What all primitives share. `until` is empty for what is over at once."""

    on: Literal["targets", "caster", "area", "warband"] = "targets"
    area: Area | None = None
    only: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    until: tuple[Until, ...] = ()


class Hits(Effect, frozen=True, kw_only=True, tag="hits"):
    """`n` hits (dice notation) of Strength `S`; `against` another one for some kinds.

    `blasts`: so often `n`, all at a single target or shared out among several (P-WAA-6).

    `save = false` denies armour saves; `to_hit`: each arrow rolls with the caster's BS (P-LES-4);
    `direct`: a wound without a roll to wound (P-NEC-1).
    """

    n: str = "1"
    blasts: int = 1
    S: int = 0
    against: dict[str, int] = {}
    save: bool = True
    to_hit: bool = False
    direct: bool = False


class State(Effect, frozen=True, kw_only=True, tag="state"):
    """Put into a state; `fallback` where a warrior can't be in it.

    `injury`: by an injury roll instead, its results changed by `convert`.
    """

    to: Literal["standing", "knocked_down", "stunned", "out_of_action", ""] = ""
    fallback: Literal["knocked_down", ""] = ""
    injury: bool = False
    convert: dict[str, str] = {}
    spared_later: bool = False
    """After the battle it counts as unhurt (P-CHA-2)."""


class Heal(Effect, frozen=True, kw_only=True, tag="heal"):
    """Give Wounds back: `wounds`, or all; `above_max` adds over the maximum until the battle ends.

    `if_wounded`: only when the spell has wounded its target (P-NEC-1).
    """

    wounds: int | None = None
    above_max: bool = False
    if_wounded: bool = False


class Move(Effect, frozen=True, kw_only=True, tag="move"):
    """Move a model. `mode`: carry (through the air), walk, push, flee, step_away.

    `contact`: what touching an enemy at its end means: a charge, a collision, or it is forbidden.
    `strike_fleeing`: a fleeing enemy that is touched is hit once in the combat phase and runs on.
    """

    mode: Literal["carry", "walk", "push", "flee", "step_away"]
    distance: Lengths = {}
    dice: str = ""
    contact: Literal["charge", "collide", "forbidden"] = "forbidden"
    required: bool = False
    strike_fleeing: bool = False
    if_engaged: bool = False
    S: int = 0


class Modify(Effect, frozen=True, kw_only=True, tag="modify"):
    """Change a characteristic or a roll by `add`, or by `factor` (M x 1/2, damage x 2).

    `stat`: a characteristic, `rout` (Leadership of rout tests), `damage` (wounds of each hit in
    close combat), `to_be_hit` (the enemy's needed roll in close combat), `chosen` (the one that
    the order names), `all`. `close`: in close combat only.
    """

    stat: str
    add: int = 0
    factor: str = ""
    close: bool = False


class Trait(Effect, frozen=True, kw_only=True, tag="trait"):
    """Give a flag of the closed list TAGS."""

    tag: str


class Save(Effect, frozen=True, kw_only=True, tag="save"):
    """An armour save of `need`: instead of its own, or the better of both."""

    need: int
    mode: Literal["replaces", "best_of"] = "replaces"
    ignores_strength: bool = False


class Reroll(Effect, frozen=True, kw_only=True, tag="reroll"):
    """`may`: its failed rolls once again. `must`: its successful ones of `rolls`."""

    force: Literal["may", "must"]
    rolls: tuple[str, ...] = ()


class Test(Effect, frozen=True, kw_only=True, tag="test"):
    """A test with two outcomes, at once.

    `what`: Ld (2D6, the leader helps), S (one die, no automatic failure), opposed (1D6 + Ld each).
    """

    what: Literal["Ld", "S", "opposed"]
    passed: tuple[Primitive, ...] = ()
    failed: tuple[Primitive, ...] = ()


class Aura(Effect, frozen=True, kw_only=True, tag="aura"):
    """What holds for everybody within `r` of the caster at the moment it matters."""

    r: Lengths = {}
    side: Side = "ally"
    contact: bool = False
    itself: bool = True
    grants: tuple[Primitive, ...]


class Control(Effect, frozen=True, kw_only=True, tag="control"):
    """The caster's side decides for the target: from `now` on, or in its own side's next turn."""

    starts: Literal["now", "their_turn"] = "now"


class Summon(Effect, frozen=True, kw_only=True, tag="summon"):
    """Put a model on the table: `daemon` of the caster's god, `fallen` (back), or a creature."""

    what: str
    n: str = "1"
    within: Lengths = {}


class Terrain(Effect, frozen=True, kw_only=True, tag="terrain"):
    """`remove` the target building and drop who is in it, or `mark` a place."""

    act: Literal["remove", "mark"]
    S: int = 0
    """Of the hit on each enemy in or at a building that is removed (P-TAA-4)."""


class Branch(Effect, frozen=True, kw_only=True, tag="branch"):
    """One of several lists of effects, by the face of a D6."""

    rows: dict[str, tuple[Primitive, ...]]


class Post(Effect, frozen=True, kw_only=True, tag="post"):
    """A step after the battle, by name."""

    hook: Literal["awakening", "mutation", "infection", "summoner_rating"]


Primitive = (
    Hits
    | State
    | Heal
    | Move
    | Modify
    | Trait
    | Save
    | Reroll
    | Test
    | Aura
    | Control
    | Summon
    | Terrain
    | Branch
    | Post
)
Lasting = Modify | Trait | Save | Reroll

TAGS = frozenset(
    """immune_spells immune_fear immune_all_alone causes_fear strikes_first no_charge_at
    no_attack_at may_hide in_cover cannot_move cannot_hide stunned_when_attacked
    parting strikes_fleeing wields_club dreads""".split()
)
"""Every flag that `trait` may give."""

PRIMITIVES = frozenset(str(cls.__struct_config__.tag) for cls in Primitive.__args__)

STATS = frozenset("M WS BS S T W I A Ld rout damage to_be_hit chosen all".split())

Params = dict[str, Any]
