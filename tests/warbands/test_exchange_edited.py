"""Documents of ours that somebody has edited at random: refused, or as sound as any roster."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from rules.campaign import BattleReport, SideReport, start
from rules.campaign.choices import pending_advances
from rules.campaign.pin import pin
from rules.campaign.state import Setup
from rules.roster.battle import pinned, warriors
from rules.roster.goods import price
from rules.roster.problems import problems
from rules.roster.rating import rating
from rules.roster.veterans import available
from rules.ruleset import load_ruleset
from tests.roster.build import CATALOGUE
from warbands.exchange.bounds import BadFile
from warbands.exchange.document import Document, roster_of
from warbands.exchange.reading import read

OURS = sorted((Path(__file__).parent / "files" / "ours").glob("*.json"))
ODD: list[Any] = [
    *(None, 0, 1, -1, 99, 10**6, True, 1.5, "", "x", [], {}, ["x"], [1], {"x": 1}),
    *("dead", "captured", "rule", "skill", "characteristic", "none", "WS", "sword", "horse"),
    *("hatred", "combat", "undead", "hired:pit_fighter", "Ñ" * 50),
]
MORE = {
    "injuries": [
        {
            "row": "leg_wound",
            "battle": "b",
            "effects": [{"kind": "characteristic", "name": "M", "value": -3}],
        }
    ],
    "advances": [{"threshold": 2, "result": "skill", "dice": [1, 2], "options": ["combat"]}],
    "gifts": [{"kind": "rule", "name": "hatred", "params": {"warband": "x"}}],
    "misses": 1,
}
"""What no frozen document has, so that it is edited too."""


def places(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a document, the outermost last."""
    keys = part if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
    for key in keys:
        yield from places(part[key], (*path, key))
        yield (*path, key)


def edited(luck: random.Random) -> bytes:
    sent = json.loads(luck.choice(OURS).read_text(encoding="utf-8"))
    sent.pop("books", None)
    sent["fighters"][0] = {**deepcopy(MORE), **sent["fighters"][0]}
    sent["warband"]["finds"] = [{"id": "veterans", "battle": "b", "data": {"experience": 4}}]
    path = luck.choice(list(places(sent)))
    part = sent
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = deepcopy(luck.choice(ODD))
    return json.dumps(sent).encode()


def lives(document: Document) -> None:
    """All that is asked of a roster, from its page to the end of its next battle."""
    keys = [f"f{number}" for number, _ in enumerate(document.fighters)]
    roster = roster_of(document, id="w", keys=keys)
    ruleset = load_ruleset(roster.ruleset)
    assert problems(CATALOGUE, roster) is not None
    assert rating(CATALOGUE, roster) >= 0
    assert available(roster) >= 0
    assert all(price(CATALOGUE, roster.type, fighter) >= 0 for fighter in roster.fighters)
    pinned(CATALOGUE, warriors(CATALOGUE, roster, side="red", ruleset=ruleset))
    side = SideReport(id="red", name="W", warband="w", type=roster.type, rating=0)
    report = BattleReport(battle="b", sides=(side,), warriors=(), winner="red")
    tables = pin(CATALOGUE, roster, ruleset.unit)
    state = start(Setup(report=report, side="red", roster=roster, tables=tables)).state
    assert all(question.options for question in pending_advances(state))


@pytest.mark.parametrize("seed", range(8))
def test_an_edited_document_is_refused_or_sound(seed: int) -> None:
    luck = random.Random(seed)
    read_ones = 0
    for _ in range(60):
        try:
            document, _report = read(edited(luck))
        except BadFile:
            continue
        lives(document)
        read_ones += 1
    assert read_ones
