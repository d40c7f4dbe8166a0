"""Turns ordered ahead: kept secret, played when their time comes, changed until then."""

import pytest
from django.test import Client
from django.utils import translation

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import Notice, NoticeKind, OrderRow, Outbox, SidePlan
from campaigns.notices import in_words
from campaigns.selectors.battles import battle_view
from campaigns.selectors.plans import plan_for
from campaigns.services import plans as services
from campaigns.services.gm import gm_pause, gm_set_seat
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun, fighter, skirmish
from tests.campaigns.test_campaigns import refused

END = {"order": "end_phase"}
SHOT = {"order": "shoot", "warrior": "rosa", "weapon": "bow", "target": "nearest"}
HIDE = {"order": "move", "warrior": "rosa", "mode": "walk", "legs": [], "hide": True}


def step(phase, *choices, **more):
    return {"phase": phase, "choices": [_choice(one) for one in choices], **more}


def _choice(one):
    return one if "order" in one and isinstance(one["order"], dict) else {"order": one}


WHOLE_TURN = {
    "steps": [
        step("start", {**END, "through": "recovery"}),
        step(
            "movement",
            {
                "order": {**HIDE},
                "when": [{"if": "status", "warrior": "rosa", "status": ["knocked_down"]}],
            },
            END,
        ),
        step("shooting", {"order": SHOT, "when": [{"if": "visible", "warrior": "rosa"}]}),
        step("shooting", {**END, "through": "combat"}),
    ]
}


@pytest.fixture
def battle(campaign, marga, ana, berta):
    return begun(campaign, marga, skirmish(active="red"), red=ana, blue=berta)


def planned(battle, user, plan=None, **more):
    return services.plan_set(
        user=user, battle_id=battle.public_id, plan=WHOLE_TURN if plan is None else plan, **more
    )


def orders_of(battle) -> list[tuple[str, str, str]]:
    rows = OrderRow.objects.filter(battle=battle).exclude(order__order="start")
    return [(row.side, row.source, row.order["order"]) for row in rows.order_by("sequence")]


def run(battle) -> None:
    outbox.run_due()
    battle.refresh_from_db()


def test_a_whole_turn_is_played_from_one_visit(battle, ana):
    planned(battle, ana)
    run(battle)
    kinds = [("red", "plan", kind) for kind in ("end_phase", "end_phase", "shoot", "end_phase")]
    assert orders_of(battle) == kinds
    assert state_of(battle).active == "blue"
    post = battle.scene.posts.order_by("-pk").first()
    assert (post.source, post.author, len(post.orders)) == ("plan", ana, 4)
    assert SidePlan.objects.get().plan["steps"] == []


def test_a_plan_waits_for_its_sides_turn(battle, ana, berta):
    whole_turn = {"steps": [step("start", {**END, "through": "combat"})]}
    planned(battle, berta, whole_turn)
    run(battle)
    assert orders_of(battle) == []
    planned(battle, ana, whole_turn)
    run(battle)
    assert [row[0] for row in orders_of(battle)] == ["red", "blue"]
    assert state_of(battle).turn == 2


def test_nothing_is_played_while_it_is_being_written(battle, ana):
    planned(battle, ana, sealed=False)
    run(battle)
    assert services.play_plan(battle, "red").orders == 0
    assert orders_of(battle) == []
    planned(battle, ana)
    run(battle)
    assert len(orders_of(battle)) == 4


def test_it_is_changed_until_it_is_resolved(battle, berta, ana):
    planned(battle, berta, {"steps": [step("start", {"order": "rout"})]})
    planned(battle, berta, {"steps": [step("start", {**END, "through": "combat"})]})
    planned(battle, ana)
    run(battle)
    assert orders_of(battle)[-1] == ("blue", "plan", "end_phase")
    with refused("stale"):
        planned(battle, berta, {"steps": []}, expected_version=1)


def test_time_is_called(battle, ana):
    planned(battle, ana)
    done = services.play_plan(battle, "red")
    assert done.orders == 4
    assert services.play_plan(battle, "red").orders == 0
    assert services.play_plan(battle, "blue").orders == 0
    run(battle)  # the job that was called for finds nothing left
    assert len(orders_of(battle)) == 4


