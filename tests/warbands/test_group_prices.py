"""What a group buys and sells is n times the price: on pages, over REST, in the books, in files."""

from __future__ import annotations

from typing import Any

import pytest

from warbands import services
from warbands.models import Fighter, Warband

pytestmark = pytest.mark.django_db
N, HIRE, BOW = 3, 25, 10
EACH, ALL = HIRE + BOW, N * (HIRE + BOW)


@pytest.fixture(autouse=True)
def _nobody_vouches(monkeypatch):
    from warbands.selectors import access

    monkeypatch.setattr(access, "GRANTS", [])


@pytest.fixture
def group(ana, draft) -> Fighter:
    """Three marksmen with a bow each."""
    services.fighter_hire(actor=ana, warband=draft, type="mercenary_captain", name="Otto")
    hired = services.fighter_hire(actor=ana, warband=draft, type="marksman", name="Trupp", n=N)
    return services.equipment_buy(actor=ana, warband=draft, fighter=hired.key, item="bow")


def page(client, warband: Warband, query: str = "") -> str:
    text: str = client.get(f"/warbands/{warband.pk}/{query}").content.decode()
    return " ".join(text.split())


def bow_of(goods: list[dict[str, Any]]) -> tuple[int, int, int]:
    (bow,) = [one for one in goods if one["id"] == "bow"]
    return bow["n"], bow["each"], bow["price"]


def test_over_rest(api, ana, draft, group) -> None:
    url = f"/api/v1/warbands/{draft.pk}"
    roster = api(ana).get(url).data
    (shown,) = roster["henchmen"]
    assert (shown["size"], shown["each"], shown["price"]) == (N, EACH, ALL)
    assert roster["treasury"] == roster["budget"] - 60 - ALL
    market = api(ana).get(f"{url}/market").data
    assert bow_of(market["items"][group.key]) == (1, BOW, N * BOW)
    assert bow_of(market["sales"][group.key]) == (1, BOW, N * BOW)
    lines = api(ana).get(f"{url}/ledger").data["results"]
    assert [(line["n"], line["price"], line["total"], line["gold"]) for line in lines[2:]] == [
        (N, HIRE, N * HIRE, -N * HIRE),
        (N, BOW, N * BOW, -N * BOW),
    ]


def test_in_the_file(api, ana, draft, group) -> None:
    sent = api(ana).get(f"/api/v1/warbands/{draft.pk}/export").data
    bought = [(b["item"], b["n"], b["price"], b["gold"]) for b in sent["books"][2:]]
    assert bought == [("marksman", N, HIRE, -N * HIRE), ("bow", N, BOW, -N * BOW)]
    assert next(f for f in sent["fighters"] if f["type"] == "marksman")["members"] == [1, 2, 3]


def test_on_the_pages(client, ana, draft, group) -> None:
    client.force_login(ana)
    built = page(client, draft)
    assert f"{N} × {EACH} = {ALL} co" in built  # the group itself
    assert f"{N} × {BOW} = {N * BOW} co" in built  # one more bow each, and a bow back
    assert f"{N} × {HIRE} = {N * HIRE}</option>" in built  # three more of them
    books = client.get(f"/warbands/{draft.pk}/books").content.decode()
    assert books.count(f">{N * BOW}<") + books.count(f">-{N * BOW}<") >= 1


def test_on_the_roster_and_for_half_of_it_later(client, api, ana, draft, group) -> None:
    services.warband_enlist(actor=ana, warband=draft)
    client.force_login(ana)
    assert f"{N} × {EACH} = {ALL} co, valoración" in page(client, draft)
    half = BOW // 2
    market = api(ana).get(f"/api/v1/warbands/{draft.pk}/market").data
    assert bow_of(market["sales"][group.key]) == (1, half, N * half)
    text = page(client, draft, "?build=1")
    assert f"Arco</span>: {N} × {half} = {N * half} co" in text
    before = Warband.objects.get(pk=draft.pk).treasury
    client.post(f"/warbands/{draft.pk}/build", {"do": "sell bow", "fighter": group.key})
    assert Warband.objects.get(pk=draft.pk).treasury == before + N * half


def test_what_came_with_a_kit_says_why_it_is_not_sold_alone(api, ana) -> None:
    client = api(ana)
    url = "/api/v1/warbands"
    url = f"{url}/{client.post(url, {'type': 'pit_fighters', 'name': 'F'}).data['id']}"
    key = client.post(f"{url}/fighters", {"type": "pit_king"}).data["heroes"][0]["key"]
    client.post(f"{url}/fighters/{key}/kit", {"kit": "orc_style"})
    for goods in client.get(f"{url}/market").data["sales"][key]:
        assert "kit" in goods["refusal"]
        assert client.post(f"{url}/fighters/{key}/sell", {"item": goods["id"]}).status_code == 409
