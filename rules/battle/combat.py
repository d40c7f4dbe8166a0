"""The close combat phase: who strikes when, and the blows (CMB)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from . import events as ev
from . import granted
from .afterwards import catch, spikes
from .arms import Arm, kit_of
from .barrage import barrage
from .blows import resolve
from .brought import brings
from .crushing import crush, crushes
from .facts import about, is_plain, melee
from .falls import teeter
from .flight import all_alone_tests
from .fury import after_blows, follow_ups
from .hands import extras_now
from .luck import by_luck
from .overwhelm import overwhelm
from .parry import parry_all
from .play import Play
from .powers import acts
from .queries import characteristic, contacts, downed, engaged_with
from .recovery import change
from .saving import SKILL
from .state import State
from .striking import arms_in_hand
from .stroke import Blow, stroke_of, volleys_of
from .to_hit import to_hit_needed, to_hit_stack
from .volley import Volley, can_strike, charged_now

BEFORE, FIRST, NORMAL, LAST, STOOD_UP = range(-1, 4)
PARTS = {"before": BEFORE, "first": FIRST, "last": LAST}

Turn = tuple[str, str]
"""A warrior, and which of its blows: "" those of its hands and whatever goes along with them,
"before", "first" or "last" those that fall before or after them."""


def end_combat(play: Play) -> None:
    """All blows in order, then the All Alone tests of the side whose turn it is."""
    if brings(play.state.setup, "contact"):
        for v in spikes(play):
            teeter(play, resolve(play, [v]))
    before = contacts(play.state)
    order = striking_order(play)
    if len(order) > 2:
        play.emit(ev.StrikingOrder(warriors=tuple([id for id, _ in order]), rule="P-CMB-05"))
    _all_blows(play, order)
    if order or any(w.rounds for w in play.state.warriors.values()):
        touching = contacts(play.state)
        engaged = tuple([id for id in play.state.warriors if id in touching])
        play.emit(ev.CombatFought(warriors=engaged, rule="P-CMB-02"))
    after_blows(play, before)
    all_alone_tests(play)
    play.agenda[:0] = follow_ups(play.state, before)


def _all_blows(play: Play, order: Sequence[Turn]) -> None:
    several = any(part for _, part in order)
    felled: set[tuple[str, str]] = set()
    for id, part in order:
        if play.state.effects and granted.has(play.state, id, "strikes_fleeing"):
            continue  # its blow has fallen already (P-CHA-5)
        if not several:
            strike(play, id)
            continue
        down = _fallen(play.state, id)
        strike(play, id, part, {foe for by, foe in felled if by == id})
        felled |= {(id, foe) for foe in _fallen(play.state, id) - down}


def _fallen(state: State, id: str) -> frozenset[str]:
    """The opponents of a warrior that are down."""
    foes = engaged_with(state, id)
    return frozenset([foe for foe in foes if downed(state.warriors[foe])])


def rank(state: State, id: str, arms: Sequence[Arm]) -> int:
    """First, in turn, last, or after standing up last of all (P-CMB-07 to P-CMB-09)."""
    w = state.warriors[id]
    if "stood_up" in w.marks and state.active in (w.side, state.setup.by_id[id].side):
        return STOOD_UP
    if "strikes_last" in w.marks and w.side == state.active:
        return LAST
    quick = charged_now(state, id)
    if granted.has(state, id, "strikes_first"):
        return FIRST  # whatever the weapon (P-WAA-1)
    for a in arms:
        if a.last:
            return LAST
        quick = quick or a.first == "always" or (bool(a.first) and w.rounds == 0)
    return FIRST if quick or _quickened(state, id) else NORMAL


def _quickened(state: State, id: str) -> bool:
    """A skill that lets a warrior strike first at those who charged it."""
    powers = kit_of(state.setup, id).has("strike_order")
    return any(
        p.get("order") == "first" and acts(p, state, id, foe)
        for p in powers
        for foe in engaged_with(state, id)
    )


def place(state: State, id: str, part: str = "") -> tuple[int, int]:
    """When a warrior strikes: its rank, then its Initiative with what its weapon adds."""
    if part:
        stood_up = rank(state, id, ()) == STOOD_UP
        return STOOD_UP if stood_up else PARTS[part], -characteristic(state, id, "I")
    arms = arms_in_hand(state, id)
    bonus = max([a.initiative for a in arms], default=0)
    return rank(state, id, arms), -characteristic(state, id, "I") - bonus


def striking_order(play: Play) -> tuple[Turn, ...]:
    """Everybody who may strike, first to last; equal Initiative is diced for (P-CMB-06).

    Blows beside those of the hands have a turn of their own where they fall before or after them.
    """
    ordered: list[Turn] = []
    for turns in _groups(play.state):
        if len(turns) > 1:
            tied = _break_ties(play, list(dict.fromkeys([id for id, _ in turns])))
            ordered += [turn for id in tied for turn in turns if turn[0] == id]
        else:
            ordered += turns
    return tuple(ordered)


def _groups(state: State) -> tuple[tuple[Turn, ...], ...]:
    """Whose blows fall at one time, earliest first; remembered like the blows themselves."""
    if not is_plain(state):
        return _grouped(state)
    kept: dict[Any, tuple[tuple[Turn, ...], ...]] = state.setup.__dict__.setdefault("_melees", {})
    key = melee(state)
    found = kept.get(key)
    if found is None:
        found = kept[key] = _grouped(state)
    return found


def _grouped(state: State) -> tuple[tuple[Turn, ...], ...]:
    """The same, asked of everybody: the active side's first, of those who are equal."""
    touching, warriors, active = contacts(state), state.warriors, state.active
    groups: dict[tuple[int, int], list[Turn]] = {}
    for mine in (True, False):
        for id in touching:
            if (warriors[id].side == active) is mine:
                for when, part in turns_of(state, id):
                    groups.setdefault(when, []).append((id, part))
    return tuple([tuple(groups[when]) for when in sorted(groups)])


