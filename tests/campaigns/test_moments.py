"""How long ago something was, in words, with the moment itself beside them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import timezone, translation

from campaigns.models import Post
from campaigns.moments import ago

NOW = datetime(2026, 8, 3, 21, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("span", "es", "en"),
    [
        (timedelta(seconds=-5), "ahora mismo", "just now"),
        (timedelta(seconds=59), "ahora mismo", "just now"),
        (timedelta(minutes=1), "hace 1 min", "1 min ago"),
        (timedelta(minutes=59, seconds=59), "hace 59 min", "59 min ago"),
        (timedelta(hours=1), "hace 1 h", "1 h ago"),
        (timedelta(hours=23, minutes=59), "hace 23 h", "23 h ago"),
        (timedelta(hours=24), "hace 1 día", "1 day ago"),
        (timedelta(days=6, hours=23), "hace 6 días", "6 days ago"),
        (timedelta(days=7), "27 de julio", "July 27"),
        (timedelta(days=300), "7 de octubre de 2025", "Oct. 7, 2025"),
    ],
)
def test_how_long_ago(span: timedelta, es: str, en: str) -> None:
    for language, told in (("es", es), ("en", en)):
        with translation.override(language):
            assert ago(NOW - span, NOW) == told


def test_the_moment_itself_stands_beside_it() -> None:
    written = timezone.now() - timedelta(hours=2)
    with translation.override("es"), timezone.override("Europe/Madrid"):
        told = Template("{% load book %}{% ago moment %}").render(Context({"moment": written}))
        local = timezone.localtime(written)
    assert f'datetime="{local.isoformat(timespec="seconds")}"' in told
    assert f"{local:%H:%M}" in told
    assert told.endswith(">hace 2 h</time>")


def test_a_post_says_how_old_it_is_and_grows_older(tavern, ana, say) -> None:
    post = say(ana, tavern, "Nieva.")
    client = Client(headers={"accept-language": "es"})
    client.force_login(ana)
    for hours, told in ((2, "hace 2 h"), (26, "hace 1 día")):
        Post.objects.filter(pk=post.pk).update(created_at=timezone.now() - timedelta(hours=hours))
        html = client.get(f"/scenes/{tavern.public_id}/").content.decode()
        assert f">{told}</a></time>" in html
