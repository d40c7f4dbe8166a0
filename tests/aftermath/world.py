"""A small warband after a battle, and the dice to play its aftermath with."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.campaign import (
    BattleReport,
    Proceed,
    Resolve,
    Setup,
    SideReport,
    State,
    WarriorReport,
    next_step,
    start,
    submit,
)
from rules.campaign.events import AnyEvent
from rules.campaign.pin import pin
from rules.catalogue import load_catalogue
from rules.dice import ScriptedDice
from rules.roster.model import Fighter, Roster

CATALOGUE = load_catalogue()
BOSS = Fighter(
    key="boss", name="Otto", type="mercenary_captain", hero=True, leader=True, experience=20
)
HERO = Fighter(
    key="hero",
    name="Greta",
    type="champion",
    hero=True,
    experience=8,
    equipment={"dagger": 1, "sword": 1},
)
GROUP = Fighter(
    key="group", name="Trupp", type="warrior", hero=False, members=(1, 2, 4), next_member=5
)
ENEMIES = (
    WarriorReport(id="skritt", side="blue", name="Skritt", hero=True),
    WarriorReport(id="rats.1", side="blue", name="Rats 1"),
)


def roster(*fighters: Fighter, treasury: int = 100, type: str = "reikland") -> Roster:
    return Roster(id="uuid-red", name="Reds", type=type, treasury=treasury, fighters=fighters)


def report(
    band: Roster,
    *,
    out: dict[str, str] | None = None,
    enemies: tuple[WarriorReport, ...] = ENEMIES,
    absent: tuple[str, ...] = (),
    **changes: Any,
) -> BattleReport:
    """`out`: who went out of action, and by whose hand."""
    fallen = out or {}
    own = tuple(
        WarriorReport(
            id=id,
            side="red",
            name=fighter.name,
            hero=fighter.hero,
            out=id in fallen,
            by=fallen.get(id, ""),
        )
        for fighter in band.active
        if fighter.key not in absent
        for id in fighter.warrior_ids()
    )
    sides = (
        SideReport(id="red", name="Reds", warband="uuid-red", type=band.type, rating=100),
        SideReport(
            id="blue",
            name="Rats",
            warband="uuid-blue",
            type="skaven_eshin",
            rating=100,
            leader="skritt",
        ),
    )
    fields: dict[str, Any] = {"battle": "b1", "sides": sides, "warriors": (*own, *enemies)}
    return BattleReport(**{**fields, **changes})


def begin(band: Roster, outcome: BattleReport) -> State:
    return start(setup_of(band, outcome)).state


def setup_of(band: Roster, outcome: BattleReport, *, exploring: bool = False) -> Setup:
    """Without exploration, unless a test is about it: its step comes last of all."""
    tables = pin(CATALOGUE, band, "cm")
    if not exploring:
        tables = msgspec.structs.replace(tables, exploration=None)
    return Setup(report=outcome, side="red", roster=band, tables=tables)


def injured(fighter: Fighter = HERO, *, by: str = "skritt", type: str = "skaven_eshin") -> State:
    """One fighter out of action, before the roll."""
    band = roster(BOSS, fighter)
    outcome = report(band, out=dict.fromkeys(fighter.warrior_ids(), by))
    rats = msgspec.structs.replace(outcome.side("blue"), type=type)
    return begin(band, msgspec.structs.replace(outcome, sides=(outcome.sides[0], rats)))


class Play:
    """Steps through an aftermath with scripted dice, keeping all events."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[AnyEvent] = []

    def step(self, **dice: list[int]) -> list[AnyEvent]:
        """The next step; all dice given must be used up."""
        step = next_step(self.state)
        assert step is not None
        return self._submit(Proceed(step), dice)

    def answer(self, choice: str, gold: int = 0, **dice: list[int]) -> list[AnyEvent]:
        question = self.state.awaiting[0]
        treasury = self.state.roster.treasury
        return self._submit(Resolve(question.id, choice, gold, treasury), dice)

    def ask(self, id: str, choice: str, **dice: list[int]) -> list[AnyEvent]:
        """The player's answer to the question of that id."""
        return self._submit(Resolve(id, choice, 0, self.state.roster.treasury, "player"), dice)

    def _submit(self, order: Any, dice: dict[str, list[int]]) -> list[AnyEvent]:
        scripted = ScriptedDice(dice)
        self.state, events = submit(self.state, order, scripted)
        scripted.finish()
        self.events += events
        return list(events)

    def fighter(self, key: str) -> Fighter:
        return self.state.roster.fighter(key)


def types(events: list[AnyEvent]) -> list[str]:
    return [type(event).__name__ for event in events]
