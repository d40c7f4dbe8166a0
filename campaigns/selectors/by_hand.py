"""Battles by hand as their readers see them, and what a form for one has to offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch, QuerySet

from campaigns.by_hand import Claim, FeatKind, Fielded, claim_from, feats_of, fielded_from, items_of
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.models import Battle, BattleSide, BattleStatus, HandReport, HandStatus, Scene
from campaigns.selectors.access import Access, Id, battle_for, campaign_for, visible_scenes
from campaigns.services.setup import SIDE_IDS, ruleset_of
from mordheim_site.ids import uuid_of
from rules.catalogue import load_catalogue
from warbands.models import Aftermath, Warband
from warbands.selectors import battle_warriors

JUDGED = ("reported_by", "objected_by", "ruled_by")


@dataclass(frozen=True)
class HandView:
    """A battle by hand for one reader: `mine` are his sides, `may_revise` whether he may tell it
    otherwise, `asked` whether his word is awaited."""

    access: Access
    report: HandReport
    battle: Battle
    sides: list[BattleSide]

    @cached_property
    def claim(self) -> Claim:
        return claim_from(self.report.claim)

    @cached_property
    def fielded(self) -> tuple[Fielded, ...]:
        return fielded_from(self.report.fielded)

    @property
    def mine(self) -> list[BattleSide]:
        if not self.access.may_write:
            return []
        return [side for side in self.sides if side.user_id == self.access.user.pk]

    @property
    def waiting(self) -> list[BattleSide]:
        return [side for side in self.sides if side.waiting] if self.report.waits else []

    @property
    def asked(self) -> bool:
        return any(side.waiting for side in self.mine) and self.report.waits

    @property
    def reported_it(self) -> bool:
        return self.report.waits and self.report.reported_by_id == self.access.user.pk

    @property
    def may_revise(self) -> bool:
        return (
            self.report.waits and self.access.may_write and (self.reported_it or self.access.is_gm)
        )

    @property
    def may_rule(self) -> bool:
        return self.report.waits and self.access.is_gm and self.access.may_write

    @property
    def may_reopen(self) -> bool:
        """Whether the reader may open it again, or correct it, once it is settled."""
        settled = self.report.status == HandStatus.SETTLED
        return settled and self.access.is_gm and self.access.may_write


def hand_view(user: Any, battle_id: Id) -> HandView:
    """A battle by hand that the user may read. Three queries. Errors: not_found."""
    access, battle = battle_for(user, battle_id, by_hand=True)
    if not battle.by_hand:
        raise not_found()
    return _view(access, battle)


def hand_view_of(access: Access, scene: Scene) -> HandView | None:
    """The battle by hand that a scene tells of, if it does. One query."""
    report = "battle__hand_report"
    sides = list(
        BattleSide.objects.filter(battle__scene=scene, battle__by_hand=True)
        .select_related("user", "warband", *(f"{report}__{who}" for who in JUDGED))
        .defer("battle__setup", "battle__state")
        .order_by("position")
    )
    if not sides:
        return None
    battle = sides[0].battle
    battle.scene = scene
    return HandView(access, battle.hand_report, battle, sides)


def outdated(aftermath: Aftermath, battle: Battle | None) -> str:
    """Why the report that an aftermath grew out of was corrected since; "" where it wasn't.

    One query for a battle by hand, none for any other.
    """
    if battle is None or not battle.by_hand:
        return ""
    changes = HandReport.objects.values_list("changes", flat=True).get(battle=battle)
    since = [
        change["reason"]
        for change in changes
        if change["kind"] == "amended"
        and datetime.fromisoformat(change["at"]) > aftermath.created_at
    ]
    return "; ".join(since)


def _view(access: Access, battle: Battle) -> HandView:
    report = HandReport.objects.select_related(*JUDGED).get(battle=battle)
    sides = battle.sides.select_related("user", "warband").order_by("position")
    return HandView(access, report, battle, list(sides))


def hand_reports_of(access: Access) -> QuerySet[HandReport]:
    """The battles by hand of a campaign that this reader may read of, the latest first."""
    rows = HandReport.objects.filter(battle__scene__in=visible_scenes(access))
    rows = rows.select_related("battle__scene", "reported_by", "objected_by", "ruled_by")
    rows = rows.defer("battle__setup", "battle__state")
    sides = BattleSide.objects.select_related("user").order_by("position")
    seats = Prefetch("battle__sides", queryset=sides, to_attr="seats")
    return rows.prefetch_related(seats).order_by("-battle__created_at", "-pk")


def disputes_of(access: Access) -> QuerySet[HandReport]:
    """What waits for the GM's ruling."""
    access.require_gm()
    return hand_reports_of(access).filter(status=HandStatus.DISPUTED)


