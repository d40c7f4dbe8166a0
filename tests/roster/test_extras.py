"""Kits, mutations and hired swords: prices, limits, what comes back."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.catalogue.lists import HIRED, Bundle, FighterType, WarbandType
from rules.roster import change as verbs
from rules.roster import extras
from rules.roster.battle import warriors
from rules.roster.change import Refused
from rules.roster.goods import bundles, open_mutations, price
from rules.roster.ledger import fold
from rules.roster.problems import problems
from rules.roster.rating import fighter_rating, rating
from rules.ruleset import load_ruleset
from tests.roster.build import CATALOGUE, EVERY_FIGHTER, Books, with_needed

MUTANTS = [(w, k) for w, k in EVERY_FIGHTER if k.mutations]
SWORDS = [(w, k) for w in CATALOGUE.warbands.values() for k in w.hired]


def kits() -> list[tuple[WarbandType, FighterType, Bundle]]:
    found = []
    for warband, kind in EVERY_FIGHTER:
        if kind.equipment_list:
            found += [
                (warband, kind, kit) for kit in warband.equipment_list(kind.equipment_list).bundles
            ]
    return found


KITS = kits()


def codes(books: Books) -> set[str]:
    return {problem.code for problem in problems(CATALOGUE, books.roster)}


@pytest.mark.parametrize(("warband", "kind"), MUTANTS, ids=[k.id for _, k in MUTANTS])
def test_the_first_mutation_has_its_price_and_the_others_twice(
    warband: WarbandType, kind: FighterType
) -> None:
    books = Books(warband.id)
    with_needed(books, warband, kind)
    key = books.hire(kind.id)
    for position, mutation in enumerate(kind.mutations):
        change = extras.mutate(CATALOGUE, books.roster, key=key, mutation=mutation, draft=True)
        (line,) = books.do(change)
        assert line.price == CATALOGUE.traits[mutation].cost * (2 if position else 1)
    for mutation in CATALOGUE.traits:
        with pytest.raises(Refused):
            extras.mutate(CATALOGUE, books.roster, key=key, mutation=mutation, draft=True)


def test_mutations_come_back_and_the_rest_is_counted_anew() -> None:
    books = Books("cult_of_the_possessed", budget=500)
    key = books.hire("mutant")
    for mutation in ("great_claw", "spines"):  # 50, then twice 35
        books.do(extras.mutate(CATALOGUE, books.roster, key=key, mutation=mutation, draft=True))
    assert books.roster.treasury == 500 - 25 - 50 - 70
    books.do(extras.heal(CATALOGUE, books.roster, key=key, mutation="great_claw"))
    assert books.roster.treasury == 500 - 25 - 35
    assert price(CATALOGUE, "cult_of_the_possessed", books.roster.fighter(key)) == 60
    books.do(verbs.dismiss(CATALOGUE, books.roster, key=key, draft=True))
    assert books.roster.treasury == 500 == fold(books.lines).treasury


def test_a_mutant_needs_a_mutation_and_a_possessed_does_not() -> None:
    books = Books("cult_of_the_possessed")
    mutant = books.hire("mutant")
    books.hire("possessed")
    wanting = [p.fighter for p in problems(CATALOGUE, books.roster) if p.code == "needs_mutation"]
    assert wanting == [mutant]
    books.do(extras.mutate(CATALOGUE, books.roster, key=mutant, mutation="spines", draft=True))
    assert "needs_mutation" not in codes(books)


def test_mutations_are_for_recruits() -> None:
    books = Books("cult_of_the_possessed")
    key = books.hire("possessed")
    seasoned = verbs.replace(books.roster.fighter(key), experience=9)
    roster = books.roster.with_fighter(seasoned)
    with pytest.raises(Refused, match="only_when_recruited"):
        extras.mutate(CATALOGUE, roster, key=key, mutation="spines", draft=False)


def test_the_skill_of_beastmen_opens_their_mutations_at_any_time() -> None:
    books = Books("beastmen_raiders")
    key = books.hire("beastman_chief")
    assert open_mutations(CATALOGUE, "beastmen_raiders", books.roster.fighter(key)) == ()
    learned = verbs.replace(books.roster.fighter(key), skills=("mutant",), experience=30)
    roster = books.roster.with_fighter(learned)
    change = extras.mutate(CATALOGUE, roster, key=key, mutation="hideous", draft=False)
    assert change.lines[0].gold == -40


def test_mutations_go_to_battle() -> None:
    books = Books("cult_of_the_possessed")
    key = books.hire("possessed")
    books.do(extras.mutate(CATALOGUE, books.roster, key=key, mutation="spines", draft=True))
    (warrior,) = warriors(CATALOGUE, books.roster, side="red", ruleset=load_ruleset("partida"))
    assert "spines" in [trait.id for trait in warrior.traits]


@pytest.mark.parametrize(
    ("warband", "kind", "kit"), KITS, ids=[f"{k.id}-{kit.id}" for _, k, kit in KITS]
)
def test_a_kit_has_one_price_for_each_member_and_comes_back_whole(
    warband: WarbandType, kind: FighterType, kit: Bundle
) -> None:
    n = 1 if kind.kind == "hero" else 3
    books = Books(warband.id)
    with_needed(books, warband, kind)
    key = books.hire(kind.id, n)
    before = books.roster
    last = tuple(len(group) - 1 for group in kit.choices)
    (line,) = books.do(extras.buy_kit(CATALOGUE, books.roster, key=key, kit=kit.id, choices=last))
    assert (line.n, line.price, line.gold) == (n, kit.cost, -n * kit.cost)
    wanted = Counter([*kit.items, *(item for g in kit.choices for item in g[-1])])
    wanted["dagger"] = 1
    assert Counter(books.roster.fighter(key).equipment) == wanted
    assert price(CATALOGUE, warband.id, books.roster.fighter(key)) == n * (kind.cost + kit.cost)
    books.do(extras.return_kit(CATALOGUE, books.roster, key=key))
    assert books.roster == before


def test_one_kit_a_fighter_and_no_piece_of_it_alone() -> None:
    books = Books("pit_fighters")
    warband, kind, kit = KITS[0]
    key = books.hire(kind.id)
    books.do(extras.buy_kit(CATALOGUE, books.roster, key=key, kit=kit.id))
    with pytest.raises(Refused, match="kit_taken"):
        extras.buy_kit(CATALOGUE, books.roster, key=key, kit=kit.id)
    with pytest.raises(Refused, match="part_of_a_kit"):
        verbs.sell(CATALOGUE, books.roster, key=key, item="helmet", draft=True)
    later = verbs.sell(CATALOGUE, books.roster, key=key, item="helmet", draft=False)
    assert later.lines[0].gold == 5
    assert later.roster.fighter(key).kit is None
    assert bundles(CATALOGUE, warband.id, later.roster.fighter(key))


@pytest.mark.parametrize("choices", [(9,), (0, 0, 0), (-1, 0)])
def test_a_kit_is_bought_as_the_list_has_it(choices: tuple[int, ...]) -> None:
    warband, kind, kit = next(row for row in KITS if len(row[2].choices) == 2)
    books = Books(warband.id)
    key = books.hire(kind.id)
    with pytest.raises(Refused, match="bad_choice"):
        extras.buy_kit(CATALOGUE, books.roster, key=key, kit=kit.id, choices=choices)
    with pytest.raises(Refused, match="no_such_kit"):
        extras.buy_kit(CATALOGUE, books.roster, key=key, kit="tin_openers")


@pytest.mark.parametrize(("warband", "kind"), SWORDS, ids=[f"{w.id}-{k.id}" for w, k in SWORDS])
def test_a_hired_sword_costs_his_fee_and_counts_for_the_rating_only(
    warband: WarbandType, kind: FighterType
) -> None:
    sword = CATALOGUE.hired_swords[kind.id.removeprefix(HIRED)]
    books = Books(warband.id)
    if sword.replaces:
        books.hire(next(f.id for f in warband.fighters if f.leader))
    size, worth = books.roster.size, rating(CATALOGUE, books.roster)
    for choice in range(len(sword.choices) or 1):
        change = verbs.hire(CATALOGUE, books.roster, key="s", type=kind.id, name="s", choice=choice)
        (line,) = change.lines
        chosen = sword.choices[choice] if sword.choices else ()
        assert line.gold == -sword.fee
        assert Counter(change.roster.fighter("s").equipment) == Counter([*sword.equipment, *chosen])
    books.do(change)
    assert books.roster.size == size
    assert rating(CATALOGUE, books.roster) == worth + sword.rating
    with pytest.raises(Refused) as second:
        verbs.hire(CATALOGUE, books.roster, key="t", type=kind.id, name="t")
    assert "type_limit" in {p.code for p in second.value.breaches}
    assert not codes(books) & {"not_on_list", "too_many_close_weapons", "slot_taken"}


@pytest.mark.parametrize("warband", CATALOGUE.warbands)
def test_only_who_would_serve_may_be_hired(warband: str) -> None:
    for sword in CATALOGUE.hired_swords.values():
        if warband not in sword.warbands:
            with pytest.raises(Refused, match="unknown_fighter_type"):
                Books(warband).hire(HIRED + sword.id)


def test_a_hired_sword_keeps_his_own_and_grows_like_one_man() -> None:
    books = Books("reikland")
    key = books.hire(HIRED + "freelancer")
    with pytest.raises(Refused, match="not_on_list"):
        books.buy(key, "sword")
    with pytest.raises(Refused, match="not_carried"):
        verbs.sell(CATALOGUE, books.roster, key=key, item="sword", draft=False)
    with pytest.raises(Refused, match="bad_number"):
        verbs.recruit(CATALOGUE, books.roster, key=key)
    learned = verbs.replace(books.roster.fighter(key), experience=3)
    assert fighter_rating(CATALOGUE, "reikland", learned) == 21 + 3
    gone = verbs.dismiss(CATALOGUE, books.roster, key=key, draft=False)
    assert gone.roster.stash == {}
    assert gone.roster.treasury == books.roster.treasury


def test_a_hired_sword_fights_under_his_own_name() -> None:
    books = Books("reikland")
    key = books.hire(HIRED + "ogre_bodyguard")
    (warrior,) = warriors(CATALOGUE, books.roster, side="red", ruleset=load_ruleset("partida"))
    assert (warrior.id, warrior.hero, warrior.large) == (key, False, True)
    assert "reikland_marksmen" not in [trait.id for trait in warrior.traits]


def test_the_wolf_priest_takes_a_champions_place() -> None:
    books = Books("middenheim")
    books.hire("champion")
    books.hire("champion")
    with pytest.raises(Refused) as refused:
        books.hire(HIRED + "wolf_priest_of_ulric")
    assert [p.code for p in refused.value.breaches] == ["place_taken"]
