"""Warbands over REST: built, read, refused."""

from __future__ import annotations

import pytest

from rules.ruleset import load_ruleset
from warbands import services
from warbands.models import Warband
from warbands.selectors import battle_warriors

pytestmark = pytest.mark.django_db
URL = "/api/v1/warbands"


@pytest.fixture(autouse=True)
def _nobody_vouches(monkeypatch):
    """Who else may see a warband is the other application's tests' business."""
    from warbands.selectors import access

    monkeypatch.setattr(access, "GRANTS", [])


def test_a_whole_warband_is_bought(api, ana) -> None:
    client = api(ana)
    made = client.post(URL, {"type": "reikland", "name": "Rojos"})
    assert made.status_code == 201
    url = f"{URL}/{made.data['id']}"
    client.post(f"{url}/fighters", {"type": "mercenary_captain", "name": "Otto"})
    roster = client.post(f"{url}/fighters", {"type": "warrior", "name": "Trupp", "n": 2}).data
    key = roster["henchmen"][0]["key"]
    roster = client.post(f"{url}/fighters/{key}/buy", {"item": "axe"}).data
    roster = client.post(f"{url}/fighters/{key}/recruits", {"n": 2}).data
    (group,) = roster["henchmen"]
    assert (group["size"], group["each"], group["price"]) == (4, 30, 120)
    assert {item["item"]: item["n"] for item in group["equipment"]} == {"dagger": 1, "axe": 1}
    assert roster["treasury"] == 500 - 60 - 120
    assert roster["problems"] == []
    enlisted = client.post(f"{url}/enlist")
    assert (enlisted.status_code, enlisted.data["status"]) == (200, "enlisted")
    ledger = client.get(f"{url}/ledger").data["results"]
    assert [line["kind"] for line in ledger] == ["found", "hire", "hire", "buy", "hire", "buy"]
    assert all(line["total"] == line["n"] * line["price"] for line in ledger)


def test_what_is_sent_again_by_its_key_happens_once(api, ana) -> None:
    client = api(ana)
    founding = {"type": "reikland", "name": "Rojos"}
    made = [client.post(URL, founding, headers={"Idempotency-Key": "una"}) for _ in range(2)]
    assert [one.status_code for one in made] == [201, 201]
    assert made[0].json() == made[1].json()
    assert made[1]["Idempotent-Replayed"] == "true"
    assert Warband.objects.filter(owner=ana).count() == 1
    other = client.post(URL, founding | {"name": "Otros"}, headers={"Idempotency-Key": "una"})
    assert (other.status_code, other.json()["code"]) == (422, "key_reused")
    url = f"{URL}/{made[0].json()['id']}/fighters"
    hired = [
        client.post(url, {"type": "champion"}, headers={"Idempotency-Key": "dos"}).json()
        for _ in range(2)
    ]
    assert len(hired[1]["heroes"]) == 1
    assert hired[0] == hired[1]


def test_changes_and_sales(api, ana, draft) -> None:
    client, url = api(ana), f"{URL}/{draft.pk}"
    key = client.post(f"{url}/fighters", {"type": "champion"}).data["heroes"][0]["key"]
    client.post(f"{url}/fighters/{key}/buy", {"item": "sword"})
    sold = client.post(f"{url}/fighters/{key}/sell", {"item": "sword"})
    assert sold.data["treasury"] == 465
    renamed = client.patch(f"{url}/fighters/{key}", {"name": "Greta"})
    assert renamed.data["heroes"][0]["name"] == "Greta"
    assert client.patch(url, {"name": "Otros"}).data["name"] == "Otros"
    gone = client.delete(f"{url}/fighters/{key}")
    assert (gone.data["heroes"], gone.data["treasury"]) == ([], 500)


def test_lists(api, ana, reds, rats) -> None:
    client = api(ana)
    assert [row["name"] for row in client.get(URL).data["results"]] == ["Rojos"]
    types = client.get("/api/v1/warband-types").data["results"]
    assert {"reikland", "skaven_eshin"} <= {row["id"] for row in types}
    market = client.get(f"{URL}/{reds.pk}/market").data
    assert {row["id"] for row in market["recruits"]} >= {"champion", "warrior"}
    assert api().get(URL).data["results"] == []


def test_the_stash_can_be_sold(api, ana, reds) -> None:
    client, url = api(ana), f"{URL}/{reds.pk}"
    key = next(f["key"] for f in client.get(url).data["heroes"] if f["name"] == "Klaus Eisner")
    stash = client.delete(f"{url}/fighters/{key}").data["stash"]
    assert [(item["item"], item["n"]) for item in stash] == [("double_handed_weapon", 1)]
    sold = client.post(f"{url}/stash/sell", {"item": "double_handed_weapon"})
    assert (sold.data["stash"], sold.data["treasury"]) == ([], reds.treasury + 7)


