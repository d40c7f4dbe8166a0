"""A battle at one moment: frozen structs, changed only by applying an event (apply.py).

`Setup` is everything that was fixed before the first die: ruleset, catalogue rows, board, sides
and warriors. `State` is the setup plus what has happened since.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal, get_args

import msgspec

from ..board import Board, Terrain
from ..catalogue import PinnedCatalogue
from ..catalogue.primitives import Primitive
from ..ruleset import Ruleset
from ..units import Length, Point
from .mission.model import Mission, MissionState
from .mission.model import Zone as Zone
from .orders import Cast, Charge, Leg, Move, PhaseName, ProfileChanges, Shoot, Split

Status = Literal["standing", "knocked_down", "stunned", "out_of_action"]
STATUSES: dict[str, Status] = {word: word for word in get_args(Status)}
"""Each status by its word, for what is read from tables."""
WORSE: dict[str, int] = {"standing": 0, "knocked_down": 1, "stunned": 2, "out_of_action": 3}
CHARACTERISTICS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld")


class Profile(msgspec.Struct, frozen=True):
    """The nine characteristics; M is a length in 1/100 mm."""

    M: Length
    WS: int
    BS: int
    S: int
    T: int
    W: int
    I: int  # noqa: E741 - the game's own name
    A: int
    Ld: int


class TraitRef(msgspec.Struct, frozen=True, omit_defaults=True):
    """A trait that a warrior has, with its parameters (whom it hates, and the like)."""

    id: str
    params: dict[str, Any] = {}


class WarriorSetup(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A warrior as it comes to the battle.

    `base` is the diameter of its base, `height` how tall it stands where that isn't the usual,
    `group` the henchman group that it belongs to. `kinds` are the words by which effects single it
    out (race, warband, alignment).
    `eased`: by how much the difficulty of a spell has been lowered for good (P-MAG-04); `god`: whom
    a Magister worships (P-MAG-06). `summoned_by`: in reserve until this caster calls it (P-MAG-35).
    """

    id: str
    name: str
    side: str
    profile: Profile
    weapons: tuple[str, ...] = ()
    armour: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    skills: tuple[str, ...] = ()
    traits: tuple[TraitRef, ...] = ()
    spells: tuple[str, ...] = ()
    eased: dict[str, int] = {}
    god: str = ""
    summoned_by: str = ""
    kind: str = ""
    kinds: tuple[str, ...] = ()
    hero: bool = False
    leader: bool = False
    large: bool = False
    base: Length = 2_500
    height: Length | None = None
    at: Point | None = None
    facing: int | None = None
    status: Status = "standing"
    hidden: bool = False
    fleeing: bool = False
    left_table: bool = False
    wounds: int | None = None
    marks: tuple[str, ...] = ()
    group: str = ""


