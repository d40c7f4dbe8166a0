"""The start says all that waits for one: battles, and what comes after others."""

from types import SimpleNamespace
from typing import Any

from django.test import Client

from campaigns import outbox
from campaigns.selectors.pages.directing import decisions_for
from campaigns.services.appeals import appeal_make
from campaigns.services.battles import Seat
from campaigns.services.campaigns import create_campaign
from tests.campaigns.wars import enlisted, fell, henchmen_of, war


def test_a_game_master_reads_what_waits_for_his_word(
    fight: SimpleNamespace, as_ana: Client, client: Client
) -> None:
    appeal_make(
        user=fight.player, battle_id=fight.battle.public_id, seq=1, text="Eso no pudo ser así."
    )
    client.force_login(fight.gm)
    page = client.get("/", HTTP_ACCEPT_LANGUAGE="es").content.decode()
    assert "1 decisión como director de juego</h1>" in page
    assert "Te espera como director de juego: 1 apelación." in page
    assert f"/campaigns/{fight.campaign.public_id}/desk#decisions" in page
    assert "director de juego: 1" not in as_ana.get("/").content.decode()


def test_as_many_queries_however_many_he_directs(
    fight: SimpleNamespace, django_assert_max_num_queries: Any
) -> None:
    for number in range(4):
        create_campaign(user=fight.gm, name=f"Otra {number}")
    with django_assert_max_num_queries(6):
        decisions_for(fight.gm)


def test_a_battle_and_what_comes_after_another(fight: SimpleNamespace, as_ana: Client) -> None:
    assert "Te toca en 1 batalla</h1>" in as_ana.get("/").content.decode()
    urracas = enlisted(fight.campaign, fight.player, name="Las Urracas")
    claws = enlisted(fight.campaign, fight.gm, "skaven_eshin", "Las Garras")
    other = war(fight.campaign, fight.gm, Seat(urracas.pk), Seat(claws.pk, "server"))
    outbox.run_due(limit=500)  # the server may be the first to deploy
    assert "Te toca en 2 batallas</h1>" in as_ana.get("/").content.decode()
    fell(other, fight.gm, henchmen_of(other, "blue")[:1])
    outbox.run_due(limit=500)
    page = as_ana.get("/").content.decode()
    assert "Te toca en 1 batalla y 1 secuencia posterior</h1>" in page
