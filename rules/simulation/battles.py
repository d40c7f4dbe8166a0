"""One simulated battle: its set-up from a seed, and its play to the end."""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, field

import msgspec

from ..battle.engine import Outcome, start, submit
from ..battle.events import AnyEvent, Event
from ..battle.forms import waiting_for
from ..battle.mission.model import Mission
from ..battle.orders import AnyOrder
from ..battle.state import Setup, SideSetup, State, Zone
from ..board import Board
from ..catalogue import Catalogue
from ..codec import encode
from ..dice import SealedDice
from ..magic.reserves import with_reserves
from ..player import choose
from ..ruleset import Ruleset
from ..units import CM
from .armies import army, items_of

TURN_LIMIT = 15
ZONE_DEPTH = 20 * CM
MOST_ORDERS = 5_000
"""More than any battle of 15 turns can need: a battle that gets there hangs."""


class Record(msgspec.Struct, frozen=True):
    """A battle to be replayed: its set-up, secret, orders in turn, and the events they led to."""

    setup: Setup
    secret: str
    orders: tuple[AnyOrder, ...]
    events: tuple[AnyEvent, ...]


@dataclass(slots=True)
class Game:
    """A battle being played. `orders` and `events` grow; `dice` counts the faces drawn."""

    setup: Setup
    secret: bytes
    state: State
    orders: list[AnyOrder] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    dice: int = 0

    def record(self) -> Record:
        return Record(
            self.setup,
            self.secret.hex(),
            tuple(self.orders),
            tuple(self.events),  # type: ignore[arg-type]
        )


def secret_of(seed: int, number: int) -> bytes:
    """32 bytes that stand for the server's secret; the same for the same seed and battle."""
    return hashlib.sha256(f"simulation:{seed}:{number}".encode()).digest()


def battle_setup(
    ruleset: Ruleset,
    catalogue: Catalogue,
    warbands: tuple[str, str],
    size: int,
    board: Board,
    scenario: str = "",
    *,
    magic: bool = False,
    spells: Collection[str] = (),
    henchmen: Collection[str] = (),
) -> Setup:
    """Two warbands at opposite edges, or as a scenario says; a draw at the turn limit.

    `magic`: every hero knows the whole lore of his warband, or lesser magic; of a lore that has any
    of the `spells` named, these only. `henchmen`: kinds that fill the ranks where a list has them.
    """
    names = ("red", "blue")
    armies = [
        army(catalogue, ruleset, kind, side, size, magic=magic, spells=spells, henchmen=henchmen)
        for kind, side in zip(warbands, names, strict=True)
    ]
    warriors = with_reserves(catalogue, (*armies[0], *armies[1]), ruleset)
    width, depth = board.size
    zones = (
        Zone(low=(0, 0), high=(width, ZONE_DEPTH)),
        Zone(low=(0, depth - ZONE_DEPTH), high=(width, depth)),
    )
    spells = {id for w in warriors for id in w.spells}
    traits = {trait.id for w in warriors for trait in w.traits}
    return Setup(
        ruleset=ruleset,
        catalogue=catalogue.pin(
            items_of(warriors), traits=traits & set(catalogue.traits), spells=spells
        ),
        board=board,
        sides=tuple(SideSetup(id=name, zone=zone) for name, zone in zip(names, zones, strict=True)),
        warriors=warriors,
        turn_limit=TURN_LIMIT,
        mission=Mission(row=catalogue.scenarios[scenario]) if scenario else None,
    )


def begin(setup: Setup, secret: bytes) -> Game:
    """The battle after its first dice."""
    dice = dice_of(secret, 0, b"start")
    outcome = start(setup, dice)
    return Game(setup, secret, outcome.state, events=list(outcome.events), dice=dice.drawn)


def dice_of(secret: bytes, sequence: int, order: bytes) -> SealedDice:
    """Sealed dice of one order, as a server would draw them."""
    return SealedDice(secret, (), "main", sequence, order)


def step(game: Game, order: AnyOrder) -> Outcome:
    """Submit an order and keep what comes of it."""
    dice = dice_of(game.secret, game.state.seq, encode(order))
    outcome = submit(game.state, order, dice)
    game.state = outcome.state
    game.orders.append(order)
    game.events += outcome.events
    game.dice += dice.drawn
    return outcome


def next_choice(game: Game, seed: int, level: int = 2) -> AnyOrder:
    """What the server player of the side on which play waits would order."""
    return choose(game.state, waiting_for(game.state)[0], level=level, seed=seed)


def play(setup: Setup, *, seed: int = 0, number: int = 0, level: int = 2) -> Game:
    """A whole battle between two server players."""
    game = begin(setup, secret_of(seed, number))
    while game.state.result is None:
        if len(game.orders) > MOST_ORDERS:
            raise RuntimeError(f"battle {number} of seed {seed} does not end")
        step(game, next_choice(game, seed, level))
    return game
