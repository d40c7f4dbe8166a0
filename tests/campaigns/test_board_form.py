"""The board editor's form without scripts, its kit, and what it says is wrong."""

import json
from typing import Any

import pytest

from campaigns.boards import edit, find_board
from campaigns.boards.kit import kit
from campaigns.models import LibraryBoard
from campaigns.views.board_words import tools
from rules.board.load import from_data
from rules.board.model import Building, Platform
from rules.ruleset import load_ruleset
from rules.units import CM, UM

EMPTY = {"size": [120, 120], "terrain": []}
STANDS_ALONE = sorted(set(kit(CM)) - {"ladder", "stairs"})


@pytest.fixture
def form(client, campaign, marga) -> Any:
    """`form(board, do, ...)`: the editor's answer to one act; its board, and the page."""
    client.force_login(marga)
    path = f"/campaigns/{campaign.public_id}/boards/new"

    def send(data: dict, do: str, **fields: str) -> Any:
        sent = {"name": "El patio", "data": json.dumps(data), "do": do, **fields}
        return client.post(path, sent, HTTP_ACCEPT_LANGUAGE="es")

    return send


def board_in(answer: Any) -> dict:
    return json.loads(answer.context["data"])


@pytest.mark.parametrize("unit_size", [CM, UM])
@pytest.mark.parametrize("what", STANDS_ALONE)
def test_each_piece_can_be_fought_on_wherever_it_is_turned(what: str, unit_size: int) -> None:
    size = 120 * CM // unit_size
    data, name = edit.added(
        {"size": [size, size], "terrain": []}, what, size / 2, size / 2, unit_size
    )
    for degrees in (0, 15, 90, 200):
        turned = edit.moved(data, name, x=None, y=None, degrees=degrees)
        assert len(from_data(turned, unit_size).terrain) == len(kit(unit_size)[what])


def test_a_floor_is_as_high_in_inches_as_in_centimetres() -> None:
    for size, unit_size in ((120, CM), (48, UM)):
        table = {"size": [size, size], "terrain": []}
        data, _name = edit.added(table, "house2", size / 2, size / 2, unit_size)
        floors = [p for p in from_data(data, unit_size).terrain if isinstance(p, Platform)]
        assert [floor.height for floor in floors] == [8 * CM, 16 * CM]


def test_everything_in_the_kit_has_a_button() -> None:
    assert {what for what, _ in tools()} == set(kit(CM))


def test_pieces_are_put_down_changed_and_taken_away(form: Any) -> None:
    answer = form(EMPTY, "add", put="house1", put_x="30", put_y="40,5")
    data = board_in(answer)
    assert edit.middle_of(data["terrain"]) == (30, 40.5)
    assert 'value="El patio"' in answer.content.decode()
    answer = form(data, "change", piece="house-1", to_x="50", degrees="90", place="La Herrería")
    data = board_in(answer)
    assert edit.middle_of(data["terrain"]) == (50, 40.5)
    assert "La Herrería, en 50 cm, 40,5 cm" in answer.content.decode()
    assert board_in(form(data, "remove", piece="house-1"))["terrain"] == []
    assert not LibraryBoard.objects.exists(), "nothing is kept by the way"


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("add", {"put": "palace", "put_x": "1", "put_y": "1"}),
        ("add", {"put": "crate", "put_x": "", "put_y": "1"}),
        ("add", {"put": "crate", "put_x": "nan", "put_y": "1"}),
        ("add", {"put": "crate", "put_x": "1e9", "put_y": "1"}),
        ("change", {"piece": "nobody"}),
        ("change", {"piece": "wall-1", "to_x": "far"}),
        ("remove", {"piece": ""}),
    ],
)
def test_what_makes_no_sense_is_said_and_changes_nothing(form: Any, do: str, fields: Any) -> None:
    data, _name = edit.added(EMPTY, "wall", 60, 60, CM)
    answer = form(data, do, **fields)
    assert answer.status_code == 409
    assert board_in(answer) == data
    assert 'class="message message--error' in answer.content.decode()


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"size": 3, "terrain": [{"kind": "moat"}]}', '{"terrain": 7}']
)
@pytest.mark.parametrize("do", ["add", "look", "change"])
def test_what_cannot_be_read_stays_in_the_field(
    client, campaign, marga, text: str, do: str
) -> None:
    client.force_login(marga)
    sent = {"data": text, "do": do, "put": "crate", "put_x": "1", "put_y": "1"}
    answer = client.post(f"/campaigns/{campaign.public_id}/boards/new", sent)
    assert answer.status_code == 409
    assert answer.context["data"] == text


def test_what_is_wrong_is_told_in_the_readers_language(form: Any, client, campaign) -> None:
    hanging, name = edit.added(EMPTY, "ladder", 60, 60, CM)
    told = "acaba donde no se puede estar"
    answer = form(hanging, "look")
    assert told in answer.content.decode()
    assert "<svg" in answer.content.decode(), "it is drawn all the same"
    path = f"/campaigns/{campaign.public_id}/boards/"
    kept = client.post(
        path + "new", {"name": "Escalera", "data": json.dumps(hanging)}, HTTP_ACCEPT_LANGUAGE="es"
    )
    assert (kept.status_code, told in kept.content.decode()) == (409, True)
    faults = client.post(
        path + "try", {"data": json.dumps(hanging), "only": "faults"}, HTTP_ACCEPT_LANGUAGE="es"
    ).content.decode()
    assert f'data-piece="{name}"' in faults
    assert told in faults
    assert "<svg" not in faults
    sound = client.post(path + "try", {"data": json.dumps(EMPTY), "only": "faults"})
    assert sound.content == b""


def test_rest_gives_every_fault_with_its_code(api, campaign, marga) -> None:
    hanging, name = edit.added(EMPTY, "ladder", 60, 60, CM)
    url = f"/api/v1/campaigns/{campaign.public_id}/boards"
    answer = api(marga).post(url, {"name": "Escalera", "data": hanging}, format="json")
    assert answer.status_code == 422
    assert [one["code"] for one in answer.json()["errors"]] == ["hangs"]
    (fault,) = answer.json()["errors"]
    assert fault["params"]["id"] == fault["field"] == name
    assert fault["detail"] in answer.json()["detail"]


def test_a_district_is_as_ruined_as_one_asks() -> None:
    ruleset = load_ruleset("partida")

    def houses(wanted: str) -> int:
        found = find_board(wanted, ruleset)
        assert found is not None
        return sum(isinstance(p, Building) and p.height > 0 for p in found.board.terrain)

    assert find_board("ruins:7", ruleset) == find_board("ruins:7:70", ruleset)
    assert houses("ruins:7:100") == 0 < houses("ruins:7:10")
    for wanted in ("ruins:7:101", "ruins:7:", "ruins:7:-1", "ruins::5", "ruins:7:70:1"):
        assert find_board(wanted, ruleset) is None
