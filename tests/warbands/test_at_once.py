"""Several workers at the same aftermath, several clients at the same warband."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from mordheim_site.errors import ServiceError
from rules import campaign
from rules.campaign import Proceed
from rules.campaign.sealed import sealed_dice
from warbands import services, store
from warbands.models import Aftermath, Warband
from warbands.services import aftermath as aftermaths

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 4


def together(job) -> list:
    """The same job in several threads, each with a connection of its own."""

    def alone(_number: int):
        try:
            return job()
        finally:
            connection.close()

    with ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(alone, range(WORKERS)))


def test_workers_share_the_steps_and_none_is_done_twice(battle, reds) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle())
    expected = _alone(aftermath)
    results = together(lambda: services.run_all(aftermath=aftermath.pk))
    done = [result.step for results_of_one in results for result in results_of_one]
    assert sorted(step.number for step in done) == list(range(1, len(expected) + 1))
    rows = list(aftermath.steps.all())
    assert [(row.fighter, row.step, row.occurrence) for row in rows] == expected
    row = Warband.objects.get(pk=reds.pk)
    assert services.drift(row) == []
    assert store.load(row).fighters == aftermaths.state_of(aftermath).roster.fighters


def _alone(aftermath: Aftermath) -> list[tuple[str, str, int]]:
    """The steps that this aftermath must have, by its dice."""
    state, steps = aftermaths.state_of(aftermath), []
    while (step := campaign.next_step(state)) is not None:
        steps.append((step.fighter, step.step, step.occurrence))
        order = Proceed(step)
        battle, warband = aftermath.battle, str(aftermath.warband_id)
        dice = sealed_dice(bytes(aftermath.secret), [], battle, warband, order)
        state = campaign.submit(state, order, dice).state
    return steps


def test_an_aftermath_is_opened_once_however_many_open_it(battle, reds) -> None:
    report = battle(out={})
    opened = together(lambda: services.start(battle_ref="b1", warband=reds.pk, outcome=report).pk)
    assert len(set(opened)) == 1
    assert Aftermath.objects.count() == 1


def test_of_several_changes_to_one_version_one_is_made(draft, ana) -> None:
    version = Warband.objects.get(pk=draft.pk).version

    def hire() -> str:
        try:
            services.fighter_hire(actor=ana, warband=draft.pk, type="champion", version=version)
        except ServiceError as refused:
            return refused.code
        return "hired"

    assert sorted(together(hire)) == ["hired"] + ["stale_version"] * (WORKERS - 1)
    assert draft.fighters.count() == 1
