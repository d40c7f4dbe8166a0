"""`manage.py verify_dice ID`: recompute every die of a battle, an aftermath, a scene, or those of a
warband's first spells."""

import json
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandParser

from campaigns.models import Battle, Scene
from campaigns.services.dice_check import (
    DiceReport,
    SceneDice,
    check_after,
    check_battle,
    check_scene,
)
from warbands.models import Aftermath, Warband
from warbands.services.dice_check import (
    AftermathDice,
    SpellDice,
    check_aftermath,
    check_spells,
)

FOUND, USAGE = 1, 2
REPLAY = {True: "the same", False: "NOT the same", None: "resolved by another version"}

Report = DiceReport | AftermathDice | SceneDice | SpellDice


class Command(BaseCommand):
    help = (
        "Recomputes every die of a battle and of its aftermaths from their secrets, checks each "
        "secret against the commitment published before the first die, and carries out every "
        "order and step again; or does so for one aftermath, for the rolls in a scene's posts, "
        "or for the first spells of a warband's casters. "
        "Exit 0: all is well; 1: something differs; 2: nothing has that id."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "id", help="of a battle, an aftermath, a scene or a warband, as in its address"
        )
        parser.add_argument("--json", action="store_true", help="one JSON document, nothing else")

    def handle(self, *, id: str, json: bool, **options: Any) -> None:
        found = _check(id)
        if found is None:
            self.stderr.write(f"There is no battle, aftermath, scene or warband {id!r}.")
            raise SystemExit(USAGE)
        report, after = found
        self.stdout.write(_as_json(report, after) if json else _in_words(report, after))
        if not all(one.ok for one in (report, *after)):
            raise SystemExit(FOUND)


def _check(name: str) -> tuple[Report, list[AftermathDice]] | None:
    """What the id names, checked, and for a battle what followed it."""
    try:
        id = UUID(name)
    except ValueError:
        return None
    if battle := Battle.objects.filter(public_id=id).first():
        return check_battle(battle), check_after(battle)
    if aftermath := Aftermath.objects.filter(pk=id).first():
        return check_aftermath(aftermath), []
    if scene := Scene.objects.filter(public_id=id).first():
        return check_scene(scene), []
    if warband := Warband.objects.filter(pk=id).first():
        return check_spells(warband), []
    return None


def _as_json(report: Report, after: list[AftermathDice]) -> str:
    """`reused`, `forced` and `aftermaths` only where there are any."""
    told = asdict(report) | {"aftermaths": [asdict(one) for one in after]}
    for name in ("reused", "forced", "aftermaths"):
        if not told.get(name):
            told.pop(name, None)
    return json.dumps(told)


def _in_words(report: Report, after: list[AftermathDice]) -> str:
    lines = _lines(report)
    for one in after:
        lines += [f"After the battle, {one.warband}:", *(f"  {line}" for line in _lines(one))]
    return "\n".join(lines)


def _lines(report: Report) -> list[str]:
    lines = [
        f"Commitment:  {'kept' if report.commitment_ok else 'BROKEN'}",
        f"Dice:        {report.dice}, of which {len(report.mismatches)} differ",
    ]
    if not isinstance(report, SceneDice):
        lines.append(f"Replay:      {REPLAY[report.replay_ok]}")
    return lines + [f"  {_wrong(one)}" for one in report.mismatches]


def _wrong(one: dict[str, Any]) -> str:
    what = next(name for name in ("seq", "step", "roll", "seal") if name in one)
    word = {"seq": "event"}.get(what, what)
    return f"{word} {one[what]}: {one['stored']}, not {one['expected']}"
