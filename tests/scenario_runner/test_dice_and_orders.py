"""Dice must be used up and suffice; only the last order may be refused."""

import pytest

from tests.scenario_runner.cases import SAMPLE, diff_of

SHOT = SAMPLE[SAMPLE.index("[[orders]]") : SAMPLE.index("[expect]")]


def test_faces_left_over_fail_the_case(tmp_path):
    assert diff_of(tmp_path, ("to_hit = [4]", "to_hit = [4, 4]")) == [
        "dice: left over: {'to_hit': [4]}"
    ]


def test_a_queue_that_nobody_asked_for_fails_the_case(tmp_path):
    (line,) = diff_of(tmp_path, ("to_hit = [4]", "to_hit = [4]\ninjury = [1]"))
    assert line == "dice: left over: {'injury': [1]}"


def test_an_empty_queue_fails_the_case(tmp_path):
    lines = diff_of(tmp_path, ("to_hit = [4]", ""))
    assert lines[0] == "dice: to_hit: 1 wanted, 0 left"


def test_dice_of_a_refused_order_must_not_be_there(tmp_path):
    again = SHOT + SHOT
    refused = ('phase = "shooting"\nevents', 'refused = "already_shot"\nevents')
    assert diff_of(tmp_path, (SHOT, again), refused) == []
    (line,) = diff_of(tmp_path, (SHOT, again), refused, ("to_hit = [4]", "to_hit = [4, 4]"))
    assert line.startswith("dice: left over")


def test_an_earlier_order_that_is_refused_fails_the_case(tmp_path):
    charge = '[[orders]]\nside = "red"\norder = "charge"\nwarrior = "ana"\ntargets = ["bea"]\n\n'
    lines = diff_of(tmp_path, (SHOT, charge + SHOT))
    assert lines[0].startswith("order 1 was refused: wrong_phase")


def test_a_refusal_that_nobody_expects_fails_the_case(tmp_path):
    lines = diff_of(tmp_path, (SHOT, SHOT + SHOT))
    assert lines == ["refused: expected no refusal, got already_shot"]


def test_an_order_that_is_none_may_be_what_is_tested(tmp_path):
    refused = (
        'phase = "shooting"\nevents = ["ShotFired", "CoverHit"]',
        'refused = "malformed_order"',
    )
    rolls = SAMPLE[SAMPLE.index("[[expect.rolls]]") : SAMPLE.index("[expect.warriors")]
    changes = [('target = "bea"\n', ""), refused, ("to_hit = [4]", ""), (rolls, "")]
    assert diff_of(tmp_path, *changes) == []


def test_first_turn_dice_roll_for_the_first_turn(tmp_path):
    rolled = ("to_hit = [4]", "first_turn = [2, 6]")
    phase = ('phase = "shooting"\n\n[board]', "\n[board]")
    expected = SAMPLE[SAMPLE.index("[expect]") :]
    changes = [rolled, phase, (SHOT, ""), (expected, '[expect]\nactive = "blue"\n')]
    assert diff_of(tmp_path, *changes) == []


@pytest.mark.parametrize("written", ['"shoot.mod.cover" = -2', "shoot.mod.cover = -2"])
def test_house_rules_are_laid_over_the_ruleset(tmp_path, written):
    harder = ("[board]", f"[switches]\n{written}\n\n[board]")
    changes = [
        harder,
        ("to_hit = [4]", "to_hit = [3]"),
        ("needed = 5", "needed = 6"),
        ("value = 1 }]", "value = 2 }]"),
        ('["ShotFired", "CoverHit"]', '["ShotFired"]'),
    ]
    assert diff_of(tmp_path, *changes) == []
