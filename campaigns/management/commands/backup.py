"""`manage.py backup FILE`: everything into one file (mordheim_site.archive)."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from mordheim_site import archive


class Command(BaseCommand):
    help = "Saves the database and the media into one file, while the site runs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="such as backup-2026-06-03.tar.gz")

    def handle(self, *, file: Path, **options: Any) -> None:
        if not file.parent.is_dir():
            raise CommandError(f"There is no folder {file.parent}.")
        manifest = archive.save(file)
        rows = sum(one.get("rows", 0) for one in manifest["members"].values())
        self.stdout.write(f"{file}: {rows} rows, {file.stat().st_size} bytes.")
