"""Advances: the 2D6 tables of heroes and henchmen.

What the dice settle is taken at once. What the player has to choose stays pending with the
fighter, with the options that are open to him.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from rules.battle.events import Rolled
from rules.campaign import events as ev
from rules.campaign.run import Run
from rules.campaign.skills import lists_of
from rules.campaign.state import State, Step
from rules.campaign.tables import AdvanceRow
from rules.roster.model import CHARACTERISTICS, Advance, Fighter, member_id
from rules.roster.profile import current, gained

PURPOSE = "advance"
HERO_TABLE = "campaign.hero_advance"
HENCHMAN_TABLE = "campaign.henchman_advance"
NEVER_RAISED = "M"  # no row of either table gives Movement


class Offer(NamedTuple):
    """What the dice give: one option is taken, several wait for the player."""

    result: Literal["characteristic", "skill", "lads_got_talent", "none"]
    options: tuple[str, ...] = ()


def advance(run: Run, step: Step) -> None:
    """Roll an advance; the occurrence of the step is the threshold that was crossed."""
    fighter = run.fighter(step.fighter)
    if fighter.fate not in ("active", "captured"):
        return
    if fighter.hero or fighter.hired:
        first = len(run.events)
        _gain(run, fighter.key, step.occurrence, _hero(run, fighter), first)
    else:
        advance_group(run, fighter.key, step.occurrence)


def advance_group(run: Run, key: str, threshold: int, *, talent: bool = True) -> None:
    """A group rolls; without `talent` once more, for those who stay what they are."""
    first = len(run.events)
    offer = _group(run, run.fighter(key), talent)
    _gain(run, key, threshold, offer, first)
    if offer.result == "lads_got_talent" and run.facts(key).talent == "killed":
        _do_away_with(run, run.fighter(key), threshold)


def _do_away_with(run: Run, group: Fighter, threshold: int) -> None:
    """The others put an end to the one who stands out."""
    number, left = group.members[-1], group.size - 1
    run.tell(
        ev.AdvanceTaken(
            fighter=group.key, threshold=threshold, taken="none", kind="none", rule=HENCHMAN_TABLE
        )
    )
    warrior = member_id(group.key, number)
    run.tell(
        ev.MemberLost(
            fighter=group.key, warrior=warrior, number=number, left=left, rule=HENCHMAN_TABLE
        )
    )
    if not left:
        run.tell(
            ev.FateChanged(
                fighter=group.key,
                before=group.fate,
                after="dead",
                cause="lads_got_talent",
                rule=HENCHMAN_TABLE,
            )
        )


def _gain(run: Run, key: str, threshold: int, offer: Offer, first: int) -> None:
    """Tell what a roll gave; `first` is the event that it began with."""
    fighter = run.fighter(key)
    rolls = [event for event in run.events[first:] if isinstance(event, Rolled)]
    single = offer.result == "characteristic" and len(offer.options) == 1
    gain = Advance(
        threshold=threshold,
        result=offer.result,
        dice=tuple(face for rolled in rolls for face in rolled.dice),
        options=offer.options,
        taken=offer.options[0] if single else "",
        battle=run.state.setup.report.battle,
    )
    _tell(run, fighter, gain)


def _tell(run: Run, fighter: Fighter, gain: Advance) -> None:
    before = after = None
    if gain.taken:
        before = current(run.facts(fighter.key).profile, fighter)[gain.taken]
        after = before + 1
    rule = HERO_TABLE if fighter.hero or fighter.hired else HENCHMAN_TABLE
    run.tell(
        ev.AdvanceGained(fighter=fighter.key, advance=gain, before=before, after=after, rule=rule)
    )


def _hero(run: Run, fighter: Fighter) -> Offer:
    row = _row(run, run.state.setup.tables.hero_advances, fighter, HERO_TABLE)
    if row.result == "skill":
        return Offer("skill", skill_choices(run.state, fighter))
    wanted = row.characteristics
    if not row.choose:
        roll = run.roll(PURPOSE, "D6", fighter.key, HERO_TABLE)
        wanted = wanted[:1] if roll <= 3 else wanted[1:]
    free = open_to(run.state, fighter, wanted) or open_to(run.state, fighter, row.characteristics)
    return _characteristic(free or open_to(run.state, fighter, CHARACTERISTICS))


def _group(run: Run, fighter: Fighter, talent: bool) -> Offer:
    """A henchman's roll, again while its row has nothing left for him."""
    table = tuple(
        row
        for row in run.state.setup.tables.henchman_advances
        if talent or row.result != "lads_got_talent"
    )
    if not any(_fits(run.state, fighter, row) for row in table):
        return Offer("none")
    while True:
        whole = run.state.setup.tables.henchman_advances
        row = _row(run, whole, fighter, HENCHMAN_TABLE)
        if row in table and _fits(run.state, fighter, row):
            break
    if row.result == "lads_got_talent":
        return Offer("lads_got_talent")
    return _characteristic(open_to(run.state, fighter, row.characteristics))


def _characteristic(free: tuple[str, ...]) -> Offer:
    return Offer("characteristic", free) if free else Offer("none")


def _row(run: Run, table: tuple[AdvanceRow, ...], fighter: Fighter, rule: str) -> AdvanceRow:
    roll = run.roll(PURPOSE, "2D6", fighter.key, rule)
    return next(row for row in table if row.holds(roll))


def _fits(state: State, fighter: Fighter, row: AdvanceRow) -> bool:
    if row.result == "lads_got_talent":
        talent = state.facts(fighter).talent
        free = sum(one.hero for one in state.roster.belonging) < state.setup.tables.max_heroes
        return talent == "killed" or (talent == "hero" and free)
    return bool(open_to(state, fighter, row.characteristics))


def open_to(state: State, fighter: Fighter, wanted: tuple[str, ...]) -> tuple[str, ...]:
    """Which of these characteristics the fighter can still raise.

    Where no racial maximum is known nothing caps it; henchmen raise each but so often.
    """
    facts = state.facts(fighter)
    now = current(facts.profile, fighter)
    limit = None if fighter.hero or fighter.hired else state.setup.tables.henchman_gain_limit
    return tuple(
        name
        for name in wanted
        if name != NEVER_RAISED
        and (facts.maximum is None or now[name] < facts.maximum[name] + raised(fighter, name))
        and (limit is None or gained(fighter, name) < limit)
    )


def raised(fighter: Fighter, name: str) -> int:
    """By how much a gift has raised the fighter's own maximum."""
    gifts = (gift for gift in fighter.gifts if gift.kind == "maximum" and gift.name == name)
    return sum(gift.value for gift in gifts)


def skill_choices(state: State, fighter: Fighter) -> tuple[str, ...]:
    """The skill lists of a hero; a wizard may learn a spell instead."""
    lists = lists_of(state, fighter)
    return (*lists, "spell") if state.facts(fighter).wizard else lists
