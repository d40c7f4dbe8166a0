"""Who leaves a campaign, or comes from one of his own: what one game master may do to another's."""

from contextlib import contextmanager

import pytest

from campaigns import outbox
from campaigns.models import CatchUp, HandReport, HandStatus, Notice, OrderRow
from campaigns.selectors.by_hand import awaited_words_of
from campaigns.services.aftermath import aftermath_answer, aftermath_correct, aftermaths_of
from campaigns.services.battles import Seat
from campaigns.services.campaigns import (
    create_campaign,
    enrol_warband,
    leave,
    remove_member,
    update_campaign,
    withdraw_warband,
)
from campaigns.services.gm import gm_rewind
from campaigns.services.house_rules import house_rules_adopt
from campaigns.services.members import member_replace, treasury_correct
from mordheim_site.errors import ServiceError
from tests.campaigns import test_by_hand as hand
from tests.campaigns import test_by_hand_reopened as reopened
from tests.campaigns.wars import enlisted, fell, war
from warbands.services import fighter_hire, warband_create
from warbands.services.presets import buy_preset
from warbands.services.roster import warband_enlist

bands, fielded, claim, told = hand.bands, hand.fielded, hand.claim, hand.told
counted = reopened.counted


@contextmanager
def refused(code):
    with pytest.raises(ServiceError) as caught:
        yield
    assert caught.value.code == code


def built(user, rules, *kinds):
    """An enlisted warband of the user's, built by the rules of a campaign of his own; both."""
    own = create_campaign(user=user, name="Mía", house_rules=rules)
    draft = warband_create(actor=user, type="reikland", name="Los Ricos")
    house_rules_adopt(user=user, campaign_id=own.public_id, warband_id=draft.pk)
    for kind in kinds:
        fighter_hire(actor=user, warband=draft, type=kind)
    warband_enlist(actor=user, warband=draft)
    return own, draft


def there_and_back(user, own, warband):
    enrol_warband(user=user, campaign_id=own.public_id, warband_id=warband.pk)
    withdraw_warband(user=user, campaign_id=own.public_id, warband_id=warband.pk)


FEW = ("mercenary_captain", "champion", "champion")
RICH = {"warband.starting_gold": 5000}
CHEAP = {"price.fighters": {"mercenary_captain": 0, "champion": 0}}
CROWDED = {"warband.most_heroes": 9, "warband.group": 9, "price.fighters": {"warrior": 1}}


@pytest.mark.parametrize("joined", [False, True])
@pytest.mark.parametrize(("rules", "code"), [(RICH, "too_much_gold"), (CHEAP, "built_otherwise")])
def test_what_ones_own_house_rules_gave_doesnt_come_along(
    campaign, marga, ana, rules, code, joined
):
    own, band = built(ana, rules, *FEW)
    if joined:
        there_and_back(ana, own, band)
    with refused(code):
        enrol_warband(user=ana, campaign_id=campaign.public_id, warband_id=band.pk)
    assert enrol_warband(user=marga, campaign_id=campaign.public_id, warband_id=band.pk)


def test_nor_does_a_group_that_is_larger_than_the_books(campaign, ana):
    own = create_campaign(user=ana, name="Mía", house_rules=CROWDED)
    draft = warband_create(actor=ana, type="reikland", name="Los Muchos")
    house_rules_adopt(user=ana, campaign_id=own.public_id, warband_id=draft.pk)
    fighter_hire(actor=ana, warband=draft, type="mercenary_captain")
    fighter_hire(actor=ana, warband=draft, type="warrior", n=9)
    warband_enlist(actor=ana, warband=draft)
    there_and_back(ana, own, draft)
    with refused("illegal_roster"):
        enrol_warband(user=ana, campaign_id=campaign.public_id, warband_id=draft.pk)


def test_nor_what_late_joiners_get_in_a_campaign_of_ones_own(campaign, ana):
    own = create_campaign(user=ana, name="Mía")
    draft = warband_create(actor=ana, type="reikland", name="Los Tardíos")
    for kind in FEW:
        fighter_hire(actor=ana, warband=draft, type=kind)
    draft.refresh_from_db()
    draft.treasury += 300
    draft.save()
    warband_enlist(actor=ana, warband=draft)
    CatchUp.objects.create(
        campaign=own, warband=draft, battles=3, gold=300, experience=0, joined=True
    )
    with refused("built_otherwise"):
        enrol_warband(user=ana, campaign_id=campaign.public_id, warband_id=draft.pk)


@pytest.mark.parametrize("type", ["reikland", "skaven_eshin", "undead", "sisters_of_sigmar"])
def test_who_is_built_by_the_book_comes_in_and_comes_back(campaign, marga, ana, type):
    band = buy_preset(actor=ana, type=type, name="Los Cuervos")
    enrol_warband(user=ana, campaign_id=campaign.public_id, warband_id=band.pk)
    treasury_correct(
        user=marga,
        campaign_id=campaign.public_id,
        warband_id=band.pk,
        gold=150,
        reason="Premio",
    )
    withdraw_warband(user=ana, campaign_id=campaign.public_id, warband_id=band.pk)
    there_and_back(ana, campaign, band)


