"""A turn's time from its beginning to its end, and what happens then."""

from datetime import date, time, timedelta

import pytest

from campaigns import outbox
from campaigns.errors import ServiceError
from campaigns.models import (
    CampaignPace,
    GmAction,
    Notice,
    OrderRow,
    Outbox,
    Post,
    Scene,
    TurnClock,
)
from campaigns.services import pace as services
from campaigns.services.campaigns import leave
from campaigns.services.gm import gm_pause, gm_rewind, gm_set_seat
from campaigns.services.plans import plan_set
from campaigns.services.second_thoughts import take_back
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun, crowd
from tests.clocks.conftest import WEDNESDAY

pytestmark = pytest.mark.django_db


@pytest.fixture
def fight(wall, paced, campaign, marga, ana, berta):
    """A turn has 24 hours; then the server plays cautiously. It is Ana's."""
    paced()
    return begun(campaign, marga, crowd(), red=ana, blue=berta)


def clock_of(battle, side="red") -> TurnClock:
    return TurnClock.objects.select_related("side__battle").get(
        side__battle=battle, side__side=side
    )


def end_turn(battle, user, through="combat"):
    battle.refresh_from_db()
    side = battle.sides.get(waiting=True).side
    order = {"order": "end_phase", "side": side, "through": through}
    return battle_submit(
        user=user, battle_id=battle.public_id, submission=Submission([order], battle.version)
    )


def jobs(kind="turn_expiry"):
    return Outbox.objects.filter(kind=kind, done_at=None)


def told(user, kind) -> int:
    return Notice.objects.filter(user=user, kind=kind).count()


def test_the_clock_begins_with_the_turn(fight, ana, berta):
    clock = clock_of(fight)
    assert (clock.running, clock.due_at) == (True, WEDNESDAY + timedelta(hours=24))
    assert jobs().get().run_after == clock.due_at
    assert told(ana, "your_turn") == 1
    assert told(berta, "your_turn") == 0
    assert not TurnClock.objects.filter(side__side="blue").exists()


def test_a_turn_that_is_played_stops_its_clock(wall, fight, ana, berta):
    wall.pass_(hours=3)
    end_turn(fight, ana)
    clock = clock_of(fight)
    assert (clock.running, clock.due_at, clock.left_seconds) == (False, None, 21 * 3600)
    assert clock_of(fight, "blue").due_at == wall.now + timedelta(hours=24)
    assert jobs().count() == 1
    assert told(berta, "your_turn") == 1


def test_a_turn_that_is_played_calls_no_longer(wall, fight, ana, berta):
    """However many turns were played in between, one notice at most calls for the turn of now."""
    unread = Notice.objects.filter(kind__in=("your_turn", "reminder"), read_at=None)
    wall.pass_(hours=23)
    wall.work()
    assert unread.filter(user=ana, kind="reminder").exists()
    end_turn(fight, ana)
    assert not unread.filter(user=ana).exists()
    assert unread.filter(user=berta).count() == 1
    end_turn(fight, berta)
    assert [one.kind for one in unread.filter(user=ana)] == ["your_turn"]
    assert not unread.filter(user=berta).exists()


def test_nothing_happens_a_second_before(wall, fight):
    wall.pass_(hours=24, seconds=-1)
    wall.work()
    fight.refresh_from_db()
    assert fight.sides.get(side="red").waiting
    assert not OrderRow.objects.filter(source="server").exists()


def test_a_turn_sent_a_second_before_the_end_is_kept(wall, fight, ana):
    wall.pass_(hours=24, seconds=-1)
    end_turn(fight, ana)
    wall.pass_(seconds=2)
    wall.work()
    assert clock_of(fight).expired_at is None
    assert not OrderRow.objects.filter(source="server").exists()


def test_the_server_plays_the_turn_cautiously(wall, fight, ana):
    wall.pass_(hours=24)
    wall.work()
    fight.refresh_from_db()
    assert fight.sides.get(side="blue").waiting
    orders = OrderRow.objects.filter(source="server", side="red")
    assert orders.exists()
    assert not orders.filter(order__order__in=["move", "charge", "rout"]).exists()
    clock = clock_of(fight)
    assert (clock.running, clock.expired_at, clock.playing) == (False, wall.now, "server")
    assert told(ana, "time_up") == 1
    assert Post.objects.filter(scene=fight.scene, source="clock").count() == 1
    wall.work()
    assert Post.objects.filter(scene=fight.scene, source="clock").count() == 1


def test_the_next_turn_is_the_players_again(wall, fight, ana, berta):
    wall.pass_(hours=24)
    wall.work()
    end_turn(fight, berta)
    clock = clock_of(fight)
    assert (clock.running, clock.playing, clock.expired_at) == (True, "", None)
    assert clock.due_at == wall.now + timedelta(hours=24)


