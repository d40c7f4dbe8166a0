"""Spells and prayers: rows of spells/*.toml, one file a lore (partida-magic, 2.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

import msgspec

from rules.catalogue.primitives import (
    STATS,
    TAGS,
    Aura,
    Branch,
    Effect,
    Lengths,
    Modify,
    Primitive,
    Side,
    Test,
    Trait,
)
from rules.words import Words

if TYPE_CHECKING:
    from rules.catalogue.reading import Reader

Kind = Literal["spell", "prayer"]
Timing = Literal["shooting", "movement", "pre_battle", "post_battle", "always"]
Who = Literal["self", "one", "nearest", "path", "area", "contact", "building", "fallen", "circle"]


class Select(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Whom a spell is cast at (partida-magic, Selectors).

    `r` its range; `los`: it must be seen. `most`: so many targets at most. `kinds`: only these,
    `not_kinds`: never these (no legal target). `free`: not engaged; `standing`: neither down nor
    fleeing. `wall`: within so far of something to hide behind. `itself`: the caster may be chosen.
    `in_contact`: an engaged caster takes one of his opponents instead (P-CHA-1). `shooting`: by
    the rules of shooting (P-LES-4).
    """

    who: Who
    side: Side = "enemy"
    r: Lengths = {}
    los: bool = True
    most: int = 1
    kinds: tuple[str, ...] = ()
    not_kinds: tuple[str, ...] = ()
    free: bool = False
    standing: bool = False
    wall: Lengths = {}
    itself: bool = False
    in_contact: bool = False
    shooting: bool = False


class Mode(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One way to cast a spell; most have but one, chosen by what the order names."""

    select: Select
    effects: tuple[Primitive, ...]
    radius: Lengths = {}
    """The area that pages draw around the caster."""


class Upkeep(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Dice that keep a running effect: when they are thrown, and what ends it.

    `cast`: the casting roll again; `die`: a D6 that ends it at most at `ends`; `Ld`: a test
    whose failure ends it, `Ld_passed` one of the victim, who is free when it passes; `S` frees the
    victim for the turn; `rally`: who was put to flight tests whether he stops (P-LES-3).
    """

    when: Literal[
        "own_shooting",
        "own_recovery",
        "own_turn",
        "target_turn",
        "target_movement",
        "target_recovery",
    ]
    roll: Literal["cast", "die", "Ld", "Ld_passed", "S", "rally"]
    ends: int = 0


class Spell(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A spell or prayer. `number` is its face on the lore's table, 0 outside of it.

    `difficulty` is a number, "auto" or "leadership" (the target's own). `engaged`: an engaged
    caster may cast it (`past_downed`: one whose opponents are all down as well). `wall`: the caster
    must be within so far of a wall. `limit`: so often a battle, for its `warband` or by its
    `caster`. `choices`: what the order must choose from, or may (`optional_choice`).
    """

    id: str
    lore: str
    kind: Kind
    number: int
    rule: str
    name: Words
    difficulty: int | str
    modes: tuple[Mode, ...]
    timing: Timing = "shooting"
    engaged: bool = True
    past_downed: bool = False
    wall: Lengths = {}
    limit: Literal["", "warband", "caster"] = ""
    choices: tuple[str, ...] = ()
    optional_choice: bool = False
    upkeep: Upkeep | None = None
    gift: str = ""
    after: tuple[Primitive, ...] = ()


class Lore(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A lore: who uses it (kinds of fighters), and whether armour bars it (P-MAG-16 to 18).

    `armour`: `barred` (none while casting), `free`, or `never` (may not even be worn).
    """

    id: str
    name: Words
    kind: Kind
    armour: Literal["barred", "free", "never"] = "barred"
    users: tuple[str, ...] = ()


def read_lores(reader: Reader) -> tuple[dict[str, Lore], dict[str, Spell]]:
    """Every lore and spell of the folder; faults go into the reader."""
    lores: dict[str, Lore] = {}
    spells: dict[str, Spell] = {}
    for path in sorted((reader.folder / "spells").glob("*.toml")):
        file = f"spells/{path.name}"
        data = dict(reader.load(file))
        rows = data.pop("spell", [])
        lores |= reader.convert(file, [data], Lore)
        common = {"lore": data.get("id", ""), "kind": data.get("kind", "spell")}
        found = reader.convert(file, [{**common, **row} for row in rows], Spell)
        for spell in found.values():
            for fault in faults(spell):
                reader.fault(file, spell.id, fault)
            if spell.id in spells:
                reader.fault(file, spell.id, "names another spell already")
        spells |= found
    return lores, spells


def faults(spell: Spell) -> Iterator[str]:
    """Words outside the vocabulary that the types don't catch."""
    if not spell.modes:
        yield "it has no mode"
    if isinstance(spell.difficulty, str) and spell.difficulty not in ("auto", "leadership"):
        yield f"unknown difficulty {spell.difficulty!r}"
    for effect in walk(e for mode in spell.modes for e in mode.effects):
        if isinstance(effect, Trait) and effect.tag not in TAGS:
            yield f"unknown tag {effect.tag!r}"
        if isinstance(effect, Modify) and effect.stat not in STATS:
            yield f"unknown stat {effect.stat!r}"
        if effect.on == "area" and effect.area is None:
            yield "an effect on an area names none"


def walk(effects: Iterator[Primitive] | tuple[Primitive, ...]) -> Iterator[Effect]:
    """Effects and all that stand inside them."""
    for effect in effects:
        yield effect
        if isinstance(effect, Test):
            yield from walk((*effect.passed, *effect.failed))
        elif isinstance(effect, Aura):
            yield from walk(effect.grants)
        elif isinstance(effect, Branch):
            for row in effect.rows.values():
                yield from walk(row)
