"""Rulesets are complete, house rules are checked, and tables come out as the ledgers print them."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from rules.catalogue.house import WRITERS
from rules.formula import FormulaError, evaluate, parse
from rules.ruleset import (
    RULESETS,
    HouseRuleErrors,
    Ruleset,
    load_ruleset,
    with_house_rules,
)
from rules.switches import FOLDER, groups, registry

LEDGER = Path(__file__).parents[2] / "docs" / "rules" / "perdidos.md"
PARTIDA = load_ruleset("partida")
PERDIDOS = load_ruleset("perdidos")


def refused(overlay: dict, **options: bool) -> list[tuple[str, str]]:
    with pytest.raises(HouseRuleErrors) as caught:
        with_house_rules(PARTIDA, overlay, **options)
    return [(error.code, error.name) for error in caught.value.errors]


def test_both_rulesets_set_every_switch_and_no_other() -> None:
    for id in RULESETS:
        assert set(load_ruleset(id).switches) == set(registry())


def test_the_ledgers_name_161_switches_their_readings_25_and_the_campaign_the_rest() -> None:
    assert len(registry()) == 161 + 25 + len(WRITERS)
    assert list(registry())[186:] == list(WRITERS)


def test_differing_switches_differ_and_shared_ones_dont() -> None:
    names = list(registry())
    differ = {name for name in names if PARTIDA.switches[name] != PERDIDOS.switches[name]}
    same_value_in_both = {"armour.initiative_penalty"}  # its values are lost in perdidos
    assert set(names[:88]) - differ == same_value_in_both
    lengths = {"hide.cover_distance", "edge.lean_distance", "powder.keg_radius"}
    assert differ - set(names[:88]) == lengths


def switch_table() -> list[list[str]]:
    """The rows of the ledger's switch table, their cells without remarks in brackets."""
    text = LEDGER.read_text(encoding="utf-8")
    table = text[text.index("## (b) THE SWITCH TABLE") :]
    rows = re.findall(r"^\| `([a-z0-9_.]+)` \|(.*)\|$", table, re.MULTILINE)
    return [[name, *(_plain(cell) for cell in rest.split("|"))] for name, rest in rows]


def _plain(cell: str) -> str:
    return re.sub(r"\s*\([^)]*\)", "", cell).replace("`", "").strip()


def test_the_registry_has_the_switches_of_the_ledger_in_their_order() -> None:
    assert [row[0] for row in switch_table()] == list(registry())[:161]


def comparable() -> list[tuple[str, str, Ruleset]]:
    """Name, cell and ruleset wherever the ledger writes a value just as the data does."""
    names = list(registry())
    found = []
    for name, _, first, second, *_rest in switch_table():
        differs = names.index(name) < 88
        for ruleset, cell in ((PARTIDA, first), (PERDIDOS, second if differs else first)):
            switch = registry()[name]
            plain = switch.type in ("bool", "int", "length", "number", "dice")
            if plain or (switch.type == "enum" and cell in switch.values):
                found.append((name, cell, ruleset))
    return found


@pytest.mark.parametrize(("name", "cell", "ruleset"), comparable())
def test_values_are_those_of_the_ledgers_table(name: str, cell: str, ruleset: Ruleset) -> None:
    value = ruleset.switches[name]
    if registry()[name].type in ("int", "length", "number"):
        assert ("none" if value is None else value) == _number(cell)
    elif registry()[name].type == "bool":
        assert value is {"true": True, "false": False}[cell]
    else:
        assert value == cell


def test_most_of_the_table_is_compared() -> None:
    assert len({name for name, _, _ in comparable()}) > 120


def _number(cell: str) -> float | str:
    found = re.match(r"[+-]?\d+(\.\d+)?", cell)
    return float(found[0]) if found else cell


def test_units() -> None:
    assert (PARTIDA.unit, PARTIDA.unit_size) == ("cm", 1_000)
    assert (PERDIDOS.unit, PERDIDOS.unit_size) == ("UM", 2_500)
    assert PARTIDA.table_size() == PERDIDOS.table_size() == (120_000, 120_000)


def test_an_unknown_ruleset() -> None:
    with pytest.raises(KeyError):
        load_ruleset("sexta")


