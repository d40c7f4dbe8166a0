"""The format of a scenario file, field by field. Lengths are in the ruleset's unit.

A key that isn't here is a fault of the file, not something to pass over.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from ..battle.orders import PhaseName
from .aftermath_rows import FighterExpect, FighterRow, InjuryRow, WarbandExpect, WarbandRow
from .row import Row

Number = int | float
StatusWord = Literal["standing", "hidden", "knocked_down", "stunned", "out_of_action", "fleeing"]
Place = Annotated[list[Number], msgspec.Meta(min_length=2, max_length=3)]


class BoardRow(Row, frozen=True, kw_only=True):
    size: tuple[Number, Number]
    terrain: list[dict[str, Any]] = []


class PassageRow(Row, frozen=True, kw_only=True):
    """A way below the city: for how many, which kinds and traits it bars, how far from enemies."""

    models: int
    apart: Number = 0
    barred: list[str] = []


class SideRow(Row, frozen=True, kw_only=True):
    id: str
    name: str = ""
    strength: int | None = None
    passage: PassageRow | None = None
    zone: tuple[tuple[Number, Number], tuple[Number, Number]] | None = None


class ProfileRow(Row, frozen=True, kw_only=True):
    """What is left out is a human's: M 10 (cm), WS 3, BS 3, S 3, T 3, W 1, I 3, A 1, Ld 7."""

    M: Number | None = None
    WS: int = 3
    BS: int = 3
    S: int = 3
    T: int = 3
    W: int = 1
    I: int = 3  # noqa: E741 - the game's own name
    A: int = 1
    Ld: int = 7


class WarriorRow(Row, frozen=True, kw_only=True):
    """`base` is in millimetres, everything else in the ruleset's unit."""

    id: str
    side: str
    name: str = ""
    at: Place | None = None
    profile: ProfileRow = ProfileRow()
    weapons: list[str] = msgspec.field(default_factory=lambda: ["plain"])
    armour: list[str] = []
    equipment: list[str] = []
    skills: list[str] = []
    traits: list[str | dict[str, Any]] = []
    spells: list[str] = []
    eased: dict[str, int] = {}
    god: Literal["", "nurgle", "slaanesh", "tzeentch"] = ""
    kind: str = ""
    kinds: list[str] = []
    leader: bool = False
    hero: bool = False
    large: bool = False
    base: Number = 25
    height: Number | None = None
    facing: int | None = None
    status: StatusWord = "standing"
    wounds: int | None = None
    flags: list[str] = []
    group: str = ""


class ModifierRow(Row, frozen=True, kw_only=True):
    stage: str | None = None
    value: int | None = None
    rule: str | None = None
    of: str | None = None


class RollRow(Row, frozen=True, kw_only=True):
    purpose: str
    needed: int | None = None
    dice: list[int] | None = None
    actor: str | None = None
    target: str | None = None
    weapon: str | None = None
    passed: list[bool] | bool | None = None
    modifiers: list[ModifierRow] = []


class WarriorExpect(Row, frozen=True, kw_only=True):
    status: StatusWord | None = None
    wounds: int | None = None
    at: Place | None = None
    facing: int | None = None
    flags: list[str] | None = None
    engaged_with: list[str] | None = None


class ResultExpect(Row, frozen=True, kw_only=True):
    """`winner = "none"` is a draw."""

    winner: str | None = None
    reason: str | None = None


class ExpectRow(Row, frozen=True, kw_only=True):
    phase: PhaseName | None = None
    active: str | None = None
    turn: int | None = None
    events: list[str] = []
    refused: str | None = None
    awaiting: str | list[str] | None = None
    result: ResultExpect | None = None
    rolls: list[RollRow] = []
    warriors: dict[str, WarriorExpect] = {}
    fighters: dict[str, FighterExpect] = {}
    warband: WarbandExpect | None = None
    mission: MissionExpect | None = None
    below: list[str] | None = None


class CounterRow(Row, frozen=True, kw_only=True):
    """A counter that lies somewhere already, or is carried."""

    id: str
    at: Place | None = None
    holder: str = ""


class MissionRow(Row, frozen=True, kw_only=True):
    """A scenario of the catalogue. Without `opening` it is under way: what stands here holds."""

    scenario: str
    opening: bool = False
    ask: bool = True
    attacker: str = ""
    ratings: dict[str, int] = {}
    edges: dict[str, Literal["south", "east", "north", "west"]] = {}
    buildings: list[str] = []
    searched: list[str] = []
    finder: str = ""
    counters: list[CounterRow] = []
    carried: dict[str, int] = {}
    reserves: list[str] = []
    out: list[str] = []


class SpoilsExpect(Row, frozen=True, kw_only=True):
    wyrdstone: int = 0
    gold: int = 0
    items: list[str] = []


class CounterExpect(Row, frozen=True, kw_only=True):
    """`holder = ""` lies on the table."""

    at: Place | None = None
    holder: str | None = None


class MissionExpect(Row, frozen=True, kw_only=True):
    attacker: str | None = None
    edges: dict[str, str] | None = None
    buildings: list[str] | None = None
    searched: list[str] | None = None
    reserves: list[str] | None = None
    arriving: list[str] | None = None
    out: list[str] | None = None
    counters: dict[str, CounterExpect] = {}
    spoils: dict[str, SpoilsExpect] | None = None
    merits: dict[str, int] | None = None


class CaseFile(Row, frozen=True, kw_only=True):
    """A whole file."""

    title: str
    rules: list[str]
    ruleset: str
    expect: ExpectRow
    magic: Literal["difficulty", "winds"] | None = None
    active: str | None = None
    turn: int = 1
    turn_limit: int | None = None
    phase: Literal["deployment", "start", "recovery", "movement", "shooting", "combat"] = "start"
    switches: dict[str, Any] = {}
    board: BoardRow | None = None
    mission: MissionRow | None = None
    sides: list[SideRow] = []
    warriors: list[WarriorRow] = []
    dice: dict[str, list[int]] = {}
    orders: list[dict[str, Any]] = []
    aftermath: bool = False
    explores: bool = False
    warbands: list[WarbandRow] = []


TABLES: dict[str, type[Row]] = {
    "$": CaseFile,
    "$.board": BoardRow,
    "$.mission": MissionRow,
    "$.mission.counters[]": CounterRow,
    "$.sides[]": SideRow,
    "$.warriors[]": WarriorRow,
    "$.warriors[].profile": ProfileRow,
    "$.warbands[]": WarbandRow,
    "$.warbands[].fighters[]": FighterRow,
    "$.warbands[].fighters[].injuries[]": InjuryRow,
    "$.expect": ExpectRow,
    "$.expect.fighters[]": FighterExpect,
    "$.expect.warband": WarbandExpect,
    "$.expect.result": ResultExpect,
    "$.expect.rolls[]": RollRow,
    "$.expect.rolls[].modifiers[]": ModifierRow,
    "$.expect.warriors[]": WarriorExpect,
    "$.expect.mission": MissionExpect,
    "$.expect.mission.counters[]": CounterExpect,
    "$.expect.mission.spoils[]": SpoilsExpect,
}
"""Which table stands where: for the nearest known key in an error."""
