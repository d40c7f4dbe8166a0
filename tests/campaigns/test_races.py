"""Two requests at once over battles by hand, rounds, seasons and house rules: none is lost."""

import pytest

from campaigns import outbox
from campaigns.by_hand import Claim
from campaigns.models import (
    LIVE,
    Battle,
    BattleStatus,
    HandReport,
    HandStatus,
    JoinRequest,
    Membership,
    Pairing,
    Post,
    Role,
    Season,
)
from campaigns.services import by_hand
from campaigns.services.campaigns import enrol_warband, update_campaign
from campaigns.services.joining import join_accept, join_decline
from campaigns.services.pairings import pairing_agree, pairing_choose, pairing_roll, round_propose
from campaigns.services.seasons import season_close, season_open
from mordheim_site.errors import ServiceError
from tests.campaigns.test_concurrency import at_once
from tests.campaigns.wars import enlisted, settle
from warbands.models import Aftermath, Warband
from warbands.services import drift
from warbands.services.presets import buy_preset

pytestmark = pytest.mark.django_db(transaction=True)

ROUNDS = 4


@pytest.fixture
def bands(campaign, ana, berta):
    campaign.hand_reports = True
    campaign.save()
    return [enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")]


@pytest.fixture
def other_gm(campaign, make_user):
    user = make_user("mateo", display_name="Mateo")
    Membership.objects.create(campaign=campaign, user=user, role=Role.GM)
    return user


def told(campaign, bands, user, winner="red"):
    return by_hand.hand_report(
        user=user,
        campaign_id=campaign.public_id,
        warbands=[one.pk for one in bands],
        claim=Claim(winner=winner),
    )


def codes(results):
    return sorted(one.code for one in results if isinstance(one, ServiceError))


def settled(battle, marga):
    battle.refresh_from_db()
    by_hand.hand_rule(
        user=marga,
        battle_id=battle.public_id,
        accept=True,
        reason="Visto",
        expected_version=battle.version,
    )
    outbox.run_due(limit=500)
    settle(battle)


def test_both_players_report_the_same_battle(campaign, marga, ana, berta, bands):
    for _round in range(ROUNDS):
        results = at_once(
            lambda: told(campaign, bands, ana), lambda: told(campaign, bands, berta, "blue")
        )
        assert len(codes(results)) == 1
        assert codes(results)[0] in ("in_battle", "warriors_busy")
        (battle,) = Battle.objects.filter(status=BattleStatus.REPORTED)
        assert set(Warband.objects.values_list("fighting", flat=True)) == {str(battle.public_id)}
        assert HandReport.objects.filter(battle=battle).count() == 1
        settled(battle, marga)
    assert HandReport.objects.count() == Battle.objects.count() == ROUNDS


def test_one_confirms_while_the_game_master_throws_it_out(campaign, marga, ana, berta, bands):
    for _round in range(ROUNDS):
        battle = told(campaign, bands, ana)
        same = {"battle_id": battle.public_id, "expected_version": battle.version}
        results = at_once(
            lambda same=same: by_hand.hand_confirm(user=berta, **same),
            lambda same=same: by_hand.hand_rule(user=marga, accept=False, reason="No", **same),
        )
        assert len(codes(results)) == 1
        assert codes(results)[0] in ("stale_report", "report_settled")
        outbox.run_due(limit=500)
        battle.refresh_from_db()
        told_so = battle.hand_report.status == HandStatus.SETTLED
        afterwards = Aftermath.objects.filter(battle=str(battle.public_id)).count()
        assert afterwards == (2 if told_so else 0)
        if told_so:
            settle(battle)
        else:
            assert set(Warband.objects.values_list("fighting", flat=True)) == {""}


def test_the_same_player_confirms_twice(campaign, ana, berta, bands):
    battle = told(campaign, bands, ana)
    same = {"user": berta, "battle_id": battle.public_id, "expected_version": battle.version}
    results = at_once(*[lambda: by_hand.hand_confirm(**same) for _again in range(2)])
    assert len(codes(results)) == 1
    assert Post.objects.filter(source="hand_confirmed").count() == 1
    outbox.run_due(limit=500)
    assert Aftermath.objects.count() == 2


def test_a_confirmation_and_an_objection(campaign, marga, ana, berta, bands, make_user, member):
    carla = make_user("clara", display_name="Clara")
    Membership.objects.create(campaign=campaign, user=carla, role=Role.PLAYER)
    three = [*bands, enlisted(campaign, carla, "marienburg", "Los Ricos")]
    battle = told(campaign, three, ana)
    same = {"battle_id": battle.public_id, "expected_version": battle.version}
    results = at_once(
        lambda: by_hand.hand_confirm(user=berta, **same),
        lambda: by_hand.hand_dispute(user=carla, objection="No fue así", **same),
    )
    assert codes(results) == ["stale_report"]
    battle.refresh_from_db()
    assert battle.version == same["expected_version"] + 1
    waiting = dict(battle.sides.values_list("side", "waiting"))
    disputed = battle.hand_report.status == HandStatus.DISPUTED
    assert waiting == {"red": False, "blue": disputed, "violet": True}


def test_two_game_masters_propose_the_same_round(campaign, marga, other_gm, bands):
    for last in range(ROUNDS):
        results = at_once(
            *[
                lambda user=user, last=last: round_propose(
                    user=user, campaign_id=campaign.public_id, after=last
                )
                for user in (marga, other_gm)
            ]
        )
        assert codes(results) == ["round_paired"]
        assert Pairing.objects.count() == last + 1
        assert Pairing.objects.filter(round=last + 1).count() == 1


def test_two_programs_that_have_seen_nothing_propose_a_round(campaign, marga, other_gm, bands):
    results = at_once(
        *[
            lambda user=user: round_propose(user=user, campaign_id=campaign.public_id)
            for user in (marga, other_gm)
        ]
    )
    assert codes(results) == ["round_paired"]
    assert Pairing.objects.get().round == 1


def test_one_lets_a_warband_in_while_the_other_declines(campaign, marga, other_gm, ana):
    band = buy_preset(actor=ana, type="reikland", name="Los Cuervos")
    for _round in range(ROUNDS):
        row = JoinRequest.objects.create(campaign=campaign, warband=band)
        same = {"campaign_id": campaign.public_id, "request_id": row.public_id}
        results = at_once(
            lambda same=same: join_accept(user=marga, version=band.version, **same),
            lambda same=same: join_decline(user=other_gm, reason="No", **same),
        )
        assert codes(results) == ["decided_already"]
        row.refresh_from_db()
        joined = campaign.enrolments.filter(warband=band).exists()
        assert (row.state == "accepted") == joined
        campaign.enrolments.all().delete()
        band.refresh_from_db()


def test_both_roll_for_the_scenario(campaign, marga, ana, berta, bands):
    for last in range(ROUNDS):
        (row,) = round_propose(user=marga, campaign_id=campaign.public_id, after=last)
        same = {"campaign_id": campaign.public_id, "pairing_id": row.public_id}
        posts = Post.objects.count()
        results = at_once(
            *[lambda user=user, same=same: pairing_roll(user=user, **same) for user in (ana, berta)]
        )
        assert codes(results) == ["rolled_already"]
        assert Post.objects.count() == posts + 1
        row.refresh_from_db()
        assert len(row.dice) == 2


def test_one_agrees_while_the_game_master_chooses_otherwise(campaign, marga, ana, berta, bands):
    """Whoever comes last, nobody has agreed to what he hasn't seen."""
    (row,) = round_propose(user=marga, campaign_id=campaign.public_id)
    same = {"campaign_id": campaign.public_id, "pairing_id": row.public_id}
    pairing_choose(user=marga, scenario="skirmish", **same)
    at_once(
        *[lambda user=user: pairing_agree(user=user, **same) for user in (ana, berta)],
    )
    row.refresh_from_db()
    assert (row.red_agrees, row.blue_agrees) == (True, True)


def test_two_game_masters_end_the_season(campaign, marga, other_gm, bands):
    results = at_once(
        *[
            lambda user=user: season_close(user=user, campaign_id=campaign.public_id)
            for user in (marga, other_gm)
        ]
    )
    assert codes(results) == ["season_closed"]
    assert Season.objects.count() == 1
    results = at_once(
        *[
            lambda user=user: season_open(user=user, campaign_id=campaign.public_id)
            for user in (marga, other_gm)
        ]
    )
    assert codes(results) == ["season_open"]
    assert list(Season.objects.order_by("number").values_list("number", flat=True)) == [1, 2]


def test_a_battle_is_reported_as_the_season_ends(campaign, marga, ana, bands):
    """Never both: no battle of a season that is over is under way."""
    for _round in range(ROUNDS):
        results = at_once(
            lambda: season_close(user=marga, campaign_id=campaign.public_id),
            lambda: told(campaign, bands, ana),
        )
        assert len(codes(results)) == 1
        assert codes(results)[0] in ("season_closed", "season_unsettled")
        under_way = Battle.objects.filter(status__in=LIVE)
        ended = not Season.objects.order_by("number").last().open if Season.objects.exists() else 0
        assert bool(ended) != under_way.exists()
        if ended:
            season_open(user=marga, campaign_id=campaign.public_id)
        else:
            settled(under_way.get(), marga)


def test_a_warband_joins_as_the_house_rules_change(campaign, marga, ana):
    for number in range(ROUNDS):
        band = buy_preset(actor=ana, type="reikland", name=f"Los Cuervos {number}")
        rules = {"rating.warrior": 6 + number}
        results = at_once(
            lambda rules=rules: update_campaign(
                user=marga, campaign_id=campaign.public_id, house_rules=rules
            ),
            lambda band=band: enrol_warband(
                user=ana, campaign_id=campaign.public_id, warband_id=band.pk
            ),
        )
        assert codes(results) == []
        for row in Warband.objects.filter(enrolment__campaign=campaign):
            assert row.house_rules == rules
            assert drift(row) == []
