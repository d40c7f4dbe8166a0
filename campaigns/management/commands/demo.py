"""`manage.py demo`: the demo campaign with its users."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation

from campaigns.demo.build import Demo

USAGE = 2


class Command(BaseCommand):
    help = (
        "Makes the demo campaign and its users, whose passwords are their names. Run again, it "
        "adds only what is missing. On an installation that others can reach it refuses."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--force", action="store_true", help="make it outside the embedded site as well"
        )

    def handle(self, *, force: bool, **options: Any) -> None:
        if not settings.EMBEDDED and not force:
            self.stderr.write(
                "Everybody knows the demo's passwords: only for the embedded site, or with --force."
            )
            raise SystemExit(USAGE)
        demo = Demo(self._say)
        with translation.override("es"):
            demo.build()
        self.stdout.write(_log_ins(demo))

    def _say(self, line: str) -> None:
        self.stderr.write(line)


def _log_ins(demo: Demo) -> str:
    roles = {"gm": "directs the campaign", "demo": "it is your turn"}
    names = [user.username for user in demo.users.values()]
    lines = [f"  {name} / {name}".ljust(20) + roles.get(name, "plays") for name in names]
    return "\n".join(["Log in as (name / password):", *lines])
