"""First spells over REST (P-MAG-02)."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db


def founded(client, type: str, *fighters: str) -> tuple[str, dict[str, str]]:
    """A draft with these fighters; its address and their keys."""
    row = client.post("/api/v1/warbands", {"type": type, "name": "Prueba"}).json()
    url = f"/api/v1/warbands/{row['id']}"
    for fighter in fighters:
        answer = client.post(f"{url}/fighters", {"type": fighter})
        assert answer.status_code in (200, 201), answer.json()
    roster = client.get(url).json()
    return url, {fighter["type"]: fighter["key"] for fighter in roster["heroes"]}


def hero(client, url: str, key: str) -> dict:
    return next(one for one in client.get(url).json()["heroes"] if one["key"] == key)


def test_a_necromancer_finds_one_spell_once(api, ana) -> None:
    client = api(ana)
    url, keys = founded(client, "undead", "necromancer")
    spells = f"{url}/fighters/{keys['necromancer']}/spells"
    assert client.post(spells, {}).status_code == 200
    assert len(hero(client, url, keys["necromancer"])["spells"]) == 1
    again = client.post(spells, {})
    assert (again.status_code, again.json()["code"]) == (409, "no_first_spell")


def test_hiring_another_brings_no_other_luck(api, ana) -> None:
    client = api(ana)
    url, keys = founded(client, "undead", "necromancer")
    key = keys["necromancer"]
    client.post(f"{url}/fighters/{key}/spells", {})
    found = hero(client, url, key)["spells"]
    assert client.delete(f"{url}/fighters/{key}").status_code in (200, 204)
    client.post(f"{url}/fighters", {"type": "necromancer"})
    key = next(h["key"] for h in client.get(url).json()["heroes"] if h["type"] == "necromancer")
    client.post(f"{url}/fighters/{key}/spells", {})
    assert hero(client, url, key)["spells"] == found


def test_a_magister_names_his_god(api, ana) -> None:
    client = api(ana)
    url, keys = founded(client, "cult_of_the_possessed", "magister")
    spells = f"{url}/fighters/{keys['magister']}/spells"
    refused = client.post(spells, {})
    assert (refused.status_code, refused.json()["code"]) == (409, "god_missing")
    assert client.post(spells, {"god": "khorne"}).status_code == 400
    assert client.post(spells, {"god": "tzeentch"}).status_code == 200
    known = hero(client, url, keys["magister"])["spells"]
    assert len(known) == 2
    assert "daemon_gate_summoning" in known


def test_who_knows_no_magic_finds_none(api, ana) -> None:
    client = api(ana)
    url, keys = founded(client, "undead", "dreg")
    answer = client.post(f"{url}/fighters/{keys['dreg']}/spells", {})
    assert answer.json()["code"] == "no_first_spell"


def test_nobody_else_throws_for_it(api, ana, berta) -> None:
    url, keys = founded(api(ana), "undead", "necromancer")
    answer = api(berta).post(f"{url}/fighters/{keys['necromancer']}/spells", {})
    assert answer.status_code in (403, 404)
