"""`manage.py verify_dice BATTLE`: recompute every die of a battle."""

import json
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from campaigns.models import Battle
from campaigns.services.dice_check import DiceReport, check_battle

FOUND, USAGE = 1, 2


class Command(BaseCommand):
    help = (
        "Recomputes every die of a battle from its secret, checks that secret against the "
        "commitment published before the first die, and plays every order again. "
        "Exit 0: all is well; 1: something differs; 2: no such battle."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("battle", help="the battle's id, as in its address")
        parser.add_argument("--json", action="store_true", help="one JSON document, nothing else")

    def handle(self, *, battle: str, json: bool, **options: Any) -> None:
        row = _find(battle)
        if row is None:
            self.stderr.write(f"There is no battle {battle!r}.")
            raise SystemExit(USAGE)
        report = check_battle(row)
        self.stdout.write(_as_json(report) if json else _in_words(report))
        if not report.ok:
            raise SystemExit(FOUND)


def _find(battle: str) -> Battle | None:
    try:
        return Battle.objects.filter(public_id=UUID(battle)).first()
    except ValueError:
        return None


def _as_json(report: DiceReport) -> str:
    """`reused` and `forced` only where a game master had the battle go another way."""
    told = asdict(report)
    for name in ("reused", "forced"):
        if not told[name]:
            del told[name]
    return json.dumps(told)


def _in_words(report: DiceReport) -> str:
    replay = {True: "the same", False: "NOT the same", None: "resolved by another version"}
    lines = [
        f"Commitment:  {'kept' if report.commitment_ok else 'BROKEN'}",
        f"Dice:        {report.dice}, of which {len(report.mismatches)} differ",
        f"Replay:      {replay[report.replay_ok]}",
    ]
    lines += [
        f"  event {one['seq']}: {one['stored']}, not {one['expected']}" for one in report.mismatches
    ]
    return "\n".join(lines)
