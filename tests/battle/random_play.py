"""Random orders out of legal forms, and perturbed ones beside them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from rules import Form, State, legal_orders
from rules.battle import forms
from rules.battle import orders as od
from rules.battle.state import Setup, WarriorSetup
from rules.board import Board
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


def _answers(form: Form, rng: random.Random) -> Iterator[od.Order]:
    decision, choice = form.domains["decision"], form.domains["choice"]
    assert isinstance(decision, forms.Ids)
    assert isinstance(choice, forms.Ids)
    for option in choice.options:
        yield od.Answer(side=form.side, decision=decision.options[0], choice=option)


def _moves(form: Form, rng: random.Random) -> Iterator[od.Order]:
    reach = form.domains["legs"]
    assert isinstance(reach, forms.Reach)
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


_MAKERS: dict[str, Callable[[Form, random.Random], Iterator[od.Order]]] = {
    "end_phase": _ends,
    "rout": lambda form, rng: iter([od.Rout(side=form.side)]),
    "stay_down": lambda form, rng: iter([od.StayDown(side=form.side, warrior=form.warrior)]),
    "charge": _charges,
    "move": _moves,
    "shoot": _shots,
    "strike": _strikes,
    "answer": _answers,
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
            ]
        )


def any_form(state: State, rng: random.Random) -> Form:
    """A form that some side may use now; endings are rare so that much happens."""
    found = [form for side in state.order_of_play for form in legal_orders(state, side)]
    acting = [form for form in found if form.kind != "end_phase" and form.kind != "rout"]
    return rng.choice(acting) if acting and rng.random() < 0.7 else rng.choice(found)
