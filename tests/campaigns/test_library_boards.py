"""A campaign's own boards: kept by game masters, fought on by players."""

import json

import pytest
from django.urls import reverse

import rules
from campaigns.boards import boards, find_board
from campaigns.errors import ServiceError
from campaigns.models import LibraryBoard
from campaigns.services.battles import Seat, battle_create
from campaigns.services.library import MOST_BOARDS, board_delete, board_save
from rules.board.load import from_data
from rules.ruleset import load_ruleset
from rules.units import CM
from tests.campaigns.test_api_campaigns import problem
from tests.campaigns.wars import enlisted

URL = "/api/v1"
YARD = {
    "size": [60, 60],
    "terrain": [{"id": "wall", "kind": "wall", "line": [[20, 20], [40, 20]], "height": 6}],
}
HANGING = {
    "size": [60, 60],
    "terrain": [{"id": "l", "kind": "ladder", "at": [10, 10, 0], "top": [10, 10, 8]}],
}


@pytest.fixture
def url(campaign):
    return f"{URL}/campaigns/{campaign.public_id}/boards"


def kept(campaign, marga, name="El patio", data=YARD, **more):
    return board_save(user=marga, campaign_id=campaign.public_id, name=name, data=data, **more)


def test_a_battle_is_fought_on_it(campaign, marga, ana):
    board = kept(campaign, marga)
    seats = [
        Seat(warband=enlisted(campaign, ana).pk),
        Seat(warband=enlisted(campaign, marga, "skaven_eshin", "Garra").pk, controller="server"),
    ]
    battle = battle_create(
        user=marga,
        campaign_id=campaign.public_id,
        seats=seats,
        board=f"library:{board.public_id}",
    )
    assert battle.setup["board"]["size"] == [60 * CM, 60 * CM]
    board_delete(user=marga, campaign_id=campaign.public_id, board_id=board.public_id)
    battle.refresh_from_db()
    assert battle.setup["board"]["size"] == [60 * CM, 60 * CM]


def test_an_unsound_board_is_refused_and_says_why(campaign, marga):
    with pytest.raises(ServiceError) as refusal:
        kept(campaign, marga, data=HANGING)
    assert refusal.value.code == "bad_board"
    assert "hangs" in refusal.value.params["fault"]
    assert not LibraryBoard.objects.exists()


def test_names_are_needed_and_free(campaign, marga):
    kept(campaign, marga)
    for name, code in (("  ", "name_missing"), ("El patio", "name_taken")):
        with pytest.raises(ServiceError) as refusal:
            kept(campaign, marga, name=name)
        assert refusal.value.code == code


def test_so_many_and_no_more(campaign, marga):
    LibraryBoard.objects.bulk_create(
        LibraryBoard(campaign=campaign, name=str(n), data=YARD) for n in range(MOST_BOARDS)
    )
    with pytest.raises(ServiceError) as refusal:
        kept(campaign, marga)
    assert refusal.value.code == "too_many_boards"


def test_somebody_elses_changes_are_not_overwritten(campaign, marga, url, api):
    made = api(marga).post(url, {"name": "El patio", "data": YARD}).json()
    one = f"{url}/{made['id']}"
    first = api(marga).put(one, {"name": "A", "data": YARD}, headers={"If-Match": '"1"'})
    assert (first.status_code, first.json()["version"]) == (200, 2)
    late = api(marga).put(one, {"name": "B", "data": YARD}, headers={"If-Match": '"1"'})
    assert problem(late) == (412, "stale_board")
    assert api(marga).get(one).json()["name"] == "A"
    assert api(marga).delete(one).status_code == 204


def test_they_are_the_game_masters_alone(campaign, marga, ana, stranger, url, api):
    board = kept(campaign, marga)
    one = f"{url}/{board.public_id}"
    assert problem(api(ana).get(url)) == (403, "gm_only")
    assert problem(api(ana).get(one)) == (403, "gm_only")
    assert problem(api(stranger).get(one)) == (404, "not_found")
    assert problem(api(ana).post(url, {"name": "x", "data": YARD})) == (403, "gm_only")


def test_another_campaigns_board_is_not_found(campaign, marga, url, api):
    from campaigns.services.campaigns import create_campaign

    other = create_campaign(user=marga, name="Otra")
    board = kept(other, marga)
    assert problem(api(marga).get(f"{url}/{board.public_id}")) == (404, "not_found")


@pytest.mark.parametrize("wanted", ["ruins:7", "street:7", *boards()])
def test_every_board_survives_the_editors_form(wanted):
    """What the editor is given to begin with is what it sends back."""
    ruleset = load_ruleset("partida")
    found = find_board(wanted, ruleset)
    native = json.loads(json.dumps(rules.to_native(found.board, ruleset.unit_size)))
    assert from_data(native, ruleset.unit_size) == found.board


def test_a_refused_board_stays_in_the_editor(campaign, marga, client):
    client.force_login(marga)
    address = reverse("campaigns:board_new", args=[campaign.public_id])
    page = client.post(address, {"name": "Roto", "data": json.dumps(HANGING)})
    assert page.status_code == 409
    assert "Roto" in page.text
    assert "&quot;top&quot;" in page.text
    page = client.post(address, {"name": "Roto", "data": "{"})
    assert page.status_code == 409


def test_trying_a_board_draws_it_or_says_what_is_wrong(campaign, marga, client):
    client.force_login(marga)
    address = reverse("campaigns:board_try", args=[campaign.public_id])
    assert "<svg" in client.post(address, {"data": json.dumps(YARD)}).text
    assert "Una escalera acaba donde" in client.post(address, {"data": json.dumps(HANGING)}).text


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("{", "no se puede leer a partir de la línea 1"),
        ('{"size": [9, 9], "size": []}', "dos veces el mismo nombre"),
        ('{"size": [90, 90], "terrain": [{"kind": "torre"}]}', "no existe el tipo «torre»"),
        ('{"size": [90, 90], "terrain": [{"kind": "wall", "id": 7}]}', "ese valor no es del tipo"),
    ],
)
def test_what_cant_be_read_is_said_in_the_readers_language(campaign, marga, client, data, told):
    client.force_login(marga)
    address = f"/campaigns/{campaign.public_id}/boards/try"
    assert told in client.post(address, {"data": data}).text
