"""How the browser tests wait: for what is to come, not for a time, and by functions alone."""

import ast
from collections.abc import Iterator
from pathlib import Path

BROWSER = Path(__file__).parents[1] / "browser"
NEVER = {"wait_for_timeout", "sleep", "skip"}
"""A time is too short on a slow machine; a test that leaves itself out has shown nothing."""


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Each call of a method in the browser tests: where, of which name."""
    for path in sorted(BROWSER.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                yield f"{path.name}:{node.lineno}", node.func.attr, node


def text_of(node: ast.expr) -> str:
    """What stands in a string, without what is put into it."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) for part in parts if isinstance(part, ast.Constant))


def test_nothing_waits_for_a_time_or_leaves_itself_out() -> None:
    assert [where for where, name, _ in calls() if name in NEVER] == []
    idle = [one.name for one in BROWSER.glob("*.py") if "networkidle" in one.read_text("utf-8")]
    assert idle == [], "it is idle before the next request too"


def test_what_is_waited_for_is_a_function() -> None:
    """A bare expression is evaluated as a script at each look, which the policy refuses."""
    waits = [(where, node) for where, name, node in calls() if name == "wait_for_function"]
    assert waits
    assert [where for where, node in waits if "=>" not in text_of(node.args[0])] == []
