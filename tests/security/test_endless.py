"""Questions that would keep a server busy for hours: huge fighters, tables and outlines."""

import json
import math
import time

import pytest
from msgspec.structs import replace

import rules
from rules.catalogue import load_catalogue
from rules.odds import duel_between
from rules.odds.document import FighterError, meeting_document
from rules.odds.facing import MOST
from rules.player import choose
from tests.campaigns.tables import begun, skirmish

pytestmark = pytest.mark.django_db
SOON = 30  # seconds; without bounds each of these takes hours


def giants(**more):
    """Everybody as strong as the game master may make him."""
    setup = skirmish(active="red", **more)
    grown = (replace(w, profile=replace(w.profile, W=100, A=100)) for w in setup.warriors)
    near = [replace(w, at=(w.at[0] // 3, *w.at[1:])) for w in grown]
    return replace(setup, warriors=tuple(near))


@pytest.fixture
def in_time():
    began = time.perf_counter()
    yield
    assert time.perf_counter() - began < SOON


def test_the_server_plays_against_giants(in_time):
    state = rules.initial(giants(phase="movement"))
    for level in (1, 2, 3):
        assert choose(state, "red", level=level).side == "red"
    assert 0 < duel_between(state, "rosa", "bea").a < 1


def test_nobody_asks_how_giants_would_fare(in_time, campaign, marga, ana, berta, api):
    state = rules.initial(giants(phase="movement"))
    with pytest.raises(FighterError, match="W: 1 to 6"):
        meeting_document(state, "rosa", "bea")
    battle = begun(campaign, marga, giants(phase="movement"), red=ana, blue=berta)
    path = f"/api/v1/battles/{battle.public_id}/odds?warrior=rosa&target=bea"
    answer = api(marga).get(path)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_fighter")


def test_the_strongest_whom_the_rules_know_are_reckoned_as_they_are():
    fighters = [one for band in load_catalogue().warbands.values() for one in band.fighters]
    assert fighters
    for name, most in MOST.items():
        assert max(getattr(one.profile, name) for one in fighters) <= most


def test_duels_are_reckoned_so_often(ana, api, settings):
    settings.PAGE_LIMITS = {"odds": "2/min"}
    sent = {"a": {}, "b": {}}
    statuses = [api(ana).post("/api/v1/odds/duel", sent).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def ring(points: int, radius: float = 50) -> list[list[float]]:
    turns = [2 * math.pi * n / points for n in range(points)]
    return [[60 + radius * math.cos(turn), 60 + radius * math.sin(turn)] for turn in turns]


AREA = {"kind": "area", "effect": "open"}
HUGE = [
    pytest.param({"terrain": [{**AREA, "id": "a", "polygon": ring(15_000)}]}, id="one outline"),
    pytest.param(
        {"terrain": [{**AREA, "id": f"a{n}", "polygon": ring(150)} for n in range(60)]},
        id="many outlines",
    ),
    pytest.param({"size": [900_000, 900_000], "terrain": []}, id="a table of nine kilometres"),
]


@pytest.mark.parametrize("board", HUGE)
def test_no_board_is_endless(in_time, campaign, marga, api, client, board):
    board = {"size": [120, 120], **board}
    answer = api(marga).post(
        f"/api/v1/campaigns/{campaign.public_id}/boards", {"name": "Foso", "data": board}
    )
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_board")
    client.force_login(marga)
    form = {"name": "Foso", "data": json.dumps(board)}
    path = f"/campaigns/{campaign.public_id}/boards"
    assert client.post(f"{path}/new", form).status_code == 409
    assert client.post(f"{path}/try", form).status_code == 200


def test_nor_does_the_game_master_make_it_so_later(in_time, campaign, marga, ana, berta, api):
    battle = begun(campaign, marga, red=ana, blue=berta)
    polygon = [[x / 3, y / 3] for x, y in ring(15_000)]
    body = {"reason": "x", "put": [{**AREA, "id": "a", "polygon": polygon}]}
    path = f"/api/v1/battles/{battle.public_id}/gm/terrain"
    answer = api(marga).post(path, body, headers={"If-Match": str(battle.version)})
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_terrain")
