"""One of a group to whom something happens that doesn't happen to the others.

A group carries the same and learns the same, so he stands for himself from then on: with its
experience, its gear and its advances, and with the same steps ahead of him (P-CHA-TZE, P-CHA-NUR).
"""

from __future__ import annotations

import msgspec

from rules.campaign import events as ev
from rules.campaign.state import State, Step
from rules.roster.model import Fighter, fighter_key, member_id, member_number, name_apart

replace = msgspec.structs.replace


def leaving(state: State, warrior: str, *, sick: bool = False) -> ev.Parted | None:
    """How a warrior (by his name of now) leaves his group; None where he is alone already.

    `sick`: he only has to sit out a battle, with others of his group who have to.
    """
    group = state.roster.fighter(fighter_key(warrior))
    if group.size == 1:
        return None
    number = member_number(warrior)
    fellow = _fellow(state, group) if sick else ""
    into = fellow or f"{group.key}-{number}"
    return ev.Parted(fighter=group.key, warrior=warrior, number=number, into=into)


def _fellow(state: State, group: Fighter) -> str:
    """Who has left that group before him for that reason."""
    left = {fighter_key(now) for now in state.parted.values()}
    return next(
        (f.key for f in state.roster.active if f.key in left and f.misses and _alike(f, group)), ""
    )


def _alike(one: Fighter, group: Fighter) -> bool:
    """The same but for their names, how many they are and what they miss."""
    return _bare(one) == _bare(group)


def _bare(fighter: Fighter) -> Fighter:
    kept = tuple(gain for gain in fighter.advances if not gain.pending)
    return replace(
        fighter, key="", name="", members=(), next_member=1, misses=0, kit=None, advances=kept
    )


def parted(state: State, event: ev.Parted) -> State:
    """What the event does: a new group of one behind the others, or one more in that group."""
    roster = state.roster
    group = roster.fighter(event.fighter)
    others = tuple(number for number in group.members if number != event.number)
    there = next((fighter for fighter in roster.active if fighter.key == event.into), None)
    one = _joining(there) if there else _alone(group, event)
    roster = roster.with_fighter(replace(group, members=others)).with_fighter(one)
    now = member_id(one.key, one.members[-1])
    before = next((old for old, name in state.parted.items() if name == event.warrior), None)
    return replace(
        state,
        roster=roster,
        agenda=state.agenda if there else _beside(state.agenda, group.key, one.key),
        parted={**state.parted, before or event.warrior: now},
    )


def _alone(group: Fighter, event: ev.Parted) -> Fighter:
    """What the group still has to choose stays with the group."""
    return replace(
        group,
        key=event.into,
        name=name_apart(group.name, event.number),
        members=(1,),
        next_member=2,
        advances=tuple(gain for gain in group.advances if not gain.pending),
    )


def _joining(there: Fighter) -> Fighter:
    number = there.next_member
    return replace(there, members=(*there.members, number), next_member=number + 1)


def _beside(agenda: tuple[Step, ...], group: str, one: str) -> tuple[Step, ...]:
    """The experience of the battle is his as well, right after the group's."""
    found: list[Step] = []
    for step in agenda:
        found.append(step)
        if (step.fighter, step.step) == (group, "experience"):
            found.append(replace(step, fighter=one))
    return tuple(found)
