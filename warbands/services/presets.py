"""Ready-made warbands: a legal, sensible start within the usual gold, bought like any other."""

from typing import Any, NamedTuple

from warbands.models import Warband
from warbands.services.access import refuse
from warbands.services.roster import (
    equipment_buy,
    fighter_hire,
    warband_create,
    warband_enlist,
)


class Recruit(NamedTuple):
    """A fighter of a ready-made warband: kind, name, items, and how many in a group."""

    type: str
    name: str
    items: tuple[str, ...] = ()
    n: int = 1


PRESETS: dict[str, tuple[Recruit, ...]] = {
    "reikland": (
        Recruit("mercenary_captain", "Otto Brandt", ("sword", "pistol", "light_armour")),
        Recruit("champion", "Greta Vogel", ("sword", "shield", "light_armour")),
        Recruit("champion", "Klaus Eisner", ("double_handed_weapon",)),
        Recruit("youngblood", "Pieter Kalb", ("mace",)),
        Recruit("youngblood", "Liesl Amsel", ("spear",)),
        Recruit("marksman", "Altdorfer", ("crossbow",), 2),
        Recruit("warrior", "Stromtruppe", ("mace", "shield"), 3),
    ),
    "skaven_eshin": (
        Recruit("assassin_adept", "Skritt", ("sword", "sword", "light_armour")),
        Recruit("eshin_sorcerer", "Vermek", ("sling",)),
        Recruit("black_skaven", "Grashnak", ("sword", "helmet")),
        Recruit("black_skaven", "Ratchitt", ("fighting_claws",)),
        Recruit("night_runner", "Snikt", ("club", "sling")),
        Recruit("night_runner", "Quirrik", ("sword",)),
        Recruit("verminkin", "Krall", ("club", "sling"), 4),
        Recruit("giant_rat", "Zarpas", (), 3),
    ),
}


def buy_preset(*, actor: Any, type: str, name: str, ruleset: str = "partida") -> Warband:
    """Found, buy and enlist a ready-made warband. Refused with no_preset for kinds without one."""
    if type not in PRESETS:
        raise refuse("no_preset", 400, type=type)
    warband = warband_create(actor=actor, type=type, name=name, ruleset=ruleset)
    for recruit in PRESETS[type]:
        hired = fighter_hire(
            actor=actor, warband=warband, type=recruit.type, name=recruit.name, n=recruit.n
        )
        for item in recruit.items:
            equipment_buy(actor=actor, warband=warband, fighter=hired.key, item=item)
    return warband_enlist(actor=actor, warband=warband)
