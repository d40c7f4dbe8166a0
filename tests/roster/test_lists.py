"""The lists as they are printed, read apart from the code that offers them."""

from __future__ import annotations

import tomllib

import pytest

from rules.catalogue.lists import FighterType, WarbandType
from rules.catalogue.reading import FOLDER
from rules.roster import change as verbs
from rules.roster.goods import offers
from rules.roster.model import Fighter, Roster
from rules.roster.problems import problems
from tests.roster.build import CATALOGUE, EVERY_FIGHTER, FIGHTER_IDS, Books

ARMOUR, MISSILES = "armour", "missiles"
BARRED = {
    ("dark_elves", "fellblade"): {MISSILES},
    ("dwarf_treasure_hunters", "troll_slayer"): {ARMOUR, MISSILES},
    ("pit_fighters", "troll_slayer"): {ARMOUR, MISSILES},
    ("kislevites", "bear_tamer"): {ARMOUR},
    ("kislevites", "esaul"): {ARMOUR},
    ("kislevites", "youth"): {ARMOUR},
    ("lizardmen", "saurus_totem_warrior"): {MISSILES},
    ("lizardmen", "saurus_brave"): {MISSILES},
    ("norse_explorers", "berserker"): {ARMOUR},
    ("ostlanders", "priest_of_taal"): {ARMOUR},
    ("ostlanders", "ruffian"): {MISSILES},
    ("sisters_of_sigmar", "augur"): {ARMOUR},
    ("witch_hunters", "flagellant"): {MISSILES},
}
"""Whom his special rules keep from a part of his list."""

NAMED = {"net", "elven_cloak", "mad_cap_mushrooms", "hunting_arrows"}
"""For heroes elsewhere, for henchmen too on the lists that are theirs or name them."""

MADE = {
    ("shadow_warriors", "ithilmar_weapon"): 2,
    ("dwarf_treasure_hunters", "gromril_weapon"): 3,
}
"""What a material multiplies the price by on the lists that have one."""


def raw(warband: str) -> dict:
    return tomllib.loads((FOLDER / "warbands" / f"{warband}.toml").read_text(encoding="utf-8"))


def printed(warband: WarbandType, kind: FighterType) -> dict[str, int]:
    """The entries of a kind's list with a price of their own, without what he may not have."""
    if not kind.equipment_list:
        return {}
    rows = next(r for r in raw(warband.id)["equipment_lists"] if r["id"] == kind.equipment_list)
    barred = BARRED.get((warband.id, kind.id), set())
    return {
        row["item"]: row["cost"]
        for row in rows["items"]
        if kind.id in row.get("only", [kind.id])
        and not (row["item"] in CATALOGUE.weapons and CATALOGUE.weapons[row["item"]].upgrade)
        and not (ARMOUR in barred and row["item"] in CATALOGUE.armour)
        and not (MISSILES in barred and is_missile(row["item"]))
        and not (kind.kind != "hero" and heroes_only(row["item"]) and row["item"] not in NAMED)
    }


def is_missile(item: str) -> bool:
    return item in CATALOGUE.weapons and CATALOGUE.weapons[item].group != "close"


def heroes_only(item: str) -> bool:
    row = CATALOGUE.equipment.get(item) or CATALOGUE.armour.get(item)
    return row is not None and row.heroes_only


@pytest.mark.parametrize(("warband", "kind"), EVERY_FIGHTER, ids=FIGHTER_IDS)
def test_what_is_offered_is_what_is_printed(warband: WarbandType, kind: FighterType) -> None:
    offered = offers(CATALOGUE, warband.id, kind.id)
    single = {
        item: cost
        for item, cost in offered.items()
        if item not in CATALOGUE.weapons or not CATALOGUE.weapons[item].material
    }
    expected = everywhere(warband, kind) | printed(warband, kind) | common(warband.id, kind.id)
    assert single == expected


def everywhere(warband: WarbandType, kind: FighterType) -> dict[str, int]:
    """What anybody sells to a hero who uses a list at all; the Undead want no garlic."""
    if kind.kind != "hero" or not kind.equipment_list:
        return {}
    sold = {"garlic": 1, "lantern": 10, "net": 5, "rope_and_hook": 5, "torch": 2}
    return {item: cost for item, cost in sold.items() if (warband.id, item) != ("undead", "garlic")}


def common(warband: str, kind: str) -> dict[str, int]:
    """What nobody has to look for, and only his kind may have (a Magister's candles)."""
    rows = raw(warband).get("special_items", [])
    return {
        row["item"]: int(row["price"])
        for row in rows
        if row["rarity"] == 0 and kind in row.get("only", [])
    }


