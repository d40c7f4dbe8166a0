"""What a roster names is explained on the same page, with the numbers that hold for it."""

import re

import pytest
from django.utils.translation import override

from rules.catalogue import load_catalogue
from warbands.selectors.wares import described, weapon_rules

CATALOGUE = load_catalogue()


def _lengths(value):
    """Every length in centimetres inside an effect: the number, or the dice."""
    if isinstance(value, dict):
        if "cm" in value:
            yield str(value["cm"]).lstrip("-")
            return
        for inner in value.values():
            yield from _lengths(inner)
    if isinstance(value, list | tuple):
        for inner in value:
            yield from _lengths(inner)


def _rows():
    for kind in (CATALOGUE.armour, CATALOGUE.equipment, CATALOGUE.skills, CATALOGUE.traits):
        for row in kind.values():
            yield pytest.param(row, id=row.id)


@pytest.mark.parametrize("row", list(_rows()))
def test_a_text_names_the_lengths_that_its_row_acts_with(row):
    found = set(_lengths(row.effects))
    for language in ("en", "es"):
        said = row.text[language] if row.text else ""
        missing = {one for one in found if not re.search(rf"\b{re.escape(one)}\b", said)}
        assert not missing, (language, said, missing)


@pytest.mark.parametrize("weapon", list(CATALOGUE.weapons.values()), ids=lambda row: row.id)
def test_the_rules_of_a_weapon_are_told_with_its_own_numbers(weapon):
    for language in ("en", "es"):
        with override(language):
            for name, text in weapon_rules(weapon):
                assert name
                assert "{" not in text


def test_a_spear_and_a_lance_tell_their_own_bonus():
    with override("en"):
        told = {id: dict(weapon_rules(CATALOGUE.weapons[id])) for id in ("spear", "lance")}
    assert told["spear"]["Cavalry bonus"].startswith("+1 Strength")
    assert told["lance"]["Cavalry bonus"].startswith("+2 Strength")


def test_armour_with_a_text_tells_its_save_as_well():
    with override("es"):
        assert described("heavy_armour", "cm").startswith("Salvación de 5+. 3 cm menos")
        assert described("shield", "cm").startswith(
            "Salvación de 6+ por sí solo; con armadura, la mejora en 1. "
        )
        assert described("light_armour", "cm") == "salvación de 6+"


def test_a_dagger_tells_that_its_victim_saves_better():
    with override("en"):
        assert described("dagger", "cm") == "enemy save +1"
