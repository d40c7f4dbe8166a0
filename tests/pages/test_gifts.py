"""What works once a battle is a button of the sheet, without a script as with one."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.test import Client
from msgspec.structs import replace

from campaigns.engine import digest, setup_of, state_of, to_json
from campaigns.models import Battle, Draft
from rules import encode
from rules.catalogue import load_catalogue
from tests.pages.test_playing import post, texts
from tests.pages.world import begin, play_on

CHARM = "rabbits_foot"


@pytest.fixture
def lucky(place: SimpleNamespace) -> SimpleNamespace:
    """Ana's first warrior carries a rabbit's foot; it is her movement phase."""
    mine = place.battle.sides.get(user=place.player).side
    setup = setup_of(place.battle)
    bearer = next(w for w in setup.warriors if w.side == mine)
    warriors = tuple(
        replace(w, equipment=(CHARM,)) if w.id == bearer.id else w for w in setup.warriors
    )
    equipment = {**setup.catalogue.equipment, CHARM: load_catalogue().equipment[CHARM]}
    setup = replace(
        setup, warriors=warriors, catalogue=replace(setup.catalogue, equipment=equipment)
    )
    Battle.objects.filter(pk=place.battle.pk).update(
        setup=to_json(setup), setup_hash=digest(encode(setup))
    )
    place.battle.refresh_from_db()
    begin(place.battle, place.gm)
    play_on(
        place.battle,
        place.player,
        until=lambda s: s.phase == "movement" and s.active == mine and not s.awaiting,
    )
    place.bearer = bearer.id
    return place


def test_luck_is_called_upon_by_a_button(lucky: SimpleNamespace, as_ana: Client) -> None:
    page = texts(as_ana.get(f"/scenes/{lucky.scene.public_id}/?warrior={lucky.bearer}&act=use"))
    assert 'name="item" value="rabbits_foot"' in page
    assert "Pata de conejo" in page

    post(as_ana, lucky, "orders/add", {"kind": "use", "warrior": lucky.bearer, "item": CHARM})
    (order,) = Draft.objects.get(user=lucky.player).orders
    assert (order["order"], order["item"]) == ("use", CHARM)

    sent = {"version": lucky.battle.version, "text": "Que haya suerte.", "ending": ""}
    answer = texts(post(as_ana, lucky, "orders", sent))
    assert "confía en Pata de conejo" in answer
    lucky.battle.refresh_from_db()
    assert state_of(lucky.battle).warriors[lucky.bearer].luck == CHARM
