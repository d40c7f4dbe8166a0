"""Standing orders for parrying: a button of the sheet, the same order over REST."""

from __future__ import annotations

import re
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


def with_sword(place: SimpleNamespace, mine: str) -> str:
    """The side's first warrior has sword and buckler from the start; its id."""
    setup = setup_of(place.battle)
    bearer = next(w for w in setup.warriors if w.side == mine)
    warriors = tuple(
        replace(w, weapons=("sword",), armour=("buckler",)) if w.id == bearer.id else w
        for w in setup.warriors
    )
    rows, kept = load_catalogue(), setup.catalogue
    kept = replace(
        kept,
        weapons={**kept.weapons, "sword": rows.weapons["sword"]},
        armour={**kept.armour, "buckler": rows.armour["buckler"]},
    )
    setup = replace(setup, warriors=warriors, catalogue=kept)
    Battle.objects.filter(pk=place.battle.pk).update(
        setup=to_json(setup), setup_hash=digest(encode(setup))
    )
    place.battle.refresh_from_db()
    return bearer.id


@pytest.fixture
def swordsman(place: SimpleNamespace) -> SimpleNamespace:
    """Ana's first warrior has sword and buckler; it is her movement phase."""
    mine = place.battle.sides.get(user=place.player).side
    place.bearer = with_sword(place, mine)
    begin(place.battle, place.gm)
    play_on(
        place.battle,
        place.player,
        until=lambda s: s.phase == "movement" and s.active == mine and not s.awaiting,
    )
    return place


def test_what_nobody_is_asked_about_is_ordered_by_a_button(
    swordsman: SimpleNamespace, as_ana: Client
) -> None:
    sheet = f"/scenes/{swordsman.scene.public_id}/?warrior={swordsman.bearer}"
    page = texts(as_ana.get(sheet))
    assert "Lo que hace por su cuenta" in page
    assert 'name="preference"' not in page, "its choices come when it is opened"
    link = re.search(r'href="(\?warrior=[^"]*act=prefer)#sheet"', page)
    assert link, "and by a link where there is no script"
    address = f"/scenes/{swordsman.scene.public_id}/{link[1].replace('&amp;', '&')}"
    page = texts(as_ana.get(address))
    found = re.findall(r'name="preference" value="([a-z:_]+)"', page)
    assert found[:1] == ["edge:west"]
    assert "equal:weakest" in found

    form = {"kind": "prefer", "warrior": swordsman.bearer, "preference": "equal:weakest"}
    post(as_ana, swordsman, "orders/add", form)
    (order,) = Draft.objects.get(user=swordsman.player).orders
    assert (order["order"], order["what"], order["choice"]) == ("prefer", "equal", "weakest")

    sent = {"version": swordsman.battle.version, "text": "A lo flojo.", "ending": ""}
    answer = texts(post(as_ana, swordsman, "orders", sent))
    assert "entre impactos iguales" in answer
    swordsman.battle.refresh_from_db()
    bearer = state_of(swordsman.battle).warriors[swordsman.bearer]
    assert bearer.prefers == {"equal": "weakest"}
    again = re.findall(r'name="preference" value="(equal:[a-z]+)"', texts(as_ana.get(address)))
    assert again[0] == "equal:weakest"


def test_an_empty_button_says_what_is_wrong(swordsman: SimpleNamespace, as_ana: Client) -> None:
    form = {"kind": "prefer", "warrior": swordsman.bearer, "preference": ""}
    answer = texts(post(as_ana, swordsman, "orders/add", form))
    assert "no es una de las respuestas" in answer
    assert not Draft.objects.filter(user=swordsman.player).exclude(orders=[]).exists()


def test_never_to_parry_is_ordered_by_a_button(swordsman: SimpleNamespace, as_ana: Client) -> None:
    address = f"/scenes/{swordsman.scene.public_id}/?warrior={swordsman.bearer}&act=guard"
    page = texts(as_ana.get(address))
    assert 'name="parry" value="always" checked' in page
    assert "Sin la segunda tirada" in page

    form = {"kind": "guard", "warrior": swordsman.bearer, "parry": "never"}
    post(as_ana, swordsman, "orders/add", form)
    (order,) = Draft.objects.get(user=swordsman.player).orders
    assert (order["order"], order["parry"]) == ("guard", "never")

    sent = {"version": swordsman.battle.version, "text": "Sin parar.", "ending": ""}
    answer = texts(post(as_ana, swordsman, "orders", sent))
    assert "no para desde ahora" in answer
    swordsman.battle.refresh_from_db()
    assert state_of(swordsman.battle).warriors[swordsman.bearer].parrying == "never"
    page = texts(as_ana.get(address))
    assert 'name="parry" value="never" checked' in page
