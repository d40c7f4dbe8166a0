"""Random pairs of duellists who bring whatever fights close."""

from __future__ import annotations

import random

from msgspec.structs import replace

from rules.battle.state import TraitRef, WarriorSetup
from tests.odds.tables import warrior

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
    made = warrior(
        id,
        *rng.sample(WEAPONS, rng.choice([0, 1, 1, 2])),
        armour=tuple(rng.sample(ARMOUR, rng.choice([0, 1, 2]))),
        WS=rng.choice([2, 3, 4, 5]),
        S=rng.choice([3, 3, 4]),
        T=rng.choice([3, 3, 4]),
        W=rng.choice([1, 1, 2]),
        A=rng.choice([1, 1, 2]),
        I=rng.choice([2, 3, 4]),
    )
    return replace(
        made,
        equipment=tuple(rng.sample(EQUIPMENT, rng.choice([0, 0, 1]))),
        skills=tuple(rng.sample(SKILLS, rng.choice([0, 1, 2]))),
        traits=tuple(TraitRef(id) for id in rng.sample(TRAITS, rng.choice([0, 1, 2]))),
    )
