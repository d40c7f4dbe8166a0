"""A game master's correction: the step goes another way, and nothing is silently wrong."""

from __future__ import annotations

import pytest

from mordheim_site.errors import ServiceError
from rules import campaign
from rules.campaign.sealed import key
from warbands import services, store
from warbands.models import Warband
from warbands.selectors.aftermaths import aftermath_view
from warbands.selectors.dice import audited
from warbands.selectors.undone import corrections_of
from warbands.services import aftermath as aftermaths
from warbands.services.aftermath import state_of
from warbands.services.corrections import correct
from warbands.services.dice_check import check_aftermath

pytestmark = pytest.mark.django_db


def fresh(row: Warband) -> Warband:
    return Warband.objects.get(pk=row.pk)


@pytest.fixture
def hurt(battle, reds):
    """An aftermath in which a hero was out of action, all steps done, questions open."""
    hero = reds.fighters.filter(hero=True, leader=False).first()
    one = services.start(battle_ref="b1", warband=reds, outcome=battle(out={hero.key: ""}))
    services.run_all(aftermath=one)
    one.refresh_from_db()
    return one, hero


def injury(one) -> int:
    return one.steps.get(step="serious_injury", occurrence=1).number


def fix(one, gm, number=None, dice=(4, 1), reason="El dado cayó de lado"):
    return correct(
        actor=gm,
        aftermath=one,
        number=injury(one) if number is None else number,
        reason=reason,
        dice=dice,
        as_gm=True,
    )


def test_the_step_goes_by_the_dice_that_are_laid(hurt, reds, berta) -> None:
    one, hero = hurt
    fix(one, berta, dice=(1, 1))
    hero.refresh_from_db()
    assert hero.fate == "dead"
    fix(one, berta, dice=(4, 1))
    hero.refresh_from_db()
    assert (hero.fate, hero.injuries.count()) == ("active", 0)
    assert services.drift(fresh(reds)) == []
    assert store.load(fresh(reds)).fighters == state_of(one).roster.fighters


def test_what_depends_on_nothing_comes_out_as_it_was(hurt, berta) -> None:
    one, hero = hurt
    others = one.steps.exclude(fighter=hero.key).exclude(step="exploration")
    before = {(row.fighter, row.step): row.events for row in others.filter(step="experience")}
    fix(one, berta)
    after = {(row.fighter, row.step): row.events for row in one.steps.filter(step="experience")}
    assert {key: after[key] for key in before} == before


def test_it_is_told_and_what_was_is_kept(hurt, berta) -> None:
    one, _hero = hurt
    number = injury(one)
    fix(one, berta)
    told = [e for row in one.steps.all() for e in row.events if e["event"] == "Corrected"]
    assert [(e["number"], e["reason"]) for e in told] == [(number, "El dado cayó de lado")]
    assert one.undone.first().number == number


def test_each_correction_says_what_it_took_back(hurt, berta) -> None:
    one, hero = hurt
    was = [line for step in aftermath_view(one).steps for line in step.story]
    fix(one, berta, dice=(4, 1))
    fix(one, berta, dice=(3, 6), reason="Y otra vez")
    first, second = corrections_of(one)
    assert (first.reason, second.reason) == ("El dado cayó de lado", "Y otra vez")
    assert {str(first.actor), str(second.actor)} == {str(berta)}
    told = " ".join(words for _number, words in first.steps)
    assert hero.name in told
    assert was[0] in told
    numbers = [number for number, _words in (*first.steps, *second.steps)]
    assert numbers == sorted(numbers)
    assert len(numbers) == len(set(numbers))


def test_an_answer_is_taken_back_and_asked_again(hurt, reds, ana, berta) -> None:
    one, _hero = hurt
    while "sell" not in [q.id for q in aftermaths.pending(one)]:
        services.take_default(aftermath=one, decision=aftermaths.pending(one)[0].id)
    stones = fresh(reds).wyrdstone
    services.answer(actor=ana, aftermath=one, decision="sell", choice=str(stones))
    sold = one.steps.get(fighter="sell", step="answer")
    fix(one, berta, number=sold.number, dice=())
    assert fresh(reds).wyrdstone == stones
    assert "sell" in [q.id for q in aftermaths.pending(one)]
    assert services.drift(fresh(reds)) == []
    services.answer(actor=ana, aftermath=one, decision="sell", choice="0")


def test_purchases_made_since_stay(hurt, reds, ana, berta) -> None:
    one, _hero = hurt
    captain = reds.fighters.get(leader=True)
    services.equipment_sell(actor=ana, warband=reds, fighter=captain.key, item="sword")
    gold = fresh(reds).treasury
    fix(one, berta, dice=(3, 6))
    assert fresh(reds).treasury == gold
    assert not captain.equipment.filter(item="sword").exists()
    assert services.drift(fresh(reds)) == []


def test_what_has_been_used_since_is_refused(hurt, reds, ana, berta) -> None:
    one, hero = hurt
    fix(one, berta, dice=(4, 1))
    piece = hero.equipment.exclude(item="dagger").first()
    services.equipment_sell(actor=ana, warband=reds, fighter=hero.key, item=piece.item)
    with pytest.raises(ServiceError) as refused:
        fix(one, berta, dice=(1, 1))
    assert refused.value.code == "changed_since"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"dice": (7,)}, "bad_dice"),
        ({"dice": (4, 1, 1, 1)}, "bad_dice"),
        ({"reason": "  "}, "blank_reason"),
        ({"number": 999}, "unknown_step"),
        ({"dice": ()}, "nothing_to_correct"),
    ],
)
def test_what_does_not_fit_is_refused(hurt, berta, changes, code) -> None:
    one, _hero = hurt
    with pytest.raises(ServiceError) as refused:
        fix(one, berta, **changes)
    assert refused.value.code == code


def test_only_the_game_master_corrects(hurt, ana) -> None:
    one, _hero = hurt
    with pytest.raises(ServiceError) as refused:
        correct(actor=ana, aftermath=one, number=1, reason="x", dice=(1,))
    assert refused.value.code == "gm_only"


def thrown_for(one, decision):
    """The answer that counts, with its dice."""
    steps = [step for step in audited(one) if not step.superseded]
    return next(step for step in steps if getattr(step.order, "decision", "") == decision)


def test_nobody_knows_the_dice_of_what_a_correction_asks_again(hurt, reds, ana, berta) -> None:
    """The secret has been shown by then: anybody could reckon what each answer would bring."""
    one, _hero = hurt
    services.take_default(aftermath=one)
    one.refresh_from_db()
    assert one.revealed
    left = next(row for row in one.steps.all() if row.fighter.startswith("rare"))
    fix(one, berta, number=left.number, dice=())
    asked = next(q for q in aftermaths.pending(one) if q.id == left.fighter)
    choice = next(option for option in asked.options if option != asked.default)
    services.answer(actor=ana, aftermath=one, decision=asked.id, choice=choice)
    step = thrown_for(one, asked.id)
    assert step.faces
    guess = campaign.Resolve(asked.id, choice)
    assert step.canonical != key(guess)[1]
    assert len(step.order.salt) == 32
    assert check_aftermath(one).ok
    # ... and another correction leaves what was thrown with a salt as it was.
    number, faces = step.number, step.faces
    fix(one, berta)
    again = thrown_for(one, asked.id)
    assert (again.faces, again.order.salt) == (faces, step.order.salt)
    assert again.number != number
    assert check_aftermath(one).ok