def test_a_skipped_turn_fires_no_shot(wall, paced, campaign, marga, ana, berta):
    paced(first="skip")
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.pass_(hours=24)
    wall.work()
    assert battle.sides.get(side="blue").waiting
    kinds = OrderRow.objects.filter(source="server").values_list("order__order", flat=True)
    assert set(kinds) == {"end_phase"}


def test_standing_orders_are_played_and_the_rest_is_ended(wall, paced, campaign, marga, ana, berta):
    paced(first="plan", then="gm")
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    shot = {"order": "shoot", "warrior": "rosa", "weapon": "bow", "target": "nearest"}
    steps = [{"phase": "shooting", "choices": [{"order": shot}]}]
    plan_set(user=ana, battle_id=battle.public_id, plan={"steps": steps}, sealed=True)
    wall.work()
    assert battle.sides.get(side="red").waiting
    wall.pass_(hours=24)
    wall.work()
    assert battle.sides.get(side="blue").waiting
    assert clock_of(battle).playing == "plan"
    assert OrderRow.objects.filter(source="plan", order__order="shoot").count() == 1


def test_without_standing_orders_the_second_choice(wall, paced, campaign, marga, ana, berta):
    paced(first="plan", then="skip")
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.pass_(hours=24)
    wall.work()
    assert clock_of(battle).playing == "skip"


def test_the_game_master_decides(wall, paced, campaign, marga, ana, berta):
    paced(first="gm")
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.pass_(hours=24)
    wall.work()
    assert battle.sides.get(side="red").waiting
    assert (told(marga, "gm_decides"), told(ana, "time_up")) == (1, 1)
    assert clock_of(battle).playing == "gm"
    end_turn(battle, ana)
    assert battle.sides.get(side="blue").waiting


def test_a_deputy_plays_with_a_term_of_his_own(
    wall, paced, campaign, marga, ana, berta, member, carla
):
    campaign.memberships.filter(user=carla).update(role="player")
    paced(first="deputy", then="skip")
    services.deputy_set(user=ana, campaign_id=campaign.public_id, deputy=member(carla).public_id)
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    with pytest.raises(ServiceError, match="not_your_side"):
        end_turn(battle, carla)
    wall.pass_(hours=24)
    wall.work()
    clock = clock_of(battle)
    assert (clock.playing, clock.deputy) == ("deputy", carla)
    assert clock.due_at == wall.now + timedelta(hours=24)
    assert told(carla, "deputy") == 1
    end_turn(battle, carla, through="movement")
    assert battle.sides.get(side="red").waiting
    wall.pass_(hours=25)
    wall.work()
    assert clock_of(battle).playing == "skip"
    assert battle.sides.get(side="blue").waiting
    with pytest.raises(ServiceError, match="not_your_side"):
        end_turn(battle, carla)


def test_no_deputy_who_plays_against_him(wall, paced, campaign, marga, ana, berta, member):
    paced(first="deputy", then="skip")
    services.deputy_set(user=ana, campaign_id=campaign.public_id, deputy=member(berta).public_id)
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.pass_(hours=24)
    wall.work()
    assert clock_of(battle).playing == "skip"


def test_the_reserve_goes_first_and_only_what_was_used_is_gone(
    wall, paced, campaign, marga, ana, berta
):
    paced(bank_hours=10)
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.pass_(hours=24)
    wall.work()
    clock = clock_of(battle)
    assert (clock.on_reserve, clock.due_at) == (True, wall.now + timedelta(hours=10))
    wall.pass_(hours=4)
    end_turn(battle, ana)
    assert campaign.memberships.get(user=ana).member_clock.bank_used_seconds == 4 * 3600
    end_turn(battle, berta)
    wall.pass_(hours=24)
    wall.work()
    assert clock_of(battle).due_at == wall.now + timedelta(hours=6)
    wall.pass_(hours=6)
    wall.work()
    assert clock_of(battle).playing == "server"
    assert campaign.memberships.get(user=ana).member_clock.bank_used_seconds == 10 * 3600


def test_an_absence_moves_the_end_and_its_end_moves_it_back(wall, fight, ana):
    away = services.absence_add(user=ana, first_day=date(2026, 6, 4), last_day=date(2026, 6, 6))
    # 14 of the 24 hours lie before midnight in Madrid, 10 after the last day.
    assert clock_of(fight).due_at.isoformat() == "2026-06-07T08:00:00+00:00"
    services.absence_remove(user=ana, absence_id=away.public_id)
    assert clock_of(fight).due_at == WEDNESDAY + timedelta(hours=24)
    assert jobs().count() == 1


