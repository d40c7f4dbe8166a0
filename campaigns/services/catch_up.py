"""What a newcomer gets, so that it can stand against warbands that have fought already.

A draft may be built for a campaign: then its gold comes at once, to be spent while one builds.
Experience comes when the warband joins, as an aftermath without a battle: the same dice, the same
questions about advances.
"""

from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

from campaigns.errors import ServiceError, not_found
from campaigns.models import Campaign, CatchUp
from campaigns.selectors.access import Id, campaign_for
from campaigns.selectors.catch_up import REF, offer_for
from campaigns.services.campaigns import require_open
from mordheim_site.ids import uuid_of
from rules.campaign import BattleReport, SideReport, WarriorReport
from rules.roster.change import Change
from rules.roster.ledger import Line
from rules.roster.model import Roster
from warbands import store
from warbands.models import Warband
from warbands.models.warband import Status
from warbands.services import aftermath as aftermaths
from warbands.services.access import changed, locked

GIVEN, GIVEN_BACK = "catch_up", "catch_up_back"
SIDE = "newcomer"


@transaction.atomic
def catch_up_pledge(*, user: Any, campaign_id: Id, warband_id: Id) -> CatchUp:
    """Build a draft of one's own for this campaign: its gold is there at once.

    Errors: members_only, spectators_read, campaign_closed, not_found, not_a_draft, other_ruleset,
    pledged_already, no_catch_up.
    """
    access = campaign_for(user, campaign_id)
    access.require_writer()
    require_open(access.campaign)
    key = uuid_of(warband_id)
    warband = Warband.objects.filter(pk=key, owner=user).first()
    if warband is None:
        raise not_found()
    warband = locked(warband)
    if warband.status != Status.DRAFT:
        raise ServiceError("not_a_draft")
    if warband.ruleset != access.campaign.ruleset:
        raise ServiceError("other_ruleset")
    if CatchUp.objects.filter(warband=warband).exists():
        raise ServiceError("pledged_already")
    return _give(access.campaign, warband, user)


@transaction.atomic
def catch_up_return(*, user: Any, warband_id: Id) -> None:
    """Give it back, to build the draft for another campaign. Errors: not_found, not_a_draft,
    spent_already."""
    warband = Warband.objects.filter(pk=uuid_of(warband_id), owner=user).first()
    row = CatchUp.objects.filter(warband=warband).first() if warband else None
    if warband is None or row is None:
        raise not_found()
    warband = locked(warband)
    if warband.status != Status.DRAFT:
        raise ServiceError("not_a_draft")
    if warband.treasury < row.gold:
        raise ServiceError("spent_already")
    if row.gold:
        each = row.gold // row.battles
        line = Line(kind="pay", n=row.battles, price=each, gold=-row.gold, reason=GIVEN_BACK)
        _enter(warband, line, user)
    row.delete()


def catch_up_join(*, campaign: Campaign, warband: Warband, actor: Any) -> CatchUp | None:
    """What a warband gets as it joins; inside the transaction of that. Errors: built_for_other."""
    row = CatchUp.objects.filter(warband=warband).first()
    if row is not None and row.campaign_id != campaign.pk and not row.joined:
        raise ServiceError("built_for_other")
    if row is None:
        if not offer_for(campaign, warband).worth:
            return None
        row = _give(campaign, locked(warband), actor)
    if not row.joined:
        row.joined = True
        row.save(update_fields=["joined"])
        _teach(row, warband)
    return row


def _give(campaign: Campaign, warband: Warband, actor: Any) -> CatchUp:
    offer = offer_for(campaign, warband)
    if not offer.worth:
        raise ServiceError("no_catch_up")
    if offer.gold:
        line = Line(
            kind="gain",
            n=offer.battles,
            price=offer.rule.gives_gold,
            gold=offer.gold,
            reason=GIVEN,
        )
        _enter(warband, line, actor)
    return CatchUp.objects.create(
        campaign=campaign,
        warband=warband,
        battles=offer.battles,
        gold=offer.gold,
        experience=offer.experience,
    )


def _enter(warband: Warband, line: Line, actor: Any) -> None:
    def verb(roster: Roster) -> Change:
        richer = msgspec.structs.replace(roster, treasury=roster.treasury + line.gold)
        return Change(richer, (line,))

    changed(warband, verb, actor=actor)


def _teach(row: CatchUp, warband: Warband) -> None:
    """Experience for each fighter, and whatever advances it brings."""
    if not row.experience:
        return
    aftermath = aftermaths.start(
        battle_ref=reference(row.campaign),
        warband=warband,
        outcome=_report(row, warband),
        side=SIDE,
    )
    aftermaths.run_all(aftermath=aftermath)


def reference(campaign: Campaign) -> str:
    return f"{REF}{campaign.public_id}"


def _report(row: CatchUp, warband: Warband) -> BattleReport:
    """A battle that nobody fought: everybody is there, and nobody falls."""
    roster = store.load(warband)
    side = SideReport(
        id=SIDE,
        name=warband.name,
        warband=str(warband.pk),
        type=warband.type,
        rating=warband.rating,
        leader=roster.leader.key if roster.leader else "",
    )
    warriors = tuple(
        WarriorReport(id=id, side=SIDE, name=fighter.name, hero=fighter.hero)
        for fighter in roster.active
        for id in fighter.warrior_ids()
    )
    return BattleReport(
        battle=reference(row.campaign), sides=(side,), warriors=warriors, catch_up=row.experience
    )


def campaign_of(reference: str) -> UUID | None:
    """The campaign that an aftermath without a battle belongs to."""
    return uuid_of(reference.removeprefix(REF)) if reference.startswith(REF) else None
