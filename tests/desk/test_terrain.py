"""The game master changes the table of a battle under way: page and REST, log, replay, redo."""

import json

import pytest
from django.test import Client

import rules
from campaigns.engine import state_of
from campaigns.errors import ServiceError
from campaigns.models import EventRow, GmAction
from campaigns.services import gm
from campaigns.services.dice_check import check_battle
from tests.desk.conftest import end, give

pytestmark = pytest.mark.django_db

RUBBLE = {
    "id": "scombri",
    "kind": "area",
    "effect": "difficult",
    "polygon": [[50, 30], [58, 30], [58, 38], [50, 38]],
    "name": {"es": "Los escombros", "en": "The rubble"},
}


def ids(battle) -> list[str]:
    return [piece.id for piece in state_of(battle).setup.board.terrain]


def changed(fight, user, **change):
    fight.battle.refresh_from_db()
    fields = {"reason": "Se olvidó", "expected_version": fight.battle.version} | change
    done = gm.gm_terrain(user=user, battle_id=fight.battle.public_id, **fields)
    fight.battle.refresh_from_db()
    return done


def test_the_table_is_another_from_then_on_and_the_log_says_why(fight, marga, ana):
    changed(fight, marga, put=[RUBBLE])
    assert "scombri" in ids(fight.battle)
    event = EventRow.objects.get(battle=fight.battle, type="TerrainAdjusted")
    assert event.payload["reason"] == "Se olvidó"
    assert GmAction.objects.filter(action="gm_terrain", reason="Se olvidó").count() == 1
    client = Client(headers={"accept-language": "es"})
    client.force_login(ana)
    page = client.get(f"/scenes/{fight.battle.scene.public_id}/").content.decode()
    assert "Los escombros" in page
    give(fight.battle, ana, end("red", "movement"))
    assert check_battle(fight.battle).ok


def test_what_was_put_there_is_taken_away_again(fight, marga):
    before = state_of(fight.battle).setup.board
    changed(fight, marga, put=[RUBBLE])
    changed(fight, marga, put=[RUBBLE | {"effect": "water"}])
    assert state_of(fight.battle).setup.board.terrain[-1].effect == "water"
    changed(fight, marga, remove=["scombri"])
    assert state_of(fight.battle).setup.board == before
    state = state_of(fight.battle)
    assert rules.encode_state(
        rules.fold(
            rules.decode_setup(fight.battle.setup),
            [
                rules.decode_event(row.payload)
                for row in fight.battle.events.exclude(type__in=["DiceSealed", "Rewound"]).order_by(
                    "seq"
                )
            ],
        )
    ) == rules.encode_state(state)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({}, "no_change"),
        ({"put": [RUBBLE], "reason": " "}, "reason_missing"),
        ({"remove": ["luna"]}, "no_such_terrain"),
        ({"put": [RUBBLE | {"kind": "cloud"}]}, "bad_board"),
        ({"put": [RUBBLE | {"polygon": [[50, 50], [900, 50], [60, 60]]}]}, "bad_terrain"),
        ({"put": [{"id": "pozo", "kind": "prop", "at": [0, 0], "radius": 2, "height": 5}]}, None),
    ],
)
def test_tables_that_cannot_be(fight, marga, change, code):
    if code is None:
        there = state_of(fight.battle).warriors.values()
        x, y, _z = next(one.at for one in there if one.at is not None)
        change["put"][0]["at"], code = [x / 1000, y / 1000], "somebody_stands_there"
    with pytest.raises(ServiceError, match=code):
        changed(fight, marga, **change)
    assert not EventRow.objects.filter(type="TerrainAdjusted").exists()


def test_only_a_game_master(fight, ana, stranger):
    with pytest.raises(ServiceError, match="gm_only"):
        changed(fight, ana, put=[RUBBLE])
    with pytest.raises(ServiceError, match="not_found"):
        changed(fight, stranger, put=[RUBBLE])


def test_over_rest_and_what_a_client_sees_of_it(fight, api, marga, ana):
    url = f"/api/v1/battles/{fight.battle.public_id}"
    body = {"put": [RUBBLE], "reason": "Se olvidó"}
    version = {"HTTP_IF_MATCH": f'"{fight.battle.version}"'}
    assert api(ana).post(f"{url}/gm/terrain", body, format="json", **version).status_code == 403
    answer = api(marga).post(f"{url}/gm/terrain", body, format="json", **version)
    assert answer.status_code == 200, answer.json()
    placed = api(ana).get(url).json()["state"]["placed"]
    assert [(one["id"], one["polygon"][1]) for one in placed] == [("scombri", [58, 30])]


def test_in_the_editor_only_the_difference_is_an_event(fight, marga):
    client, path = Client(), f"/battles/{fight.battle.public_id}/gm/terrain"
    client.force_login(marga)
    shown = client.get(path).context
    table = json.loads(shown["data"])
    table["terrain"].append(RUBBLE)
    form = {"data": json.dumps(table), "version": shown["version"], "reason": ""}
    refused = client.post(path, form)
    assert refused.status_code == 409
    assert json.loads(refused.context["data"]) == table
    assert client.post(path, form | {"reason": "Se olvidó"}).status_code == 302
    event = EventRow.objects.get(battle=fight.battle, type="TerrainAdjusted")
    assert (event.payload["removed"], [p["id"] for p in event.payload["placed"]]) == (
        [],
        ["scombri"],
    )
