"""Who opened a door, or was shown it, keeps no key: scenes with battles, old invitations."""

import pytest

from campaigns.models import GmAction, Membership, NewsDelivery, NewsKind, Notice, Role
from campaigns.news import announce
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.by_hand import hand_report
from campaigns.services.campaigns import (
    accept_invitation,
    invite,
    leave,
    remove_member,
    set_role,
)
from campaigns.services.news import news_channel_add
from campaigns.services.scenes import Part, create_scene, update_scene
from mordheim_site.errors import ServiceError
from tests.campaigns.wars import enlisted
from tests.security.test_gone_elsewhere import refused

pytestmark = pytest.mark.django_db

LOCKS = (
    {"status": "closed"},
    {"visibility": "restricted", "members": []},
    {"members": []},
    {"visibility": "members"},
)


@pytest.fixture
def bands(campaign, ana, berta):
    return enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")


@pytest.fixture
def fought_in(campaign, marga, ana, bands):
    """A scene of Ana's in which the game master has set up a battle of hers against Berta."""
    scene = create_scene(user=ana, campaign_id=campaign.public_id, title="Duelo en el foso")
    battle = battle_create(
        user=marga,
        campaign_id=campaign.public_id,
        scene_id=scene.public_id,
        board="callejon",
        seats=[Seat(one.pk) for one in bands],
    )
    battle_start(user=marga, battle_id=battle.public_id)
    return scene


@pytest.mark.parametrize("lock", LOCKS)
def test_nobody_locks_his_enemy_out_of_a_battle(fought_in, api, marga, ana, berta, lock):
    """Behind a closed door his time runs out."""
    path = f"/api/v1/scenes/{fought_in.public_id}"
    before = {name: getattr(fought_in, name) for name in ("status", "visibility")}
    answer = api(ana).patch(path, lock, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "gm_only")
    fought_in.refresh_from_db()
    assert {name: getattr(fought_in, name) for name in before} == before
    assert api(berta).get(path).status_code == 200
    assert api(ana).patch(path, {"title": "Otro nombre"}, format="json").status_code == 200
    assert api(marga).patch(path, {"status": "closed"}, format="json").status_code == 200


def test_the_form_offers_no_lock(fought_in, client, ana):
    client.force_login(ana)
    path = f"/scenes/{fought_in.public_id}/settings"
    page = client.get(path).content.decode()
    assert 'name="title"' in page
    for name in ("status", "visibility", "members"):
        assert f'name="{name}"' not in page
    client.post(path, {"title": "Foso", "status": "closed", "visibility": "members"})
    fought_in.refresh_from_db()
    assert (fought_in.title, fought_in.status) == ("Foso", "open")


def test_nor_out_of_a_report_that_he_may_dispute(campaign, ana, berta, bands, claim):
    campaign.hand_reports = True
    campaign.save()
    told = {"warbands": [one.pk for one in bands], "claim": claim}
    battle = hand_report(user=ana, campaign_id=campaign.public_id, **told)
    with refused("gm_only"):
        update_scene(user=ana, scene_id=battle.scene.public_id, visibility="restricted")


@pytest.fixture
def claim():
    from campaigns.by_hand import Claim

    return Claim(winner="red")


def enters(user, token):
    try:
        return accept_invitation(user=user, token=token).role
    except ServiceError as refusal:
        return refusal.code


@pytest.mark.parametrize("how", ["demoted", "shown out", "gone"])
def test_who_directs_no_more_has_no_invitation_left(campaign, marga, berta, stranger, member, how):
    """He could have made one beforehand, to come back as game master."""
    set_role(
        user=marga, campaign_id=campaign.public_id, member_id=member(berta).public_id, role="gm"
    )
    ways = [invite(user=berta, campaign_id=campaign.public_id, role=role) for role in Role.values]
    here = {"user": marga, "campaign_id": campaign.public_id, "member_id": member(berta).public_id}
    if how == "demoted":
        set_role(**here, role=Role.SPECTATOR)
    elif how == "shown out":
        remove_member(**here)
    else:
        leave(user=berta, campaign_id=campaign.public_id)
    before = list(Membership.objects.values_list("user", "role"))
    for user in (berta, stranger):
        for way in ways:
            assert enters(user, way.token) in ("invitation_dead", Role.SPECTATOR)
    assert list(Membership.objects.values_list("user", "role")) == before


def test_who_was_shown_out_needs_a_new_invitation(campaign, marga, ana, carla, stranger, member):
    here = {"user": marga, "campaign_id": campaign.public_id}
    many = invite(**here, uses=9).token
    remove_member(**here, member_id=member(carla).public_id)
    leave(user=ana, campaign_id=campaign.public_id)
    assert enters(carla, many) == "invitation_dead"
    assert enters(ana, many) == enters(stranger, many) == Role.PLAYER
    assert enters(carla, invite(**here).token) == Role.PLAYER


@pytest.mark.parametrize("how", ["shown out", "gone"])
def test_the_news_dont_follow_who_has_left(campaign, marga, berta, member, how):
    """His webhook would tell him what only members read."""
    here = {"campaign_id": campaign.public_id}
    set_role(user=marga, member_id=member(berta).public_id, role="gm", **here)
    at = {"kind": "webhook", **here}
    mine = news_channel_add(user=marga, address="https://example.org/marga", **at)
    his = news_channel_add(user=berta, address="https://example.org/berta", **at)
    announce(NewsKind.BEGUN, key="x", campaign=campaign)
    if how == "gone":
        leave(user=berta, **here)
    else:
        remove_member(user=marga, member_id=member(berta).public_id, **here)
    assert list(campaign.channels.all()) == [mine]
    assert NewsDelivery.objects.get().channel == mine
    act = GmAction.objects.get(action="channel_remove")
    assert act.payload == {"name": his.name}
    assert act.user == (berta if how == "gone" else marga)


def test_no_time_tells_of_an_aside(public, tavern, api, marga, ana, say):
    """When something was last written in a scene all may see: of what is for all."""
    say(ana, tavern, "Nieva.")
    path = f"/api/v1/scenes/{tavern.public_id}"
    before = api().get(path).json()["last_post_at"]
    say(ana, tavern, Part("Le robo.", "gm"))
    assert api().get(path).json()["last_post_at"] == before
    say(ana, tavern, Part("Le robo.", "gm"), "Y sigue nevando.")
    assert api().get(path).json()["last_post_at"] > before


def test_nobody_takes_anothers_calls_by_showing_his_name(campaign, tavern, marga, ana, berta, say):
    """Ana is in the campaign for longer than Berta, and calls herself as Berta logs in."""
    type(ana).objects.filter(pk=ana.pk).update(display_name="Berta")
    type(berta).objects.filter(pk=berta.pk).update(display_name="La Zorra")
    post = say(marga, tavern, "Ven, @berta.")
    called = {member.user for part in post.parts.all() for member in part.mentions.all()}
    assert called == {berta}
    assert not Notice.objects.filter(user=ana, kind="mention").exists()
