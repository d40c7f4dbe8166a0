"""Dead enemy heroes whom a Necromancer may raise after a battle (P-NEC-6)."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Q

from campaigns.selectors.access import Access
from rules.roster.awakening import SPELL, risen_key
from rules.roster.model import HIRED
from warbands import names
from warbands.models import Aftermath, AftermathStep, Fighter, Warband

STEP = "awakening"


class Awakening(NamedTuple):
    """Somebody who may be raised: for which warband, out of which, after which battle."""

    warband: Warband
    of: Warband
    fighter: str
    name: str
    type_name: str
    battle: str
    aftermath: Aftermath


def awakenings_of(access: Access, warband: Warband, battle: str = "") -> list[Awakening]:
    """Whom this warband may raise: after its latest battle, or after the one that is named."""
    return _found(access, Q(aftermath__warband=warband), battle)


def open_awakenings(access: Access) -> list[Awakening]:
    """Everybody in the campaign whom somebody may raise after his latest battle."""
    return _found(access, Q(aftermath__warband__enrolment__campaign=access.campaign), "")


def _found(access: Access, wanted: Q, battle: str) -> list[Awakening]:
    """Four queries, whatever the number of battles; none but the first where nobody knows how."""
    steps = _may_raise(wanted, battle)
    if not steps:
        return []
    dead = _the_dead(access, {step.aftermath.battle for step in steps})
    risen = _risen(one.key for heroes in dead.values() for one in heroes)
    return [
        Awakening(
            warband=step.aftermath.warband,
            of=one.warband,
            fighter=one.key,
            name=one.name,
            type_name=names.fighter_type(one.type, one.warband.type),
            battle=step.aftermath.battle,
            aftermath=step.aftermath,
        )
        for step in steps
        for one in dead.get(step.aftermath.battle, ())
        if one.warband_id != step.aftermath.warband_id and risen_key(one.key) not in risen
    ]


def _may_raise(wanted: Q, battle: str) -> list[AftermathStep]:
    """The step of each warband's latest battle in which a caster who knows how has lived on."""
    rows = AftermathStep.objects.filter(wanted, step=STEP, aftermath__reverted_at=None)
    if battle:
        rows = rows.filter(aftermath__battle=battle)
    steps: dict[Any, AftermathStep] = {}
    for row in rows.select_related("aftermath__warband").order_by("-aftermath__created_at"):
        if any(SPELL in event.get("ids", ()) for event in row.events):
            steps.setdefault(row.aftermath.warband_id, row)
    return list(steps.values())


def _the_dead(access: Access, battles: set[str]) -> dict[str, list[Fighter]]:
    """The heroes of this campaign who have died after each battle and are dead."""
    rows = AftermathStep.objects.filter(
        aftermath__battle__in=battles,
        aftermath__reverted_at=None,
        aftermath__warband__enrolment__campaign=access.campaign,
    ).values_list("aftermath__battle", "aftermath__warband", "events")
    died = {
        (warband, event["fighter"]): battle
        for battle, warband, events in rows
        for event in events
        if event["event"] == "FateChanged" and event["after"] == "dead"
    }
    heroes = (
        Fighter.objects.select_related("warband")
        .filter(
            warband__in={warband for warband, _ in died},
            fate="dead",
            hero=True,
        )
        .exclude(type__startswith=HIRED)
    )
    found: dict[str, list[Fighter]] = {}
    for hero in heroes.order_by("warband", "position"):
        battle = died.get((hero.warband_id, hero.key))
        if battle:
            found.setdefault(battle, []).append(hero)
    return found


def _risen(heroes: Iterable[str]) -> set[str]:
    """The keys under which some of them walk already; nobody is raised twice."""
    keys = [risen_key(key) for key in heroes]
    return set(Fighter.objects.filter(key__in=keys).values_list("key", flat=True))


__all__ = ["Awakening", "awakenings_of", "open_awakenings"]