def test_a_refusal_is_a_problem_with_code_and_sentence(api, ana, draft) -> None:
    url = f"{URL}/{draft.pk}"
    answer = api(ana).post(f"{url}/fighters", {"type": "warrior", "n": 6})
    assert answer.status_code == 409
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "against_the_list"
    assert answer.json()["problems"][0]["code"] == "group_too_large"
    enlist = api(ana).post(f"{url}/enlist").json()
    assert (enlist["code"], enlist["detail"]) == (
        "illegal_roster",
        "A warband has at least 3 warriors; this one has 0. The warband needs a leader.",
    )


@pytest.mark.parametrize(
    ("body", "status"),
    [({}, 400), ({"type": "gnomes", "name": "G"}, 400), ({"type": "reikland", "name": ""}, 400)],
)
def test_a_bad_founding_is_refused(api, ana, body, status) -> None:
    assert api(ana).post(URL, body).status_code == status
    assert not Warband.objects.exists()


def test_the_version_is_the_etag_and_guards_changes(api, ana, draft) -> None:
    client, url = api(ana), f"{URL}/{draft.pk}"
    etag = client.get(url)["ETag"]
    first = client.post(f"{url}/fighters", {"type": "champion"}, headers={"If-Match": etag})
    again = client.post(f"{url}/fighters", {"type": "champion"}, headers={"If-Match": etag})
    assert (first.status_code, again.status_code) == (201, 412)
    assert again.json()["code"] == "stale_version"
    assert first["ETag"] != etag


READS = ["", "/market", "/ledger", "/aftermaths"]
WRITES = [
    ("post", "/fighters", {"type": "champion"}),
    ("post", "/enlist", {}),
    ("patch", "", {"name": "X"}),
    ("post", "/stash/sell", {"item": "axe"}),
]


@pytest.mark.parametrize("path", READS)
def test_a_stranger_sees_nothing(api, berta, draft, path) -> None:
    for client in (api(berta), api()):
        assert client.get(f"{URL}/{draft.pk}{path}").status_code == 404


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_a_stranger_changes_nothing(api, berta, draft, method, path, body) -> None:
    call = getattr(api(berta), method)
    assert call(f"{URL}/{draft.pk}{path}", body).status_code == 404
    assert getattr(api(), method)(f"{URL}/{draft.pk}{path}", body).status_code == 401
    assert Warband.objects.get(pk=draft.pk).version == draft.version


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_who_may_only_look_changes_nothing(
    api, berta, draft, monkeypatch, method, path, body
) -> None:
    from django.db.models import Q

    from warbands.selectors import access

    monkeypatch.setattr(access, "GRANTS", [lambda _user: Q(pk=draft.pk)])
    client = api(berta)
    assert client.get(f"{URL}/{draft.pk}").status_code == 200
    answer = getattr(client, method)(f"{URL}/{draft.pk}{path}", body)
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")


def test_a_token_that_may_only_read_changes_nothing(api, ana, draft) -> None:
    client = api(ana, scope="read")
    assert client.get(f"{URL}/{draft.pk}").status_code == 200
    assert client.patch(f"{URL}/{draft.pk}", {"name": "X"}).status_code == 403


def test_an_aftermath_shows_its_steps_and_its_dice(api, ana, berta, reds, battle) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={}))
    url = f"/api/v1/aftermaths/{aftermath.pk}"
    client = api(ana)
    before = client.get(url).data
    assert (before["secret"], before["steps"], before["closed"]) == ("", [], False)
    assert len(before["remaining"]) == 8
    services.run_all(aftermath=aftermath)
    services.take_default(aftermath=aftermath)
    after = client.get(url).data
    assert after["closed"]
    assert len(after["secret"]) == 64
    assert after["steps"][0]["events"][0]["event"] == "ExperienceGained"
    assert after["steps"][0]["lines"][0].startswith("Otto Brandt: experience 20 → 22")
    (row,) = client.get(f"{URL}/{reds.pk}/aftermaths").data["results"]
    assert row["commitment"] == after["commitment"]
    assert api(berta).get(url).status_code == 404


def test_a_page_of_warbands_takes_as_many_queries_whatever_their_number(
    api, ana, django_assert_max_num_queries
) -> None:
    client = api(ana)
    for n in range(12):
        services.warband_create(actor=ana, type="reikland", name=f"W{n}")
    with django_assert_max_num_queries(5):
        assert len(client.get(URL).data["results"]) == 12


