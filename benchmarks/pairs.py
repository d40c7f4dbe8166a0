"""Random fighters who bring whatever fights close: for `odds` and the tests of odds."""

from __future__ import annotations

import random

from msgspec.structs import replace

from rules.battle.state import Profile, TraitRef, WarriorSetup
from rules.units import CM

HUMAN = Profile(M=10 * CM, WS=3, BS=3, S=3, T=3, W=1, I=3, A=1, Ld=7)

WEAPONS = """dagger mace axe sword flail morning_star halberd spear double_handed_weapon
    ithilmar_weapon sigmarite_warhammer steel_whip fighting_claws weeping_blades dwarf_axe pistol
    pistol_brace main_gauche trident dark_elf_blade horsemans_hammer crossbow_pistol""".split()
ARMOUR = "light_armour heavy_armour shield buckler helmet sea_dragon_cloak".split()
EQUIPMENT = "black_lotus dark_venom reptile_venom".split()
SKILLS = """strike_to_injure web_of_steel expert_swordsman step_aside mighty_blow resilient
    strongman unstoppable_charge lightning_reflexes jump_up sign_of_sigmar master_of_blades
    true_grit thick_skull ferocious_charge monster_slayer berserker well_ard eadbasher foul_odour
    shaggy_hide horned_one virtue_of_valour fey_quickness toughened_hide bellowing_battle_roar
    shield_master crushing_blow bulging_biceps arms_master ignore_pain""".split()
TRAITS = """undead hatred frenzy hard_to_kill hard_head no_pain scaly_skin regeneration
    daemonic_aura bite great_claw scorpion_tail extra_arm tentacle cloud_of_flies swordmaster
    perfect_killer saurus_scales immune_poison poison_glands boar_charge pack_charge""".split()


def anyone(rng: random.Random, id: str) -> WarriorSetup:
    """Somebody with up to two weapons and a few gifts."""
    weapons = tuple(rng.sample(WEAPONS, rng.choice([0, 1, 1, 2])))
    armour = tuple(rng.sample(ARMOUR, rng.choice([0, 1, 2])))
    profile = replace(
        HUMAN,
        WS=rng.choice([2, 3, 4, 5]),
        S=rng.choice([3, 3, 4]),
        T=rng.choice([3, 3, 4]),
        W=rng.choice([1, 1, 2]),
        A=rng.choice([1, 1, 2]),
        I=rng.choice([2, 3, 4]),
    )
    return WarriorSetup(
        id=id,
        name=id,
        side=id,
        profile=profile,
        weapons=weapons or ("plain",),
        armour=armour,
        equipment=tuple(rng.sample(EQUIPMENT, rng.choice([0, 0, 1]))),
        skills=tuple(rng.sample(SKILLS, rng.choice([0, 1, 2]))),
        traits=tuple(TraitRef(id) for id in rng.sample(TRAITS, rng.choice([0, 1, 2]))),
    )


MISSILES = """bow short_bow long_bow elf_bow crossbow repeater_crossbow sling throwing_knives
    pistol duelling_pistol handgun hochland_long_rifle blunderbuss crossbow_pistol blowpipe
    javelin throwing_axes""".split()
MARKSMANSHIP = "quick_shot eagle_eyes hunter trick_shooter nimble knife_fighter".split()
AVOIDANCE = "dodge step_aside resilient thick_skull true_grit foul_odour jump_up".split()


def marksman(rng: random.Random, id: str) -> WarriorSetup:
    """Somebody with one missile weapon and perhaps a skill for it."""
    return WarriorSetup(
        id=id,
        name=id,
        side=id,
        profile=replace(HUMAN, BS=rng.choice([2, 3, 4, 5]), S=rng.choice([3, 4])),
        weapons=(rng.choice(MISSILES),),
        skills=tuple(rng.sample(MARKSMANSHIP, rng.choice([0, 0, 1]))),
    )


def mark(rng: random.Random, id: str) -> WarriorSetup:
    """Somebody to be shot at."""
    made = anyone(rng, id)
    extra = rng.sample(AVOIDANCE, rng.choice([0, 1]))
    return replace(made, skills=tuple(dict.fromkeys((*made.skills, *extra))))
