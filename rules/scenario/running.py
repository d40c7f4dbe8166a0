"""Running cases: a file in, whether it passed and each difference out."""

from __future__ import annotations

from pathlib import Path

import msgspec

from .aftermath import AftermathCase, play_aftermath
from .case import Case, load_case
from .compare import differences
from .playing import play


class CaseResult(msgspec.Struct, frozen=True, kw_only=True):
    """How one file went, as `--json` shows it. `diff` is empty where it passed."""

    file: str
    title: str
    rules: tuple[str, ...]
    passed: bool
    diff: tuple[str, ...]


def run_file(path: Path | str) -> CaseResult:
    """Run one scenario file. Raises FileError when it isn't one."""
    return run_case(load_case(Path(path)))


def run_case(case: Case | AftermathCase) -> CaseResult:
    """Play a case and compare what came with what it expects."""
    if isinstance(case, AftermathCase):
        diff = tuple(play_aftermath(case))
    else:
        diff = tuple(differences(case, play(case)))
    return CaseResult(
        file=str(case.path), title=case.title, rules=case.rules, passed=not diff, diff=diff
    )
