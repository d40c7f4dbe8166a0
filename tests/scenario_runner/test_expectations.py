"""Each thing that a case may expect fails the case when it doesn't come."""

import pytest

from tests.scenario_runner.cases import SAMPLE, diff_of


def test_the_sample_passes(tmp_path):
    assert diff_of(tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ('phase = "shooting"\nevents', 'phase = "combat"\nevents', "phase: "),
        ('phase = "shooting"\nevents', 'active = "blue"\nevents', "active: "),
        ('phase = "shooting"\nevents', "turn = 2\nevents", "turn: "),
        ('phase = "shooting"\nevents', 'awaiting = "intercept"\nevents', "awaiting: "),
        ('phase = "shooting"\nevents', 'refused = "too_far"\nevents', "refused: "),
        ('["ShotFired", "CoverHit"]', '["CoverHit", "ShotFired"]', "events: ShotFired"),
        ('["ShotFired", "CoverHit"]', '["ShotFired", "ShotMissed"]', "events: ShotMissed"),
        ("needed = 5", "needed = 4", "rolls: "),
        ("needed = 5", "dice = [5]", "rolls: "),
        ("needed = 5", "passed = true", "rolls: "),
        ("needed = 5", 'actor = "bea"', "rolls: "),
        ("value = 1 }]", "value = 2 }]", "rolls: "),
        ('status = "standing"', 'status = "stunned"', "bea.status: "),
        ('status = "standing"', 'status = "hidden"', "bea.status: "),
        ("wounds = 1", "wounds = 0", "bea.wounds: "),
        ("wounds = 1", "at = [40.01, 30]", "bea.at: "),
        ("wounds = 1", "at = [40, 30, 1]", "bea.at: "),
        ("wounds = 1", "facing = 7", "bea.facing: "),
        ("wounds = 1", 'flags = ["hidden"]', "bea.flags: "),
        ("wounds = 1", 'flags = ["moved"]', "bea.flags: "),
        ("wounds = 1", 'engaged_with = ["ana"]', "bea.engaged_with: "),
    ],
)
def test_what_does_not_come_is_told(tmp_path, old, new, named):
    (line,) = diff_of(tmp_path, (old, new))
    assert line.startswith(named)


def test_a_place_may_differ_by_a_hundredth_of_a_millimetre(tmp_path):
    assert diff_of(tmp_path, ("wounds = 1", "at = [40.001, 30]")) == []


def test_a_roll_is_looked_for_after_the_one_before_it(tmp_path):
    again = '\n[[expect.rolls]]\npurpose = "to_hit"\n\n[expect.warriors.bea]'
    (line,) = diff_of(tmp_path, ("\n[expect.warriors.bea]", again))
    assert "not in this order" in line


def test_result_of_a_battle_that_goes_on(tmp_path):
    added = '[expect.result]\nwinner = "red"\n\n[expect.warriors.bea]'
    assert diff_of(tmp_path, ("[expect.warriors.bea]", added)) == ["result: the battle isn't over"]


def test_result_of_a_battle_that_is_over(tmp_path):
    end = 'order = "gm_end_battle"\nreason = "Night falls."\nsource = "gm"'
    order = SAMPLE[SAMPLE.index('order = "shoot"') : SAMPLE.index("\n[expect]")]
    result = '[expect.result]\nwinner = "none"\nreason = "gm"\n[expect.warriors.bea]'
    changes = [
        (order, end + "\n"),
        ("to_hit = [4]", ""),
        ('phase = "shooting"\nevents = ["ShotFired", "CoverHit"]', 'phase = "over"'),
        (SAMPLE[SAMPLE.index("[[expect.rolls]]") : SAMPLE.index("[expect.warriors")], ""),
        ("[expect.warriors.bea]", result),
    ]
    assert diff_of(tmp_path, *changes) == []
    changes[-1] = ("[expect.warriors.bea]", result.replace("none", "red"))
    (line,) = diff_of(tmp_path, *changes)
    assert line.startswith("result.winner: ")


def test_flags_tell_the_second_state(tmp_path):
    down = ("at = [40, 30]", 'at = [40, 30]\nstatus = "knocked_down"\nflags = ["hidden"]')
    hidden = 'status = "knocked_down"\nflags = ["hidden"]\nwounds = 0'
    refused = (
        'phase = "shooting"\nevents = ["ShotFired", "CoverHit"]',
        'refused = "target_hidden"',
    )
    rolls = SAMPLE[SAMPLE.index("[[expect.rolls]]") : SAMPLE.index("[expect.warriors")]
    same = [down, refused, ("to_hit = [4]", ""), (rolls, "")]
    states = 'status = "standing"\nwounds = 1'
    assert diff_of(tmp_path, *same, (states, hidden)) == []
    (line,) = diff_of(tmp_path, *same, (states, hidden.replace('["hidden"]', "[]")))
    assert line.startswith("bea.flags: ")
