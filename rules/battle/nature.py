"""What a warrior is by nature: fear, frenzy, hatred, stupidity, immunities, read once (PSY).

The rows are data on the hooks `psychology` and `immune`; a trait of the set-up adds whom it
hates.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..catalogue import Effect
from .brought import brought, length
from .kinds import is_meant, kinds_of
from .maddening import banes
from .marks import LURED, behind
from .natures import Nature
from .powers import immunities
from .queries import DOWNED, downed, warriors_of, within
from .state import Setup, State, Warrior, WarriorSetup

AT_TIMES = frozenset({"unless", "trigger", "each_turn", "against", "not_against"})
"""Psychology with one of these holds only now and then, or only towards some."""


LASTING = "lasting"
"""A frenzy that being down doesn't end."""


def nature_of(setup: Setup, id: str) -> Nature:
    """A warrior's nature; remembered on the set-up."""
    natures: dict[str, Nature] = setup.__dict__.setdefault("_natures", {})
    found = natures.get(id)
    if found is None:
        found = natures[id] = _read(setup, setup.by_id[id])
    return found


def _read(setup: Setup, w: WarriorSetup) -> Nature:
    gains: set[str] = set()
    hates = {word for ref in w.traits for word in _words(ref.params.get("hates"))}
    at_times = []
    for row in brought(setup, w.id, "psychology"):
        if AT_TIMES & set(row.effect):
            at_times.append(row.effect)
            continue
        gains |= set(row.effect.get("gain", ()))
        if row.effect.get("lasting"):
            gains.add(LASTING)
        hates |= set(_words(row.effect.get("hates")))
    if hates:
        gains.add("hatred")
    return Nature(
        frozenset(gains),
        immunities(setup, w.id),
        frozenset(hates),
        kinds_of(setup, w.id),
        tuple(at_times),
    )


def _words(value: object) -> Iterable[str]:
    if isinstance(value, str):
        return () if value.startswith("$") else (value,)
    return tuple(str(word) for word in value) if isinstance(value, (list, tuple)) else ()


def is_immune(setup: Setup, id: str, *to: str) -> bool:
    """Whether a warrior is immune to one of these."""
    return not nature_of(setup, id).immune.isdisjoint(to)


def ever_subject_to(setup: Setup, id: str, gain: str) -> bool:
    """Whether it may be subject to this psychology at some time, and isn't immune to it (PSY)."""
    mine = nature_of(setup, id)
    gains = mine.gains.union(*(effect.get("gain", ()) for effect in mine.at_times))
    return gain in gains and not is_immune(setup, id, "psychology", gain)


def subject_to(state: State, id: str, gain: str, of: str = "") -> bool:
    """Whether a warrior is subject to this psychology now; `of`: towards whom (PSY)."""
    mine = nature_of(state.setup, id)
    return gain in mine.gains or any(
        gain in effect.get("gain", ()) and _applies(state, id, effect, of)
        for effect in mine.at_times
    )


def _applies(state: State, id: str, effect: Effect, of: str) -> bool:
    if "trigger" in effect:
        return False  # it is gained in the course of the battle (Warrior.gained)
    if "each_turn" in effect:
        return f"seized:{effect['gain'][0]}" in state.warriors[id].marks
    if not is_meant(effect, kinds_of(state.setup, of) if of else ()):
        return False
    return effect.get("unless") != "near" or not friend_near(state, id, effect)


def friend_near(state: State, id: str, effect: Any) -> bool:
    """Whether a friend of the kind that an effect names (`of`) is up and within its `radius`."""
    me = state.warriors[id]
    if me.at is None:
        return False
    return any(
        within(state, id, friend.id, length(state.setup, effect["radius"]))
        for friend in warriors_of(state, me.side)
        if friend.id != id and not downed(friend) and not friend.fleeing
        if answers_to(state.setup.by_id[friend.id], effect["of"])
    )


def answers_to(w: WarriorSetup, word: str) -> bool:
    """Whether a warrior is a `hero`, or of the kind of fighter that is named."""
    return w.hero if word == "hero" else w.kind == word


def frenzied(state: State, id: str) -> bool:
    """In a frenzy, until it is knocked down or stunned once (P-PSY-10), or for good."""
    w = state.warriors[id]
    if "frenzy" in w.gained or "seized:frenzy" in w.marks:
        return True
    gains = nature_of(state.setup, id).gains
    if "frenzy" not in gains:
        return False
    been_down = w.been_down or state.setup.by_id[id].status in DOWNED
    return not been_down or LASTING in gains


def driven(state: State, w: Warrior) -> bool:
    """Whether it must charge whom it can: in a frenzy (P-PSY-06), after a quarrel or a taunt,
    or at who drives him mad.
    """
    if "rushes" in w.marks or behind(w.marks, LURED):
        return True
    return frenzied(state, w.id) or bool(banes(state, w))


def hates(state: State, id: str, enemy: str) -> bool:
    """Whether a warrior hates this enemy; hatred without a name is of everybody (P-PSY-11)."""
    mine = nature_of(state.setup, id)
    if "hatred" not in mine.gains:
        return False
    return not mine.hates or bool(mine.hates & nature_of(state.setup, enemy).kinds)
