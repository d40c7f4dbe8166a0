"""The clocks of battles: started, stopped and moved in the transaction of what moves them.

What happens when one runs out is in `expiry`. The row of the battle is locked by whoever calls.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.utils import timezone

from campaigns import outbox
from campaigns.models import (
    Absence,
    AwayPolicy,
    Battle,
    BattleSide,
    BattleStatus,
    CampaignPace,
    Controller,
    MemberClock,
    NewsKind,
    NoticeKind,
    NoticeSettings,
    Playing,
    TurnClock,
)
from campaigns.models.notices import default_reminders
from campaigns.news import announce
from campaigns.notices import tell, turn_taken
from campaigns.pace import Pace, Span, deadline, running
from rules.battle.state import State

EXPIRY, REMINDER = "turn_expiry", "turn_reminder"
SHORT = timedelta(minutes=10)  # who waited no longer for somebody's answer is not told again
RESUMED = 4  # a turn that goes on after a stranger's decision has at least 1/RESUMED of its time


def pace_of(battle: Battle) -> CampaignPace | None:
    return getattr(battle.scene.campaign, "pace", None)


def clock_of(side: BattleSide) -> TurnClock | None:
    return getattr(side, "clock", None)


def played_for(side: BattleSide) -> bool:
    """Whether the server moves for a player whose time has run out."""
    clock = clock_of(side)
    return side.controller == Controller.MEMBER and clock is not None and clock.played_for


def follow(battle: Battle, state: State) -> None:
    """Bring the clocks into line with whom play waits for now, and tell whose turn it is."""
    place = (state.turn, state.active)
    for side in battle.seats:
        clock = clock_of(side)
        awaited = side.waiting and side.controller == Controller.MEMBER and side.user_id
        if not awaited:
            if clock is not None and clock.running:
                stop(battle, clock)
        elif clock is None or not clock.running or (clock.turn, clock.active) != place:
            asked = any(decision.side == side.side for decision in state.awaiting)
            _begin(battle, side, clock, place, asked=asked)


def stop(battle: Battle, clock: TurnClock) -> None:
    """Play no longer waits: what is left is kept, what the player took of his reserve is spent."""
    now, pace = timezone.now(), pace_of(battle)
    if pace is not None and clock.due_at is not None:
        clock.left_seconds = _left(pace, clock, now)
        if clock.bank_from is not None:
            _spend(battle, clock, _seconds(_running(pace, clock, clock.bank_from, now)))
            clock.bank_from, clock.left_seconds = None, 0
    clock.running, clock.due_at, clock.stopped_at = False, None, now
    _reschedule(clock)
    turn_taken(battle.scene, clock.side.name)


def stop_all(battle: Battle) -> None:
    """For a battle that closes."""
    for side in battle.seats:
        clock = clock_of(side)
        if clock is not None and clock.running:
            stop(battle, clock)


def leave(battle: Battle, user: Any) -> None:
    """Somebody leaves his seat, and whatever seat he keeps warm for another."""
    for side in battle.seats:
        clock = clock_of(side)
        if clock is None:
            continue
        if side.user_id == user.pk and clock.running:
            stop(battle, clock)
        if clock.deputy_id == user.pk:
            clock.deputy = None
            clock.save(update_fields=["deputy"])


def hold(battle: Battle) -> None:
    """A pause: the clocks stand, and keep what is left."""
    now, pace = timezone.now(), pace_of(battle)
    for clock in _running_clocks(battle):
        if pace is not None and clock.due_at is not None:
            clock.left_seconds = _left(pace, clock, now)
            clock.due_at = None
            _reschedule(clock)


def let_go(battle: Battle) -> None:
    """The end of a pause; clocks that were never started, or stand without an end, begin."""
    pace = pace_of(battle)
    if pace is None or pace.paused_at is not None or battle.status != BattleStatus.OPEN:
        return
    now = timezone.now()
    for clock in _running_clocks(battle):
        if clock.due_at is None and clock.expired_at is None:
            seconds = clock.left_seconds
            left = None if seconds is None else timedelta(seconds=seconds)
            clock.due_at = deadline(_terms(battle, clock), now, _away(pace, clock), left)
            _reschedule(clock)


def seat_changed(battle: Battle, side: BattleSide, state: State) -> None:
    """Somebody else sits there: his clock begins anew."""
    clock = clock_of(side)
    if clock is not None:
        clock.turn, clock.active, clock.left_seconds = 0, "", None
        stop(battle, clock)
        clock.left_seconds = None
        clock.save(update_fields=["left_seconds"])
    if battle.status == BattleStatus.OPEN:
        follow(battle, state)


def go_on(battle: Battle, side: BattleSide, left: int | None) -> None:
    """A player has taken the end of his turn back: it goes on with the `left` seconds that it had,
    no more, or whoever ended it and took that back again and again would never run out of time."""
    pace, clock = pace_of(battle), clock_of(side)
    if pace is None or clock is None or left is None or not clock.running:
        return
    if clock.due_at is None:
        clock.left_seconds = left
        clock.save(update_fields=["left_seconds"])
        return
    away, span = spans_of(side.user), timedelta(seconds=left)
    clock.due_at = _end(pace, _terms(battle, clock), timezone.now(), away, span)
    _reschedule(clock)


def left_of(side: BattleSide) -> int | None:
    """What is left of a turn whose clock has stopped, in seconds; None while it runs."""
    clock = clock_of(side)
    return None if clock is None or clock.running else clock.left_seconds


def move_due(clock: TurnClock, due: datetime) -> None:
    """Set the end anew, later or earlier; what had run out has not any more."""
    clock.due_at, clock.expired_at = due, None
    clock.playing, clock.deputy = Playing.NOBODY, None
    _reschedule(clock)


def reckon_again(user_ids: Iterable[int], before: dict[int, list[Span]]) -> None:
    """Absences of these users have changed: what was left of their turns is left of them now."""
    now = timezone.now()
    for clock in _running_for(user_ids):
        pace = pace_of(clock.side.battle)
        if pace is None or clock.due_at is None or clock.playing:
            continue
        due = _reckoned(pace, clock, now, before.get(clock.side.user_id, []))
        if due != clock.due_at:
            clock.due_at = due
            _reschedule(clock)


def _reckoned(pace: CampaignPace, clock: TurnClock, now: datetime, before: list[Span]) -> datetime:
    """The end of a running clock, once its player's absences are others than `before`."""
    away, due = spans_of(clock.side.user), clock.due_at
    if pace.absences == AwayPolicy.WAIT:
        return _end(pace, pace.arithmetic, now, away, running(pace.arithmetic, now, due, before))
    if pace.absences == AwayPolicy.RUN:
        return due
    if any(span.start == due for span in before):  # it was cut short: its whole time again
        due = deadline(pace.arithmetic, clock.started_at)
    return min([due, *(max(now, span.start) for span in away if span.end > now)])