def test_notes_and_the_public_page(api, ana, reds) -> None:
    client, url = api(ana), f"{URL}/{reds.pk}"
    opened = client.patch(url, {"notes": "Roja.", "shared": True}).data
    assert opened["notes"] == "Roja."
    assert len(opened["share"]) >= 20
    assert client.get(f"/b/{opened['share']}").status_code == 200
    key = opened["heroes"][0]["key"]
    noted = client.patch(f"{url}/fighters/{key}", {"notes": "Cojea.", "name": "Otto II"}).data
    assert (noted["heroes"][0]["notes"], noted["heroes"][0]["name"]) == ("Cojea.", "Otto II")
    assert client.patch(url, {"shared": False}).data["share"] == ""
    version = client.get(url)["ETag"]
    assert client.patch(url, {"notes": "x"}, HTTP_IF_MATCH=version).status_code == 200
    assert client.patch(url, {"notes": "y"}, HTTP_IF_MATCH=version).status_code == 412
    assert client.patch(url, {"notes": "x" * 4001}).status_code == 400


def test_the_word_of_a_page_is_its_owners(api, ana, berta, reds, monkeypatch) -> None:
    from django.db.models import Q

    from warbands.selectors import access

    api(ana).patch(f"{URL}/{reds.pk}", {"shared": True})
    monkeypatch.setattr(access, "GRANTS", [lambda user: Q(pk=reds.pk)])
    assert api(berta).get(f"{URL}/{reds.pk}").data["share"] == ""


def test_gear_goes_into_the_stash_and_out_of_it(api, ana, reds) -> None:
    client, url = api(ana), f"{URL}/{reds.pk}"
    roster = client.get(url).data
    group = roster["henchmen"][1]
    stowed = client.post(f"{url}/fighters/{group['key']}/stow", {"item": "mace"}).data
    assert [(p["item"], p["n"]) for p in stowed["stash"]] == [("mace", group["size"])]
    again = client.post(f"{url}/fighters/{group['key']}/issue", {"item": "mace"}).data
    assert again["stash"] == []
    refused = client.post(f"{url}/fighters/{group['key']}/issue", {"item": "mace"})
    assert (refused.status_code, refused.data["code"]) == (409, "not_in_stash")


def test_mutations_kits_and_hired_swords(api, ana) -> None:
    client = api(ana)
    url = f"{URL}/{client.post(URL, {'type': 'cult_of_the_possessed', 'name': 'C'}).data['id']}"
    key = client.post(f"{url}/fighters", {"type": "possessed"}).data["heroes"][0]["key"]
    for mutation in ("spines", "hideous"):
        client.post(f"{url}/fighters/{key}/mutations", {"mutation": mutation})
    roster = client.get(url).data
    assert [m["id"] for m in roster["heroes"][0]["mutations"]] == ["spines", "hideous"]
    assert roster["treasury"] == 500 - 90 - 35 - 80
    back = client.delete(f"{url}/fighters/{key}/mutations?mutation=spines").data
    assert back["treasury"] == 500 - 90 - 40
    hired = client.post(f"{url}/fighters", {"type": "hired:ogre_bodyguard", "choice": 6})
    assert hired.status_code == 201
    (ogre,) = hired.data["hired"]
    assert {p["item"] for p in ogre["equipment"]} == {"light_armour", "double_handed_weapon"}
    assert (hired.data["size"], ogre["upkeep"], ogre["rating"]) == (1, 30, 25)
    wrong = client.post(f"{url}/fighters", {"type": "hired:ogre_bodyguard", "choice": 7})
    assert wrong.data["code"] == "bad_choice"


def test_a_hired_sword_is_shown_whole_before_he_is_hired(api, ana) -> None:
    client = api(ana)
    url = f"{URL}/{client.post(URL, {'type': 'reikland', 'name': 'R'}).data['id']}"
    swords = {one["id"]: one for one in client.get(f"{url}/market").data["swords"]}
    scout = swords["hired:elf_ranger"]
    assert list(scout["profile"].values()) == [12, 4, 5, 3, 3, 1, 6, 1, 8]
    assert "Excellent Sight" in scout["rules"]


