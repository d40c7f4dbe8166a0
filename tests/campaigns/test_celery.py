"""The same jobs by a real Celery worker, woken over Redis."""

import threading
from collections.abc import Callable

import pytest
from django.utils import timezone

from campaigns import outbox
from campaigns.models import LIVE, Outbox, Post, PostKind
from campaigns.services.battles import Seat
from campaigns.services.turns import Submission, battle_submit
from campaigns.tasks import sweep
from tests.campaigns.tables import begun
from tests.campaigns.wars import enlisted, fell, henchmen_of, war
from warbands.models import AftermathStep

pytestmark = pytest.mark.celery

PATIENCE = 90


def until(reached: Callable[[], bool]) -> None:
    """Look again every so often: the worker is another process and tells nobody."""
    pause, left = threading.Event(), PATIENCE / 0.1
    while not reached():
        assert left > 0, list(Outbox.objects.filter(done_at=None).values("kind", "last_error"))
        pause.wait(0.1)
        left -= 1


def nothing_left() -> bool:
    return not Outbox.objects.due().exists()


def test_a_worker_runs_what_follows_a_battle(celery_worker, campaign, marga, ana, berta):
    mine = enlisted(campaign, ana)
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = war(campaign, marga, Seat(mine.pk), Seat(theirs.pk))
    fell(battle, marga, henchmen_of(battle, "red")[:2])
    until(nothing_left)
    Outbox.objects.filter(kind="aftermath_default").update(run_after=timezone.now())
    sweep.delay()

    def settled() -> bool:
        battle.refresh_from_db()
        return battle.status == "closed"

    until(settled)
    assert AftermathStep.objects.filter(step="serious_injury").count() == 2
    assert Post.objects.filter(kind=PostKind.REPORT).count() == 2


def test_a_worker_plays_the_servers_side(celery_worker, campaign, marga, ana):
    battle = begun(campaign, marga, red=ana, blue="server")
    submission = Submission([{"order": "end_phase", "through": "combat"}], battle.version)
    battle_submit(user=ana, battle_id=battle.public_id, submission=submission)

    def played() -> bool:
        """Red is to move again, unless lucky dice have ended so small a battle."""
        battle.refresh_from_db()
        return battle.sides.get(side="red").waiting or battle.status not in LIVE

    until(played)


def test_the_sweep_does_what_nobody_announced(celery_worker, campaign, marga, ana, monkeypatch):
    monkeypatch.setattr(outbox, "_wake", lambda job_id: None)
    battle = begun(campaign, marga, red=ana, blue="server")
    submission = Submission([{"order": "end_phase", "through": "combat"}], battle.version)
    battle_submit(user=ana, battle_id=battle.public_id, submission=submission)
    assert not nothing_left()
    sweep.delay()
    until(nothing_left)