def spans_of(user: Any) -> list[Span]:
    """When somebody is away, as far as it isn't over."""
    return [one.span(user.time_zone) for one in Absence.objects.filter(user=user).not_over()]


def bank_left(battle: Battle, clock: TurnClock) -> timedelta:
    """What a player still has in reserve in this campaign."""
    pace = pace_of(battle)
    if pace is None or not pace.bank_hours:
        return timedelta()
    row = _member_clock(battle, clock)
    used = 0 if row is None else row.bank_used_seconds
    return max(timedelta(), timedelta(hours=pace.bank_hours) - timedelta(seconds=used))


def draw_on_bank(battle: Battle, clock: TurnClock, left: timedelta) -> None:
    """Go on from the end of the turn's own time on the reserve."""
    pace, now = pace_of(battle), timezone.now()
    clock.bank_from = now
    clock.due_at = deadline(pace.arithmetic, now, _away(pace, clock), left)
    _reschedule(clock)


def spend_bank(battle: Battle, clock: TurnClock) -> None:
    """The reserve is used up."""
    left = bank_left(battle, clock)
    _spend(battle, clock, _seconds(left))
    clock.bank_from = None


def new_term(battle: Battle, clock: TurnClock) -> None:
    """A whole turn's time from now on, for whoever plays instead."""
    pace, now = pace_of(battle), timezone.now()
    clock.due_at = deadline(pace.arithmetic, now)
    _reschedule(clock)