@pytest.mark.parametrize(
    ("name", "partida", "perdidos"),
    [
        ("leader.radius", 15_000, 15_000),
        ("run.enemy_distance", 20_000, 20_000),
        ("intercept.radius", 5_000, 5_000),
        ("edge.distance", 3_000, 2_500),
        ("move.min_gap", 0, 2_500),
    ],
)
def test_lengths_are_hundredths_of_a_millimetre(name: str, partida: int, perdidos: int) -> None:
    assert (PARTIDA.length(name), PERDIDOS.length(name)) == (partida, perdidos)


def test_what_may_be_absent() -> None:
    assert PARTIDA.optional_number("crit.confirm") is None
    assert PERDIDOS.optional_number("crit.confirm") == 5
    assert PERDIDOS.optional_length("jump.max_height") is None
    assert PARTIDA.optional_length("jump.max_height") == 15_000
    assert not PERDIDOS.has("terrain.very_difficult")


def test_asking_for_the_wrong_type_is_an_error() -> None:
    with pytest.raises(KeyError):
        PARTIDA.length("run.enemy_near")
    with pytest.raises(KeyError):
        PARTIDA.flag("no.such.switch")
    with pytest.raises(KeyError):
        PARTIDA.length("intercept.max_move")


def test_detection() -> None:
    assert PARTIDA.reach("detect.formula", I=3) == 9_000
    assert PERDIDOS.reach("detect.formula", I=5) == 12_500


def test_a_formula_may_name_another() -> None:
    assert PARTIDA.reach("charge.unseen_radius", I=6) == 10_000
    assert PERDIDOS.reach("charge.unseen_radius", I=6) == 15_000
    house = with_house_rules(PERDIDOS, {"detect.formula": "2 * I"})
    assert house.reach("charge.unseen_radius", I=6) == 30_000


@pytest.mark.parametrize(
    ("ruleset", "height", "strength"),
    [
        (PARTIDA, 3, 1),
        (PARTIDA, Fraction("3.1"), 2),
        (PARTIDA, 15, 5),
        (PARTIDA, 45, 10),
        (PERDIDOS, Fraction("6.2"), 7),
        (PERDIDOS, 12, 10),
    ],
)
def test_strength_of_a_fall(ruleset: Ruleset, height: Fraction, strength: int) -> None:
    assert ruleset.formula("fall.strength", height=height) == strength


@pytest.mark.parametrize(
    ("height", "dice"), [(0, "D3"), (17_499, "D3"), (17_500, "2D3"), (25_000, "3D3")]
)
def test_hits_of_a_fall_in_perdidos(height: int, dice: str) -> None:
    assert PERDIDOS.dice_from("fall.hits", height) == dice


def test_gaps_go_by_base() -> None:
    assert PARTIDA.length_for_base("leap.run_required_over", large=True) is None
    assert PARTIDA.length_for_base("leap.no_test_below", large=True) == 0
    assert PERDIDOS.length_for_base("leap.no_test_below", large=False) == 2_500
    assert PERDIDOS.length_for_base("leap.no_test_below", large=True) == 5_000


def test_half_movement_isnt_rounded() -> None:
    assert PARTIDA.reach("stand_up.move", M=15) == 7_500
    assert PERDIDOS.formula("terrain.difficult.rate", M=5) == 3


# P-CMB-12: rows attacker, columns defender, 1 to 10.
TO_HIT = """
4 4 5 5 5 5 5 5 5 5
3 4 4 4 5 5 5 5 5 5
3 3 4 4 4 4 5 5 5 5
3 3 3 4 4 4 4 4 5 5
3 3 3 3 4 4 4 4 4 4
3 3 3 3 3 4 4 4 4 4
3 3 3 3 3 3 4 4 4 4
3 3 3 3 3 3 3 4 4 4
3 3 3 3 3 3 3 3 4 4
3 3 3 3 3 3 3 3 3 4
"""
# P-WND-02: rows Strength, columns Toughness; - can't wound.
TO_WOUND = """
4 5 6 6 - - - - - -
3 4 5 6 6 - - - - -
2 3 4 5 6 6 - - - -
2 2 3 4 5 6 6 - - -
2 2 2 3 4 5 6 6 - -
2 2 2 2 3 4 5 6 6 -
2 2 2 2 2 3 4 5 6 6
2 2 2 2 2 2 3 4 5 6
2 2 2 2 2 2 2 3 4 5
2 2 2 2 2 2 2 2 3 4
"""


