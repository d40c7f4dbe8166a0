"""Campaigns played by the server: without a fault, and without a trace."""

import json

import pytest
from django.core.management import call_command

from campaigns.services import simulated
from warbands.models import Warband

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """One round is enough to see it work."""
    monkeypatch.setattr(simulated, "ROUNDS", 1)
    monkeypatch.setattr(simulated, "TURN_LIMIT", 3)


def test_a_campaign_leaves_no_fault_and_no_trace(capsys):
    call_command("simulate_campaigns", count=1, seed=5, json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["violations"] == []
    assert (told["campaigns"], told["battles"], told["aftermaths"]) == (1, 2, 4)
    assert told["answers"] > 0
    assert not Warband.objects.exists()


def test_what_breaks_is_found(monkeypatch, capsys):
    monkeypatch.setattr(simulated.services, "drift", lambda row: [DRIFT])
    with pytest.raises(SystemExit) as code:
        call_command("simulate_campaigns", count=1, seed=5)
    assert code.value.code == 1
    assert "treasury: 1 != 2" in capsys.readouterr().out


DRIFT = simulated.services.Drift("treasury", 1, 2)


def test_wrong_use(capsys):
    with pytest.raises(SystemExit) as code:
        call_command("simulate_campaigns", count=0)
    assert code.value.code == 2
