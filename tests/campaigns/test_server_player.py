"""A side that the server plays: one order a job, never with sealed dice in its hands."""

import pytest

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import LIVE, Draft, OrderRow, Outbox, Post
from campaigns.services import gm, server_player
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun, skirmish, to_deploy

END = {"order": "end_phase", "through": "combat"}


@pytest.fixture
def battle(campaign, marga, ana):
    return begun(campaign, marga, red=ana, blue="server")


def end_turn(battle, user):
    battle.refresh_from_db()
    submission = Submission([END], battle.version, text="Os toca.")
    return battle_submit(user=user, battle_id=battle.public_id, submission=submission)


def test_nothing_is_called_for_while_a_player_is_to_move(battle):
    assert not Outbox.objects.exists()


def test_it_plays_until_it_is_the_players_turn_again(battle, ana):
    end_turn(battle, ana)
    outbox.run_due(limit=500)
    battle.refresh_from_db()
    assert battle.sides.get(waiting=True).side == "red"
    moves = OrderRow.objects.filter(source="server")
    assert moves.exists()
    assert set(moves.values_list("side", "user")) == {("blue", None)}
    assert not Outbox.objects.due().exists()
    assert not Draft.objects.exists()


def test_its_turn_is_one_post_of_nobodys(battle, ana):
    end_turn(battle, ana)
    outbox.run_due(limit=500)
    post = Post.objects.get(source="server")
    assert (post.author, post.side) == (None, "blue")
    assert len(post.orders) == OrderRow.objects.filter(source="server").count()


def test_a_job_of_an_earlier_version_does_nothing(battle, ana, marga):
    done = end_turn(battle, ana)
    job = outbox.claim(Outbox.objects.get().pk)
    gm.gm_adjust(
        user=marga,
        battle_id=battle.public_id,
        warrior="rita",
        changes={"wounds": 2},
        reason="x",
        expected_version=done.version,
    )
    server_player.server_turn(job)
    assert not OrderRow.objects.filter(source="server").exists()
    assert Outbox.objects.filter(done_at=None).count() == 1


def test_the_same_job_twice_is_one_order(battle, ana):
    end_turn(battle, ana)
    job = outbox.claim(Outbox.objects.get().pk)
    server_player.server_turn(job)
    with pytest.raises(outbox.AlreadyDone):
        server_player.server_turn(job)
    assert OrderRow.objects.filter(source="server").count() == 1


def test_it_deploys_too_and_two_of_it_play_to_the_end(campaign, marga):
    setup = to_deploy()
    battle = begun(campaign, marga, setup, red="server", blue="server")
    outbox.run_due(limit=2_000)
    battle.refresh_from_db()
    assert battle.status == "closed"
    assert state_of(battle).result is not None


def test_a_paused_battle_is_left_alone_until_it_goes_on(battle, ana, marga):
    end_turn(battle, ana)
    gm.gm_pause(user=marga, battle_id=battle.public_id, paused=True)
    outbox.run_due()
    assert not OrderRow.objects.filter(source="server").exists()
    gm.gm_pause(user=marga, battle_id=battle.public_id, paused=False)
    outbox.run_due(limit=500)
    assert OrderRow.objects.filter(source="server").exists()


def test_a_seat_given_to_the_server_is_played_at_once(campaign, marga, ana, berta):
    battle = begun(campaign, marga, skirmish(active="red"), red=ana, blue=berta)
    gm.gm_set_seat(user=marga, battle_id=battle.public_id, side="red", controller="server")
    outbox.run_due(limit=500)
    battle.refresh_from_db()
    waits = set(battle.sides.filter(waiting=True).values_list("side", flat=True))
    over = battle.status not in LIVE  # two lucky shots end so small a battle
    assert waits == (set() if over else {"blue"})
    assert OrderRow.objects.filter(battle=battle, order__side="red").exists()


def test_play_waits_for_a_member_who_took_a_seat_back(battle, ana, marga, member):
    gm.gm_set_seat(
        user=marga,
        battle_id=battle.public_id,
        side="blue",
        controller="member",
        member=member(ana).public_id,
    )
    end_turn_of_red = {"order": "end_phase", "through": "combat", "side": "red"}
    submission = Submission([end_turn_of_red], battle.version)
    battle_submit(user=ana, battle_id=battle.public_id, submission=submission)
    assert not Outbox.objects.exists()
