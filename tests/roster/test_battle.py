"""What comes to a battle: one warrior a member, with the numbers that injuries left."""

from __future__ import annotations

from rules.battle.state import TraitRef
from rules.roster.battle import Opponent, pinned, warriors
from rules.roster.model import Advance, Fighter, Injury, Lasting, Roster
from rules.ruleset import load_ruleset
from tests.roster.build import CATALOGUE, Books

PARTIDA, PERDIDOS = load_ruleset("partida"), load_ruleset("perdidos")


def of(*fighters: Fighter) -> Roster:
    roster = Roster(id="w", name="W", type="reikland")
    for fighter in fighters:
        roster = roster.with_fighter(fighter)
    return roster


def champion(**changes: object) -> Fighter:
    return Fighter(**{"key": "c", "name": "Greta", "type": "champion", "hero": True} | changes)


def test_a_group_sends_each_of_its_members() -> None:
    group = Fighter(key="g", name="Trupp", type="warrior", hero=False, members=(1, 3))
    found = warriors(CATALOGUE, of(champion(), group), side="a", ruleset=PARTIDA)
    assert [(w.id, w.name, w.hero) for w in found] == [
        ("c", "Greta", True),
        ("g.1", "Trupp 1", False),
        ("g.3", "Trupp 3", False),
    ]


def test_movement_is_in_the_unit_of_the_ruleset() -> None:
    (cm,) = warriors(CATALOGUE, of(champion()), side="a", ruleset=PARTIDA)
    (um,) = warriors(CATALOGUE, of(champion()), side="a", ruleset=PERDIDOS)
    assert (cm.profile.M, um.profile.M) == (10_000, 10_000)


def test_advances_and_injuries_change_the_numbers() -> None:
    hurt = Injury("leg_wound", effects=(Lasting("characteristic", "M", -3),))
    grown = Advance(threshold=11, result="characteristic", taken="WS")
    fighter = champion(injuries=(hurt,), advances=(grown,))
    (w,) = warriors(CATALOGUE, of(fighter), side="a", ruleset=PARTIDA)
    assert (w.profile.M, w.profile.WS) == (7_000, 5)


def test_no_number_falls_below_one() -> None:
    hurt = Injury("chest_wound", effects=(Lasting("characteristic", "T", -1),) * 5)
    (w,) = warriors(CATALOGUE, of(champion(injuries=(hurt,))), side="a", ruleset=PARTIDA)
    assert w.profile.T == 1


def test_who_has_to_miss_a_battle_stays_away_and_so_do_the_gone() -> None:
    fighters = [champion(key=fate, fate=fate) for fate in ("dead", "captured", "retired", "sold")]
    fighters.append(champion(key="deep", misses=1))
    assert warriors(CATALOGUE, of(*fighters), side="a", ruleset=PARTIDA) == ()


def test_gear_is_sorted_by_what_it_is() -> None:
    fighter = champion(equipment={"dagger": 1, "sword": 2, "shield": 1, "lucky_charm": 1})
    (w,) = warriors(CATALOGUE, of(fighter), side="a", ruleset=PARTIDA)
    assert w.weapons == ("dagger", "sword", "sword")
    assert (w.armour, w.equipment) == (("shield",), ("lucky_charm",))


def test_an_injury_may_leave_a_special_rule() -> None:
    mad = Injury("madness", effects=(Lasting("rule", "frenzy"),))
    (w,) = warriors(CATALOGUE, of(champion(injuries=(mad,))), side="a", ruleset=PARTIDA)
    assert TraitRef("frenzy") in w.traits


def hates(opponents: list[Opponent], **params: str) -> list[str]:
    grudge = Injury("bitter_enmity", effects=(Lasting("rule", "hatred", params=params),))
    fighter = champion(injuries=(grudge,))
    (w,) = warriors(CATALOGUE, of(fighter), side="a", ruleset=PARTIDA, opponents=opponents)
    return [id for ref in w.traits if ref.id == "hatred" for id in ref.params["hates"]]


def test_a_grudge_is_against_those_it_is_about_and_nobody_else() -> None:
    rats = [Opponent("b", "uuid-rats", "skaven_eshin")]
    assert hates(rats, warrior="skritt-1") == ["skritt-1"]
    assert hates(rats, warband="uuid-rats") == ["b"]
    assert hates(rats, type="skaven_eshin") == ["b"]
    assert hates(rats, warband="uuid-others") == []
    assert hates(rats, type="undead") == []


def test_the_rows_that_a_roster_brings_are_pinned() -> None:
    books = Books("skaven_eshin")
    key = books.hire("assassin_adept")
    books.buy(key, "sword", 2)
    found = warriors(CATALOGUE, books.roster, side="a", ruleset=PARTIDA)
    rows = pinned(CATALOGUE, found)
    assert set(rows.weapons) == {"dagger", "fist", "plain", "sword"}
    assert {"leader", "perfect_killer"} <= set(rows.traits)


def test_a_wardog_is_a_model_of_its_own() -> None:
    owner = champion(equipment={"wardog": 2, "horse": 1})
    greta, first, second = warriors(CATALOGUE, of(owner), side="a", ruleset=PARTIDA)
    assert (greta.id, first.id, second.id) == ("c", "c-wardog-1", "c-wardog-2")
    assert (first.kind, first.profile.M, first.profile.WS) == ("wardog", 15_000, 4)
    assert TraitRef("animal") in first.traits
    assert not first.weapons
    assert "animal" in pinned(CATALOGUE, (greta, first)).traits


def sister() -> Roster:
    captain = Fighter(key="m", name="Inge", type="sigmarite_matriarch", hero=True)
    return Roster(id="s", name="S", type="sisters_of_sigmar").with_fighter(captain)


def test_the_pious_hate_who_has_robbed_a_graveyard() -> None:
    noted = Opponent("b", "other", "reikland", ("hated_by_the_pious",))
    clean = Opponent("c", "third", "reikland")
    foes = {"opponents": [noted, clean], "side": "a", "ruleset": PARTIDA}
    (matriarch,) = warriors(CATALOGUE, sister(), **foes)
    assert TraitRef("hatred", {"hates": ["b"]}) in matriarch.traits
    (someone,) = warriors(CATALOGUE, of(champion()), **foes)
    assert all(ref.id != "hatred" for ref in someone.traits)
