"""What a side keeps to itself in a battle, where others could work it out or find it by the way."""

import hashlib

import pytest

import rules
from campaigns.engine import setup_of
from campaigns.services.second_thoughts import take_back
from rules.battle.orders import Descend
from tests.campaigns import test_catacombs as catacombs
from tests.campaigns import test_seduced_over_rest as seduced

pytestmark = pytest.mark.django_db

battle, table = catacombs.battle, seduced.table


def test_the_hash_of_a_secret_order_names_nobody(battle, api, client, ana, berta, marga):
    """A dozen warriors are tried in no time: the one whose order has the hash went below."""
    who = catacombs._below(battle, api, ana)

    def guessed(user):
        client.force_login(user)
        rest = api(user).get(f"/api/v1/battles/{battle.public_id}/dice").json()["orders"]
        page = client.get(f"/battles/{battle.public_id}/dice.json").json()["orders"]
        hashes = {one["order_hash"] for one in [*rest, *page]}
        tried = {w.id: Descend(side="red", warrior=w.id) for w in setup_of(battle).warriors}
        made = {id: hashlib.sha256(rules.encode(order)) for id, order in tried.items()}
        return {id for id, digest in made.items() if digest.hexdigest() in hashes}

    assert guessed(berta) == set()
    assert guessed(ana) == guessed(marga) == {who}
    battle.status = "closed"
    battle.save()
    assert guessed(berta) == {who}


def test_whom_one_calls_back_from_below_stays_a_secret(battle, api, client, ana, berta):
    who = catacombs._below(battle, api, ana)
    take_back(user=ana, battle_id=battle.public_id, expected_version=battle.version)
    posts = api(berta).get(f"/api/v1/scenes/{battle.scene.public_id}/posts").json()["results"]
    told = next(one for one in posts if one["source"] == "take_back")
    assert told["data"]["order"]["order"] == "descend"
    assert who not in str(told)
    client.force_login(berta)
    page = client.get(f"/scenes/{battle.scene.public_id}/").content.decode()
    assert "Somebody goes by the catacombs" in page


def test_no_post_holds_what_the_seduced_will_do(table, api, ana, berta, marga):
    told = seduced.command(table, seduced.charge(table))
    table.send(api(ana), told)
    scene = api(berta).get(table.url).json()["scene"]
    posts = api(berta).get(f"/api/v1/scenes/{scene}/posts").json()["results"]
    orders = [order for post in posts for order in post["orders"] if order["order"] == "command"]
    assert len(orders) == 1
    assert table.warrior["Klaus"] not in str(orders)
