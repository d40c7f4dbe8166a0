"""Posts are made once for all who see the same of them: never for the wrong reader, never stale,
and what a page costs grows by little with each of them."""

import sys

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.signals import template_rendered

from campaigns.models import Audience, Membership, Post, PostPart, Role
from campaigns.services.corrections import post_correct
from campaigns.services.scenes import Part, mark_read, post_create
from campaigns.templatetags.pieces import _made

OPEN, ASIDE, DICE = "Abre la puerta.", "Berta, cúbreme.", "roll--sealed"
CALLS_A_POST = 220
"""Functions of Python that one more post may cost a page on which all is kept."""


def reader(user=None, language="es") -> Client:
    client = Client(headers={"accept-language": language})
    if user is not None:
        client.force_login(user)
    return client


def thread(scene, user=None, **more) -> str:
    answer = reader(user, **more).get(f"/scenes/{scene.public_id}/")
    assert answer.status_code == 200
    return answer.content.decode().partition('<ol class="posts"')[2]


@pytest.fixture
def told(public, tavern, ana, berta, member):
    """A post with something for all, an aside for Berta, and dice for the game master."""
    parts = [
        Part(f"{OPEN} [2D6 escuchar, GM]"),
        Part(ASIDE, Audience.NAMED, [str(member(berta).public_id)]),
    ]
    return post_create(user=ana, scene_id=tavern.public_id, parts=parts)


def test_each_reader_has_his_own(told, tavern, ana, berta, marga, carla, stranger):
    expected = {
        None: (False, True),
        stranger: (False, True),
        carla: (False, True),
        ana: (True, True),
        berta: (True, True),
        marga: (True, False),
    }
    for _turn in range(2):
        for user, (aside, sealed) in [*expected.items(), *reversed(expected.items())]:
            html = thread(tavern, user)
            assert OPEN in html
            assert ((ASIDE in html), (DICE in html)) == (aside, sealed), user
            # Who may write is offered what he may do with it: his own isn't to be reported.
            assert ("/correct" in html) == (user == ana)
            assert ("/report" in html) == (user in (berta, marga))
            assert ("quote=" in html) == (user in (ana, berta, marga))


def test_a_correction_is_seen_at_once_by_everybody(told, tavern, ana, berta, marga):
    for user in (None, ana, berta, marga):
        assert OPEN in thread(tavern, user)
    post_correct(user=ana, post_id=told.public_id, texts={0: "Echa la llave.", 1: "Corre, Berta."})
    for user in (None, ana, berta, marga):
        html = thread(tavern, user)
        assert OPEN not in html
        assert "Echa la llave." in html
        assert f"posts/{told.public_id}/edits" in html
        assert ("Corre, Berta." in html) == (user is not None)


def test_a_part_that_is_opened_or_shut_shows_at_once(told, tavern, ana, berta, carla, member):
    assert ASIDE not in thread(tavern, carla)
    part = told.parts.get(position=1)
    part.members.set([member(carla)])
    assert ASIDE in thread(tavern, carla)
    assert ASIDE not in thread(tavern, berta)
    part.audience = Audience.ALL
    part.save()
    assert ASIDE in thread(tavern)


def test_who_has_left_reads_as_anybody(told, tavern, marga, berta, public):
    assert ASIDE in thread(tavern, berta)
    Membership.objects.get(campaign=public, user=berta).delete()
    assert ASIDE not in thread(tavern, berta)


def test_who_directs_no_more_sees_no_more(told, tavern, marga, member):
    assert ASIDE in thread(tavern, marga)
    Membership.objects.filter(pk=member(marga).pk).update(role=Role.PLAYER)
    html = thread(tavern, marga)
    assert ASIDE not in html
    assert DICE in html


def test_each_in_his_language_and_on_his_clock(told, tavern, ana, berta):
    Post.objects.filter(pk=told.pk).update(created_at="2026-01-02T12:00:00Z")
    berta.time_zone = "Asia/Tokyo"
    berta.save()
    ana_reads, berta_reads = thread(tavern, ana), thread(tavern, berta)
    assert "Sólo para" in ana_reads or "Solo para" in ana_reads
    assert "Only for: Berta" in berta_reads
    assert 'datetime="2026-01-02T13:00:00+01:00"' in ana_reads
    assert 'datetime="2026-01-02T21:00:00+09:00"' in berta_reads
    assert "Quote" in berta_reads
    assert "Quote" not in ana_reads
    assert thread(tavern, language="en") != thread(tavern)


def test_what_was_new_is_so_once(told, tavern, berta):
    assert "post--new" in thread(tavern, berta)
    mark_read(user=berta, scene_id=tavern.public_id, up_to=told.public_id)
    assert "post--new" not in thread(tavern, berta)


def test_a_name_that_changes_changes_everywhere(told, tavern, ana, carla):
    assert "Ana" in thread(tavern, carla)
    ana.display_name = "Anaís"
    ana.save()
    assert "Anaís" in thread(tavern, carla)


def grown(scene, author, size: int) -> None:
    for post in Post.objects.bulk_create(
        Post(scene=scene, author=author) for _ in range(size - scene.posts.count())
    ):
        PostPart.objects.create(post=post, html=f"<p>{post.pk}</p>")


def cost(client: Client, scene) -> tuple[int, int]:
    """Functions called and templates made for a page on which all has been shown before."""
    address = f"/scenes/{scene.public_id}/"
    for _ in range(2):
        client.get(address)
    calls = templates = 0

    def called(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    def rendered(**_):
        nonlocal templates
        templates += 1

    template_rendered.connect(rendered)
    sys.setprofile(called)
    try:
        client.get(address)
    finally:
        sys.setprofile(None)
        template_rendered.disconnect(rendered)
    return calls, templates


def test_a_post_more_costs_little(public, tavern, ana, berta):
    """Counted, not timed. No template is made for a post that has been shown before."""
    for user in (None, berta):
        cache.clear()
        _made.cache_clear()
        Post.objects.filter(scene=tavern).delete()
        client = reader(user)
        grown(tavern, ana, 1)
        # Old enough for its "ago" to stand still while it is counted.
        Post.objects.update(created_at="2026-01-02T12:00:00Z")
        few = cost(client, tavern)
        grown(tavern, ana, 20)
        Post.objects.update(created_at="2026-01-02T12:00:00Z")
        many = cost(client, tavern)
        assert many[1] == few[1]
        assert many[0] - few[0] <= 19 * CALLS_A_POST, (few, many)
