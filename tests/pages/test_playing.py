"""A turn by plain forms, as a browser without scripts sends them."""

import json
import re
from types import SimpleNamespace
from typing import Any

from django.test import Client

from campaigns.engine import state_of
from campaigns.models import Draft
from rules.battle.queries import warriors_of


def movers(place: SimpleNamespace) -> list[Any]:
    state = state_of(place.battle)
    return [w for w in warriors_of(state, state.active) if not w.marks]


def walk(place: SimpleNamespace, warrior: Any, dx: float = 0, dy: float = -1) -> dict[str, str]:
    x, y, z = (value / 1_000 for value in warrior.at)
    return {
        "kind": "walk",
        "warrior": warrior.id,
        "x": str(x + dx).replace(".", ","),
        "y": str(y + dy),
        "z": str(z),
    }


def post(client: Client, place: SimpleNamespace, what: str, data: dict[str, Any]) -> Any:
    return client.post(f"/battles/{place.battle.public_id}/{what}", data, follow=True)


def texts(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.content.decode())


def test_an_order_is_gathered_and_sent(fight: SimpleNamespace, as_ana: Client) -> None:
    mover = movers(fight)[0]
    answer = post(as_ana, fight, "orders/add", walk(fight, mover))
    assert "chips" in texts(answer)
    draft = Draft.objects.get(user=fight.player)
    assert [order["order"] for order in draft.orders] == ["move"]

    sent = {"version": fight.battle.version, "text": "Paso a paso.", "ending": ""}
    answer = post(as_ana, fight, "orders", sent)
    assert answer.status_code == 200
    assert "Paso a paso." in texts(answer)
    assert not Draft.objects.filter(user=fight.player).exists()
    fight.battle.refresh_from_db()
    assert state_of(fight.battle).warriors[mover.id].at != mover.at


def test_a_gathered_move_says_where_it_leads(fight: SimpleNamespace, as_ana: Client) -> None:
    mover = movers(fight)[0]
    answer = post(as_ana, fight, "orders/add", walk(fight, mover))
    chips = re.search(r'<ol class="chips".*?</ol>', texts(answer))
    assert chips is not None
    told = re.sub(r"<[^>]+>", "", chips[0])
    x, y = (f"{value / 1_000:g}".replace(".", ",") for value in (mover.at[0], mover.at[1] - 1_000))
    assert f"hasta ({x} · {y}) cm, " in told
    assert ", 1 cm de recorrido" in told


def test_an_order_that_wont_do_is_said_and_not_kept(fight: SimpleNamespace, as_ana: Client) -> None:
    answer = post(as_ana, fight, "orders/add", walk(fight, movers(fight)[0], dy=-60))
    assert "message--error" in texts(answer)
    assert not Draft.objects.exclude(orders=[]).exists()


def test_an_order_can_be_taken_out(fight: SimpleNamespace, as_ana: Client) -> None:
    for mover in movers(fight)[:2]:
        post(as_ana, fight, "orders/add", walk(fight, mover))
    assert len(Draft.objects.get(user=fight.player).orders) == 2
    post(as_ana, fight, "orders/change", {"remove": "0"})
    (left,) = Draft.objects.get(user=fight.player).orders
    assert left["warrior"] == movers(fight)[1].id


def test_a_stale_turn_keeps_text_and_orders(fight: SimpleNamespace, as_ana: Client) -> None:
    post(as_ana, fight, "orders/add", walk(fight, movers(fight)[0]))
    stale = {"version": fight.battle.version - 1, "text": "No me borres.", "ending": ""}
    answer = post(as_ana, fight, "orders", stale)
    assert answer.status_code == 409
    assert "No me borres." in texts(answer)
    draft = Draft.objects.get(user=fight.player)
    assert (draft.text, len(draft.orders)) == ("No me borres.", 1)


def test_ending_the_turn_in_one_go(fight: SimpleNamespace, as_ana: Client) -> None:
    sent = {"version": fight.battle.version, "text": "", "ending": "combat"}
    assert post(as_ana, fight, "orders", sent).status_code == 200
    fight.battle.refresh_from_db()
    state = state_of(fight.battle)
    assert (state.active, state.phase) != ("red", "movement")


def test_the_planner_asks_before_it_adds(fight: SimpleNamespace, as_ana: Client) -> None:
    mover = movers(fight)[0]
    near = post(as_ana, fight, "orders/check", walk(fight, mover))
    far = post(as_ana, fight, "orders/check", walk(fight, mover, dy=-60))
    assert json.loads(near.content) == {"ok": True, "reason": ""}
    assert json.loads(far.content)["ok"] is False
    assert json.loads(far.content)["reason"].endswith(".")
    assert not Draft.objects.exists()


def test_a_sheet_says_what_may_be_done_and_why_not(fight: SimpleNamespace, as_ana: Client) -> None:
    mover = movers(fight)[0]
    post(as_ana, fight, "orders/add", walk(fight, mover))
    page = texts(as_ana.get(f"/scenes/{fight.scene.public_id}/?warrior={mover.id}"))
    assert "act--closed" in page
    assert "Ya ha movido" in page


def test_nobody_orders_for_another(fight: SimpleNamespace, make_user: Any) -> None:
    other = Client()
    other.force_login(make_user("berta"))
    answer = other.post(
        f"/battles/{fight.battle.public_id}/orders/add", walk(fight, movers(fight)[0])
    )
    assert answer.status_code in (302, 403)
    assert not Draft.objects.exclude(orders=[]).exists()


def test_deploying_by_one_button(place: SimpleNamespace, as_ana: Client) -> None:
    as_ana.post(f"/battles/{place.battle.public_id}/seed", {"text": "que caiga un seis"})
    as_ana.post(f"/battles/{place.battle.public_id}/start")
    place.battle.refresh_from_db()
    if state_of(place.battle).active != "red":
        return
    post(as_ana, place, "deploy", {"version": place.battle.version})
    post(as_ana, place, "orders", {"version": place.battle.version})
    place.battle.refresh_from_db()
    red = [w for w in state_of(place.battle).warriors.values() if w.side == "red"]
    assert red
    assert all(w.at is not None for w in red)


def test_who_is_logged_out_while_he_orders_is_led_to_the_log_in(
    fight: SimpleNamespace, as_visitor: Client
) -> None:
    page = f"/scenes/{fight.scene.public_id}/"
    headers = {"referer": f"http://testserver{page}", "HX-Request": "true"}
    at = f"/battles/{fight.battle.public_id}/orders/"
    checked = as_visitor.post(f"{at}check", {"kind": "move"}, headers=headers)
    assert "sesión" in checked.json()["reason"]
    answer = as_visitor.post(f"{at}add", {"kind": "move"}, headers=headers)
    assert answer.status_code == 204
    assert answer["HX-Redirect"].startswith("/accounts/login?next=%2Fscenes%2F")
