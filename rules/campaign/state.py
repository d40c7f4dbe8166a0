"""An aftermath at one moment: the warband, the steps still to do, the decisions still open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from rules.campaign.report import BattleReport, WarriorReport
from rules.campaign.tables import FighterFacts, Tables
from rules.roster.craving import ADDICTED
from rules.roster.model import Fighter, Roster, fighter_key

OLD_WOUND = "old_battle_wound"
"""The special rule whose bearer may have to sit out a battle without a new injury."""


LESSON = "lesson"
"""The note, and the step, of what a leader has still to learn of a prisoner (lessons.py)."""

EACH = "each"
"""What newer tables know: of a group that takes a drug each member has his own roll."""

HELPERS = "helpers"
"""What newer tables know: not only heroes help to search."""

CARDS = "cards"
"""The note of whoever has read the cards before a battle: he may turn a die after it."""

INSTABILITY = "daemonic_instability"
"""The ruling, and the cause of an end, of those whom a lost battle drives from this world."""

ROTTING = "rotting"
"""The special rule of whom Nurgle's Rot has caught (rot.py)."""

ITEM_USED = "item_used"
"""The mark of a thing that was put to use (rules/campaign/report.py)."""


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step for one fighter (or one member of a group).

    `step`: absence, serious_injury, pit_injury, experience, advance, succession, exploration,
    income, old_wound, craving, used_up, side_effect, lesson, instability, bond, rot, treasure_map
    or one of `OF_MAGIC`; the fighter is "" where it is all the warband's. The dice of a step are
    keyed by its three fields, so it can't fall twice in different ways.
    """

    fighter: str
    step: str
    occurrence: int = 1


class Pending(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A question: what only somebody can decide.

    `kind`: captured, pit_fight, injury_reroll, advance, explore, place, sell, upkeep, rare, trade,
    offer, veterans, cards, study, spell, ruling, used, aid. `step` put it; `options` are the
    answers, `default` the one that counts when nobody gives any. `who` answers besides the game
    master: the warband's player, the `captor` (the side that holds him), or nobody (`gm`). `data`
    is what the answer goes on with.
    """

    id: str
    kind: str
    fighter: str
    step: Step
    options: tuple[str, ...]
    rule: str
    captor: str = ""
    who: Literal["player", "captor", "gm"] = "gm"
    default: str = ""
    data: dict[str, Any] = {}


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Everything that an aftermath starts from: the report, this side's warband, the tables."""

    report: BattleReport
    side: str
    roster: Roster
    tables: Tables


class State(msgspec.Struct, frozen=True, kw_only=True):
    """An aftermath now. It is closed when nothing is left to do and nothing is asked.

    `rolls` counts the serious injury rolls that each warrior has had or is to have. `market`: the
    trading post is open; `looked` have had their chance there. `asked`: how many questions
    have been put, which tells one from another of its kind, however often it was corrected before.
    `parted`: what those are called now who came to the battle as one of a group and have left it.
    """

    setup: Setup
    roster: Roster
    agenda: tuple[Step, ...]
    awaiting: tuple[Pending, ...] = ()
    rolls: dict[str, int] = {}
    market: bool = False
    looked: tuple[str, ...] = ()
    closed: bool = False
    asked: int = 0
    seq: int = 0
    parted: dict[str, str] = {}

    def facts(self, fighter: Fighter) -> FighterFacts:
        return self.setup.tables.fighters[fighter.type]

    def warriors(self) -> tuple[WarriorReport, ...]:
        """This side's warriors in the battle."""
        return self.setup.report.of_side(self.setup.side)

    def survivors(self, fighter: Fighter) -> tuple[str, ...]:
        """The warriors of a fighter who took part and are still with it."""
        present = {self.called(warrior.id) for warrior in self.warriors()}
        return tuple(id for id in fighter.warrior_ids() if id in present)

    def called(self, warrior: str) -> str:
        """What a warrior of the battle is called now."""
        return self.parted.get(warrior, warrior)


OF_MAGIC = ("kit_used", "mutation", "infection", "summoner_rating", "awakening", "rot_caught")
"""The marks of the battle that are steps: its spells' (sorcery.py), a natural 6 of the rotten."""


def magic_steps(setup: Setup) -> tuple[Step, ...]:
    """One a case, after the serious injuries; each warrior once for each thing."""
    mine = {warrior.id for warrior in setup.report.of_side(setup.side)}
    found = dict.fromkeys(
        (mark.warrior, mark.hook)
        for mark in setup.report.marks
        if mark.warrior in mine and mark.hook in OF_MAGIC
    )
    return tuple(Step(warrior, hook) for warrior, hook in found)


