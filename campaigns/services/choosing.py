"""The time for choices after a battle: the campaign's hours, by the clock of its pace.

Nights, free weekends, holidays and the absences of the warband's player count as in turns
(campaigns.pace), and so do those of captors while they are asked about a prisoner; a campaign
without a pace counts plain hours. `due_at`, `left_seconds` and `captors` of an aftermath are
written here alone; what falls due is in `aftermath.default`. Whoever calls holds the lock of the
battle, or is given battles that aren't locked yet and locks them (`hold`, `let_go`,
`reckon_again`).
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from campaigns import outbox
from campaigns.models import (
    AwayPolicy,
    Battle,
    BattleSide,
    BattleStatus,
    Campaign,
    CampaignPace,
    NoticeKind,
    NoticeSettings,
    Outbox,
)
from campaigns.models.notices import default_reminders
from campaigns.notices import tell
from campaigns.pace import Pace, Span, deadline, running
from campaigns.services.clocks import missing, pace_of, spans_of
from campaigns.services.record import lock
from mordheim_site.accounts.models import User
from warbands.models import Aftermath
from warbands.services.aftermath import captors_asked

AFTER = (BattleStatus.OVER, BattleStatus.CLOSED)
DEFAULT, REMINDER = "aftermath_default", "aftermath_reminder"


def allow(battle: Battle, aftermath: Aftermath) -> None:
    """The whole time, from now on; a turn's for whoever is presumed away (`presence`)."""
    hours, pace = battle.scene.campaign.choice_hours, pace_of(battle)
    if pace is not None and missing(battle, aftermath.warband.owner_id):
        hours = min(hours, pace.hours)
    _begin(battle, aftermath, timedelta(hours=hours))


def hold(campaign: Campaign) -> None:
    """Holidays: what is left of the time is kept."""
    now = timezone.now()
    for battle, aftermath in _open(_of_campaign(campaign)):
        if aftermath.due_at is not None:
            left = running(_clock(battle), now, aftermath.due_at, _away(battle, aftermath))
            _store(battle, aftermath, None, max(0, int(left.total_seconds())))


def let_go(campaign: Campaign) -> None:
    """The end of holidays (or of the pace itself): what was left is left from now on."""
    for battle, aftermath in _open(_of_campaign(campaign)):
        if aftermath.due_at is None and aftermath.left_seconds is not None:
            _begin(battle, aftermath, timedelta(seconds=aftermath.left_seconds))


def reckon_again(user_ids: Iterable[int], before: dict[int, list[Span]]) -> None:
    """Absences of these users have changed: what was left of their time is left of it now."""
    now = timezone.now()
    for battle, aftermath in _open(_that_wait_for(user_ids)):
        spans = [span for user in _waited_for(aftermath) for span in _spans_then(user, before)]
        _reckon(battle, aftermath, now, spans)


def attend(battle: Battle, aftermath: Aftermath) -> None:
    """Captors are asked about a prisoner, or no more: their absences count, or no more."""
    captors = captors_asked(aftermath)
    if captors == aftermath.captors:
        return
    spans = _away(battle, aftermath)
    aftermath.captors = captors
    aftermath.save(update_fields=["captors"])
    _reckon(battle, aftermath, timezone.now(), spans)


def _reckon(battle: Battle, aftermath: Aftermath, now: datetime, spans: list[Span]) -> None:
    """What was left by the absences of then is left by those of now."""
    pace = pace_of(battle)
    if pace is None or pace.absences != AwayPolicy.WAIT or aftermath.due_at is None:
        return
    left = running(pace.arithmetic, now, aftermath.due_at, spans)
    due = deadline(pace.arithmetic, now, _away(battle, aftermath), left)
    if due != aftermath.due_at:
        _store(battle, aftermath, due, None)


def _that_wait_for(user_ids: Iterable[int]) -> QuerySet[Aftermath]:
    """Of a user's own warband; and of whoever has fought it, where a prisoner may be the matter."""
    users = list(user_ids)
    sides = BattleSide.objects.filter(warband__owner__in=users, battle__status__in=AFTER)
    names = [str(name) for name in sides.values_list("battle__public_id", flat=True)]
    return Aftermath.objects.filter(Q(warband__owner__in=users) | Q(battle__in=names))


def _waited_for(aftermath: Aftermath) -> list[User]:
    """Whose absences the time stands for."""
    others = [pk for pk in aftermath.captors if pk != aftermath.warband.owner_id]
    return [aftermath.warband.owner, *(User.objects.filter(pk__in=others) if others else ())]


def _spans_then(user: User, before: dict[int, list[Span]]) -> list[Span]:
    return before[user.pk] if user.pk in before else spans_of(user)


