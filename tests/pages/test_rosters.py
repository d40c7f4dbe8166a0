"""Warbands by plain forms: from nothing to an enlisted band."""

from types import SimpleNamespace

from django.test import Client

from rules.catalogue import load_catalogue
from warbands.models import Warband


def test_a_warband_is_built_and_enlisted(place: SimpleNamespace, as_ana: Client) -> None:
    page = as_ana.post("/warbands/new", {"name": "Los Zorros", "type": "reikland"}, follow=True)
    warband = Warband.objects.get(name="Los Zorros")
    assert "Antes de que la banda pueda jugar" in page.content.decode()
    address = f"/warbands/{warband.pk}"
    for kind, name in (("mercenary_captain", "Olga"), ("champion", "Bruno"), ("youngblood", "Ida")):
        as_ana.post(f"{address}/hire", {"type": kind, "name": name})
    captain = warband.fighters.get(name="Olga")
    as_ana.post(f"{address}/buy", {"fighter": captain.key, "item": "sword"})
    assert captain.equipment.filter(item="sword").exists()
    as_ana.post(f"{address}/enlist")
    warband.refresh_from_db()
    assert warband.status == "enlisted"
    assert "Olga" in as_ana.get(f"{address}/books").content.decode()


def test_what_is_refused_is_said(place: SimpleNamespace, as_ana: Client) -> None:
    as_ana.post("/warbands/new", {"name": "Los Zorros", "type": "reikland"})
    warband = Warband.objects.get(name="Los Zorros")
    page = as_ana.post(f"/warbands/{warband.pk}/enlist", follow=True).content.decode()
    assert "message--error" in page
    assert "al menos" in page


def test_a_ready_made_warband(place: SimpleNamespace, as_ana: Client) -> None:
    fields = {"name": "Los Lobos", "type": "reikland", "ready": "1"}
    page = as_ana.post("/warbands/new", fields, follow=True).content.decode()
    assert "Otto Brandt" in page
    assert "Todo está comprado" in page
    warband = Warband.objects.get(name="Los Lobos")
    assert (warband.status, warband.type) == ("draft", "reikland")
    as_ana.post(f"/warbands/{warband.pk}/enlist")
    warband.refresh_from_db()
    assert warband.status == "enlisted"


def test_each_ready_made_warband_is_shown_and_may_be_taken(
    place: SimpleNamespace, as_ana: Client
) -> None:
    page = as_ana.get("/warbands/new").content.decode()
    for type, ready in load_catalogue().ready.items():
        assert ready.about.es in page
        assert f'name="ready" value="{type}"' in page
    as_ana.post("/warbands/new", {"name": "Los Idos", "type": "reikland", "ready": "undead"})
    warband = Warband.objects.get(name="Los Idos")
    assert warband.type == "undead"
    assert "Aurelian von Grabstein" in set(warband.fighters.values_list("name", flat=True))


def test_only_the_owner_builds(place: SimpleNamespace, as_gm: Client) -> None:
    before = place.crows.fighters.count()
    as_gm.post(f"/warbands/{place.crows.pk}/hire", {"type": "youngblood", "name": "Intruso"})
    assert place.crows.fighters.count() == before
