"""A scene's page asks the database 8 times at most for a visitor and 12 times for a member, session
and user included, however much is in it and with nothing kept from before."""

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.by_hand import Claim
from campaigns.engine import pinned
from campaigns.models import Audience, BattleStatus, Post, PostPart
from campaigns.selectors.by_hand import hand_offer
from campaigns.services import by_hand
from campaigns.services.second_thoughts import draw_offer
from campaigns.services.turns import Submission, battle_submit
from campaigns.views.log import _names
from tests.campaigns.tables import begun
from tests.campaigns.wars import enlisted, settle

VISITOR, MEMBER = 8, 12
SIZES = (1, 20, 200)


def asked(user: Any, scene: Any, query: str = "") -> int:
    """How often the page asks, in a process that knows nothing yet."""
    client = Client()
    if user is not None:
        client.force_login(user)
    cache.clear()
    for known in (_names, pinned):
        known.cache_clear()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/scenes/{scene.public_id}/{query}").status_code == 200
    return len(queries)


def within(scene: Any, members: list[Any], query: str = "") -> list[int]:
    found = [asked(None, scene), *(asked(user, scene, query) for user in members)]
    assert found[0] <= VISITOR, found
    assert max(found[1:]) <= MEMBER, found
    return found


def test_a_thread(public, tavern, ana, berta, marga, carla, member):
    found = []
    for size in SIZES:
        posts = [Post(scene=tavern, author=ana) for _ in range(size - tavern.posts.count())]
        for post in Post.objects.bulk_create(posts):
            for place, audience in enumerate((Audience.ALL, Audience.NAMED)):
                part = PostPart(post=post, position=place, audience=audience, html="<p>x</p>")
                part.save()
                if audience == Audience.NAMED:
                    part.members.add(member(berta))
        found.append(within(tavern, [ana, berta, marga, carla]))
    assert found[1] == found[2]


@pytest.mark.parametrize("turns", [0, 12])
def test_a_battle(public, marga, ana, berta, carla, turns):
    battle = begun(public, marga, red=ana, blue=berta)
    for number in range(turns):
        battle.refresh_from_db()
        user = ana if battle.sides.get(waiting=True).side == "red" else berta
        orders = [{"order": "end_phase", "through": "combat"}]
        submission = Submission(orders, battle.version, text=str(number))
        battle_submit(user=user, battle_id=battle.public_id, submission=submission)
    within(battle.scene, [ana, berta, marga, carla])
    within(battle.scene, [ana], "?warrior=rosa")


def test_a_battle_that_is_over(public, marga, ana, berta, carla):
    battle = begun(public, marga, red=ana, blue=berta)
    for side in ("red", "blue"):
        draw_offer(user={"red": ana, "blue": berta}[side], battle_id=battle.public_id, side=side)
    battle.refresh_from_db()
    assert battle.status == BattleStatus.OVER
    within(battle.scene, [ana, berta, marga, carla])


def test_a_battle_from_a_real_table(public, marga, ana, berta, carla):
    public.hand_reports = True
    public.save()
    bands = [enlisted(public, ana), enlisted(public, berta, "skaven_eshin", "Las Garras")]
    ids = [band.pk for band in bands]
    assert hand_offer(ana, public.public_id, ids, "").fielded
    battle = by_hand.hand_report(
        user=ana, campaign_id=public.public_id, warbands=ids, claim=Claim(winner="red")
    )
    within(battle.scene, [ana, berta, marga, carla])
    by_hand.hand_confirm(user=berta, battle_id=battle.public_id, expected_version=battle.version)
    settle(battle)
    within(battle.scene, [ana, berta, marga, carla])
