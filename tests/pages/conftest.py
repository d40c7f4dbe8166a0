from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from tests.pages.world import begin, play_on, world


@pytest.fixture
def place(make_user: Any) -> SimpleNamespace:
    """Marga directs, Ana plays; the battle is set up."""
    gm = make_user("marga", display_name="Marga")
    return world(gm, make_user("ana", display_name="Ana"))


@pytest.fixture
def fight(place: SimpleNamespace) -> SimpleNamespace:
    """The same with the battle begun, deployed, and Ana in her movement phase."""
    begin(place.battle, place.gm)
    mine = place.battle.sides.get(user=place.player).side
    play_on(
        place.battle,
        place.player,
        until=lambda s: s.phase == "movement" and s.active == mine and not s.awaiting,
    )
    return place


def browser_of(user: Any) -> Client:
    client = Client(headers={"accept-language": "es"})
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def as_ana(place: SimpleNamespace) -> Client:
    return browser_of(place.player)


@pytest.fixture
def as_gm(place: SimpleNamespace) -> Client:
    return browser_of(place.gm)


@pytest.fixture
def as_visitor() -> Client:
    return browser_of(None)
