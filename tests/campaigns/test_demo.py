"""The demo: whoever comes sees a living campaign, and it is his turn."""

import io

import pytest
from django.core.management import call_command

from campaigns.engine import state_of
from campaigns.models import Battle, Campaign, Outbox, Post, SceneKind
from campaigns.selectors.battles import waiting_for_user
from campaigns.selectors.scenes import scene_page
from campaigns.services.dice_check import check_battle
from mordheim_site.accounts.models import User


@pytest.fixture
def demo(db):
    out = io.StringIO()
    call_command("demo", stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_the_demo_campaign(demo, client):
    assert "demo / demo" in demo
    campaign = Campaign.objects.get()
    assert campaign.scenes.filter(kind=SceneKind.CAMP).count() == 4
    finished = Battle.objects.get(status="closed")
    assert check_battle(finished).ok
    assert finished.result
    user = User.objects.get(username="demo")
    (waiting,) = waiting_for_user(user)
    state = state_of(waiting.battle)
    assert (state.active, state.awaiting) == (waiting.side.side, ())
    assert scene_page(user, waiting.scene.public_id).battle.my_turn
    assert not Outbox.objects.due().exists()
    assert client.login(username="demo", password="demo")

    before = (Post.objects.count(), Battle.objects.count(), User.objects.count())
    call_command("demo", stdout=io.StringIO(), stderr=io.StringIO())
    assert (Post.objects.count(), Battle.objects.count(), User.objects.count()) == before


def test_it_refuses_where_others_can_reach_it(db, settings):
    settings.EMBEDDED = False
    with pytest.raises(SystemExit) as leaving:
        call_command("demo", stderr=io.StringIO())
    assert leaving.value.code == 2
    assert not User.objects.exists()
