"""The aftermath in the database: each step exactly once, whatever happens to whoever runs it."""

from __future__ import annotations

import msgspec
import pytest
from django.db import IntegrityError

from mordheim_site.errors import ServiceError
from rules import campaign
from rules.campaign import Proceed
from rules.campaign.sealed import sealed_dice
from rules.catalogue import load_catalogue
from rules.dice import commitment
from rules.ruleset import load_ruleset
from warbands import services, store
from warbands.codec import decode_events
from warbands.models import AftermathStep, Warband
from warbands.selectors import aftermath_view, battle_warriors
from warbands.services import aftermath as aftermaths

pytestmark = pytest.mark.django_db


def fresh(row: Warband) -> Warband:
    return Warband.objects.get(pk=row.pk)


def open_all(battle, reds, rats, out=None):
    report = battle(out=out)
    return [services.start(battle_ref="b1", warband=w, outcome=report) for w in (reds, rats)]


def test_an_aftermath_is_opened_once(battle, reds) -> None:
    first = services.start(battle_ref="b1", warband=reds, outcome=battle())
    again = services.start(battle_ref="b1", warband=reds, outcome=battle())
    assert first.pk == again.pk
    assert len(bytes(first.secret)) == 32


def test_a_warband_that_took_no_part_is_a_fault_of_the_caller(battle, ana) -> None:
    other = services.buy_preset(actor=ana, type="reikland", name="Otra")
    with pytest.raises(ValueError, match="took no part"):
        services.start(battle_ref="b1", warband=other, outcome=battle())


def test_every_step_is_done_and_the_books_are_right(battle, reds, rats) -> None:
    for aftermath, row in zip(open_all(battle, reds, rats), (reds, rats), strict=True):
        done = services.run_all(aftermath=aftermath)
        state = aftermaths.state_of(aftermath)
        assert not state.agenda
        assert len(done) == AftermathStep.objects.filter(aftermath=aftermath).count()
        assert services.drift(fresh(row)) == []
        assert store.load(fresh(row)).fighters == state.roster.fighters


def test_a_step_that_is_run_again_changes_nothing(battle, reds) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle())
    step = aftermaths.remaining(aftermath)[0]
    assert services.run_step(aftermath=aftermath, step=step) is not None
    before = (store.load(fresh(reds)), reds.ledger.count())
    assert services.run_step(aftermath=aftermath, step=step) is None
    assert (store.load(fresh(reds)), reds.ledger.count()) == before


def test_a_step_that_is_killed_half_way_leaves_nothing_and_throws_the_same_dice(
    battle, reds, monkeypatch
) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle())
    before = (store.load(fresh(reds)), reds.ledger.count())

    def die(*_args, **_kwargs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(aftermaths, "enter", die)
        with pytest.raises(KeyboardInterrupt):
            services.run_step(aftermath=aftermath)
    assert (store.load(fresh(reds)), reds.ledger.count()) == before
    assert not aftermath.steps.exists()

    state = aftermaths.state_of(aftermath)
    order = Proceed(campaign.next_step(state))
    dice = sealed_dice(bytes(aftermath.secret), [], "b1", str(reds.pk), order)
    expected = campaign.submit(state, order, dice).events
    assert services.run_step(aftermath=aftermath).events == expected


def test_the_database_refuses_a_step_done_twice(battle, reds) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle())
    done = services.run_step(aftermath=aftermath).step
    done.pk, done.number = None, 99
    with pytest.raises(IntegrityError):
        done.save(force_insert=True)


def test_anybody_can_check_the_dice_when_it_is_closed(battle, reds, rats) -> None:
    report = battle(out={})
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=report, seeds=["luna"])
    assert aftermath_view(aftermath).secret == ""
    promised = aftermath.commitment
    services.run_all(aftermath=aftermath)
    services.take_default(aftermath=aftermath)
    aftermath.refresh_from_db()
    shown = aftermath_view(aftermath)
    assert shown.closed
    assert commitment(bytes.fromhex(shown.secret)) == promised == shown.commitment
    state = campaign.start(aftermaths.decode_setup(aftermath.setup)).state
    for row in aftermath.steps.all():
        order = msgspec.convert(row.order, campaign.AnyOrder)
        dice = sealed_dice(bytes.fromhex(shown.secret), ["luna"], "b1", str(reds.pk), order)
        state, events = campaign.submit(state, order, dice)
        assert decode_events(row.events) == events


