"""Choosing a scenario by the table: dice of the server, on record, for the lower rated side.

They are thrown in a post among the campaign's rules, from that scene's sealed chain: everybody
reads them, nobody takes them away, and anybody may recompute them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from campaigns.errors import invalid
from campaigns.models import Campaign, Post, PostKind, Scene, SceneKind, SceneStatus
from campaigns.selectors.access import Access, Id, campaign_for
from campaigns.services.campaigns import audit, require_open
from campaigns.services.scenes import Part, write_post
from mordheim_site.ids import uuid_of
from rules.campaign.maps import CATACOMB, FAKE
from rules.catalogue import load_catalogue
from warbands.models import Warband

MARKUP = re.compile(r"[\[\]<>*_#`@|]")
"""Marks that would mean something in a post: names come without them."""


@dataclass(frozen=True)
class ScenarioRoll:
    """2D6 on the scenario table. `scenario` "" leaves the choice to `chooser`: the lower rated
    warband, or whose map says so.

    `post` is where they were thrown, in `scene`.
    """

    dice: tuple[int, int]
    scenario: str
    chooser: str
    chooser_name: str
    scene: UUID
    post: UUID


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
    post, dice = throw_for_scenario(access, found)
    mapped = chooser_by_map(found)
    chooser = mapped or min(found, key=lambda one: (one.rating, ids.index(str(one.pk))))
    rolled = ScenarioRoll(
        dice,
        "" if mapped else scenario_for(sum(dice)),
        str(chooser.pk),
        chooser.name,
        post.scene.public_id,
        post.public_id,
    )
    audit(access, "scenario_roll", dice=list(dice), scenario=rolled.scenario, warbands=ids)
    return rolled


def throw_for_scenario(access: Access, warbands: Sequence[Warband]) -> tuple[Post, tuple[int, int]]:
    """Throw 2D6 for a battle between these, in a post that everybody reads; and what came up."""
    scene = _scene_of_the_rules(access.campaign, access.user)
    names = " – ".join(MARKUP.sub("", one.name) for one in warbands)
    with translation.override(access.campaign.language):
        text = f"{names}: [2D6 {_('Scenario')}]"
    post = write_post(access=access, scene=scene, parts=[Part(text)], kind=PostKind.STORY)
    first, second = post.parts.get().rolls[0]["faces"]
    return post, (first, second)


def chooser_by_map(warbands: Sequence[Warband]) -> Warband | None:
    """Whose choice the scenario is by a map of Mordheim, whatever the table says.

    A map of the catacombs lets its own warband choose, a fake one the other. Where two maps
    contradict each other, or a fake leaves it to more than one, the table holds.
    """
    choosing = {one.pk for one in warbands if _has(one, CATACOMB)}
    for one in warbands:
        if _has(one, FAKE):
            choosing |= {other.pk for other in warbands if other.pk != one.pk}
    found = [one for one in warbands if one.pk in choosing]
    return found[0] if len(found) == 1 else None


def _has(warband: Warband, note: str) -> bool:
    return any(find["id"] == note for find in warband.finds)


def _scene_of_the_rules(campaign: Campaign, user: Any) -> Scene:
    """Where such rolls stand; another such scene where the first is closed."""
    open_ones = campaign.scenes.filter(kind=SceneKind.RULES, status=SceneStatus.OPEN)
    scene = open_ones.order_by("position", "pk").first()
    if scene is not None:
        return scene
    with translation.override(campaign.language):
        return Scene.objects.create(
            campaign=campaign, kind=SceneKind.RULES, title=_("Rules"), position=1, created_by=user
        )


def scenario_for(total: int) -> str:
    """What the table says to a sum of 2D6; "" where the lower rated side chooses."""
    rows = load_catalogue().tables["selection"]["rows"]
    return next((str(row.get("scenario", "")) for row in rows if row["roll"] == total), "")
