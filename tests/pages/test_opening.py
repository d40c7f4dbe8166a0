"""How a post begins where there is no room for all of it."""

from types import SimpleNamespace

from campaigns.views.thread_room import _opening


def told(log: str, *parts: str) -> SimpleNamespace:
    spoken = tuple(SimpleNamespace(readers="", html=html) for html in parts)
    return SimpleNamespace(notice="", log=log, parts=spoken)


def test_a_turn_begins_with_what_has_happened() -> None:
    orders = '<p class="post__orders"><a href="log/1-9/orders">14 órdenes</a></p>'
    log = f"{orders}<ol><li>Ana corre.</li></ol>"
    assert _opening(told(log)) == "Ana corre."


def test_a_turn_with_a_story_begins_with_that() -> None:
    assert _opening(told("<ol><li>Ana corre.</li></ol>", "<p>Llueve.</p>")) == "Llueve."
