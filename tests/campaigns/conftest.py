"""One world for all: Marga directs, Ana and Berta play, Carla watches, a stranger passes by."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import AnonymousUser

from campaigns import outbox
from campaigns.by_hand import Claim
from campaigns.models import Membership, Role, SceneKind, Visibility
from campaigns.services import by_hand
from campaigns.services.campaigns import create_campaign
from campaigns.services.scenes import Part, create_scene, post_create
from tests.campaigns.wars import enlisted, settle


@pytest.fixture
def marga(make_user):
    return make_user("marga", display_name="Marga")


@pytest.fixture
def carla(make_user):
    return make_user("carla", display_name="Carla")


@pytest.fixture
def anonymous():
    return AnonymousUser()


@pytest.fixture
def campaign(marga, ana, berta, carla):
    """A private campaign with its four members."""
    campaign = create_campaign(user=marga, name="Invierno")
    for user, role in ((ana, Role.PLAYER), (berta, Role.PLAYER), (carla, Role.SPECTATOR)):
        Membership.objects.create(campaign=campaign, user=user, role=role)
    return campaign


@pytest.fixture
def public(campaign):
    """The same campaign, open to readers."""
    campaign.is_public = True
    campaign.save()
    return campaign


@pytest.fixture
def member(campaign):
    return lambda user: campaign.memberships.get(user=user)


@pytest.fixture
def tavern(campaign, marga):
    return create_scene(user=marga, campaign_id=campaign.public_id, title="La taberna")


@pytest.fixture
def scenes(campaign, marga, member, ana):
    """One of each visibility: `public`, `members`, `restricted` (Ana is named)."""
    make = {"user": marga, "campaign_id": campaign.public_id, "kind": SceneKind.FREE}
    return SimpleNamespace(
        public=create_scene(title="Plaza", visibility=Visibility.PUBLIC, **make),
        members=create_scene(title="Patio", visibility=Visibility.MEMBERS, **make),
        restricted=create_scene(
            title="Alcoba",
            visibility=Visibility.RESTRICTED,
            members=[member(ana).public_id],
            **make,
        ),
    )


@pytest.fixture
def say():
    """`say(user, scene, "text", ...)`: a post of these parts."""

    def make(user, scene, *parts, **more):
        rows = [part if isinstance(part, Part) else Part(part) for part in parts]
        return post_create(user=user, scene_id=scene.public_id, parts=rows, **more)

    return make


@pytest.fixture
def under_way(campaign, marga, ana, berta):
    """Two warbands that have fought each other twice, all settled."""
    campaign.hand_reports = True
    campaign.save()
    bands = [enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")]
    for _round in range(2):
        battle = by_hand.hand_report(
            user=marga,
            campaign_id=campaign.public_id,
            warbands=[one.pk for one in bands],
            claim=Claim(winner="red"),
        )
        by_hand.hand_rule(
            user=marga, battle_id=battle.public_id, accept=True, reason="Visto", expected_version=1
        )
        outbox.run_due(limit=500)
        settle(battle)
    return campaign
