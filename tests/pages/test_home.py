"""The start says all that waits for one: battles, and what comes after others."""

from types import SimpleNamespace

from django.test import Client

from campaigns import outbox
from campaigns.services.battles import Seat
from tests.campaigns.wars import enlisted, fell, henchmen_of, war


def test_a_battle_and_what_comes_after_another(fight: SimpleNamespace, as_ana: Client) -> None:
    assert "Te toca en 1 batalla</h1>" in as_ana.get("/").content.decode()
    urracas = enlisted(fight.campaign, fight.player, name="Las Urracas")
    claws = enlisted(fight.campaign, fight.gm, "skaven_eshin", "Las Garras")
    other = war(fight.campaign, fight.gm, Seat(urracas.pk), Seat(claws.pk, "server"))
    assert "Te toca en 2 batallas</h1>" in as_ana.get("/").content.decode()
    fell(other, fight.gm, henchmen_of(other, "blue")[:1])
    outbox.run_due(limit=500)
    page = as_ana.get("/").content.decode()
    assert "Te toca en 1 batalla y 1 secuencia posterior</h1>" in page
