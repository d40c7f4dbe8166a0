"""`manage.py simulate_pace [--absent 0.3]`: does a campaign stall when players are away?"""

import json as encoding
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from campaigns.services.simulated_pace import Played, Terms, simulate

FOUND, USAGE = 1, 2
SLOWER = 1.10
ONE_VISIT = 0.80


class Command(BaseCommand):
    help = (
        "Plays the same campaign twice on a pretended clock, once with everybody there and once "
        "with players away at random, and compares how long it lasts. Leaves nothing behind in "
        f"the database. Exit 0: no more than {SLOWER - 1:.0%} slower, and one visit a turn was "
        f"enough in {ONE_VISIT:.0%} of the turns; 1: it stalls; 2: wrong use."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=8, help="how many, an even number")
        parser.add_argument("--rounds", type=int, default=3, help="battles of each player")
        parser.add_argument("--absent", type=float, default=0.3, help="share of days away")
        parser.add_argument(
            "--announced", type=float, default=0.5, help="share of absences that are announced"
        )
        parser.add_argument("--hours", type=int, default=24, help="hours a turn")
        parser.add_argument(
            "--grace",
            type=int,
            default=6,
            help="hours a turn of whoever let one run out, until he is back; 0: as many as ever",
        )
        parser.add_argument("--turn-limit", type=int, default=6)
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--json", action="store_true", help="one JSON document, nothing else")

    def handle(self, *, json: bool, **options: Any) -> None:
        names = ("players", "rounds", "absent", "announced", "hours", "turn_limit", "seed")
        terms = {name: options[name] for name in names}
        if terms["players"] < 2 or terms["players"] % 2 or not 0 <= terms["absent"] < 1:
            self.stderr.write("--players: an even number; --absent: a share of less than 1")
            raise SystemExit(USAGE)
        terms["grace"] = options["grace"] or None
        here = simulate(Terms(**(terms | {"absent": 0.0})), self._tell)
        away = simulate(Terms(**terms), self._tell)
        ratio = away.days / here.days
        if json:
            told = {"terms": terms, "here": _data(here), "away": _data(away), "ratio": ratio}
            self.stdout.write(encoding.dumps(told, indent=2, sort_keys=True))
        else:
            self.stdout.write("\n".join(_in_words(here, away, ratio)))
        if ratio > SLOWER or min(here.one_visit, away.one_visit) < ONE_VISIT:
            raise SystemExit(FOUND)

    def _tell(self, told: str) -> None:
        """For whoever watches; a file gets nothing."""
        if self.stderr.isatty():
            self.stderr.write(f"\r{told:<60}", ending="")


def _data(played: Played) -> dict[str, Any]:
    visits = {str(times): count for times, count in sorted(played.visits.items())}
    facts = {"one_visit": round(played.one_visit, 3), "visits": visits}
    return asdict(played) | facts | {"policies": dict(played.policies)}


def _in_words(here: Played, away: Played, ratio: float) -> list[str]:
    rows = []
    for name, one in (("everybody there", here), ("some away", away)):
        played = ", ".join(f"{how} {count}" for how, count in sorted(one.policies.items()))
        rows.append(
            f"{name}: {one.days} days, {one.battles} battles, {one.turns} turns, {one.orders} "
            f"orders of players, {one.hours_a_turn} h a turn, away {one.away:.1%} of the days, "
            f"one visit enough in {one.one_visit:.1%} of {sum(one.visits.values())} turns; "
            f"played for somebody: {played or 'none'}"
        )
    return [*rows, f"{ratio:.3f} times as long"]
