"""The warband rating: five a warrior, twenty a large one, and the experience of each."""

from __future__ import annotations

from rules.roster.model import Fighter, Roster
from rules.roster.rating import rating
from tests.roster.build import CATALOGUE, Books


def test_warriors_and_their_experience() -> None:
    books = Books("reikland")
    books.hire("mercenary_captain")
    books.hire("champion")
    books.hire("warrior", n=3)
    assert rating(CATALOGUE, books.roster) == (5 + 20) + (5 + 8) + 3 * 5


def test_a_large_creature_counts_twenty() -> None:
    books = Books("skaven_eshin")
    books.hire("rat_ogre")
    assert rating(CATALOGUE, books.roster) == 20


def test_the_experience_of_a_group_counts_for_every_member() -> None:
    group = Fighter(key="g", name="g", type="warrior", hero=False, members=(1, 2, 3), experience=4)
    roster = Roster(id="w", name="W", type="reikland").with_fighter(group)
    assert rating(CATALOGUE, roster) == 3 * (5 + 4)


def test_who_misses_a_battle_counts_and_who_is_gone_does_not() -> None:
    fighter = Fighter(key="a", name="a", type="champion", hero=True, experience=8, misses=2)
    dead = Fighter(key="b", name="b", type="champion", hero=True, experience=8, fate="dead")
    roster = Roster(id="w", name="W", type="reikland").with_fighter(fighter).with_fighter(dead)
    assert rating(CATALOGUE, roster) == 13


def test_a_mount_counts_by_whether_it_fights() -> None:
    rider = {"name": "r", "type": "champion", "hero": True}
    horse = Fighter(key="a", equipment={"horse": 1}, **rider)
    warhorse = Fighter(key="b", equipment={"warhorse": 1}, **rider)
    roster = Roster(id="w", name="W", type="reikland")
    assert rating(CATALOGUE, roster.with_fighter(horse)) == 5 + 3
    assert rating(CATALOGUE, roster.with_fighter(warhorse)) == 5 + 5
