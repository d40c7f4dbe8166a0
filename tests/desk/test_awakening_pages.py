"""Awakening from a battle's end to the roster: who may be raised, on the pages and over REST."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.models import GmAction
from tests.campaigns.wizards import Table, band, fighter, join, knows, lay, roster, staged

pytestmark = pytest.mark.django_db


@pytest.fixture
def undead(campaign, ana):
    made = band(
        campaign,
        ana,
        "undead",
        "Los Pálidos",
        ("vampire", "Vlad", 1),
        ("necromancer", "Nagla", 1),
        ("zombie", "Podridos", 2),
    )
    knows(made, "Nagla", "spell_of_awakening")
    return join(campaign, made)


@pytest.fixture
def crows(campaign, berta):
    made = band(
        campaign,
        berta,
        "reikland",
        "Los Cuervos",
        ("mercenary_captain", "Otto", 1),
        ("champion", "Greta", 1),
        ("champion", "Klaus", 1),
    )
    return join(campaign, made)


@pytest.fixture
def fallen(campaign, marga, undead, crows, api, monkeypatch):
    """The battle is over: Greta has died of it, Klaus has recovered."""
    table = Table(staged(marga, campaign, undead, crows, {"Greta": (60, 60), "Klaus": (70, 60)}))
    assert api(marga).post(f"{table.url}/start").status_code == 200
    for name in ("Greta", "Klaus"):
        version = api(marga).get(table.url).json()["version"]
        body = {
            "warrior": table.warrior[name],
            "changes": {"status": "out_of_action"},
            "reason": "Cuenta del relato",
        }
        headers = {"If-Match": str(version)}
        assert api(marga).post(f"{table.url}/gm/adjust", body, headers=headers).status_code == 200
    lay(monkeypatch, serious_injury=[1, 1, 4, 4])
    table.end(api(marga))
    table.after = {
        row["warband"]: row["id"] for row in api(marga).get(f"{table.url}/aftermaths").json()
    }
    return table


def browser(user) -> Client:
    """In their own language: Spanish, all but Berta."""
    client = Client()
    client.force_login(user)
    return client


def text(client: Client, url: str) -> str:
    answer = client.get(url)
    assert answer.status_code == 200
    return answer.content.decode()


def awakenings(campaign, warband) -> str:
    return f"/api/v1/campaigns/{campaign.public_id}/warbands/{warband.pk}/awakenings"


def test_over_rest_he_is_listed_then_raised_and_is_in_the_roster(
    campaign, fallen, undead, crows, api, ana, marga
):
    (one,) = api(ana).get(awakenings(campaign, undead)).json()
    assert (one["of"], one["name"], one["battle"]) == (
        str(crows.pk),
        "Greta",
        str(fallen.battle.public_id),
    )
    body = {"of": one["of"], "fighter": one["fighter"], "reason": "La magia lo alza"}
    assert api(ana).post(awakenings(campaign, undead), body).status_code == 403
    assert api(marga).post(awakenings(campaign, undead), body).status_code == 204
    greta = fighter(api(ana), undead, "Greta")
    assert (greta["type"], greta["hero"], greta["profile"]["WS"]) == ("zombie", False, 4)
    assert api(ana).get(awakenings(campaign, undead)).json() == []


def test_the_rating_grows_by_five_and_his_experience(campaign, fallen, undead, crows, api, marga):
    before = roster(api(marga), undead)["rating"]
    dead = fighter(api(marga), crows, "Greta")
    body = {"of": str(crows.pk), "fighter": dead["key"], "reason": "Un 13"}
    api(marga).post(awakenings(campaign, undead), body)
    assert roster(api(marga), undead)["rating"] == before + 5 + dead["experience"]


def test_a_stranger_learns_nothing(campaign, fallen, undead, api, stranger):
    assert api(stranger).get(awakenings(campaign, undead)).status_code == 404


def test_the_game_master_raises_him_on_the_page_of_the_aftermath(
    campaign, fallen, undead, crows, marga
):
    url = f"/aftermath/{fallen.after[str(undead.pk)]}/"
    client = browser(marga)
    page = text(client, url)
    assert "ha muerto: puede alzarse como zombi" in page
    assert "Klaus (" not in page
    key = crows.fighters.get(name="Greta").key
    data = {"warband": undead.pk, "hero": f"{crows.pk}:{key}", "reason": "Un 13", "next": url}
    answer = client.post(f"/campaigns/{campaign.public_id}/desk/awaken", data, follow=True)
    assert answer.redirect_chain[-1][0] == url
    assert "Se ha alzado como zombi de Los Pálidos." in answer.content.decode()
    assert undead.fighters.filter(type="zombie", name="Greta").exists()
    assert "ha muerto: puede" not in text(client, url)
    assert GmAction.objects.filter(action="hero_awaken", reason="Un 13").exists()


def test_players_see_who_may_be_raised_and_have_no_button(campaign, fallen, undead, ana):
    page = text(browser(ana), f"/aftermath/{fallen.after[str(undead.pk)]}/")
    assert "Acuérdalo con el director de juego, que es quien lo alza." in page
    assert "/desk/awaken" not in page
    data = {"warband": undead.pk, "hero": "x:y", "reason": "x"}
    answer = browser(ana).post(f"/campaigns/{campaign.public_id}/desk/awaken", data)
    assert answer.status_code in (302, 403)
    assert not undead.fighters.filter(name="Greta").exists()


def test_the_desk_has_the_form_too(campaign, fallen, undead, crows, marga):
    url = f"/campaigns/{campaign.public_id}/desk"
    page = text(browser(marga), url)
    assert "ha muerto: puede alzarse como zombi" in page
    assert 'name="hero"' in page
    data = {"warband": undead.pk, "hero": f"{crows.pk}:nobody", "reason": "x"}
    answer = browser(marga).post(f"{url}/awaken", data, headers={"referer": url})
    assert answer.status_code in (302, 404)


def test_nobody_is_raised_twice(campaign, fallen, undead, crows, api, marga, berta):
    """Another Necromancer comes too late for one who walks already."""
    other = band(
        campaign,
        berta,
        "undead",
        "Otros",
        ("vampire", "Zoé", 1),
        ("necromancer", "Fu", 1),
        ("zombie", "Z", 1),
    )
    knows(other, "Fu", "spell_of_awakening")
    join(campaign, other)
    body = {"of": str(crows.pk), "fighter": crows.fighters.get(name="Greta").key, "reason": "x"}
    assert api(marga).post(awakenings(campaign, undead), body).status_code == 204
    late = api(marga).post(awakenings(campaign, other), body)
    assert (late.status_code, late.json()["code"]) == (422, "not_a_dead_hero")


def test_queries_do_not_grow_with_the_dead(
    campaign, fallen, undead, marga, django_assert_max_num_queries
):
    client = browser(marga)
    with django_assert_max_num_queries(33):
        client.get(f"/campaigns/{campaign.public_id}/desk")
