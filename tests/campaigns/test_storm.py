"""Many aftermaths at once, workers that die every second, a broker that goes away: each step once.

With the other tests of Celery a few battles and seconds; the full run, its figures are in
docs/aftermath.md:

    STORM_BATTLES=50 STORM_AWAY=60 STORM_SWEEP=30 STORM_NODE=60 STORM_LEASES=real \\
        DATABASE_URL=... REDIS_URL=... pytest -m celery -s tests/campaigns/test_storm.py
"""

import json
import os
import sys
import threading
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import Battle, Notice, NoticeKind, Outbox, Post, PostKind
from campaigns.services.battles import Seat
from campaigns.services.dice_check import check_after
from tests.campaigns import storm
from tests.campaigns.wars import enlisted, fell, henchmen_of, war
from warbands import services
from warbands.models import Aftermath, AftermathStep, Warband
from warbands.services.aftermath import pending, remaining

pytestmark = pytest.mark.celery

BATTLES = int(os.environ.get("STORM_BATTLES", "3"))
AWAY = float(os.environ.get("STORM_AWAY", "2"))  # seconds without a broker
SWEEP = float(os.environ.get("STORM_SWEEP", "2"))  # seconds between two sweeps
REAL_LEASES = os.environ.get("STORM_LEASES") == "real"
PATIENCE = 180 + 60 * BATTLES
DEFAULTS = ("aftermath_default", "aftermath_reminder")


@pytest.fixture
def fought(transactional_db, campaign, marga, ana, berta, settings):
    """Battles that are over, with two henchmen down on either side; nobody has been called yet."""
    settings.CELERY_BROKER_URL = None
    battles = []
    for number in range(BATTLES):
        mine = enlisted(campaign, ana, name=f"Cuervos {number}")
        theirs = enlisted(campaign, berta, "skaven_eshin", f"Garras {number}")
        battle = war(campaign, marga, Seat(mine.pk), Seat(theirs.pk))
        out = henchmen_of(battle, "red")[:2] + henchmen_of(battle, "blue")[:2]
        battles.append(fell(battle, marga, out))
    return battles


class Weather:
    """Every second a worker dies; the sweep is called for, and the dead lose their leases."""

    def __init__(self, node: storm.Node, broker: storm.Broker) -> None:
        self.node, self.broker = node, broker
        self.began = self.swept = time.monotonic()

    def pass_a_second(self) -> None:
        threading.Event().wait(1)
        assert time.monotonic() - self.began < PATIENCE, _left()
        self.node.kill_one()
        if not REAL_LEASES:
            # Two minutes later, for the living as well: two may then be at one job.
            past = timezone.now() - timedelta(seconds=1)
            held = Outbox.objects.filter(done_at=None).exclude(lease_until=None)
            held.update(lease_until=past)
        if time.monotonic() - self.swept >= SWEEP:
            self.swept = time.monotonic()
            self.broker.send("campaigns.tasks.sweep")


def _left() -> list:
    rows = Outbox.objects.filter(done_at=None).exclude(kind__in=DEFAULTS)
    return list(rows.values("kind", "attempts", "run_after", "last_error")[:20])


def calls() -> int:
    """Jobs of the aftermaths that are due, those in somebody's hands among them."""
    due = Outbox.objects.filter(done_at=None, run_after__lte=timezone.now())
    return due.filter(kind__startswith="aftermath").count()


def test_every_step_once_and_nothing_lost(fought, tmp_path):
    began = time.monotonic()
    with storm.broker() as broker, storm.node(broker, tmp_path / "node.log") as node:
        weather = Weather(node, broker)
        for job in Outbox.objects.due():
            broker.send("campaigns.tasks.run_job", job.pk)
        while AftermathStep.objects.count() < 4 * BATTLES:
            weather.pass_a_second()
        seconds_away = _the_broker_goes_away(broker, weather)
        while calls() or Aftermath.objects.count() < 2 * BATTLES:
            weather.pass_a_second()
        steps = AftermathStep.objects.count()
        assert not [one for one in Aftermath.objects.all() if remaining(one)]
        Outbox.objects.filter(kind="aftermath_default").update(run_after=timezone.now())
        while Aftermath.objects.filter(closed_at=None).exists() or calls():
            weather.pass_a_second()
    _nothing_is_lost_or_done_twice(fought)
    if "STORM_BATTLES" in os.environ:
        told = {
            "battles": BATTLES,
            "steps": steps,
            "answers": AftermathStep.objects.count() - steps,
            "workers_killed": node.kills,
            "nodes_killed": node.restarts,
            "jobs": Outbox.objects.exclude(done_at=None).count(),
            "jobs_begun_again": Outbox.objects.filter(attempts__gt=1).count(),
            "seconds_without_broker": round(seconds_away, 1),
            "seconds": round(time.monotonic() - began, 1),
        }
        sys.stdout.write(json.dumps(told) + "\n")


def _the_broker_goes_away(broker: storm.Broker, weather: Weather) -> float:
    """Everything that it held is lost, and nobody hears a call until it is back."""
    broker.stop()
    gone = time.monotonic()
    while time.monotonic() - gone < AWAY:
        assert not broker.send("campaigns.tasks.sweep")
        weather.pass_a_second()
    broker.start()
    return time.monotonic() - gone


def _nothing_is_lost_or_done_twice(fought: list[Battle]) -> None:
    for battle in fought:
        battle.refresh_from_db()
        assert battle.status == "closed"
        for one in Aftermath.objects.filter(battle=str(battle.public_id)):
            rows = one.steps.values_list("number", "fighter", "step", "occurrence")
            assert [row[0] for row in rows] == list(range(1, one.version + 1))
            assert len({row[1:] for row in rows}) == len(rows)
            assert sum(row[2:] == ("serious_injury", 1) for row in rows) == 2
            assert sum(row[2] == "exploration" for row in rows) == 1
            assert pending(one) == ()
        checked = check_after(battle)
        assert [one.ok for one in checked] == [True, True]
    assert not Outbox.objects.filter(done_at=None).exclude(kind__in=DEFAULTS).exists()
    assert not Outbox.objects.exclude(last_error="").exists()
    assert Post.objects.filter(kind=PostKind.REPORT).count() == 2 * BATTLES
    assert Notice.objects.filter(kind=NoticeKind.BATTLE_OVER).count() == 2 * BATTLES
    assert Notice.objects.filter(kind=NoticeKind.TIME_UP).count() == 2 * BATTLES
    assert [fault for band in Warband.objects.all() for fault in services.drift(band)] == []
