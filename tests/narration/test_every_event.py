"""Nothing that can happen is left without words."""

import ast
import re
from pathlib import Path

import pytest
from django.utils import translation

from campaigns.narration import tell
from campaigns.narration.names import Names
from campaigns.narration.offers import _OFFERED
from campaigns.narration.refusals import PROBLEMS, REASONS
from campaigns.narration.sentences import SENTENCES
from campaigns.narration.terms import _in_words
from campaigns.narration.words import MARKS, PHASES, PURPOSES, STAGES, STATUSES
from rules.battle import events as ev
from rules.battle import orders as od
from rules.battle.orders import PhaseName
from rules.catalogue import load_catalogue
from rules.dice import PURPOSES as DICE_PURPOSES
from tests.narration.samples import event_types, samples_of

RULES = Path(__file__).resolve().parents[2] / "rules"
NAMES = Names(warriors={"ana": "Ana"}, side_of={"ana": "red"}, sides={"red": "Los Rojos"})


def test_every_event_type_has_a_sentence() -> None:
    assert set(SENTENCES) == set(event_types())


@pytest.mark.parametrize("language", ["es", "en"])
@pytest.mark.parametrize("event_type", event_types(), ids=lambda t: t.__name__)
def test_every_value_of_every_field_is_told(event_type: type[ev.Event], language: str) -> None:
    for event in samples_of(event_type):
        with translation.override(language):
            (line,) = tell([(7, event)], NAMES)
        assert line.text.strip()
        assert "%(" not in line.text
        assert line.seqs == (7,)


def test_every_purpose_of_a_die_has_a_word() -> None:
    assert set(PURPOSES) == DICE_PURPOSES


def test_every_phase_has_a_word() -> None:
    assert set(PhaseName.__args__) <= set(PHASES)


def test_every_status_has_a_word() -> None:
    assert {"standing", "knocked_down", "stunned", "out_of_action", "hidden"} <= set(STATUSES)


def test_every_order_of_a_player_has_words_to_offer_it() -> None:
    tags = {kind.__struct_config__.tag for kind in od.AnyOrder.__args__}
    assert set(_OFFERED) == {tag for tag in tags if not tag.startswith("gm_")} - {"agree_draw"}


def test_every_special_rule_of_a_scenario_has_a_sentence() -> None:
    known = {one for row in load_catalogue().scenarios.values() for one in row.special}
    assert known - {"turns"} == set(_in_words())  # how many turns is told with who wins


def _string_arguments(function: str) -> set[str]:
    """The first argument of every call of `function` in the engine's source, where it is a text."""
    found = set()
    for path in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and _name(node.func) == function:
                found |= {
                    leaf.value
                    for leaf in ast.walk(node.args[0])
                    if isinstance(leaf, ast.Constant) and isinstance(leaf.value, str)
                }
    return found


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def test_every_refusal_has_words() -> None:
    codes = _string_arguments("IllegalOrder") | _marks_that_forbid()
    assert codes, "the engine refuses nothing?"
    assert codes <= set(REASONS), sorted(codes - set(REASONS))


def test_every_fault_of_a_setup_has_words() -> None:
    """Faults are (code, params) pairs; a generator yields them, a list is added to."""
    sources = (RULES / "board" / "check.py", RULES / "battle" / "setup_check.py")
    codes = {
        pair.elts[0].value
        for source in sources
        for pair in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(pair, ast.Tuple)
        and len(pair.elts) == 2
        and isinstance(pair.elts[0], ast.Constant)
        and isinstance(pair.elts[1], ast.Dict)
    }
    assert len(codes) > 15
    reading = (RULES / "board" / "load.py").read_text(encoding="utf-8")
    unreadable = set(re.findall(r'(?:_unreadable\(|\[\()"(\w+)"', reading))
    assert len(unreadable) == 8
    codes |= unreadable
    assert codes <= set(PROBLEMS), sorted(codes - set(PROBLEMS))


def _marks_that_forbid() -> set[str]:
    """`forbid_marks` refuses with the mark's own name."""
    return {
        keyword.arg
        for path in sorted(RULES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _name(node.func) == "forbid_marks"
        for keyword in node.keywords
        if keyword.arg
    }


def test_every_stage_of_a_stack_has_a_word() -> None:
    stages = _string_arguments("Modifier")
    assert stages, "the engine modifies nothing?"
    assert stages <= set(STAGES), sorted(stages - set(STAGES))


def test_every_mark_has_a_word() -> None:
    sources = sorted((RULES / "battle" / "changes").glob("*.py"))
    named = {
        argument.value
        for source in sources
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and _name(node.func) == "marked"
        for argument in node.args[2:]
        if isinstance(argument, ast.Constant)
    }
    assert named
    assert named <= set(MARKS), sorted(named - set(MARKS))
