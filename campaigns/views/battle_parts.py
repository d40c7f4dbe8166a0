"""What a battle's page is made of: rows and sheets of warriors, gathered orders, questions."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.narration import Part
from campaigns.views.act_parts import Act
from rules.battle.state import Warrior


@dataclass(frozen=True)
class Chip:
    """A gathered order in words, whom it is for, and why it won't do if it won't.

    `plannable`: it may be given on a condition, by a plan (in a turn, before its phase is ended);
    `last`: none is gathered after it.
    """

    index: int
    parts: tuple[Part, ...]
    problem: str = ""
    warrior: str = ""
    plannable: bool = False
    last: bool = False

    @property
    def first(self) -> bool:
        return self.index == 0


@dataclass(frozen=True)
class Row:
    """A warrior in a list of its side."""

    warrior: Warrior
    name: str
    label: str
    kind: str
    status: str
    gone: bool
    ready: bool
    href: str


@dataclass(frozen=True)
class Band:
    """A side with its warriors."""

    id: str
    name: str
    letter: str
    css: str
    player: str
    active: bool
    rows: list[Row]


@dataclass(frozen=True)
class Sheet:
    """A warrior as a player wants to see it before giving it orders.

    `facing`: where it looks, "" where that means nothing.
    """

    row: Row
    band_css: str
    letter: str
    side: str
    place: str
    facing: str
    profile: list[tuple[str, str, Any]]
    wounds: int
    things: list[str]
    marks: list[str]
    acts: list[Act]
    given: list[tuple[Part, ...]]
    mine: bool
    at: tuple[Any, Any, Any]

    @property
    def x(self) -> Any:
        return self.at[0]

    @property
    def y(self) -> Any:
        return self.at[1]

    @property
    def z(self) -> Any:
        return self.at[2]


@dataclass(frozen=True)
class Named:
    id: str


@dataclass(frozen=True)
class Placed:
    warrior: Named


@dataclass(frozen=True)
class CounterForm:
    """The form to put a counter down, in the shape of a warrior's sheet with one act."""

    act: Act
    sheet: "Thing"


@dataclass(frozen=True)
class Thing:
    """What the form asks of a sheet: an id, and a place that is still empty."""

    named: Named
    x: str = ""
    y: str = ""
    z: str = "0"

    @property
    def row(self) -> Placed:
        return Placed(self.named)


@dataclass(frozen=True)
class Question:
    """A pending decision with its answers."""

    id: str
    side: str
    parts: tuple[Part, ...]
    rule: str
    choices: list[tuple[str, tuple[Part, ...], bool]]


def player_in(side: Any) -> str:
    """Who plays a side (BattleSide), in words."""
    if side is None:
        return ""
    if side.controller == "server":
        return _("played by the server")
    if side.controller == "gm" or side.user is None:
        return _("played by the game master")
    return str(side.user)
