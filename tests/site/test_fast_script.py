"""What is compiled, and when. That it answers alike is the step `compiled` of the checks."""

import os
import sys
from pathlib import Path

import pytest

from benchmarks.yardstick import engine
from tests.site.scripts import load

fast = load("fast")
RULES = Path(__file__).parent.parent.parent / "rules"


def test_what_resolves_an_order_is_compiled_and_what_defines_structs_is_not():
    found = {str(path) for path in fast.modules(RULES)}
    assert {"rules/battle/play.py", "rules/battle/combat.py", "rules/dice.py"} <= found
    assert found.isdisjoint({"rules/battle/state.py", "rules/battle/events/course.py"})
    assert not any(path.endswith("__init__.py") for path in found)


@pytest.mark.parametrize(
    ("source", "fit"),
    [
        ("def f() -> int:\n    return 1\n", True),
        ("class A:\n    x: int\n", True),
        ("class A(NamedTuple):\n    x: int\n", True),
        ("class A(Generic[T]):\n    x: T\n", True),
        ("class A(Struct):\n    x: int\n", False),
        ("class A(NamedTuple, frozen=True):\n    x: int\n", False),
        ("class A:\n    @cached_property\n    def x(self) -> int:\n        return 1\n", False),
    ],
)
def test_a_module_is_fit_by_its_classes(tmp_path, source, fit):
    file = tmp_path / "one.py"
    file.write_text(source)
    assert fast.is_fit(file) is fit


WRITTEN = """#include "__native_rules.h"
#include "__native_internal_rules.h"
    cpy_r_r4 = CPyStatic_stroke___globals;
    cpy_r_r5 = CPyStatics[46]; /* 'kit_of' */
    cpy_r_r6 = CPyDict_GetItem(cpy_r_r4, cpy_r_r5);
    cpy_r_r7 = CPyDict_GetItem(cpy_r_kept, cpy_r_r5);
    cpy_r_r9 = CPyStatics[47]; /* 'at' */
    cpy_r_r8 = CPyObject_GetAttr(cpy_r_w, cpy_r_r9);
    cpy_r_r11 = CPyObject_GetAttr(cpy_r_profile, cpy_r_name);
    cpy_r_r10 = CPyTagged_Multiply(cpy_r_x, cpy_r_y);
"""


def test_attributes_names_and_products_are_had_the_quick_way():
    """Where the name is always the same; other dictionaries and `getattr` are asked as ever."""
    made = fast.quicker(WRITTEN).splitlines()
    assert made[2] == '#include "fast.h"'
    assert made[5].strip() == "cpy_r_r6 = FAST_GLOBAL(cpy_r_r4, cpy_r_r5);"
    assert made[6].strip() == "cpy_r_r7 = CPyDict_GetItem(cpy_r_kept, cpy_r_r5);"
    assert made[8].strip() == "cpy_r_r8 = FAST_ATTR(cpy_r_w, cpy_r_r9);"
    assert made[9].strip() == "cpy_r_r11 = CPyObject_GetAttr(cpy_r_profile, cpy_r_name);"
    assert made[10].strip() == "cpy_r_r10 = FAST_MULTIPLY(cpy_r_x, cpy_r_y);"


@pytest.fixture
def place(monkeypatch, tmp_path):
    """An own copy of the folders; instead of compiling, each run is counted."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "one.py").write_text("x = 1\n")
    runs = []

    def compile_(command, cwd):
        runs.append(command)
        (cwd / "build").mkdir()
        (cwd / fast.CONFIGURATION).touch()
        return fast.subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(fast, "ROOT", tmp_path)
    monkeypatch.setattr(fast, "OUT", tmp_path / "build" / "fast")
    monkeypatch.setattr(fast.subprocess, "run", compile_)
    return tmp_path, runs


def test_it_is_compiled_once_and_again_after_a_change(place):
    folder, runs = place
    assert fast.build()
    assert not fast.build()
    (folder / "rules" / "one.py").write_text("x = 2\n")
    assert fast.build()
    assert len(runs) == 2
    made = folder / "build" / "fast"
    assert (made / "rules" / "one.py").read_text() == "x = 2\n"
    assert (made / fast.FIRST).read_text().startswith("import rules")


def test_a_failure_leaves_nothing_that_could_run(place, monkeypatch):
    folder, _ = place
    failed = fast.subprocess.CompletedProcess([], 1)
    monkeypatch.setattr(fast.subprocess, "run", lambda command, cwd: failed)
    with pytest.raises(SystemExit, match="could not be compiled"):
        fast.build()
    assert not (folder / "build" / "fast").exists()


def test_what_is_run_finds_the_compiled_engine_first(monkeypatch):
    called = []
    monkeypatch.setattr(fast.os, "execve", lambda *given: called.append(given))
    fast.run(["-m", "benchmarks"])
    ((python, command, environment),) = called
    assert python == sys.executable
    assert command == [sys.executable, "-m", "benchmarks"]
    assert environment["PYTHONPATH"] == str(fast.OUT)


def test_the_engine_that_was_asked_for_runs():
    """In the step `compiled` that is the compiled one, else the Python."""
    asked = os.environ.get("PYTHONPATH") == str(fast.OUT)
    assert engine() == ("compiled" if asked else "Python")
