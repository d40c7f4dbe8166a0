from types import SimpleNamespace
from typing import Any

import pytest

from campaigns import outbox
from tests.conftest import stay
from tests.pages.world import begin, play_on, world


@pytest.fixture
def place(live_server: Any, make_user: Any) -> SimpleNamespace:
    """Marga directs, Ana plays against the server; the battle is set up."""
    gm = make_user("marga", display_name="Marga")
    return world(gm, make_user("ana", display_name="Ana"), turn_limit=3)


@pytest.fixture
def fight(place: SimpleNamespace) -> SimpleNamespace:
    """The same, begun and deployed, in Ana's movement phase."""
    begin(place.battle, place.gm)
    mine = place.battle.sides.get(user=place.player).side
    play_on(
        place.battle,
        place.player,
        until=lambda s: s.phase == "movement" and s.active == mine and not s.awaiting,
    )
    return place


@pytest.fixture
def worker() -> Any:
    """Does everything that the outbox holds."""
    return lambda: outbox.run_due(limit=10_000)


@pytest.fixture
def window(chromium: Any, live_server: Any, heard_out: None) -> Any:
    """`window(width=360, ...)`: a page of its own kind; an error in its console fails the test."""
    opened = []

    def open_one(**options: Any) -> Any:
        options = {"viewport": {"width": options.pop("width", 1280), "height": 800}} | options
        context = chromium.new_context(base_url=live_server.url, locale="es-ES", **options)
        context.set_default_timeout(20_000)
        stay(context)
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda m: faults.append(m.text) if m.type == "error" else None)
        opened.append((context, faults))
        return page

    yield open_one
    for context, _ in opened:
        context.close()
    assert [fault for _, faults in opened for fault in faults] == []
