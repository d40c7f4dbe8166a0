"""What a warband may hire and buy now, each with its price, and the reason where it may not."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from rules.catalogue.house import amended
from rules.catalogue.lists import Bundle, FighterType
from rules.roster import change as verbs
from rules.roster import extras, founding, heirloom
from rules.roster.change import Refused
from rules.roster.goods import (
    bundles,
    mutation_prices,
    offers,
    open_mutations,
    paid_for,
    price,
    sort,
    used_price,
)
from rules.roster.inherited import asked, heirloom_of
from rules.roster.model import Fighter, Roster
from warbands import names
from warbands.models.warband import Status
from warbands.selectors.roster import RosterSheet
from warbands.selectors.wares import described
from warbands.sentences import breaches, sentence


@dataclass(frozen=True, kw_only=True)
class Goods:
    """Something that may be had: an item for a fighter, or a fighter to hire.

    `price` is that of all (n x each for a group), `refusal` says why not now; empty where it may
    be bought. `n` of `most` are there already. `sort`: close, missile, blackpowder, armour ...
    """

    id: str
    name: str
    price: int
    refusal: str
    n: int = 0
    most: int | None = None
    each: int = 0
    sort: str = ""
    text: str = ""

    @property
    def count(self) -> str:
        """ "3 of 5"; how many there are where there is no limit."""
        if self.most is None:
            return str(self.n) if self.n else ""
        return _("%(n)d of %(most)d") % {"n": self.n, "most": self.most}


@dataclass(frozen=True, kw_only=True)
class Recruit(Goods):
    """A kind of fighter to hire; `hero` apart from henchmen."""

    hero: bool
    leader: bool
    profile: dict[str, int]
    rules: tuple[str, ...]
    room: int


@dataclass(frozen=True, kw_only=True)
class Sword(Goods):
    """A hired sword who would serve: his `sets` are what he may carry, one of them."""

    upkeep: int
    profile: dict[str, int]
    rules: tuple[str, ...]
    sets: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class KitGoods(Goods):
    """A kit; of each of its `groups` one set comes besides."""

    items: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]


class SkillsOf(NamedTuple):
    """Which lists a fighter would learn from, in words."""

    fighter: str
    skills: str


@dataclass(frozen=True)
class SkillSetGoods:
    """A set of skills that may be chosen at the founding; `skills` by fighter."""

    id: str
    name: str
    chosen: bool
    skills: tuple[SkillsOf, ...]


@dataclass(frozen=True)
class Market:
    """What a warband may hire, what each of its fighters may buy, what its stash would fetch."""

    recruits: tuple[Recruit, ...]
    swords: tuple[Sword, ...]
    items: dict[str, tuple[Goods, ...]]
    sales: dict[str, tuple[Goods, ...]]
    kits: dict[str, tuple[KitGoods, ...]]
    mutations: dict[str, tuple[Goods, ...]]
    more: dict[str, Goods]
    skill_sets: tuple[SkillSetGoods, ...]
    gifts: dict[str, Goods]
    heirlooms: dict[str, tuple[Goods, ...]]
    stash: tuple[Goods, ...]


def market(sheet: RosterSheet) -> Market:
    """What may be bought and hired now, each with the reason where it may not."""
    roster = sheet.roster
    catalogue = amended(roster.house_rules)
    row = catalogue.warbands[roster.type]
    draft = sheet.warband.status == Status.DRAFT
    return Market(
        recruits=tuple(_recruit(roster, kind, sheet) for kind in row.fighters),
        swords=tuple(_sword(roster, kind, sheet.unit) for kind in row.hired),
        items={f.key: _items(roster, f, sheet.unit, draft) for f in roster.active},
        sales={f.key: tuple(_sales(roster, f, draft)) for f in roster.active},
        kits={f.key: _kits(roster, f) for f in roster.active},
        mutations={f.key: _mutations(roster, f, draft) for f in roster.active},
        more={f.key: _more(roster, f) for f in roster.active if not (f.hero or f.hired)},
        skill_sets=tuple(_skill_sets(roster, draft)),
        gifts={f.key: gift for f in roster.active if (gift := _gift(roster, f, draft))},
        heirlooms={
            f.key: found
            for f in (roster.active if draft else ())
            if (found := tuple(_heirlooms(roster, f)))
        },
        stash=tuple(
            Goods(
                id=item,
                name=names.item(item),
                price=used_price(catalogue, roster.type, item),
                refusal="",
                n=n,
            )
            for item, n in roster.stash.items()
        ),
    )


def _recruit(roster: Roster, kind: FighterType, sheet: RosterSheet) -> Recruit:
    n = sum(fighter.size for fighter in roster.active if fighter.type == kind.id)
    most = kind.most
    return Recruit(
        id=kind.id,
        name=names.fighter_type(kind.id, roster.type),
        price=kind.cost,
        each=kind.cost,
        refusal=_hiring(roster, kind),
        n=n,
        most=most,
        hero=kind.kind == "hero",
        leader=kind.leader,
        profile=kind.profile.native(sheet.unit),
        rules=tuple(names.rule(id) for id in kind.traits),
        room=_room(roster, kind, sheet, n),
    )


def _room(roster: Roster, kind: FighterType, sheet: RosterSheet, n: int) -> int:
    """How many may be hired at once, by number and gold; other limits are asked as they come."""
    if kind.kind == "hero":
        return 1
    limits = [sheet.most - sheet.size, roster.treasury // max(kind.cost, 1)]
    if kind.group_of_five:
        limits.append(amended(roster.house_rules).tables["warband"]["group"][1])
    if kind.most is not None:
        limits.append(kind.most - n)
    return max(1, min(limits))


def _sword(roster: Roster, kind: FighterType, unit: str) -> Sword:
    n = sum(fighter.type == kind.id for fighter in roster.active)
    return Sword(
        id=kind.id,
        name=names.fighter_type(kind.id, roster.type),
        price=kind.cost,
        each=kind.cost,
        refusal=_hiring(roster, kind),
        n=n,
        most=1,
        upkeep=kind.upkeep,
        profile=kind.profile.native(unit),
        rules=(*map(names.skill, kind.knows), *map(names.rule, kind.traits)),
        sets=tuple(_set(items) for items in kind.choices),
        text=_set(kind.equipment),
    )


def _hiring(roster: Roster, kind: FighterType) -> str:
    def hire() -> Any:
        return verbs.hire(amended(roster.house_rules), roster, key="?", type=kind.id, name="?")

    return refusal_of(hire)


def _set(items: tuple[str, ...]) -> str:
    """The items of a set with their numbers, two axes as "Axe x 2"."""
    counted = {item: items.count(item) for item in items}
    return ", ".join(
        f"{names.item(item)} × {n}" if n > 1 else names.item(item) for item, n in counted.items()
    )


def _more(roster: Roster, fighter: Fighter) -> Goods:
    """One more for a group, with the gear of the others."""
    catalogue = amended(roster.house_rules)

    def recruit() -> Any:
        return verbs.recruit(catalogue, roster, key=fighter.key)

    each = price(catalogue, roster.type, fighter) // fighter.size
    return Goods(
        id=fighter.type,
        name=fighter.name,
        price=each,
        each=each,
        refusal=refusal_of(recruit),
        n=fighter.size,
    )


def _items(roster: Roster, fighter: Fighter, unit: str, draft: bool) -> tuple[Goods, ...]:
    catalogue = amended(roster.house_rules)
    offered = offers(catalogue, roster.type, fighter.type, hero=fighter.hero, draft=draft)
    prices = {
        item: asked(catalogue, roster.type, fighter, item, cost) for item, cost in offered.items()
    }
    return tuple(
        Goods(
            id=item,
            name=names.item(item),
            price=cost * fighter.size,
            each=cost,
            refusal=refusal_of(_buying(roster, fighter, item, draft)),
            n=fighter.equipment.get(item, 0),
            sort=sort(catalogue, item),
            text=described(item, unit),
        )
        for item, cost in prices.items()
    )


def _buying(roster: Roster, fighter: Fighter, item: str, draft: bool) -> Callable[[], object]:
    return lambda: verbs.buy(
        amended(roster.house_rules), roster, key=fighter.key, item=item, draft=draft
    )


def _sales(roster: Roster, fighter: Fighter, draft: bool) -> Iterator[Goods]:
    """What one piece a member of each thing would bring that somebody has paid for."""
    catalogue = amended(roster.house_rules)
    for item in paid_for(catalogue, roster.type, fighter):
        try:
            sold = verbs.sell(catalogue, roster, key=fighter.key, item=item, draft=draft)
        except Refused as refused:
            each, refusal = 0, sentence(refused.code, refused.params)
        else:
            each, refusal = sold.lines[0].price, ""
        yield Goods(
            id=item,
            name=names.item(item),
            price=each * fighter.size,
            each=each,
            refusal=refusal,
            n=fighter.equipment[item],
        )


def _kits(roster: Roster, fighter: Fighter) -> tuple[KitGoods, ...]:
    catalogue = amended(roster.house_rules)
    return tuple(_kit(roster, fighter, kit) for kit in bundles(catalogue, roster.type, fighter))


def _kit(roster: Roster, fighter: Fighter, kit: Bundle) -> KitGoods:
    def buy() -> Any:
        return extras.buy_kit(amended(roster.house_rules), roster, key=fighter.key, kit=kit.id)

    return KitGoods(
        id=kit.id,
        name=names.item(kit.id),
        price=kit.cost * fighter.size,
        each=kit.cost,
        refusal=refusal_of(buy),
        n=int(fighter.kit is not None and fighter.kit.id == kit.id),
        items=tuple(names.item(item) for item in kit.items),
        groups=tuple(tuple(_set(items) for items in group) for group in kit.choices),
    )


def _mutations(roster: Roster, fighter: Fighter, draft: bool) -> tuple[Goods, ...]:
    catalogue = amended(roster.house_rules)
    return tuple(
        _mutation(roster, fighter, id, draft)
        for id in open_mutations(catalogue, roster.type, fighter)
        if id not in fighter.mutations
    )


def _mutation(roster: Roster, fighter: Fighter, id: str, draft: bool) -> Goods:
    catalogue = amended(roster.house_rules)

    def buy() -> Any:
        return extras.mutate(catalogue, roster, key=fighter.key, mutation=id, draft=draft)

    each = mutation_prices(catalogue, (*fighter.mutations, id))[-1][1]
    return Goods(
        id=id,
        name=names.rule(id),
        price=each * fighter.size,
        each=each,
        refusal=refusal_of(buy),
        text=names.rule_text(id),
    )


def _skill_sets(roster: Roster, draft: bool) -> Iterator[SkillSetGoods]:
    """Those that may (still) be chosen; none once it is settled."""
    catalogue = amended(roster.house_rules)
    row, chosen = catalogue.warbands[roster.type], founding.skill_set(catalogue, roster)
    for one in row.skill_sets if draft or chosen is None else ():
        yield SkillSetGoods(
            id=one.id,
            name=names.skill_set(roster.type, one.id),
            chosen=one == chosen,
            skills=tuple(
                SkillsOf(
                    names.fighter_type(kind, roster.type), ", ".join(map(names.skill_list, lists))
                )
                for kind, lists in one.skills.items()
            ),
        )


def _gift(roster: Roster, fighter: Fighter, draft: bool) -> Goods | None:
    """What he may take for nothing, or has taken (`n`); None where there is nothing such."""
    catalogue = amended(roster.house_rules)
    rule, item = founding.gift_of(catalogue, roster.type, fighter.type)
    if not rule or not draft:
        return None
    taken = founding.has_gift(fighter, rule)
    verb = founding.return_gift if taken else founding.take_gift
    return Goods(
        id=item,
        name=names.item(item),
        price=0,
        refusal=refusal_of(lambda: verb(catalogue, roster, key=fighter.key)),
        n=int(taken),
        text=names.rule_text(rule),
    )


def _heirlooms(roster: Roster, fighter: Fighter) -> Iterator[Goods]:
    """What he may choose for less as his heirloom; once he has it (`n`), that alone."""
    catalogue = amended(roster.house_rules)
    own = heirloom_of(fighter)
    for item, cost in heirloom.choices(catalogue, roster, fighter).items():
        if own in ("", item):
            yield Goods(
                id=item,
                name=names.item(item),
                price=cost,
                each=cost,
                refusal="" if own else refusal_of(_inheriting(roster, fighter, item)),
                n=int(item == own),
            )


def _inheriting(roster: Roster, fighter: Fighter, item: str) -> Callable[[], object]:
    return lambda: heirloom.inherit(amended(roster.house_rules), roster, key=fighter.key, item=item)


def refusal_of(verb: Callable[[], object]) -> str:
    """Why a verb would be refused, in words; "" where it wouldn't."""
    try:
        verb()
    except Refused as refused:
        if refused.breaches:
            return " ".join(problem["detail"] for problem in breaches(refused.breaches))
        return sentence(refused.code, refused.params)
    return ""