def test_the_warband_may_trade_again_when_its_steps_are_done(battle, reds, ana) -> None:
    services.warband_muster(actor=ana, warband=reds, battle="b1")
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={}))
    assert fresh(reds).fighting == "b1"
    services.run_all(aftermath=aftermath)
    assert fresh(reds).fighting == ""


def test_names_given_meanwhile_stay(battle, reds, ana) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={}))
    captain = reds.fighters.get(leader=True)
    services.fighter_rename(actor=ana, warband=reds, fighter=captain.key, name="Kurt")
    services.run_all(aftermath=aftermath)
    captain.refresh_from_db()
    assert (captain.name, captain.experience) == ("Kurt", 22)


def with_question(battle, reds, row: str):
    """An aftermath whose next step is a hero's injury, its secret chosen so that `row` comes up."""
    hero = reds.fighters.filter(hero=True, leader=False).first()
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={hero.key: ""}))
    state = aftermaths.state_of(aftermath)
    order = Proceed(campaign.next_step(state))
    for n in range(2000):
        secret = n.to_bytes(32, "big")
        dice = sealed_dice(secret, [], "b1", str(reds.pk), order)
        events = campaign.submit(state, order, dice).events
        if getattr(events[1], "row", "") == row:
            aftermath.secret = secret
            aftermath.save()
            return aftermath, hero
    raise AssertionError(f"no secret gives {row}")


def asked(aftermath):
    """What is asked about the hero who was injured."""
    (question,) = aftermaths.pending(aftermath)[:1]
    return question


def test_a_prisoner_waits_for_the_game_master(battle, reds, rats, ana) -> None:
    aftermath, hero = with_question(battle, reds, "captured")
    services.run_all(aftermath=aftermath)
    aftermath.refresh_from_db()
    assert aftermath.closed_at is None
    question = asked(aftermath)
    hero.refresh_from_db()
    assert hero.fate == "captured"
    with pytest.raises(ServiceError) as refused:
        services.answer(actor=ana, aftermath=aftermath, decision=question.id, choice="exchange")
    assert refused.value.status == 403


def test_a_ransom_goes_from_one_warband_to_the_other(battle, reds, rats, berta) -> None:
    aftermath, hero = with_question(battle, reds, "captured")
    services.run_all(aftermath=aftermath)
    question = asked(aftermath)
    gold = fresh(reds).treasury
    assert gold > 0
    services.answer(
        actor=berta,
        aftermath=aftermath,
        decision=question.id,
        choice="ransom",
        gold=gold,
        as_gm=True,
    )
    paid, got = fresh(reds), fresh(rats)
    assert (paid.treasury, got.treasury) == (0, rats.treasury + gold)
    assert services.drift(paid) == services.drift(got) == []
    services.take_default(aftermath=aftermath)
    hero.refresh_from_db()
    aftermath.refresh_from_db()
    assert hero.fate == "active"
    assert aftermath.closed_at is not None


def test_more_ransom_than_there_is_is_refused(battle, reds, berta) -> None:
    aftermath, _hero = with_question(battle, reds, "captured")
    services.run_all(aftermath=aftermath)
    question = asked(aftermath)
    with pytest.raises(ServiceError) as refused:
        services.answer(
            actor=berta,
            aftermath=aftermath,
            decision=question.id,
            choice="ransom",
            gold=9999,
            as_gm=True,
        )
    assert refused.value.code == "not_enough_gold"
    assert refused.value.detail


def test_who_is_sold_leaves_his_gear_to_the_captors(battle, reds, rats, berta) -> None:
    aftermath, hero = with_question(battle, reds, "captured")
    gear = {piece.item: piece.n for piece in hero.equipment.all()}
    services.run_all(aftermath=aftermath)
    question = asked(aftermath)
    services.answer(
        actor=berta, aftermath=aftermath, decision=question.id, choice="sell", as_gm=True
    )
    hero.refresh_from_db()
    assert (hero.fate, hero.equipment.count()) == ("sold", 0)
    assert fresh(rats).stash == gear
    assert services.drift(fresh(reds)) == services.drift(fresh(rats)) == []


def test_gold_spent_since_the_question_is_not_there_for_the_ransom(battle, reds, ana) -> None:
    aftermath, _hero = with_question(battle, reds, "sold_to_the_pits")
    services.run_all(aftermath=aftermath)
    until_asked(aftermath, "sell")
    captain = reds.fighters.get(leader=True)
    services.equipment_sell(actor=ana, warband=reds, fighter=captain.key, item="sword")
    gold = fresh(reds).treasury
    question = asked(aftermath)
    services.answer(actor=ana, aftermath=aftermath, decision=question.id, choice="won", as_gm=True)
    assert fresh(reds).treasury == gold + 50
    assert services.drift(fresh(reds)) == []


