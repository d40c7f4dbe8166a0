"""Warbands leave as documents and come as proposals; a game master has the last word."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from mordheim_site.errors import Forbidden, NotFound, ServiceError
from rules.roster.model import Fighter, Roster
from warbands import selectors, services, store
from warbands.exchange import document
from warbands.exchange.bounds import BadFile
from warbands.exchange.reading import read
from warbands.models import Warband

pytestmark = pytest.mark.django_db
HERE = Path(__file__).parent
FROZEN = sorted((HERE / "files" / "ours").glob("*.json"))


@pytest.fixture(autouse=True)
def _berta_judges(monkeypatch, berta):
    from warbands.selectors import access, judges

    monkeypatch.setattr(access, "GRANTS", [])
    monkeypatch.setattr(judges, "JUDGES", [lambda user: [berta]])


def bare(roster: Roster) -> dict:
    """A roster without what is another's: its id and its fighters' keys."""
    sent = document.document_of(roster, notes="", fighter_notes={}, rating=0)
    return document.dump(sent)


def test_a_warband_that_leaves_and_comes_back_is_the_same(ana, berta, reds) -> None:
    key = store.load(reds).active[0].key
    services.fighter_edit(actor=ana, warband=reds, fighter=key, notes="Cojea.")
    services.warband_edit(actor=ana, warband=reds, notes="Desde 1999.")
    reds.refresh_from_db()
    data = json.dumps(selectors.exported(reds)).encode()
    made = services.proposal_create(actor=ana, data=data, judge=berta.public_id)
    back = services.proposal_accept(actor=berta, proposal=made.pk)
    assert bare(store.load(back)) == bare(store.load(reds))
    assert (back.owner, back.treasury, back.rating) == (ana, reds.treasury, reds.rating)
    assert (back.notes, back.fighters.first().notes) == ("Desde 1999.", "Cojea.")
    assert services.drift(back) == []
    with translation.override("es"):
        opening = selectors.ledger_lines(back)[0]
    assert (opening.kind, opening.reason) == ("found", "traída de un archivo")
    again = selectors.exported(back)
    assert {**again, "books": []} == {**selectors.exported(reds), "books": []}


@pytest.mark.parametrize("path", FROZEN, ids=[path.name for path in FROZEN])
def test_every_document_ever_written_still_loads(path: Path, ana, berta) -> None:
    """Frozen: these files are never written anew."""
    made = services.proposal_create(actor=ana, data=path.read_bytes(), judge=berta.public_id)
    view = selectors.proposal_view(made)
    assert (view.unknown, view.guessed) == ((), ())
    warband = services.proposal_accept(actor=berta, proposal=made.pk)
    sent = json.loads(path.read_text(encoding="utf-8"))
    assert warband.rating == sent["warband"]["rating"]
    assert warband.treasury == sent["warband"].get("gold", 0)
    assert services.drift(warband) == []


def test_a_document_holds_all_of_a_fighter_and_of_a_warband() -> None:
    """Whoever gives a roster a new field has to give it to the document, with a default.

    House rules are a campaign's: they don't go along.
    """
    fighter, part = Fighter.__struct_fields__, document.FighterPart.__struct_fields__
    assert set(fighter) - {"key"} == set(part) - {"notes"}
    band = {"treasury": "gold"}
    own = {band.get(name, name) for name in Roster.__struct_fields__}
    assert own - {"id", "fighters", "house_rules"} == set(
        document.WarbandPart.__struct_fields__
    ) - {
        "notes",
        "rating",
    }


def test_there_are_frozen_documents() -> None:
    assert {path.name[:2] for path in FROZEN} == {f"v{n}" for n in document.READERS}


def test_the_schema_in_the_docs_is_the_one_that_is_read() -> None:
    sys.path.insert(0, str(HERE.parents[1] / "scripts"))
    import schema

    assert schema.TARGET.read_text(encoding="utf-8") == schema.written()


@pytest.mark.parametrize("version", [99, 1.5, True, "1", None, {}, []], ids=str)
def test_what_a_later_version_wrote_is_refused(version) -> None:
    later = {
        "format": document.FORMAT,
        "version": version,
        "warband": {"name": "X", "type": "undead"},
    }
    with pytest.raises(BadFile) as refused:
        read(json.dumps(later).encode())
    assert refused.value.code == "newer_version"


EDITED = [
    {"gold": -5},
    {"gold": 10**9},
    {"name": ""},
    {"name": "x" * 81},
    {"name": "two\nlines"},
    {"stash": {"sword": -1}},
    {"ruleset": "chess"},
    {"finds": [{"id": "veterans"}]},
    {"finds": [{"id": "veterans", "data": {"experience": "many"}}]},
    {"finds": [{"id": "veterans", "data": {"experience": -1}}]},
    {"finds": [{"id": "veterans", "data": {"experience": True}}]},
    {"finds": [{"id": "a b"}]},
    {"finds": [{"id": "x" * 65}]},
    {"finds": [{"id": "gems", "data": {"gold": "x" * 3000}}]},
    {"finds": [{"id": "gems"}] * 61},
]


@pytest.mark.parametrize("change", EDITED, ids=[str(change)[:50] for change in EDITED])
def test_numbers_that_no_warband_has_are_refused(change: dict, reds) -> None:
    sent = selectors.exported(reds)
    sent["warband"] |= change
    with pytest.raises(BadFile, match="file_not_read"):
        read(json.dumps(sent).encode())


FIGHTERS = [
    {"members": []},
    {"members": [1, 1]},
    {"members": [0]},
    {"members": [5], "next_member": 2},
    {"members": [1, 2], "next_member": 3},
    {"experience": -1},
    {"experience": 10_000},
    {"equipment": {"sword": 1000}},
    {"injuries": [{"row": "bad_mood"}]},
    {"injuries": [{"row": "dead", "effects": [{"kind": "rule", "name": "godhood"}]}]},
    {"gifts": [{"kind": "rule", "name": "addicted"}]},
    {"fate": "ascended"},
    {"advances": [{"threshold": 2, "result": "characteristic", "options": ["combat"]}]},
    {"advances": [{"threshold": 2, "result": "characteristic", "taken": "luck"}]},
    {"advances": [{"threshold": 2, "result": "skill", "options": ["knitting"]}]},
    {"advances": [{"threshold": 2, "result": "skill", "taken": "laser_eyes"}]},
    {"advances": [{"threshold": 2, "result": "none", "dice": [7]}]},
    {"hero": "yes"},
]


@pytest.mark.parametrize("change", FIGHTERS, ids=[str(change) for change in FIGHTERS])
def test_fighters_that_cannot_be_are_refused(change: dict, reds) -> None:
    sent = selectors.exported(reds)
    sent["fighters"][0] |= change
    with pytest.raises(BadFile, match="file_not_read"):
        read(json.dumps(sent).encode())


def test_what_we_do_not_know_is_left_out_and_said(reds) -> None:
    sent = selectors.exported(reds)
    sent["fighters"][0]["equipment"]["laser"] = 1
    sent["fighters"][1]["type"] = "space_marine"
    found, report = read(json.dumps(sent).encode())
    assert {entry.text for entry in report.of("unknown")} == {"laser", "space_marine"}
    assert len(found.fighters) == len(sent["fighters"]) - 1
    assert report.differs  # the rating of the file is not ours any more


def test_only_the_judge_decides_and_only_once(ana, berta, stranger, reds) -> None:
    data = json.dumps(selectors.exported(reds)).encode()
    made = services.proposal_create(actor=ana, data=data)
    for act in (services.proposal_accept, services.proposal_decline):
        with pytest.raises(Forbidden):
            act(actor=ana, proposal=made.pk)
        with pytest.raises(NotFound):
            act(actor=berta, proposal=made.pk)
    with pytest.raises(ServiceError) as refused:
        services.proposal_submit(actor=ana, proposal=made.pk, judge=stranger.public_id)
    assert refused.value.code == "no_judge"
    services.proposal_submit(actor=ana, proposal=made.pk, judge=berta.public_id)
    with pytest.raises(NotFound):
        selectors.proposal_for(stranger, made.pk)
    declined = services.proposal_decline(actor=berta, proposal=made.pk, reason="Demasiado oro.")
    assert (declined.state, declined.reason) == ("declined", "Demasiado oro.")
    with pytest.raises(ServiceError) as refused:
        services.proposal_accept(actor=berta, proposal=made.pk)
    assert refused.value.code == "not_pending"
    assert Warband.objects.filter(owner=ana).count() == 1


def test_over_rest(api, ana, berta) -> None:
    client, judge = api(ana), api(berta)
    name = "undead.mordheim.yml"
    file = SimpleUploadedFile(name, (HERE / "files" / name).read_bytes())
    body = {"file": file, "judge": str(berta.public_id)}
    made = client.post("/api/v1/warband-proposals", body, format="multipart")
    assert made.status_code == 201, made.data
    assert {entry["text"] for entry in made.data["guessed"]} >= {"Swordd"}
    assert [row["state"] for row in judge.get("/api/v1/warband-proposals").data["results"]] == [
        "pending"
    ]
    url = f"/api/v1/warband-proposals/{made.data['id']}"
    assert client.post(f"{url}/accept").status_code == 403
    assert api().get(url).status_code == 404
    accepted = judge.post(f"{url}/accept")
    assert (accepted.status_code, accepted.data["status"]) == (201, "enlisted")
    assert accepted.data["owner"]["name"] == "Ana"
    shown = client.get(url).data
    assert (shown["state"], str(shown["warband"])) == ("accepted", accepted.data["id"])
    exported = client.get(f"/api/v1/warbands/{accepted.data['id']}/export").data
    assert (exported["format"], exported["version"]) == ("ciudad-maldita/warband", 1)
    assert api().get("/api/v1/warband-schema").data["title"].startswith("ciudad-maldita/warband")


def test_hostile_files_over_rest(api, ana) -> None:
    file = SimpleUploadedFile("w.ros", b"<!DOCTYPE x [<!ENTITY a 'b'>]><roster>&a;</roster>")
    answer = api(ana).post("/api/v1/warband-proposals", {"file": file}, format="multipart")
    assert (answer.status_code, answer.data["code"]) == (422, "unsafe_file")


def test_through_the_pages(client, ana, berta) -> None:
    client.force_login(ana)
    file = SimpleUploadedFile("r.ros", (HERE / "files" / "reikland.ros").read_bytes())
    fields = {"file": file, "judge": str(berta.public_id)}
    page = client.post("/warbands/import", fields, follow=True)
    text = page.content.decode()
    assert "Letter From Aunt Erna" in text
    assert "Los Grises" in text
    address = page.redirect_chain[-1][0]
    assert 'value="accept"' not in text
    client.force_login(berta)
    assert 'value="accept"' in client.get(address).content.decode()
    done = client.post(f"{address}/decide", {"do": "accept"}, follow=True)
    assert "Los Grises" in done.content.decode()
    warband = Warband.objects.get(name="Los Grises")
    client.force_login(ana)
    sent = client.get(f"/warbands/{warband.pk}/export")
    assert sent["Content-Disposition"] == 'attachment; filename="los-grises.json"'
    assert json.loads(sent.content)["warband"]["type"] == "reikland"


@pytest.mark.parametrize("verb", ["accept", "decline", "withdraw", "submit", "eat"])
def test_strangers_find_no_proposal(client, ana, stranger, reds, verb: str) -> None:
    made = services.proposal_create(actor=ana, data=json.dumps(selectors.exported(reds)).encode())
    client.force_login(stranger)
    assert client.get(f"/warbands/proposals/{made.pk}").status_code == 404
    answer = client.post(f"/warbands/proposals/{made.pk}/decide", {"do": verb})
    assert answer.status_code in (302, 404)
    made.refresh_from_db()
    assert made.state == "pending"
