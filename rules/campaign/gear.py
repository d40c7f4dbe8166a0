"""What a battle does to the gear: what is used up, what drugs leave behind, what helps to search.

Facts of the items come pinned with the tables (`Tables.gear`); a setup of an earlier time has none
and no step of this kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rules.campaign import events as ev
from rules.campaign import maps
from rules.campaign.advances import open_to
from rules.campaign.leaders import leave
from rules.campaign.orders import Resolve
from rules.campaign.rulings import by_hand
from rules.campaign.run import Run
from rules.campaign.sorcery import apart
from rules.campaign.state import CARDS, EACH, Pending, State, Step, spends, was_used
from rules.campaign.tables import GearFacts
from rules.roster.craving import ADDICTED, craves
from rules.roster.model import Fighter, Lasting, fighter_key
from rules.roster.profile import current

ITEMS = "campaign.items"
USED, UNUSED = "used", "unused"
READ, LEAVE = "read", "leave"


# What is used up, before anybody is robbed, captured or buried with it.


def use_up(run: Run, step: Step) -> None:
    """What lasts for one battle is gone; of what works once, what the battle saw in use.

    Nobody watched a battle on a real table: its players say what they used.
    """
    fighter = run.fighter(step.fighter)
    for item in fighter.equipment:
        how = spends(run.state.setup, fighter, item)
        if how == "gone":
            _spend(run, fighter, item)
        elif how == "ask":
            _ask_whether_used(run, step, item)


def _spend(run: Run, fighter: Fighter, item: str) -> None:
    run.tell(ev.UsedUp(fighter=fighter.key, items={item: 1}, rule=ITEMS))


def _ask_whether_used(run: Run, step: Step, item: str) -> None:
    pending = Pending(
        id=f"used:{step.fighter}:{item}",
        kind="used",
        fighter=step.fighter,
        step=step,
        options=(UNUSED, USED),
        rule=ITEMS,
        who="player",
        default=UNUSED,
        data={"item": item},
    )
    run.tell(ev.Asked(decision=pending, rule=ITEMS))


def said_whether_used(run: Run, pending: Pending, order: Resolve) -> None:
    """By now he may have been robbed of it, or have given it away."""
    fighter = run.fighter(pending.fighter)
    if order.choice == USED and pending.data["item"] in fighter.equipment:
        _spend(run, fighter, pending.data["item"])


def carried(state: State, fighter: Fighter) -> Iterator[tuple[str, GearFacts]]:
    """What a fighter has with him that this part knows about."""
    known = state.setup.tables.gear
    return ((item, known[item]) for item in fighter.equipment if item in known)


# What comes of it, once it is known who lives.


def take_effect(run: Run, step: Step) -> None:
    """A roll for each thing that the battle leaves an effect of: drugs, silk that may be torn."""
    before = next(f for f in run.state.setup.roster.fighters if f.key == step.fighter)
    for item, facts in carried(run.state, before):
        if not facts.lingers or not _concerned(run, step, facts):
            continue
        if before.size > 1 and EACH in run.state.setup.tables.understood:
            _each_of_them(run, before, item, facts)
            continue
        for row in _thrown(run, step.fighter, facts):
            _befall(run, step.fighter, item, row)


def _thrown(run: Run, actor: str, facts: GearFacts) -> list[dict[str, Any]]:
    roll = run.roll("side_effect", facts.dice, actor, ITEMS)
    return [row for row in facts.rows if row["min"] <= roll <= row["max"]]


def _each_of_them(run: Run, group: Fighter, item: str, facts: GearFacts) -> None:
    """Every member of a group has his own roll; whom it changes leaves the others."""
    out = {warrior.id for warrior in run.state.warriors() if warrior.out}
    for warrior in run.state.survivors(group):
        now = run.state.called(warrior)
        alive = now in run.fighter(fighter_key(now)).warrior_ids()
        if not alive or (facts.only_if_out and warrior not in out):
            continue
        for row in _thrown(run, warrior, facts):
            if row["result"] in RESULTS:
                RESULTS[row["result"]](run, apart(run, now, ITEMS), item, row)


def _concerned(run: Run, step: Step, facts: GearFacts) -> bool:
    """The dead feel nothing; silk is torn only from somebody who fell."""
    fighter = run.fighter(step.fighter)
    if fighter.fate not in ("active", "captured"):
        return False
    out = {warrior.id for warrior in run.state.warriors() if warrior.out}
    return not facts.only_if_out or bool(out.intersection(fighter.warrior_ids()))


def _befall(run: Run, key: str, item: str, row: dict[str, Any]) -> None:
    """In an older aftermath one of a group isn't told from the others: the game master sees to
    him."""
    if run.fighter(key).size > 1:
        by_hand(run, "drug_effect", ITEMS, key)
        return
    RESULTS[row["result"]](run, key, item, row)


def _addicted(run: Run, key: str, item: str, row: dict[str, Any]) -> None:
    """From now on a new batch before every battle, or he leaves."""
    if not run.fighter(key).has_rule(ADDICTED):
        _gift(run, key, item, Lasting("rule", ADDICTED, params={"item": item}))


def _stupid(run: Run, key: str, item: str, row: dict[str, Any]) -> None:
    if not run.fighter(key).has_rule("stupidity"):
        _gift(run, key, item, Lasting("rule", "stupidity"))


def _changed(name: str) -> Callable[[Run, str, str, dict[str, Any]], None]:
    def change(run: Run, key: str, item: str, row: dict[str, Any]) -> None:
        """Never beyond the racial maximum, never below 1."""
        fighter, mod = run.fighter(key), row["mod"]
        now = current(run.facts(key).profile, fighter)[name]
        if now + mod >= 1 and (mod < 0 or open_to(run.state, fighter, (name,))):
            _gift(run, key, item, Lasting("characteristic", name, mod))

    return change


def _torn(run: Run, key: str, item: str, row: dict[str, Any]) -> None:
    if item in run.fighter(key).equipment:
        run.tell(ev.GearLost(fighter=key, items={item: 1}, rule=ITEMS))


def _gift(run: Run, key: str, item: str, gift: Lasting) -> None:
    run.tell(ev.GiftGained(fighter=key, gift=gift, cause=item, rule=ITEMS))


RESULTS: dict[str, Callable[[Run, str, str, dict[str, Any]], None]] = {
    "addicted": _addicted,
    "initiative_permanent": _changed("I"),
    "toughness_permanent": _changed("T"),
    "stupidity_permanent": _stupid,
    "item_lost": _torn,
}
"""What the rows of `after_battle` name."""


def crave(run: Run, step: Step) -> None:
    """Whoever came to a battle without what he is addicted to leaves the warband with all he has.

    An injury that keeps him at home keeps his need at home, too.
    """
    fighter = run.fighter(step.fighter)
    if not fighter.active or fighter.misses or not craves(fighter):
        return
    if fighter.equipment:
        run.tell(ev.GearLost(fighter=fighter.key, items=dict(fighter.equipment), rule=ITEMS))
    leave(run, fighter.key, "dismissed", ADDICTED, ITEMS)


# What helps to search.


class Help(NamedTuple):
    """What items add to the dice of exploration."""

    rerolls: int = 0
    adjusts: int = 0


def helpers(state: State, heroes: tuple[Fighter, ...]) -> list[list[str]]:
    """Who of those that search carries something of use, as [fighter, item]."""
    return [
        [hero.key, item]
        for hero in heroes
        for item, facts in carried(state, hero)
        if facts.search not in ("", "map", _read_before(state))
    ]


def _read_before(state: State) -> str:
    """Cards are read before the battle (ahead.py); in an older aftermath before the search."""
    return "cards" if CARDS in state.setup.tables.understood else ""


def help_search(run: Run, step: Step, left: list[list[str]], help: Help) -> Help | None:
    """What the things carried bring, one after the other; None where a player has to say first."""
    for number, (key, item) in enumerate(left):
        facts, fighter = run.state.setup.tables.gear[item], run.fighter(key)
        if facts.search == "cards" or (facts.search == "luck" and _unwatched(run.state)):
            _ask_about(run, step, left[number:], help)
            return None
        if facts.search == "luck":
            lucky = not was_used(run.state.setup, fighter, item)
            help = help._replace(rerolls=help.rerolls + lucky)
        elif _tested(run, key) >= 0:
            help = help._replace(rerolls=help.rerolls + 1)
    return help._replace(rerolls=help.rerolls + maps.rerolls(run))


def _unwatched(state: State) -> bool:
    return state.setup.report.by_hand


def _ask_about(run: Run, step: Step, left: list[list[str]], help: Help) -> None:
    key, item = left[0]
    cards = run.state.setup.tables.gear[item].search == "cards"
    pending = Pending(
        id=f"aid:{key}:{item}",
        kind="aid",
        fighter=key,
        step=step,
        options=(LEAVE, READ) if cards else (USED, UNUSED),
        rule=ITEMS,
        who="player",
        default=LEAVE if cards else USED,
        data={"item": item, "left": left[1:], "rerolls": help.rerolls, "adjusts": help.adjusts},
    )
    run.tell(ev.Asked(decision=pending, rule=ITEMS))


def said(run: Run, pending: Pending, order: Resolve) -> Help:
    """What follows from an answer: cards that were read, a charm whose luck is left."""
    help = Help(pending.data["rerolls"], pending.data["adjusts"])
    if order.choice == UNUSED:
        return help._replace(rerolls=help.rerolls + 1)
    if order.choice == READ:
        return help._replace(adjusts=help.adjusts + _read_cards(run, pending))
    return help


def _read_cards(run: Run, pending: Pending) -> int:
    """A point on one die; who fails badly has seen what keeps him from the next battle."""
    key, facts = pending.fighter, run.state.setup.tables.gear[pending.data["item"]]
    margin = _tested(run, key)
    if facts.misses_by and -margin >= facts.misses_by:
        total = run.fighter(key).misses + 1
        run.tell(ev.MustMiss(fighter=key, battles=1, total=total, rule=ITEMS))
    return margin >= 0


def _tested(run: Run, key: str) -> int:
    """A Leadership test: by how much it was passed, below 0 failed."""
    goal = current(run.facts(key).profile, run.fighter(key))["Ld"]
    margin = goal - run.roll("leadership", "2D6", key, ITEMS)
    run.tell(ev.TestTaken(fighter=key, characteristic="Ld", passed=margin >= 0, rule=ITEMS))
    return margin


STEPS: dict[str, Callable[[Run, Step], None]] = {
    "craving": crave,
    "used_up": use_up,
    "side_effect": take_effect,
}
"""What each kind of step about gear does."""
