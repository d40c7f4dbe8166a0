"""Ready-made warbands: a legal, sensible start within the usual gold, bought like any other."""

from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import get_language

from rules.catalogue import load_catalogue
from rules.roster.ready import bought, has_one
from warbands.models import Warband
from warbands.services.access import by_its_rules, changed, refuse
from warbands.services.roster import new_key, warband_create, warband_enlist


def ready_made(*, actor: Any, type: str, name: str, ruleset: str = "partida") -> Warband:
    """Found a warband and buy the ready-made one: a draft that can be changed and enlisted.

    Refused with no_preset for kinds without one.
    """
    catalogue, language = load_catalogue(), get_language() or "en"
    if not has_one(catalogue, type):
        raise refuse("no_preset", 400, type=type)
    called = [recruit.called(language) for recruit in catalogue.ready[type].fighters]
    with transaction.atomic():
        warband = warband_create(actor=actor, type=type, name=name, ruleset=ruleset)
        keys = [new_key(name) for name in called]
        changed(
            warband,
            partial(by_its_rules, bought, keys=keys, language=language),
            actor=actor,
        )
    return warband


def buy_preset(*, actor: Any, type: str, name: str, ruleset: str = "partida") -> Warband:
    """A ready-made warband, enlisted as it is."""
    with transaction.atomic():
        warband = ready_made(actor=actor, type=type, name=name, ruleset=ruleset)
        return warband_enlist(actor=actor, warband=warband)
