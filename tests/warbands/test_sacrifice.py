"""What the Possessed's leader learns of a prisoner whom they sacrifice."""

from __future__ import annotations

import pytest

from rules.campaign.experience import underdog
from tests.warbands.test_aftermath_services import asked, fresh, with_question
from warbands import services, store
from warbands.models import Warband
from warbands.selectors import aftermath_view
from warbands.services import aftermath as aftermaths
from warbands.services import correct
from warbands.services.dice_check import check_aftermath
from warbands.services.presets import buy_preset

pytestmark = pytest.mark.django_db


@pytest.fixture
def rats(berta) -> Warband:
    """The captors of these cases."""
    return buy_preset(actor=berta, type="cult_of_the_possessed", name="Poseídos")


def leader(warband: Warband):
    return store.load(fresh(warband)).leader


def sacrificed(battle, reds, berta):
    aftermath, hero = with_question(battle, reds, "captured")
    services.run_all(aftermath=aftermath)
    question = asked(aftermath)
    services.answer(actor=berta, aftermath=aftermath, decision=question.id, choice="sacrifice")
    return aftermath, hero


def opened(battle, rats):
    """The captors' own aftermath of that battle, its steps all done."""
    theirs = services.start(battle_ref="b1", warband=rats, outcome=battle(out={}))
    services.run_all(aftermath=theirs)
    return theirs


def test_he_learns_in_their_own_aftermath(battle, reds, rats, berta) -> None:
    theirs = opened(battle, rats)
    before = leader(rats).experience
    aftermath, hero = sacrificed(battle, reds, berta)
    assert leader(rats).experience == before + 1
    hero.refresh_from_db()
    assert hero.fate == "sold"
    assert all(question.kind != "ruling" for question in aftermaths.pending(aftermath))
    last = fresh(rats).ledger.last()
    assert (last.kind, last.n, last.fighter.key) == ("experience", 1, leader(rats).key)
    assert services.drift(fresh(rats)) == services.drift(fresh(reds)) == []
    told = [str(one) for step in aftermath_view(theirs).steps for one in step.story]
    assert any("sacrific" in one for one in told)
    assert store.load(fresh(rats)).finds == ()


def test_a_threshold_that_it_crosses_brings_an_advance(battle, reds, rats, berta) -> None:
    theirs = services.start(battle_ref="b1", warband=rats, outcome=battle(out={}))
    state = aftermaths.state_of(theirs)
    before, earns = leader(rats), 1 + underdog(state)
    threshold = next(one for one in state.setup.tables.hero_thresholds if one > before.experience)
    theirs.delete()
    earlier = threshold - 1 - before.experience - earns
    rats.finds = [{"id": "lesson", "data": {"cause": "sacrifice"}}] * earlier
    rats.save()
    theirs = opened(battle, rats)
    assert leader(rats).experience == threshold - 1
    sacrificed(battle, reds, berta)
    services.run_all(aftermath=theirs)
    assert leader(rats).experience == threshold
    assert len(leader(rats).advances) == len(before.advances) + 1
    assert check_aftermath(theirs).replay_ok


def test_where_their_aftermath_is_over_he_learns_in_the_next(battle, reds, rats, berta) -> None:
    before = leader(rats).experience
    sacrificed(battle, reds, berta)
    assert [note.id for note in store.load(fresh(rats)).finds] == ["lesson"]
    assert leader(rats).experience == before
    theirs = services.start(battle_ref="b2", warband=rats, outcome=battle(out={}))
    services.run_step(aftermath=theirs)
    while leader(rats).experience == before:
        assert services.run_step(aftermath=theirs) is not None
    assert leader(rats).experience == before + 1
    assert store.load(fresh(rats)).finds == ()


def test_a_correction_of_their_own_aftermath_keeps_the_lesson(
    battle, reds, rats, berta, make_user
) -> None:
    theirs = opened(battle, rats)
    sacrificed(battle, reds, berta)
    services.run_all(aftermath=theirs)
    learnt = leader(rats).experience
    step = theirs.steps.get(step="exploration")
    dice = next(event["dice"] for event in step.events if event["event"] == "Rolled")
    correct(
        actor=berta,
        aftermath=theirs,
        number=step.number,
        reason="Contados mal",
        dice=[1 for _ in dice],
        as_gm=True,
    )
    assert leader(rats).experience == learnt
    assert theirs.steps.filter(step="learn").count() == 1
    assert services.drift(fresh(rats)) == []
