"""Campaigns, their members and invitations."""

from datetime import timedelta

import pytest
from django.utils import timezone

from campaigns.errors import ServiceError
from campaigns.models import GmAction, Invitation, Membership, Role, SceneKind
from campaigns.services import campaigns as services


def refused(code):
    return pytest.raises(ServiceError, match=f"^{code}$")


def test_the_founder_directs_and_the_rules_have_a_scene(marga):
    campaign = services.create_campaign(user=marga, name=" Invierno ")
    assert campaign.name == "Invierno"
    assert campaign.memberships.get().role == Role.GM
    assert campaign.scenes.get().kind == SceneKind.RULES
    assert campaign.scenes.get().title == "Reglas"


def test_a_nameless_campaign_is_refused(marga):
    with refused("blank_name"):
        services.create_campaign(user=marga, name="  ")


def test_an_unbuilt_ruleset_is_refused_at_the_door(marga):
    with refused("unknown_ruleset"):
        services.create_campaign(user=marga, name="X", ruleset="perdidos")


def test_house_rules_name_every_fault_at_once(marga):
    with refused("bad_house_rules") as refusal:
        services.create_campaign(user=marga, name="X", house_rules={"nothing.a": 1, "nothing.b": 2})
    assert [fault["name"] for fault in refusal.value.params["errors"]] == ["nothing.a", "nothing.b"]


def test_an_anonymous_visitor_founds_nothing(db, anonymous):
    with refused("log_in"):
        services.create_campaign(user=anonymous, name="X")


def test_only_the_gm_changes_it_and_the_audit_says_so(campaign, marga, ana):
    with refused("gm_only"):
        services.update_campaign(user=ana, campaign_id=campaign.public_id, name="Mía")
    services.update_campaign(user=marga, campaign_id=campaign.public_id, is_public=True)
    campaign.refresh_from_db()
    assert campaign.is_public
    action = GmAction.objects.get()
    assert (action.user, action.action) == (marga, "update_campaign")


def test_an_invitation_lets_one_in_and_keeps_only_a_hash(campaign, marga, stranger):
    made = services.invite(user=marga, campaign_id=campaign.public_id)
    assert made.token not in Invitation.objects.values_list("digest", flat=True)
    member = services.accept_invitation(user=stranger, token=made.token)
    assert (member.user, member.role) == (stranger, Role.PLAYER)


def test_a_used_up_invitation_is_dead(campaign, marga, stranger, make_user):
    made = services.invite(user=marga, campaign_id=campaign.public_id, uses=1)
    services.accept_invitation(user=stranger, token=made.token)
    with refused("invitation_dead"):
        services.accept_invitation(user=make_user("late"), token=made.token)


def test_a_member_uses_nothing_up(campaign, marga, ana, stranger):
    made = services.invite(user=marga, campaign_id=campaign.public_id, uses=1)
    assert services.accept_invitation(user=ana, token=made.token).role == Role.PLAYER
    services.accept_invitation(user=stranger, token=made.token)
    assert Membership.objects.filter(campaign=campaign, user=stranger).exists()


def test_expired_revoked_and_unknown_look_alike(campaign, marga, stranger):
    expired = services.invite(user=marga, campaign_id=campaign.public_id)
    yesterday = timezone.now() - timedelta(days=1)
    Invitation.objects.filter(pk=expired.invitation.pk).update(expires_at=yesterday)
    revoked = services.invite(user=marga, campaign_id=campaign.public_id)
    services.revoke_invitation(
        user=marga,
        campaign_id=campaign.public_id,
        invitation_id=revoked.invitation.public_id,
    )
    for token in (expired.token, revoked.token, "never"):
        with refused("invitation_dead"):
            services.accept_invitation(user=stranger, token=token)


@pytest.mark.parametrize("bad", [{"uses": 0}, {"uses": 101}, {"days": 0}, {"role": "king"}])
def test_an_absurd_invitation_is_refused(campaign, marga, bad):
    with refused("bad_invitation"):
        services.invite(user=marga, campaign_id=campaign.public_id, **bad)


def test_the_last_gm_stays(campaign, marga, ana, member):
    with refused("last_gm"):
        services.leave(user=marga, campaign_id=campaign.public_id)
    with refused("last_gm"):
        services.set_role(
            user=marga,
            campaign_id=campaign.public_id,
            member_id=member(marga).public_id,
            role=Role.PLAYER,
        )
    services.set_role(
        user=marga,
        campaign_id=campaign.public_id,
        member_id=member(ana).public_id,
        role=Role.GM,
    )
    services.leave(user=marga, campaign_id=campaign.public_id)
    assert not campaign.memberships.filter(user=marga).exists()


def test_a_stranger_sees_nothing_to_leave(campaign, stranger):
    with refused("not_found"):
        services.leave(user=stranger, campaign_id=campaign.public_id)


def test_a_member_is_shown_out_by_the_gm_alone(campaign, marga, ana, berta, member):
    with refused("gm_only"):
        services.remove_member(
            user=ana, campaign_id=campaign.public_id, member_id=member(berta).public_id
        )
    services.remove_member(
        user=marga, campaign_id=campaign.public_id, member_id=member(berta).public_id
    )
    assert not campaign.memberships.filter(user=berta).exists()
