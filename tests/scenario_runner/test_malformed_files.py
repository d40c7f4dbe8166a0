"""A file that is no scenario is told in one line that names the file and the key."""

import pytest

from rules.scenario import FileError, load_case
from tests.scenario_runner.cases import written


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "', 'tittle = "', "tittle: unknown key, did you mean 'title'?"),
        ("[board]\nsize", "[board]\nsise", "board.sise: unknown key, did you mean 'size'?"),
        ("[expect]\nphase", "[expect]\nfase", "expect.fase: unknown key, did you mean 'phase'?"),
        ("needed = 5", "neded = 5", "expect.rolls[0].neded: unknown key, did you mean 'needed'?"),
        ("wounds = 1\n", "wound = 1\n", ".wound: unknown key, did you mean 'wounds'?"),
        ('rules = ["P-COV-03"]', 'rules = ["COV-3"]', "rules: 'COV-3' is no rule ID"),
        ('ruleset = "partida"', 'ruleset = "partido"', "did you mean 'partida'?"),
        ('ruleset = "partida"', 'ruleset = "perdidos"', "ruleset: 'perdidos' can't be played yet"),
        ('phase = "shooting"\n\n', 'phase = "shoting"\n\n', "phase: Invalid enum value 'shoting'"),
        ("at = [20, 30]", "at = [20]", "warriors[0].at: Expected `array` of length >= 2"),
        ("at = [20, 30]", "at = 20", "warriors[0].at: Expected `array | null`, got `int`"),
        ("at = [20, 30]", "att = [20, 30]", "warriors[0].att: unknown key, did you mean 'at'?"),
        ("at = [20, 30]", 'at = [20, 30]\nstatus = "asleep"', "Invalid enum value 'asleep'"),
        (
            "at = [20, 30]",
            'at = [20, 30]\nflags = ["run"]',
            "unknown flag 'run', did you mean 'ran'?",
        ),
        (
            "at = [20, 30]",
            "at = [20, 30]\nprofile = { X = 1 }",
            "warriors[0].profile.X: unknown key",
        ),
        ('weapons = ["bow"]', 'weapons = ["bwo"]', "bwo: unknown item"),
        ('kind = "wall"', 'kind = "wal"', "board: terrain[0].kind: 'wal' is none of"),
        ("to_hit = [4]", "tohit = [4]", "unknown purpose 'tohit', did you mean 'to_hit'?"),
        ("to_hit = [4]", "to_hit = [7]", "dice.to_hit: a face of a D6 is 1 to 6"),
        ('order = "shoot"', 'order = "shot"', "orders[0].order: unknown order 'shot'"),
        ('weapon = "bow"\n', 'wepon = "bow"\n', "orders[0]: Object contains unknown field `wepon`"),
        ('"CoverHit"]', '"CoverHits"]', "unknown event 'CoverHits', did you mean 'CoverHit'?"),
        ('purpose = "to_hit"', 'purpose = "to_hut"', "did you mean 'to_hit'?"),
        ("warriors.bea]", "warriors.bee]", "unknown warrior 'bee', did you mean 'bea'?"),
        ("wounds = 1", 'engaged_with = ["anna"]', "unknown warrior 'anna', did you mean 'ana'?"),
        ("wounds = 1", 'flags = ["hiden"]', "unknown flag 'hiden', did you mean 'hidden'?"),
        (
            "[board]",
            "aftermath = true\n[board]",
            "warbands: two are needed, the first with its fighters",
        ),
        ("[board]", "[switches]\n'save.natural_one' = true\n[board]", "save.natural_one_fails"),
        ("[dice]", "[dice", "no TOML"),
    ],
)
def test_told_in_one_line(tmp_path, old, new, message):
    path = written(tmp_path, (old, new))
    with pytest.raises(FileError) as error:
        load_case(path)
    text = str(error.value)
    assert text.startswith(f"{path}: ")
    assert message in text
    assert "\n" not in text


def test_a_case_that_tests_nothing_is_none(tmp_path):
    path = written(tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text[: text.index("[dice]")] + "[expect]\n", encoding="utf-8")
    with pytest.raises(FileError, match="expect: nothing is expected"):
        load_case(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(FileError, match="No such file"):
        load_case(tmp_path / "nowhere.toml")


def test_a_warband_of_an_aftermath(tmp_path):
    with pytest.raises(FileError, match="only a case with aftermath = true has any"):
        load_case(written(tmp_path, add='\n[[warbands]]\nid = "red"\ntype = "reikland"\n'))


AFTERMATH = """
title = "Dead"
rules = ["campaign.serious_injury.dead"]
ruleset = "partida"
aftermath = true
[[warbands]]
id = "red"
type = "reikland"
[[warbands.fighters]]
key = "greta"
type = "champion"
out = [1]
[[warbands]]
id = "blue"
type = "skaven_eshin"
[dice]
serious_injury = [1, 1]
[[orders]]
answer = "captured"
choice = "sell"
[expect.fighters.greta]
fate = "dead"
"""


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("reikland", "reikand", "unknown warband, did you mean 'reikland'?"),
        ("champion", "champiom", "no champiom in reikland"),
        ("serious_injury.dead", "serious_injury.ded", "neither a rule ID nor a row of a table"),
        ("serious_injury =", "serious_injuri =", "did you mean 'serious_injury'?"),
        ("choice =", "chioce =", "an answer has answer, choice"),
        ("fate =", "fade =", "unknown key, did you mean 'fate'?"),
        ("[expect.fighters.greta]\n", '[expect]\nevents = ["Ded"]\n[x]\n', "unknown key"),
    ],
)
def test_an_aftermath_is_read_as_strictly(tmp_path, old, new, message):
    path = tmp_path / "case.toml"
    path.write_text(AFTERMATH.replace(old, new), encoding="utf-8")
    with pytest.raises(FileError) as error:
        load_case(path)
    assert message in str(error.value)