def awaited_words_of(user: Any) -> list[BattleSide]:
    """The battles by hand that wait for this user's word, the longest wait first. One query."""
    if not user.is_authenticated:
        return []
    rows = BattleSide.objects.filter(
        user=user,
        waiting=True,
        battle__by_hand=True,
        battle__status=BattleStatus.REPORTED,
        battle__hand_report__status=HandStatus.OPEN,
    )
    rows = rows.select_related("battle__scene__campaign").defer("battle__setup", "battle__state")
    return list(rows.order_by("waiting_since", "pk"))


def settling_by_hand(access: Access) -> QuerySet[Battle]:
    """Battles by hand whose aftermath is under way."""
    rows = Battle.objects.filter(scene__in=visible_scenes(access), by_hand=True)
    rows = rows.filter(status=BattleStatus.OVER).select_related("scene")
    return rows.defer("setup", "state").order_by("-over_at")


@dataclass(frozen=True)
class HandOffer:
    """What may be told of a battle between these warbands: who could fight, feats and pieces."""

    access: Access
    warbands: list[Warband]
    sides: list[str]
    scenario: str
    fielded: tuple[Fielded, ...]
    feats: tuple[FeatKind, ...]
    items: tuple[str, ...]


def hand_offer(user: Any, campaign_id: Id, warbands: Sequence[Id], scenario: str) -> HandOffer:
    """The form for a report; members only. Errors: members_only, hand_not_allowed,
    unknown_warband, unknown_scenario, side_count, warband_unfit."""
    access = campaign_for(user, campaign_id)
    access.require_writer()
    if not access.campaign.hand_reports:
        raise ServiceError("hand_not_allowed")
    ids = [str(uuid_of(one)) for one in warbands]
    if "None" in ids:
        raise invalid("unknown_warband")
    if not 2 <= len(ids) <= len(SIDE_IDS):
        raise invalid("side_count", most=len(SIDE_IDS))
    if scenario and scenario not in load_catalogue().scenarios:
        raise invalid("unknown_scenario", scenario=scenario)
    rows = Warband.objects.filter(enrolment__campaign=access.campaign, pk__in=set(ids))
    found = {str(one.pk): one for one in rows.select_related("owner")}
    if len(set(ids)) != len(ids):
        raise invalid("warband_twice")
    if any(one not in found for one in ids):
        raise invalid("unknown_warband")
    bands = [found[one] for one in ids]
    return HandOffer(
        access=access,
        warbands=bands,
        sides=list(SIDE_IDS[: len(bands)]),
        scenario=scenario,
        fielded=fielded_of(access, bands),
        feats=feats_of(scenario),
        items=items_of(scenario),
    )


def fielded_of(access: Access, warbands: Sequence[Warband]) -> tuple[Fielded, ...]:
    """Who can fight for these warbands now, in their order. Errors: warband_unfit."""
    ruleset, found = ruleset_of(access.campaign), []
    for side, warband in zip(SIDE_IDS, warbands, strict=False):
        rows = battle_warriors(warband, side=side, ruleset=ruleset)
        if not rows:
            raise ServiceError("warband_unfit", warband=warband.name)
        found += [
            Fielded(id=one.id, side=side, name=one.name, hero=one.hero, leader=one.leader)
            for one in rows
        ]
    return tuple(found)
