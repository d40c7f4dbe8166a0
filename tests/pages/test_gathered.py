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


def test_another_order_is_given_instead(fight: SimpleNamespace, as_ana: Client) -> None:
    first, second = gathered(fight, as_ana)
    answer = post(as_ana, fight, "orders/change", {"instead": "0", "selected": second})
    assert kept(fight) == [second]
    sheet = texts(answer)[texts(answer).index('id="sheet"') :]
    assert f'data-sheet="{first}"' in sheet, "his sheet is open, to choose anew"


def test_an_order_is_given_on_a_condition_instead(fight: SimpleNamespace, as_ana: Client) -> None:
    first, second = gathered(fight, as_ana)
    page = as_ana.get(f"/scenes/{fight.battle.scene.public_id}/").content.decode()
    assert page.count('name="plan"') == 2
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
