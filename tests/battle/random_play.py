"""Random orders out of legal forms, and perturbed ones beside them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import cast

from rules import Form, State, legal_orders
from rules.battle import forms
from rules.battle import orders as od
from rules.battle.state import Setup, TraitRef, WarriorSetup
from rules.board import Board, from_data
from rules.catalogue import load_catalogue
from rules.units import CM
from tests.battle.world import table, warrior

ARMS = [
    (("sword", "dagger"), ("light_armour", "shield")),
    (("axe", "dagger", "bow"), ()),
    (("double_handed_weapon", "dagger"), ("heavy_armour", "helmet")),
    (("mace", "sword"), ("buckler",)),
    (("spear",), ("shield",)),
    (("crossbow", "dagger"), ("light_armour",)),
    (("pistol", "sword"), ()),
    (("pistol_brace",), ()),
    (("sling", "dagger"), ("buckler",)),
    (("throwing_knives", "fighting_claws"), ()),
    ((), ()),
]


def _box(left: int, low: int, right: int, high: int) -> list[list[int]]:
    return [[left, low], [right, low], [right, high], [left, high]]


def skirmish(rng: random.Random, size: int = 4, board: Board | None = None) -> Setup:
    """Two close lines of `size` humans with mixed arms."""
    fighters: list[WarriorSetup] = []
    for side, x in (("red", 30), ("blue", 30 + rng.choice([14, 20, 30, 45]))):
        for i in range(size):
            weapons, armour = rng.choice(ARMS)
            fighters.append(
                warrior(
                    f"{side}{i}",
                    side,
                    x + rng.randint(0, 5),
                    20 + 6 * i + rng.randint(0, 2),
                    weapons=weapons,
                    armour=armour,
                    leader=i == 0,
                    W=rng.choice([1, 1, 2]),
                    A=rng.choice([1, 1, 2]),
                    I=rng.choice([2, 3, 4]),
                    WS=rng.choice([2, 3, 4]),
                )
            )
    return table(*fighters, board=board, active=None)


CATALOGUE = load_catalogue()
SKILLS = sorted(id for id, skill in CATALOGUE.skills.items() if skill.acts == "battle")
TRAITS = sorted(
    id for id, trait in CATALOGUE.traits.items() if trait.acts == "battle" and id != "animal"
)
EQUIPMENT = sorted(id for id, item in CATALOGUE.equipment.items() if item.acts == "battle")
WEAPONS = sorted(id for id, weapon in CATALOGUE.weapons.items() if not weapon.upgrade)
ARMOUR = sorted(id for id, piece in CATALOGUE.armour.items() if not piece.rulesets)


def motley(rng: random.Random, size: int = 3) -> Setup:
    """Two lines of humans who bring anything that the catalogue has, most of them in contact."""
    fighters = [
        warrior(
            f"{side}{i}",
            side,
            x,
            20 + 5 * i,
            weapons=tuple(rng.sample(WEAPONS, rng.choice([0, 1, 2, 3]))),
            armour=tuple(rng.sample(ARMOUR, rng.choice([0, 1, 2]))),
            equipment=tuple(rng.sample(EQUIPMENT, rng.choice([0, 1, 2]))),
            skills=tuple(rng.sample(SKILLS, rng.choice([0, 1, 2, 3]))),
            traits=tuple(TraitRef(id) for id in rng.sample(TRAITS, rng.choice([0, 1, 2]))),
            leader=i == 0,
            W=rng.choice([1, 2, 3]),
            A=rng.choice([1, 1, 2]),
            I=rng.choice([2, 3, 4]),
            S=rng.choice([2, 3, 4, 5]),
        )
        for side, x in (("red", 30), ("blue", 30 + rng.choice([2, 2, 8, 14])))
        for i in range(size)
    ]
    return table(*fighters, active=None)


ROOFTOPS = from_data(
    {
        "size": [120, 120],
        "terrain": [
            {"id": "inn", "kind": "building", "polygon": _box(20, 20, 40, 40), "height": 8},
            {"id": "mill", "kind": "building", "polygon": _box(45, 20, 65, 40), "height": 9},
            {"id": "shed", "kind": "building", "polygon": _box(20, 45, 40, 60), "height": 4.5},
            {"id": "tower", "kind": "platform", "polygon": _box(40, 52, 52, 64), "height": 14},
            {"id": "fence", "kind": "wall", "line": [[55, 45], [55, 65]], "height": 4},
            {"id": "parapet", "kind": "wall", "line": [[45, 20], [45, 40]], "height": 11},
            {"id": "ladder", "kind": "ladder", "at": [30, 41.1, 0], "top": [30, 38.9, 8]},
        ],
    },
    CM,
)


def rooftops(rng: random.Random, size: int = 4) -> Setup:
    """A few humans on roofs that one can leap between, at their edges and at the foot of walls."""
    places = [
        (38.9, 25, 8),
        (30, 30, 8),
        (39, 35, 8),
        (46.2, 25, 9),
        (47, 36, 9),
        (64, 30, 9),
        (30, 46, 4.5),
        (21, 50, 4.5),
        (41, 55, 14),
        (66, 30, 0),
        (54, 50, 0),
        (56, 55, 0),
        (42.5, 30, 0),
        (30, 44, 0),
        (19, 52, 0),
        (46, 46, 0),
    ]
    fighters = []
    for number, (x, y, z) in enumerate(rng.sample(places, 2 * size)):
        weapons, armour = rng.choice(ARMS)
        side = ("red", "blue")[number % 2]
        fighters.append(
            warrior(
                f"{side}{number}",
                side,
                x,
                y,
                z=z,
                weapons=weapons,
                armour=armour,
                leader=number < 2,
                W=rng.choice([1, 2]),
                I=rng.choice([2, 3, 4, 5]),
            )
        )
    return table(*fighters, board=ROOFTOPS, active=None)


def any_world(rng: random.Random, size: int = 4) -> Setup:
    """On open ground or on roofs, or a motley crew in the thick of it."""
    return rng.choice([skirmish, rooftops, motley])(rng, size)


def orders_of(form: Form, rng: random.Random) -> Iterator[od.Order]:
    """Orders of a form: some inside its domains, some just outside."""
    yield from _MAKERS[form.kind](form, rng)


def _ends(form: Form, rng: random.Random) -> Iterator[od.Order]:
    yield od.EndPhase(side=form.side)
    yield od.EndPhase(side=form.side, through=rng.choice(["start", "movement", "combat"]))


def _charges(form: Form, rng: random.Random) -> Iterator[od.Order]:
    targets = form.domains["targets"]
    assert isinstance(targets, forms.Ids)
    for target in targets.options:
        yield od.Charge(side=form.side, warrior=form.warrior, targets=(target,))
        for legs in _special_legs(form, rng):
            yield od.Charge(side=form.side, warrior=form.warrior, targets=(target,), path=legs)


def _special_legs(form: Form, rng: random.Random) -> Iterator[tuple[od.Leg, ...]]:
    """The climbs, jumps and leaps at hand, and some beside them."""
    domain = form.domains.get("scalings")
    if domain is None:
        return
    assert isinstance(domain, forms.Scalings)
    for way in rng.sample(domain.ways, min(2, len(domain.ways))):
        x, y, z = way.to
        beside = (x + rng.randint(-2 * CM, 2 * CM), y + rng.randint(-2 * CM, 2 * CM), z)
        yield (od.Leg(way.start), od.Leg(way.to, way.by))
        yield (od.Leg(way.start), od.Leg(beside, rng.choice(["climb", "jump", "leap", way.by])))
        yield (od.Leg(way.start), od.Leg(way.to, way.by), od.Leg(beside))


def _shots(form: Form, rng: random.Random) -> Iterator[od.Order]:
    shots = form.domains["shots"]
    assert isinstance(shots, forms.Shots)
    for weapon, targets in shots.targets.items():
        for target in targets:
            yield od.Shoot(side=form.side, warrior=form.warrior, weapon=weapon, target=target)
    for weapon, targets in shots.double.items():
        for target in targets:
            yield od.Shoot(
                side=form.side, warrior=form.warrior, weapon=weapon, target=target, double=True
            )


def _strikes(form: Form, rng: random.Random) -> Iterator[od.Order]:
    ways = form.domains["splits"]
    assert isinstance(ways, forms.Ways)
    way, target = rng.choice(ways.ways), rng.choice(ways.targets)
    splits = tuple(od.Split(weapon, target, n) for weapon, n in way.items())
    yield od.Strike(side=form.side, warrior=form.warrior, splits=splits)
    for weapon, n in ways.beside.items():
        aimed = od.Split(weapon, rng.choice(ways.targets), rng.choice([n, n, n + 1]))
        yield od.Strike(side=form.side, warrior=form.warrior, splits=(*splits, aimed))


def _uses(form: Form, rng: random.Random) -> Iterator[od.Order]:
    items = form.domains["item"]
    assert isinstance(items, forms.Ids)
    for item in (*items.options, "banner"):
        yield od.Use(side=form.side, warrior=form.warrior, item=item)


def _guards(form: Form, rng: random.Random) -> Iterator[od.Order]:
    ways = form.domains["parry"]
    assert isinstance(ways, forms.Ids)
    for way in rng.sample(ways.options, 1):
        yield od.Guard(side=form.side, warrior=form.warrior, parry=cast(od.Parrying, way))


def _prefers(form: Form, rng: random.Random) -> Iterator[od.Order]:
    what = rng.choice(sorted(form.domains))
    ways = form.domains[what]
    assert isinstance(ways, forms.Ids)
    for way in (*rng.sample(ways.options, 1), "halberd"):
        preference = cast(od.Preference, what)
        yield od.Prefer(side=form.side, warrior=form.warrior, what=preference, choice=way)


def _answers(form: Form, rng: random.Random) -> Iterator[od.Order]:
    decision, choice = form.domains["decision"], form.domains["choice"]
    assert isinstance(decision, forms.Ids)
    assert isinstance(choice, forms.Ids)
    for option in choice.options:
        yield od.Answer(side=form.side, decision=decision.options[0], choice=option)


def _moves(form: Form, rng: random.Random) -> Iterator[od.Order]:
    reach = form.domains["legs"]
    assert isinstance(reach, forms.Reach)
    if not reach.most:
        facing = rng.randrange(360)
        yield od.Move(side=form.side, warrior=form.warrior, mode="walk", legs=(), facing=facing)
        return
    at = form.state.warriors[form.warrior].at
    assert at is not None
    mode = form.domains["mode"].options[0]  # type: ignore[union-attr]
    for _ in range(3):
        step = rng.choice([reach.most // 3, reach.most // 2, reach.most, reach.most + CM])
        dx, dy = rng.randint(-step, step), rng.randint(-step, step)
        to = (at[0] + dx, at[1] + dy, at[2])
        hide = rng.random() < 0.3
        yield od.Move(
            side=form.side, warrior=form.warrior, mode=mode, legs=(od.Leg(to),), hide=hide
        )
    for legs in _special_legs(form, rng):
        hide = rng.random() < 0.2
        yield od.Move(side=form.side, warrior=form.warrior, mode=mode, legs=legs, hide=hide)


_MAKERS: dict[str, Callable[[Form, random.Random], Iterator[od.Order]]] = {
    "end_phase": _ends,
    "rout": lambda form, rng: iter([od.Rout(side=form.side)]),
    "stay_down": lambda form, rng: iter([od.StayDown(side=form.side, warrior=form.warrior)]),
    "charge": _charges,
    "move": _moves,
    "shoot": _shots,
    "strike": _strikes,
    "answer": _answers,
    "use": _uses,
    "guard": _guards,
    "prefer": _prefers,
}


def wild_orders(state: State, rng: random.Random) -> Iterator[od.Order]:
    """Orders that mostly aren't legal: any warrior, any phase, any target."""
    ids = sorted(state.warriors)
    for _ in range(4):
        side, id, other = rng.choice(["red", "blue", "grey"]), rng.choice(ids), rng.choice(ids)
        yield rng.choice(
            [
                od.EndPhase(side=side),
                od.Rout(side=side),
                od.StayDown(side=side, warrior=id),
                od.Charge(side=side, warrior=id, targets=(other,)),
                od.Charge(side=side, warrior=id, targets=()),
                od.Shoot(side=side, warrior=id, weapon="bow", target=other),
                od.Move(side=side, warrior=id, mode="run", legs=(), facing=90),
                od.Move(side=side, warrior=id, mode="walk", legs=()),
                od.Strike(side=side, warrior=id, splits=(od.Split("dagger", other, 1),)),
                od.Answer(side=side, decision="intercept", choice="none"),
                od.Prefer(side=side, warrior=id, what="equal", choice="weakest"),
            ]
        )


def any_form(state: State, rng: random.Random) -> Form:
    """A form that some side may use now; endings are rare so that much happens."""
    found = [form for side in state.order_of_play for form in legal_orders(state, side)]
    acting = [form for form in found if form.kind != "end_phase" and form.kind != "rout"]
    return rng.choice(acting) if acting and rng.random() < 0.7 else rng.choice(found)
