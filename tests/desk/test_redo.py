"""Another course of a battle: the same dice where the rolls are the same, published as a whole."""

import pytest

from campaigns.engine import state_of
from campaigns.errors import ServiceError
from campaigns.log import state_at
from campaigns.models import EventRow, GmAction, OrderRow, Post, Redo
from campaigns.selectors.battles import battle_view, dice_audit
from campaigns.services import redo as services
from campaigns.services import redo_course
from campaigns.services.dice_check import check_battle
from tests.desk.conftest import end, give

pytestmark = pytest.mark.django_db


def drafted(fight, marga, from_order, *changes, **more):
    return services.redo_draft(
        user=marga,
        battle_id=fight.battle.public_id,
        from_seq=fight.moments[from_order],
        changes=list(changes),
        reason=more.pop("reason", "La cobertura"),
        expected_version=fight.battle.version,
        **more,
    )


def rolls_of(row) -> list[EventRow]:
    return list(EventRow.objects.filter(order=row, type="Rolled").order_by("seq"))


def shot(fight, number=2):
    return fight.rows[number]


def test_a_roll_set_otherwise_changes_only_what_follows_from_it(fight, marga):
    first = rolls_of(shot(fight))[0]
    miss = [1] * len(first.payload["dice"])
    draft = drafted(fight, marga, 1, {"roll": first.seq, "faces": miss})
    course = redo_course.course_of(draft, fight.battle)
    assert course.now == state_of(fight.battle)
    assert course.then.warriors["bea"].status == "standing"
    assert course.forced == 1
    later = [done for done in course.done if done.step.was == fight.rows[5].sequence]
    faces = [tuple(one.payload["dice"]) for one in rolls_of(fight.rows[5])]
    told = [event.dice for event in later[0].events if type(event).__name__ == "Rolled"]
    assert told[: len(faces)] == faces
    assert all(how == "again" for _place, how, _seq in later[0].given)


def test_nothing_is_seen_before_it_is_published(fight, marga):
    events, orders = EventRow.objects.count(), OrderRow.objects.count()
    before = fight.battle.version
    drafted(fight, marga, 1, {"drop": shot(fight).sequence})
    fight.battle.refresh_from_db()
    assert (EventRow.objects.count(), OrderRow.objects.count()) == (events, orders)
    assert fight.battle.version == before


def test_it_is_the_same_whenever_it_is_asked(fight, marga):
    first = rolls_of(shot(fight))[0]
    draft = drafted(fight, marga, 1, {"roll": first.seq, "faces": None})
    once, again = (redo_course.course_of(draft, fight.battle) for _ in range(2))
    assert once == again
    assert once.thrown > 0


def test_published_it_is_what_happened(fight, marga, ana):
    first = rolls_of(shot(fight))[0]
    miss = [1] * len(first.payload["dice"])
    draft = drafted(fight, marga, 1, {"roll": first.seq, "faces": miss})
    course = redo_course.course_of(draft, fight.battle)
    battle = services.redo_publish(user=marga, draft_id=draft.public_id)
    battle.refresh_from_db()
    assert state_of(battle) == course.then == state_at(battle, battle.active_branch)
    assert battle.active_branch == draft.branch
    post = Post.objects.get(scene=battle.scene, source="redo")
    assert (post.data["reason"], post.to_seq) == ("La cobertura", battle.version)
    assert GmAction.objects.filter(action="redo_publish", reason="La cobertura").count() == 1
    give(battle, ana, end("red", "movement"))
    report = check_battle(battle)
    assert (report.commitment_ok, report.mismatches, report.replay_ok) == (True, [], True)
    assert report.forced == len(miss)
    assert report.reused > 0


def test_the_old_course_stays_in_the_log(fight, marga, ana):
    draft = drafted(fight, marga, 1, {"drop": shot(fight).sequence})
    services.redo_publish(user=marga, draft_id=draft.public_id)
    view = battle_view(ana, fight.battle.public_id)
    _branches, orders = dice_audit(view)
    old = {row.sequence for row in fight.rows[2:]}
    assert {one.sequence for one in orders if one.superseded} == old


def test_dice_that_are_no_longer_the_same_roll_are_thrown_anew(fight, marga):
    """With Rosa out of action before her shot, hers falls away; Blas shoots with the same dice."""
    out = {
        "order": "gm_adjust",
        "side": "red",
        "warrior": "rosa",
        "changes": {"status": "out_of_action"},
    }
    draft = drafted(fight, marga, 1, {"insert": out, "before": shot(fight).sequence})
    course = redo_course.course_of(draft, fight.battle)
    assert {one.step.was for one in course.fallen} == {fight.rows[2].sequence}
    later = next(done for done in course.done if done.step.was == fight.rows[5].sequence)
    assert {how for _place, how, _seq in later.given} == {"again"}
    assert course.then.warriors["rosa"].status == "out_of_action"
    battle = services.redo_publish(user=marga, draft_id=draft.public_id)
    assert check_battle(battle).ok


def test_a_draft_of_yesterday_is_not_published(fight, marga, ana):
    draft = drafted(fight, marga, 1, {"drop": shot(fight).sequence})
    give(fight.battle, ana, end("red", "movement"))
    with pytest.raises(ServiceError, match="stale"):
        services.redo_publish(user=marga, draft_id=draft.public_id)


def test_discarded_it_is_nothing_but_a_line_in_the_audit(fight, marga):
    draft = drafted(fight, marga, 1, {"drop": shot(fight).sequence})
    services.redo_discard(user=marga, draft_id=draft.public_id)
    assert Redo.objects.get().status == "discarded"
    for act in (services.redo_discard, services.redo_publish):
        with pytest.raises(ServiceError, match="draft_closed"):
            act(user=marga, draft_id=draft.public_id)
    assert check_battle(fight.battle).ok


def test_only_a_game_master(fight, marga, ana, stranger):
    with pytest.raises(ServiceError, match="gm_only"):
        drafted(fight, ana, 1, {"drop": shot(fight).sequence})
    draft = drafted(fight, marga, 1, {"drop": shot(fight).sequence})
    for user in (ana, stranger):
        with pytest.raises(ServiceError, match="not_found"):
            services.redo_publish(user=user, draft_id=draft.public_id)


@pytest.mark.parametrize(
    "change",
    [
        *({"drop": 999}, {"drop": "2"}, {"roll": 1, "faces": [1]}, {"insert": 3}, {}, 7),
        {"drop": 3, "roll": 4},
        {"insert": {"order": "end_phase", "side": "red"}, "before": 999},
        {"insert": {"order": "fly"}},
    ],
)
def test_changes_that_fit_nothing(fight, marga, change):
    with pytest.raises(ServiceError) as refusal:
        drafted(fight, marga, 1, change)
    assert refusal.value.status in (403, 422)
    assert not Redo.objects.exists()


@pytest.mark.parametrize("faces", [[7], [0], ["6"], [1.0], [], "6", [1] * 41])
def test_faces_that_no_die_has(fight, marga, faces):
    first = rolls_of(shot(fight))[0]
    with pytest.raises(ServiceError, match="bad_changes"):
        drafted(fight, marga, 1, {"roll": first.seq, "faces": faces})
