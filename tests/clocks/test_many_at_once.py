"""Many turns that run out at once, several workers, some of them killed: each resolved once."""

import contextlib
import copy
import os
import signal
import sys
import threading
import uuid
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.db import close_old_connections, connection, transaction
from django.db.models.base import ModelState
from django.utils import timezone

from campaigns import outbox
from campaigns.models import (
    Battle,
    BattleSide,
    Branch,
    Combatant,
    Notice,
    OrderRow,
    Outbox,
    Post,
    Scene,
    TurnClock,
)
from campaigns.services import clocks
from campaigns.services.record import lock
from campaigns.services.turns import Submission, battle_submit
from campaigns.tasks import sweep
from tests.campaigns.processes import start
from tests.campaigns.tables import begun

pytestmark = pytest.mark.django_db(transaction=True)

MANY = int(os.environ.get("EXPIRING_TURNS", "48"))
WITHIN = int(os.environ.get("EXPIRING_WITHIN", "0"))
"""Seconds over which the ends of these turns are spread; 0: all in the same one."""
PATIENCE = 180 + WITHIN  # seconds


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


def twin(row, **new):
    """A copy of a row that isn't stored yet, with a name of its own where it has one."""
    one = copy.copy(row)
    one._state = ModelState()
    one.pk = None
    if hasattr(row, "public_id"):
        one.public_id = uuid.uuid4()
    for name, value in new.items():
        setattr(one, name, value)
    return one


def copied(fights, count):
    """So many more, as rows: to begin a thousand fights takes longer than to play them."""
    whole = Battle.objects.select_related("scene", "active_branch")
    whole = list(whole.filter(pk__in=[one.pk for one in fights]))
    old = [whole[n % len(whole)] for n in range(count)]
    scenes = Scene.objects.bulk_create([twin(one.scene) for one in old])
    made = Battle.objects.bulk_create(
        twin(one, scene=scene, active_branch=None) for one, scene in zip(old, scenes, strict=True)
    )
    pairs = list(zip(old, made, strict=True))
    branches = [twin(one.active_branch, battle=new) for one, new in pairs]
    for new, branch in zip(made, Branch.objects.bulk_create(branches), strict=True):
        new.active_branch = branch
    Battle.objects.bulk_update(made, ["active_branch"], batch_size=100)
    for side in ("red", "blue"):
        seat = {one.pk: one.sides.get(side=side) for one in fights}
        seats = BattleSide.objects.bulk_create(twin(seat[one.pk], battle=new) for one, new in pairs)
        if side == "red":
            clock_in([(seat[one.pk].clock, row) for one, row in zip(old, seats, strict=True)])
    return made


def clock_in(seats) -> None:
    """Their clocks run as those that they are copies of."""
    made = TurnClock.objects.bulk_create(twin(clock, side=seat) for clock, seat in seats)
    Outbox.objects.bulk_create(
        Outbox(
            kind=clocks.EXPIRY,
            key=f"{one.pk}:{one.serial}",
            run_after=one.due_at,
            payload={
                "clock": one.pk,
                "serial": one.serial,
                "battle": str(one.side.battle.public_id),
            },
        )
        for one in made
    )


def ends_at(battle, moment) -> None:
    with transaction.atomic():
        locked = lock(battle.public_id)
        side = next(one for one in locked.seats if one.side == "red")
        clocks.move_due(side.clock, moment)


def all_end_in(seconds: int) -> dict[int, datetime]:
    """The turns that have begun end now, as if their hours had all but passed; by battle, when."""
    first, found = timezone.now() + timedelta(seconds=seconds), {}
    running = list(TurnClock.objects.filter(running=True).select_related("side").order_by("pk"))
    jobs = {one.payload["clock"]: one for one in Outbox.objects.filter(kind=clocks.EXPIRY)}
    for number, clock in enumerate(running):
        clock.due_at = first + timedelta(seconds=WITHIN * number / len(running))
        jobs[clock.pk].run_after = found[clock.side.battle_id] = clock.due_at
    with transaction.atomic():
        Outbox.objects.filter(kind=clocks.REMINDER).delete()
        TurnClock.objects.bulk_update(running, ["due_at"], batch_size=200)
        Outbox.objects.bulk_update(jobs.values(), ["run_after"], batch_size=200)
    return found


