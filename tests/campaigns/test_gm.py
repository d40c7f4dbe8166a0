"""The game master's acts: audited, told in the log, refused to everybody else."""

import pytest
from django.test import Client

from campaigns.battle_text import happened
from campaigns.engine import state_of
from campaigns.log import REWOUND, state_at
from campaigns.models import (
    Battle,
    EventRow,
    GmAction,
    Notice,
    NoticeKind,
    OrderRow,
    Post,
)
from campaigns.narration import Names
from campaigns.selectors.battles import battle_view, events_since
from campaigns.services import battles, gm
from campaigns.services.dice_check import check_battle
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun, set_up
from tests.campaigns.test_campaigns import refused

END = {"order": "end_phase", "through": "combat"}


@pytest.fixture
def battle(campaign, marga, ana, berta):
    return begun(campaign, marga, red=ana, blue=berta)


@pytest.fixture
def now(battle):
    def version() -> int:
        battle.refresh_from_db()
        return battle.version

    return version


def turn(user, battle, version, *orders, **more):
    return battle_submit(
        user=user, battle_id=battle.public_id, submission=Submission(list(orders), version, **more)
    )


def test_the_gm_plays_any_side_and_the_log_says_who(battle, now, marga):
    submission = Submission([END | {"side": "red"}], now(), source="gm", reason="Ana no llega")
    gm.gm_act(user=marga, battle_id=battle.public_id, submission=submission)
    row = OrderRow.objects.last()
    assert (row.side, row.source, row.user) == ("red", "gm", marga)
    action = GmAction.objects.get(action="gm_act")
    assert (action.user, action.reason) == (marga, "Ana no llega")
    assert Post.objects.last().data["reason"] == "Ana no llega"


def test_nobody_else_does(battle, now, ana, carla):
    for user in (ana, carla):
        submission = Submission([END | {"side": "blue"}], now(), source="gm")
        with refused("gm_only"):
            gm.gm_act(user=user, battle_id=battle.public_id, submission=submission)
        with refused("gm_only"):
            gm.gm_rewind(
                user=user,
                battle_id=battle.public_id,
                to_seq=1,
                reason="no",
                expected_version=now(),
            )


def test_an_adjustment_is_an_event_with_its_reason(battle, now, marga):
    gm.gm_adjust(
        user=marga,
        battle_id=battle.public_id,
        warrior="rita",
        changes={"at": [20, 20, 0], "wounds": 2},
        reason="Mal medido",
        expected_version=now(),
    )
    battle.refresh_from_db()
    rita = state_of(battle).warriors["rita"]
    assert (rita.at, rita.wounds) == ((20_000, 20_000, 0), 2)
    event = EventRow.objects.last()
    assert (event.type, event.payload["reason"]) == ("Adjusted", "Mal medido")


def test_an_adjustment_needs_a_reason_and_a_warrior(battle, now, marga):
    change = {"user": marga, "battle_id": battle.public_id, "changes": {"wounds": 2}}
    with refused("reason_missing"):
        gm.gm_adjust(warrior="rita", reason=" ", expected_version=now(), **change)
    with refused("unknown_warrior"):
        gm.gm_adjust(warrior="nadie", reason="x", expected_version=now(), **change)


def test_ending_a_battle_names_the_winner_and_calls_for_the_aftermath(battle, now, marga):
    gm.gm_end(
        user=marga,
        battle_id=battle.public_id,
        winner="blue",
        reason="Se hace tarde",
        expected_version=now(),
    )
    battle.refresh_from_db()
    assert battle.status == "over"
    assert battle.result["winner"] == "blue"
    assert not battle.sides.filter(waiting=True).exists()


def test_a_rewind_keeps_everything_and_plays_on_with_dice_of_its_own(battle, now, marga, ana):
    start = now()
    turn(ana, battle, start, END)
    after = now()
    old = Battle.objects.get(pk=battle.pk).active_branch
    gm.gm_rewind(
        user=marga,
        battle_id=battle.public_id,
        to_seq=start,
        reason="Dictado mal",
        expected_version=after,
    )
    battle = Battle.objects.get(pk=battle.pk)
    assert battle.version == after + 1
    assert battle.active_branch != old
    assert battle.active_branch.commitment != old.commitment
    assert state_of(battle) == state_at(battle, old, start)
    assert battle.sides.get(waiting=True).side == "red"
    turn(ana, battle, battle.version, END)
    battle = Battle.objects.get(pk=battle.pk)
    assert state_of(battle) == state_at(battle, battle.active_branch)
    assert list(EventRow.objects.values_list("seq", flat=True)) == list(
        range(1, battle.version + 1)
    )


def test_the_feed_tells_of_a_rewind_and_marks_what_it_took_back(battle, now, marga, ana):
    start = now()
    turn(ana, battle, start, END)
    after = now()
    gm.gm_rewind(
        user=marga, battle_id=battle.public_id, to_seq=start, reason="x", expected_version=after
    )
    events = events_since(battle_view(ana, battle.public_id), 0)
    assert [event.seq for event in events if event.superseded] == list(range(start + 1, after + 1))
    (told,) = [event for event in events if event.type == REWOUND]
    assert told.payload["to_seq"] == start
    assert told.payload["reason"] == "x"


