"""A game master asks a player where he is: a notice, once a day."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.models import GmAction, MemberClock, Notice
from campaigns.notices import in_words
from campaigns.services.members import CALL_AGAIN, member_call
from campaigns.services.safety import block_add
from tests.campaigns.test_campaigns import refused

pytestmark = pytest.mark.django_db


def of(campaign, user, member):
    return {"user": user, "campaign_id": campaign.public_id, "member_id": member.public_id}


def test_he_is_told_and_it_leads_to_the_campaign(campaign, marga, ana, member):
    member_call(**of(campaign, marga, member(ana)))
    notice = Notice.objects.get(user=ana, kind="called")
    told = in_words(notice)
    assert "Marga" in told.text
    assert told.path == f"/campaigns/{campaign.public_id}/"
    assert GmAction.objects.filter(action="member_call").count() == 1


def test_once_a_day_for_all_of_them(campaign, marga, ana, member):
    member_call(**of(campaign, marga, member(ana)))
    with refused("called_already"):
        member_call(**of(campaign, marga, member(ana)))
    MemberClock.objects.update(called_at=timezone.now() - CALL_AGAIN - timedelta(seconds=1))
    member_call(**of(campaign, marga, member(ana)))
    assert Notice.objects.filter(user=ana, kind="called").count() == 2


def test_a_game_master_alone_and_nobody_himself(campaign, marga, ana, berta, member):
    with refused("gm_only"):
        member_call(**of(campaign, ana, member(berta)))
    with refused("unknown_member"):
        member_call(**of(campaign, marga, member(marga)))


def test_who_has_blocked_him_isnt_called(campaign, marga, ana, member):
    block_add(user=ana, user_id=marga.public_id)
    with refused("unknown_member"):
        member_call(**of(campaign, marga, member(ana)))


def test_by_the_desk_and_over_rest(campaign, marga, ana, berta, member, client, api):
    client.force_login(marga)
    desk = f"/campaigns/{campaign.public_id}/desk"
    where = f"/campaigns/{campaign.public_id}/members/call"
    assert where in client.get(desk).content.decode()
    sent = {"member": str(member(ana).public_id)}
    page = client.post(where, sent, follow=True).content.decode()
    assert "Le hemos avisado" in page
    assert "última llamada" in page
    assert "en las últimas 24 horas" in client.post(where, sent, follow=True).content.decode()
    rest = f"/api/v1/campaigns/{campaign.public_id}/members"
    assert api(marga).post(f"{rest}/{member(berta).public_id}/call").status_code == 204
    again = api(marga).post(f"{rest}/{member(berta).public_id}/call")
    assert (again.status_code, again.data["code"]) == (409, "called_already")
    assert api(ana).post(f"{rest}/{member(berta).public_id}/call").status_code == 403
