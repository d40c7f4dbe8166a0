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
        ("class A(Struct):\n    x: int\n", False),
        ("class A(NamedTuple, frozen=True):\n    x: int\n", False),
        ("class A:\n    @cached_property\n    def x(self) -> int:\n        return 1\n", False),
    ],
)
def test_a_module_is_fit_by_its_classes(tmp_path, source, fit):
    file = tmp_path / "one.py"
    file.write_text(source)
    assert fast.is_fit(file) is fit


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
