"""A Magister's advance becomes a spell, over REST and on the page: again, easier, or the gift of
his god (P-MAG-03 to P-MAG-06)."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns import outbox
from tests.campaigns.wizards import Table, band, fighter, join, knows, lay, staged

pytestmark = pytest.mark.django_db
MAGE = "Malaquías"
SKILL = [1, 1]
"""Two dice of an advance that give a skill."""


@pytest.fixture
def settled(campaign, marga, ana, berta, api, monkeypatch):
    """Ana's Magister has put two out of action by Word of Pain, led and won: 24 points of
    experience, and so an advance to choose."""
    cult = band(
        campaign,
        ana,
        "cult_of_the_possessed",
        "Los Ungidos",
        ("magister", MAGE, 1),
        ("darksoul", "Rabia", 1),
        ("brethren", "Hermanos", 2),
    )
    knows(cult, MAGE, "word_of_pain", god="tzeentch")
    foes = band(
        campaign,
        berta,
        "reikland",
        "Cuervos",
        ("mercenary_captain", "Otto", 1),
        ("warrior", "T", 2),
    )
    join(campaign, cult)
    join(campaign, foes)
    places = {MAGE: (40, 40), "Otto": (44, 40), "T 1": (40, 44), "T 2": (90, 90)}
    table = Table(staged(marga, campaign, cult, foes, places))
    assert api(marga).post(f"{table.url}/start").status_code == 200
    laid = lay(monkeypatch, cast=[4, 4], to_wound=[6, 6], injury=[6, 6], advance=SKILL)
    table.cast(api(ana), MAGE, "word_of_pain")
    table.end(api(marga))
    rows = api(ana).get(f"{table.url}/aftermaths").json()
    table.cult, table.laid = cult, laid
    table.after = next(row["id"] for row in rows if row["warband"] == str(cult.pk))
    return table


def asked(client, table, kind):
    shown = client.get(f"/api/v1/aftermaths/{table.after}")
    form = next(form for form in shown.json()["forms"] if form["kind"] == kind)
    return form, shown.headers["ETag"]


def choose(client, table, kind, choice):
    form, version = asked(client, table, kind)
    assert choice in [answer["id"] for answer in form["answers"]]
    body = {"question": form["id"], "choice": choice}
    url = f"/api/v1/aftermaths/{table.after}/choices"
    done = client.post(url, body, headers={"If-Match": version})
    assert done.status_code == 200, done.json()
    outbox.run_due(limit=100)


@pytest.fixture
def repeated(settled, api, ana):
    """He has sought a spell and rolled the one that he knows."""
    settled.laid["new_spell"] = [6]
    choose(api(ana), settled, "advance", "spell")
    return settled


def test_a_new_spell_over_rest(settled, api, ana):
    settled.laid["new_spell"] = [3]
    choose(api(ana), settled, "advance", "spell")
    assert fighter(api(ana), settled.cult, MAGE)["spells"] == ["word_of_pain", "dark_blood"]


def test_a_known_one_leaves_a_magister_three_choices(repeated, api, ana):
    form, _ = asked(api(ana), repeated, "spell")
    assert [answer["id"] for answer in form["answers"]] == ["again", "ease", "gift"]
    assert form["answers"][2]["name"] == "Take the gift of his god: Fires of Tzeentch"


def test_the_gift_of_his_god_over_rest(repeated, api, ana):
    choose(api(ana), repeated, "spell", "gift")
    spells = fighter(api(ana), repeated.cult, MAGE)["spells"]
    assert spells == ["word_of_pain", "fires_of_tzeentch"]


def test_or_rolled_again(repeated, api, ana):
    repeated.laid["new_spell"] = [1]
    choose(api(ana), repeated, "spell", "again")
    spells = fighter(api(ana), repeated.cult, MAGE)["spells"]
    assert spells == ["word_of_pain", "vision_of_torment"]


def test_or_easier_by_the_button_of_the_page(repeated, ana):
    client = Client()
    client.force_login(ana)
    url = f"/aftermath/{repeated.after}/"
    page = client.get(url).content.decode()
    for choice in ("again", "ease", "gift"):
        assert f'name="choice" value="{choice}"' in page
    assert "Palabra de Dolor" in page
    assert "Tomar el don de su dios: Fuegos de Tzeentch" in page
    question = page.split('name="question" value="spell:')[1].split('"')[0]
    version = page.split('name="version" value="')[1].split('"')[0]
    data = {"question": f"spell:{question}", "choice": "ease", "version": version}
    assert client.post(f"{url}choose", data).status_code == 302
    sheet = client.get(f"/warbands/{repeated.cult.pk}/").content.decode()
    assert "Palabra de Dolor (−1)" in sheet
