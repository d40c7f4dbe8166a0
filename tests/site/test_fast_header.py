"""The C with which the compiled engine reads and multiplies (scripts/fast.h), on a small module.

In the step `compiled` of the checks alone: it takes a compiler.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.site.scripts import load

fast = load("fast")
pytestmark = [
    pytest.mark.compiled,
    # The checks leave it out of every other step; this is for who runs all tests by hand.
    pytest.mark.skipif(
        os.environ.get("PYTHONPATH") != str(fast.OUT), reason="only beside the compiled engine"
    ),
]

KINDS = """
import msgspec

class A(msgspec.Struct, frozen=True, dict=True):
    x: int
    y: str = "a"

class B(msgspec.Struct):
    x: int

class C:
    def __init__(self):
        self.x = 5

class D(msgspec.Struct, frozen=True):
    pad: int
    x: int

class E(B):
    pass
"""

COMPILED = """
from typing import Any

from . import kinds
from .kinds import A

LIMIT: int = 3

def x_of(o: Any) -> Any:
    return o.x

def memory(o: A) -> dict[str, Any]:
    return o.__dict__

def kind() -> Any:
    return kinds.A

def extra() -> Any:
    return kinds.EXTRA  # type: ignore # put there later, or never

def limit() -> int:
    return LIMIT

def got(o: Any, name: str) -> Any:
    return getattr(o, name)

def times(a: int, b: int) -> int:
    return a * b
"""

SAYS = """
from rules import dice, kinds
from rules.kinds import A, B, C, D, E

def fails(call, *given):
    try:
        call(*given)
    except AttributeError:
        return True

assert dice.__file__.endswith(".so")
for n in range(300):  # one place in the code, ever other types
    assert [dice.x_of(one) for one in (A(n), B(n), C(), D(7, n), A(n))] == [n, n, 5, n, n]
assert fails(dice.x_of, 3)
assert [dice.got(A(4, "q"), name) for name in ("x", "y", "x")] == [4, "q", 4]

one = E(3)
assert [dice.x_of(one) for _ in range(3)] == [3, 3, 3]
E.x = property(lambda self: 99)  # the type is another one now
assert dice.x_of(one) == 99
unset = B(1)
assert dice.x_of(unset) == 1
del unset.x
assert fails(dice.x_of, unset)

a = A(1)
for n in range(5):
    dice.memory(a)[n] = n
assert a.__dict__ is dice.memory(a) and len(a.__dict__) == 5 and dice.memory(A(1)) == {}

assert [dice.kind() for _ in range(3)] == [A, A, A]
kinds.A = B  # so is the module
assert dice.kind() is B
assert fails(dice.extra)
for value in (1, 2, [3]):
    kinds.EXTRA = value
    assert dice.extra() is value and dice.extra() is value
del kinds.EXTRA
assert fails(dice.extra)
assert [dice.limit() for _ in range(3)] == [3, 3, 3]
dice.LIMIT = 10**30
assert dice.limit() == 10**30

edges = [sign * (2**power + more) for power in (0, 1, 30, 31, 32, 61, 62, 63, 70)
         for more in (-1, 0, 1) for sign in (1, -1)]
for p in edges:
    for q in edges:
        assert dice.times(p, q) == p * q, (p, q)
print("as Python")
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A small `rules`, its dice.py compiled as the engine's is."""
    root = tmp_path_factory.mktemp("fast")
    for part in ("", "battle", "board", "magic"):
        (root / "rules" / part).mkdir(exist_ok=True)
        (root / "rules" / part / "__init__.py").touch()
    (root / "rules" / "kinds.py").write_text(KINDS)
    (root / "rules" / "dice.py").write_text(COMPILED)
    (root / "rules" / "battle" / "other.py").write_text("def nothing() -> None:\n    return\n")
    run(root, Path(fast.__file__), "--here")
    return root


def run(folder, *arguments):
    """Python in that folder, without the compiled engine; what it prints."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, *map(str, arguments)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_what_the_header_does_is_compiled_in(folder):
    code = "".join(file.read_text() for file in (folder / "build").glob("__native_*.c"))
    for macro in ("FAST_ATTR(", "FAST_GLOBAL(", "FAST_MULTIPLY("):
        assert macro in code, macro


def test_it_answers_as_python_does(folder):
    assert run(folder, "-c", SAYS) == "as Python\n"