def printed(table: str) -> dict[tuple[int, int], str]:
    return {
        (row, column): cell
        for row, line in enumerate(table.strip().splitlines(), 1)
        for column, cell in enumerate(line.split(), 1)
    }


@pytest.mark.parametrize("ruleset", [PARTIDA, PERDIDOS], ids=RULESETS)
def test_to_hit_as_printed(ruleset: Ruleset) -> None:
    for (attacker, defender), cell in printed(TO_HIT).items():
        need = ruleset.formula("hit.hand_to_hand.table", attacker=attacker, defender=defender)
        assert str(need) == cell


@pytest.mark.parametrize("ruleset", [PARTIDA, PERDIDOS], ids=RULESETS)
def test_to_wound_as_printed(ruleset: Ruleset) -> None:
    for (strength, toughness), cell in printed(TO_WOUND).items():
        need = ruleset.formula("wound.table", S=strength, T=toughness)
        assert (str(need) if need <= 6 else "-") == cell


@pytest.mark.parametrize(
    ("strength", "modifier"),
    [(1, None), (3, None), (4, -1), (5, -2), (6, -3), (7, -4), (8, -5), (9, -6), (12, -6)],
)
def test_strength_against_armour(strength: int, modifier: int | None) -> None:
    for kind in ("shooting", "hand_to_hand"):
        assert PARTIDA.step(f"armour.strength_modifiers.{kind}", strength) == modifier


@pytest.mark.parametrize(
    ("die", "status"),
    [
        (1, "knocked_down"),
        (2, "knocked_down"),
        (3, "stunned"),
        (4, "stunned"),
        (5, "out_of_action"),
        (8, "out_of_action"),
    ],
)
def test_injuries(die: int, status: str) -> None:
    assert PARTIDA.step("injury.table", die) == status


def test_saves_by_armour() -> None:
    assert PARTIDA.mapping("armour.table")["heavy_armour"] == 5
    assert PERDIDOS.mapping("armour.table")["heavy_armour"] == 4
    assert PERDIDOS.mapping("armour.table")["chain_mail"] == 5


def test_every_critical_table_names_each_face_once() -> None:
    tables = PARTIDA.tables["critical"]
    assert set(tables) == {"single", "missile", "bludgeoning", "bladed", "unarmed", "thrusting"}
    for rows in tables.values():
        assert [f for row in rows for f in range(row["min"], row["max"] + 1)] == [1, 2, 3, 4, 5, 6]


def test_the_single_critical_table() -> None:
    rows = PARTIDA.tables["critical"]["single"]
    assert [(r["wounds"], r["save"], r["injury"]) for r in rows] == [
        (2, "normal", 0),
        (2, "none", 0),
        (2, "none", 2),
    ]


def test_a_ruleset_with_house_rules_survives_json() -> None:
    house = with_house_rules(PERDIDOS, {"leader.radius": 7.5, "jump.max_height": 4})
    again = msgspec.json.decode(msgspec.json.encode(house), type=Ruleset)
    assert again == house
    assert again.length("leader.radius") == 18_750
    assert again.house_rules == ("jump.max_height", "leader.radius")


def test_house_rules_leave_the_ruleset_alone() -> None:
    house = with_house_rules(PARTIDA, {"run.enemy_near": "leadership_test"})
    assert house.text("run.enemy_near") == "leadership_test"
    assert PARTIDA.text("run.enemy_near") == "forbidden"
    assert PARTIDA.house_rules == ()


def test_none_switches_a_limit_off() -> None:
    assert (
        with_house_rules(PARTIDA, {"jump.max_height": "none"}).switches["jump.max_height"] is None
    )