def test_reverted_everything_is_as_before_and_the_dice_are_new(battle, reds, ana) -> None:
    before = store.load(fresh(reds))
    first = services.start(battle_ref="b1", warband=reds, outcome=battle())
    services.run_all(aftermath=first)
    assert store.load(fresh(reds)) != before
    services.revert(aftermath=first, actor=ana)
    row = fresh(reds)
    assert store.load(row) == before
    assert services.drift(row) == []
    assert row.ledger.last().kind == "correction"
    first.refresh_from_db()
    assert aftermath_view(first).secret
    second = services.start(battle_ref="b1", warband=reds, outcome=battle())
    assert second.pk != first.pk
    assert bytes(second.secret) != bytes(first.secret)


def test_half_an_aftermath_can_be_reverted_too(battle, reds) -> None:
    before = store.load(fresh(reds))
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle())
    services.run_step(aftermath=aftermath)
    services.revert(aftermath=aftermath)
    assert store.load(fresh(reds)) == before


def test_an_aftermath_that_others_built_on_is_not_reverted(battle, reds, ana) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={}))
    services.run_all(aftermath=aftermath)
    services.equipment_sell(
        actor=ana, warband=reds, fighter=reds.fighters.get(leader=True).key, item="sword"
    )
    with pytest.raises(ServiceError) as refused:
        services.revert(aftermath=aftermath)
    assert refused.value.code == "not_the_last"


def test_an_aftermath_that_paid_captors_is_not_reverted(battle, reds, berta) -> None:
    aftermath, _hero = with_question(battle, reds, "captured")
    services.run_all(aftermath=aftermath)
    question = asked(aftermath)
    services.answer(
        actor=berta, aftermath=aftermath, decision=question.id, choice="sell", as_gm=True
    )
    with pytest.raises(ServiceError) as refused:
        services.revert(aftermath=aftermath)
    assert refused.value.code == "captors_paid"


def test_several_battles_in_a_row_leave_right_books(battle, reds, rats, ana) -> None:
    for n in range(4):
        report = battle(ref=f"b{n}")
        for row in (reds, rats):
            aftermath = services.start(battle_ref=f"b{n}", warband=row, outcome=report)
            services.run_all(aftermath=aftermath)
            while questions := aftermaths.pending(aftermath):
                question = questions[0]
                paid = question.kind == "upkeep"
                services.answer(
                    actor=ana,
                    aftermath=aftermath,
                    decision=question.id,
                    choice="dismiss" if paid else question.options[-1],
                    as_gm=True,
                )
                services.run_all(aftermath=aftermath)
            assert services.drift(fresh(row)) == []
            assert aftermath_view(aftermath).closed


def choose(actor, aftermath, kind, choice, **more):
    """Answer the first question of a kind."""
    until_asked(aftermath, kind)
    question = next(q for q in aftermaths.pending(aftermath) if q.kind == kind)
    picked = choice if isinstance(choice, str) else choice(question.options)
    return services.answer(
        actor=actor, aftermath=aftermath, decision=question.id, choice=picked, **more
    )


def until_asked(aftermath, kind):
    """What the dice of exploration ask before it goes by its default."""
    while kind not in [q.kind for q in aftermaths.pending(aftermath)]:
        earlier = aftermaths.pending(aftermath)[0]
        services.take_default(aftermath=aftermath, decision=earlier.id)


def leveled(reds):
    """The captain one point short of a threshold."""
    captain = reds.fighters.get(leader=True)
    captain.experience = 22
    captain.save()
    return captain


def test_the_player_chooses_an_advance_and_the_next_battle_knows(battle, reds, ana) -> None:
    captain = leveled(reds)
    reds.ledger.create(number=reds.ledger.count() + 1, kind="experience", rating=2)
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={}))
    services.run_all(aftermath=aftermath)
    question = next((q for q in aftermaths.pending(aftermath) if q.kind == "advance"), None)
    if question is None:  # the dice had settled it
        assert captain.advances.get().taken
        return
    services.answer(
        actor=ana, aftermath=aftermath, decision=question.id, choice=question.options[0]
    )
    captain.refresh_from_db()
    gain = captain.advances.get()
    assert gain.taken == question.options[0]
    if gain.result == "skill":
        assert captain.skills == [question.options[0]]
    else:
        sheet = battle_warriors(fresh(reds), side="red", ruleset=load_ruleset("partida"))
        now = next(one for one in sheet if one.id == captain.key)
        base = load_catalogue().warbands["reikland"].fighter("mercenary_captain").profile
        assert getattr(now.profile, gain.taken) == getattr(base, gain.taken) + 1


