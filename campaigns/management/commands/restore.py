"""`manage.py restore FILE`: an archive of `backup` into an empty database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from mordheim_site import archive


class Command(BaseCommand):
    help = "Fills an empty, migrated database (and the media) from a file that backup made."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **options: Any) -> None:
        try:
            manifest = archive.restore(file)
        except archive.BadArchive as fault:
            raise CommandError(str(fault)) from fault
        rows = sum(one.get("rows", 0) for one in manifest["members"].values())
        self.stdout.write(f"Restored {rows} rows, as of {manifest['made_at']}.")