def test_words_go_with_the_first_orders(battle, ana):
    planned(battle, ana, text="Que nadie se *mueva*.")
    run(battle)
    post = battle.scene.posts.order_by("-pk").first()
    assert post.parts.get().source == "Que nadie se *mueva*."
    assert SidePlan.objects.get().text == ""


def test_what_comes_to_nothing_is_told_to_its_maker(battle, ana):
    gone = {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "rosa"}
    planned(battle, ana, {"steps": [step("start", gone)]})
    run(battle)
    assert orders_of(battle) == []
    (dropped,) = SidePlan.objects.get().dropped
    assert (dropped["phase"], dropped["reason"]) == ("start", "wrong_phase")


def test_a_stance_answers_for_who_is_away(campaign, marga, ana, berta):
    warriors = (
        fighter("rosa", "red", 15, 15, leader=True),
        fighter("rita", "red", 15, 30),
        fighter("bea", "blue", 30, 15, leader=True),
        fighter("blas", "blue", 23, 17),
    )
    battle = begun(campaign, marga, skirmish(active="red", warriors=warriors), red=ana, blue=berta)
    stance = {"decision": "intercept", "prefer": ["blas", "no"]}
    planned(battle, berta, {"stances": [stance]})
    battle_submit(
        user=ana,
        battle_id=battle.public_id,
        submission=Submission(
            [
                {**END, "through": "recovery"},
                {"order": "charge", "warrior": "rosa", "targets": ["bea"]},
            ],
            battle.version,
        ),
    )
    battle.refresh_from_db()
    assert [one.kind for one in state_of(battle).awaiting] == ["intercept"]
    run(battle)
    assert state_of(battle).awaiting == ()
    assert orders_of(battle)[-1] == ("blue", "plan", "answer")
    assert SidePlan.objects.get(user=berta).plan["stances"]


def test_nobody_else_reads_it(battle, marga, ana, berta):
    planned(battle, ana)
    for user, reads in ((ana, True), (berta, False), (marga, False)):
        view = battle_view(user, battle.public_id)
        assert (plan_for(view, "red") is not None) == reads
    with refused("not_your_side"):
        planned(battle, berta, side="red")


def test_a_seat_that_changes_hands_leaves_its_plan_behind(battle, marga, ana, berta, member):
    planned(battle, ana, sealed=True)
    gm_pause(user=marga, battle_id=battle.public_id, paused=True)
    gm_set_seat(
        user=marga,
        battle_id=battle.public_id,
        side="red",
        controller="member",
        member=member(berta).public_id,
    )
    gm_pause(user=marga, battle_id=battle.public_id, paused=False)
    run(battle)
    assert orders_of(battle) == []
    assert plan_for(battle_view(berta, battle.public_id), "red") is None


def test_a_stopped_battle_plays_no_plan(battle, marga, ana):
    planned(battle, ana)
    gm_pause(user=marga, battle_id=battle.public_id, paused=True)
    run(battle)
    assert orders_of(battle) == []
    gm_pause(user=marga, battle_id=battle.public_id, paused=False)
    run(battle)
    assert len(orders_of(battle)) == 4


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        ({"steps": 3}, "bad_plan"),
        ({"steps": [{"phase": "lunch", "choices": []}]}, "bad_plan"),
        ({"steps": [step("shooting", {**SHOT, "warrior": "nobody"})]}, "bad_plan"),
        ({"steps": [step("shooting", {**SHOT, "warrior": "bea"})]}, "not_your_side"),
        ({"steps": [step("start", {"order": "gm_end_battle", "reason": "x"})]}, "gm_only"),
        ({"steps": [step("start", END)] * 121}, "bad_plan"),
        ({"stances": [{"decision": "x", "prefer": [], "when": [{"if": "moon"}]}]}, "bad_plan"),
        ([], "bad_plan"),
    ],
)
def test_a_bad_plan_is_refused(battle, ana, plan, code):
    with refused(code):
        planned(battle, ana, plan)
    assert not SidePlan.objects.exists()


def test_thrown_away_it_is_gone(battle, ana):
    planned(battle, ana)
    services.plan_clear(user=ana, battle_id=battle.public_id)
    run(battle)
    assert orders_of(battle) == []
    assert Outbox.objects.filter(done_at=None).count() == 0


