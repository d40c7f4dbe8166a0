"""Rows that follow from others: weapons made better, hired swords as fighters of a warband.

They are made once, when the catalogue is read, so that nothing else needs to know how.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rules.catalogue.hooks import with_params
from rules.catalogue.lists import HIRED, FighterType, HiredSword, WarbandType
from rules.catalogue.rows import Rule, Weapon
from rules.dice import notation
from rules.words import Words

replace = msgspec.structs.replace

BLADES = frozenset({"sword", "dagger"})
"""What a Dark Elf smith makes his blades of."""

PRICE_FACTOR = "price_factor"


def upgraded_id(material: str, base: str) -> str:
    """The id of a weapon made of something better: `gromril_sword`."""
    return f"{material.removesuffix('_weapon')}_{base}"


def upgraded(weapons: Mapping[str, Weapon], rules: Mapping[str, Rule]) -> dict[str, Weapon]:
    """Every close combat weapon in every material that there is for it; every weapon blessed."""
    materials = [weapon for weapon in weapons.values() if weapon.upgrade]
    made = [
        _made_of(material, base, rules)
        for material in materials
        for base in weapons.values()
        if _can_be(material, base)
    ]
    return {weapon.id: weapon for weapon in made if weapon.id not in weapons}


def _can_be(material: Weapon, base: Weapon) -> bool:
    """A weapon that a smith makes: no natural one, none that is a material itself."""
    if base.upgrade or not base.tradeable or base.price == "0":
        return False
    if is_blessing(material):
        return not base.first_free and not base.base
    if base.group != "close":
        return False
    return bool(factor_of(material)) or base.id in BLADES


def is_blessing(material: Weapon) -> bool:
    """Whether it isn't made by a smith and never sold: any weapon that is there may receive it."""
    return material.upgrade and not material.tradeable


def factor_of(material: Weapon) -> int:
    """By how much a material multiplies the price; 0 where it adds its own price instead."""
    for rule in material.rules:
        if rule.id == PRICE_FACTOR:
            return int(rule.params["factor"])
    return 0


def _made_of(material: Weapon, base: Weapon, rules: Mapping[str, Rule]) -> Weapon:
    added = tuple(rule for rule in material.rules if rule.id != PRICE_FACTOR)
    effects = [with_params(e, rule.params) for rule in added for e in rules[rule.id].effects]
    strength = base.strength_user
    if strength is not None:
        strength += material.strength_user or 0
    return replace(
        base,
        id=upgraded_id(material.id, base.id),
        name=_name(material.name, base.name),
        strength_user=strength,
        save_mod=base.save_mod + material.save_mod,
        rules=(*base.rules, *added),
        effects=(*base.effects, *effects),
        price=_price(material, base),
        first_free=False,
        rarity=max(base.rarity, material.rarity),
        only=material.only or base.only,
        base=base.id,
        material="" if is_blessing(material) else material.id,
        tradeable=not is_blessing(material),
    )


def _price(material: Weapon, base: Weapon) -> str:
    factor = factor_of(material)
    own = notation(base.price).bonus
    return str(own * factor if factor else own + notation(material.price).bonus)


def _name(material: Words, base: Words) -> Words:
    """ "Gromril sword", "Espada de gromril"; "Dark Elf blade (sword)" where it has its own word."""
    if material.en.endswith(" weapon") and material.es.startswith("Arma "):
        en = f"{material.en.removesuffix(' weapon')} {base.en.lower()}"
        return Words(en=en, es=f"{base.es} {material.es.removeprefix('Arma ')}")
    return Words(
        en=f"{material.en} ({base.en.lower()})",
        es=f"{material.es} ({base.es.lower()})",
    )


def with_hired(
    warbands: Mapping[str, WarbandType], swords: Iterable[HiredSword]
) -> dict[str, WarbandType]:
    """Each warband with those hired swords as kinds of fighters who would serve it."""
    all_of = tuple(swords)
    return {id: replace(row, hired=tuple(_serving(id, all_of))) for id, row in warbands.items()}


def _serving(warband: str, swords: tuple[HiredSword, ...]) -> Iterator[FighterType]:
    for sword in swords:
        if warband in sword.warbands:
            yield as_fighter(sword)


def as_fighter(sword: HiredSword) -> FighterType:
    """A hired sword as a kind of fighter: one of each, his gear his own, learning as he does."""
    return FighterType(
        id=f"{HIRED}{sword.id}",
        name=sword.name,
        kind="henchman",
        most=1,
        cost=sword.fee,
        race=sword.race,
        profile=sword.profile,
        equipment=sword.equipment,
        choices=sword.choices,
        skills=sword.skills,
        knows=sword.knows,
        traits=sword.traits,
        lore=sword.lore,
        prayers=sword.prayers,
        spells=sword.spells,
        large=sword.large,
        base_mm=sword.base_mm,
        rating=sword.rating,
        upkeep=sword.upkeep,
        replaces=sword.replaces,
        gains_experience="bio_machinery" not in sword.traits,
    )
