"""Scenario files: rules tested by data. One TOML file a case; docs/scenarios.md says how.

`run_file` runs one, `main` is `python -m rules scenario`. `rows.py` holds the format, `case.py`
reads it, `table.py` makes a set-up of it, `playing.py` plays it and `compare.py` holds what came
against `[expect]`.
"""

from __future__ import annotations

from .case import Case, FileError, load_case
from .command import main
from .running import CaseResult, run_case, run_file
from .table import read_warrior

__all__ = [
    "Case",
    "CaseResult",
    "FileError",
    "load_case",
    "main",
    "read_warrior",
    "run_case",
    "run_file",
]
