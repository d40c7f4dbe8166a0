"""The aftermath as a whole: order of steps, dice by key, books, round trips, random play."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.battle.events import Rolled
from rules.campaign import Proceed, Resolve, Setup, Step, fold, next_step, start, submit
from rules.campaign import events as ev
from rules.campaign.books import entries
from rules.campaign.choices import FIRST_ROLL
from rules.campaign.events import AnyEvent
from rules.campaign.pin import pin
from rules.campaign.questions import open_questions, options_of
from rules.campaign.sealed import key, sealed_dice
from rules.campaign.search import place_of
from rules.campaign.tables import Exploration
from rules.dice import ScriptedDice, SealedDice
from rules.errors import IllegalOrder
from rules.roster.ledger import fold as sums
from rules.roster.rating import rating
from tests.aftermath.world import (
    BOSS,
    CATALOGUE,
    ENEMIES,
    GROUP,
    HERO,
    Play,
    begin,
    injured,
    report,
    roster,
    setup_of,
)

SECRET = b"s" * 32


def test_steps_come_in_the_order_of_the_rulebook() -> None:
    away = msgspec.structs.replace(HERO, key="away", misses=1)
    band = roster(BOSS, HERO, GROUP, away)
    outcome = report(band, out={"hero": "skritt", "group.4": "rats.1"}, absent=("away",))
    assert [(s.fighter, s.step) for s in begin(band, outcome).agenda] == [
        ("away", "absence"),
        ("hero", "serious_injury"),
        ("group.4", "serious_injury"),
        ("boss", "experience"),
        ("hero", "experience"),
        ("group", "experience"),
    ]


@pytest.mark.parametrize(
    "step", [Step("hero", "experience"), Step("hero", "serious_injury", 2), Step("x", "advance")]
)
def test_only_the_next_step_is_taken(step: Step) -> None:
    with pytest.raises(IllegalOrder, match="not_the_next_step"):
        submit(injured(), Proceed(step), ScriptedDice({}))


def test_a_step_is_never_taken_twice() -> None:
    state = injured()
    order = Proceed(next_step(state))
    after = submit(state, order, ScriptedDice({"serious_injury": [4, 1]})).state
    with pytest.raises(IllegalOrder, match="not_the_next_step"):
        submit(after, order, ScriptedDice({}))


def test_nothing_happens_to_a_closed_aftermath() -> None:
    band = roster(BOSS)
    play = Play(begin(band, report(band)))
    play.step()
    assert play.state.closed
    with pytest.raises(IllegalOrder, match="aftermath_closed"):
        submit(play.state, Proceed(Step("boss", "experience")), ScriptedDice({}))


def dice(order: Proceed | Resolve, battle: str = "b1", warband: str = "w1") -> tuple[int, ...]:
    return sealed_dice(SECRET, ["a"], battle, warband, order).roll("advance", 20)


def test_dice_are_keyed_by_battle_warband_fighter_step_and_occurrence() -> None:
    order = Proceed(Step("hero", "advance", 11))
    assert dice(order) == dice(order)
    others = [
        dice(order, battle="b2"),
        dice(order, warband="w2"),
        dice(Proceed(Step("boss", "advance", 11))),
        dice(Proceed(Step("hero", "serious_injury", 11))),
        dice(Proceed(Step("hero", "advance", 14))),
        dice(Resolve("captured:hero:1", "sell")),
    ]
    assert dice(order) not in others
    assert len(set(others)) == len(others)


def test_anybody_can_compute_the_dice_of_a_step() -> None:
    order = Proceed(Step("hero", "advance", 11))
    plain = SealedDice(SECRET, ["a"], "aftermath:b1:w1", 11, b'["hero","advance"]')
    assert dice(order) == plain.roll("advance", 20)
    assert key(Resolve("d", "sell")) == (0, b'["d","sell"]')


def random_aftermath(seed: int) -> tuple[Play, Setup]:
    """Everybody may have fallen; questions are answered at random by whoever may."""
    luck = random.Random(seed)
    fighters = [BOSS, HERO, GROUP, msgspec.structs.replace(HERO, key="second", experience=1)]
    band = roster(*fighters, treasury=luck.randrange(200))
    everybody = [id for fighter in fighters for id in fighter.warrior_ids()]
    out = {id: luck.choice(["skritt", "rats.1", ""]) for id in everybody if luck.random() < 0.7}
    enemies = tuple(
        msgspec.structs.replace(e, out=luck.random() < 0.5, by=luck.choice(everybody))
        for e in ENEMIES
    )
    winner = luck.choice(["red", "blue", None])
    outcome = report(band, out=out, enemies=enemies, winner=winner)
    setup = setup_of(band, outcome, exploring=luck.random() < 0.7)
    play = Play(start(setup).state)
    secret = luck.randbytes(32)
    while not play.state.closed:
        order = _next_order(play, luck)
        thrown = sealed_dice(secret, [], "b1", band.id, order)
        play.state, events = submit(play.state, order, thrown)
        play.events += events
    return play, play.state.setup


def _next_order(play: Play, luck: random.Random) -> Proceed | Resolve:
    step = next_step(play.state)
    if step is not None:
        return Proceed(step)
    question, treasury = luck.choice(open_questions(play.state)), play.state.roster.treasury
    by = luck.choice(["gm", "clock", question.who])
    choice = luck.choice(options_of(question, by))
    gold = luck.randint(0, treasury) if choice == "ransom" and by != "clock" else 0
    order = Resolve(question.id, choice, gold, treasury, by)
    if choice in ("pay", "buy") and question.data["gold"] > treasury:
        instead = {"ransom": "refuse", "upkeep": "dismiss", "offer": "leave"}[question.kind]
        order = msgspec.structs.replace(order, choice=instead)
    return order


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_whatever_the_dice_say(seed: int) -> None:
    play, setup = random_aftermath(seed)
    assert fold(setup, play.events) == play.state
    encoded = msgspec.json.encode(play.events)
    assert list(msgspec.json.decode(encoded, type=tuple[AnyEvent, ...])) == play.events
    assert msgspec.json.decode(msgspec.json.encode(setup), type=Setup) == setup
    assert all(event.rule for event in play.events if isinstance(event, Rolled))


@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_the_books_follow_the_events(seed: int) -> None:
    play, setup = random_aftermath(seed)
    before = start(setup).state
    made = entries(CATALOGUE, before, play.events)
    books = sums(made.lines)
    assert made.state == play.state
    assert books.rating == rating(CATALOGUE, play.state.roster) - rating(CATALOGUE, setup.roster)
    assert books.treasury == play.state.roster.treasury - setup.roster.treasury
    assert books.stash == dict(sorted(play.state.roster.stash.items()))
    assert books.wyrdstone == play.state.roster.wyrdstone
    assert all(line.total == line.n * line.price for line in made.lines)


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_threshold_crossed_gives_exactly_one_advance(seed: int) -> None:
    play, setup = random_aftermath(seed)
    steps = Counter(event.step for event in play.events if type(event).__name__ == "StepDone")
    assert max(steps.values(), default=1) == 1
    for fighter in play.state.roster.fighters:
        if fighter.key not in {known.key for known in setup.roster.fighters}:
            continue
        before = setup.roster.fighter(fighter.key).experience
        table = setup.tables.hero_thresholds if fighter.hero else setup.tables.henchman_thresholds
        crossed = [t for t in table if before < t <= fighter.experience]
        assert [
            s.occurrence
            for s in steps
            if s.step == "advance" and s.fighter == fighter.key and s.occurrence < FIRST_ROLL
        ] == crossed or was_promoted(play, fighter.key)


def was_promoted(play: Play, key: str) -> bool:
    """A lone henchman who became a hero has crossed thresholds of both tables."""
    return any(isinstance(event, ev.Promoted) and event.hero == key for event in play.events)


def test_injuries_agree_with_the_odds() -> None:
    """Seeded: 36,000 rolls on the heroes' table, each row about as often as it should be."""
    table = pin(CATALOGUE, roster(HERO), "cm").serious_injuries
    source = SealedDice(SECRET, [], "odds", 0, b"")
    rolls = 36_000
    seen: Counter[str] = Counter()
    for _ in range(rolls):
        tens, ones = source.roll("serious_injury", 2)
        seen[next(row.id for row in table if row.holds(10 * tens + ones))] += 1
    chi = 0.0
    for row in table:
        faces = sum(row.holds(10 * t + o) for t in range(1, 7) for o in range(1, 7))
        expected = rolls * faces / 36
        chi += (seen[row.id] - expected) ** 2 / expected
    assert chi < 43.8  # 99.9 % of fair tables of 20 rows stay below