def initial(setup: Setup) -> State:
    """The aftermath before its first step: absences, injuries, what spells of the battle have
    left, experience, old wounds, and what the city yields.
    """
    took_part = _present(setup)
    absent = [f for f in setup.roster.active if f.misses and f.key not in took_part]
    out = [w.id for w in setup.report.of_side(setup.side) if w.out and not w.spared]
    earning = [
        f
        for f in setup.roster.active
        if f.key in took_part and setup.tables.fighters[f.type].earns_experience
    ]
    if setup.report.catch_up:
        return _catching_up(setup, earning)
    agenda = (
        *_craving(setup),
        *(Step(fighter.key, "absence") for fighter in absent),
        *_used_up(setup),
        *(Step(warrior, "serious_injury") for warrior in out),
        *_unstable(setup),
        *magic_steps(setup),
        *_side_effects(setup),
        *((Step("", LESSON),) if any(note.id == LESSON for note in setup.roster.finds) else ()),
        *(Step(fighter.key, "experience") for fighter in earning),
        *_bound(setup),
        *(Step(f.key, "old_wound") for f in setup.roster.active if f.has_rule(OLD_WOUND)),
        *(Step(f.key, "rot") for f in setup.roster.active if f.has_rule(ROTTING)),
        *_following_maps(setup, took_part),
        *((Step("", "exploration"),) if setup.tables.exploration else ()),
    )
    return State(
        setup=setup,
        roster=setup.roster,
        agenda=agenda,
        rolls=dict.fromkeys(out, 1),
        closed=not agenda,
    )


def _unstable(setup: Setup) -> Iterator[Step]:
    """Those on their feet whom a failed rout test may drive from this world; of a real table nobody
    has said how it was lost."""
    kinds = setup.tables.fighters
    left = [
        id
        for fighter in setup.roster.active
        if kinds[fighter.type].unstable
        for id in fighter.warrior_ids()
        if (warrior := setup.report.warrior(id)) is not None and not warrior.out
    ]
    if setup.side in setup.report.routed:
        yield from (Step(id, "instability") for id in left)
    elif setup.report.by_hand and left and setup.report.winner != setup.side:
        yield Step("", "instability")


def _bound(setup: Setup) -> Iterator[Step]:
    """Whether somebody may have to leave because of who else is in the warband, or isn't."""
    kinds = [setup.tables.fighters[fighter.type] for fighter in setup.roster.active]
    if any(facts.lost_with or facts.leaves for facts in kinds):
        yield Step("", "bond")


def _following_maps(setup: Setup, took_part: set[str]) -> Iterator[Step]:
    """Who has treasure maps and came through the battle on his feet."""
    out = {fighter_key(w.id) for w in setup.report.of_side(setup.side) if w.out}
    for fighter in setup.roster.active:
        if setup.tables.fighters[fighter.type].maps and fighter.key in took_part - out:
            yield Step(fighter.key, "treasure_map")


def _craving(setup: Setup) -> Iterator[Step]:
    """Those who need something before every battle."""
    if setup.tables.gear:
        yield from (Step(f.key, "craving") for f in setup.roster.active if f.has_rule(ADDICTED))


def spends(setup: Setup, fighter: Fighter, item: str) -> Literal["", "gone", "ask"]:
    """Whether the battle used up this item of a fighter's, or its players have to say so.

    Of what serves the whole warband only the first piece is used. Nobody watched a battle on a
    real table.
    """
    facts = setup.tables.gear.get(item)
    if facts is None or not facts.spent:
        return ""
    if facts.shared and _bearers(setup, item)[0] != fighter.key:
        return ""
    if facts.spent == "battle" or was_used(setup, fighter, item):
        return "gone"
    return "ask" if setup.report.by_hand else ""


def was_used(setup: Setup, fighter: Fighter, item: str) -> bool:
    """Whether anybody of it put such a thing to use in the battle."""
    ids = fighter.warrior_ids()
    return any(
        mark.hook == ITEM_USED and mark.by == item and mark.warrior in ids
        for mark in setup.report.marks
    )


def _bearers(setup: Setup, item: str) -> list[str]:
    present = _present(setup)
    return [f.key for f in setup.roster.active if item in f.equipment and f.key in present]


def _present(setup: Setup) -> set[str]:
    """The fighters who took part."""
    return {fighter_key(warrior.id) for warrior in setup.report.of_side(setup.side)}


def _used_up(setup: Setup) -> Iterator[Step]:
    """Whose gear may be used up."""
    present = _present(setup)
    for fighter in setup.roster.active:
        if fighter.key in present and any(spends(setup, fighter, i) for i in fighter.equipment):
            yield Step(fighter.key, "used_up")


def _side_effects(setup: Setup) -> Iterator[Step]:
    """Who took something, or wore what may be torn."""
    present = _present(setup)
    for fighter in setup.roster.active:
        known = [setup.tables.gear.get(item) for item in fighter.equipment]
        if fighter.key in present and any(facts and facts.lingers for facts in known):
            yield Step(fighter.key, "side_effect")


def _catching_up(setup: Setup, earning: list[Fighter]) -> State:
    """Nobody was hurt and nothing is found: experience, and the advances that it brings."""
    agenda = tuple(Step(fighter.key, "experience") for fighter in earning)
    return State(setup=setup, roster=setup.roster, agenda=agenda, closed=not agenda)
