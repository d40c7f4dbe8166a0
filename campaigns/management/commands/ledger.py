"""Says which rules of the ledgers are shown by scenario files, and which aren't yet."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from rules.coverage import Coverage, CoverageError, coverage

SCENARIOS = Path("tests") / "scenarios"


class Command(BaseCommand):
    help = (
        "How many rules of each ledger have a scenario file, and which have none. "
        "Exits 1 if a file names a rule that no ledger has."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON document, nothing else")
        parser.add_argument(
            "--scenarios",
            type=Path,
            default=settings.BASE_DIR / SCENARIOS,
            help=f"folder of the scenario files (default: {SCENARIOS})",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        found = self._coverage(options["scenarios"])
        text = msgspec.json.encode(found).decode() if options["json"] else _table(found)
        self.stdout.write(text)
        if found.unknown:
            raise CommandError(f"unknown rules: {', '.join(found.unknown)}", returncode=1)

    def _coverage(self, folder: Path) -> Coverage:
        if not folder.is_dir():
            raise CommandError(f"no folder {folder}", returncode=2)
        try:
            return coverage(folder)
        except CoverageError as error:
            raise CommandError(str(error), returncode=1) from error


def _table(found: Coverage) -> str:
    lines = []
    for name, ledger in found.ledgers.items():
        lines.append(f"{name:14} {ledger.covered:3} of {ledger.total}")
        if ledger.uncovered:
            lines.append(f"{'':14} without a case: {', '.join(ledger.uncovered)}")
    return "\n".join(lines)
