"""The builder's view of a draft: what has been done, what comes next, names to choose from."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules.catalogue.house import amended
from warbands.christening import fighter_name
from warbands.models import Warband
from warbands.models.warband import Status
from warbands.selectors.market import Goods, Market, market
from warbands.selectors.roster import FighterSheet, RosterSheet

WORTH_SPENDING = 15
"""Gold crowns that still buy something worth having."""

LATE = "catch_up"
"""How the books name what a late joiner gets, and what he gives back of it."""

SHELVES = ("close", "missile", "blackpowder", "armour")


@dataclass(frozen=True)
class Shelf:
    """Goods of one sort, with the sort in words."""

    name: str
    goods: tuple[Goods, ...]


@dataclass(frozen=True)
class Stall:
    """A fighter and everything that may be bought for him."""

    fighter: FighterSheet
    shelves: tuple[Shelf, ...]
    sales: tuple[Goods, ...]
    kits: tuple[Goods, ...]
    mutations: tuple[Goods, ...]
    problems: tuple[str, ...]
    open: bool
    more: Goods | None
    gift: Goods | None
    heirlooms: tuple[Goods, ...]


@dataclass(frozen=True)
class Step:
    """A step of the way to a warband: done, or what is missing."""

    name: str
    anchor: str
    done: bool
    now: bool


@dataclass(frozen=True)
class Builder:
    """All that the builder page shows beyond the roster itself."""

    market: Market
    stalls: tuple[Stall, ...]
    names: dict[str, str]
    steps: tuple[Step, ...]
    next: str
    start: int
    spent: int
    draft: bool


def builder(sheet: RosterSheet, *, opened: str = "") -> Builder:
    """The builder of a warband; `opened` is the fighter whose stall stands open."""
    offered = market(sheet)
    start = sheet.warband.budget + _granted(sheet.warband)
    return Builder(
        market=offered,
        stalls=tuple(_stall(sheet, offered, f, opened) for f in sheet.fighters),
        names=_names(sheet),
        steps=tuple(_steps(sheet, offered)),
        next=_next(sheet),
        start=start,
        spent=max(0, start - sheet.warband.treasury),
        draft=sheet.warband.status == Status.DRAFT,
    )


def _granted(warband: Warband) -> int:
    """Gold that a draft has got beyond that of its list, from the books. One query."""
    if warband.status != Status.DRAFT:
        return 0
    lines = warband.ledger.filter(reason__startswith=LATE)
    return int(lines.aggregate(gold=Sum("gold"))["gold"] or 0)


def _stall(sheet: RosterSheet, offered: Market, fighter: FighterSheet, opened: str) -> Stall:
    goods = offered.items[fighter.key]
    problems = [p["detail"] for p in sheet.problems if p["fighter"] == fighter.key]
    return Stall(
        fighter=fighter,
        shelves=tuple(_shelves(goods)),
        sales=offered.sales[fighter.key],
        kits=offered.kits[fighter.key],
        mutations=offered.mutations[fighter.key],
        problems=tuple(problems),
        open=opened == fighter.key,
        more=offered.more.get(fighter.key),
        gift=offered.gifts.get(fighter.key),
        heirlooms=offered.heirlooms.get(fighter.key, ()),
    )


def _shelves(goods: tuple[Goods, ...]) -> Iterator[Shelf]:
    names = {
        "close": _("Close combat"),
        "missile": _("Missile weapons"),
        "blackpowder": _("Blackpowder"),
        "armour": _("Armour"),
        "": _("Anything else"),
    }
    for sort in (*SHELVES, ""):
        found = tuple(g for g in goods if (g.sort if g.sort in SHELVES else "") == sort)
        if found:
            yield Shelf(names[sort], found)


def _names(sheet: RosterSheet) -> dict[str, str]:
    """A suggestion for whoever is hired next, by kind."""
    row = amended(sheet.roster.house_rules).warbands[sheet.roster.type]
    taken = {fighter.name for fighter in sheet.roster.fighters}
    seed = f"{sheet.warband.pk}:{len(sheet.roster.fighters)}"
    return {
        kind.id: fighter_name(row.id, kind, seed=seed, taken=taken)
        for kind in (*row.fighters, *row.hired)
    }


def _steps(sheet: RosterSheet, offered: Market) -> Iterator[Step]:
    codes = {problem["code"] for problem in sheet.problems}
    armed = bool(sheet.fighters) and not codes & {"needs_item", "needs_mutation"}
    states = [
        (_("Leader"), "hire-heroes", "needs_leader" not in codes),
        (_("Heroes"), "hire-heroes", len(sheet.heroes) > 1),
        (_("Henchmen"), "hire-henchmen", bool(sheet.henchmen)),
        (_("Arms"), "fighters", armed and _some_arms(sheet)),
        (_("Enlist"), "enlist", sheet.warband.status != Status.DRAFT),
    ]
    if offered.skill_sets:
        states.insert(1, (_("Skills"), "skills", "needs_skill_set" not in codes))
    first = next((i for i, (_name, _anchor, done) in enumerate(states) if not done), -1)
    for number, (name, anchor, done) in enumerate(states):
        yield Step(name, anchor, done, number == first)


def _some_arms(sheet: RosterSheet) -> bool:
    """Somebody has bought something."""
    return any(fighter.each > _hire_cost(sheet, fighter) for fighter in sheet.fighters)


def _hire_cost(sheet: RosterSheet, fighter: FighterSheet) -> int:
    return amended(sheet.roster.house_rules).warbands[sheet.roster.type].fighter(fighter.type).cost


def _next(sheet: RosterSheet) -> str:
    """What to do now, in a sentence."""
    if sheet.roster.leader is None:
        return _("Start with the leader: every warband needs one.")
    if sheet.problems:
        problem: str = sheet.problems[0]["detail"]
        return problem
    if caster := next((f for f in sheet.fighters if f.seeks_spells), None):
        return _("%(name)s has no spell yet: throw for it.") % {"name": caster.name}
    gold = sheet.warband.treasury
    if sheet.warband.status != Status.DRAFT:
        return ngettext("%(n)d gold crown to spend.", "%(n)d gold crowns to spend.", gold) % {
            "n": gold
        }
    if gold >= WORTH_SPENDING:
        text = _("Legal as it is. %(n)d gold crowns are left: arm your people, hire more, or save.")
        return text % {"n": gold}
    return _("Legal as it is, and the gold well spent. Enlist when you like.")
