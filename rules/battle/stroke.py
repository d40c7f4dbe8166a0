"""One warrior's blows at one moment, settled once: whom, with what, and every number of them.

Half of what a close combat phase costs would be asking again what can't have changed. A `Stroke`
holds the answers; it is remembered on the set-up under everything that it depends on (facts.py):
the warrior, whoever it touches, and whose turn it is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from . import events as ev
from . import granted
from .arms import Arm, kit_of
from .facts import about, is_plain
from .harm import harm_of
from .harms import Harm
from .nature import hates
from .orders import Split
from .queries import downed, engaged_with
from .saving import SKILL
from .state import State
from .striking import beside_now, splits_now
from .to_hit import hits_by_itself, rerolls, to_hit_needed, to_hit_stack
from .volley import Volley, can_strike, strength_of_blow


class Blow(NamedTuple):
    """Attacks with one weapon at one enemy. `stack` is empty where no die is needed to hit;
    `again` the rule by which misses are thrown again, "" for none."""

    split: Split
    arm: Arm
    strength: int
    status: str
    stack: tuple[ev.Modifier, ...]
    needed: int
    again: str
    harm: Harm


class Stroke(NamedTuple):
    """The blows that fall at one time, and which of their targets are out without a die."""

    splits: tuple[Split, ...]
    helpless: tuple[str, ...]
    blows: tuple[Blow, ...]


def stroke_of(state: State, id: str, part: str = "", spared: Collection[str] = ()) -> Stroke:
    """A warrior's blows of a part of its turn ("": those of its hands), as things stand."""
    if spared or not is_plain(state):
        return _settle(state, id, part, spared)
    kept: dict[Any, Stroke] = state.setup.__dict__.setdefault("_strokes", {})
    key = part, about(state, id, engaged_with(state, id))
    found = kept.get(key)
    if found is None:
        found = kept[key] = _settle(state, id, part, spared)
    return found


def _settle(state: State, id: str, part: str, spared: Collection[str]) -> Stroke:
    if not can_strike(state, id):
        return Stroke((), (), ())
    beside = beside_now(state, id, part) if kit_of(state.setup, id).extras else ()
    splits = beside if part else (*splits_now(state, id), *beside)
    targets = dict.fromkeys(split.target for split in splits)
    helpless = tuple(t for t in targets if t not in spared and counts_as_stunned(state, t))
    blows = tuple(_blow(state, id, s, spared) for s in splits if s.target not in helpless)
    return Stroke(splits, helpless, blows)


def _blow(state: State, id: str, split: Split, spared: Collection[str]) -> Blow:
    arm = kit_of(state.setup, id).by_id[split.weapon]
    strength = strength_of_blow(state, id, arm)
    target = state.warriors[split.target]
    mine = split.target in spared and downed(target)
    status = "standing" if mine else target.status
    stack: tuple[ev.Modifier, ...] = ()
    if not arm.sure and (mine or not hits_by_itself(state, split.target)):
        stack = tuple(to_hit_stack(state, id, split.target, arm))
    harm = harm_of(state, Volley(id, split.target, arm, strength, True, status))
    again = _again(state, id, split.target, arm)
    return Blow(split, arm, strength, status, stack, to_hit_needed(stack), again, harm)


def _again(state: State, id: str, target: str, arm: Arm) -> str:
    """Hatred in the first round (P-PSY-11), or a skill."""
    if state.warriors[id].rounds == 0 and hates(state, id, target):
        return "P-PSY-11"
    return SKILL if arm.on and rerolls(state, id, target, arm, close=True) else ""


def counts_as_stunned(state: State, id: str) -> bool:
    """Stunned, or bound by a spell that makes it as helpless (P-DWN-03, P-SHA-5)."""
    return state.warriors[id].status == "stunned" or granted.has(state, id, "stunned_when_attacked")


def volleys_of(state: State, id: str, blows: Sequence[Blow]) -> list[Volley]:
    """The volleys that blows become when their dice are thrown."""
    plain = is_plain(state)
    return [
        Volley(
            id,
            blow.split.target,
            blow.arm,
            blow.strength,
            True,
            blow.status,
            settled=blow.harm if plain else None,
        )
        for blow in blows
    ]
