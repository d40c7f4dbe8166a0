"""`manage.py verify_dice`: exit codes and JSON that outsiders rely on."""

import io
import json
import uuid

import pytest
from django.core.management import call_command

from campaigns.models import Battle, Branch, EventRow, OrderRow
from campaigns.selectors.battles import battle_view, open_order
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun


@pytest.fixture
def battle(campaign, marga, ana, berta):
    battle = begun(campaign, marga, red=ana, blue=berta)
    orders = [
        {"order": "end_phase", "through": "movement"},
        {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "blas"},
        {"order": "end_phase", "through": "combat"},
    ]
    submission = Submission(orders, battle.version)
    battle_submit(user=ana, battle_id=battle.public_id, submission=submission)
    return battle


def verify(battle: object) -> tuple[int, dict]:
    out = io.StringIO()
    try:
        call_command("verify_dice", str(battle), "--json", stdout=out, stderr=io.StringIO())
    except SystemExit as leaving:
        return leaving.code, json.loads(out.getvalue() or "null")
    return 0, json.loads(out.getvalue())


def test_an_honest_battle(battle):
    code, report = verify(battle.public_id)
    assert code == 0
    assert set(report) == {"commitment_ok", "dice", "mismatches", "replay_ok"}
    assert (report["commitment_ok"], report["mismatches"], report["replay_ok"]) == (True, [], True)
    assert report["dice"] == sum(OrderRow.objects.values_list("dice", flat=True)) > 0


def test_a_changed_die_is_found(battle):
    row = EventRow.objects.filter(type="Rolled").last()
    row.payload["dice"] = [face % 6 + 1 for face in row.payload["dice"]]
    row.save()
    code, report = verify(battle.public_id)
    assert (code, report["replay_ok"]) == (1, False)
    assert [one["seq"] for one in report["mismatches"]] == [row.seq]


def test_a_changed_secret_is_found(battle):
    """One die in six is the same under another secret; under ten of them it can't be."""
    mismatches = []
    for number in range(10):
        Branch.objects.update(secret=f"{number:02x}" * 32)
        code, report = verify(battle.public_id)
        assert (code, report["commitment_ok"]) == (1, False)
        mismatches += report["mismatches"]
    assert mismatches


def test_a_changed_event_is_found_by_the_replay(battle):
    row = EventRow.objects.filter(type="PhaseStarted").last()
    row.payload["phase"] = "movement"
    row.save()
    code, report = verify(battle.public_id)
    assert (code, report["replay_ok"], report["mismatches"]) == (1, False, [])


def test_another_engine_version_is_not_replayed(battle):
    OrderRow.objects.update(engine_version="0")
    code, report = verify(battle.public_id)
    assert (code, report["replay_ok"]) == (0, None)


@pytest.mark.parametrize("name", [uuid.uuid4(), "nonsense"])
def test_no_such_battle(db, name):
    assert verify(name) == (2, None)


def test_what_the_seduced_are_told_to_do_is_their_seducers_secret(campaign, marga, ana, berta):
    """The audit names the order; what is in it only its own side reads while the battle lasts."""
    battle = begun(campaign, marga, red=ana, blue=berta)
    told = {"order": "command", "side": "red", "warrior": "bea", "orders": [{"order": "shoot"}]}
    assert open_order(battle_view(ana, battle.public_id), told) == told
    kept = open_order(battle_view(berta, battle.public_id), told)
    assert kept == {"order": "command", "side": "red", "warrior": "bea"}
    Battle.objects.update(status="closed")
    assert open_order(battle_view(berta, battle.public_id), told) == told
