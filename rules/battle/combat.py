"""The close combat phase: who strikes when, and the blows (CMB)."""

from __future__ import annotations

from collections.abc import Sequence

from . import events as ev
from .arms import Arm, kit_of
from .blows import resolve
from .falls import teeter
from .flight import all_alone_tests
from .nature import hates
from .orders import Split
from .parry import parry_all
from .play import Play
from .queries import characteristic, contacts, engaged_with
from .recovery import change
from .state import State
from .striking import (
    arms_in_hand,
    attackable,
    hits_by_itself,
    splits_now,
    to_hit_needed,
    to_hit_stack,
)
from .volley import Volley, can_strike, charged_now, strength_of_blow

FIRST, NORMAL, LAST, STOOD_UP = range(4)


def end_combat(play: Play) -> None:
    """All blows in order, then the All Alone tests of the side whose turn it is."""
    order = striking_order(play)
    if len(order) > 2:
        play.emit(ev.StrikingOrder(warriors=order, rule="P-CMB-05"))
    for id in order:
        if can_strike(play.state, id) and attackable(play.state, id):
            strike(play, id)
    if order or any(w.rounds for w in play.state.warriors.values()):
        touching = contacts(play.state)
        engaged = tuple([id for id in play.state.warriors if id in touching])
        play.emit(ev.CombatFought(warriors=engaged, rule="P-CMB-02"))
    all_alone_tests(play)


def rank(state: State, id: str, arms: Sequence[Arm]) -> int:
    """First, in turn, last, or after standing up last of all (P-CMB-07 to P-CMB-09)."""
    w = state.warriors[id]
    if "stood_up" in w.marks and w.side == state.active:
        return STOOD_UP
    quick = charged_now(state, id)
    for a in arms:
        if a.last:
            return LAST
        quick = quick or a.first == "always" or (bool(a.first) and w.rounds == 0)
    return FIRST if quick else NORMAL


def place(state: State, id: str) -> tuple[int, int]:
    """When a warrior strikes: its rank, then its Initiative with what its weapon adds."""
    arms = arms_in_hand(state, id)
    bonus = max([a.initiative for a in arms], default=0)
    return rank(state, id, arms), -characteristic(state, id, "I") - bonus


def striking_order(play: Play) -> tuple[str, ...]:
    """Everybody who may strike, first to last; equal Initiative is diced for (P-CMB-06)."""
    state = play.state
    touching = contacts(state)
    able = [id for id in state.warriors if id in touching and can_strike(state, id)]
    able.sort(key=lambda id: state.warriors[id].side != state.active)
    groups: dict[tuple[int, int], list[str]] = {}
    for id in able:
        groups.setdefault(place(state, id), []).append(id)
    ordered: list[str] = []
    for key in sorted(groups):
        ordered += _break_ties(play, groups[key])
    return tuple(ordered)


def _break_ties(play: Play, tied: Sequence[str]) -> list[str]:
    """One D6 for each model with an enemy in contact among the tied; ties again."""
    rollers = [id for id in tied if _has_enemy_among(play.state, id, tied)]
    if not rollers:
        return list(tied)
    faces = play.batch_of_many("strike_order", rollers, rule="P-CMB-06")
    ordered: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        ordered += _break_ties(play, [id for id in rollers if faces[id] == face])
    return ordered + [id for id in tied if id not in faces]


def _has_enemy_among(state: State, id: str, tied: Sequence[str]) -> bool:
    return len(tied) > 1 and any(foe in tied for foe in engaged_with(state, id))


def strike(play: Play, id: str) -> None:
    """One warrior's blows, resolved completely before the next one's (P-CMB-05)."""
    splits = splits_now(play.state, id)
    if not splits:
        return
    play.emit(ev.Struck(warrior=id, splits=splits))
    for target in dict.fromkeys(s.target for s in splits):
        if play.warrior(target).status == "stunned":
            change(play, target, "out_of_action", "stunned_hit", "P-DWN-03", by=id)
    volleys = [_volley(play.state, id, s) for s in splits if play.warrior(s.target).at is not None]
    missed = [(v, _hit(play, v, split.attacks)) for v, split in volleys]
    for v, misses in missed:
        if misses and hates(play.state, id, v.target) and play.warrior(id).rounds == 0:
            _throw(play, v, misses, again=True)
    striking = [v for v, _ in volleys if v.hits]
    if striking:
        parry_all(play, striking)
        teeter(play, resolve(play, striking))


def _volley(state: State, id: str, split: Split) -> tuple[Volley, Split]:
    arm = kit_of(state.setup, id).by_id[split.weapon]
    strength = strength_of_blow(state, id, arm)
    status = state.warriors[split.target].status
    return Volley(id, split.target, arm, strength, True, status), split


def _hit(play: Play, v: Volley, attacks: int) -> int:
    """Roll to hit where a die is needed; how many missed."""
    if not hits_by_itself(play.state, v.target):
        return _throw(play, v, attacks)
    v.hits = [0] * attacks
    play.emit(
        ev.AutomaticHit(
            warrior=v.attacker,
            target=v.target,
            weapon=v.arm.id,
            hits=attacks,
            rule="P-DWN-01" if v.finishes else "P-CMB-12",
        )
    )
    return 0


def _throw(play: Play, v: Volley, attacks: int, *, again: bool = False) -> int:
    """Dice to hit, or the misses' re-rolls of hatred after the whole batch (P-PSY-11)."""
    stack = to_hit_stack(play.state, v.attacker, v.target, v.arm)
    needed = to_hit_needed(stack)
    faces = play.batch(
        "to_hit",
        attacks,
        needed,
        rule="P-PSY-11" if again else "P-CMB-11",
        modifiers=stack,
        actor=v.attacker,
        target=v.target,
        weapon=v.arm.id,
        reroll=again,
    )
    hits = [face for face in faces if face >= needed]
    v.hits += hits
    return attacks - len(hits)