def test_a_rewind_may_go_back_past_an_earlier_one(battle, now, marga, ana, berta):
    start = now()
    turn(ana, battle, start, {"order": "end_phase", "through": "recovery"})
    middle = now()
    turn(ana, battle, middle, END)
    rewind = {"user": marga, "battle_id": battle.public_id, "reason": "x"}
    gm.gm_rewind(to_seq=middle, expected_version=now(), **rewind)
    turn(ana, battle, now(), END)
    gm.gm_rewind(to_seq=start, expected_version=now(), **rewind)
    battle.refresh_from_db()
    assert state_of(battle).phase == "start"
    assert battle.active_branch.parent.parent is None
    assert check_battle(battle).ok


def test_a_rewind_stops_at_the_end_of_an_order_only(battle, now, marga, ana):
    start = now()
    turn(ana, battle, start, END)
    rewind = {"user": marga, "battle_id": battle.public_id, "reason": "x"}
    with refused("bad_rewind") as refusal:
        gm.gm_rewind(to_seq=start + 1, expected_version=now(), **rewind)
    assert refusal.value.params["nearest"] == start
    with refused("bad_rewind"):
        gm.gm_rewind(to_seq=now(), expected_version=now(), **rewind)
    with refused("stale"):
        gm.gm_rewind(to_seq=start, expected_version=start, **rewind)


def test_after_a_rewind_three_turns_that_stand_are_told(battle, now, marga, ana, berta):
    ends = [
        turn(user, battle, now(), END | {"side": side}).to_seq
        for user, side in 3 * ((ana, "red"), (berta, "blue"))
    ]
    gm.gm_rewind(
        user=marga,
        battle_id=battle.public_id,
        to_seq=ends[3],
        reason="Se coló un turno",
        expected_version=now(),
    )
    view = battle_view(ana, battle.public_id)
    told = happened(view, Names.of(view.setup))
    assert len(told) == 3
    assert all(told)


def test_a_seat_changes_hands(battle, now, marga, ana, berta, member):
    gm.gm_set_seat(
        user=marga,
        battle_id=battle.public_id,
        side="red",
        controller="member",
        member=member(berta).public_id,
    )
    with refused("not_your_side"):
        turn(ana, battle, now(), END | {"side": "red"})
    assert turn(berta, battle, now(), END | {"side": "red"}).accepted == 1


@pytest.mark.parametrize(
    ("controller", "whose", "told"),
    [
        ("member", "berta", "Desde ahora juega otra persona con "),
        ("member", "marga", "El director de juego se queda con "),
        ("gm", "", "Desde ahora el director de juego lleva "),
        ("server", "", "Desde ahora el servidor juega con "),
    ],
)
def test_the_thread_says_whom_one_plays_against(
    battle, marga, ana, berta, member, controller, whose, told
) -> None:
    who = {"berta": berta, "marga": marga}.get(whose)
    given = {"member": member(who).public_id} if who else {}
    red = {"user": marga, "battle_id": battle.public_id, "side": "red", "controller": controller}
    gm.gm_set_seat(**red, **given)
    gm.gm_set_seat(**red, **given)  # nothing new
    page = Client(headers={"accept-language": "es"})
    page.force_login(ana)
    html = page.get(f"/scenes/{battle.scene.public_id}/").content.decode()
    assert html.count(told) == 1
    given_to = Notice.objects.filter(kind=NoticeKind.SEAT, scene=battle.scene)
    assert [one.user for one in given_to] == ([berta] if who == berta else [])


def test_a_cancelled_battle_shows_its_dice_and_frees_its_warriors(campaign, battle, marga, ana):
    with refused("gm_only"):
        battles.battle_cancel(user=ana, battle_id=battle.public_id, reason="no quiero")
    battles.battle_cancel(user=marga, battle_id=battle.public_id, reason="Empate técnico")
    battle.refresh_from_db()
    assert battle.status == "cancelled"
    assert battle.branches.get().revealed_at
    assert set_up(campaign, marga, red=ana, blue="server")


def test_a_warrior_is_in_one_open_battle_at_most(campaign, battle, marga, ana):
    with refused("warriors_busy"):
        set_up(campaign, marga, red=ana, blue="server")


def test_seeds_freeze_at_the_start(campaign, marga, ana, berta, carla, stranger):
    battle = set_up(campaign, marga, red=ana, blue=berta)
    seed = {"battle_id": battle.public_id}
    battles.add_seed(user=ana, text="siete", **seed)
    battles.add_seed(user=ana, text="ocho", **seed)
    battles.add_seed(user=carla, text="miro y sumo", **seed)
    with refused("not_found"):
        battles.add_seed(user=stranger, text="yo también", **seed)
    before = battle.branches.get().commitment
    battles.battle_start(user=ana, battle_id=battle.public_id)
    branch = battle.branches.get()
    assert branch.commitment == before
    assert branch.seeds == [{"by": "Ana", "seed": "ocho"}, {"by": "Carla", "seed": "miro y sumo"}]
    with refused("seeds_frozen"):
        battles.add_seed(user=berta, text="tarde", **seed)
    with refused("already_started"):
        battles.battle_start(user=marga, battle_id=battle.public_id)


def test_only_who_plays_or_directs_starts_it(campaign, marga, ana, berta, carla):
    battle = set_up(campaign, marga, red=ana, blue="server")
    with refused("not_your_battle"):
        battles.battle_start(user=berta, battle_id=battle.public_id)
    with refused("spectators_read"):
        battles.battle_start(user=carla, battle_id=battle.public_id)
