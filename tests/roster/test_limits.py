"""Every limit of every list: the greatest number passes, one more doesn't."""

from __future__ import annotations

import pytest

from rules.catalogue.lists import FighterType, WarbandType
from rules.roster import change as verbs
from rules.roster.change import Refused
from rules.roster.model import Roster
from rules.roster.problems import problems
from tests.roster.build import CATALOGUE, EVERY_FIGHTER, FIGHTER_IDS, Books, with_needed


def codes(roster: Roster) -> set[str]:
    return {problem.code for problem in problems(CATALOGUE, roster)}


def hire_all(books: Books, kind: FighterType, n: int) -> None:
    """One by one: so no group grows beyond five."""
    for _ in range(n):
        books.hire(kind.id)


@pytest.mark.parametrize(("warband", "kind"), EVERY_FIGHTER, ids=FIGHTER_IDS)
def test_the_greatest_number_of_a_kind_passes_and_one_more_is_refused(
    warband: WarbandType, kind: FighterType
) -> None:
    books = Books(warband.id)
    with_needed(books, warband, kind)
    most = room(books.roster, warband, kind)
    hire_all(books, kind, most)
    assert not codes(books.roster) & {"type_limit", "group_limit", "warband_full"}
    with pytest.raises(Refused) as refused:
        books.hire(kind.id)
    assert {problem.code for problem in refused.value.breaches} & {
        "type_limit",
        "group_limit",
        "warband_full",
        "too_many_heroes",
    }


def room(roster: Roster, warband: WarbandType, kind: FighterType) -> int:
    """How many of a kind its own limits leave room for."""
    there = sum(fighter.size for fighter in roster.active if fighter.type == kind.id)
    limits = [warband.most - roster.size]
    if kind.most is not None:
        limits.append(kind.most - there)
    for limit in warband.group_limits:
        if kind.id in limit.fighters:
            of = sum(f.size for f in roster.active if f.type in limit.of)
            limits.append(limit.most if limit.per is None else limit.per * of)
    return min(limits)


@pytest.mark.parametrize(("warband", "kind"), EVERY_FIGHTER, ids=FIGHTER_IDS)
def test_one_too_many_is_a_breach_however_it_came_about(
    warband: WarbandType, kind: FighterType
) -> None:
    most = warband.most if kind.most is None else kind.most
    books = Books(warband.id)
    with_needed(books, warband, kind)
    fighter = verbs.Fighter(key="x", name="x", type=kind.id, hero=kind.kind == "hero")
    extra = most + 1 - sum(f.type == kind.id for f in books.roster.fighters)
    roster = books.roster
    for number in range(extra):
        roster = roster.with_fighter(verbs.replace(fighter, key=f"x{number}"))
    assert ("warband_full" if kind.most is None else "type_limit") in codes(roster)


@pytest.mark.parametrize("warband", CATALOGUE.warbands.values(), ids=CATALOGUE.warbands.keys())
def test_who_needs_another_is_refused_alone(warband: WarbandType) -> None:
    for kind in warband.fighters:
        if kind.requires:
            with pytest.raises(Refused) as refused:
                Books(warband.id).hire(kind.id)
            assert "requires_fighter" in {p.code for p in refused.value.breaches}


def test_a_group_has_five_members_at_most() -> None:
    books = Books("reikland")
    key = books.hire("warrior", n=5)
    with pytest.raises(Refused) as refused:
        books.do(verbs.recruit(CATALOGUE, books.roster, key=key))
    assert [p.code for p in refused.value.breaches] == ["group_too_large"]


def test_rats_run_in_groups_of_any_size() -> None:
    books = Books("skaven_eshin")
    books.hire("giant_rat", n=7)
    assert "group_too_large" not in codes(books.roster)


def test_an_empty_warband_lacks_warriors_and_a_leader_at_once() -> None:
    assert {"too_few_warriors", "needs_leader"} <= codes(Books("reikland").roster)


def test_a_legal_warband_has_no_breach() -> None:
    books = Books("reikland")
    books.hire("mercenary_captain")
    books.hire("warrior", n=2)
    assert problems(CATALOGUE, books.roster) == []


def test_an_unknown_kind_of_warband_is_a_breach() -> None:
    assert codes(Roster(id="w", name="W", type="gnomes")) == {"unknown_warband"}


def test_an_unknown_kind_of_fighter_is_a_breach() -> None:
    stranger = verbs.Fighter(key="x", name="x", type="gnome", hero=False)
    roster = Roster(id="w", name="W", type="reikland").with_fighter(stranger)
    assert codes(roster) == {"unknown_fighter_type"}


def test_a_prisoner_keeps_his_place() -> None:
    """Or there would be one too many when he comes home."""
    captain, champions = "mercenary_captain", ("champion", "champion")
    youngbloods = ("youngblood", "youngblood")
    kinds = (captain, *champions, *youngbloods)
    fighters = tuple(
        verbs.Fighter(key=f"f{n}", name="x", type=kind, hero=True, leader=kind == captain)
        for n, kind in enumerate(kinds)
    )
    held = verbs.replace(fighters[1], fate="captured")
    roster = Roster(id="w", name="W", type="reikland", treasury=500, fighters=fighters)
    roster = roster.with_fighter(held)
    with pytest.raises(Refused) as refused:
        verbs.hire(CATALOGUE, roster, key="new", type="champion", name="New")
    assert "type_limit" in {problem.code for problem in refused.value.breaches}
