"""When a turn runs out: nights, weekends, absences, fixed hours, days of 23 and 25 hours."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns.pace import (
    Pace,
    Span,
    days_away,
    deadline,
    next_strike,
    quiet_hours,
    quiet_until,
    running,
    stands,
)

MADRID = ZoneInfo("Europe/Madrid")


def at(text: str, zone: ZoneInfo = MADRID) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone).astimezone(UTC)


@pytest.mark.parametrize(
    ("pace", "start", "end"),
    [
        pytest.param(Pace(), "2026-06-03 10:00", "2026-06-05 10:00", id="plain hours"),
        pytest.param(
            Pace(hours=12, quiet=(time(23), time(8))),
            *("2026-06-03 20:00", "2026-06-04 17:00"),
            id="the night doesn't count",
        ),
        pytest.param(
            Pace(hours=3, quiet=(time(23), time(8))),
            *("2026-06-03 20:00", "2026-06-03 23:00"),
            id="out exactly when the night begins",
        ),
        pytest.param(
            Pace(hours=24, weekends=True),
            *("2026-06-05 12:00", "2026-06-08 12:00"),
            id="Friday noon to Monday noon",
        ),
        pytest.param(
            Pace(hours=24, weekends=True),
            *("2026-06-06 12:00", "2026-06-09 00:00"),
            id="a turn that begins on Saturday",
        ),
        pytest.param(
            Pace(hours=12, at=time(21)),
            *("2026-06-03 08:59", "2026-06-03 21:00"),
            id="tonight at nine",
        ),
        pytest.param(
            Pace(hours=12, at=time(21)),
            *("2026-06-03 09:01", "2026-06-04 21:00"),
            id="less than its hours: tomorrow at nine",
        ),
        pytest.param(
            Pace(hours=12, at=time(21), weekends=True),
            *("2026-06-05 10:00", "2026-06-08 21:00"),
            id="no fixed hour at the weekend",
        ),
        pytest.param(
            Pace(hours=24), "2026-03-28 20:00", "2026-03-29 21:00", id="the day of 23 hours"
        ),
        pytest.param(
            Pace(hours=24), "2026-10-24 20:00", "2026-10-25 19:00", id="the day of 25 hours"
        ),
        pytest.param(
            Pace(hours=1, at=time(2, 30)),
            *("2026-03-28 20:00", "2026-03-29 03:30"),
            id="a local hour that there isn't",
        ),
        pytest.param(
            Pace(hours=1, at=time(21)),
            *("2026-03-28 22:00", "2026-03-29 21:00"),
            id="nine stays nine when the clocks change",
        ),
        pytest.param(
            Pace(hours=10, quiet=(time(0), time(8))),
            *("2026-03-28 20:00", "2026-03-29 14:00"),
            id="a night of seven hours",
        ),
    ],
)
def test_when_a_turn_runs_out(pace, start, end):
    assert deadline(pace, at(start)) == at(end)


def test_an_hour_that_comes_twice_is_the_first():
    found = deadline(Pace(hours=1, at=time(2, 30)), at("2026-10-24 20:00"))
    assert found == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_the_clock_stands_while_its_player_is_away():
    away = days_away(date(2026, 8, 1), date(2026, 8, 15), "Europe/Madrid")
    assert deadline(Pace(hours=24), at("2026-07-31 12:00"), [away]) == at("2026-08-16 12:00")
    assert deadline(Pace(hours=24), at("2026-08-03 12:00"), [away]) == at("2026-08-17 00:00")
    assert deadline(Pace(hours=12, at=time(21)), at("2026-07-31 20:00"), [away]) == at(
        "2026-08-16 21:00"
    )


def test_days_away_are_those_of_the_players_own_zone():
    away = days_away(date(2026, 8, 1), date(2026, 8, 1), "America/Mexico_City")
    assert away.start == datetime(2026, 8, 1, 6, tzinfo=UTC)
    assert away.end - away.start == timedelta(days=1)


def test_absences_that_overlap_count_once():
    first = days_away(date(2026, 8, 1), date(2026, 8, 10), "Europe/Madrid")
    second = days_away(date(2026, 8, 5), date(2026, 8, 12), "Europe/Madrid")
    assert deadline(Pace(hours=1), at("2026-08-02 12:00"), [second, first]) == at(
        "2026-08-13 01:00"
    )


def test_a_clock_that_never_runs_is_refused():
    for_ever = Span(at("2026-01-01 00:00"), at("2036-01-01 00:00"))
    with pytest.raises(ValueError, match="never"):
        deadline(Pace(), at("2026-06-03 10:00"), [for_ever])


def test_whether_it_stands():
    pace = Pace(quiet=(time(23), time(8)), weekends=True)
    shown = {"2026-06-03 22:59": False, "2026-06-03 23:00": True, "2026-06-04 07:59": True}
    shown |= {"2026-06-04 08:00": False, "2026-06-06 12:00": True, "2026-06-05 22:59": False}
    assert {text: stands(pace, at(text)) for text in shown} == shown


@pytest.mark.parametrize(
    ("moment", "end"),
    [
        ("2026-06-03 21:59", "2026-06-03 21:59"),
        ("2026-06-03 22:00", "2026-06-04 09:00"),
        ("2026-06-04 08:59", "2026-06-04 09:00"),
        ("2026-06-04 09:00", "2026-06-04 09:00"),
    ],
)
def test_quiet_hours_put_off_to_their_end(moment, end):
    assert quiet_until(at(moment), (time(22), time(9)), "Europe/Madrid") == at(end)


def test_quiet_hours_by_day():
    assert quiet_until(at("2026-06-03 14:30"), (time(14), time(17)), "Europe/Madrid") == at(
        "2026-06-03 17:00"
    )


def test_the_next_strike_is_always_later():
    moment = at("2026-06-03 08:00")
    assert next_strike(moment, time(8), "Europe/Madrid") == moment + timedelta(days=1)
    assert next_strike(moment, time(8, 1), "Europe/Madrid") == moment + timedelta(minutes=1)


few = settings(max_examples=40, deadline=None)
zones = st.sampled_from(
    ["Europe/Madrid", "America/Mexico_City", "Asia/Tokyo", "Australia/Lord_Howe"]
)
hours = st.times().map(lambda one: one.replace(second=0, microsecond=0, fold=0))
moments = st.datetimes(
    min_value=datetime(2026, 1, 1),  # noqa: DTZ001 - the strategy wants it naive
    max_value=datetime(2027, 12, 1),  # noqa: DTZ001
    timezones=st.just(UTC),
)
paces = st.builds(
    Pace,
    zone=zones,
    hours=st.integers(1, 72),
    quiet=st.none() | st.tuples(hours, hours).filter(lambda one: 0 < quiet_hours(one) <= 16),
    weekends=st.booleans(),
)


@few
@given(paces, moments)
def test_as_much_time_runs_as_was_given(pace, start):
    assert running(pace, start, deadline(pace, start)) == pace.allowance


@few
@given(paces, moments, moments, moments)
def test_running_time_adds_up(pace, a, b, c):
    first, middle, last = sorted([a, b, c])
    whole = running(pace, first, last)
    assert whole == running(pace, first, middle) + running(pace, middle, last)
    assert whole <= last - first


@few
@given(paces, hours, moments)
def test_a_fixed_hour_is_that_hour_on_the_wall(pace, strike, start):
    pace = Pace(pace.zone, pace.hours, strike, pace.quiet, pace.weekends)
    end = deadline(pace, start)
    local = end.astimezone(ZoneInfo(pace.zone))
    gap = local.replace(tzinfo=None) - datetime.combine(local.date(), strike)
    assert timedelta(0) <= gap <= timedelta(hours=1)
    assert end >= start
