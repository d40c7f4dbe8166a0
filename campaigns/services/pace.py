"""What members set about time: a campaign's pace, absences, deputies; nudges and more time."""

from datetime import date, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from campaigns.engine import state_of
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.models import (
    LIVE,
    Absence,
    AwayPolicy,
    Battle,
    BattleSide,
    BattleStatus,
    CampaignPace,
    Controller,
    MemberClock,
    Membership,
    NoticeKind,
    Policy,
    Role,
    TurnClock,
)
from campaigns.notices import tell
from campaigns.pace import quiet_hours
from campaigns.selectors.access import Access, Id, battle_for, campaign_for
from campaigns.services import choosing, clocks, presence
from campaigns.services.campaigns import audit, check_reason
from campaigns.services.record import lock
from campaigns.services.safety import apart
from mordheim_site.ids import uuid_of
from mordheim_site.text import one_line

FIELDS = (
    *("hours", "at", "quiet_from", "quiet_to", "weekends", "zone"),
    *("bank_hours", "first", "then", "absences", "grace_hours"),
)
LONGEST_NIGHT = 16  # hours of quiet a day
LONGEST_ABSENCE = 92  # days
MOST_ABSENCES = 20
MOST_EXTRA = 720  # hours
NUDGE_AGAIN = timedelta(hours=6)