def resolved() -> int:
    return TurnClock.objects.exclude(expired_at=None).count()


def played() -> int:
    """How many have been played to their end: blue's clock runs."""
    return TurnClock.objects.filter(side__side="blue", running=True).count()


@contextlib.contextmanager
def sweeping(every: float):
    """The sweep of the site's clock, as Celery's beat calls for it; what went wrong is raised."""
    stop, faults = threading.Event(), []

    def sweep_on() -> None:
        try:
            while not stop.wait(every):
                sweep()
        except BaseException as fault:  # noqa: BLE001 - the test's own thread shows it
            faults.append(fault)
        finally:
            connection.close()

    thread = threading.Thread(target=sweep_on)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(PATIENCE)
    assert faults == []


def worker():
    return start("manage.py", "worker", "--poll", "0.05")


def test_each_is_resolved_once(campaign, marga, ana, berta, paced, capsys):
    """Three workers and a sweep are there when they end, two are shot.

    Late is a turn by the time from its end to the moment at which what the campaign has chosen
    for it takes effect: from then on its player can't play it any more. None is later than a
    sweep's interval, though a shot worker's turn must wait until its lease is over. By then the
    last has been played as well, orders and all, or another lease later where a shot worker was
    at that. How many at once three workers bear depends on their machine (docs/simulations.md):
    EXPIRING_TURNS and EXPIRING_WITHIN say how many, and over how many seconds their ends lie.
    """
    paced(hours=24, first="skip")
    fights = battles(campaign, marga, ana, berta, min(MANY, 48))
    fights += copied(fights, MANY - len(fights))
    workers = [worker() for _ in range(3)]
    try:
        for one in workers:
            assert "Waiting" in one.stdout.readline()
        due = all_end_in(seconds=5)
        with sweeping(every=settings.SWEEP_SECONDS / 10):
            until(lambda: resolved() >= MANY // 4)
            os.killpg(workers[0].pid, signal.SIGKILL)
            until(lambda: resolved() >= MANY // 2)
            os.killpg(workers[1].pid, signal.SIGKILL)
            workers += [worker(), worker()]
            for dead in workers[:2]:
                dead.wait()
            until(lambda: played() == MANY)
            until(lambda: not Outbox.objects.due().exists())
    finally:
        for one in workers:
            if one.poll() is None:
                os.killpg(one.pid, signal.SIGTERM)
                one.wait(60)
            one.stdout.close()
    assert Post.objects.filter(source="clock").count() == MANY
    assert Notice.objects.filter(kind="time_up").count() == MANY
    for fight in fights:
        orders = OrderRow.objects.filter(battle=fight, source="server")
        assert set(orders.values_list("side", flat=True)) == {"red"}
        assert fight.sides.get(side="blue").waiting
    interval = timedelta(seconds=settings.SWEEP_SECONDS)
    late = [when - due[battle] for battle, when in column("expired_at", "red")]
    over = [when - due[battle] for battle, when in column("started_at", "blue")]
    with capsys.disabled():
        sys.stdout.write(f"\n{MANY} turns: {told('taken up', late)}; {told('played', over)}\n")
    assert len(late) == len(over) == MANY
    assert min(late) >= timedelta(0)
    assert max(late) <= interval
    assert max(over) <= interval + outbox.LEASES["server_turn"]


def column(name: str, side: str) -> list:
    return list(TurnClock.objects.filter(side__side=side).values_list("side__battle", name))


def told(what: str, spans: list[timedelta]) -> str:
    """The middle and the last of them, in seconds."""
    times = sorted(one.total_seconds() for one in spans)
    return f"{what} after {times[len(times) // 2]:.1f} s, the last after {times[-1]:.1f} s"


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
