"""The in-site rulebook: both languages for every ID, none too many, and the locked terms."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from rules import rulebook
from rules.catalogue import load_catalogue
from rules.switches import registry

DOCS = Path(__file__).parents[2] / "docs" / "rules"
HEADING = re.compile(r"^### ([PCTW]-[A-Z]+-(?:\d+|[A-Z]+))\b", re.MULTILINE)
TOTALS = {"partida": 235, "partida-magic": 94, "perdidos": 221, "sexta": 113, "vientos": 123}
EVERY_ID = [id for ledger in rulebook.LEDGERS for id in rulebook.ids(ledger)]

# What the English text says, and what the Spanish one must then say (glossary.toml).
LOCKED = {
    "knocked down": "derrib",
    "stunned": "aturd",
    "frenz": "furia asesina",
    "critical": "crític",
    "warband": "banda",
    "stupid": "estupidez|estúpid",
    "scenery": "escenografía",
    "game master": "director de juego",
    "miscast": "disfunci",
    "difficult ground": "terreno difícil",
    "henchm": "secuaz|secuaces",
    "dispel dice": "dado",
    "wyrdstone": "piedra bruja",
}
NEVER = "frenesí|conjuro|golpe crítico|línea visual|director del juego|usted|desmayad|inconsciente"


def test_totals() -> None:
    assert {ledger: len(rulebook.ids(ledger)) for ledger in rulebook.LEDGERS} == TOTALS
    assert len(EVERY_ID) == len(set(EVERY_ID)) == 786


@pytest.mark.parametrize("ledger", TOTALS)
def test_the_rulebook_has_the_ids_of_the_ledger_and_in_its_order(ledger: str) -> None:
    headings = HEADING.findall((DOCS / f"{ledger}.md").read_text(encoding="utf-8"))
    by_chapter: dict[str, list[str]] = {}
    for id in headings:
        by_chapter.setdefault(id.split("-")[1], []).append(id)
    assert {c.id: list(c.ids) for c in rulebook.chapters(ledger)} == by_chapter


@pytest.mark.parametrize("ledger", TOTALS)
def test_no_text_without_an_id(ledger: str) -> None:
    path = rulebook.FOLDER / f"{ledger}.toml"
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    assert set(written) == set(rulebook.ids(ledger))


def test_every_id_has_title_and_text_in_both_languages() -> None:
    for id in EVERY_ID:
        rule = rulebook.rule(id)
        for language in ("en", "es"):
            assert rule.title[language].strip(), id
            assert len(rule.text[language]) > 20, id
        assert rule.text.en != rule.text.es, id


def test_a_rule_knows_its_place() -> None:
    rule = rulebook.rule("P-COV-03")
    assert (rule.ledger, rule.chapter) == ("partida", "COV")
    assert rulebook.is_known("P-CHA-SUM")


def test_an_unknown_id() -> None:
    assert not rulebook.is_known("P-COV-99")
    with pytest.raises(KeyError):
        rulebook.rule("P-COV-99")
    with pytest.raises(KeyError):
        rulebook.chapters("septima")


def test_other_languages_read_english() -> None:
    title = rulebook.title("vientos")
    assert (title["es"], title["es-mx"]) == ("Vientos de magia", "Vientos de magia")
    assert title["fr"] == title["en"]


def test_the_glossary_speaks_both_languages() -> None:
    sections = rulebook.glossary()
    assert {"characteristics", "statuses", "phases", "psychology", "campaign"} <= set(sections)
    for terms in sections.values():
        for name, term in terms.items():
            assert term.en, name
            assert term.es, name
    skill = sections["characteristics"]["weapon_skill"]
    assert skill.abbr is not None
    assert (skill["es"], skill.abbr["es"]) == ("Habilidad de Armas", "HA")


def test_texts_use_the_locked_terms() -> None:
    for id in EVERY_ID:
        rule = rulebook.rule(id)
        en = f"{rule.title.en} {rule.text.en}".lower()
        es = f"{rule.title.es} {rule.text.es}".lower()
        for said, wanted in LOCKED.items():
            if re.search(rf"\b{said}", en):
                assert re.search(wanted, es), (id, said)


def test_no_text_uses_another_word_for_a_locked_term() -> None:
    catalogue = load_catalogue()
    spanish = {id: rulebook.rule(id).text.es for id in EVERY_ID}
    spanish |= {name: switch.text.es for name, switch in registry().items()}
    for rows in (catalogue.rules, catalogue.equipment, catalogue.skills, catalogue.traits):
        spanish |= {row.id: row.text.es for row in rows.values()}
    for id, text in spanish.items():
        assert not re.search(NEVER, text.lower()), id


def test_switches_and_traits_name_rules_that_exist() -> None:
    tables = {f"campaign.{name}" for name in load_catalogue().tables}
    for switch in registry().values():
        unknown = [id for id in switch.rules if not rulebook.is_known(id) and id not in tables]
        assert unknown == [], switch.name
    for trait in load_catalogue().traits.values():
        assert [id for id in trait.rules if not rulebook.is_known(id)] == [], trait.id


def test_the_ledgers_link_to_what_exists() -> None:
    for page in DOCS.glob("*.md"):
        for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / link).exists(), (page.name, link)
