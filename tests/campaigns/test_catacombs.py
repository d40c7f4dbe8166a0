"""The way through the catacombs: found after one battle, taken in the next, spent by it."""

import pytest
from django.test import Client

import rules
from campaigns import outbox
from campaigns.engine import setup_of, state_of
from campaigns.models import EventRow
from campaigns.services.battles import Seat
from campaigns.services.turns import Submission, battle_submit
from rules.battle.deployment import to_deploy
from rules.battle.orders import EndPhase
from rules.player import choose
from tests.campaigns.wars import enlisted, fell, settle, war, warriors_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle(campaign, marga, ana, berta):
    """Ana's warband has found the way; the side that it plays deploys."""
    mine = enlisted(campaign, ana)
    mine.finds = [{"id": "next_battle"}]
    mine.save()
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = war(campaign, marga, Seat(mine.pk), Seat(theirs.pk))
    while state_of(battle).active != "red":
        _go_on(battle, berta)
    return battle


def _go_on(battle, user, order=None):
    state = state_of(battle)
    order = order or choose(state, state.active)
    battle_submit(
        user=user,
        battle_id=battle.public_id,
        submission=Submission([_raw(order)], battle.version),
    )
    battle.refresh_from_db()


def _raw(order):
    return {k: v for k, v in rules.to_native(order, 1_000).items() if k != "source"}


def _send(client, battle, order):
    """The order over REST; what came back."""
    answer = client.post(
        f"/api/v1/battles/{battle.public_id}/orders",
        {"orders": [order]},
        format="json",
        headers={"If-Match": f'"{battle.version}"'},
    )
    battle.refresh_from_db()
    return answer


def _below(battle, api, ana):
    """The first of the red side goes by the catacombs."""
    who = warriors_of(battle, "red")[0]
    answer = _send(api(ana), battle, {"order": "descend", "side": "red", "warrior": who})
    assert answer.status_code in (200, 201), answer.json()
    return who


def _to_the_end_of_the_first_turn(battle, ana, berta):
    users = {"red": ana, "blue": berta}
    for _ in range(200):
        state = state_of(battle)
        if state.step == "emerging":
            return
        _go_on(battle, users[state.active])
    raise AssertionError("nobody came up")


def test_the_set_up_knows_the_way_of_who_has_found_it(battle):
    ways = {side.id: side.passage for side in setup_of(battle).sides}
    assert ways["blue"] is None
    assert (ways["red"].models, ways["red"].apart) == (3, 20_000)
    assert ways["red"].barred == ("rat_ogre", "possessed")


def test_rest_and_the_page_offer_it_to_its_side_alone(battle, api, ana, berta):
    url = f"/api/v1/battles/{battle.public_id}/legal-orders"
    assert "descend" in {form["kind"] for form in api(ana).get(url).json()["forms"]}
    client = Client()
    client.force_login(ana)
    who = warriors_of(battle, "red")[0]
    page = client.get(f"/battles/{battle.public_id}/play?warrior={who}").content.decode()
    assert 'name="kind" value="descend"' in page


def test_the_page_sends_somebody_below(battle, ana):
    client = Client()
    client.force_login(ana)
    who = warriors_of(battle, "red")[0]
    answer = client.post(
        f"/battles/{battle.public_id}/orders/add", {"kind": "descend", "warrior": who}, follow=True
    )
    assert "va por las catacumbas" in answer.content.decode()


def test_who_goes_is_his_sides_to_know(battle, api, ana, berta, marga):
    who = _below(battle, api, ana)
    name = setup_of(battle).by_id[who].name
    row = EventRow.objects.get(battle=battle, type="WentBelow")
    assert row.audience == ["red"]

    def read(user):
        events = api(user).get(f"/api/v1/battles/{battle.public_id}/events").json()["events"]
        return next(one["event"] for one in events if one["seq"] == row.seq)

    assert read(ana)["warrior"] == read(marga)["warrior"] == who
    assert read(berta) == {"event": "Sealed"}
    post = battle.scene.posts.order_by("-pk").first()
    assert [order["warrior"] for order in post.orders if order["order"] == "descend"] == [""]
    assert name not in " ".join(str(order) for order in post.orders)
    audit = f"/api/v1/battles/{battle.public_id}/dice"

    def audited(user):
        orders = api(user).get(audit).json()["orders"]
        return [one["order"]["warrior"] for one in orders if one["order"]["order"] == "descend"]

    assert audited(ana) == audited(marga) == [who]
    assert audited(berta) == [""]


def test_at_the_end_of_the_turn_he_is_placed_and_both_read_it(battle, api, ana, berta):
    who = _below(battle, api, ana)
    _to_the_end_of_the_first_turn(battle, ana, berta)
    assert state_of(battle).active == "red"
    url = f"/api/v1/battles/{battle.public_id}/legal-orders"
    forms = {(form["kind"], form.get("warrior")) for form in api(ana).get(url).json()["forms"]}
    assert ("deploy", who) in forms
    assert ("end_phase", "") in forms or ("end_phase", None) in forms
    _go_on(battle, ana, choose(state_of(battle), "red"))
    assert state_of(battle).warriors[who].at is not None
    last = EventRow.objects.filter(battle=battle, type="Deployed").order_by("-seq").first()
    assert (last.payload["warrior"], last.audience) == (who, [])


def test_whoever_is_away_has_him_come_up_by_himself(battle, api, ana, berta):
    """A turn that runs out ends its phases: nobody is stuck below."""
    who = _below(battle, api, ana)
    _to_the_end_of_the_first_turn(battle, ana, berta)
    _go_on(battle, ana, EndPhase(side="red"))
    state = state_of(battle)
    assert state.active == "blue"
    assert state.warriors[who].at is not None
    assert not to_deploy(state, "red")


def test_after_the_battle_the_way_is_no_more(battle, marga, ana):
    fell(battle, marga, [])
    outbox.run_due(limit=500)
    settle(battle)
    mine = battle.sides.get(side="red").warband
    assert all(find["id"] != "next_battle" for find in mine.finds)


def test_the_page_says_what_the_way_is_and_when_nothing_is_left_to_place(battle, api, ana, berta):
    client = Client()
    client.force_login(ana)
    words = f"/battles/{battle.public_id}/words"
    deploying = client.get(words).content.decode()
    assert "pueden ir por él hasta 3 (de momento, 0)" in deploying
    who = _below(battle, api, ana)
    assert "(de momento, 1)" in client.get(words).content.decode()
    _to_the_end_of_the_first_turn(battle, ana, berta)
    assert "a 20 cm como mínimo de cualquier enemigo" in client.get(words).content.decode()
    place = _raw(choose(state_of(battle), "red"))["at"]
    sent = {"kind": "deploy", "warrior": who, "x": place[0], "y": place[1], "z": 0}
    client.post(f"/battles/{battle.public_id}/orders/add", sent)
    page = client.get(words).content.decode()
    assert "Seguir en esta fase" not in page
    assert "los demás" not in page
    assert "Terminar el turno" in page
    client.force_login(berta)
    assert "catacumbas: pueden" not in client.get(words).content.decode()
