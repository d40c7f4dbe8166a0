"""The house rules of a campaign reach its warbands: those that play in it, and drafts built for it.

A battle keeps the rules that it was set up with, and so does what follows it; what was bought,
learned and rated before a change stays as the books have it.
"""

from typing import Any

from django.db import transaction

from campaigns.errors import ServiceError, not_found
from campaigns.models import Battle, Campaign, CatchUp, Membership
from campaigns.selectors.access import Id, campaign_for
from mordheim_site.ids import uuid_of
from warbands.models import Warband
from warbands.models.warband import Status
from warbands.services.house_rules import house_rules_fit, house_rules_lay, unfought


@transaction.atomic
def house_rules_adopt(*, user: Any, campaign_id: Id, warband_id: Id) -> Warband:
    """Build a draft of one's own by the rules of this campaign: its gold, its prices, its limits.

    Errors: members_only, spectators_read, campaign_closed, not_found, not_a_draft, other_ruleset,
    not_enough_gold (it has spent what this campaign wouldn't give).
    """
    from campaigns.services.campaigns import require_open  # that lays rules on whom it enrols

    access = campaign_for(user, campaign_id)
    access.require_writer()
    require_open(access.campaign)
    campaign = held(access.campaign)
    warband = _draft(user, warband_id)
    if warband.ruleset != campaign.ruleset:
        raise ServiceError("other_ruleset")
    return lay(campaign, warband, gold="follow", actor=user)


@transaction.atomic
def house_rules_drop(*, user: Any, warband_id: Id) -> Warband:
    """Build it by the book again. Errors: not_found, not_a_draft, not_enough_gold."""
    warband = _draft(user, warband_id)
    return house_rules_lay(warband=warband, overlay={}, source="", gold="follow", actor=user)


def held(campaign: Campaign) -> Campaign:
    """The campaign as it is now, under a lock: until this is done nobody changes its rules or ends
    its season, and nobody else begins a battle in it."""
    return Campaign.objects.select_for_update(no_key=True).get(pk=campaign.pk)


def lay(campaign: Campaign, warband: Warband, *, gold: Any, actor: Any) -> Warband:
    return house_rules_lay(
        warband=warband,
        overlay=campaign.house_rules,
        source=str(campaign.public_id),
        gold=gold,
        actor=actor,
    )


def join(campaign: Campaign, warband: Warband, *, actor: Any, as_gm: bool) -> None:
    """A warband that joins plays by the rules here; the game master may bring in whom he likes.

    Errors: illegal_roster, too_much_gold, built_otherwise.
    """
    if not as_gm:
        late = CatchUp.objects.filter(warband=warband, campaign=campaign).first()
        granted = late.gold if late else 0
        house_rules_fit(warband=warband, overlay=campaign.house_rules, granted=granted)
    new = unfought(warband)
    if campaign.house_rules or warband.house_rules:
        lay(campaign, warband, gold="follow" if new else "keep", actor=actor)
    else:
        Warband.objects.filter(pk=warband.pk).update(rules_of=str(campaign.public_id))


def part(warband: Warband, *, actor: Any) -> None:
    """A warband that leaves is the book's again."""
    if warband.status != Status.DISBANDED:
        house_rules_lay(warband=warband, overlay={}, source="", actor=actor)


def released(member: Membership) -> None:
    """What a member who goes was building by the rules here is built by the book again: nobody
    lays rules on those who have left."""
    rows = Warband.objects.filter(owner=member.user, rules_of=str(member.campaign.public_id))
    rows = rows.filter(enrolment=None).exclude(status=Status.DISBANDED)
    for warband in rows.order_by("pk"):
        draft = warband.status == Status.DRAFT
        house_rules_lay(warband=warband, overlay={}, source="", gold="as_far" if draft else "keep")


def changed_for_all(campaign: Campaign, *, actor: Any) -> None:
    """The rules have been changed: every warband that is built or plays by them, in one order."""
    rows = Warband.objects.filter(rules_of=str(campaign.public_id))
    for warband in rows.exclude(status=Status.DISBANDED).order_by("pk"):
        draft = warband.status == Status.DRAFT
        lay(campaign, warband, gold="as_far" if draft else "keep", actor=actor)


def pinned_in(battle: Battle) -> dict[str, Any] | None:
    """The house rules that a battle was set up with; None where it was fought on a real table."""
    if not battle.setup:
        return None
    ruleset = battle.setup["ruleset"]
    return {name: ruleset["switches"][name] for name in ruleset.get("house_rules", ())}


def _draft(user: Any, warband_id: Id) -> Warband:
    warband = Warband.objects.filter(pk=uuid_of(warband_id), owner=user).first()
    if warband is None:
        raise not_found()
    if warband.status != Status.DRAFT:
        raise ServiceError("not_a_draft")
    return warband
