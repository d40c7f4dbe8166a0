"""Whole campaigns played by the server, for faults that only show over many battles.

Warbands are founded, fight by the engine, go through every step of their aftermaths with choices
at random, trade, and fight again; after each battle everything that must hold is looked at. It
all happens in one transaction that is taken back: nothing of it stays in the database.
"""

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from mordheim_site.errors import ServiceError
from rules import campaign
from rules.battle.state import Setup, SideSetup, Zone
from rules.board.generate import ruins
from rules.campaign import BattleReport, report_of
from rules.campaign.report import SideReport
from rules.catalogue import load_catalogue
from rules.dice import commitment
from rules.errors import RulesError
from rules.roster.battle import pinned
from rules.roster.leading import leading
from rules.ruleset import load_ruleset
from rules.simulation import play
from rules.units import CM
from warbands import services, store
from warbands.models import Aftermath, Warband
from warbands.selectors import battle_warriors
from warbands.services import aftermath as aftermaths
from warbands.services.dice_check import check_aftermath

WARBANDS = 4
ROUNDS = 5
TURN_LIMIT = 8
ZONE_DEPTH = 20 * CM
PURCHASES = 3


@dataclass
class Totals:
    """What was played, and every invariant that broke."""

    campaigns: int = 0
    battles: int = 0
    aftermaths: int = 0
    steps: int = 0
    answers: int = 0
    seconds: float = 0.0
    results: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)


def simulate(*, count: int, seed: int, tell: Callable[[int], None] = lambda done: None) -> Totals:
    """Play `count` campaigns of 4 warbands and 5 rounds. `tell` hears how many are done."""
    totals, began = Totals(), time.monotonic()
    for number in range(count):
        with transaction.atomic():
            _campaign(totals, seed, number)
            transaction.set_rollback(True)
        totals.campaigns += 1
        tell(number + 1)
    totals.seconds = round(time.monotonic() - began, 2)
    return totals


def _campaign(totals: Totals, seed: int, number: int) -> None:
    luck = random.Random(f"{seed}:{number}")  # noqa: S311 - the same campaign again, no secret
    owner = get_user_model().objects.create(username=f"simulated-{seed}-{number}")
    kinds = [luck.choice(sorted(load_catalogue().ready)) for _ in range(WARBANDS)]
    bands = [
        services.buy_preset(actor=owner, type=kind, name=f"{kind} {n}")
        for n, kind in enumerate(kinds, 1)
    ]
    for round in range(ROUNDS):
        first = luck.choice(list(combinations(range(WARBANDS), 2)))
        second = tuple(n for n in range(WARBANDS) if n not in first)
        for pair in (first, second):
            ref = f"s{seed}-{number}-{round}-{pair[0]}{pair[1]}"
            sides = {"red": _fresh(bands[pair[0]]), "blue": _fresh(bands[pair[1]])}
            _battle(totals, luck, ref, sides, seed * 1000 + number * 100 + round * 10 + pair[0])


def _fresh(band: Warband) -> Warband:
    return Warband.objects.get(pk=band.pk)


def _battle(
    totals: Totals, luck: random.Random, ref: str, sides: dict[str, Warband], seed: int
) -> None:
    try:
        outcome = _fought(ref, sides, seed)
    except RulesError as fault:
        totals.violations.append(f"{ref}: {fault!r}")
        return
    if outcome is None:
        totals.results["unfit"] += 1
        return
    totals.battles += 1
    totals.results["won" if outcome.winner else "drawn"] += 1
    begun = [
        services.start(battle_ref=ref, warband=band, outcome=outcome) for band in sides.values()
    ]
    for one in begun:
        one.secret = luck.randbytes(32)
        one.commitment = commitment(one.secret)
        one.save(update_fields=["secret", "commitment"])
        services.run_all(aftermath=one)
    _settle(totals, luck, begun)
    for band in sides.values():
        _trade(totals, luck, band)
        _look(totals, ref, _fresh(band))
    for one in begun:
        _compare(totals, one)


