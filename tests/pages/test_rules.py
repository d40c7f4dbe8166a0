"""The rulebook as it is used: found by a word, by its ID, with the house rules beside it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from campaigns.rule_search import search


def titles(words: str, language: str = "es") -> list[str]:
    with override(language):
        return [hit.title for hit in search(words)]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("caida", "Impactos de una caída"),
        ("CAÍDAS", "Impactos de una caída"),
        ("carga fallida", "Carga fallida"),
        ("p-ter-16", "Cruzar un hueco de un salto"),
        ("estoque", "Estoque"),
        ("lluvia de estocadas", "Lluvia de estocadas"),
        ("esquivar", "Esquivar"),
    ],
)
def test_a_word_finds_its_rule_first(words: str, first: str) -> None:
    assert titles(words)[0] == first


def test_every_word_must_be_there() -> None:
    assert set(titles("trepar chequeo")) < set(titles("trepar"))
    assert titles("trepar xilófono") == []
    assert titles("  ") == []


def test_a_word_is_found_at_the_beginning_of_words_only() -> None:
    assert not any("sola" in title for title in titles("ola"))


def test_what_is_not_played_comes_last() -> None:
    with override("en"):
        played = [hit.played for hit in search("climb")]
    assert played == sorted(played, reverse=True)
    assert not all(played)


@pytest.mark.django_db
def test_the_page_of_the_rules_finds_a_word(as_visitor: Client) -> None:
    text = as_visitor.get("/rules/", {"q": "odio repetir"}).content.decode()
    assert '<a href="/rules/P-PSY-11/">Odio: repetir para impactar</a>' in text
    none = as_visitor.get("/rules/", {"q": "xilófono"}).content.decode()
    assert "Ninguna regla tiene esas palabras" in none


@pytest.mark.django_db
def test_too_many_results_are_cut_and_said_so(as_visitor: Client) -> None:
    text = as_visitor.get("/rules/", {"q": "si"}).content.decode()
    assert "estos son los 40 primeros" in text
    assert text.count('<section class="rule">') == 40


@pytest.mark.django_db
def test_a_chapter_lists_its_rules_and_leads_to_the_next(as_visitor: Client) -> None:
    text = as_visitor.get("/rules/partida/TER/").content.decode()
    assert '<a href="#P-TER-16">Cruzar un hueco de un salto</a>' in text
    assert 'rel="prev" href="/rules/partida/HID/"' in text
    assert 'rel="next" href="/rules/partida/FAL/"' in text
    assert (
        'href="/rules/partida/TER/#P-TER-16"' in as_visitor.get("/rules/P-TER-16/").content.decode()
    )


def test_a_house_rule_stands_beside_the_rule_that_it_bends(
    place: SimpleNamespace, as_ana: Client, as_visitor: Client
) -> None:
    place.campaign.house_rules = {"run.enemy_distance": 30}
    place.campaign.save()
    told = f"Regla de la casa en {place.campaign.name}: "
    told += "<strong>Enemigos que estorban al correr: 30\u00a0cm"
    told += '</strong> <span class="muted">(Libro: 20\u00a0cm)</span>'
    for page in ("/rules/P-MOV-05/", "/rules/partida/MOV/"):
        assert told in as_ana.get(page).content.decode(), page
        assert told not in as_visitor.get(page).content.decode(), page
    assert told not in as_ana.get("/rules/P-MOV-09/").content.decode()


def test_the_house_rules_cost_one_query(place: SimpleNamespace, as_ana: Client) -> None:
    def cost() -> int:
        as_ana.get("/rules/partida/MOV/")
        with CaptureQueriesContext(connection) as captured:
            as_ana.get("/rules/partida/MOV/")
        return len(captured)

    before = cost()
    place.campaign.house_rules = {"run.enemy_distance": 30, "charge.multiplier": 3}
    place.campaign.save()
    assert cost() == before


def test_the_form_leads_to_the_tables_of_the_campaign(
    place: SimpleNamespace, as_gm: Client
) -> None:
    text = as_gm.get(f"/campaigns/{place.campaign.public_id}/house-rules").content.decode()
    assert '<a class="rule-id" href="/rules/table/experience/">' in text