class Passage(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A way below the city (campaign.exploration): for how many `models`, none of a kind or with a
    trait that is `barred`; they come up at least `apart` from every enemy, base to base."""

    models: int
    apart: Length = 0
    barred: tuple[str, ...] = ()


class SideSetup(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A side. `strength` counts all who began, those already out of action too (P-LEA-01).
    `passage`: the way below that it knows."""

    id: str
    name: str = ""
    strength: int | None = None
    zone: Zone | None = None
    passage: Passage | None = None


class Setup(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, dict=True):
    """All that is pinned when a battle begins. Two to four sides.

    `active`, `phase` and `turn` are set where play starts in the middle (scenario files); left
    out, the sides roll for the first turn (P-TRN-02) and play starts at its beginning. A `mission`
    has an opening of its own, unless it is `under_way` already.
    """

    ruleset: Ruleset
    catalogue: PinnedCatalogue
    board: Board
    sides: tuple[SideSetup, ...]
    warriors: tuple[WarriorSetup, ...]
    active: str | None = None
    phase: PhaseName = "start"
    turn: int = 1
    turn_limit: int | None = None
    mission: Mission | None = None
    under_way: MissionState | None = None

    @cached_property
    def by_id(self) -> dict[str, WarriorSetup]:
        """The warriors by id, in roster order."""
        return {w.id: w for w in self.warriors}

    @cached_property
    def roster_order(self) -> dict[str, int]:
        """The place of each warrior in the roster: what settles ties that no die settles."""
        return {w.id: i for i, w in enumerate(self.warriors)}


class Warrior(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, dict=True):
    """A warrior now.

    `at` is None before deployment and once it is gone. `marks` hold until its side's next turn
    begins, `brief` until anybody's, `bout` until the next close combat phase. `rounds` counts the
    close combat phases that it has fought since it became engaged; `fired` holds the turn in which
    each weapon last shot; `been_down`: ever knocked down or stunned (P-PSY-10). `used`: rows that
    have had their one use of the battle; `broken`: weapons that are no more; `plight`:
    ablaze, netted, entangled, held. `leaves_after`: the
    turn at whose end a summoned model goes. `out_in`: turn, side and phase in which it went out of
    action, where there is magic to ask for it. `gained`: what the battle has made of it (frenzy);
    `luck`: the row by which its next failed roll is thrown again; `parrying`: `once` (no second
    throw) or `never`, where its player has ordered so; `prefers`: what else he has ordered for
    moments in which nobody is asked (preferring.py). `dict=True` only carries a derived value
    (facts.py).
    """

    id: str
    side: str
    at: Point | None
    facing: int
    status: Status
    wounds: int
    hidden: bool = False
    fleeing: bool = False
    left_table: bool = False
    marks: tuple[str, ...] = ()
    bout: tuple[str, ...] = ()
    rounds: int = 0
    blows: tuple[Split, ...] = ()
    fired: dict[str, int] = {}
    brief: tuple[str, ...] = ()
    been_down: bool = False
    profile: ProfileChanges | None = None
    used: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    plight: tuple[str, ...] = ()
    leaves_after: int | None = None
    gained: tuple[str, ...] = ()
    luck: str = ""
    parrying: str = ""
    prefers: dict[str, str] = {}
    out_in: tuple[int, str, str] | None = None


IDLE = frozenset({"id", "side", "at", "facing", "wounds", "bout", "rounds", "fired", "prefers"})
"""Fields of a warrior that change no number of a stack (`rounds` only as none or some)."""
FLEETING = frozenset({"status", "marks", "brief", "blows"})
"""Those that change with nearly every blow or turn."""


class Trap(msgspec.Struct, frozen=True):
    """A trap on the table: who has laid it, by which of his rows, and where."""

    id: str
    by: str
    of: str
    at: Point


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A moment that belongs to somebody else: who, what, from which options, and the default."""

    id: str
    kind: str
    side: str
    options: tuple[str, ...]
    default: str
    rule: str
    warrior: str = ""


class Running(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A spell's effect that lasts: what it grants, on whom, and what ends it (P-MAG-33).

    Without a `target` it is an aura of its caster or holds for his whole side. `side` and `turn`
    are those in which it began; `number` is what the effect has to remember (turns left, a stat).
    """

    id: str
    spell: str
    rule: str
    caster: str
    effect: Primitive
    target: str = ""
    until: tuple[str, ...] = ()
    side: str = ""
    turn: int = 0
    number: int = 0


class CastTask(msgspec.Struct, frozen=True, tag="cast", tag_field="task", omit_defaults=True):
    """A declared spell that still has to be rolled for, or to take effect once it has."""

    order: Cast
    total: int | None = None


class ChargeTask(msgspec.Struct, frozen=True, tag="charge", tag_field="task", omit_defaults=True):
    """A declared charge that still has to be carried out. `asked`: sides already asked.

    `extra`: what dice added to its reach (1/100 mm). `afraid`: who didn't dare to intercept, where
    another one may after him.
    """

    warrior: str
    targets: tuple[str, ...]
    path: tuple[Leg, ...] = ()
    asked: tuple[str, ...] = ()
    interceptor: str = ""
    extra: Length = 0
    afraid: tuple[str, ...] = ()


class ForcedChargesTask(
    msgspec.Struct, frozen=True, tag="forced_charges", tag_field="task", omit_defaults=True
):
    """The charges step is closing: frenzied models charge, then compulsory moves are made."""


class MoveTask(msgspec.Struct, frozen=True, tag="move", tag_field="task", omit_defaults=True):
    """A move that waits for the compulsory ones before it."""

    order: Move


class EndPhaseTask(
    msgspec.Struct, frozen=True, tag="end_phase", tag_field="task", omit_defaults=True
):
    """Phases still to be ended by the order that is being carried out."""

    side: str
    through: PhaseName | None = None


class OpeningTask(msgspec.Struct, frozen=True, tag="opening", tag_field="task", omit_defaults=True):
    """A choice of a scenario's opening that somebody has been asked for."""

    kind: str
    side: str
    choice: str = ""


class FollowUpTask(
    msgspec.Struct, frozen=True, tag="follow_up", tag_field="task", omit_defaults=True
):
    """Somebody who has felled all opponents may move on at another enemy; `choice` once asked."""

    warrior: str
    choice: str = ""


class TurnOverTask(
    msgspec.Struct, frozen=True, tag="turn_over", tag_field="task", omit_defaults=True
):
    """The close combat phase is over but for what stands before this on the agenda."""


Task = (
    CastTask
    | ChargeTask
    | EndPhaseTask
    | ForcedChargesTask
    | MoveTask
    | OpeningTask
    | FollowUpTask
    | TurnOverTask
)


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How it ended. `winner` None is a draw; `reason`: rout, voluntary_rout, no_models, gm ..."""

    reason: str
    winner: str | None = None
    losers: tuple[str, ...] = ()


class State(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A battle now. `dict=True` only carries derived values (queries.py caches contact there).

    `effects`: spells that last. `circles`: daemon gates by who drew them. `traps` lie until
    they snap. `removed`: terrain that magic or the GM has taken off the table; `placed`: what
    the GM has put on it. `spent`: spells of which there is no more in this battle. `commands`:
    what has been ordered beforehand to whom somebody has seduced. `below`: who has taken a way
    below the city and isn't up yet.
    """

    setup: Setup
    turn: int
    active: str
    phase: PhaseName
    warriors: dict[str, Warrior]
    order_of_play: tuple[str, ...]
    step: Literal["", "charges", "compulsory", "others", "emerging"] = ""
    lost: tuple[str, ...] = ()
    agenda: tuple[Task, ...] = ()
    awaiting: tuple[Decision, ...] = ()
    result: Result | None = None
    seq: int = 0
    mission: MissionState | None = None
    effects: tuple[Running, ...] = ()
    circles: tuple[tuple[str, Point], ...] = ()
    traps: tuple[Trap, ...] = ()
    removed: tuple[str, ...] = ()
    placed: tuple[Terrain, ...] = ()
    spent: tuple[str, ...] = ()
    commands: tuple[Charge | Move | Shoot, ...] = ()
    below: tuple[str, ...] = ()
