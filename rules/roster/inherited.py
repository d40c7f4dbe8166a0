"""What an heirloom is worth to its heir, and whether he still has it."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from rules.catalogue import Catalogue
from rules.catalogue.hooks import Effect
from rules.roster.model import Fighter

HEIRLOOM = "inheritance"
"""The special rule, and the name of the lasting effect that says which piece it is."""
LOST = "heirloom_lost"
"""The special rule of who comes without it."""


def terms(catalogue: Catalogue, warband: str, fighter: Fighter) -> Effect | None:
    """The effect that gives this kind of fighter an heirloom: `factor`, `replaced`; or None."""
    kind = catalogue.warbands[warband].fighter(fighter.type)
    for id in kind.traits:
        for effect in catalogue.traits[id].effects:
            if effect["hook"] == "price" and "replaced" in effect:
                return effect
    return None


def price_of(rule: Effect, cost: int, *, anew: bool = False) -> int:
    """What it costs at the founding, or to replace it: crowns, rounded up."""
    return ceil(cost * Fraction(rule["replaced" if anew else "factor"]))


def heir(fighter: Fighter) -> bool:
    """Whether he has chosen his heirloom."""
    return bool(heirloom_of(fighter))


def heirloom_of(fighter: Fighter) -> str:
    """The piece; "" where there is none."""
    for gift in fighter.gifts:
        if gift.kind == "rule" and gift.name == HEIRLOOM:
            return str(gift.params.get("item", ""))
    return ""


def is_lost(catalogue: Catalogue, fighter: Fighter) -> bool:
    """Whether he doesn't carry it: sold, stolen, broken or left at home. A blessing makes it no
    other piece.
    """
    item = heirloom_of(fighter)
    return bool(item) and all(
        id != item and not _made_of(catalogue, id, item) for id in fighter.equipment
    )


def _made_of(catalogue: Catalogue, id: str, item: str) -> bool:
    weapon = catalogue.weapons.get(id)
    return weapon is not None and weapon.base == item


def saved(catalogue: Catalogue, warband: str, fighter: Fighter, cost: int) -> int:
    """How much less he has paid for his heirloom than its price."""
    rule = terms(catalogue, warband, fighter)
    return 0 if rule is None else cost - price_of(rule, cost)


def asked(catalogue: Catalogue, warband: str, fighter: Fighter, item: str, cost: int) -> int:
    """What a piece costs him: more than its price where it replaces a lost heirloom."""
    rule = terms(catalogue, warband, fighter)
    replaces = rule is not None and item == heirloom_of(fighter) and is_lost(catalogue, fighter)
    return price_of(rule, cost, anew=True) if rule is not None and replaces else cost
