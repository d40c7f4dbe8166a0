"""What follows a battle: steps as jobs, a report in the camp, the dice laid open."""

import pytest
from django.utils import timezone

from campaigns import outbox
from campaigns.models import EventRow, Outbox, Post, PostKind, Scene, SceneKind
from campaigns.services import aftermath, battles, gm
from campaigns.services.battles import Seat
from tests.campaigns.test_campaigns import refused
from tests.campaigns.wars import enlisted, fell, henchmen_of, settle, war, warriors_of
from warbands.models import Aftermath, AftermathStep, Warband


@pytest.fixture
def seats(campaign, ana, berta):
    mine = enlisted(campaign, ana)
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    return [Seat(mine.pk), Seat(theirs.pk)]


@pytest.fixture
def over(campaign, marga, seats):
    """A battle that red won; each side has lost two henchmen, whose fate asks nobody anything."""
    battle = war(campaign, marga, *seats)
    lost = henchmen_of(battle, "red")[:2] + henchmen_of(battle, "blue")[:2]
    return fell(battle, marga, lost)


def test_a_battle_pins_its_warriors_and_musters_their_warbands(campaign, marga, seats):
    battle = war(campaign, marga, *seats)
    assert len(warriors_of(battle, "red")) == 10
    assert set(Warband.objects.values_list("fighting", flat=True)) == {str(battle.public_id)}
    with refused("warriors_busy"):
        battles.battle_create(
            user=marga, campaign_id=campaign.public_id, seats=seats, board="callejon"
        )


def test_seats_belong_to_the_owners(campaign, marga, seats, ana, berta):
    battle = war(campaign, marga, *seats)
    assert [side.user for side in battle.sides.order_by("position")] == [ana, berta]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"board": "nowhere"}, "unknown_board"),
        ({"seats": 1}, "side_count"),
        ({"seats": "twice"}, "warband_twice"),
    ],
)
def test_a_battle_that_can_t_be_set_up(campaign, marga, seats, change, code):
    chosen = {1: seats[:1], "twice": [seats[0], seats[0]]}.get(change.get("seats"), seats)
    with refused(code):
        battles.battle_create(
            user=marga,
            campaign_id=campaign.public_id,
            seats=chosen,
            board=change.get("board", "callejon"),
        )


def test_only_the_gm_sets_one_up(campaign, ana, seats):
    with refused("gm_only"):
        battles.battle_create(
            user=ana, campaign_id=campaign.public_id, seats=seats, board="callejon"
        )


def test_each_step_is_done_once_and_the_battle_closes(over):
    outbox.run_due(limit=500)
    over.refresh_from_db()
    assert over.status == "closed"
    assert over.branches.get().revealed_at
    assert not over.combatants.filter(open=True).exists()
    assert set(Warband.objects.values_list("fighting", flat=True)) == {""}
    injuries = AftermathStep.objects.filter(step="serious_injury", occurrence=1)
    assert injuries.count() == 4
    assert Aftermath.objects.count() == 2
    assert not Outbox.objects.due().exists()


def test_each_camp_gets_its_report_once(over, campaign):
    outbox.run_due(limit=500)
    reports = Post.objects.filter(kind=PostKind.REPORT)
    camps = Scene.objects.filter(campaign=campaign, kind=SceneKind.CAMP)
    assert {report.scene for report in reports} == set(camps)
    assert reports.count() == 2


def test_a_job_that_runs_again_changes_nothing(over):
    outbox.run_due(limit=500)
    before = list(AftermathStep.objects.order_by("pk").values_list("pk", "events"))
    Outbox.objects.exclude(kind__in=("aftermath_default", "aftermath_reminder")).update(
        done_at=None, run_after=timezone.now()
    )
    outbox.run_due(limit=500)
    assert list(AftermathStep.objects.order_by("pk").values_list("pk", "events")) == before
    assert Post.objects.filter(kind=PostKind.REPORT).count() == 2


def test_a_rewind_reverts_the_aftermath(over, marga):
    before = dict(Warband.objects.values_list("pk", "rating"))
    outbox.run_due(limit=500)
    over.refresh_from_db()
    last = EventRow.objects.filter(battle=over, type="Adjusted").last()
    gm.gm_rewind(
        user=marga,
        battle_id=over.public_id,
        to_seq=last.seq,
        reason="No había anochecido",
        expected_version=over.version,
    )
    over.refresh_from_db()
    assert over.status == "open"
    assert dict(Warband.objects.values_list("pk", "rating")) == before
    assert Aftermath.objects.filter(reverted_at=None).count() == 0
    gm.gm_end(
        user=marga,
        battle_id=over.public_id,
        winner="blue",
        reason="Ahora sí",
        expected_version=over.version,
    )
    outbox.run_due(limit=500)
    over.refresh_from_db()
    assert over.status == "closed"
    assert Aftermath.objects.filter(reverted_at=None).count() == 2


def test_no_rewind_once_a_warband_has_gone_on(over, marga, campaign, seats):
    outbox.run_due(limit=500)
    over.refresh_from_db()
    settle(over)
    war(campaign, marga, *seats)
    with refused("later_battle"):
        gm.gm_rewind(
            user=marga,
            battle_id=over.public_id,
            to_seq=EventRow.objects.filter(battle=over, type="Adjusted").last().seq,
            reason="x",
            expected_version=over.version,
        )


def test_the_gms_answer_is_for_the_gm(over, ana):
    outbox.run_due(limit=500)
    one = aftermath.aftermaths_of(over)[0]
    with refused("gm_only"):
        aftermath.aftermath_answer(
            user=ana,
            battle_id=over.public_id,
            aftermath_id=one.pk,
            decision="x",
            choice="y",
        )
