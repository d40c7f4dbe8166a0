"""SIGKILL in the middle of what follows a battle, twenty times: each step exactly once."""

import os
import signal
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from campaigns.models import Outbox, Post, PostKind
from campaigns.services.battles import Seat
from tests.campaigns.processes import start
from tests.campaigns.wars import enlisted, fell, war, warriors_of
from warbands.models import AftermathStep

pytestmark = pytest.mark.django_db(transaction=True)

KILLS = 20
# Before the step, with its effects written but not committed, and right after the commit.
POINTS = ("before", "after", "committed")


@pytest.fixture
def over(campaign, marga, ana, berta):
    mine = enlisted(campaign, ana)
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = war(campaign, marga, Seat(mine.pk), Seat(theirs.pk))
    return fell(battle, marga, warriors_of(battle, "red")[:4] + warriors_of(battle, "blue")[:4])


def kill_a_worker_at(point: str) -> str:
    """Start a worker, wait until it stands at the point, kill it. Its last words."""
    worker = start("-m", "tests.campaigns.stopping_worker", point)
    try:
        return worker.stdout.readline().strip()
    finally:
        os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
        worker.stdout.close()


def leases_run_out() -> None:
    """The three days for choices go on: what they bring about is another job."""
    past = timezone.now() - timedelta(seconds=1)
    left = Outbox.objects.filter(done_at=None).exclude(
        kind__in=("aftermath_default", "aftermath_reminder")
    )
    left.update(lease_until=past, run_after=past)


def steps_done() -> list[tuple]:
    return list(
        AftermathStep.objects.order_by("pk").values_list(
            "aftermath", "number", "fighter", "step", "occurrence"
        )
    )


def test_each_step_exactly_once(over):
    for number in range(KILLS):
        point = POINTS[number % len(POINTS)]
        before = steps_done()
        assert kill_a_worker_at(point) == "HERE"
        after = steps_done()
        assert after[: len(before)] == before
        assert len(after) - len(before) == (point == "committed")
        leases_run_out()
    call_command("worker", "--once")
    over.refresh_from_db()
    assert over.status == "closed"
    done = steps_done()
    assert len({(row[0], *row[2:]) for row in done}) == len(done)
    injured = [row for row in done if row[3] == "serious_injury" and row[4] == 1]
    assert len(injured) == 8
    for aftermath in {row[0] for row in done}:
        numbers = [row[1] for row in done if row[0] == aftermath]
        assert numbers == list(range(1, len(numbers) + 1))
    assert Post.objects.filter(kind=PostKind.REPORT).count() == 2
    assert not Outbox.objects.due().exists()


def test_a_worker_told_to_stop_stops(db):
    worker = start("manage.py", "worker", "--poll", "0.01")
    assert worker.stdout.readline().strip() == "Waiting for jobs."
    worker.send_signal(signal.SIGTERM)
    assert worker.stdout.read().strip() == "Stopped."
    worker.stdout.close()
    assert worker.wait(30) == 0
