"""Two to four sides of fighters with rules of their own: nothing breaks, forms tell the truth."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from rules import IllegalOrder, encode, fold, legal_orders, refusal, start, submit
from rules.battle import orders as od
from rules.battle.domains import Ids, Ways
from rules.battle.forms import Form
from rules.battle.state import Setup, TraitRef
from rules.board import from_data
from rules.catalogue import load_catalogue
from rules.units import CM
from tests.battle.random_play import any_form, orders_of
from tests.battle.test_properties import dice, invariants
from tests.battle.world import table, warrior


def _box(left: int, low: int, right: int, high: int) -> list[list[int]]:
    return [[left, low], [right, low], [right, high], [left, high]]


GROUND = from_data(
    {
        "size": [120, 120],
        "terrain": [
            {"id": "mud", "kind": "area", "polygon": _box(40, 30, 60, 50), "effect": "difficult"},
            {
                "id": "wood",
                "kind": "area",
                "polygon": _box(60, 50, 80, 80),
                "effect": "difficult",
                "ground": "woods",
            },
            {"id": "fence", "kind": "wall", "line": [[50, 55], [50, 70]], "height": 3},
            {"id": "hut", "kind": "wall", "line": [[66, 36], [74, 36]], "height": 8},
        ],
    },
    CM,
)
WEAPONS = (("sword", "dagger"), ("axe", "bow"), ("spear",), ("ball_and_chain",), ("plague_censer",))
SKILLS = """sprint waaagh see_in_shadows jump_back fury_of_khaine luck hide_in_shadows throw_voice
    acrobat scale_sheer_surfaces absolute_faith utter_determination ere_we_go fearsome step_aside
    lightning_reflexes mighty_blow quick_shot nimble""".split()
TRAITS = """frenzy stupidity fear hatred animal squig_movement minderz cannot_run reluctant evade
    convincing_manner songster cold_blooded crazed bloodgreed not_orcs large_target
    stupidity_unless_hero woodland_dwelling excellent_sight hardy regeneration mark_of_nurgle
    concealment""".split()
GEAR = """rabbits_foot war_horn holy_relic healing_herbs flash_powder garlic lantern banner vodka
    rope_and_hook horse warhorse mandrake_root crimson_shade torch standard_of_nagarythe""".split()


def gifted(rng: random.Random, size: int = 4) -> Setup:
    """Humans close together with a few rows each of what moves, frightens, hides or helps."""
    sides = ("red", "blue", "green", "grey")[: rng.randint(2, 4)]
    places = [(x, y) for x in range(35, 80, 5) for y in range(37, 80, 5) if x != 50]
    fighters = [
        warrior(
            f"w{number}",
            sides[number % len(sides)],
            x,
            y,
            weapons=rng.choice(WEAPONS),
            skills=tuple(rng.sample(SKILLS, rng.randint(0, 2))),
            traits=tuple(TraitRef(id) for id in rng.sample(TRAITS, rng.randint(0, 2))),
            equipment=tuple(rng.sample(GEAR, rng.randint(0, 2))),
            leader=number < len(sides),
            hero=rng.random() < 0.5,
            kinds=rng.choice([("goblin",), ("human",), ("vampire",)]),
            W=rng.choice([1, 2]),
            I=rng.choice([2, 3, 4]),
        )
        for number, (x, y) in enumerate(rng.sample(places, size * 2))
    ]
    plain = table(*(replace(w, equipment=()) for w in fighters), board=GROUND, active=None)
    pinned = load_catalogue().pin(
        {"fist", "plain", *(id for w in fighters for id in (*w.weapons, *w.equipment))},
        skills={id for w in fighters for id in w.skills},
        traits={ref.id for w in fighters for ref in w.traits},
    )
    return replace(plain, catalogue=pinned, warriors=tuple(fighters))


def orders(form: Form, rng: random.Random) -> Iterator[od.Order]:
    """Orders of a form; of a warrior that has a hand free for none of its weapons none."""
    if form.kind == "use":
        items = form.domains["item"]
        assert isinstance(items, Ids)
        for item in (*items.options, "bow"):
            yield od.Use(side=form.side, warrior=form.warrior, item=item)
        return
    splits = form.domains.get("splits")
    if not isinstance(splits, Ways) or splits.ways:
        yield from orders_of(form, rng)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**9))
def test_whatever_they_bring_play_goes_on(seed: int) -> None:
    rng = random.Random(seed)
    setup = gifted(rng)
    state, log = start(setup, dice(0))
    events = list(log)
    for step in range(1, 60):
        if state.result is not None:
            break
        order = rng.choice([*orders(any_form(state, rng), rng), od.EndPhase(side=state.active)])
        if refusal(state, order) is not None:
            continue
        state, new = submit(state, order, dice(step, encode(order)))
        events += new
        invariants(state)
    assert fold(setup, events) == state


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 10**9))
def test_their_forms_allow_exactly_what_submit_accepts(seed: int) -> None:
    rng = random.Random(seed)
    state, _ = start(gifted(rng, size=3), dice(0))
    for step in range(1, 30):
        if state.result is not None:
            break
        for form in (f for side in state.order_of_play for f in legal_orders(state, side)):
            for order in orders(form, rng):
                assert form.allows(order) == _accepted(state, order, step), order
        order = rng.choice([*orders(any_form(state, rng), rng), od.EndPhase(side=state.active)])
        if refusal(state, order) is None:
            state, _ = submit(state, order, dice(step, encode(order)))


def _accepted(state: object, order: od.Order, step: int) -> bool:
    try:
        submit(state, order, dice(step, encode(order)))  # type: ignore[arg-type]
    except IllegalOrder:
        return False
    return True