def test_a_magister_buys_the_kit_of_his_circle() -> None:
    """P-CHA-SUM: common for the Cult, thirty crowns."""
    assert offers(CATALOGUE, "cult_of_the_possessed", "magister")["summoning_candles"] == 30
    assert "summoning_candles" not in offers(CATALOGUE, "cult_of_the_possessed", "possessed")
    assert "summoning_candles" not in offers(CATALOGUE, "cult_of_the_possessed", "mutant")


@pytest.mark.parametrize(("warband", "kind"), EVERY_FIGHTER, ids=FIGHTER_IDS)
def test_a_better_weapon_costs_a_multiple_of_the_listed_one(
    warband: WarbandType, kind: FighterType
) -> None:
    listed = printed(warband, kind)
    for item, cost in offers(CATALOGUE, warband.id, kind.id).items():
        weapon = CATALOGUE.weapons.get(item)
        if weapon is None or not weapon.material:
            continue
        if weapon.material == "dark_elf_blade":
            assert cost == listed[weapon.base] + 15
        else:
            assert cost == listed[weapon.base] * MADE[warband.id, weapon.material]


@pytest.mark.parametrize("warband", CATALOGUE.warbands)
def test_every_limit_of_the_file_is_the_one_that_is_kept(warband: str) -> None:
    row, file = CATALOGUE.warbands[warband], raw(warband)
    assert (row.gold, row.least, row.most) == (file["gold"], file["least"], file["most"])
    for kind, printed_kind in zip(row.fighters, file["fighters"], strict=True):
        assert (kind.cost, kind.most, kind.experience) == (
            printed_kind["cost"],
            printed_kind.get("most"),
            printed_kind.get("experience", 0),
        )


def test_gromril_cuts_better_and_ithilmar_is_quicker() -> None:
    gromril, ithilmar = CATALOGUE.weapons["gromril_axe"], CATALOGUE.weapons["ithilmar_sword"]
    assert gromril.save_mod == CATALOGUE.weapons["axe"].save_mod - 1
    assert {"hook": "characteristic", "name": "I", "mod": 1, "when": ["close_combat"]} in (
        ithilmar.effects
    )
    assert (gromril.name.en, gromril.name.es) == ("Gromril axe", "Hacha de gromril")
    assert not CATALOGUE.weapons["gromril_dagger"].first_free


def test_a_group_of_dwarfs_pays_for_each_gromril_axe() -> None:
    books = Books("dwarf_treasure_hunters")
    key = books.hire("clansman", n=3)
    (line,) = books.buy(key, "gromril_axe")
    assert (line.n, line.price, line.gold) == (3, 15, -45)


def test_only_some_sisters_carry_two_warhammers() -> None:
    books = Books("sisters_of_sigmar")
    matriarch, sister = books.hire("sigmarite_matriarch"), books.hire("sigmarite_sister")
    books.buy(matriarch, "sigmarite_warhammer", 2)
    with pytest.raises(verbs.Refused) as refused:
        books.buy(sister, "sigmarite_warhammer", 2)
    assert [p.code for p in refused.value.breaches] == ["pair_not_allowed"]


def test_outlaws_carry_a_bow_and_no_other_missile_weapon() -> None:
    books = Books("outlaws_of_stirwood")
    leader, cleric = books.hire("bandit_leader"), books.hire("cleric")
    owing = [p.fighter for p in problems(CATALOGUE, books.roster) if p.code == "needs_item"]
    assert owing == [leader]
    assert cleric not in owing
    books.buy(leader, "bow")
    assert "needs_item" not in {p.code for p in problems(CATALOGUE, books.roster)}
    with pytest.raises(verbs.Refused) as refused:
        books.buy(leader, "short_bow")
    assert [p.code for p in refused.value.breaches] == ["too_many_missile_weapons"]


def test_a_kroxigor_takes_two_places() -> None:
    fighters = tuple(
        Fighter(key=f"s{n}", name="s", type="skink_brave", hero=False, members=(1, 2, 3, 4, 5))
        for n in range(4)
    )
    full = Roster(id="w", name="W", type="lizardmen", fighters=fighters)
    assert "warband_full" not in {p.code for p in problems(CATALOGUE, full)}
    three = verbs.replace(fighters[0], members=(1, 2, 3, 4))
    kroxigor = Fighter(key="k", name="k", type="kroxigor", hero=False)
    over = full.with_fighter(three).with_fighter(kroxigor)
    assert over.size == 20
    assert [p.params for p in problems(CATALOGUE, over) if p.code == "warband_full"] == [
        {"n": 21, "most": 20}
    ]
