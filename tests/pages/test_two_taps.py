"""Two requests of one person at the same moment: neither takes the other's orders or words away."""

from types import SimpleNamespace

import pytest

from campaigns.models import Draft
from tests.campaigns.test_concurrency import at_once
from tests.pages.conftest import browser_of
from tests.pages.test_playing import movers, post, walk

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 4


def test_orders_given_at_once_are_both_gathered(fight: SimpleNamespace) -> None:
    first, second = (walk(fight, mover) for mover in movers(fight)[:2])
    for _round in range(ROUNDS):
        Draft.objects.all().delete()
        one, other = browser_of(fight.player), browser_of(fight.player)
        at_once(
            lambda one=one: post(one, fight, "orders/add", first),
            lambda other=other: post(other, fight, "orders/add", second),
        )
        orders = Draft.objects.get(user=fight.player).orders
        assert {order["warrior"] for order in orders} == {first["warrior"], second["warrior"]}


def test_an_order_and_the_words_beside_it(fight: SimpleNamespace) -> None:
    order = walk(fight, movers(fight)[0])
    scene = f"/scenes/{fight.battle.scene.public_id}"
    for number in range(ROUNDS):
        Draft.objects.all().delete()
        one, other = browser_of(fight.player), browser_of(fight.player)
        words = f"Avanzan. {number}"
        at_once(
            lambda one=one: post(one, fight, "orders/add", order),
            lambda other=other, words=words: other.post(f"{scene}/draft", {"text": words}),
        )
        draft = Draft.objects.get(user=fight.player)
        assert [kept["warrior"] for kept in draft.orders] == [order["warrior"]]
        assert draft.text == words