@pytest.mark.parametrize("shown_out", [False, True])
def test_no_rules_are_laid_on_the_draft_of_who_has_left(campaign, marga, ana, member, shown_out):
    def rule(gold):
        update_campaign(
            user=marga,
            campaign_id=campaign.public_id,
            house_rules={"warband.starting_gold": gold},
        )

    rule(600)
    draft = warband_create(actor=ana, type="reikland", name="Los Nuevos")
    house_rules_adopt(user=ana, campaign_id=campaign.public_id, warband_id=draft.pk)
    if shown_out:
        remove_member(user=marga, campaign_id=campaign.public_id, member_id=member(ana).public_id)
    else:
        leave(user=ana, campaign_id=campaign.public_id)
    draft.refresh_from_db()
    assert (draft.treasury, draft.house_rules, draft.rules_of) == (500, {}, "")
    rule(0)
    draft.refresh_from_db()
    assert (draft.treasury, draft.house_rules) == (500, {})


def test_a_report_isnt_reopened_over_a_warband_of_another_campaign(
    counted, campaign, marga, berta, bands
):
    other = create_campaign(user=berta, name="Otra")
    leave(user=berta, campaign_id=campaign.public_id)
    enrol_warband(user=berta, campaign_id=other.public_id, warband_id=bands[1].pk)
    before = Notice.objects.filter(user=berta).count()
    with refused("warband_left"):
        reopened.reopen(counted, marga)
    bands[1].refresh_from_db()
    assert bands[1].fighting == ""
    assert not bands[1].aftermaths.exclude(reverted_at=None).exists()
    assert Notice.objects.filter(user=berta).count() == before


def test_nor_over_one_that_nobody_here_plays_any_more(counted, campaign, marga, ana, bands):
    withdraw_warband(user=ana, campaign_id=campaign.public_id, warband_id=bands[0].pk)
    with refused("warband_left"):
        reopened.reopen(counted, marga)


def test_who_only_watches_now_isnt_waited_for(counted, campaign, marga, berta, carla, member):
    """Carla has taken over Berta's warband: she is asked, Berta isn't any more."""
    member_replace(
        user=marga,
        campaign_id=campaign.public_id,
        member_id=member(berta).public_id,
        by_id=member(carla).public_id,
        reason="Se muda",
    )
    reopened.reopen(counted, marga)
    assert [one.battle for one in awaited_words_of(carla)] == [counted]
    assert awaited_words_of(berta) == []


def test_where_nobody_is_left_to_confirm_the_game_master_rules(
    counted, campaign, marga, berta, bands
):
    campaign.memberships.filter(user=berta).delete()  # the warband stayed, in another battle
    reopened.reopen(counted, marga)
    assert HandReport.objects.get(battle=counted).status == HandStatus.DISPUTED
    assert awaited_words_of(berta) == []


def test_what_a_closed_campaign_has_settled_stays(counted, campaign, marga, claim):
    update_campaign(user=marga, campaign_id=campaign.public_id, status="closed")
    with refused("campaign_closed"):
        reopened.amend(counted, marga, claim)
    with refused("campaign_closed"):
        reopened.reopen(counted, marga)


def test_no_finished_battle_is_rewound_over_a_warband_of_another_campaign(campaign, marga, ana):
    mine = enlisted(campaign, ana)
    other = enlisted(campaign, marga, "skaven_eshin", "Las Garras")
    battle = fell(war(campaign, marga, Seat(mine.pk), Seat(other.pk)), marga, [])
    outbox.run_due(limit=500)
    battle.refresh_from_db()
    first = OrderRow.objects.filter(battle=battle).order_by("last_seq").first().last_seq
    withdraw_warband(user=ana, campaign_id=campaign.public_id, warband_id=mine.pk)
    with refused("warband_left"):
        gm_rewind(
            user=marga,
            battle_id=battle.public_id,
            to_seq=first,
            reason="Otra vez",
            expected_version=battle.version,
        )


def test_nor_what_came_after_it_corrected_or_settled_from_there(counted, campaign, ana, bands):
    """Anybody directs a campaign of his own: dice that he lays there would count in another."""
    campaign.memberships.filter(user=ana).update(role="gm")
    one = next(row for row in aftermaths_of(counted) if row.warband_id == bands[0].pk)
    other = create_campaign(user=ana, name="Otra")
    withdraw_warband(user=ana, campaign_id=campaign.public_id, warband_id=bands[0].pk)
    enrol_warband(user=ana, campaign_id=other.public_id, warband_id=bands[0].pk)
    step = one.steps.order_by("number").first().number
    with refused("warband_left"):
        aftermath_correct(
            user=ana,
            aftermath_id=one.pk,
            step=step,
            reason="Mejor así",
            dice=[6],
            expected_version=one.version,
        )
    with refused("warband_left"):
        aftermath_answer(
            user=ana,
            battle_id=counted.public_id,
            aftermath_id=one.pk,
            decision="ruling",
            choice="gold",
            gold=500,
        )
