"""What was expected of an aftermath against what came: each difference is one line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..battle.events import Rolled
from ..campaign import open_questions
from ..magic.learning import eased
from . import aftermath_rows, rows
from .aftermath import AftermathCase, Played, captors, next_battle, numbers, worth
from .compare import first_missing, is_roll


def differences(case: AftermathCase, played: Played) -> Iterator[str]:
    """Nothing where everything came as expected."""
    yield from played.faults
    expect = case.expect
    if expect.refused != played.refused:
        yield f"refused: expected {expect.refused}, got {played.refused}"
    yield from _events(expect, played)
    if expect.awaiting is not None:
        kinds = [expect.awaiting] if isinstance(expect.awaiting, str) else expect.awaiting
        wanted = [kind for kind in kinds if kind != "none"]
        yield from _differs("awaiting", wanted, [q.kind for q in open_questions(played.state)])
    for key, fighter in expect.fighters.items():
        yield from (f"{key}.{line}" for line in _fighter(played, key, fighter))
    if expect.warband is not None:
        yield from _warband(played, expect.warband)


def _events(expect: rows.ExpectRow, played: Played) -> Iterator[str]:
    names = [type(event).__name__ for event in played.events]
    missing = first_missing(expect.events, names, lambda wanted, name: wanted == name)
    if missing is not None:
        yield f"events: {expect.events[missing]} is missing, or not in this order, in {names}"
    rolls = [event for event in played.events if isinstance(event, Rolled)]
    missing = first_missing(expect.rolls, rolls, is_roll)
    if missing is not None:
        yield f"rolls: {expect.rolls[missing]} is missing, or not in this order"


def _differs(name: str, expected: Any, got: Any) -> Iterator[str]:
    if expected is not None and expected != got:
        yield f"{name}: expected {expected!r}, got {got!r}"


def _fighter(played: Played, key: str, expect: aftermath_rows.FighterExpect) -> Iterator[str]:
    state = played.state
    known = {fighter.key: fighter for fighter in state.roster.fighters}
    if key not in known:
        yield f"is not in the warband: {sorted(known)}"
        return
    fighter = known[key]
    for name in ("fate", "hero", "leader", "experience", "misses", "equipment"):
        yield from _differs(name, getattr(expect, name), getattr(fighter, name))
    yield from _differs("members", expect.members, fighter.size)
    yield from _differs("skills", expect.skills, list(fighter.skills))
    yield from _differs("spells", expect.spells, list(fighter.spells))
    yield from _differs("eased", expect.eased, eased(fighter))
    lists = [gift.name for gift in fighter.gifts if gift.kind == "skill_list"]
    yield from _differs("lists", expect.lists, lists)
    before = {one.key: len(one.advances) for one in state.setup.roster.fighters}
    gained = [gain.taken for gain in fighter.advances[before.get(key, 0) :]]
    yield from _differs("gained", expect.gained, gained)
    now = numbers(state, key)
    for name, number in expect.profile.items():
        yield from _differs(f"profile.{name}", number, now[name])
    yield from _fighting(played, key, expect)


def _fighting(played: Played, key: str, expect: aftermath_rows.FighterExpect) -> Iterator[str]:
    """How he comes to the next battle."""
    coming = next_battle(played.state)
    ids = [id for id in coming if id.partition(".")[0] == key]
    if expect.fights is not None:
        yield from _differs("fights", expect.fights, bool(ids))
    if expect.traits is None and expect.hates is None:
        return
    if not ids:
        yield "doesn't come to the next battle"
        return
    traits = {ref.id: ref.params for ref in coming[ids[0]].traits}
    missing = sorted(set(expect.traits or ()) - set(traits))
    if missing:
        yield f"traits: {missing} missing in {sorted(traits)}"
    if expect.hates is not None:
        yield from _differs("hates", expect.hates, traits.get("hatred", {}).get("hates", []))


def _warband(played: Played, expect: aftermath_rows.WarbandExpect) -> Iterator[str]:
    roster = played.state.roster
    for name in ("treasury", "wyrdstone", "stash", "size"):
        yield from _differs(f"warband.{name}", getattr(expect, name), getattr(roster, name))
    yield from _differs("warband.rating", expect.rating, worth(played.state))
    yield from _differs("warband.finds", expect.finds, [note.id for note in roster.finds])
    gain = captors(played.events)
    yield from _differs("captors_gold", expect.captors_gold, gain.gold if gain else 0)
    yield from _differs("captors_items", expect.captors_items, gain.items if gain else {})
    learnt = gain.experience if gain else 0
    yield from _differs("captors_experience", expect.captors_experience, learnt)