def test_all_faults_of_an_overlay_are_reported_at_once() -> None:
    overlay = {
        "no.such.switch": 1,
        "leader.radius": "far",
        "run.enemy_distance": -1,
        "magic.spell_range": "sideways",
    }
    assert refused(overlay) == [
        ("unknown_switch", "no.such.switch"),
        ("wrong_type", "leader.radius"),
        ("too_small", "run.enemy_distance"),
        ("not_a_choice", "magic.spell_range"),
    ]


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("leadership.double_one_passes", 1, "wrong_type"),
        ("crit.confirm", 5.0, "wrong_type"),
        ("crit.confirm", True, "wrong_type"),
        ("crit.confirm", 9, "too_large"),
        ("leader.radius", None, "not_optional"),
        ("leader.radius", float("inf"), "too_large"),
        ("leader.radius", float("nan"), "too_large"),
        ("table.size", [120], "wrong_type"),
        ("table.size", [120, 0], "too_small"),
        ("terrain.rough.attributes", ["I", "I"], "repeated"),
        ("terrain.rough.attributes", ["Q"], "not_a_choice"),
        ("terrain.rough.attributes", "I", "wrong_type"),
        ("leap.no_test_below", {"default": 1}, "wrong_keys"),
        ("armour.table", {"light_armour": 7}, "too_large"),
        ("armour.table", 6, "wrong_type"),
        ("injury.table", {"one": "stunned"}, "wrong_keys"),
        ("injury.table", {"1": "asleep"}, "not_a_choice"),
        ("flee.distance", "5d6", "bad_dice"),
        ("flee.distance", 5, "bad_dice"),
        ("fall.hits", [], "wrong_type"),
        ("fall.hits", [{"from": 0}], "wrong_keys"),
        ("fall.hits", [{"from": 0, "dice": "D7"}], "bad_dice"),
        ("detect.formula", "3 *", "bad_formula"),
        ("detect.formula", 3, "bad_formula"),
        ("detect.formula", "3 * Ld", "unknown_names"),
        ("charge.unseen_radius", "charge.unseen_radius", "bad_formula"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(name: str, value: object, code: str) -> None:
    assert refused({name: value}) == [(code, name)]


def test_formulas_in_a_circle_are_refused() -> None:
    overlay = {"detect.formula": "charge.unseen_radius", "charge.unseen_radius": "detect.formula"}
    assert refused(overlay) == [("circular", name) for name in overlay]


def test_some_switches_arent_for_game_masters() -> None:
    assert refused({"unit.mm": 25}, editable_only=True) == [("not_editable", "unit.mm")]
    assert with_house_rules(PARTIDA, {"magic.system": "winds"}).magic == "winds"


def test_what_a_game_master_may_change_is_read_by_the_engine() -> None:
    code = "\n".join(p.read_text(encoding="utf-8") for p in FOLDER.parent.rglob("*.py"))
    by_kind = (
        "armour.strength_modifiers."  # read for the kind of attack: its last word is filled in
    )
    for name, switch in registry().items():
        if switch.editable:
            assert f'"{name}"' in code or (name.startswith(by_kind) and by_kind in code), name


def test_every_switch_explains_itself_in_both_languages() -> None:
    for switch in registry().values():
        assert switch.group in groups()
        for words in (switch.title, switch.text):
            assert words.en, switch.name
            assert words.es, switch.name
            assert words.en[0].isupper()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 4 - 3", 3),
        ("-I + 5", 2),
        ("I / 2", Fraction(3, 2)),
        ("floor(I / 2) + ceil(I / 2)", 3),
        ("min(I, 2, 7) + max(I, 4)", 6),
        ("(I > 2) + (I >= 4) + (I == 3) + (I < 3) + (I <= 3)", 3),
        ("0.5 * I", Fraction(3, 2)),
    ],
)
def test_formulas(text: str, value: Fraction) -> None:
    assert evaluate(text, (("I", 3),)) == value


@pytest.mark.parametrize(
    "text",
    "|1 +|(1|1)|floor(1, 2)|2 2|I / 0|1 / I|I ** 2|open('x')|min()|a.b|1;2|floor 1".split("|"),
)
def test_what_is_no_formula(text: str) -> None:
    with pytest.raises(FormulaError):
        parse(text)
