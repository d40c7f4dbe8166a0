"""Many turns that run out at once, several workers, some of them killed: each resolved once."""

import os
import signal
import threading
from datetime import timedelta

import pytest
from django.db import close_old_connections, connection, transaction
from django.utils import timezone

from campaigns import outbox
from campaigns.models import Combatant, Notice, OrderRow, Outbox, Post, TurnClock
from campaigns.services import clocks
from campaigns.services.record import lock
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.processes import start
from tests.campaigns.tables import begun

pytestmark = pytest.mark.django_db(transaction=True)

MANY = int(os.environ.get("EXPIRING_TURNS", "48"))
PATIENCE = 180  # seconds


def until(reached) -> None:
    """Look again every so often: the workers are other processes and tell nobody."""
    pause, left = threading.Event(), PATIENCE / 0.05
    while not reached():
        assert left > 0, list(Outbox.objects.filter(done_at=None).values("kind", "last_error"))
        pause.wait(0.05)
        left -= 1


def battles(campaign, marga, ana, berta, count):
    """So many fights of the same four, who for once are in all of them."""
    fights = []
    for _ in range(count):
        fights.append(begun(campaign, marga, red=ana, blue=berta))
        Combatant.objects.update(open=False)
    return fights


def ends_at(battle, moment) -> None:
    with transaction.atomic():
        locked = lock(battle.public_id)
        side = next(one for one in locked.seats if one.side == "red")
        clocks.move_due(side.clock, moment)


def resolved() -> int:
    return TurnClock.objects.exclude(expired_at=None).count()


def test_each_is_resolved_once(campaign, marga, ana, berta, paced):
    paced(hours=24, first="skip")
    fights = battles(campaign, marga, ana, berta, MANY)
    now = timezone.now()
    for fight in fights:
        ends_at(fight, now)
    workers = [start("manage.py", "worker", "--poll", "0.05") for _ in range(3)]
    try:
        until(lambda: resolved() >= MANY // 4)
        os.killpg(workers[0].pid, signal.SIGKILL)
        until(lambda: resolved() >= MANY // 2)
        os.killpg(workers[1].pid, signal.SIGKILL)
        workers.append(start("manage.py", "worker", "--poll", "0.05"))
        for dead in workers[:2]:
            dead.wait()
        # Two minutes later: the leases of the dead have run out.
        past = timezone.now() - timedelta(seconds=1)
        Outbox.objects.filter(done_at=None).exclude(lease_until=None).update(lease_until=past)
        until(
            lambda: (
                resolved() == MANY
                and not Outbox.objects.filter(done_at=None, run_after__lte=timezone.now()).exists()
            )
        )
    finally:
        for worker in workers:
            if worker.poll() is None:
                os.killpg(worker.pid, signal.SIGTERM)
                worker.wait(60)
            worker.stdout.close()
    assert Post.objects.filter(source="clock").count() == MANY
    assert Notice.objects.filter(kind="time_up").count() == MANY
    for fight in fights:
        orders = OrderRow.objects.filter(battle=fight, source="server")
        assert set(orders.values_list("side", flat=True)) == {"red"}
        assert fight.sides.get(side="blue").waiting
    blue = TurnClock.objects.filter(side__side="blue", running=True)
    assert blue.count() == MANY


def at_once(*runs) -> list[BaseException]:
    """Each in a thread of its own, all at the same moment; what went wrong in them."""
    go, faults = threading.Barrier(len(runs)), []

    def held(run) -> None:
        try:
            go.wait()
            run()
        except BaseException as fault:  # noqa: BLE001 - the test's own thread shows it
            faults.append(fault)
        finally:
            connection.close()

    threads = [threading.Thread(target=held, args=(run,)) for run in runs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    return faults


def test_a_turn_in_the_last_second_wins_or_loses_cleanly(campaign, marga, ana, berta, paced):
    """Players and a worker go for the same battles at the same moment."""
    paced(hours=24, first="gm")
    fights = battles(campaign, marga, ana, berta, 12)
    moment = timezone.now()
    for fight in fights:
        ends_at(fight, moment)

    def play(mine) -> None:
        for fight in mine:
            order = {"order": "end_phase", "side": "red", "through": "combat"}
            submission = Submission([order], fight.version)
            battle_submit(user=ana, battle_id=fight.public_id, submission=submission)

    def work() -> None:
        while outbox.run_due(limit=5):
            close_old_connections()

    assert at_once(lambda: play(fights[::2]), lambda: play(fights[1::2]), work) == []
    for fight in fights:
        clock = TurnClock.objects.get(side__battle=fight, side__side="red")
        told = Post.objects.filter(scene=fight.scene, source="clock").count()
        assert told == (clock.expired_at is not None)
        assert fight.orders.filter(order__order="end_phase", side="red").count() == 1
        assert fight.sides.get(side="blue").waiting
    assert not Outbox.objects.exclude(last_error="").exists()