def test_how_the_heroes_of_ostermark_learn_is_chosen(api, ana) -> None:
    client = api(ana)
    url = f"{URL}/{client.post(URL, {'type': 'ostermarkers', 'name': 'O'}).data['id']}"
    client.post(f"{url}/fighters", {"type": "captain"})
    client.post(f"{url}/fighters", {"type": "warrior", "n": 3})
    refused = client.post(f"{url}/enlist").json()
    assert [p["code"] for p in refused["problems"]] == ["needs_skill_set"]
    offered = client.get(f"{url}/market").data["skill_sets"]
    assert [(s["id"], s["chosen"]) for s in offered] == [
        ("reikland", False),
        ("middenheim", False),
        ("marienburg", False),
    ]
    assert offered[1]["skills"][0]["skills"] == "Combat, Strength, Speed"
    wrong = client.post(f"{url}/skill-set", {"skill_set": "nuln"})
    assert (wrong.status_code, wrong.json()["code"]) == (409, "unknown_skill_set")
    for city in ("reikland", "middenheim"):
        chosen = client.post(f"{url}/skill-set", {"skill_set": city}).data
    assert chosen["skill_set"] == {"id": "middenheim", "name": "As in Middenheim"}
    assert client.post(f"{url}/enlist").status_code == 200
    late = client.post(f"{url}/skill-set", {"skill_set": "reikland"})
    assert late.json()["code"] == "skill_set_settled"
    assert client.get(f"{url}/market").data["skill_sets"] == []


def test_the_captain_of_kislev_has_an_heirloom_for_half(api, ana) -> None:
    client = api(ana)
    url = f"{URL}/{client.post(URL, {'type': 'kislevites', 'name': 'K'}).data['id']}"
    roster = client.post(f"{url}/fighters", {"type": "druzhina_captain"}).data
    (captain,) = roster["heroes"]
    offered = client.get(f"{url}/market").data
    assert set(offered["heirlooms"]) == {captain["key"]}
    full = {one["id"]: one["each"] for one in offered["items"][captain["key"]]}
    half = {one["id"]: one["price"] for one in offered["heirlooms"][captain["key"]]}
    assert half["sword"] * 2 == full["sword"]
    gift = f"{url}/fighters/{captain['key']}/gift"
    assert client.post(gift, {"item": "wardog"}).json()["code"] == "not_on_list"
    taken = client.post(gift, {"item": "sword"}).data
    assert taken["treasury"] == roster["treasury"] - half["sword"]
    (chosen,) = client.get(f"{url}/market").data["heirlooms"][captain["key"]]
    assert (chosen["id"], chosen["n"]) == ("sword", 1)
    sale = f"{url}/fighters/{captain['key']}/sell"
    assert client.post(sale, {"item": "sword"}).json()["code"] == "an_heirloom"
    assert client.delete(gift).data["treasury"] == roster["treasury"]
    client.post(gift, {"item": "sword"})
    client.post(f"{url}/fighters", {"type": "warrior", "n": 2})
    assert client.post(f"{url}/enlist").status_code == 200
    assert client.get(f"{url}/market").data["heirlooms"] == {}
    assert client.post(gift, {"item": "axe"}).json()["code"] == "not_a_draft"
    sold = client.post(sale, {"item": "sword"}).data
    assert sold["treasury"] == taken["treasury"] - 2 * 25 + full["sword"] // 2
    dear = client.get(f"{url}/market").data["items"][captain["key"]]
    assert {one["id"]: one["each"] for one in dear}["sword"] == full["sword"] * 3 // 2


def test_the_captain_of_ostermark_takes_his_dog(api, ana) -> None:
    client = api(ana)
    url = f"{URL}/{client.post(URL, {'type': 'ostermarkers', 'name': 'O'}).data['id']}"
    captain = client.post(f"{url}/fighters", {"type": "captain"}).data["heroes"][0]
    roster = client.post(f"{url}/fighters", {"type": "champion"}).data
    champion = next(f for f in roster["heroes"] if f["type"] == "champion")
    gift = f"{url}/fighters/{captain['key']}/gift"
    offered = client.get(f"{url}/market").data["gifts"]
    assert {key: (one["id"], one["n"]) for key, one in offered.items()} == {
        captain["key"]: ("wardog", 0)
    }
    taken = client.post(gift).data
    assert {p["item"] for p in taken["heroes"][0]["equipment"]} == {"dagger", "wardog"}
    assert taken["treasury"] == roster["treasury"]
    assert client.post(gift).json()["code"] == "gift_taken"
    assert client.post(f"{url}/fighters/{champion['key']}/gift").json()["code"] == "no_gift"
    assert client.delete(gift).data["heroes"][0]["equipment"] == captain["equipment"]
    assert client.post(gift).status_code == 200
    client.post(f"{url}/fighters", {"type": "warrior", "n": 2})
    client.post(f"{url}/skill-set", {"skill_set": "marienburg"})
    client.post(f"{url}/enlist")
    warband = Warband.objects.get(pk=roster["id"])
    found = battle_warriors(warband, side="red", ruleset=load_ruleset("partida"))
    assert [w.id for w in found if w.kind == "wardog"] == [f"{captain['key']}-wardog-1"]
    assert client.delete(gift).json()["code"] == "not_a_draft"
    sold = client.post(f"{url}/fighters/{captain['key']}/sell", {"item": "wardog"})
    assert sold.json()["code"] == "not_carried"
