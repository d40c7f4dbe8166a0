"""The orders of a turn in the making: put in another place, ordered anew, given on a condition."""

import re
from types import SimpleNamespace

from django.test import Client

from campaigns.models import Draft, SidePlan
from tests.pages.test_playing import movers, post, texts, walk


def gathered(fight: SimpleNamespace, as_ana: Client) -> list[str]:
    """Two walks, and whom they are for."""
    for mover in movers(fight)[:2]:
        post(as_ana, fight, "orders/add", walk(fight, mover))
    return [one["warrior"] for one in Draft.objects.get(user=fight.player).orders]


def kept(fight: SimpleNamespace) -> list[str]:
    return [one["warrior"] for one in Draft.objects.get(user=fight.player).orders]


def test_orders_change_places(fight: SimpleNamespace, as_ana: Client) -> None:
    first, second = gathered(fight, as_ana)
    for sent, wanted in (
        ({"later": "0"}, [second, first]),
        ({"earlier": "1"}, [first, second]),
        ({"move": "1", "to": "0"}, [second, first]),
        ({"earlier": "0"}, [second, first]),  # it is the first
        ({"later": "1"}, [second, first]),  # it is the last
        ({"move": "7", "to": "0"}, [second, first]),
        ({"to": "0"}, [second, first]),
        ({"remove": "7"}, [second, first]),
        ({"remove": "x"}, [second, first]),
    ):
        post(as_ana, fight, "orders/change", sent)
        assert kept(fight) == wanted, sent


def test_what_may_be_done_with_an_order_comes_when_it_is_asked_for(
    fight: SimpleNamespace, as_ana: Client
) -> None:
    """Without a script by a link; with one the script asks for it alone."""
    gathered(fight, as_ana)
    scene = f"/scenes/{fight.battle.scene.public_id}/"
    closed = as_ana.get(scene).content.decode()
    assert 'href="?order=0#c0"' in closed
    assert 'name="instead"' not in closed
    opened = as_ana.get(f"{scene}?order=0").content.decode()
    assert 'name="later" value="0"' in opened
    assert 'name="earlier"' not in opened, "it is the first, and the other is closed"
    assert 'href="?order=1#c1"' in opened
    play = f"/battles/{fight.battle.public_id}/play"
    menu = as_ana.get(play, {"order": "1"}, headers={"HX-Request": "true"}).content.decode()
    assert menu.strip().startswith("<details")
    assert 'name="earlier" value="1"' in menu
    assert 'name="later"' not in menu
    for gone in ("2", "99999999999"):
        assert as_ana.get(play, {"order": gone}).status_code == 404
    words = as_ana.get(f"/battles/{fight.battle.public_id}/words").content.decode()
    assert words.count('name="instead"') == 2, "the page in words has them all"


def test_a_second_tap_takes_no_second_order_out(fight: SimpleNamespace, as_ana: Client) -> None:
    _first, second = gathered(fight, as_ana)
    page = as_ana.get(f"/scenes/{fight.battle.scene.public_id}/").content.decode()
    of = re.search(r'name="of" value="(\w+)"', page)[1]
    for button in ("remove", "remove", "instead", "plan"):
        answer = post(as_ana, fight, "orders/change", {button: "0", "of": of})
        assert kept(fight) == [second], button
    assert "han cambiado" in answer.content.decode()
    assert not SidePlan.objects.exists()
    page = as_ana.get(f"/scenes/{fight.battle.scene.public_id}/").content.decode()
    new = re.search(r'name="of" value="(\w+)"', page)[1]
    assert new != of
    post(as_ana, fight, "orders/change", {"remove": "0", "of": new})
    assert kept(fight) == []


def test_another_order_is_given_instead(fight: SimpleNamespace, as_ana: Client) -> None:
    first, second = gathered(fight, as_ana)
    answer = post(as_ana, fight, "orders/change", {"instead": "0", "selected": second})
    assert kept(fight) == [second]
    sheet = texts(answer)[texts(answer).index('id="sheet"') :]
    assert f'data-sheet="{first}"' in sheet, "his sheet is open, to choose anew"


def test_an_order_is_given_on_a_condition_instead(fight: SimpleNamespace, as_ana: Client) -> None:
    first, second = gathered(fight, as_ana)
    menu = as_ana.get(f"/scenes/{fight.battle.scene.public_id}/?order=1").content.decode()
    assert 'name="plan" value="1"' in menu
    answer = as_ana.post(f"/battles/{fight.battle.public_id}/orders/change", {"plan": "1"})
    assert kept(fight) == [first]
    row = SidePlan.objects.get()
    (step,) = row.plan["steps"]
    assert (step["phase"], step["choices"][0]["order"]["warrior"]) == ("movement", second)
    assert not row.sealed
    assert re.search(r"step=0&alt=0#add$", answer["Location"])
    form = as_ana.get(answer["Location"].partition("#")[0]).content.decode()
    assert "Cambiar el paso" in form
    gone = as_ana.post(f"/battles/{fight.battle.public_id}/plan/turn", {"index": "7"})
    assert gone.status_code == 404
