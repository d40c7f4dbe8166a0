"""The catalogue holds together, says everything in two languages and pins what a battle needs."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.catalogue import (
    CatalogueError,
    PinnedCatalogue,
    load_catalogue,
    read_catalogue,
)
from rules.catalogue.hooks import COMMON, CONDITIONS, HOOKS
from rules.catalogue.reading import FOLDER
from rules.ruleset import RULESETS, load_ruleset
from rules.switches import registry
from rules.words import Words

CATALOGUE = load_catalogue()
ID = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
PRICE = re.compile(r"\d+|(\d+\+)?\d*D\d+(x\d+)?")
ROWS: dict[str, Mapping[str, Any]] = {
    "rules": CATALOGUE.rules,
    "weapons": CATALOGUE.weapons,
    "armour": CATALOGUE.armour,
    "equipment": CATALOGUE.equipment,
    "skills": CATALOGUE.skills,
    "traits": CATALOGUE.traits,
    "warbands": CATALOGUE.warbands,
    "hired_swords": CATALOGUE.hired_swords,
    "creatures": CATALOGUE.creatures,
    "scenarios": CATALOGUE.scenarios,
}


def words_in(value: Any) -> Iterator[Words]:
    if isinstance(value, Words):
        yield value
    elif isinstance(value, msgspec.Struct):
        yield from words_in(msgspec.structs.asdict(value))
    elif isinstance(value, dict):
        for part in value.values():
            yield from words_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from words_in(part)


@pytest.mark.parametrize("kind", ROWS)
def test_ids_are_snake_case_and_stand_in_their_rows(kind: str) -> None:
    for id, row in ROWS[kind].items():
        assert ID.fullmatch(id)
        assert row.id == id


@pytest.mark.parametrize("kind", ROWS)
def test_every_name_and_text_is_written_in_both_languages(kind: str) -> None:
    for id, row in ROWS[kind].items():
        for words in words_in(row):
            assert words.en.strip(), id
            assert words.es.strip(), id


@pytest.mark.parametrize("kind", ["rules", "equipment", "skills", "traits"])
def test_texts_end_like_sentences_and_differ_between_languages(kind: str) -> None:
    for id, row in ROWS[kind].items():
        assert row.text.en.endswith("."), id
        assert row.text.es.endswith("."), id
        assert row.text.en != row.text.es, id


@pytest.mark.parametrize("kind", ["rules", "equipment", "skills", "traits"])
def test_what_acts_in_battle_says_how(kind: str) -> None:
    carried = {
        "horse",
        "warhorse",
        "summoning_candles",
    }  # told by their creature or spell
    for id, row in ROWS[kind].items():
        if row.acts == "battle" and id not in carried:
            assert row.effects, id


def test_prices_are_dice_or_numbers() -> None:
    for kind in ("weapons", "armour", "equipment"):
        for id, row in ROWS[kind].items():
            assert PRICE.fullmatch(row.price), id


def test_every_weapon_has_one_strength() -> None:
    for weapon in CATALOGUE.weapons.values():
        assert (weapon.strength_user is None) != (weapon.strength_fixed is None), weapon.id


def test_missile_weapons_reach_in_both_units_and_others_in_none() -> None:
    for weapon in CATALOGUE.weapons.values():
        far = weapon.group != "close"
        assert (weapon.range("cm") > 0) == far, weapon.id
        assert (weapon.range("UM") > 0) == far, weapon.id


@pytest.mark.parametrize(
    ("id", "strength", "cm", "um"),
    [("bow", 3, 60, 24), ("long_bow", 3, 75, 30), ("crossbow", 4, 75, 30), ("sling", 3, 45, 18)],
)
def test_missile_weapons_as_the_ledgers_print_them(
    id: str, strength: int, cm: int, um: int
) -> None:
    weapon = CATALOGUE.weapons[id]
    assert (weapon.strength_fixed, weapon.range("cm"), weapon.range("UM")) == (strength, cm, um)


def test_a_plain_weapon_has_no_rules_at_all() -> None:
    plain = CATALOGUE.weapons["plain"]
    assert (plain.group, plain.hands, plain.strength_user) == ("close", 1, 0)
    assert plain.rules == plain.effects == ()
    assert (plain.save_mod, plain.save_mod_total, plain.enemy_save) == (0, None, 0)


def test_parameters_of_a_weapon_reach_its_effects() -> None:
    [reload, shot] = CATALOGUE.weapons["warplock_pistol"].effects
    assert reload == {"hook": "reload", "turns": 1}
    assert (shot["hook"], shot["strength"], shot["save_total"]) == ("combat_shot", 5, -3)


def test_a_brace_fires_every_turn_and_strikes_twice() -> None:
    brace = CATALOGUE.weapons["pistol_brace"]
    assert brace.brace_of == "pistol"
    assert not brace.has_rule("prepare_shot")
    assert brace.effects[0]["attacks"] == 2


def test_both_rulesets_name_armour_that_exists() -> None:
    names = [name for name, switch in registry().items() if switch.keys == "armour"]
    assert names == ["armour.table", "armour.initiative_penalty"]
    for id in RULESETS:
        for name in names:
            assert set(load_ruleset(id).mapping(name)) <= set(CATALOGUE.armour)


@pytest.mark.parametrize(
    ("warband", "fighter", "cm", "um"),
    [
        ("reikland", "mercenary_captain", 10, 4),
        ("skaven_eshin", "eshin_sorcerer", 12, 5),
        ("skaven_eshin", "assassin_adept", 15, 6),
    ],
)
def test_movement_stands_in_both_units(warband: str, fighter: str, cm: int, um: int) -> None:
    profile = CATALOGUE.warbands[warband].fighter(fighter).profile
    assert (profile.native("cm")["M"], profile.native("UM")["M"]) == (cm, um)


def test_a_reikland_captain() -> None:
    captain = CATALOGUE.warbands["reikland"].fighter("mercenary_captain")
    profile = captain.profile.native("cm")
    assert list(profile) == ["M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"]
    assert list(profile.values()) == [10, 4, 4, 3, 3, 1, 4, 1, 8]
    assert (captain.cost, captain.experience, captain.least, captain.most) == (60, 20, 1, 1)
    assert captain.leader
    assert captain.traits == ("military_discipline",)


def test_all_warbands_have_one_leader_and_sensible_limits() -> None:
    assert len(CATALOGUE.warbands) == 25
    for warband in CATALOGUE.warbands.values():
        leaders = [fighter for fighter in warband.fighters if fighter.leader]
        assert [(f.kind, f.least, f.most) for f in leaders] == [("hero", 1, 1)], warband.id
        assert 3 <= warband.least <= warband.most <= 20
        assert warband.gold in (500, 600)


def test_heroes_learn_from_lists_and_henchmen_from_none() -> None:
    for warband in CATALOGUE.warbands.values():
        for fighter in warband.fighters:
            assert bool(fighter.skills) == (fighter.kind == "hero"), (warband.id, fighter.id)


def test_special_lists_are_named_by_their_own_id() -> None:
    assassin = CATALOGUE.warbands["skaven_eshin"].fighter("assassin_adept")
    assert "skaven" in assassin.skills
    learnt = {skill.id for skill in CATALOGUE.skills_of(assassin.skills)}
    assert {"black_hunger", "quick_shot"} <= learnt
    assert "monster_slayer" not in learnt


def test_hired_swords_keep_away_from_some_warbands() -> None:
    assert "ogre_bodyguard" not in {h.id for h in CATALOGUE.hired_for("skaven_eshin")}
    assert "ogre_bodyguard" in {h.id for h in CATALOGUE.hired_for("reikland")}


def test_the_hooks_page_names_every_hook_parameter_and_condition() -> None:
    page = (FOLDER / "HOOKS.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`([a-z_]+)(?: = [^`]*)?`", page))
    named |= {word for group in re.findall(r"`([a-z_ ]+)`", page) for word in group.split()}
    inside = page.split("## Outside battles")[0]
    outside = {hook for hook in HOOKS if f"`{hook}`" not in inside}
    assert set(HOOKS) - named == set()
    own = {param for hook in set(HOOKS) - outside for param in HOOKS[hook]}
    assert own - named == set()
    assert (COMMON | CONDITIONS) - named - {"hook"} == set()


def test_every_hook_is_used_by_some_row() -> None:
    used = {
        effect["hook"]
        for kind in ("rules", "armour", "equipment", "skills", "traits")
        for row in ROWS[kind].values()
        for effect in row.effects
    }
    assert used == set(HOOKS)


def test_pinning_takes_the_named_rows_and_survives_json() -> None:
    pinned = CATALOGUE.pin(
        ["sword", "shield", "lantern", "weeping_blades"], skills=["dodge"], traits=["fear"]
    )
    assert sorted(pinned.weapons) == ["sword", "weeping_blades"]
    assert (list(pinned.armour), list(pinned.equipment)) == (["shield"], ["black_lotus", "lantern"])
    assert (list(pinned.skills), list(pinned.traits)) == (["dodge"], ["fear"])
    again = msgspec.json.decode(msgspec.json.encode(pinned), type=PinnedCatalogue)
    assert again == pinned


def test_everything_can_be_pinned_and_survives_json() -> None:
    pinned = CATALOGUE.pin(CATALOGUE.item_ids, skills=CATALOGUE.skills, traits=CATALOGUE.traits)
    again = msgspec.json.decode(msgspec.json.encode(pinned), type=PinnedCatalogue)
    assert again == pinned


def test_pinning_names_everything_unknown_at_once() -> None:
    with pytest.raises(CatalogueError) as caught:
        CATALOGUE.pin(["sword", "laser"], skills=["flight"], traits=["luck_of_fools"])
    assert [(p.key, p.fault) for p in caught.value.problems] == [
        ("laser", "unknown item"),
        ("flight", "unknown skill"),
        ("luck_of_fools", "unknown trait"),
    ]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "catalogue"))


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_every_broken_reference_is_reported_with_its_file_and_row(folder: Path) -> None:
    change(folder, "warbands/reikland.toml", 'item = "mace"', 'item = "mase"')
    change(folder, "warbands/reikland.toml", '"military_discipline"]', '"militery_discipline"]')
    change(folder, "weapons.toml", 'rules = [{ id = "concussion" }]', 'rules = [{ id = "bang" }]')
    change(folder, "skills.toml", 'hook = "critical"', 'hook = "kritical"')
    change(folder, "tables/injuries.toml", 'trait = "frenzy"', 'trait = "frenzzy"')
    with pytest.raises(CatalogueError) as caught:
        read_catalogue(folder)
    found = {(p.file, p.key, p.fault) for p in caught.value.problems}
    assert found == {
        ("warbands/reikland.toml", "mercenary", "unknown item 'mase'"),
        ("warbands/reikland.toml", "mercenary_captain", "unknown trait 'militery_discipline'"),
        ("weapons.toml", "hammer", "unknown rule 'bang'"),
        ("skills.toml", "web_of_steel", "unknown hook 'kritical'"),
        ("tables/injuries.toml", "serious_injury", "unknown trait 'frenzzy'"),
    }


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "fault"),
    [
        ("weapons.toml", "hands = 1", "hands = 'one'", "plain", "Expected `int`"),
        ("weapons.toml", "hands = 1", "hands = 1\ncolour = 'red'", "plain", "unknown fields"),
        ("armour.toml", 'id = "heavy_armour"', 'id = "light_armour"', "light_armour", "twice"),
        ("armour.toml", 'slot = "body"', 'slot = "soul"', "light_armour", "Invalid enum value"),
        ("tables/injuries.toml", "max = 15", "max = 14", "serious_injury", "each result of D66"),
        ("traits.toml", "id =", "id ==", "", "Invalid value"),
    ],
)
def test_a_fault_in_the_data_is_named(
    folder: Path, file: str, old: str, new: str, key: str, fault: str
) -> None:
    change(folder, file, old, new)
    with pytest.raises(CatalogueError) as caught:
        read_catalogue(folder)
    assert any(p.key == key and fault in p.fault for p in caught.value.problems)


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "fault"),
    [
        ("warbands/undead.toml", '"necromancy"', '"knitting"', "necromancer", "lore 'knitting'"),
        ("hired_swords.toml", 'replaces = "champion"', 'replaces = "chef"', "wolf", "'chef'"),
        ("warbands/lizardmen.toml", '["great_maw", ', '["great_mow", ', "saurus", "'great_mow'"),
        ("warbands/outlaws_of_stirwood.toml", '["cleric"] }', '["clerk"] }', "outlaws", "'clerk'"),
        (
            "warbands/sisters_of_sigmar.toml",
            '["sigmarite_matriarch", "s',
            '["m", "s',
            "warh",
            "'m'",
        ),
    ],
)
def test_an_id_of_a_list_that_leads_nowhere_is_named_with_file_and_key(
    folder: Path, file: str, old: str, new: str, key: str, fault: str
) -> None:
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CatalogueError) as faults:
        read_catalogue(folder)
    assert any(
        p.file == file and key in p.key and fault in p.fault for p in faults.value.problems
    ), faults.value.problems
