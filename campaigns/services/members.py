"""What a game master does to members and their warbands: replace, correct a treasury."""

from datetime import timedelta
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from msgspec.structs import replace

from campaigns.engine import state_of
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.models import (
    LIVE,
    Battle,
    BattleSide,
    BattleStatus,
    MemberClock,
    Membership,
    NoticeKind,
    Role,
)
from campaigns.notices import tell
from campaigns.selectors.access import Id, campaign_for
from campaigns.services import clocks
from campaigns.services.campaigns import audit, require_reason
from campaigns.services.record import follow_up, lock
from campaigns.services.safety import apart
from mordheim_site.ids import uuid_of
from rules.roster.awakening import raised, risen_key
from rules.roster.change import Change
from rules.roster.ledger import Line
from rules.roster.model import Roster
from warbands import store
from warbands.models import Fighter, Warband
from warbands.services.access import by_its_rules, changed, writing

MOST_GOLD = 100_000


CALL_AGAIN = timedelta(hours=24)


@transaction.atomic
def member_call(*, user: Any, campaign_id: Id, member_id: Id) -> None:
    """Ask a member where he is: a game master, once a day for all of them.

    Errors: gm_only, unknown_member, called_already.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    members = access.campaign.memberships.exclude(user=user).select_related("user")
    member = members.filter(public_id=uuid_of(member_id)).first()
    if member is None or apart(user, member.user):
        raise invalid("unknown_member")
    clocks.member_clock(member)
    clock = MemberClock.objects.select_for_update().get(membership=member)
    now = timezone.now()
    if clock.called_at is not None and now - clock.called_at < CALL_AGAIN:
        raise ServiceError("called_already")
    clock.called_at = now
    clock.save(update_fields=["called_at"])
    tell(
        NoticeKind.CALLED,
        [member.user_id],
        key=f"call:{member.pk}:{now.isoformat()}",
        campaign=access.campaign,
        by=str(user),
    )
    audit(access, "member_call", user=str(member.user.public_id))


@transaction.atomic
def member_replace(
    *, user: Any, campaign_id: Id, member_id: Id, by_id: Id, reason: str
) -> Membership:
    """Another member takes over somebody's seats and warbands; what was written stays as it is.

    The clocks of his turns begin anew. Who is replaced remains, as a spectator (a GM as GM).

    Errors: gm_only, not_found, reason_missing, unknown_member, plays_against_himself.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_reason(reason)
    members = access.campaign.memberships.select_related("user")
    old = members.filter(public_id=uuid_of(member_id)).first()
    new = members.filter(public_id=uuid_of(by_id)).first()
    if old is None:
        raise not_found()
    if new is None or new.pk == old.pk:
        raise invalid("unknown_member")
    if new.role == Role.SPECTATOR:
        new.role = Role.PLAYER
        new.save(update_fields=["role"])
    battles = _battles_of(old)
    for battle in battles:
        if any(side.user_id == new.user_id for side in battle.seats):
            raise ServiceError("plays_against_himself")
    warbands = Warband.objects.filter(enrolment__campaign=access.campaign, owner=old.user)
    list(warbands.select_for_update(of=("self",)).order_by("pk"))
    warbands.update(owner=new.user)
    for battle in battles:
        _take_seats(battle, old, new)
    if old.role == Role.PLAYER:
        old.role = Role.SPECTATOR
        old.save(update_fields=["role"])
    act = audit(
        access,
        "member_replace",
        reason=reason,
        user=str(old.user.public_id),
        by=str(new.user.public_id),
    )
    for battle in battles:
        if battle.status == BattleStatus.OPEN:
            follow_up(battle, state_of(battle), again=str(act.pk))
    return new


@transaction.atomic
def treasury_correct(
    *,
    user: Any,
    campaign_id: Id,
    warband_id: Id,
    gold: int = 0,
    wyrdstone: int = 0,
    reason: str,
) -> Warband:
    """Add to a warband's gold and wyrdstone, or take away, as a line of its books.

    Errors: gm_only, not_found, reason_missing, bad_number (nothing, too much, or more than it has).
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_reason(reason)
    enrolment = access.campaign.enrolments.filter(warband=uuid_of(warband_id)).first()
    if enrolment is None:
        raise not_found()
    if not (gold or wyrdstone) or max(abs(gold), abs(wyrdstone)) > MOST_GOLD:
        raise invalid("bad_number", field="gold")
    line = Line(kind="correction", gold=gold, wyrdstone=wyrdstone, reason=reason[:200])
    with writing(actor=user, warband=enrolment.warband_id, as_gm=True) as row:
        if row.treasury + gold < 0 or row.wyrdstone + wyrdstone < 0:
            raise invalid("bad_number", field="gold" if gold else "wyrdstone")
        changed(row, lambda roster: _corrected(roster, line), actor=user)
    audit(
        access,
        "treasury_correct",
        reason=reason,
        warband=str(enrolment.warband_id),
        gold=gold,
        wyrdstone=wyrdstone,
    )
    return row


@transaction.atomic
def hero_awaken(
    *, user: Any, campaign_id: Id, warband_id: Id, of_id: Id, fighter: str, reason: str
) -> Warband:
    """Raise a dead hero of another warband as a Zombie of a Necromancer's (P-NEC-6).

    Errors: gm_only, not_found, reason_missing, no_awakening, not_a_dead_hero, warband_full.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_reason(reason)
    known = access.campaign.enrolments.select_related("warband")
    bands = {row.warband_id: row.warband for row in known}
    mine, theirs = bands.get(uuid_of(warband_id)), bands.get(uuid_of(of_id))
    if mine is None or theirs is None or mine == theirs:
        raise not_found()
    other = store.load(theirs)
    dead = next((one for one in other.fighters if one.key == fighter), None)
    if dead is None:
        raise not_found()
    with writing(actor=user, warband=mine, as_gm=True) as row:
        key = risen_key(dead.key)
        if Fighter.objects.filter(key=key).exists():
            raise invalid("not_a_dead_hero", fighter=fighter)
        changed(row, partial(by_its_rules, raised, dead=dead, of=other, key=key), actor=user)
    audit(
        access, "hero_awaken", reason=reason, warband=str(mine.pk), of=str(theirs.pk), who=dead.name
    )
    return row


def _corrected(roster: Roster, line: Line) -> Change:
    after = replace(
        roster,
        treasury=roster.treasury + line.gold,
        wyrdstone=roster.wyrdstone + line.wyrdstone,
    )
    return Change(after, (line,))


def _battles_of(member: Membership) -> list[Battle]:
    """The live battles of the campaign in which a member sits, locked."""
    sides = BattleSide.objects.filter(user=member.user)
    rows = Battle.objects.filter(
        scene__campaign=member.campaign, status__in=LIVE, sides__in=sides
    ).distinct()
    return [lock(name) for name in rows.order_by("pk").values_list("public_id", flat=True)]


def _take_seats(battle: Battle, old: Membership, new: Membership) -> None:
    for side in battle.seats:
        if side.user_id != old.user_id:
            continue
        side.user = new.user
        side.save(update_fields=["user"])
        if not battle.by_hand:
            clocks.seat_changed(battle, side, state_of(battle))
        tell(
            NoticeKind.SEAT,
            [new.user_id],
            key=f"seat:{side.pk}:{battle.version}:{new.user_id}",
            scene=battle.scene,
            side=side.name,
        )