def forget(aftermath: Aftermath) -> None:
    """Nothing is asked any more: nobody is reminded of it."""
    outbox.withdraw([DEFAULT, REMINDER], f"{aftermath.pk}:")


def still_due(aftermath: Aftermath, job: Outbox) -> bool:
    """Whether a job is of the end that counts now; one of long ago doesn't name its own."""
    if aftermath.due_at is None:
        return False
    named = job.payload.get("due")
    return named == aftermath.due_at.isoformat() if named else aftermath.due_at <= timezone.now()


def remind(battle: Battle, aftermath: Aftermath, hours: int, users: Iterable[int]) -> None:
    """Tell those who have something to choose of an end that is still ahead."""
    tell(
        NoticeKind.REMINDER,
        list(users),
        key=f"choose:{aftermath.pk}:{aftermath.due_at.isoformat()}:{hours}",
        scene=battle.scene,
        side=aftermath.warband.name,
        due=aftermath.due_at.isoformat(),
        aftermath=str(aftermath.pk),
    )


def tell_time_is_up(battle: Battle, aftermath: Aftermath) -> None:
    """Tell the warband's player that what was open has gone by its default."""
    tell(
        NoticeKind.TIME_UP,
        [aftermath.warband.owner_id],
        key=f"chosen:{aftermath.pk}:{aftermath.version}",
        scene=battle.scene,
        side=aftermath.warband.name,
        playing="defaults",
        aftermath=str(aftermath.pk),
    )


def _begin(battle: Battle, aftermath: Aftermath, left: timedelta) -> None:
    pace, now = pace_of(battle), timezone.now()
    if pace is not None and pace.paused_at is not None:
        _store(battle, aftermath, None, int(left.total_seconds()))
    elif pace is not None and _plays_at_once(pace, aftermath, now):
        _store(battle, aftermath, now, None)
    else:
        due = deadline(_clock(battle), now, _away(battle, aftermath), left)
        _store(battle, aftermath, due, None)


def _clock(battle: Battle) -> Pace:
    """The pace's arithmetic; plain hours where there is none."""
    pace = pace_of(battle)
    return Pace() if pace is None else pace.arithmetic


def _away(battle: Battle, aftermath: Aftermath) -> list[Span]:
    """The absences for which the time stands."""
    pace = pace_of(battle)
    if pace is None or pace.absences != AwayPolicy.WAIT:
        return []
    return [span for user in _waited_for(aftermath) for span in spans_of(user)]


def _plays_at_once(pace: CampaignPace, aftermath: Aftermath, now: datetime) -> bool:
    if pace.absences != AwayPolicy.AT_ONCE:
        return False
    return any(span.holds(now) for span in spans_of(aftermath.warband.owner))


def _store(battle: Battle, aftermath: Aftermath, due: datetime | None, left: int | None) -> None:
    """The jobs of the last end are gone, those of the new one called for."""
    forget(aftermath)
    aftermath.due_at, aftermath.left_seconds = due, left
    aftermath.save(update_fields=["due_at", "left_seconds"])
    if due is None:
        return
    facts = {"aftermath": str(aftermath.pk), "due": due.isoformat()}
    facts["battle"] = str(battle.public_id)
    key = f"{aftermath.pk}:{aftermath.version}:{due.isoformat()}"
    outbox.enqueue(DEFAULT, key, run_after=due, **facts)
    for hours in _reminders(aftermath.warband.owner_id):
        when = due - timedelta(hours=hours)
        if when > timezone.now():
            outbox.enqueue(REMINDER, f"{key}:{hours}", run_after=when, hours=hours, **facts)


def _reminders(user_id: int) -> list[int]:
    row = NoticeSettings.objects.filter(user=user_id).values_list("reminders", flat=True).first()
    return default_reminders() if row is None else row


def _of_campaign(campaign: Campaign) -> QuerySet[Aftermath]:
    names = Battle.objects.filter(scene__campaign=campaign).values_list("public_id", flat=True)
    return Aftermath.objects.filter(battle__in=[str(name) for name in names])


def _open(rows: QuerySet[Aftermath]) -> list[tuple[Battle, Aftermath]]:
    """Aftermaths that aren't done, each with its battle locked, in one order for everybody."""
    rows = rows.filter(closed_at=None, reverted_at=None)
    names = set(rows.values_list("battle", flat=True))
    battles = Battle.objects.filter(public_id__in=names).order_by("pk")
    locked = {str(name): lock(name) for name in battles.values_list("public_id", flat=True)}
    found = rows.filter(battle__in=locked).select_related("warband__owner").order_by("pk")
    return [(locked[one.battle], one) for one in found]
