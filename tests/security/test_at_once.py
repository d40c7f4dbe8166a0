"""The same thing twice at once: only one of them happens, and nothing is left half done."""

import pytest
from django.db import connection

from campaigns.models import Battle, BattleSide, Campaign, Enrolment, Membership, Role
from campaigns.services.battles import Seat, battle_create
from campaigns.services.campaigns import create_campaign, enrol_warband, leave, withdraw_warband
from mordheim_site.errors import ServiceError as AnyRefusal
from tests.campaigns.test_concurrency import at_once
from tests.campaigns.wars import enlisted
from warbands.models import Warband
from warbands.services import drift
from warbands.services.presets import buy_preset
from warbands.services.roster import equipment_buy, fighter_hire, warband_create, warband_enlist

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 3


def refusals(results: list[object]) -> list[str]:
    assert not [one for one in results if one is None], results
    return [one.code for one in results if isinstance(one, AnyRefusal)]


def told(call):
    """What a service of warbands refuses, as `at_once` knows it."""

    def run():
        try:
            return call() or True
        except AnyRefusal as refusal:
            return refusal

    return run


def test_a_warband_goes_to_one_of_two_battles(campaign, marga, ana, berta):
    crows, rats = enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Garra")

    def fight():
        seats = [Seat(warband=crows.pk), Seat(warband=rats.pk)]
        it = {"user": marga, "campaign_id": campaign.public_id, "board": "callejon"}
        return battle_create(seats=seats, **it)

    assert len(refusals(at_once(told(fight), told(fight), told(fight)))) == 2
    assert Battle.objects.count() == 1
    assert set(Warband.objects.values_list("fighting", flat=True)) == {
        str(Battle.objects.get().public_id)
    }


def test_a_warband_is_withdrawn_or_mustered(campaign, marga, ana, berta):
    crows, rats = enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Garra")

    def fight():
        seats = [Seat(warband=crows.pk), Seat(warband=rats.pk)]
        it = {"user": marga, "campaign_id": campaign.public_id, "board": "callejon"}
        return battle_create(seats=seats, **it)

    def withdraw():
        withdraw_warband(user=ana, campaign_id=campaign.public_id, warband_id=crows.pk)

    assert len(refusals(at_once(told(fight), told(withdraw)))) == 1
    assert Battle.objects.count() == Enrolment.objects.filter(warband=crows).count()


def test_who_leaves_takes_no_warband_out_of_a_battle(campaign, marga, ana, berta):
    crows, rats = enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Garra")

    def fight():
        seats = [Seat(warband=crows.pk), Seat(warband=rats.pk)]
        it = {"user": marga, "campaign_id": campaign.public_id, "board": "callejon"}
        return battle_create(seats=seats, **it)

    refused = refusals(
        at_once(told(fight), told(lambda: leave(user=ana, campaign_id=campaign.public_id)))
    )
    assert refused in ([], ["unknown_warband"])
    assert Battle.objects.count() == Enrolment.objects.filter(warband=crows).count()
    assert not BattleSide.objects.filter(user=ana).exists()


def test_a_warband_joins_one_of_two_campaigns(marga, ana):
    crows = buy_preset(actor=ana, type="reikland", name="Los Cuervos")
    campaigns = [create_campaign(user=marga, name=name) for name in ("Uno", "Dos")]
    for one in campaigns:
        Membership.objects.create(campaign=one, user=ana, role=Role.PLAYER)

    def join(one: Campaign):
        it = {"user": ana, "warband_id": crows.pk}
        return told(lambda: enrol_warband(campaign_id=one.public_id, **it))

    assert refusals(at_once(*map(join, campaigns))) == ["already_enrolled"]
    assert Enrolment.objects.count() == 1


def test_gold_is_spent_once(ana):
    warband = warband_create(actor=ana, type="reikland", name="Los Cuervos", budget=80)
    fighter = fighter_hire(actor=ana, warband=warband, type="mercenary_captain", name="Otto")

    def buy():
        it = {"actor": ana, "warband": warband.pk, "fighter": fighter.key}
        return equipment_buy(item="double_handed_weapon", **it)

    assert len(refusals(at_once(*[told(buy)] * 4))) >= 3
    warband.refresh_from_db()
    assert drift(warband) == []


def test_a_draft_is_enlisted_once(ana):
    warband = warband_create(actor=ana, type="reikland", name="Los Cuervos")
    fighter_hire(actor=ana, warband=warband, type="mercenary_captain", name="Otto")
    for _ in range(2):
        fighter_hire(actor=ana, warband=warband, type="champion")

    def enlist():
        return warband_enlist(actor=ana, warband=warband.pk)

    assert refusals(at_once(told(enlist), told(enlist))) == ["not_a_draft"]


def test_a_campaign_keeps_a_game_master(marga, ana):
    for number in range(ROUNDS):
        campaign = create_campaign(user=marga, name=f"Invierno {number}")
        Membership.objects.create(campaign=campaign, user=ana, role=Role.GM)

        def go(user, public_id=campaign.public_id):
            return told(lambda: leave(user=user, campaign_id=public_id))

        assert refusals(at_once(go(marga), go(ana))) == ["last_gm"]
        assert campaign.memberships.get().role == Role.GM


def test_a_request_with_a_key_is_carried_out_once(api, ana):
    def found():
        try:
            sent = {"name": "Invierno"}
            return api(ana).post(
                "/api/v1/campaigns", sent, format="json", headers={"Idempotency-Key": "k"}
            )
        finally:
            connection.close()

    answers = at_once(found, found, found)
    assert {answer.status_code for answer in answers} <= {201, 409}
    assert Campaign.objects.count() == 1
