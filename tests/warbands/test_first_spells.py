"""First spells over REST (P-MAG-02)."""

from __future__ import annotations

import hashlib
import json

import pytest
from django.core.management import call_command

from rules.dice import SealedDice
from warbands.models import Aftermath, SpellSeal
from warbands.services import seals as services

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


def seals(client, url: str) -> list[dict]:
    return client.get(f"{url}/dice").json()


def test_the_dice_are_sealed_as_he_is_hired_and_open_once_thrown(api, ana) -> None:
    client = api(ana)
    url, keys = founded(client, "undead", "necromancer")
    (sealed,) = seals(client, url)
    assert (sealed["secret"], sealed["faces"], sealed["thrown_at"]) == (None, [], None)
    client.post(f"{url}/fighters/{keys['necromancer']}/spells", {})
    (open_now,) = seals(client, url)
    assert open_now["commitment"] == sealed["commitment"]
    secret = bytes.fromhex(open_now["secret"])
    assert hashlib.sha256(secret).hexdigest() == sealed["commitment"]
    dice = SealedDice(secret, (), open_now["branch"], 0, b"first spells")
    assert list(dice.roll("spell", len(open_now["faces"]))) == open_now["faces"] != []
    assert open_now["order_hash"] == hashlib.sha256(b"first spells").hexdigest()
    known = hero(client, url, keys["necromancer"])["spells"]
    assert (open_now["fighter"], open_now["spells"]) == (keys["necromancer"], known)


def test_a_refused_throw_opens_nothing(api, ana) -> None:
    client = api(ana)
    url, keys = founded(client, "cult_of_the_possessed", "magister")
    client.post(f"{url}/fighters/{keys['magister']}/spells", {})
    assert seals(client, url)[0]["secret"] is None


def test_who_knows_no_magic_has_no_seal(api, ana) -> None:
    client = api(ana)
    url, _keys = founded(client, "undead", "dreg")
    assert seals(client, url) == []


def test_the_command_checks_them_and_finds_what_was_changed(api, ana, capsys) -> None:
    client = api(ana)
    url, keys = founded(client, "cult_of_the_possessed", "magister")
    id = url.rpartition("/")[2]
    client.post(f"{url}/fighters/{keys['magister']}/spells", {"god": "tzeentch"})
    call_command("verify_dice", id, "--json")
    told = json.loads(capsys.readouterr().out)
    assert (told["commitment_ok"], told["mismatches"], told["replay_ok"]) == (True, [], True)
    assert told["dice"] == len(seals(client, url)[0]["faces"])
    seal = SpellSeal.objects.get()
    right = list(seal.faces)
    seal.faces = [face % 6 + 1 for face in right]
    seal.save()
    with pytest.raises(SystemExit) as found:
        call_command("verify_dice", id, "--json")
    assert found.value.code == 1
    (wrong,) = json.loads(capsys.readouterr().out)["mismatches"]
    assert (wrong["stored"], wrong["expected"]) == (seal.faces, right)
    seal.faces, seal.spells = right, ["dark_blood"]
    seal.save()
    with pytest.raises(SystemExit):
        call_command("verify_dice", id, "--json")
    assert json.loads(capsys.readouterr().out)["replay_ok"] is False


def test_the_page_shows_the_seal_and_what_the_script_needs(api, ana, berta, client) -> None:
    url, keys = founded(api(ana), "undead", "necromancer")
    id = url.rpartition("/")[2]
    client.force_login(ana)
    builder = client.get(f"/warbands/{id}/").content.decode()
    assert f"/warbands/{id}/dice" in builder
    page = client.get(f"/warbands/{id}/dice").content.decode()
    seal = SpellSeal.objects.get()
    assert seal.commitment in page
    assert bytes(seal.secret).hex() not in page
    data = client.get(f"/warbands/{id}/dice.json").json()
    assert data["branches"][0]["secret"] is None
    api(ana).post(f"{url}/fighters/{keys['necromancer']}/spells", {})
    data = client.get(f"/warbands/{id}/dice.json").json()
    assert data["branches"][0]["secret"] == bytes(seal.secret).hex()
    assert data["orders"][0]["branch"] == data["branches"][0]["id"]
    client.force_login(berta)
    assert client.get(f"/warbands/{id}/dice").status_code == 404
    assert client.get(f"/warbands/{id}/dice.json").status_code == 404
    assert api(berta).get(f"{url}/dice").status_code == 404


def first_spell(client, type: str, caster: str, **more) -> tuple[str, list, dict]:
    """Another draft with a caster: its id, what he finds, and the seal."""
    url, keys = founded(client, type, caster)
    answer = client.post(f"{url}/fighters/{keys[caster]}/spells", more)
    assert answer.status_code == 200, answer.json()
    return url.rpartition("/")[2], hero(client, url, keys[caster])["spells"], seals(client, url)[0]


def test_founding_another_warband_brings_no_other_luck(api, ana, berta, monkeypatch) -> None:
    """Ten drafts, the best of them kept, would be ten throws."""
    drawn = iter(range(1, 99))
    monkeypatch.setattr(services, "new_secret", lambda: bytes([next(drawn)]) * 32)
    first, spells, seal = first_spell(api(ana), "undead", "necromancer")
    for _ in range(3):
        other, again, same = first_spell(api(ana), "undead", "necromancer")
        assert again == spells
        told = ("branch", "commitment", "secret", "faces")
        assert [same[name] for name in told] == [seal[name] for name in told]
        call_command("verify_dice", other)
    assert first_spell(api(berta), "undead", "necromancer")[2]["commitment"] != seal["commitment"]
    cult = first_spell(api(ana), "cult_of_the_possessed", "magister", god="tzeentch")
    assert cult[2]["commitment"] != seal["commitment"]
    # ... until it has fought: then whoever founds another one begins anew.
    Aftermath.objects.create(warband_id=first, battle="x", setup={}, secret=b"x", commitment="x")
    fresh = first_spell(api(ana), "undead", "necromancer")[2]
    assert fresh["commitment"] != seal["commitment"]
    assert first_spell(api(ana), "undead", "necromancer")[2]["branch"] == fresh["branch"]
