"""Cases of the time after a battle: read, played to the last step, and compared.

Every step is taken in turn; `orders` are the answers to what is asked, in order. Each case shows
besides that the state is the fold of its events and that everything comes back from JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from ..campaign import (
    BattleReport,
    Proceed,
    Resolve,
    Setup,
    SideReport,
    State,
    WarriorReport,
    fold,
    next_step,
    open_questions,
    start,
    submit,
)
from ..campaign.events import AnyEvent, CaptorsGained
from ..campaign.pin import pin
from ..campaign.report import Mark
from ..catalogue import load_catalogue
from ..catalogue.house import amended
from ..dice import PURPOSES, ScriptedDice
from ..errors import DiceError, IllegalOrder
from ..roster.battle import Opponent, warriors
from ..roster.casting import first_spells
from ..roster.craving import ADDICTED
from ..roster.model import Fighter, Injury, Lasting, Note, Roster
from ..roster.profile import current
from ..roster.rating import rating
from ..ruleset import load_ruleset
from . import aftermath_rows, rows
from .table import TableError, nearest, overlay_of, ruleset_of
from .tables import is_row

EVENT_TYPES = frozenset(str(cls.__struct_config__.tag) for cls in get_args(AnyEvent))
_RULE_ID = re.compile(r"[PCWT]-[A-Z]+-[A-Z0-9]+")
_ANSWER = frozenset({"answer", "choice", "gold", "by"})


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An order of the file: the answer to the first question of that kind (or id)."""

    question: str
    choice: str
    gold: int = 0
    by: str = ""


class AftermathCase(msgspec.Struct, frozen=True, kw_only=True):
    """An aftermath ready to play."""

    path: Path
    title: str
    rules: tuple[str, ...]
    setup: Setup
    dice: dict[str, list[int]]
    answers: tuple[Answer, ...]
    expect: rows.ExpectRow
    newcomers: dict[str, str] = {}


def aftermath_case(path: Path, file: rows.CaseFile) -> AftermathCase:
    """Raises TableError for what no aftermath can have."""
    _check_words(file)
    return AftermathCase(
        path=path,
        title=file.title,
        rules=tuple(file.rules),
        setup=_setup(file),
        dice=file.dice,
        answers=tuple(_answer(number, data) for number, data in enumerate(file.orders)),
        expect=file.expect,
        newcomers={row.key: row.god for row in file.warbands[0].fighters if row.newcomer},
    )


def _check_words(file: rows.CaseFile) -> None:
    if not file.aftermath:
        raise TableError("warbands", "only a case with aftermath = true has any")
    if len(file.warbands) < 2 or not file.warbands[0].fighters:
        raise TableError("warbands", "two are needed, the first with its fighters")
    for rule in file.rules:
        if not is_row(rule) and not _RULE_ID.fullmatch(rule):
            raise TableError("rules", f"{rule!r} is neither a rule ID nor a row of a table")
    for purpose in file.dice:
        if purpose not in PURPOSES:
            raise TableError(f"dice.{purpose}", f"unknown purpose{nearest(purpose, PURPOSES)}")
    for event in file.expect.events:
        if event not in EVENT_TYPES:
            raise TableError(
                "expect.events", f"unknown event {event!r}{nearest(event, EVENT_TYPES)}"
            )
    if file.expect == rows.ExpectRow():
        raise TableError("expect", "nothing is expected")


def _answer(number: int, data: dict[str, Any]) -> Answer:
    unknown = sorted(set(data) - _ANSWER)
    if unknown or "answer" not in data or "choice" not in data:
        raise TableError(f"orders[{number}]", "an answer has answer, choice, and maybe gold, by")
    return Answer(
        question=data["answer"],
        choice=data["choice"],
        gold=data.get("gold", 0),
        by=data.get("by", ""),
    )


