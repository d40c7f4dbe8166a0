"""What a battle leaves to its aftermath: who won, who fell, and by whose hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from rules.battle.events import AnyEvent, CircleDrawn, PostMark, SideLost, StatusChanged, Summoned
from rules.battle.mission.model import Spoils
from rules.battle.state import State

CATCH_UP = "catch_up"
"""The award of fighters who join late."""


class SideReport(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A side as it came to the battle. `leader` is the warrior who led it, if one did."""

    id: str
    name: str = ""
    warband: str = ""
    type: str = ""
    rating: int = 0
    leader: str = ""


class WarriorReport(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A warrior who took part. `by` is who took him out of action, where somebody did;
    `spared`: by magic that leaves no injury behind (P-CHA-2)."""

    id: str
    side: str
    name: str = ""
    hero: bool = False
    out: bool = False
    by: str = ""
    spared: bool = False


class Award(msgspec.Struct, frozen=True, omit_defaults=True):
    """Experience that a scenario (or the GM) adds: `id` says for what."""

    warrior: str
    id: str
    xp: int = 1


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the battle has left to be seen to, mostly by magic: `hook` says what, `by` whose doing
    it was (of `kit_used` and `item_used`: the item)."""

    warrior: str
    hook: str
    by: str = ""


class BattleReport(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The outcome of a battle. `winner` is a side, None a draw; `awards` beyond the usual ones.

    `spoils`: what the scenario lets each side take home (wyrdstone, gold, items by their ids).
    `by_hand`: played on a real table and told by its players. `catch_up`: no battle at all, but so
    much experience for each fighter of a warband that joins late. `routed`: sides that lost by a
    failed rout test.
    """

    battle: str
    sides: tuple[SideReport, ...]
    warriors: tuple[WarriorReport, ...]
    winner: str | None = None
    awards: tuple[Award, ...] = ()
    spoils: tuple[Spoils, ...] = ()
    scenario: str = ""
    marks: tuple[Mark, ...] = ()
    by_hand: bool = False
    catch_up: int = 0
    routed: tuple[str, ...] = ()

    def side(self, id: str) -> SideReport:
        return next(side for side in self.sides if side.id == id)

    def of_side(self, id: str) -> tuple[WarriorReport, ...]:
        return tuple(warrior for warrior in self.warriors if warrior.side == id)

    def warrior(self, id: str) -> WarriorReport | None:
        return next((warrior for warrior in self.warriors if warrior.id == id), None)

    def taken_by(self, id: str) -> str:
        """Who has taken this warrior alive, "" for nobody."""
        return next((m.by for m in self.marks if (m.warrior, m.hook) == (id, "taken")), "")

    def taken_out_by(self, id: str) -> int:
        """How many enemies a warrior put out of action."""
        mine = self.warrior(id)
        side = mine.side if mine else ""
        return sum(w.out and w.by == id and w.side != side for w in self.warriors)


def report_from(data: Any) -> BattleReport:
    """A report out of JSON. Raises msgspec.ValidationError."""
    return msgspec.convert(data, BattleReport)


def report_of(
    state: State,
    events: Iterable[AnyEvent],
    *,
    battle: str,
    sides: Iterable[SideReport],
    awards: Iterable[Award] = (),
) -> BattleReport:
    """The report of a battle that is over (P-INJ-15, P-INJ-16).

    `events` is the log of the active branch, in order; `sides` names the warband of each side.
    Who fled off the table is not out of action. Raises ValueError while the battle goes on.
    """
    if state.result is None:
        raise ValueError("the battle is not over")
    events = tuple(events)
    by = _hands(events)
    marks = (*_marks(state, events), *_awakeners(state), *_used(state))
    spared = {mark.warrior for mark in marks if mark.hook == "spared"}
    warriors = tuple(
        WarriorReport(
            id=setup.id,
            side=setup.side,
            name=setup.name,
            hero=setup.hero,
            out=_is_out(state, setup.id),
            by=by.get(setup.id, "") if _is_out(state, setup.id) else "",
            spared=setup.id in spared,
        )
        for setup in state.setup.warriors
        if not setup.summoned_by
    )
    return BattleReport(
        battle=battle,
        sides=tuple(sides),
        warriors=warriors,
        winner=state.result.winner,
        awards=(*_merits(state), *awards),
        spoils=state.mission.spoils if state.mission else (),
        scenario=state.setup.mission.row.id if state.setup.mission else "",
        marks=marks,
        routed=tuple(e.side for e in events if isinstance(e, SideLost) and e.reason == "rout"),
    )


OF_THE_FALLEN = ("spared", "mutation", "taken")
"""Marks that go with being out of action: lifted where somebody is raised again."""


def _marks(state: State, events: Iterable[AnyEvent]) -> tuple[Mark, ...]:
    """What spells have marked, each once; of the fallen what the last fall has left."""
    found: dict[Mark, None] = {}
    for event in events:
        if isinstance(event, StatusChanged | Summoned):
            for hook in OF_THE_FALLEN:
                _forget(found, event.warrior, hook)
        elif isinstance(event, CircleDrawn):
            found[Mark(event.warrior, "kit_used", event.kit)] = None
        elif isinstance(event, PostMark):
            found[Mark(event.warrior, event.hook, event.by)] = None
    return tuple(m for m in found if m.hook not in OF_THE_FALLEN or _is_out(state, m.warrior))


def _forget(found: dict[Mark, None], warrior: str, hook: str) -> None:
    for mark in [m for m in found if (m.warrior, m.hook) == (warrior, hook)]:
        del found[mark]


def _awakeners(state: State) -> tuple[Mark, ...]:
    """Casters who took part and know magic of the time after the battle (P-NEC-6)."""
    rows = state.setup.catalogue.spells
    return tuple(
        Mark(w.id, "awakening", w.id)
        for w in state.setup.warriors
        if any(id in rows and rows[id].timing == "post_battle" for id in w.spells)
    )


def _used(state: State) -> Iterator[Mark]:
    """Things that work once, or once a battle, and have been put to use."""
    rows = state.setup.catalogue.equipment
    for setup in state.setup.warriors:
        warrior = state.warriors[setup.id]
        done = {*warrior.used, *warrior.fired}
        for item in setup.equipment:
            if item in done and rows[item].uses in ("once", "once_per_battle"):
                yield Mark(setup.id, "item_used", item)


def _merits(state: State) -> tuple[Award, ...]:
    """What the scenario's own rules give; a henchman earns it for his whole group."""
    merits = state.mission.merits if state.mission else ()
    return tuple(Award(merit.warrior, merit.id, merit.xp) for merit in merits)


def _is_out(state: State, id: str) -> bool:
    warrior = state.warriors[id]
    return warrior.status == "out_of_action" and not warrior.left_table


def _hands(events: Iterable[AnyEvent]) -> dict[str, str]:
    """Who took each warrior out of action last."""
    return {
        event.warrior: event.by
        for event in events
        if isinstance(event, StatusChanged) and event.after == "out_of_action"
    }
