"""Scenes, posts with secret parts, drafts."""

import pytest

from campaigns.errors import ServiceError
from campaigns.models import Audience, Draft, PostPart, SceneKind, SceneStatus
from campaigns.selectors.access import scene_for, visible_scenes
from campaigns.selectors.scenes import page_of, posts_of, scene_page
from campaigns.services import scenes as services
from campaigns.services.scenes import Part, Voice
from tests.campaigns.test_campaigns import refused


def may_read(user, scene) -> bool:
    try:
        scene_for(user, scene.public_id)
    except ServiceError as error:
        return (error.code, error.status) != ("not_found", 404)
    return True


def read_by(user, scene) -> list[str]:
    access, row = scene_for(user, scene.public_id)
    return [part.source for post in posts_of(access, row) for part in post.visible]


def test_who_reads_which_scene_of_a_private_campaign(
    scenes, marga, ana, berta, carla, stranger, anonymous
):
    for user in (marga, ana, berta, carla):
        assert may_read(user, scenes.public)
        assert may_read(user, scenes.members)
    assert [may_read(u, scenes.restricted) for u in (marga, ana, berta, carla)] == [
        True,
        True,
        False,
        False,
    ]
    for user in (stranger, anonymous):
        for scene in (scenes.public, scenes.members, scenes.restricted):
            assert not may_read(user, scene)


def test_strangers_read_the_public_scenes_of_an_open_campaign(public, scenes, stranger, anonymous):
    for user in (stranger, anonymous):
        assert may_read(user, scenes.public)
        assert not may_read(user, scenes.members)
        assert not may_read(user, scenes.restricted)


def test_the_list_shows_what_the_pages_open(public, scenes, marga, ana, berta, stranger):
    for user in (marga, ana, berta, stranger):
        access, _ = scene_for(user, scenes.public.public_id)
        listed = set(visible_scenes(access).filter(kind=SceneKind.FREE))
        opened = {scene for scene in vars(scenes).values() if may_read(user, scene)}
        assert listed == opened


def test_players_open_free_scenes_and_the_gm_any(campaign, ana, marga, carla, stranger):
    make = {"campaign_id": campaign.public_id, "title": "Otra"}
    assert services.create_scene(user=ana, **make).kind == SceneKind.FREE
    with refused("gm_only"):
        services.create_scene(user=ana, kind=SceneKind.RULES, **make)
    assert services.create_scene(user=marga, kind=SceneKind.RULES, **make)
    with refused("spectators_read"):
        services.create_scene(user=carla, **make)
    with refused("not_found"):
        services.create_scene(user=stranger, **make)


def test_a_post_is_rendered_and_sanitised(tavern, ana, say):
    post = say(ana, tavern, "# Hola\n\n*tú* <script>alert(1)</script> [x](javascript:alert)")
    html = post.parts.get().html
    assert "<h3>Hola</h3>" in html
    assert "<em>tú</em>" in html
    assert "<script" not in html
    assert "href" not in html


def test_secret_parts_reach_their_audience_alone(
    public, scenes, marga, ana, berta, stranger, say, member
):
    say(
        ana,
        scenes.public,
        Part("a todos"),
        Part("a la directora", Audience.GM),
        Part("a Berta", Audience.NAMED, [member(berta).public_id]),
    )
    everything = ["a todos", "a la directora", "a Berta"]
    assert read_by(ana, scenes.public) == everything
    assert read_by(marga, scenes.public) == everything
    assert read_by(berta, scenes.public) == ["a todos", "a Berta"]
    assert read_by(stranger, scenes.public) == ["a todos"]


def test_a_wholly_secret_post_is_not_there_for_others(scenes, ana, berta, carla, say, member):
    say(ana, scenes.public, Part("chis", Audience.NAMED, [member(berta).public_id]))
    assert scene_page(berta, scenes.public.public_id).total == 1
    assert scene_page(carla, scenes.public.public_id).total == 0


def test_who_may_post(public, scenes, carla, stranger, anonymous, say):
    for user, code in (
        (carla, "spectators_read"),
        (stranger, "members_only"),
        (anonymous, "log_in"),
    ):
        with refused(code):
            say(user, scenes.public, "hola")


def test_a_closed_scene_takes_no_post(tavern, marga, ana, say):
    services.update_scene(user=marga, scene_id=tavern.public_id, status=SceneStatus.CLOSED)
    with refused("scene_closed"):
        say(ana, tavern, "¿hay alguien?")


def test_only_the_gm_speaks_as_somebody_else(tavern, marga, ana, say):
    assert say(marga, tavern, "Adelante.", voice=Voice("El posadero")).persona == "El posadero"
    with refused("npc_is_gm"):
        say(ana, tavern, "Adelante.", voice=Voice("El posadero"))


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ([" "], "empty_post"),
        (["x" * 40_001], "text_too_long"),
        ([Part("x", "nobody")], "bad_audience"),
        ([Part("x", Audience.NAMED)], "unknown_member"),
    ],
)
def test_a_bad_post_leaves_nothing_behind(tavern, ana, say, parts, code):
    with refused(code):
        say(ana, tavern, *parts)
    assert not PostPart.objects.exists()
    assert not tavern.posts.exists()


def test_one_draft_a_scene_and_name(tavern, ana):
    for text in ("uno", "dos"):
        services.draft_save(user=ana, scene_id=tavern.public_id, text=text)
    services.draft_save(user=ana, scene_id=tavern.public_id, text="otra voz", persona="Zoe")
    assert sorted(Draft.objects.values_list("text", flat=True)) == ["dos", "otra voz"]


def test_posting_spends_the_draft(tavern, ana, say):
    services.draft_save(user=ana, scene_id=tavern.public_id, text="hola")
    say(ana, tavern, "hola")
    assert not Draft.objects.exists()


def test_pages_count_from_the_oldest_and_open_on_the_last(tavern, ana, say):
    for number in range(46):
        say(ana, tavern, str(number))
    last = scene_page(ana, tavern.public_id)
    assert (last.page, last.pages, last.total) == (3, 3, 46)
    assert [view.parts[0].source for view in last.posts] == ["40", "41", "42", "43", "44", "45"]
    second = scene_page(ana, tavern.public_id, 2)
    assert [view.parts[0].source for view in second.posts] == [str(n) for n in range(20, 40)]
    assert (second.pages, second.total) == (3, 46)
    for number in (0, 4):
        with refused("not_found"):
            scene_page(ana, tavern.public_id, number)


def test_a_few_posts_open_no_page_of_their_own(tavern, ana, say):
    posts = [say(ana, tavern, str(number)) for number in range(45)]
    for asked in (None, 2, 3):
        page = scene_page(ana, tavern.public_id, asked)
        assert (page.page, page.pages, page.total) == (2, 2, 45)
        assert [view.parts[0].source for view in page.posts] == [str(n) for n in range(20, 45)]
    access, scene = scene_for(ana, tavern.public_id)
    assert [page_of(access, scene, posts[n]) for n in (0, 19, 20, 44)] == [1, 1, 2, 2]
    say(ana, tavern, "45")
    assert [page_of(access, scene, posts[n]) for n in (39, 40, 44)] == [2, 3, 3]


def test_an_empty_scene_has_one_page(tavern, ana):
    page = scene_page(ana, tavern.public_id)
    assert (page.page, page.pages, page.total, page.posts) == (1, 1, 0, [])
