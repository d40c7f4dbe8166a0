"""Small battles for the tests of odds, and every way in which their dice may fall."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from rules import Setup, State, initial
from rules.battle.play import Play
from rules.battle.state import Profile, SideSetup, TraitRef, WarriorSetup
from rules.board import Board
from rules.catalogue import load_catalogue
from rules.ruleset import load_ruleset
from rules.units import CM

HUMAN = Profile(M=10 * CM, WS=3, BS=3, S=3, T=3, W=1, I=3, A=1, Ld=7)


def warrior(id: str, *weapons: str, armour: tuple[str, ...] = (), **profile: int) -> WarriorSetup:
    """A human, or what `profile` makes of one."""
    return WarriorSetup(
        id=id,
        name=id,
        side=id,
        profile=replace(HUMAN, **profile),
        weapons=weapons or ("plain",),
        armour=armour,
    )


def gifted(w: WarriorSetup, *, traits: tuple[str, ...] = (), **more: object) -> WarriorSetup:
    """The same with skills, equipment and traits."""
    return replace(w, traits=tuple(TraitRef(id) for id in traits), **more)


def pinned(*warriors: WarriorSetup):
    items = {item for w in warriors for item in (*w.weapons, *w.armour, *w.equipment)}
    return load_catalogue().pin(
        {"fist", "plain", *items},
        skills={skill for w in warriors for skill in w.skills},
        traits={trait.id for w in warriors for trait in w.traits},
    )


def facing(a: WarriorSetup, b: WarriorSetup, *, apart: int = 0, phase: str = "combat") -> State:
    """Both on an empty table, base to base or `apart`; it is a's turn."""
    here, there = (10 * CM, 10 * CM, 0), (10 * CM + a.base + apart, 10 * CM, 0)
    setup = Setup(
        ruleset=load_ruleset("partida"),
        catalogue=pinned(a, b),
        board=Board(size=(120 * CM, 20 * CM)),
        sides=(SideSetup(id=a.side), SideSetup(id=b.side)),
        warriors=(replace(a, at=here), replace(b, at=there)),
        active=a.side,
        phase=phase,
    )
    return initial(setup)


def changed(state: State, id: str, **fields: object) -> State:
    """The state with a warrior's fields set."""
    return replace(state, warriors={**state.warriors, id: replace(state.warriors[id], **fields)})


class _More(Exception):
    """Dice are asked for beyond the branch that is being followed."""

    def __init__(self, count: int) -> None:
        self.count = count


class _Branch:
    """Dice that fall as they are told."""

    def __init__(self, faces: tuple[int, ...]) -> None:
        self.left = faces

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        if len(self.left) < count:
            raise _More(count - len(self.left))
        faces, self.left = self.left[:count], self.left[count:]
        return faces


def every_outcome(
    state: State, act: Callable[[Play], None], read: Callable[[State], object]
) -> dict[object, Fraction]:
    """What `read` finds after `act`, over every way in which the dice may fall."""
    found: dict[object, Fraction] = {}
    branches: list[tuple[int, ...]] = [()]
    while branches:
        faces = branches.pop()
        play = Play(state, _Branch(faces))
        try:
            act(play)
        except _More as more:
            branches += [(*faces, *next_) for next_ in product(range(1, 7), repeat=more.count)]
            continue
        end = read(play.state)
        found[end] = found.get(end, Fraction(0)) + Fraction(1, 6 ** len(faces))
    return found
