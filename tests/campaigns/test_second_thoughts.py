"""An order taken back before any die, and a draw that all agree to."""

import pytest

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import BattleStatus
from campaigns.selectors.scenes import scene_page
from campaigns.services.second_thoughts import draw_offer, take_back
from campaigns.services.turns import Submission, battle_submit
from campaigns.views.thread import posts_told
from tests.campaigns.tables import begun, skirmish
from tests.campaigns.test_campaigns import refused

TO_MOVEMENT = {"order": "end_phase", "through": "recovery"}
MOVE = {"order": "move", "warrior": "rosa", "mode": "walk", "legs": [{"to": [15, 12, 0]}]}
MOVE_2 = {"order": "move", "warrior": "rita", "mode": "walk", "legs": [{"to": [15, 24, 0]}]}


@pytest.fixture
def battle(campaign, marga, ana, berta):
    battle = begun(campaign, marga, skirmish(active="red"), red=ana, blue=berta)
    return sent(battle, ana, TO_MOVEMENT)


def sent(battle, user, *orders, text=""):
    battle_submit(
        user=user,
        battle_id=battle.public_id,
        submission=Submission(list(orders), battle.version, text=text),
    )
    battle.refresh_from_db()
    return battle


def back(battle, user):
    take_back(user=user, battle_id=battle.public_id, expected_version=battle.version)
    battle.refresh_from_db()


def place(battle, warrior="rosa"):
    return state_of(battle).warriors[warrior].at


def test_a_move_is_taken_back(battle, ana):
    before = place(battle)
    sent(battle, ana, MOVE, text="Adelante")
    assert place(battle) != before
    back(battle, ana)
    assert place(battle) == before
    sent(battle, ana, MOVE)  # and given again
    assert place(battle) != before


def test_the_last_of_several_alone(battle, ana):
    rosa, rita = place(battle), place(battle, "rita")
    sent(battle, ana, MOVE, MOVE_2)
    back(battle, ana)
    assert place(battle) != rosa
    assert place(battle, "rita") == rita
    post = battle.scene.posts.filter(kind="orders").order_by("-pk").first()
    assert [order["warrior"] for order in post.orders[-1:]] == ["rosa"]
    back(battle, ana)
    assert place(battle) == rosa
    told = [post.notice for post in posts_told(scene_page(ana, battle.scene.public_id))]
    assert sum("Rosa" in notice for notice in told) == 1
    assert sum("Rita" in notice for notice in told) == 1


def test_it_is_too_late_after_a_die_or_a_charge(battle, ana):
    shot = {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "blas"}
    charge = {"order": "charge", "warrior": "rosa", "targets": ["bea"]}
    sent(battle, ana, charge)  # out of reach, which is now known
    with refused("too_late"):
        back(battle, ana)
    sent(battle, ana, {"order": "end_phase"}, shot)
    with refused("too_late"):
        back(battle, ana)


def test_it_is_too_late_once_another_has_answered(battle, ana, berta):
    sent(battle, ana, {"order": "end_phase", "through": "combat"})
    sent(battle, berta, TO_MOVEMENT)
    with refused("too_late"):
        back(battle, ana)


def test_only_ones_own(battle, ana, berta, marga):
    sent(battle, ana, MOVE)
    for user in (berta, marga):
        with refused("too_late"):
            back(battle, user)
    with refused("stale"):
        take_back(user=ana, battle_id=battle.public_id, expected_version=battle.version - 1)


def test_the_start_of_a_battle_stays(campaign, marga, ana, berta):
    battle = begun(campaign, marga, skirmish(active="red"), red=ana, blue=berta)
    with refused("too_late"):
        back(battle, ana)


def test_a_draw_needs_all(battle, ana, berta, marga):
    assert draw_offer(user=ana, battle_id=battle.public_id) is None
    battle.refresh_from_db()
    assert battle.status == BattleStatus.OPEN
    with refused("unknown_side"):
        draw_offer(user=marga, battle_id=battle.public_id)
    assert draw_offer(user=berta, battle_id=battle.public_id) is not None
    battle.refresh_from_db()
    assert battle.status == BattleStatus.OVER
    assert battle.result.get("winner") is None
    told = [post.notice for post in posts_told(scene_page(ana, battle.scene.public_id))]
    assert sum("Red" in notice or "Rojos" in notice for notice in told) >= 1
    outbox.run_due()
    battle.refresh_from_db()
    assert battle.status == BattleStatus.CLOSED


def test_an_offer_is_withdrawn(battle, ana, berta):
    draw_offer(user=ana, battle_id=battle.public_id)
    draw_offer(user=ana, battle_id=battle.public_id, offered=False)
    assert draw_offer(user=berta, battle_id=battle.public_id) is None


def test_an_offer_waits_for_whoever_it_is_not_the_turn_of(battle, ana, berta, client, api):
    waiting = battle.sides.get(waiting=True).user
    other = ana if waiting == berta else berta
    client.force_login(other)
    told = "A draw is offered"
    assert told not in client.get("/").content.decode()
    draw_offer(user=waiting, battle_id=battle.public_id)
    assert told in client.get("/").content.decode()
    (offered,) = api(other).get("/api/v1/waiting/all").json()["draws"]
    assert offered["battle"] == str(battle.public_id)
    for user in (waiting, None):
        assert api(user).get("/api/v1/waiting/all").json()["draws"] == []
    draw_offer(user=other, battle_id=battle.public_id)
    assert api(other).get("/api/v1/waiting/all").json()["draws"] == []


def test_the_server_agrees_to_nothing(campaign, marga, ana):
    battle = begun(campaign, marga, skirmish(active="red"), red=ana, blue="server")
    with refused("server_no_draw"):
        draw_offer(user=ana, battle_id=battle.public_id)


def test_nobody_orders_a_draw(battle, ana, marga):
    with refused("not_agreed"):
        sent(battle, ana, {"order": "agree_draw"})


def test_rest_takes_back_and_agrees(battle, ana, berta, api):
    path = f"/api/v1/battles/{battle.public_id}"
    sent(battle, ana, MOVE)
    assert api(ana).post(f"{path}/take-back").status_code == 428
    answer = api(ana).post(f"{path}/take-back", HTTP_IF_MATCH=f'"{battle.version}"')
    assert answer.status_code == 200
    offered = api(ana).put(f"{path}/draw", {}, format="json").json()
    assert [side["draw_offered"] for side in offered["sides"]] == [True, False]
    assert api(berta).put(f"{path}/draw", {}, format="json").json()["status"] == "over"