def _fought(ref: str, sides: dict[str, Warband], seed: int) -> BattleReport | None:
    """Play the battle; None where a side has nobody to fight."""
    ruleset = load_ruleset("partida")
    rows = {
        side: battle_warriors(
            band,
            side=side,
            ruleset=ruleset,
            opponents={other: foe for other, foe in sides.items() if other != side},
        )
        for side, band in sides.items()
    }
    if not all(rows.values()):
        return None
    everybody = tuple(warrior for found in rows.values() for warrior in found)
    board = ruins(seed, ruleset.table_size(), 10)
    width, depth = board.size
    zones = {
        "red": Zone(low=(0, 0), high=(width, ZONE_DEPTH)),
        "blue": Zone(low=(0, depth - ZONE_DEPTH), high=(width, depth)),
    }
    setup = Setup(
        ruleset=ruleset,
        catalogue=pinned(load_catalogue(), everybody),
        board=board,
        sides=tuple(SideSetup(id=side, zone=zones[side]) for side in sides),
        warriors=everybody,
        turn_limit=TURN_LIMIT,
    )
    game = play(setup, seed=seed, level=1)
    leaders = {warrior.side: warrior.id for warrior in everybody if warrior.leader}
    reports = [
        SideReport(
            id=side,
            name=band.name,
            warband=str(band.pk),
            type=band.type,
            rating=band.rating,
            leader=leaders.get(side, ""),
        )
        for side, band in sides.items()
    ]
    return report_of(game.state, game.events, battle=ref, sides=reports)


def _settle(totals: Totals, luck: random.Random, begun: list[Aftermath]) -> None:
    """Answer everything at random, both warbands in turn, until nothing is asked."""
    asked = True
    while asked:
        asked = False
        for one in begun:
            while questions := aftermaths.pending(one):
                asked = True
                question = luck.choice(questions)
                by = "clock" if question.who == "captor" else question.who
                options = campaign.options_of(question, by)
                _answer(totals, one, question, luck.choice(options))
                services.run_all(aftermath=one)
    totals.aftermaths += len(begun)
    totals.steps += sum(one.steps.count() for one in begun)


def _answer(totals: Totals, one: Aftermath, question: Any, choice: str) -> None:
    """As the game master for the players; what can't be paid is settled by its default."""
    try:
        services.answer(actor=None, aftermath=one, decision=question.id, choice=choice, as_gm=True)
    except ServiceError as refusal:
        if refusal.code not in ("not_enough_gold", "nobody_to_exchange"):
            totals.violations.append(f"{one.battle}: {question.id} {choice}: {refusal.code}")
        services.take_default(aftermath=one, decision=question.id)
    totals.answers += 1
    totals.results[question.kind] += 1


def _trade(totals: Totals, luck: random.Random, band: Warband) -> None:
    """Hire, join and sell a little, as the treasury allows; refusals are part of it."""
    row = _fresh(band)
    kinds = load_catalogue().warbands[row.type].fighters
    for _ in range(PURCHASES):
        fighters = list(row.fighters.filter(fate="active"))
        if not fighters:
            return
        one, kind = luck.choice(fighters), luck.choice(kinds)
        verbs: list[Callable[[], Any]] = [
            lambda kind=kind: services.fighter_hire(actor=row.owner, warband=row, type=kind.id),
            lambda one=one: services.group_recruit(actor=row.owner, warband=row, fighter=one.key),
            lambda one=one: services.equipment_buy(
                actor=row.owner, warband=row, fighter=one.key, item="dagger"
            ),
            lambda one=one: services.equipment_stow(
                actor=row.owner, warband=row, fighter=one.key, item="sword"
            ),
        ]
        try:
            luck.choice(verbs)()
            totals.results["bought"] += 1
        except ServiceError:
            totals.results["refused"] += 1


def _look(totals: Totals, ref: str, row: Warband) -> None:
    """Books and roster agree, and nothing is where it can't be."""
    wrong = [f"{drift.name}: {drift.stored} != {drift.computed}" for drift in services.drift(row)]
    roster = store.load(row)
    if len(roster.heroes) > load_catalogue().tables["warband"]["most_heroes"]:
        wrong.append(f"{len(roster.heroes)} heroes")
    if len(leading(roster)) > 1:
        wrong.append("two leaders")
    wrong += [f"{f.key} has nobody" for f in roster.active if not f.size]
    wrong += [f"{f.key} misses {f.misses}" for f in roster.fighters if f.misses < 0]
    totals.violations += [f"{ref} {row.name}: {fault}" for fault in wrong]


def _compare(totals: Totals, one: Aftermath) -> None:
    """Every aftermath is closed, its steps fold to a state that is, and its dice and steps come
    out the same again.
    """
    one.refresh_from_db()
    state = aftermaths.state_of(one)
    if not (one.closed_at and state.closed and not state.agenda):
        totals.violations.append(f"{one.battle} {one.warband_id}: not closed")
    if not check_aftermath(one).ok:
        totals.violations.append(f"{one.battle} {one.warband_id}: other dice or events")
