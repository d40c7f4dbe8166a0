"""Advances that the player chooses: what is open to him, and what becomes of it.

These questions aren't asked by an event: they are read off the advances that are pending, so
that they always offer what is possible now.
"""

from __future__ import annotations

from itertools import combinations

from rules.campaign import events as ev
from rules.campaign.advances import HENCHMAN_TABLE, HERO_TABLE, advance_group, open_to
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.skills import lists_of, open_skills
from rules.campaign.spells import SPELL, learn, may_learn
from rules.campaign.state import Pending, State, Step
from rules.roster.model import CHARACTERISTICS, Advance, Fighter
from rules.roster.profile import current

TALENT = "campaign.lads_got_talent"
FIRST_ROLL = 100
ROLL_AGAIN = "roll_again"
NOTHING = "nothing"
JOIN = "+"
"""Between the two lists of a new hero: "combat+speed"."""


def pending_advances(state: State) -> tuple[Pending, ...]:
    """A question for each advance that waits for its choice, in roster order."""
    return tuple(
        _question(state, fighter, gain, number)
        for fighter in state.roster.fighters
        if fighter.fate in ("active", "captured")
        for number, gain in enumerate(fighter.advances, 1)
        if gain.pending
    )


def _question(state: State, fighter: Fighter, gain: Advance, number: int) -> Pending:
    options = _options(state, fighter, gain)
    rule = HERO_TABLE if fighter.hero or fighter.hired else HENCHMAN_TABLE
    return Pending(
        id=f"advance:{fighter.key}:{number}",
        kind="advance",
        fighter=fighter.key,
        step=Step(fighter.key, "advance", gain.threshold),
        options=options,
        rule=TALENT if gain.result == "lads_got_talent" else rule,
        who="player",
        default=options[0],
        data={"threshold": gain.threshold, "result": gain.result},
    )


def _options(state: State, fighter: Fighter, gain: Advance) -> tuple[str, ...]:
    """What is possible now; never empty."""
    if gain.result == "characteristic":
        free = open_to(state, fighter, gain.options) or open_to(state, fighter, CHARACTERISTICS)
    elif gain.result == "skill":
        lists = open_skills(state, fighter).values()
        free = tuple(dict.fromkeys(id for ids in lists for id in ids))
        free += (SPELL,) if may_learn(state, fighter) else ()
    else:
        free = _talents(state, fighter)
    return free or (NOTHING,)


def _talents(state: State, fighter: Fighter) -> tuple[str, ...]:
    """Pairs of skill lists for a new hero; another roll where there is no place for one."""
    tables, facts = state.setup.tables, state.facts(fighter)
    heroes = sum(one.hero for one in state.roster.belonging)
    if heroes >= tables.max_heroes or facts.talent == "never":
        return (ROLL_AGAIN,)
    if facts.promotion_lists:
        return (JOIN.join(facts.promotion_lists),)
    lists = [list for list in tables.hero_lists if list not in facts.barred]
    pairs = combinations(lists, 2) if len(lists) > 1 else [tuple(lists)]
    return tuple(JOIN.join(pair) for pair in pairs)


def take(run: Run, pending: Pending, order: Resolve) -> None:
    """Carry out a choice that has been checked."""
    fighter = run.fighter(pending.fighter)
    result = pending.data["result"]
    if order.choice in (NOTHING, ROLL_AGAIN):
        _nothing(run, pending, order.choice)
    elif result == "characteristic":
        _characteristic(run, pending, fighter, order.choice)
    elif order.choice == SPELL:
        _taken(run, pending, SPELL, "spell_roll")
        learn(run, pending.fighter, pending.data["threshold"])
    elif result == "skill":
        _taken(run, pending, order.choice, "skill")
    else:
        _promote(run, pending, fighter, tuple(order.choice.split(JOIN)))


def _taken(
    run: Run,
    pending: Pending,
    taken: str,
    kind: str,
    before: int | None = None,
    after: int | None = None,
) -> None:
    run.tell(
        ev.AdvanceTaken(
            fighter=pending.fighter,
            threshold=pending.data["threshold"],
            taken=taken,
            kind=kind,
            before=before,
            after=after,
            rule=pending.rule,
        )
    )


def _nothing(run: Run, pending: Pending, choice: str) -> None:
    """Nothing is open; a group that can't spare a hero rolls again for all of it."""
    _taken(run, pending, "none", "none")
    if choice == ROLL_AGAIN:
        advance_group(run, pending.fighter, pending.data["threshold"], talent=False)


def _characteristic(run: Run, pending: Pending, fighter: Fighter, name: str) -> None:
    before = current(run.facts(fighter.key).profile, fighter)[name]
    _taken(run, pending, name, "characteristic", before, before + 1)


def _promote(run: Run, pending: Pending, group: Fighter, lists: tuple[str, ...]) -> None:
    """The last of the group steps forward; he rolls as a hero at once, the rest once more."""
    number, alone = group.members[-1], group.size == 1
    hero = group.key if alone else f"{group.key}-{number}"
    _taken(run, pending, "promoted", "promoted")
    run.tell(
        ev.Promoted(fighter=group.key, number=number, hero=hero, lists=lists, rule=pending.rule)
    )
    steps = (Step(hero, "advance", _first_roll(run.fighter(hero))),)
    run.tell(ev.Scheduled(steps=steps, rule=pending.rule))
    if not alone:
        advance_group(run, group.key, pending.data["threshold"], talent=False)


def _first_roll(hero: Fighter) -> int:
    """What tells the new hero's first advance from any that experience brings him."""
    return FIRST_ROLL + hero.experience


def learns_from(state: State, fighter: Fighter) -> tuple[str, ...]:
    """The lists that a pending skill is chosen from, for whoever shows them."""
    return lists_of(state, fighter)
