"""The trading post: rare things that heroes look for, and veterans who would join.

Like advances these questions are read off the state: a hero who was on his feet at the end may
look for one rare thing, and somebody may ask around for veterans. Nobody has to.
"""

from __future__ import annotations

from typing import Any

from rules.campaign import events as ev
from rules.campaign import maps, trades
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.search import finders
from rules.campaign.state import Pending, State, Step
from rules.campaign.tables import RareFacts
from rules.roster.leading import AWAY, BEREFT
from rules.roster.model import Fighter, Note
from rules.roster.profile import current

TRADING = "campaign.trading"
RECRUITS = "campaign.recruits"
NOTHING = "none"
VETERANS = "veterans"
GEMS = "gems"
HUNT = "hunt"
STUDIED = "studied"
"""The note of a book of which a warband studies one ever."""
STEP = Step("", "income")


def open_market(run: Run) -> None:
    """From now on heroes may look for rare things; veterans of an earlier time have gone, and
    whoever lost their vampire in an earlier battle may look for another.
    """
    battle = run.state.setup.report.battle
    for note in run.state.roster.finds:
        if note.id == VETERANS or (note.id in (BEREFT, AWAY) and note.battle != battle):
            run.tell(ev.NoteUsed(id=note.id, rule=RECRUITS))
    run.tell(ev.MarketOpened(rule=TRADING))


def market_questions(state: State) -> tuple[Pending, ...]:
    """One for each hero who may still look, and one for veterans where a group could use them."""
    if not state.market:
        return ()
    looking = [hero for hero in finders(state) if hero.key not in state.looked]
    asked = [_looking(state, hero) for hero in looking] if state.setup.tables.rare else []
    asked += [
        _question(f"trade:{one.key}", one.key, (NOTHING, *free), trades.RULE)
        for one in state.roster.active
        if not one.misses and (free := trades.besides(state, one))
    ]
    if VETERANS not in state.looked and _groups(state):
        asked.append(_question("veterans", "", ("none", "look"), RECRUITS))
    return tuple(asked)


def _looking(state: State, hero: Fighter) -> Pending:
    hunts, gold = state.setup.tables.hunts, state.roster.treasury
    hunted = (item for item, price in hunts.items() if price <= gold)
    rare = (item for item in state.setup.tables.rare if not has_studied(state, item))
    options = (NOTHING, *hunted, *trades.instead_of_looking(state, hero), *rare)
    return _question(f"rare:{hero.key}", hero.key, options, TRADING)


def has_studied(state: State, item: str) -> bool:
    """Whether it is a book that the warband needs no second time."""
    notes = state.roster.finds
    return any(note.id == STUDIED and note.data.get("book") == item for note in notes)


def _question(id: str, fighter: str, options: tuple[str, ...], rule: str, **data: Any) -> Pending:
    return Pending(
        id=id,
        kind=id.partition(":")[0],
        fighter=fighter,
        step=STEP,
        options=options,
        rule=rule,
        who="player",
        default=options[0],
        data=data,
    )


def _groups(state: State) -> bool:
    """Whether there is a group that raw recruits can't join."""
    return any(
        not fighter.hero and not fighter.hired and fighter.experience
        for fighter in state.roster.active
    )


def look(run: Run, pending: Pending, order: Resolve) -> None:
    """A hero looks for something rare: dice against its rarity, then the price."""
    run.tell(ev.Looked(who=pending.fighter, rule=TRADING))
    if order.choice == NOTHING:
        return
    if order.choice in run.state.setup.tables.hunts:
        _hunt(run, pending.fighter, order.choice)
        return
    if order.choice in trades.instead_of_looking(run.state, run.fighter(pending.fighter)):
        trades.ply(run, pending.fighter, order.choice)
        return
    hero, facts = run.fighter(pending.fighter), run.state.setup.tables.rare[order.choice]
    bonus = _bonus(run.state, hero)
    roll = run.roll("rarity", run.state.setup.tables.rare_dice, hero.key, TRADING)
    found = roll + bonus >= facts.rarity
    run.tell(
        ev.RareSought(
            fighter=hero.key,
            item=order.choice,
            rarity=facts.rarity,
            roll=roll,
            bonus=bonus,
            found=found,
            rule=TRADING,
        )
    )
    if found:
        gold = _price(run, hero, facts)
        offer = _question(
            f"offer:{hero.key}", hero.key, ("leave", "buy"), TRADING, item=order.choice, gold=gold
        )
        run.tell(ev.Asked(decision=offer, rule=TRADING))


def _hunt(run: Run, key: str, item: str) -> None:
    """Gold for the try, whatever comes of it; a D6 of his Strength or less brings it home."""
    run.gold(-run.state.setup.tables.hunts[item], HUNT, TRADING, key)
    strength = current(run.facts(key).profile, run.fighter(key))["S"]
    passed = run.roll("strength", "D6", key, TRADING) <= strength
    run.tell(ev.TestTaken(fighter=key, characteristic="S", passed=passed, rule=TRADING))
    if passed:
        run.tell(ev.ItemsFound(item=item, n=1, cause=HUNT, rule=TRADING))


def _bonus(state: State, hero: Fighter) -> int:
    """Of his skills, of the warband's rules, and of gems that were kept."""
    tables = state.setup.tables
    own = sum(tables.skills[id].rarity for id in hero.skills if id in tables.skills)
    gems = any(note.id == GEMS for note in state.roster.finds)
    return own + tables.rarity_bonus + gems + _of_the_leader(state, hero)


def _of_the_leader(state: State, hero: Fighter) -> int:
    """A coach makes an impression where the leader himself comes in it."""
    if not hero.leader:
        return 0
    there = {*hero.equipment, *state.roster.stash}
    return max((n for id, n in state.setup.tables.leaders_rarity.items() if id in there), default=0)


def _price(run: Run, hero: Fighter, facts: RareFacts) -> int:
    """The price with its dice; who haggles takes some off, never below a crown."""
    gold = run.roll("price", facts.price, hero.key, TRADING)
    known = run.state.setup.tables.skills
    for id in hero.skills:
        if id in known and known[id].haggle:
            gold = max(1, gold - run.roll("price", known[id].haggle, hero.key, TRADING))
    return gold


def decide(run: Run, pending: Pending, order: Resolve) -> None:
    """What has been found is bought for the stash, or left."""
    if order.choice == "buy":
        run.tell(
            ev.RareBought(
                item=pending.data["item"],
                gold=pending.data["gold"],
                fighter=pending.fighter,
                rule=TRADING,
            )
        )
        maps.appraise(run)


def ask_around(run: Run, pending: Pending, order: Resolve) -> None:
    """Two dice say how much experience veterans have who would join this time."""
    run.tell(ev.Looked(who=VETERANS, rule=RECRUITS))
    if order.choice == "look":
        pool = run.roll("random_pick", run.state.setup.tables.veterans, "", RECRUITS)
        note = Note(VETERANS, run.state.setup.report.battle, {"experience": pool})
        run.tell(ev.Noted(note=note, rule=RECRUITS))
