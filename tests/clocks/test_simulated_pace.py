"""A small campaign on a pretended clock: it doesn't stall while players are away."""

import json
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from campaigns.models import Campaign, Outbox
from campaigns.services.simulated_pace import Terms, simulate

pytestmark = pytest.mark.django_db

SMALL = {"players": 4, "rounds": 1, "turn_limit": 2}


def test_with_players_away_it_lasts_no_longer_and_one_visit_a_turn_is_enough(capsys):
    now = timezone.now()
    call_command("simulate_pace", json=True, announced=1.0, seed=2, **SMALL)
    told = json.loads(capsys.readouterr().out)
    here, away = told["here"], told["away"]
    assert (here["battles"], away["battles"]) == (2, 2)
    assert here["away"] == 0
    assert away["away"] > 0.1
    assert away["policies"].get("plan", 0) > 0
    assert told["ratio"] <= 1.1
    assert min(here["one_visit"], away["one_visit"]) >= 0.8
    # Nothing stays: neither the campaign nor its time.
    assert not Campaign.objects.exists()
    assert not Outbox.objects.exists()
    assert timezone.now() - now < timedelta(hours=1)


def test_the_same_seed_is_the_same_campaign():
    terms = Terms(players=2, rounds=1, turn_limit=1, seed=5)
    assert simulate(terms) == simulate(terms)


def test_wrong_use(capsys):
    for wrong in ({"players": 3}, {"absent": 1.0}):
        with pytest.raises(SystemExit) as code:
            call_command("simulate_pace", **wrong)
        assert code.value.code == 2