def turns_of(state: State, id: str) -> tuple[tuple[tuple[int, int], str], ...]:
    """When a warrior's blows fall, part by part; remembered like the blows themselves."""
    if not is_plain(state):
        return tuple((place(state, id, part), part) for part in _parts(state, id))
    kept: dict[Any, tuple[tuple[tuple[int, int], str], ...]]
    kept = state.setup.__dict__.setdefault("_turns", {})
    key = about(state, id, engaged_with(state, id))
    found = kept.get(key)
    if found is None:
        found = kept[key] = tuple((place(state, id, p), p) for p in _parts(state, id))
    return found


def _parts(state: State, id: str) -> Iterator[str]:
    """Which blows it has, those that come before the hands' first."""
    if not can_strike(state, id):
        return
    if not kit_of(state.setup, id).extras:
        yield ""
        return
    due = {a.order for a, _ in extras_now(state, id)} | {""}
    yield from (part for part in ("before", "first", "", "last") if part in due)


def _break_ties(play: Play, tied: list[str]) -> list[str]:
    """One D6 for each model with an enemy in contact among the tied; ties again."""
    touching, among = contacts(play.state), set(tied)
    rollers = [id for id in tied if not among.isdisjoint(touching.get(id, ()))]
    if not rollers:
        return tied
    faces = play.batch_of_many("strike_order", rollers, rule="P-CMB-06")
    ordered: list[str] = []
    for face in sorted(set(faces.values()), reverse=True):
        equal = [id for id in rollers if faces[id] == face]
        ordered += _break_ties(play, equal) if len(equal) > 1 else equal
    return ordered + [id for id in tied if id not in faces]


def strike(play: Play, id: str, part: str = "", spared: Collection[str] = ()) -> None:
    """One warrior's blows, resolved completely before the next one's (P-CMB-05).

    `spared`: whom it has put down itself in this phase; they count as standing (P-DWN-04).
    """
    stroke = stroke_of(play.state, id, part, spared)
    if not stroke.splits:
        return
    play.emit(ev.Struck(warrior=id, splits=stroke.splits, beside=bool(part)))
    for target in stroke.helpless:
        change(play, target, "out_of_action", "stunned_hit", "P-DWN-03", by=id)
        catch(play, id, target)
    volleys = volleys_of(play.state, id, stroke.blows)
    missed = [_hit(play, v, blow) for v, blow in zip(volleys, stroke.blows, strict=True)]
    if any(missed):
        for v, blow, misses in zip(volleys, stroke.blows, missed, strict=True):
            if misses:
                _again(play, v, blow, misses)
    struck = []
    for v in volleys:
        if v.hits and v.arm.on_hit:
            overwhelm(play, v)
        elif v.hits:
            struck.append(v)
    if struck:
        parry_all(play, struck)
        blows = 0 if part else sum(blow.split.attacks for blow in stroke.blows)
        _harm(play, id, blows, struck)


def _harm(play: Play, id: str, blows: int, struck: Sequence[Volley]) -> None:
    """What the hits do that were not parried. `blows`: of the hands, hits or not."""
    if crushes(play, id, blows, struck):
        teeter(play, crush(play, id, struck))
        return
    teeter(play, resolve(play, struck))
    barrage(play, struck, _follow)


def _hit(play: Play, v: Volley, blow: Blow) -> int:
    """Roll to hit where a die is needed; how many missed."""
    attacks = blow.split.attacks
    if blow.stack:
        return _throw(play, v, attacks, blow.stack, blow.needed)
    v.hits = [0] * (attacks * v.arm.hits)
    play.emit(
        ev.AutomaticHit(
            warrior=v.attacker,
            target=v.target,
            weapon=v.weapon,
            hits=attacks,
            rule="P-DWN-01" if v.finishes else SKILL if v.arm.sure else "P-CMB-12",
        )
    )
    return 0


def _again(play: Play, v: Volley, blow: Blow, misses: int) -> None:
    """The misses' re-rolls, after the whole batch and once only: hatred (P-PSY-11), a skill."""
    if blow.again:
        _throw(play, v, misses, blow.stack, blow.needed, again=blow.again)
        return
    luck = by_luck(play, v.attacker, "to_hit")
    if luck == "again":
        _throw(play, v, 1, blow.stack, blow.needed, again=SKILL)
    elif luck == "sure":
        v.hits += [blow.needed] * v.arm.hits


def _throw(
    play: Play,
    v: Volley,
    attacks: int,
    stack: Sequence[ev.Modifier],
    needed: int,
    *,
    again: str = "",
) -> int:
    """Dice to hit; how many missed."""
    faces = play.batch(
        "to_hit",
        attacks,
        needed,
        rule=again or "P-CMB-11",
        modifiers=stack,
        actor=v.attacker,
        target=v.target,
        weapon=v.weapon,
        reroll=bool(again),
    )
    hits = [face for face in faces if face >= needed]
    v.hits += hits if v.arm.hits == 1 else [face for face in hits for _ in range(v.arm.hits)]
    return attacks - len(hits) - play.twice


def _follow(play: Play, v: Volley, attacks: int, worse: int) -> None:
    """Further blows of a barrage: to hit at a penalty, then as any other."""
    stack = list(to_hit_stack(play.state, v.attacker, v.target, v.arm))
    stack.append(ev.Modifier("weapon", worse, SKILL, v.weapon))
    _throw(play, v, attacks, stack, to_hit_needed(stack))
    if v.hits:
        parry_all(play, [v])
        teeter(play, resolve(play, [v]))
