"""Who may look at a warband: its owner, and whom another application vouches for."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from mordheim_site.errors import NotFound
from warbands.models import Warband
from warbands.sentences import sentence

Grant = Callable[[Any], Q]
GRANTS: list[Grant] = []
"""Each gives, for a user, the warbands that he may see besides his own."""


Battle = Callable[[Any, str], bool]
BATTLES: list[Battle] = []
"""Each says whether a user may read of a battle, by the name that an aftermath has for it."""


def reads_battles(rule: Battle) -> Battle:
    """Let another application judge who may read of a battle. Registered at start-up."""
    BATTLES.append(rule)
    return rule


def may_read_of(user: Any, battle: str) -> bool:
    """Whether nobody objects to a user's reading what came of a battle."""
    return all(rule(user, battle) for rule in BATTLES)


def grant(rule: Grant) -> Grant:
    """Let another application vouch: `rule(user)` is a Q over warbands. Registered at start-up."""
    GRANTS.append(rule)
    return rule


def warbands_for(user: Any) -> QuerySet[Warband]:
    """Every warband that a user may look at."""
    seen = Q(owner=user) if user.is_authenticated else Q(pk__in=[])
    for rule in GRANTS:
        seen |= rule(user)
    return Warband.objects.filter(seen).distinct()


def warbands_of(user: Any) -> QuerySet[Warband]:
    """A user's own warbands."""
    return Warband.objects.filter(owner=user).select_related("owner")


def shared_warband(word: str) -> Warband | None:
    """The warband whose public page has this word in its address; None where there is none."""
    return Warband.objects.filter(share=word).exclude(share="").first()


def warband_for(user: Any, warband: UUID) -> Warband:
    """One warband that a user may look at; NotFound for any other, existing or not."""
    row = warbands_for(user).select_related("owner").filter(pk=warband).first()
    if row is None:
        raise NotFound(detail=sentence("not_found"))
    return row
