"""What an event does to an aftermath. Nothing else ever changes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from rules.campaign import events as ev
from rules.campaign.parting import parted
from rules.campaign.state import Setup, State, initial
from rules.roster.model import Fighter, Injury, Lasting, name_apart

replace = msgspec.structs.replace


def fold(setup: Setup, events: Iterable[ev.AnyEvent]) -> State:
    """The aftermath after these events."""
    state = initial(setup)
    for event in events:
        state = apply(state, event)
    return state


def fold_on(state: State, events: Iterable[ev.AnyEvent]) -> State:
    """The aftermath after these events more."""
    for event in events:
        state = apply(state, event)
    return state


def apply(state: State, event: ev.AnyEvent) -> State:
    """The aftermath after one event more."""
    handler = _HANDLERS.get(type(event))
    if handler is not None:
        state = handler(state, event)
    return replace(state, seq=state.seq + 1)


def _change(state: State, key: str, **changes: Any) -> State:
    fighter = replace(state.roster.fighter(key), **changes)
    return replace(state, roster=state.roster.with_fighter(fighter))


def _scheduled(state: State, event: ev.Scheduled) -> State:
    rolls = dict(state.rolls)
    for step in event.steps:
        if step.step == "serious_injury":
            rolls[step.fighter] = rolls.get(step.fighter, 0) + 1
    parts = (state.agenda, event.steps) if event.last else (event.steps, state.agenda)
    return replace(state, agenda=(*parts[0], *parts[1]), rolls=rolls)


def _done(state: State, event: ev.StepDone) -> State:
    return replace(state, agenda=tuple(step for step in state.agenda if step != event.step))


def _missed(state: State, event: ev.BattleMissed) -> State:
    return _change(state, event.fighter, misses=event.left)


def _injury(state: State, event: ev.SeriousInjury) -> State:
    if not event.kept:
        return state
    injuries = state.roster.fighter(event.fighter).injuries
    injury = Injury(event.row, state.setup.report.battle)
    return _change(state, event.fighter, injuries=(*injuries, injury))


def _effect(state: State, event: ev.EffectGained) -> State:
    *earlier, last = state.roster.fighter(event.fighter).injuries
    last = replace(last, effects=(*last.effects, event.effect))
    return _change(state, event.fighter, injuries=(*earlier, last))


def _must_miss(state: State, event: ev.MustMiss) -> State:
    return _change(state, event.fighter, misses=event.total)


def _gear(state: State, event: ev.GearLost | ev.UsedUp) -> State:
    left = dict(state.roster.fighter(event.fighter).equipment)
    for item, n in event.items.items():
        left[item] -= n
    equipment = {item: n for item, n in left.items() if n}
    return _change(state, event.fighter, equipment=equipment, kit=None)


def _used_up(state: State, event: ev.UsedUp) -> State:
    if event.fighter:
        return _gear(state, event)
    stash = dict(state.roster.stash)
    for item, n in event.items.items():
        stash[item] -= n
    left = {item: n for item, n in stash.items() if n}
    return replace(state, roster=replace(state.roster, stash=left))


def _member(state: State, event: ev.MemberLost) -> State:
    members = state.roster.fighter(event.fighter).members
    members = tuple(number for number in members if number != event.number)
    return _change(state, event.fighter, members=members)


def _fate(state: State, event: ev.FateChanged) -> State:
    return _change(state, event.fighter, fate=event.after)


def _experience(state: State, event: ev.ExperienceGained) -> State:
    return _change(state, event.fighter, experience=event.after)


def _advance(state: State, event: ev.AdvanceGained) -> State:
    advances = state.roster.fighter(event.fighter).advances
    return _change(state, event.fighter, advances=(*advances, event.advance))


def _gold(state: State, event: ev.GoldChanged) -> State:
    return replace(state, roster=replace(state.roster, treasury=event.after))


def _asked(state: State, event: ev.Asked) -> State:
    return replace(state, awaiting=(*state.awaiting, event.decision), asked=state.asked + 1)


def _resolved(state: State, event: ev.Resolved) -> State:
    awaiting = tuple(pending for pending in state.awaiting if pending.id != event.decision)
    return replace(state, awaiting=awaiting)


def _synced(state: State, event: ev.Synced) -> State:
    return replace(state, roster=event.roster)


def _taken(state: State, event: ev.AdvanceTaken) -> State:
    """The first advance of that threshold that still waits."""
    fighter = state.roster.fighter(event.fighter)
    advances = list(fighter.advances)
    place = next(
        n for n, gain in enumerate(advances) if gain.pending and gain.threshold == event.threshold
    )
    advances[place] = replace(advances[place], taken=event.taken)
    learned = (event.taken,) if event.kind == "skill" else ()
    spells = (event.taken,) if event.kind == "spell" else ()
    return _change(
        state,
        event.fighter,
        advances=tuple(advances),
        skills=(*fighter.skills, *learned),
        spells=(*fighter.spells, *spells),
    )


def _promoted(state: State, event: ev.Promoted) -> State:
    """A new hero with all that he had; what the group still has to choose stays with the group."""
    group = state.roster.fighter(event.fighter)
    lists = tuple(Lasting("skill_list", name) for name in event.lists)
    hero = replace(
        group,
        key=event.hero,
        hero=True,
        members=(1,),
        next_member=2,
        gifts=(*group.gifts, *lists),
        advances=tuple(gain for gain in group.advances if not gain.pending),
    )
    if event.hero != group.key:
        members = tuple(number for number in group.members if number != event.number)
        state = _change(state, group.key, members=members)
        hero = replace(hero, name=name_apart(group.name, event.number))
    return replace(state, roster=state.roster.with_fighter(hero))


def _leader(state: State, event: ev.LeaderChanged) -> State:
    if event.before:
        state = _change(state, event.before, leader=False)
    return _change(state, event.fighter, leader=True)


def _shards(state: State, event: ev.ShardsChanged) -> State:
    return replace(state, roster=replace(state.roster, wyrdstone=event.after))


def _items(state: State, event: ev.ItemsFound) -> State:
    stash = dict(state.roster.stash)
    stash[event.item] = stash.get(event.item, 0) + event.n
    return replace(state, roster=replace(state.roster, stash=stash))


def _blessed(state: State, event: ev.WeaponBlessed) -> State:
    pieces = state.roster.fighter(event.fighter).equipment if event.fighter else state.roster.stash
    now = dict(pieces)
    now[event.item] -= 1
    now[event.into] = now.get(event.into, 0) + 1
    left = {item: n for item, n in now.items() if n}
    if event.fighter:
        return _change(state, event.fighter, equipment=left, kit=None)
    return replace(state, roster=replace(state.roster, stash=left))


def _gift(state: State, event: ev.GiftGained) -> State:
    gifts = state.roster.fighter(event.fighter).gifts
    return _change(state, event.fighter, gifts=(*gifts, event.gift))


def _learned(state: State, event: ev.SkillLearned) -> State:
    skills = state.roster.fighter(event.fighter).skills
    return _change(state, event.fighter, skills=(*skills, event.skill))


def _spell(state: State, event: ev.SpellLearned) -> State:
    spells = state.roster.fighter(event.fighter).spells
    return _change(state, event.fighter, spells=(*spells, event.spell))


def _joined(state: State, event: ev.Joined) -> State:
    last = max(event.numbers) + 1
    if event.new:
        group = Fighter(
            key=event.fighter,
            name="",
            type=event.type,
            hero=False,
            members=event.numbers,
            next_member=last,
            equipment=event.equipment,
            skills=event.skills,
        )
        return replace(state, roster=state.roster.with_fighter(group))
    members = (*state.roster.fighter(event.fighter).members, *event.numbers)
    return _change(state, event.fighter, members=members, next_member=last)


def _noted(state: State, event: ev.Noted) -> State:
    notes = (*state.roster.finds, event.note)
    return replace(state, roster=replace(state.roster, finds=notes))


def _note_used(state: State, event: ev.NoteUsed) -> State:
    """The oldest of that name goes."""
    notes = list(state.roster.finds)
    notes.remove(next(note for note in notes if note.id == event.id))
    return replace(state, roster=replace(state.roster, finds=tuple(notes)))


def _market(state: State, event: ev.MarketOpened) -> State:
    return replace(state, market=True)


def _looked(state: State, event: ev.Looked) -> State:
    return replace(state, looked=(*state.looked, event.who))


def _bought(state: State, event: ev.RareBought) -> State:
    roster = state.roster
    stash = {**roster.stash, event.item: roster.stash.get(event.item, 0) + 1}
    roster = replace(roster, stash=stash, treasury=roster.treasury - event.gold)
    return replace(state, roster=roster)


def _closed(state: State, event: ev.AftermathClosed) -> State:
    return replace(state, closed=True)


_HANDLERS: dict[type, Callable[[State, Any], State]] = {
    ev.Scheduled: _scheduled,
    ev.StepDone: _done,
    ev.BattleMissed: _missed,
    ev.SeriousInjury: _injury,
    ev.EffectGained: _effect,
    ev.MustMiss: _must_miss,
    ev.Parted: parted,
    ev.GearLost: _gear,
    ev.UsedUp: _used_up,
    ev.MemberLost: _member,
    ev.FateChanged: _fate,
    ev.ExperienceGained: _experience,
    ev.AdvanceGained: _advance,
    ev.GoldChanged: _gold,
    ev.Asked: _asked,
    ev.Resolved: _resolved,
    ev.AftermathClosed: _closed,
    ev.Synced: _synced,
    ev.AdvanceTaken: _taken,
    ev.Promoted: _promoted,
    ev.LeaderChanged: _leader,
    ev.ShardsChanged: _shards,
    ev.ItemsFound: _items,
    ev.GiftGained: _gift,
    ev.WeaponBlessed: _blessed,
    ev.SkillLearned: _learned,
    ev.SpellLearned: _spell,
    ev.Joined: _joined,
    ev.Noted: _noted,
    ev.NoteUsed: _note_used,
    ev.MarketOpened: _market,
    ev.Looked: _looked,
    ev.RareBought: _bought,
}
"""Events that change something; `Rolled`, `Recovered` and their like only tell."""