def test_who_is_away_is_played_for_at_once(wall, paced, campaign, marga, ana, berta):
    paced(absences="at_once", bank_hours=50)
    services.absence_add(user=ana, first_day=date(2026, 6, 3), last_day=date(2026, 6, 3))
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.work()
    assert battle.sides.get(side="blue").waiting
    assert wall.now == WEDNESDAY


def test_who_leaves_in_the_middle_of_his_turn_is_played_for_then(
    wall, paced, campaign, marga, ana, berta
):
    paced(absences="at_once", bank_hours=50)
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    away = services.absence_add(user=ana, first_day=date(2026, 6, 4), last_day=date(2026, 6, 9))
    assert clock_of(battle).due_at.isoformat() == "2026-06-03T22:00:00+00:00"  # midnight in Madrid
    services.absence_remove(user=ana, absence_id=away.public_id)
    assert clock_of(battle).due_at == WEDNESDAY + timedelta(hours=24)
    services.absence_add(user=ana, first_day=date(2026, 6, 4), last_day=date(2026, 6, 9))
    wall.pass_(hours=14)
    wall.work()
    assert battle.sides.get(side="blue").waiting
    end_turn(battle, berta)
    wall.work()
    assert battle.sides.get(side="blue").waiting


def test_a_clock_that_runs_through_an_absence(wall, paced, campaign, marga, ana, berta):
    paced(absences="run")
    services.absence_add(user=ana, first_day=date(2026, 6, 3), last_day=date(2026, 6, 13))
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    assert clock_of(battle).due_at == WEDNESDAY + timedelta(hours=24)


def test_reminders_come_when_they_were_asked_for(wall, paced, campaign, marga, ana, berta):
    paced(hours=48)
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    for hours, count in ((23, 0), (1, 1), (19, 1), (1, 2)):
        wall.pass_(hours=hours)
        wall.work()
        assert told(ana, "reminder") == count
    end_turn(battle, ana)
    assert jobs("turn_reminder").filter(payload__clock=clock_of(battle).pk).count() == 0


def test_a_pause_keeps_what_is_left(wall, fight, marga):
    wall.pass_(hours=20)
    gm_pause(user=marga, battle_id=fight.public_id, paused=True)
    wall.pass_(days=30)
    wall.work()
    assert clock_of(fight).due_at is None
    assert fight.sides.get(side="red").waiting
    gm_pause(user=marga, battle_id=fight.public_id, paused=False)
    assert clock_of(fight).due_at == wall.now + timedelta(hours=4)


def test_nobody_gains_time_by_taking_the_end_of_his_turn_back(wall, fight, ana):
    wall.pass_(hours=23)
    left = timedelta(hours=1)
    for _ in range(3):
        end_turn(fight, ana)
        wall.pass_(minutes=20)  # the enemy's time
        fight.refresh_from_db()
        take_back(user=ana, battle_id=fight.public_id, expected_version=fight.version)
        assert clock_of(fight).due_at == wall.now + left == jobs().get().run_after
        wall.pass_(minutes=10)
        left -= timedelta(minutes=10)


def test_nor_in_holidays(wall, fight, campaign, marga, ana):
    wall.pass_(hours=23)
    end_turn(fight, ana)
    holidays = {"user": marga, "campaign_id": campaign.public_id}
    services.pace_pause(**holidays, paused=True)
    fight.refresh_from_db()
    take_back(user=ana, battle_id=fight.public_id, expected_version=fight.version)
    services.pace_pause(**holidays, paused=False)
    assert clock_of(fight).due_at == wall.now + timedelta(hours=1)


def test_holidays_for_the_whole_campaign(wall, fight, campaign, marga, ana, berta):
    wall.pass_(hours=20)
    services.pace_pause(user=marga, campaign_id=campaign.public_id, paused=True)
    end_turn(fight, ana)
    assert clock_of(fight, "blue").due_at is None
    wall.pass_(days=10)
    services.pace_pause(user=marga, campaign_id=campaign.public_id, paused=False)
    assert clock_of(fight, "blue").due_at == wall.now + timedelta(hours=24)
    assert list(GmAction.objects.values_list("action", flat=True))[:2] == [
        "pace_resume",
        "pace_pause",
    ]