def test_what_was_bought_meanwhile_stays_when_a_question_is_answered(battle, reds, ana) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={}))
    services.run_all(aftermath=aftermath)
    captain = reds.fighters.get(leader=True)
    services.equipment_sell(actor=ana, warband=reds, fighter=captain.key, item="sword")
    gold = fresh(reds).treasury
    result = choose(ana, aftermath, "sell", "0")
    assert result.events[0].choice == "0"
    assert fresh(reds).treasury == gold
    assert not captain.equipment.filter(item="sword").exists()
    state = aftermaths.state_of(aftermath)
    assert state.roster.treasury == gold


def test_wyrdstone_is_sold_once(battle, reds, ana) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={}))
    services.run_all(aftermath=aftermath)
    before = fresh(reds)
    assert before.wyrdstone > 0
    choose(ana, aftermath, "sell", lambda options: options[0])
    after = fresh(reds)
    assert (after.wyrdstone, after.treasury > before.treasury) == (0, True)
    assert services.drift(after) == []
    with pytest.raises(ServiceError) as refused:
        services.answer(actor=ana, aftermath=aftermath, decision="sell", choice="0")
    assert refused.value.code in ("unknown_decision", "aftermath_closed")


def test_only_whose_right_it_is_may_answer(battle, reds, berta) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={}))
    services.run_all(aftermath=aftermath)
    with pytest.raises(ServiceError) as refused:
        services.answer(actor=berta, aftermath=aftermath, decision="sell", choice="0")
    assert (refused.value.code, refused.value.status) == ("not_yours", 403)


def test_who_saw_an_older_state_is_told(battle, reds, ana) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle(out={}))
    services.run_all(aftermath=aftermath)
    with pytest.raises(ServiceError) as refused:
        services.answer(actor=ana, aftermath=aftermath, decision="sell", choice="0", version=0)
    assert (refused.value.code, refused.value.status) == ("stale_version", 412)


def test_captors_name_a_ransom_and_the_warband_pays_it(battle, reds, rats, ana, berta) -> None:
    aftermath, hero = with_question(battle, reds, "captured")
    services.run_all(aftermath=aftermath)
    with pytest.raises(ServiceError):
        choose(ana, aftermath, "captured", "ransom", gold=1)
    choose(berta, aftermath, "captured", "ransom", gold=5)
    hero.refresh_from_db()
    assert hero.fate == "captured"
    choose(ana, aftermath, "ransom", "refuse")
    choose(berta, aftermath, "captured", "ransom", gold=3)
    gold = fresh(reds).treasury
    choose(ana, aftermath, "ransom", "pay")
    hero.refresh_from_db()
    assert (hero.fate, fresh(reds).treasury) == ("active", gold - 3)
    assert fresh(rats).treasury == rats.treasury + 3


def test_an_exchange_needs_somebody_to_exchange(battle, reds, rats, berta) -> None:
    aftermath, _hero = with_question(battle, reds, "captured")
    services.run_all(aftermath=aftermath)
    with pytest.raises(ServiceError) as refused:
        choose(berta, aftermath, "captured", "exchange")
    assert refused.value.code == "nobody_to_exchange"


def test_a_fight_in_the_pits_is_fought(battle, reds, ana) -> None:
    aftermath, hero = with_question(battle, reds, "sold_to_the_pits")
    services.run_all(aftermath=aftermath)
    result = choose(ana, aftermath, "pit_fight", "fight")
    fought = next(event for event in result.events if type(event).__name__ == "PitFought")
    assert fought.winner in (hero.key, "pit_fighter", "")
    assert any(event["event"] == "Rolled" for event in fought.events)
    services.run_all(aftermath=aftermath)
    hero.refresh_from_db()
    assert hero.fate in ("active", "dead", "captured")
    assert services.drift(fresh(reds)) == []


def test_when_time_runs_out_everything_is_settled(battle, reds, rats) -> None:
    for row, aftermath in zip((reds, rats), open_all(battle, reds, rats), strict=True):
        services.run_all(aftermath=aftermath)
        services.take_default(aftermath=aftermath)
        aftermath.refresh_from_db()
        assert aftermath.closed_at is not None
        assert aftermaths.pending(aftermath) == ()
        assert services.drift(fresh(row)) == []
