"""What a file says becomes a set-up: defaults, units, words of status, flags."""

import pytest

from rules.battle.state import TraitRef
from rules.scenario import load_case
from tests.scenario_runner.cases import written


def warrior_of(folder, *lines: str):
    """The first warrior with more lines in its table."""
    path = written(folder, ("at = [20, 30]", "\n".join(["at = [20, 30]", *lines])))
    return load_case(path).setup.warriors[0]


def test_what_is_left_out_is_a_human_with_a_plain_weapon(tmp_path):
    bea = load_case(written(tmp_path)).setup.warriors[1]
    assert bea.weapons == ("plain",)
    assert bea.base == 2_500
    profile = bea.profile
    assert (profile.M, profile.WS, profile.BS, profile.S, profile.T) == (10_000, 3, 3, 3, 3)
    assert (profile.W, profile.I, profile.A, profile.Ld) == (1, 3, 1, 7)


def test_lengths_are_in_the_rulesets_unit_and_bases_in_millimetres(tmp_path):
    ana = warrior_of(tmp_path, "base = 32", "height = 4.5", "profile = { M = 12.5 }")
    assert ana.at == (20_000, 30_000, 0)
    assert (ana.base, ana.height, ana.profile.M) == (3_200, 4_500, 12_500)


@pytest.mark.parametrize(
    ("word", "status", "hidden", "fleeing"),
    [
        ("standing", "standing", False, False),
        ("hidden", "standing", True, False),
        ("fleeing", "standing", False, True),
        ("knocked_down", "knocked_down", False, False),
        ("stunned", "stunned", False, False),
        ("out_of_action", "out_of_action", False, False),
    ],
)
def test_words_of_status(tmp_path, word, status, hidden, fleeing):
    ana = warrior_of(tmp_path, f'status = "{word}"')
    assert (ana.status, ana.hidden, ana.fleeing) == (status, hidden, fleeing)


def test_a_second_state_is_a_flag(tmp_path):
    ana = warrior_of(tmp_path, 'status = "stunned"', 'flags = ["hidden", "fleeing"]')
    assert (ana.status, ana.hidden, ana.fleeing) == ("stunned", True, True)


def test_marks_bring_with_them_what_they_mean(tmp_path):
    assert warrior_of(tmp_path, 'flags = ["ran"]').marks == ("moved", "ran")
    assert warrior_of(tmp_path, 'flags = ["rallied"]').marks == ("rallied",)


def test_traits_with_and_without_parameters(tmp_path):
    line = 'traits = ["animal", { id = "hatred", hates = ["bea"] }, "large_target"]'
    ana = warrior_of(tmp_path, line)
    assert ana.traits == (
        TraitRef(id="animal"),
        TraitRef(id="hatred", params={"hates": ["bea"]}),
        TraitRef(id="large_target"),
    )
    assert ana.large


def test_sides_in_order_of_listing_then_of_appearance(tmp_path):
    plain = load_case(written(tmp_path)).setup
    assert [side.id for side in plain.sides] == ["red", "blue"]
    assert plain.active == "red"
    listed = '[[sides]]\nid = "blue"\nstrength = 7\nzone = [[0, 0], [120, 20]]\n\n[board]'
    other = load_case(written(tmp_path, ("[board]", listed))).setup
    assert [side.id for side in other.sides] == ["blue", "red"]
    assert other.active == "blue"
    assert other.sides[0].strength == 7
    assert other.sides[0].zone.high == (120_000, 20_000)


def test_a_board_left_out_is_the_usual_table(tmp_path):
    path = written(tmp_path)
    text = path.read_text(encoding="utf-8")
    start, end = text.index("[board]"), text.index("[[warriors]]")
    path.write_text(text[:start] + text[end:], encoding="utf-8")
    setup = load_case(path).setup
    assert setup.board.size == setup.ruleset.table_size()


def test_points_of_orders_may_leave_out_the_height(tmp_path):
    move = 'order = "move"\nwarrior = "ana"\nmode = "walk"\nlegs = [{ to = [21, 30] }]'
    shot = 'order = "shoot"\nwarrior = "ana"\nweapon = "bow"\ntarget = "bea"'
    (order,) = load_case(written(tmp_path, (shot, move))).orders
    assert order.legs[0].to == (21_000, 30_000, 0)
