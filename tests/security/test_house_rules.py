"""House rules that would leave play without an answer are refused when they are made."""

import pytest

from rules.ruleset import HouseRuleErrors, load_ruleset, with_house_rules

LEAVE_A_GAP = [
    ("injury.table", {}, "missing_keys"),
    ("injury.table", {"3": "stunned", "5": "out_of_action"}, "missing_keys"),
    ("armour.table", {"light_armour": 6}, "missing_keys"),
    ("dive.bonus", {}, "missing_keys"),
    ("fall.hits", [{"from": 5, "dice": "D3"}], "missing_keys"),
    ("injury.table", {"1": "knocked_down", "9" * 5000: "stunned"}, "wrong_keys"),
    ("injury.table", {"1": "knocked_down", "٣": "stunned"}, "wrong_keys"),
    ("hit.hand_to_hand.table", "detect.formula", "unknown_names"),
]
WHOLE = [
    ("injury.table", {"0": "knocked_down", "2": "out_of_action"}),
    ("dive.bonus", {"strength": 2, "to_hit": 0}),
    ("fall.hits", [{"from": 0, "dice": "D3"}, {"from": 5, "dice": "D6"}]),
    ("charge.unseen_radius", "detect.formula"),
]


@pytest.mark.parametrize(("name", "value", "code"), LEAVE_A_GAP)
def test_a_table_with_a_gap_is_refused(name, value, code):
    with pytest.raises(HouseRuleErrors) as refused:
        with_house_rules(load_ruleset("partida"), {name: value}, editable_only=True)
    assert [(error.name, error.code) for error in refused.value.errors] == [(name, code)]


@pytest.mark.parametrize(("name", "value"), WHOLE)
def test_a_whole_table_is_taken(name, value):
    ruleset = with_house_rules(load_ruleset("partida"), {name: value}, editable_only=True)
    assert ruleset.switches[name] == value


def test_a_campaign_cant_be_founded_on_a_gap(api, ana):
    body = {"name": "Invierno", "house_rules": {"injury.table": {}}}
    answer = api(ana).post("/api/v1/campaigns", body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_house_rules")
