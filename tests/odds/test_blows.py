"""Blows against figures worked out by hand or by others."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rules.odds.blows import knocked_down, standing
from rules.odds.numbers import DOWN, NONE, OUT, STUNNED, Attack, Critical, Defence, Injuries

UNARMOURED = Defence()
TABLE = (Critical(2, 2, True, 0), Critical(2, 2, False, 0), Critical(2, 2, False, 2))


def by_worst(attacks, defence=UNARMOURED, table=TABLE):
    found = {}
    for outcome, chance in standing(tuple(attacks), defence, table).items():
        found[outcome.worst] = found.get(outcome.worst, 0) + chance
    return found


def test_a_sword_on_a_man_in_light_armour():
    assert by_worst([Attack(1, hit=4, wound=4, save=6)]) == {
        NONE: Fraction(169, 216),
        DOWN: Fraction(101, 1944),
        STUNNED: Fraction(43, 648),
        OUT: Fraction(193, 1944),
    }


def test_an_axe_on_a_swordsman_who_may_parry():
    assert by_worst([Attack(1, hit=4, wound=4)], Defence(parries=1)) == {
        NONE: Fraction(19, 24),
        DOWN: Fraction(25, 486),
        STUNNED: Fraction(125, 1944),
        OUT: Fraction(5, 54),
    }


def test_strength_3_on_toughness_4_with_a_save_of_6():
    """A tree that others drew by hand for a blow that has hit: 37, 21 and 14 of 243."""
    hit = by_worst([Attack(1, hit=0, wound=5, save=6)])
    assert (hit[OUT], hit[STUNNED], hit[DOWN]) == (
        Fraction(37, 243),
        Fraction(21, 243),
        Fraction(14, 243),
    )


def test_knocked_down_men_go_out_on_an_unsaved_wound():
    assert knocked_down((Attack(1, hit=4, wound=4, save=6),), TABLE) == Fraction(47, 108)
    assert knocked_down((Attack(1, hit=4, wound=4),), TABLE) == Fraction(1, 2)
    assert knocked_down((Attack(2, hit=4, wound=4),), TABLE) == Fraction(3, 4)


def test_a_critical_hit_is_none_where_a_6_is_needed():
    assert by_worst([Attack(1, hit=4, wound=6, critical=False)])[OUT] == Fraction(1, 2) * Fraction(
        1, 6
    ) * Fraction(1, 3)


def test_what_cannot_wound_does_nothing():
    assert by_worst([Attack(3, hit=3, wound=7)]) == {NONE: 1}


def test_a_hit_of_6_cannot_be_parried():
    fearful = [Attack(1, hit=6, wound=4)]
    assert by_worst(fearful, Defence(parries=2)) == by_worst(fearful)


def test_an_unparriable_blow_is_not_parried():
    strong = [Attack(1, hit=4, wound=2, parry=False)]
    assert by_worst(strong, Defence(parries=1)) == by_worst(strong)


def test_the_second_wound_of_a_model_with_two_is_the_first_injury_die():
    two = standing((Attack(2, hit=0, wound=2, critical=False),), Defence(wounds=2), TABLE)
    assert sum(p for o, p in two.items() if o.worst != NONE) == Fraction(5, 6) ** 2
    assert two[(NONE, 1)] == 2 * Fraction(5, 6) * Fraction(1, 6)
    assert two[(NONE, 2)] == Fraction(1, 36)


def test_two_weapons_are_not_one():
    """Of a club and an axe only the club stuns from a 2 on."""
    club = Attack(1, hit=0, wound=2, critical=False, injuries=Injuries(stunned=2))
    axe = Attack(1, hit=0, wound=7)
    assert by_worst([club, axe]) == {
        NONE: Fraction(1, 6),
        DOWN: Fraction(5, 36),
        STUNNED: Fraction(5, 12),
        OUT: Fraction(5, 18),
    }


def test_a_helmet_turns_half_of_the_stunned_into_knocked_down():
    bare = by_worst([Attack(1, hit=4, wound=4)])
    helmet = by_worst([Attack(1, hit=4, wound=4, limited=True)], Defence(stun_save=4))
    assert helmet[OUT] == bare[OUT]
    assert helmet[DOWN] + helmet[STUNNED] == bare[DOWN] + bare[STUNNED]
    assert helmet[STUNNED] < bare[STUNNED]


@pytest.mark.parametrize("parries", [0, 1, 2])
@pytest.mark.parametrize("reroll", [False, True])
def test_hits_after_parry_against_every_die_one_by_one(parries, reroll):
    """Two attacks that need a 3, all faces written out; a wound for certain ends it."""
    certain = Attack(2, hit=3, wound=1, critical=False, reroll=reroll, injuries=Injuries(1, 1))
    hurt = standing((certain,), Defence(wounds=3, parries=parries), TABLE)
    assert {o.wounds: p for o, p in hurt.items()} == written_out(parries, reroll)


def written_out(parries, reroll):
    found = {}
    for first in product(range(1, 7), repeat=2):
        for again in product(range(1, 7), repeat=2):
            faces = [a if f < 3 and reroll else f for f, a in zip(first, again, strict=True)]
            hits = [face for face in faces if face >= 3]
            for parry in product(range(1, 7), repeat=2):
                tries = parry[:parries]
                stopped = bool(hits) and max(hits) < 6 and any(p > max(hits) for p in tries)
                left = 3 - len(hits) + stopped
                found[left] = found.get(left, 0) + Fraction(1, 6**6)
    return found


def test_a_helmet_is_tried_once_however_many_dice_stun():
    """Both injury dice of two wounds on a model that only ever gets stunned."""
    stuns = Attack(2, hit=0, wound=1, critical=False, injuries=Injuries(1, 7))
    assert by_worst([stuns], Defence(stun_save=4)) == {
        DOWN: Fraction(1, 2),
        STUNNED: Fraction(1, 2),
    }


def test_a_weapon_of_d3_wounds():
    """Three Wounds, one hit that always wounds: 1, 2 or 3 are lost, a third each."""
    cannon = Attack(1, hit=0, wound=1, critical=False, d3=True)
    hurt = standing((cannon,), Defence(wounds=3), TABLE)
    assert hurt[NONE, 2] == hurt[NONE, 1] == Fraction(1, 3)
