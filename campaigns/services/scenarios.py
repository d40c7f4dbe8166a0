"""Choosing a scenario by the table: dice of the server, on record, for the lower rated side."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from campaigns.errors import invalid
from campaigns.selectors.access import Id, campaign_for
from campaigns.services.campaigns import audit, require_open
from mordheim_site.ids import uuid_of
from rules.catalogue import load_catalogue
from warbands.models import Warband


@dataclass(frozen=True)
class ScenarioRoll:
    """2D6 on the scenario table. `scenario` "" leaves the choice to the lower rated warband."""

    dice: tuple[int, int]
    scenario: str
    chooser: str
    chooser_name: str


@transaction.atomic
def scenario_roll(*, user: Any, campaign_id: Id, warbands: Sequence[Id]) -> ScenarioRoll:
    """Roll on the scenario table for a battle between these warbands; the GM only.

    Each roll stands in the game master's record, so that nobody rolls until it fits.

    Errors: gm_only, campaign_closed, unknown_warband.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_open(access.campaign)
    ids = [str(uuid_of(one)) for one in warbands]
    if "None" in ids:
        raise invalid("unknown_warband")
    found = list(Warband.objects.filter(enrolment__campaign=access.campaign, pk__in=ids))
    if len(found) != len(set(ids)) or len(found) < 2:
        raise invalid("unknown_warband")
    dice = (secrets.randbelow(6) + 1, secrets.randbelow(6) + 1)
    lower = min(found, key=lambda one: (one.rating, ids.index(str(one.pk))))
    rolled = ScenarioRoll(dice, scenario_for(sum(dice)), str(lower.pk), lower.name)
    audit(access, "scenario_roll", dice=list(dice), scenario=rolled.scenario, warbands=ids)
    return rolled


def scenario_for(total: int) -> str:
    """What the table says to a sum of 2D6; "" where the lower rated side chooses."""
    rows = load_catalogue().tables["selection"]["rows"]
    return next((str(row.get("scenario", "")) for row in rows if row["roll"] == total), "")