def close_clock(clock: TurnClock) -> None:
    """It has run out and no new end is set."""
    clock.due_at = None
    _reschedule(clock)


def whole_time(user: Any, campaign_id: int) -> None:
    """The turns of somebody who is back last as long as ever, those that have begun as well."""
    for clock in _running_for([user.pk], campaign_id):
        pace = pace_of(clock.side.battle)
        if pace is None or clock.playing or clock.on_reserve:
            continue
        if clock.due_at is None:
            _lengthen(pace, clock)
            continue
        whole = _end(pace, pace.arithmetic, clock.started_at, spans_of(clock.side.user))
        if whole > clock.due_at:
            clock.due_at = whole
            _reschedule(clock)


def _lengthen(pace: CampaignPace, clock: TurnClock) -> None:
    """One that stands in a pause: what it will go on with is as much longer as whole turns are."""
    if clock.left_seconds is not None:
        more = timedelta(hours=pace.hours - pace.short.hours)
        whole = timedelta(hours=pace.hours)
        clock.left_seconds = _seconds(min(whole, timedelta(seconds=clock.left_seconds) + more))
        clock.save(update_fields=["left_seconds"])


def missing(battle: Battle, user_id: int | None) -> bool:
    """Whether a player let a turn run out and hasn't been heard of in this campaign since."""
    pace = pace_of(battle)
    if pace is None or pace.grace_hours is None:
        return False
    gone = MemberClock.objects.filter(missing_since__isnull=False)
    return gone.filter(_member(battle, user_id)).exists()


def _terms(battle: Battle, clock: TurnClock) -> Pace:
    """How long a turn of this player may take now."""
    pace = pace_of(battle)
    return pace.short if missing(battle, clock.side.user_id) else pace.arithmetic


def member_clock(membership: Any) -> MemberClock:
    row, _ = MemberClock.objects.get_or_create(membership=membership)
    return row


def _running_for(user_ids: Iterable[int], campaign_id: int | None = None) -> list[TurnClock]:
    """The clocks that run for these users; their battles are locked first, as in a turn."""
    sides = BattleSide.objects.filter(user__in=list(user_ids), clock__running=True)
    if campaign_id is not None:
        sides = sides.filter(battle__scene__campaign=campaign_id)
    battles = Battle.objects.filter(pk__in=sides.values("battle")).defer("setup", "state")
    list(battles.select_for_update(of=("self",)).order_by("pk"))
    rows = TurnClock.objects.filter(running=True, side__in=sides)
    return list(
        rows.select_related("side__user", "side__battle__scene__campaign__pace")
        .defer("side__battle__setup", "side__battle__state")
        .order_by("pk")
    )


def _begin(
    battle: Battle,
    side: BattleSide,
    clock: TurnClock | None,
    place: tuple[int, str],
    *,
    asked: bool,
) -> None:
    pace, now = pace_of(battle), timezone.now()
    if clock is None:
        clock = TurnClock(side=side)
        side.clock = clock
    same = (clock.turn, clock.active) == place
    left = _resumed(battle, clock) if same and pace is not None else None
    if not same:
        clock.playing, clock.deputy, clock.expired_at = Playing.NOBODY, None, None
        clock.bank_from = clock.nudged_at = None
    clock.turn, clock.active = place
    clock.running, clock.started_at, clock.due_at, clock.left_seconds = True, now, None, None
    if pace is not None and clock.expired_at is None:
        _set_due(battle, pace, clock, now, left)
    _reschedule(clock)
    if not same or clock.stopped_at is None or now - clock.stopped_at > SHORT:
        _tell_turn(battle, side, clock, asked=asked)


def _set_due(
    battle: Battle, pace: CampaignPace, clock: TurnClock, now: datetime, left: timedelta | None
) -> None:
    if pace.paused_at is not None or battle.status != BattleStatus.OPEN:
        clock.left_seconds = None if left is None else _seconds(left)
        return
    clock.due_at = _end(pace, _terms(battle, clock), now, spans_of(clock.side.user), left)