@transaction.atomic
def pace_set(*, user: Any, campaign_id: Id, **fields: Any) -> CampaignPace:
    """Give a campaign a pace, or change it; the GM only.

    Clocks that run keep their end; those of battles that had none begin now.

    Errors: gm_only, bad_pace (fields).
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    if unknown := set(fields) - set(FIELDS):
        raise TypeError(f"no such field: {', '.join(sorted(unknown))}")
    row = CampaignPace.objects.filter(campaign=access.campaign).first()
    row = row or CampaignPace(campaign=access.campaign)
    for name, value in fields.items():
        setattr(row, name, value)
    _check(row)
    row.save()
    if row.grace_hours is None:
        presence.forget(access.campaign)
    audit(access, "pace_set", hours=row.hours, first=row.first, then=row.then)
    for battle in _live_battles(access):
        clocks.follow(battle, state_of(battle))
        clocks.let_go(battle)
    return row


@transaction.atomic
def pace_remove(*, user: Any, campaign_id: Id) -> None:
    """No clocks any more; the GM only. Errors: gm_only, no_pace."""
    access = campaign_for(user, campaign_id)
    access.require_gm()
    row = _pace(access)
    for battle in _live_battles(access):
        clocks.hold(battle)
        TurnClock.objects.filter(side__battle=battle).update(left_seconds=None)
    row.delete()
    presence.forget(access.campaign)
    choosing.let_go(access.campaign)
    audit(access, "pace_remove")


@transaction.atomic
def pace_pause(*, user: Any, campaign_id: Id, paused: bool, reason: str = "") -> CampaignPace:
    """Stop all clocks of a campaign (holidays), or let them run on. Errors: gm_only, no_pace."""
    access = campaign_for(user, campaign_id)
    access.require_gm()
    check_reason(reason)
    row = _pace(access)
    if paused == (row.paused_at is not None):
        return row
    row.paused_at = timezone.now() if paused else None
    row.save(update_fields=["paused_at"])
    for battle in _live_battles(access):
        battle.scene.campaign.pace.paused_at = row.paused_at
        (clocks.hold if paused else clocks.let_go)(battle)
    (choosing.hold if paused else choosing.let_go)(access.campaign)
    audit(access, "pace_pause" if paused else "pace_resume", reason=reason)
    return row


@transaction.atomic
def turn_extend(*, user: Any, battle_id: Id, side: str, hours: int, reason: str = "") -> TurnClock:
    """Give a side more time, running out or not; the GM only.

    Errors: gm_only, unknown_side, no_clock (play doesn't wait for it, or there is no pace),
    bad_number.
    """
    access, seen = battle_for(user, battle_id)
    access.require_gm()
    check_reason(reason)
    if not 1 <= hours <= MOST_EXTRA:
        raise invalid("bad_number", field="hours")
    battle = lock(seen.public_id)
    clock = clocks.clock_of(_seat(battle, side))
    if clock is None or not clock.running or clocks.pace_of(battle) is None:
        raise ServiceError("no_clock")
    now = timezone.now()
    clocks.move_due(clock, max(clock.due_at or now, now) + timedelta(hours=hours))
    audit(access, "turn_extend", battle=battle, reason=reason, side=side, hours=hours)
    return clock


@transaction.atomic
def nudge(*, user: Any, battle_id: Id, side: str) -> None:
    """Remind somebody that play waits for him: any member, once in six hours for all of them.

    Errors: members_only, unknown_side, not_waiting, nudged_already.
    """
    access, seen = battle_for(user, battle_id)
    access.require_writer()
    battle = lock(seen.public_id)
    seat = _seat(battle, side)
    if not seat.waiting or seat.controller != Controller.MEMBER or seat.user_id is None:
        raise ServiceError("not_waiting")
    if apart(user, seat.user):
        raise ServiceError("not_waiting")
    clock = clocks.clock_of(seat) or TurnClock(side=seat)
    now = timezone.now()
    if clock.nudged_at is not None and now - clock.nudged_at < NUDGE_AGAIN:
        raise ServiceError("nudged_already")
    clock.nudged_at = now
    clock.save()
    tell(
        NoticeKind.NUDGE,
        [seat.user_id, clock.deputy_id],
        key=f"nudge:{seat.pk}:{int(now.timestamp())}",
        scene=battle.scene,
        side=seat.name,
        by=str(user),
    )
    if access.is_gm:
        audit(access, "nudge", battle=battle, side=side)


@transaction.atomic
def absence_add(*, user: Any, first_day: date, last_day: date, note: str = "") -> Absence:
    """Say when one is away, both days included. Errors: log_in, bad_days, too_many_absences."""
    if not user.is_authenticated:
        raise ServiceError("log_in", 401)
    yesterday = timezone.localdate() - timedelta(days=1)
    length = (last_day - first_day).days + 1
    if not 1 <= length <= LONGEST_ABSENCE or last_day < yesterday:
        raise invalid("bad_days", limit=LONGEST_ABSENCE)
    if (last_day - yesterday).days > 2 * 366:
        raise invalid("bad_days", limit=LONGEST_ABSENCE)
    if Absence.objects.filter(user=user).not_over().count() >= MOST_ABSENCES:
        raise invalid("too_many_absences", limit=MOST_ABSENCES)
    presence.heard_of(user)
    before = {user.pk: clocks.spans_of(user)}
    row = Absence.objects.create(
        user=user, first_day=first_day, last_day=last_day, note=one_line(note)[:120]
    )
    clocks.reckon_again([user.pk], before)
    choosing.reckon_again([user.pk], before)
    return row


@transaction.atomic
def absence_remove(*, user: Any, absence_id: Id) -> None:
    """Be back earlier than thought. Errors: not_found."""
    if not user.is_authenticated:
        raise ServiceError("log_in", 401)
    row = Absence.objects.filter(user=user, public_id=uuid_of(absence_id)).first()
    if row is None:
        raise not_found()
    presence.heard_of(user)
    before = {user.pk: clocks.spans_of(user)}
    row.delete()
    clocks.reckon_again([user.pk], before)
    choosing.reckon_again([user.pk], before)


@transaction.atomic
def deputy_set(*, user: Any, campaign_id: Id, deputy: Id | None) -> MemberClock:
    """Name who plays for one when time has run out; nobody with None.

    Errors: members_only, spectators_read, unknown_member, own_deputy.
    """
    access = campaign_for(user, campaign_id)
    access.require_writer()
    chosen = None
    if deputy is not None:
        players = access.campaign.memberships.exclude(role=Role.SPECTATOR)
        chosen = players.filter(public_id=uuid_of(deputy)).first()
        if chosen is None:
            raise invalid("unknown_member")
        if apart(user, chosen.user):
            raise invalid("unknown_member")
        if chosen.user_id == user.pk:
            raise invalid("own_deputy")
    row = clocks.member_clock(Membership.objects.get(pk=access.membership.pk))
    row.deputy = chosen
    row.save(update_fields=["deputy"])
    return row


def _check(row: CampaignPace) -> None:
    """Errors: bad_pace with the names of the fields that are wrong."""
    wrong = set()
    try:
        row.clean_fields(exclude=["campaign"])
    except ValidationError as fault:
        wrong |= set(fault.message_dict)
    if "zone" not in wrong and not _is_zone(row.zone):
        wrong.add("zone")
    if (row.quiet_from is None) != (row.quiet_to is None):
        wrong |= {"quiet_from", "quiet_to"}
    elif row.quiet_from is not None:
        length = quiet_hours((row.quiet_from, row.quiet_to))
        if not 0 < length <= LONGEST_NIGHT:
            wrong |= {"quiet_from", "quiet_to"}
    wrong |= {name for name in ("first", "then") if getattr(row, name) not in Policy.values}
    if row.absences not in AwayPolicy.values:
        wrong.add("absences")
    if wrong:
        raise invalid("bad_pace", fields=sorted(wrong))


def _is_zone(name: str) -> bool:
    from mordheim_site.accounts.models import validate_time_zone

    try:
        validate_time_zone(name)
    except ValidationError:
        return False
    return True


def _pace(access: Access) -> CampaignPace:
    row = CampaignPace.objects.select_for_update().filter(campaign=access.campaign).first()
    if row is None:
        raise ServiceError("no_pace")
    return row


def _live_battles(access: Access) -> list[Battle]:
    """The campaign's battles under way, locked."""
    rows = Battle.objects.filter(scene__campaign=access.campaign, by_hand=False, status__in=LIVE)
    names = rows.exclude(status=BattleStatus.SETUP)
    return [lock(name) for name in names.order_by("pk").values_list("public_id", flat=True)]


def _seat(battle: Battle, side: str) -> BattleSide:
    row = next((one for one in battle.seats if one.side == side), None)
    if row is None:
        raise invalid("unknown_side", side=side)
    return row
