"""The arithmetic of turns and clocks: pure, no database, no "now" of its own.

A clock runs except at night, at weekends and while its player is away, each as agreed. All days
are walked in the pace's own zone and all time is counted in real seconds, so that the day on which
the clocks change has 23 or 25 hours and nobody loses or gains one. Instants are aware and in UTC.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

DAY = timedelta(days=1)
NOTHING = timedelta()
LONGEST_SEARCH = 1200  # days: beyond that no clock runs at all
SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Span:
    """From `start` up to, not including, `end`."""

    start: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        return self.start <= moment < self.end


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a turn may take.

    `hours` of running time; with `at` the turn then lasts until the clock next strikes that local
    hour. `quiet` is a nightly stretch (from, to) in which the clock stands, across midnight where
    from is later than to; `weekends` stops it from Saturday 00:00 to Monday 00:00.
    """

    zone: str = "Europe/Madrid"
    hours: int = 48
    at: time | None = None
    quiet: tuple[time, time] | None = None
    weekends: bool = False

    @property
    def allowance(self) -> timedelta:
        return timedelta(hours=self.hours)


def deadline(
    pace: Pace,
    start: datetime,
    absences: Sequence[Span] = (),
    allowance: timedelta | None = None,
) -> datetime:
    """When a clock that starts now runs out; `allowance` in place of the pace's own hours.

    Raises ValueError where it never does.
    """
    left = pace.allowance if allowance is None else allowance
    for part in _running(pace, start, absences):
        if part.end - part.start >= left:
            end = part.start + left
            return end if pace.at is None else _strikes(pace, pace.at, end, absences)
        left -= part.end - part.start
    raise ValueError("such a clock never runs out")


def running(pace: Pace, start: datetime, end: datetime, absences: Sequence[Span] = ()) -> timedelta:
    """How much of the time from `start` to `end` a clock runs."""
    total = NOTHING
    for part in _running(pace, start, absences):
        if part.start >= end:
            break
        total += min(part.end, end) - part.start
    return total


def stands(pace: Pace, moment: datetime, absences: Sequence[Span] = ()) -> bool:
    """Whether a clock stands still at a moment."""
    first = next(_running(pace, moment, absences), None)
    return first is None or first.start > moment


def days_away(first: date, last: date, zone: str) -> Span:
    """From the first day's midnight to the end of the last day, in the zone of who is away."""
    return Span(_instant(first, time(), zone), _instant(last + DAY, time(), zone))


def quiet_until(moment: datetime, quiet: tuple[time, time] | None, zone: str) -> datetime:
    """The moment itself, or, within quiet hours, their end."""
    if quiet is None:
        return moment
    day = moment.astimezone(ZoneInfo(zone)).date()
    for one in (day - DAY, day):
        span = _night(one, quiet, zone)
        if span.holds(moment):
            return span.end
    return moment


def next_strike(moment: datetime, at: time, zone: str) -> datetime:
    """The next time after a moment that the local clock shows `at`."""
    day = moment.astimezone(ZoneInfo(zone)).date()
    found = (_instant(day + n * DAY, at, zone) for n in range(3))
    return next(one for one in found if one > moment)


def quiet_hours(quiet: tuple[time, time]) -> float:
    """How long such a night lasts, in hours."""
    start, end = (one.hour + one.minute / 60 for one in quiet)
    return (end - start) % 24


def _instant(day: date, at: time, zone: str) -> datetime:
    """A local time as an instant. One that the change of clocks leaves out counts as before it."""
    return datetime.combine(day, at, ZoneInfo(zone)).astimezone(UTC)


def _night(day: date, quiet: tuple[time, time], zone: str) -> Span:
    start, end = quiet
    return Span(_instant(day, start, zone), _instant(day if start < end else day + DAY, end, zone))


def _running(pace: Pace, start: datetime, absences: Sequence[Span]) -> Iterator[Span]:
    """The stretches in which a clock runs, from `start` on, day by day."""
    day = start.astimezone(ZoneInfo(pace.zone)).date()
    for n in range(LONGEST_SEARCH):
        today = day + n * DAY
        whole = Span(
            max(start, _instant(today, time(), pace.zone)),
            _instant(today + DAY, time(), pace.zone),
        )
        yield from _without(whole, [*_stops(pace, today), *absences])


def _stops(pace: Pace, day: date) -> Iterator[Span]:
    if pace.weekends and day.weekday() >= SATURDAY:
        yield Span(_instant(day, time(), pace.zone), _instant(day + DAY, time(), pace.zone))
    if pace.quiet is not None:
        yield _night(day - DAY, pace.quiet, pace.zone)
        yield _night(day, pace.quiet, pace.zone)


def _without(whole: Span, stops: Sequence[Span]) -> Iterator[Span]:
    """What the stops leave of a span."""
    at = whole.start
    for stop in sorted(stops, key=lambda one: one.start):
        if stop.end <= at or stop.start >= whole.end:
            continue
        if stop.start > at:
            yield Span(at, stop.start)
        at = max(at, stop.end)
    if at < whole.end:
        yield Span(at, whole.end)


def _strikes(pace: Pace, at: time, moment: datetime, absences: Sequence[Span]) -> datetime:
    """The first fixed hour at or after a moment that falls on no free day and in no absence."""
    day = moment.astimezone(ZoneInfo(pace.zone)).date()
    for n in range(LONGEST_SEARCH):
        today = day + n * DAY
        strike = _instant(today, at, pace.zone)
        free = pace.weekends and today.weekday() >= SATURDAY
        if strike >= moment and not free and not any(one.holds(strike) for one in absences):
            return strike
    raise ValueError("such a clock never runs out")
