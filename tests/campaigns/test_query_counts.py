"""Pages and lists cost the same however much there is."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.renderers import JSONRenderer

from campaigns.api.battle_serializers import BattleListed
from campaigns.api.present import battle_data, listed_data
from campaigns.errors import ServiceError
from campaigns.models import Audience, Post, PostPart, Visibility
from campaigns.selectors.access import readable_scenes
from campaigns.selectors.battles import (
    battle_shown,
    battle_view,
    battles_listed,
    waiting_for_user,
)
from campaigns.selectors.campaigns import campaign_page
from campaigns.selectors.scenes import scene_page
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun

SIZES = (1, 20, 200)
# A page may take 8 queries for a visitor and 12 for a member; session, user and what the template
# shows of him come on top of these.
VISITOR, MEMBER = 5, 9


def cost(read) -> int:
    with CaptureQueriesContext(connection) as queries:
        read()
    return len(queries)


@pytest.fixture
def grown(public, tavern, ana, berta, member):
    """`grown(n)`: the tavern has n posts, each of an open and a secret part."""

    def grow(size: int) -> None:
        new = size - tavern.posts.count()
        Post.objects.bulk_create(Post(scene=tavern, author=ana) for _ in range(new))
        posts = tavern.posts.filter(parts=None)
        parts = [
            PostPart(post=post, position=place, audience=audience, source="x", html="<p>x</p>")
            for post in posts
            for place, audience in enumerate((Audience.ALL, Audience.NAMED))
        ]
        through = PostPart.members.through
        through.objects.bulk_create(
            through(postpart=part, membership=member(berta))
            for part in PostPart.objects.bulk_create(parts)
            if part.audience == Audience.NAMED
        )

    return grow


def test_a_scene_costs_the_same_however_long_it_is(
    grown, tavern, ana, berta, marga, carla, stranger, anonymous
):
    readers = {
        anonymous: VISITOR,
        stranger: VISITOR,
        carla: MEMBER,
        ana: MEMBER,
        berta: MEMBER,
        marga: MEMBER,
    }
    found: dict = {reader: [] for reader in readers}
    for size in SIZES:
        grown(size)
        for reader in readers:
            found[reader].append(cost(lambda reader=reader: scene_page(reader, tavern.public_id)))
    for reader, limit in readers.items():
        assert len(set(found[reader])) == 1, (reader, found[reader])
        assert found[reader][0] <= limit


def test_a_battle_scene_costs_the_same_after_many_turns(public, marga, ana, berta, anonymous):
    battle = begun(public, marga, red=ana, blue=berta)
    scene = battle.scene.public_id
    scene_page(ana, scene)  # this process now knows the setup
    first = [cost(lambda user=user: scene_page(user, scene)) for user in (ana, anonymous)]
    for number in range(12):
        battle.refresh_from_db()
        user = ana if battle.sides.get(waiting=True).side == "red" else berta
        submission = Submission(
            [{"order": "end_phase", "through": "combat"}], battle.version, text=str(number)
        )
        battle_submit(user=user, battle_id=battle.public_id, submission=submission)
    again = [cost(lambda user=user: scene_page(user, scene)) for user in (ana, anonymous)]
    assert again == first
    assert again[0] <= MEMBER
    assert again[1] <= VISITOR + 1


def test_a_campaigns_page_costs_the_same(grown, campaign, ana):
    found = []
    for size in SIZES:
        grown(size)
        found.append(cost(lambda: campaign_page(ana, campaign.public_id)))
    assert len(set(found)) == 1
    assert found[0] <= 4


def test_what_waits_for_one_is_one_query(campaign, marga, ana, berta):
    battle = begun(campaign, marga, red=ana, blue=berta)
    assert cost(lambda: waiting_for_user(ana)) == 1
    (waiting,) = waiting_for_user(ana)
    assert (waiting.battle, waiting.side.side, waiting.phase, waiting.turn) == (
        battle,
        "red",
        "start",
        1,
    )
    assert waiting_for_user(berta) == []


def test_sides_of_the_gms_wait_for_the_gm(campaign, marga, ana):
    begun(campaign, marga, red="gm", blue=ana)
    assert cost(lambda: waiting_for_user(marga)) == 1
    assert [waiting.side.side for waiting in waiting_for_user(marga)] == ["red"]
    assert waiting_for_user(ana) == []


def test_a_battle_is_two_queries(campaign, marga, ana, berta):
    battle = begun(campaign, marga, red=ana, blue=berta)
    assert cost(lambda: battle_view(ana, battle.public_id).state) <= 2


def test_a_battle_to_look_at_is_one_query_and_no_other_battle(campaign, marga, ana, berta):
    battle = begun(campaign, marga, red=ana, blue=berta)
    battle_data(battle_shown(ana, battle.public_id))  # this process now knows the setup
    assert cost(lambda: battle_data(battle_shown(ana, battle.public_id))) == 1
    for user in (ana, berta, marga):
        shown, whole = battle_shown(user, battle.public_id), battle_view(user, battle.public_id)
        assert battle_data(shown) == battle_data(whole)
        assert (shown.access.role, shown.may_order) == (whole.access.role, whole.may_order)


def test_whoever_may_not_read_a_battle_may_not_look_at_it(
    campaign, marga, ana, berta, carla, stranger, anonymous, member
):
    battle = begun(campaign, marga, red=ana, blue=berta)
    scene = battle.scene

    def readers() -> list:
        found = []
        for user in (marga, ana, carla, stranger, anonymous):
            seen = []
            for read in (battle_view, battle_shown):
                try:
                    read(user, battle.public_id)
                except ServiceError as refusal:
                    seen.append(refusal.code)
                else:
                    seen.append("read")
            assert len(set(seen)) == 1, (user, seen)
            found.append(seen[0])
        return found

    assert readers() == ["read", "read", "read", "not_found", "not_found"]
    scene.visibility = Visibility.RESTRICTED
    scene.save()
    assert readers() == ["read", "not_found", "not_found", "not_found", "not_found"]
    scene.members.add(member(carla))
    assert readers() == ["read", "not_found", "read", "not_found", "not_found"]


def test_what_is_written_out_is_what_its_serializer_says(campaign, marga, ana, berta):
    begun(campaign, marga, red=ana, blue=berta)
    (battle,) = battles_listed(readable_scenes(ana))
    written = json.loads(JSONRenderer().render(listed_data(battle)))
    assert written == json.loads(JSONRenderer().render(BattleListed(battle).data))
    assert cost(lambda: [listed_data(one) for one in battles_listed(readable_scenes(ana))]) == 2
