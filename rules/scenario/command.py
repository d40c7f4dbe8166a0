"""`python -m rules scenario PATH... [--json]`: run files and folders of files.

Exit 0: all passed; 1: a case failed; 2: wrong use, or a file that is no scenario (all the others
are run none the less).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

import msgspec

from .case import FileError
from .running import CaseResult, run_file


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns its exit code (wrong arguments exit by themselves)."""
    options = _parser().parse_args(argv)
    try:
        files = [file for path in options.paths for file in _files(path)]
    except FileError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    results, broken = _run(files)
    sys.stdout.write(_as_json(results) if options.json else _as_text(results))
    sys.stderr.writelines(f"{line}\n" for line in broken)
    if broken:
        return 2
    return 0 if all(result.passed for result in results) else 1


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m rules scenario",
        description="Run scenario files: rules tested by data (docs/scenarios.md).",
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="file or folder")
    parser.add_argument("--json", action="store_true", help="one JSON document, nothing else")
    return parser


def _files(path: Path) -> Iterator[Path]:
    if not path.exists():
        raise FileError(path, "", "no such file or folder")
    found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
    if not found:
        raise FileError(path, "", "no scenario file in it")
    yield from found


def _run(files: Sequence[Path]) -> tuple[list[CaseResult], list[str]]:
    """The results, and a line for each file that is no scenario (it counts as failed)."""
    results, broken = [], []
    for file in files:
        try:
            results.append(run_file(file))
        except FileError as error:
            line = str(error)
            broken.append(line)
            results.append(
                CaseResult(file=str(file), title="", rules=(), passed=False, diff=(line,))
            )
    return results, broken


def _as_json(results: Sequence[CaseResult]) -> str:
    passed = sum(result.passed for result in results)
    document = {"passed": passed, "failed": len(results) - passed, "cases": results}
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _as_text(results: Sequence[CaseResult]) -> str:
    lines = []
    for result in results:
        if not result.passed and result.title:
            lines += [f"FAILED {result.file}: {result.title}", *(f"  {d}" for d in result.diff)]
    passed = sum(result.passed for result in results)
    lines.append(f"{passed} passed, {len(results) - passed} failed")
    return "\n".join(lines) + "\n"