def _setup(file: rows.CaseFile) -> Setup:
    ruleset = ruleset_of(file)
    catalogue = amended(overlay_of(file))
    for number, band in enumerate(file.warbands):
        if band.type not in catalogue.warbands:
            fault = f"unknown warband{nearest(band.type, catalogue.warbands)}"
            raise TableError(f"warbands[{number}].type", fault)
    band = file.warbands[0]
    roster = _roster(file.ruleset, band)
    roster = msgspec.structs.replace(roster, house_rules=overlay_of(file))
    tables = pin(catalogue, roster, ruleset.unit)
    if not file.explores:
        tables = msgspec.structs.replace(tables, exploration=None)
    return Setup(report=_report(file.warbands), side=band.id, roster=roster, tables=tables)


def _roster(ruleset: str, band: aftermath_rows.WarbandRow) -> Roster:
    return Roster(
        id=band.id,
        name=band.name or band.id,
        type=band.type,
        ruleset=ruleset,
        treasury=band.treasury,
        wyrdstone=band.wyrdstone,
        fighters=tuple(_fighter(band, row) for row in band.fighters),
        stash=dict(band.stash),
        finds=tuple(_note(find) for find in band.finds),
    )


def _note(find: str | dict[str, Any]) -> Note:
    if isinstance(find, str):
        return Note(find)
    more = {name: value for name, value in find.items() if name != "id"}
    return Note(str(find.get("id", "")), data=more)


def _fighter(band: aftermath_rows.WarbandRow, row: aftermath_rows.FighterRow) -> Fighter:
    try:
        kind = load_catalogue().warbands[band.type].fighter(row.type)
    except KeyError:
        raise TableError(f"fighters.{row.key}.type", f"no {row.type} in {band.type}") from None
    injuries = tuple(
        Injury(one.row, "", tuple(Lasting("rule", rule, params=one.params) for rule in one.rules))
        for one in row.injuries
    )
    return Fighter(
        key=row.key,
        name=row.name or row.key,
        type=row.type,
        hero=kind.kind == "hero" if row.hero is None else row.hero,
        leader=kind.leader if row.leader is None else row.leader,
        members=tuple(range(1, row.members + 1)),
        next_member=row.members + 1,
        experience=kind.experience if row.experience is None else row.experience,
        equipment=dict(row.equipment),
        skills=tuple(row.skills),
        spells=tuple(row.spells),
        injuries=injuries,
        misses=row.misses,
        gifts=_gifts(row),
    )


def _gifts(row: aftermath_rows.FighterRow) -> tuple[Lasting, ...]:
    god = [Lasting("god", row.god)] if row.god else []
    need = [Lasting("rule", ADDICTED, params={"item": row.addicted})] if row.addicted else []
    return (*god, *need)


def _report(bands: list[aftermath_rows.WarbandRow]) -> BattleReport:
    return BattleReport(
        battle="battle",
        sides=tuple(_side(band) for band in bands),
        warriors=tuple(warrior for band in bands for warrior in _present(band)),
        winner=next((band.id for band in bands if band.won), None),
        marks=tuple(mark for band in bands for mark in _marks(band)),
        by_hand=bands[0].by_hand,
        routed=tuple(band.id for band in bands if band.routed),
    )


def _marks(band: aftermath_rows.WarbandRow) -> Iterator[Mark]:
    """What spells have left, and what was used."""
    for row in band.fighters:
        first = _fighter(band, row).warrior_ids()[0]
        yield from (Mark(first, hook, row.by) for hook in row.marks)
        yield from (Mark(first, "item_used", item) for item in row.used)


def _side(band: aftermath_rows.WarbandRow) -> SideReport:
    kinds = load_catalogue().warbands[band.type]
    leaders = [row.key for row in band.fighters if kinds.fighter(row.type).leader]
    return SideReport(
        id=band.id,
        name=band.name or band.id,
        warband=band.id,
        type=band.type,
        rating=band.rating,
        leader=next(iter(leaders), ""),
    )