def test_sums_of_exploration_agree_with_the_odds() -> None:
    """Seeded: 20,000 searches with four dice, each number of shards as often as it should be."""
    table = pin(CATALOGUE, roster(HERO), "cm").exploration
    assert table is not None
    source, searches = SealedDice(SECRET, [], "exploring", 0, b""), 20_000
    odds: Counter[int] = Counter()
    for faces in itertools.product(range(1, 7), repeat=4):
        odds[shards_for(table, faces)] += 1
    seen = Counter(shards_for(table, source.roll("exploration", 4)) for _ in range(searches))
    chi = 0.0
    for shards, ways in odds.items():
        expected = searches * ways / 6**4
        chi += (seen[shards] - expected) ** 2 / expected
    assert set(seen) <= set(odds)
    assert chi < 13.8  # 99.9 % of fair dice with three numbers of shards stay below


def shards_for(table: Exploration, faces: tuple[int, ...]) -> int:
    return max(band.shards for band in table.shards if band.low <= sum(faces))


def test_places_agree_with_the_odds() -> None:
    """Seeded: of 20,000 searches with three dice, triples as often as they should be."""
    table = pin(CATALOGUE, roster(HERO), "cm").exploration
    assert table is not None
    source, searches = SealedDice(SECRET, [], "places", 0, b""), 20_000
    places = [place_of(table, source.roll("exploration", 3)) for _ in range(searches)]
    found = Counter(place.count if place else 0 for place in places)
    expected = {"triples": searches / 36, "doubles": searches * 15 / 36, "none": searches * 20 / 36}
    seen = {"triples": found[3], "doubles": found[2], "none": found[0]}
    chi = sum((seen[name] - many) ** 2 / many for name, many in expected.items())
    assert chi < 13.8