def test_rest_keeps_it_in_native_units(battle, ana, berta, marga, api):
    path = f"/api/v1/battles/{battle.public_id}/plan"
    when = [{"if": "within", "warrior": "rosa", "target": "bea", "distance": 20}]
    plan = {"steps": [step("shooting", {"order": SHOT, "when": when})]}
    kept = api(ana).put(path, {"plan": plan}, format="json")
    assert kept.status_code == 200, kept.content
    told = api(ana).get(path).json()
    assert told["plan"]["steps"][0]["choices"][0]["when"][0]["distance"] == 20
    assert (told["side"], told["sealed"]) == ("red", True)
    for user in (berta, marga):
        assert api(user).get(path, {"side": "red"}).status_code == 404
    assert api(ana).delete(path).status_code == 204
    assert api(ana).get(path).status_code == 404


def test_the_thread_tells_its_maker_alone_that_something_came_to_nothing(battle, marga, ana, berta):
    gone = {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "rosa"}
    planned(battle, ana, {"steps": [step("start", gone), step("start", END)]})
    run(battle)
    assert orders_of(battle)
    for user, told in ((ana, 1), (berta, 0), (marga, 0)):
        page = Client(headers={"accept-language": "es"})
        page.force_login(user)
        html = page.get(f"/scenes/{battle.scene.public_id}/").content.decode()
        assert html.count("De tu plan, un paso quedó en nada.") == told, user
    page = Client(headers={"accept-language": "es"})
    page.force_login(ana)
    plan = page.get(f"/battles/{battle.public_id}/plan?side=red").content.decode()
    assert 'id="lost"' in plan


def test_what_came_to_nothing_is_no_elses_over_rest_either(battle, marga, ana, berta, api):
    """Nor do posts that aren't joined give it away."""
    gone = {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "rosa"}
    planned(battle, ana, {"steps": [step("start", gone), step("start", END)]})
    run(battle)
    planned(battle, ana, {"steps": [step("recovery", gone), step("recovery", END)]})
    run(battle)
    (post,) = battle.scene.posts.filter(source="plan")
    assert (len(post.orders), post.lost) == (2, 2)
    seen = {}
    for user in (ana, berta, marga):
        assert api(user).get(f"/api/v1/posts/{post.public_id}").json()["lost"] == 2 * (user == ana)
        (told,) = (
            one
            for one in api(user)
            .get(f"/api/v1/scenes/{battle.scene.public_id}/posts")
            .json()["results"]
            if one["source"] == "plan"
        )
        seen[user.username] = told
    assert seen["ana"].pop("lost") == 2
    assert seen["berta"].pop("lost") == seen["marga"].pop("lost") == 0
    assert seen["ana"] == seen["berta"] == seen["marga"]


def test_its_maker_alone_is_told_once_a_turn(battle, ana, api):
    gone = {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "rosa"}
    planned(battle, ana, {"steps": [step("start", gone)]})
    run(battle)
    assert orders_of(battle) == []  # nothing was done either: no post could say it
    planned(battle, ana, {"steps": [step("start", gone), step("start", END)]})
    run(battle)
    (notice,) = Notice.objects.filter(kind=NoticeKind.PLAN_LOST)
    assert notice.user == ana
    with translation.override("es"):
        told = in_words(notice)
    assert told.text == "Algo que ordenaste por adelantado en «Duelo» quedó en nada."
    page = Client(headers={"accept-language": "es"})
    page.force_login(ana)
    assert 'id="lost"' in page.get(told.path).content.decode()
    rows = api(ana).get("/api/v1/notices").json()["results"]
    assert [one["kind"] for one in rows].count("plan_lost") == 1


def test_what_was_left_out_on_purpose_is_no_loss(battle, ana):
    standing = {"if": "status", "warrior": "rosa", "status": ["standing"]}
    nothing = {"phase": "start", "choices": [{"when": [standing]}]}
    planned(battle, ana, {"steps": [nothing, step("start", END)]})
    run(battle)
    assert orders_of(battle)
    assert not Notice.objects.filter(kind=NoticeKind.PLAN_LOST).exists()