def _end(
    pace: CampaignPace,
    terms: Pace,
    now: datetime,
    away: list[Span],
    left: timedelta | None = None,
) -> datetime:
    """When a clock that goes on now runs out: where absences are played for at once, at the
    beginning of the next one at the latest."""
    if pace.absences != AwayPolicy.AT_ONCE:
        waits = away if pace.absences == AwayPolicy.WAIT else []
        return deadline(terms, now, waits, left)
    leaves = [max(now, span.start) for span in away if span.end > now]
    return min([deadline(terms, now, (), left), *leaves])


def _resumed(battle: Battle, clock: TurnClock) -> timedelta | None:
    if clock.left_seconds is None:
        return None
    least = _terms(battle, clock).allowance / RESUMED
    return max(timedelta(seconds=clock.left_seconds), least)


def _reschedule(clock: TurnClock) -> None:
    """Store the clock; the jobs of its last schedule are gone, those of the new one called for."""
    if clock.pk is not None:
        outbox.withdraw((EXPIRY, REMINDER), f"{clock.pk}:")
    clock.serial += 1
    clock.save()
    if clock.due_at is None:
        return
    facts = {"clock": clock.pk, "serial": clock.serial, "battle": str(clock.side.battle.public_id)}
    key = f"{clock.pk}:{clock.serial}"
    outbox.enqueue(EXPIRY, key, run_after=clock.due_at, **facts)
    if clock.playing:
        return
    for hours in _reminders(clock.side.user_id):
        when = clock.due_at - timedelta(hours=hours)
        if when > timezone.now():
            outbox.enqueue(REMINDER, f"{key}:{hours}", run_after=when, hours=hours, **facts)


def _reminders(user_id: int | None) -> list[int]:
    row = NoticeSettings.objects.filter(user=user_id).values_list("reminders", flat=True).first()
    return default_reminders() if row is None else row


def _tell_turn(battle: Battle, side: BattleSide, clock: TurnClock, *, asked: bool) -> None:
    """`asked`: on somebody else's turn, to decide something."""
    turn_taken(battle.scene, side.name)  # one call a battle: a newer one replaces those before
    tell(
        NoticeKind.YOUR_TURN,
        [side.user_id],
        key=f"turn:{clock.pk}:{clock.serial}",
        scene=battle.scene,
        side=side.name,
        **({"asked": True} if asked else {}),
    )
    by, key = str(side.user), f"turn:{clock.pk}:{clock.serial}"
    announce(NewsKind.TURN, key=key, scene=battle.scene, side=side.name, by=by)


def _running_clocks(battle: Battle) -> list[TurnClock]:
    clocks = (clock_of(side) for side in battle.seats)
    return [clock for clock in clocks if clock is not None and clock.running]


def _away(pace: CampaignPace, clock: TurnClock) -> list[Span]:
    """The absences for which this clock stands."""
    if pace.absences != AwayPolicy.WAIT or clock.side.user is None:
        return []
    return spans_of(clock.side.user)


def _running(pace: CampaignPace, clock: TurnClock, start: datetime, end: datetime) -> timedelta:
    return running(pace.arithmetic, start, end, _away(pace, clock))


def _left(pace: CampaignPace, clock: TurnClock, now: datetime) -> int:
    return _seconds(_running(pace, clock, now, clock.due_at))


def _seconds(time: timedelta) -> int:
    return max(0, int(time.total_seconds()))


def _member_clock(battle: Battle, clock: TurnClock) -> MemberClock | None:
    return MemberClock.objects.filter(_member(battle, clock.side.user_id)).first()


def _member(battle: Battle, user_id: int | None) -> Q:
    return Q(membership__campaign=battle.scene.campaign_id, membership__user=user_id)


def _spend(battle: Battle, clock: TurnClock, seconds: int) -> None:
    member = battle.scene.campaign.memberships.filter(user=clock.side.user_id).first()
    if member is not None:
        row = member_clock(member)
        row.bank_used_seconds += seconds
        row.save(update_fields=["bank_used_seconds"])
