"""The demo: whoever comes sees a living campaign, and it is his turn."""

import io

import pytest
from django.core.management import call_command

from campaigns.engine import state_of
from campaigns.models import (
    Appeal,
    Battle,
    Campaign,
    CatchUp,
    Notice,
    Outbox,
    Post,
    SceneKind,
    SidePlan,
)
from campaigns.selectors.battles import waiting_for_user
from campaigns.selectors.scenes import scene_page
from campaigns.services.dice_check import check_battle
from mordheim_site.accounts.models import User
from warbands.models import Aftermath
from warbands.services.aftermath import pending


@pytest.fixture
def demo(db):
    out = io.StringIO()
    call_command("demo", stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_the_demo_campaign(demo, client):
    assert "demo / demo" in demo
    campaign = Campaign.objects.get()
    assert campaign.scenes.filter(kind=SceneKind.CAMP).count() == 6
    finished = Battle.objects.filter(status="closed").earliest("pk")
    assert check_battle(finished).ok
    assert finished.result
    user = User.objects.get(username="demo")
    (waiting,) = waiting_for_user(user)
    state = state_of(waiting.battle)
    assert (state.active, state.awaiting) == (waiting.side.side, ())
    assert scene_page(user, waiting.scene.public_id).battle.my_turn
    assert not Outbox.objects.due().exists()
    assert campaign.pace.hours == 48
    assert waiting.battle.sides.get(user=user).clock.due_at
    assert Notice.objects.filter(user=user, kind="your_turn", read_at=None).count() == 1
    left = Aftermath.objects.get(warband__owner=user)
    assert pending(left), "something is left for the newcomer to choose"
    assert campaign.rulings.count() == 1
    assert {one.status for one in Appeal.objects.all()} == {"dismissed", "open"}
    assert not SidePlan.objects.get(user=user).sealed
    assert client.login(username="demo", password="demo")
    home = client.get("/").content.decode()
    assert f"/scenes/{waiting.scene.public_id}/#turn" in home
    assert f"/aftermath/{left.pk}/" in home

    hand = {one.scene.title: one.status for one in Battle.objects.filter(by_hand=True)}
    assert hand == {"Puñetazos en el puente": "closed", "Dos rondas en el sótano": "reported"}
    late = CatchUp.objects.get()
    assert (late.warband.name, late.joined) == ("Los Tardíos de Wissenburgo", True)
    assert not pending(Aftermath.objects.get(warband=late.warband))
    rounds = [(one.round, one.red.name) for one in campaign.pairings.order_by("round", "pk")]
    assert [number for number, _name in rounds] == [1, 1, 2, 2]
    first = campaign.pairings.filter(round=2).earliest("pk")
    assert (bool(first.scenario), first.red_agrees, first.blue_agrees) == (True, False, True)
    for page in ("pairings", "chronicle"):
        assert client.get(f"/campaigns/{campaign.public_id}/{page}").status_code == 200

    before = (Post.objects.count(), Battle.objects.count(), User.objects.count())
    call_command("demo", stdout=io.StringIO(), stderr=io.StringIO())
    assert (Post.objects.count(), Battle.objects.count(), User.objects.count()) == before


def test_it_refuses_where_others_can_reach_it(db, settings):
    settings.EMBEDDED = False
    with pytest.raises(SystemExit) as leaving:
        call_command("demo", stderr=io.StringIO())
    assert leaving.value.code == 2
    assert not User.objects.exists()
