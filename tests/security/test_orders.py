"""Orders as an attacker writes them: malformed, endless, in somebody else's name."""

import time
from itertools import product

import pytest

from campaigns.models import Draft
from rules import IllegalOrder, order_from_native
from rules.units import LONGEST, to_units
from tests.campaigns.tables import begun, set_up, to_deploy

CM = 1_000
JUNK = [
    *(None, True, -1, 10**30, 1.5, "", "abc", [], {}, [[]], [{}], ["a"], [5], {"to": [1, 2, 3]}),
    *(float("inf"), float("nan"), 1e300, "1e999999999", "1/0", "9" * 5000, [1, 2], [1e300, 1, 1]),
    *([{"to": 5}], [{"to": "abc"}], [{"to": [1, 2]}], [{"to": ["1/0", 1, 0]}]),
    *([{"to": {"a": 1, "b": 2, "c": 3}}], [{"weapon": "sword", "target": "bea", "attacks": 10**9}]),
]
ORDERS = [
    {"order": "deploy", "warrior": "rita", "at": [1, 1, 0], "facing": 0},
    {"order": "move", "warrior": "rita", "mode": "walk", "legs": [{"to": [15, 23, 0]}]},
    {"order": "charge", "warrior": "rita", "targets": ["bea"], "path": []},
    {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "bea"},
    {"order": "strike", "warrior": "rita", "splits": []},
    {"order": "answer", "decision": "intercept", "choice": "nobody"},
    {"order": "end_phase", "through": "combat"},
    {"order": "gm_adjust", "warrior": "rita", "changes": {}, "reason": "x"},
    {"order": "gm_end_battle", "winner": "red", "reason": "x"},
]
CASES = [
    (order | {name: junk})
    for order, junk in product(ORDERS, JUNK)
    for name in order
    if name != "order"
]


@pytest.fixture
def battle(campaign, marga, ana, berta):
    return begun(campaign, marga, red=ana, blue=berta)


@pytest.mark.parametrize("text", ["1e999999999", "1/0", "9" * 5000, "0x10", "1_0", " 1", "nan"])
def test_a_length_is_a_plain_number(text):
    begin = time.perf_counter()
    with pytest.raises(ValueError, match="no length"):
        to_units(text, CM)
    assert time.perf_counter() - begin < 10  # without a bound it takes hours


@pytest.mark.parametrize("value", [LONGEST + 1, -LONGEST - 1, 1e7, "9999999"])
def test_a_length_has_an_end(value):
    with pytest.raises(ValueError, match="too long"):
        to_units(value, CM)
    assert to_units(LONGEST, CM) == LONGEST * CM


def read(order):
    try:
        order_from_native({"side": "red", **order}, CM)
    except IllegalOrder as refusal:
        return refusal.code
    return "read"


def test_an_order_is_read_or_malformed():
    assert {read(order) for order in CASES} == {"read", "malformed_order"}


def test_a_way_has_an_end():
    legs = [{"to": [15, 22, 0]}] * 65
    with pytest.raises(IllegalOrder, match="malformed_order"):
        order_from_native({**ORDERS[1], "side": "red", "legs": legs}, CM)


def test_no_order_breaks_the_server(api, ana, battle):
    client = api(ana)
    path = f"/api/v1/battles/{battle.public_id}/check"
    for order in CASES:
        try:
            answer = client.post(path, {"order": order}, format="json")
        except ValueError:
            continue  # no JSON can say it
        assert answer.status_code in (204, 400, 403, 422), order


def test_no_draft_breaks_the_page(client, ana, battle):
    client.force_login(ana)
    draft = Draft(scene=battle.scene, user=ana)
    end = {"order": "end_phase", "side": "red"}
    nobody = {**ORDERS[1], "side": "red", "warrior": "nobody"}
    for order in (*CASES[::7], nobody):
        if "inf" in str(order) or "nan" in str(order):
            continue  # no column of JSON holds it
        draft.orders = [order, end, order, nobody]
        draft.save()
        assert client.get(f"/scenes/{battle.scene.public_id}/").status_code == 200, order


@pytest.mark.parametrize(
    ("header", "status"), [("9" * 5000, 412), ('"99999999999999999999"', 412), ("-1", 428)]
)
def test_no_version_breaks_the_draft(api, ana, battle, header, status):
    path = f"/api/v1/battles/{battle.public_id}/orders"
    body = {"orders": [{"order": "end_phase"}], "text": "Adelante"}
    answer = api(ana).post(path, body, format="json", HTTP_IF_MATCH=header)
    assert answer.status_code == status
    assert Draft.objects.get(user=ana).text == "Adelante"


def test_a_draft_for_a_version_beyond_all_is_refused(api, ana, battle):
    path = f"/api/v1/scenes/{battle.scene.public_id}/draft"
    answer = api(ana).put(path, {"text": "a", "version": 2**40}, format="json")
    assert answer.status_code == 400


@pytest.mark.parametrize("source", ["player", "gm", "server", "plan", "x", None])
def test_a_source_is_never_the_clients_word(api, ana, battle, source):
    path = f"/api/v1/battles/{battle.public_id}/orders"
    order = {"order": "end_phase", "side": "red", "source": source}
    answer = api(ana).post(path, order, format="json", HTTP_IF_MATCH=str(battle.version))
    assert answer.status_code == 200
    assert battle.orders.order_by("sequence").last().source == "player"


@pytest.mark.parametrize("order", ORDERS[-2:])
def test_what_is_the_gms_is_no_players(api, ana, battle, order):
    path = f"/api/v1/battles/{battle.public_id}/orders"
    sent = {**order, "side": "red", "source": "gm"}
    answer = api(ana).post(path, sent, format="json", HTTP_IF_MATCH=str(battle.version))
    assert answer.json()["code"] in ("gm_only", "malformed_order")
    battle.refresh_from_db()
    assert battle.result is None


@pytest.mark.parametrize(
    "changes",
    [
        *({"wounds": 101}, {"wounds": -1}, {"profile": {"A": 10**6}}, {"profile": {"M": 1000}}),
        *({"at": [1, 1, 10_000]}, {"at": [1, 1, -1]}, {"at": [1000, 1, 0]}),
    ],
)
def test_the_gm_stays_within_what_can_be_played(api, marga, battle, changes):
    path = f"/api/v1/battles/{battle.public_id}/gm/adjust"
    body = {"warrior": "rita", "changes": changes, "reason": "x"}
    answer = api(marga).post(path, body, format="json", HTTP_IF_MATCH=str(battle.version))
    assert (answer.status_code, answer.json()["code"]) in (
        (422, "bad_number"),
        (422, "outside_table"),
    )


@pytest.mark.parametrize("started", [True, False])
def test_deploying_by_itself_is_for_who_deploys_now(client, campaign, marga, ana, berta, started):
    make = begun if started else set_up
    battle = make(campaign, marga, to_deploy(), red=ana, blue=berta)
    waiting = {side.user for side in battle.sides.filter(waiting=True)}
    for user in {ana, berta} - waiting:
        client.force_login(user)
        answer = client.post(f"/battles/{battle.public_id}/deploy", {"version": battle.version})
        assert answer.status_code == 409
    assert not battle.orders.filter(order__order="deploy").exists()
