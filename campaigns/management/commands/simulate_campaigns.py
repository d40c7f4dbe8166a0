"""`manage.py simulate_campaigns --count N --seed S [--json]`: whole campaigns by the server."""

import json as encoding
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaigns.services.simulated import ROUNDS, WARBANDS, Totals, simulate

FOUND, USAGE = 1, 2
SEED = "draws warbands, pairings, boards and choices; fighters and their dice are new each time"
WIDTH = 30


class Command(BaseCommand):
    help = (
        f"Plays campaigns of {WARBANDS} warbands and {ROUNDS} rounds: battles by the engine, "
        "aftermaths with choices at random, trading; and looks after each battle whether books "
        "and rosters agree. Leaves nothing behind in the database. "
        "Exit 0: nothing is wrong; 1: an invariant is broken; 2: wrong use."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--count", type=int, default=1, help="how many campaigns")
        parser.add_argument(
            "--seed",
            type=int,
            default=1,
            help=SEED,
        )
        parser.add_argument("--json", action="store_true", help="one JSON document, nothing else")

    def handle(self, *, count: int, seed: int, json: bool, **options: Any) -> None:
        if count < 1:
            self.stderr.write("--count: at least one campaign")
            raise SystemExit(USAGE)
        totals = simulate(count=count, seed=seed, tell=lambda done: self._tell(done, count))
        self.stdout.write(_as_json(totals) if json else _in_words(totals))
        if totals.violations:
            raise SystemExit(FOUND)

    def _tell(self, done: int, count: int) -> None:
        """A bar for whoever watches; a file gets none."""
        if self.stderr.isatty():
            bar = "#" * (WIDTH * done // count)
            self.stderr.write(f"\r[{bar:<{WIDTH}}] {done}/{count}", ending="")


def _as_json(totals: Totals) -> str:
    told = {**vars(totals), "results": dict(totals.results)}
    return encoding.dumps(told, indent=2, sort_keys=True)


def _in_words(totals: Totals) -> str:
    lines = [
        f"{totals.campaigns} campaigns, {totals.battles} battles, {totals.aftermaths} aftermaths, "
        f"{totals.steps} steps, {totals.answers} answers in {totals.seconds} s",
        *totals.violations,
        f"{len(totals.violations)} violations",
    ]
    return "\n".join(lines)
