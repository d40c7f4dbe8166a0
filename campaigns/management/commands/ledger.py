"""Says which rules of the ledgers are shown by scenario files that pass, and which aren't yet."""

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
        "Play the scenario files: how many rules of each ledger a passing one shows, and which "
        "none shows. Exits 1 if a file fails or names a rule that no ledger has."
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
        if found.failed:
            raise CommandError(f"failed: {', '.join(found.failed)}", returncode=1)
        if found.unknown:
            raise CommandError(f"unknown rules: {', '.join(found.unknown)}", returncode=1)

    def _coverage(self, folder: Path) -> Coverage:
        if not folder.is_dir():
            raise CommandError(f"no folder {folder}", returncode=2)
        try:
            return coverage(folder, played=True)
        except CoverageError as error:
            raise CommandError(str(error), returncode=1) from error


def _table(found: Coverage) -> str:
    lines = []
    for name, ledger in found.ledgers.items():
        lines.append(f"{name:14} {ledger.covered:3} of {ledger.total}")
        if ledger.uncovered:
            lines.append(f"{'':14} without a case: {', '.join(ledger.uncovered)}")
    return "\n".join(lines)
