"""What happens when a player's time runs out: as the campaign has chosen, and only once."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import (
    Absence,
    AwayPolicy,
    Battle,
    BattleStatus,
    CampaignPace,
    MemberClock,
    NewsKind,
    NoticeKind,
    Outbox,
    Playing,
    Policy,
    PostKind,
    TurnClock,
)
from campaigns.news import announce
from campaigns.notices import tell
from campaigns.selectors.campaigns import game_masters
from campaigns.services import clocks, presence
from campaigns.services.record import follow_up, lock, sealed_plans
from campaigns.services.scenes import Part, TurnLink, write_post


def turn_expiry(job: Outbox) -> None:
    """The job at the end of a clock.

    Locks are taken in the order of a player's turn: the battle, then the job. Whoever has the
    battle first wins: a turn sent a second before has withdrawn this job, and it does nothing.
    """
    with transaction.atomic():
        battle = lock(job.payload["battle"])
        with outbox.finishing(job):
            clock = _clock(battle, job)
            if clock is not None and clock.due_at <= timezone.now():
                run_out(battle, clock)


def turn_reminder(job: Outbox) -> None:
    """Warn of an end that is still ahead."""
    with transaction.atomic():
        battle = lock(job.payload["battle"])
        with outbox.finishing(job):
            clock = _clock(battle, job)
            if clock is None:
                return
            tell(
                NoticeKind.REMINDER,
                [clock.side.user_id],
                key=f"reminder:{clock.pk}:{clock.serial}:{job.payload['hours']}",
                scene=battle.scene,
                side=clock.side.name,
                due=clock.due_at.isoformat(),
            )


def run_out(battle: Battle, clock: TurnClock) -> None:
    """The time of a side is over; its reserve first. The battle is locked."""
    pace, side = clocks.pace_of(battle), clock.side
    if pace is None:
        return
    away = _is_away(pace, clock)
    if clock.playing != Playing.DEPUTY and clock.bank_from is None and not away:
        left = clocks.bank_left(battle, clock)
        if left and not clocks.missing(battle, side.user_id):
            clocks.draw_on_bank(battle, clock, left)
            return
    if clock.bank_from is not None:
        clocks.spend_bank(battle, clock)
    clock.expired_at = timezone.now()
    presumed = not away and presence.missed(battle, clock)
    outcome = _decide(battle, pace, clock)
    _note(battle, clock, outcome, pace.short.hours if presumed else None)
    follow_up(battle, state_of(battle), again=f"clock:{clock.pk}:{clock.serial}")


def _is_away(pace: CampaignPace, clock: TurnClock) -> bool:
    """Whether the turn is played at once because its player has said he is away."""
    now = timezone.now()
    at_once = pace.absences == AwayPolicy.AT_ONCE
    return at_once and any(span.holds(now) for span in clocks.spans_of(clock.side.user))


def _decide(battle: Battle, pace: CampaignPace, clock: TurnClock) -> str:
    """Who plays on: the first policy that can be, the second, or the game master."""
    wanted = (pace.then,) if clock.playing == Playing.DEPUTY else (pace.first, pace.then)
    for policy in (*wanted, Policy.GM):
        playing = _possible(battle, clock, policy)
        if playing:
            break
    clock.playing = playing
    if playing == Playing.DEPUTY:
        clocks.new_term(battle, clock)
    else:
        clock.deputy = None
        clocks.close_clock(clock)
    return playing


def _possible(battle: Battle, clock: TurnClock, policy: str) -> str:
    if policy == Policy.PLAN:
        return Playing.PLAN if sealed_plans(battle, (clock.side.side,)) else ""
    if policy == Policy.DEPUTY:
        clock.deputy = _deputy(battle, clock)
        return Playing.DEPUTY if clock.deputy else ""
    same = {
        Policy.CAUTIOUS: Playing.SERVER,
        Policy.SKIP: Playing.SKIP,
        Policy.GM: Playing.GM,
    }
    return same[Policy(policy)]


def _deputy(battle: Battle, clock: TurnClock) -> Any:
    """Who plays for this side, unless away as well or sitting on another side of this battle."""
    row = (
        MemberClock.objects.filter(
            membership__campaign=battle.scene.campaign_id,
            membership__user=clock.side.user_id,
            deputy__campaign=battle.scene.campaign_id,
        )
        .select_related("deputy__user")
        .first()
    )
    if row is None or row.deputy is None:
        return None
    user = row.deputy.user
    if any(side.user_id == user.pk for side in battle.seats):
        return None
    now = timezone.now()
    away = Absence.objects.filter(user=user).not_over()
    return None if any(one.span(user.time_zone).holds(now) for one in away) else user


def _note(battle: Battle, clock: TurnClock, outcome: str, grace: int | None) -> None:
    """A notice in the thread, and to whom it concerns; `grace`: how long his next turns last."""
    side = clock.side
    turn = TurnLink(side=side.side, source="clock", data={"playing": outcome})
    write_post(access=None, scene=battle.scene, parts=[Part("")], kind=PostKind.SYSTEM, turn=turn)
    key = f"{clock.pk}:{clock.serial}"
    facts = {"scene": battle.scene, "side": side.name, "playing": outcome}
    announce(NewsKind.TIME_UP, key=f"time_up:{key}", **facts)
    short = {} if grace is None else {"grace": grace}
    tell(NoticeKind.TIME_UP, [side.user_id], key=f"time_up:{key}", **facts, **short)
    if outcome == Playing.DEPUTY:
        tell(NoticeKind.DEPUTY, [clock.deputy_id], key=f"deputy:{key}", **facts)
    elif outcome == Playing.GM:
        masters = game_masters(battle.scene.campaign).values_list("user", flat=True)
        tell(NoticeKind.GM_DECIDES, masters, key=f"gm_decides:{key}", **facts)


def _clock(battle: Battle, job: Outbox) -> TurnClock | None:
    """The clock of a job, while it is still the one that the job was called for by."""
    if battle.status != BattleStatus.OPEN:
        return None
    for side in battle.seats:
        clock = clocks.clock_of(side)
        if clock is not None and clock.pk == job.payload["clock"]:
            current = clock.running and clock.serial == job.payload["serial"]
            return clock if current and clock.due_at is not None else None
    return None