def test_more_time_from_the_game_master(wall, fight, marga, ana):
    extend = {"battle_id": fight.public_id, "side": "red", "hours": 12, "reason": "Mudanza"}
    with pytest.raises(ServiceError, match="gm_only"):
        services.turn_extend(user=ana, **extend)
    services.turn_extend(user=marga, **extend)
    assert clock_of(fight).due_at == WEDNESDAY + timedelta(hours=36)
    wall.pass_(hours=24)
    wall.work()
    assert fight.sides.get(side="red").waiting
    assert GmAction.objects.filter(action="turn_extend", reason="Mudanza").count() == 1


def test_a_nudge_once_in_six_hours(wall, fight, ana, berta, carla):
    nudge = {"battle_id": fight.public_id, "side": "red"}
    services.nudge(user=berta, **nudge)
    assert told(ana, "nudge") == 1
    with pytest.raises(ServiceError, match="nudged_already"):
        services.nudge(user=berta, **nudge)
    wall.pass_(hours=6)
    services.nudge(user=berta, **nudge)
    assert told(ana, "nudge") == 2
    with pytest.raises(ServiceError, match="not_waiting"):
        services.nudge(user=berta, battle_id=fight.public_id, side="blue")
    with pytest.raises(ServiceError, match="spectators_read"):
        services.nudge(user=carla, **nudge)


def test_a_new_player_has_a_new_clock(wall, fight, campaign, marga, ana, carla, member):
    campaign.memberships.filter(user=carla).update(role="player")
    wall.pass_(hours=20)
    gm_set_seat(
        user=marga,
        battle_id=fight.public_id,
        side="red",
        controller="member",
        member=member(carla).public_id,
    )
    assert clock_of(fight).due_at == wall.now + timedelta(hours=24)
    assert told(carla, "your_turn") == 1


def test_who_leaves_has_no_clock(wall, fight, campaign, ana):
    leave(user=ana, campaign_id=campaign.public_id)
    assert not clock_of(fight).running
    assert not jobs().exists()
    wall.pass_(hours=25)
    wall.work()
    assert fight.sides.get(side="red").waiting


def test_a_rewind_gives_the_turn_its_time_again(wall, fight, marga, ana, berta):
    wall.pass_(hours=10)
    end_turn(fight, ana, through="recovery")
    last = fight.orders.order_by("-sequence").first().last_seq
    end_turn(fight, ana)
    wall.pass_(hours=1)
    fight.refresh_from_db()
    gm_rewind(
        user=marga,
        battle_id=fight.public_id,
        to_seq=last,
        reason="Error",
        expected_version=fight.version,
    )
    assert clock_of(fight).due_at == wall.now + timedelta(hours=14)
    assert not clock_of(fight, "blue").running


def test_a_pace_for_a_battle_under_way(wall, campaign, marga, ana, berta, paced):
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    assert clock_of(battle).due_at is None
    wall.pass_(days=3)
    paced(hours=12)
    assert clock_of(battle).due_at == wall.now + timedelta(hours=12)
    services.pace_remove(user=marga, campaign_id=campaign.public_id)
    assert clock_of(battle).due_at is None
    assert not CampaignPace.objects.exists()
    assert not jobs().exists()


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"hours": 0}, ["hours"]),
        ({"hours": 721}, ["hours"]),
        ({"zone": "Marte/Olimpo"}, ["zone"]),
        ({"quiet_from": "23:00"}, ["quiet_from", "quiet_to"]),
        ({"quiet_from": time(8), "quiet_to": time(8)}, ["quiet_from", "quiet_to"]),
        ({"quiet_from": time(8), "quiet_to": time(7)}, ["quiet_from", "quiet_to"]),
        ({"first": "plead"}, ["first"]),
        ({"absences": "x"}, ["absences"]),
    ],
)
def test_a_pace_that_makes_no_sense(campaign, marga, fields, wrong):
    with pytest.raises(ServiceError) as refusal:
        services.pace_set(user=marga, campaign_id=campaign.public_id, **fields)
    assert refusal.value.params["fields"] == wrong


@pytest.mark.parametrize(
    ("first", "last"),
    [("2026-06-05", "2026-06-04"), ("2026-06-05", "2026-12-05"), ("2026-05-01", "2026-05-03")],
)
def test_days_that_make_no_absence(wall, ana, first, last):
    with pytest.raises(ServiceError, match="bad_days"):
        services.absence_add(
            user=ana, first_day=date.fromisoformat(first), last_day=date.fromisoformat(last)
        )


def test_a_stale_job_does_nothing(wall, fight, ana):
    job = jobs().get()
    stale = Outbox(kind=job.kind, key="older", payload=job.payload | {"serial": 0})
    stale.save()
    wall.pass_(hours=25)
    outbox.run(stale.pk)
    assert clock_of(fight).expired_at is None
    assert Scene.objects.get(pk=fight.scene_id).posts.filter(source="clock").count() == 0