def _present(band: aftermath_rows.WarbandRow) -> Iterator[WarriorReport]:
    for row in band.fighters:
        fighter = _fighter(band, row)
        if row.absent:
            continue
        for number, id in enumerate(fighter.warrior_ids(), 1):
            yield WarriorReport(
                id=id,
                side=band.id,
                name=fighter.name,
                hero=fighter.hero,
                out=number in row.out,
                by=row.by if number in row.out else "",
                spared=number == 1 and "spared" in row.marks,
            )


class Played(msgspec.Struct, kw_only=True):
    """How it went."""

    state: State
    events: list[AnyEvent]
    refused: str | None = None
    faults: list[str]


def play_aftermath(case: AftermathCase) -> list[str]:
    """Play it; every difference from what is expected, or nothing."""
    from .aftermath_compare import differences  # it compares what is played here

    return list(differences(case, _play(case)))


def _play(case: AftermathCase) -> Played:
    dice = ScriptedDice(case.dice)
    setup = _with_first_spells(case, dice)
    played = Played(state=start(setup).state, events=[], faults=[])
    try:
        _steps(played, dice)
        for number, answer in enumerate(case.answers, 1):
            if not _answered(played, answer, dice, last=number == len(case.answers)):
                break
            _steps(played, dice)
        dice.finish()
    except DiceError as error:
        played.faults.append(f"dice: {error}")
    if msgspec.json.encode(fold(setup, played.events)) != msgspec.json.encode(played.state):
        played.faults.append("fold(setup, events) is another state")
    for event in played.events:
        if msgspec.json.decode(msgspec.json.encode(event), type=AnyEvent) != event:
            played.faults.append(f"{type(event).__name__} doesn't come back from JSON")
    return played


def _with_first_spells(case: AftermathCase, dice: ScriptedDice) -> Setup:
    """The set-up once newcomers have found their first spells (P-MAG-02)."""
    roster = case.setup.roster
    for key, god in case.newcomers.items():
        fighter = roster.fighter(key)
        roster = roster.with_fighter(msgspec.structs.replace(fighter, gifts=()))
        roster = first_spells(
            amended(roster.house_rules), roster, key=key, god=god, dice=dice
        ).roster
    return msgspec.structs.replace(case.setup, roster=roster)


def _steps(played: Played, dice: ScriptedDice) -> None:
    while (step := next_step(played.state)) is not None:
        played.state, events = submit(played.state, Proceed(step), dice)
        played.events += events


def _answered(played: Played, answer: Answer, dice: ScriptedDice, *, last: bool) -> bool:
    """Give an answer; False where it was refused."""
    asked = [q for q in open_questions(played.state) if answer.question in (q.kind, q.id)]
    decision = asked[0].id if asked else answer.question
    by: Any = answer.by or (asked[0].who if asked else "gm")
    order = Resolve(decision, answer.choice, answer.gold, played.state.roster.treasury, by)
    try:
        played.state, events = submit(played.state, order, dice)
    except IllegalOrder as refused:
        if last:
            played.refused = refused.code
        else:
            played.faults.append(f"{answer.question}: refused: {refused}")
        return False
    played.events += events
    return True


def next_battle(state: State) -> dict[str, Any]:
    """The warriors of the next battle against the same foe, by id."""
    ruleset = load_ruleset(state.roster.ruleset)
    foes = [
        Opponent(side.id, side.warband, side.type)
        for side in state.setup.report.sides
        if side.id != state.setup.side
    ]
    catalogue = amended(state.roster.house_rules)
    found = warriors(
        catalogue, state.roster, side=state.setup.side, ruleset=ruleset, opponents=foes
    )
    return {warrior.id: warrior for warrior in found}


def numbers(state: State, key: str) -> dict[str, int]:
    fighter = state.roster.fighter(key)
    return current(state.facts(fighter).profile, fighter)


def worth(state: State) -> int:
    return rating(amended(state.roster.house_rules), state.roster)


def captors(events: list[AnyEvent]) -> CaptorsGained | None:
    return next((event for event in events if isinstance(event, CaptorsGained)), None)
