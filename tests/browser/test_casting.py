"""Magic in a real browser: the area a spell reaches is drawn, who may be chosen is lit, and a touch
chooses, at both widths."""

from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.models import Draft, Membership, Role
from campaigns.services.campaigns import create_campaign
from rules.catalogue import load_catalogue
from tests.campaigns.tables import ITEMS, begun, crowd

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SPELLS = ("word_of_pain", "fires_of_uzhul")
RADIUS = 80 + 12.5
"""Eight centimetres from the edge of a base of 25 mm."""


@pytest.fixture
def casting(live_server: Any, make_user: Any, ana: Any, berta: Any) -> Any:
    """Ana's Rosa knows a spell with an area and one with targets; it is her shooting phase."""
    gm = make_user("marga", display_name="Marga")
    campaign = create_campaign(user=gm, name="Invierno")
    for user in (ana, berta):
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
    setup = crowd()
    wizard = {"spells": SPELLS, "god": "slaanesh", "at": (25_000, 15_000, 0)}
    setup = replace(
        setup,
        warriors=tuple(replace(w, **wizard) if w.id == "rosa" else w for w in setup.warriors),
        catalogue=load_catalogue().pin(ITEMS, spells=set(SPELLS)),
        phase="shooting",
    )
    return begun(campaign, gm, setup, red=ana, blue=berta)


def act(id: str) -> str:
    """The button of a spell: its choices come when it is opened."""
    name = load_catalogue().spells[id].name.es
    return f'details[data-act="cast"]:has(summary:has-text("{name}"))'


@pytest.mark.parametrize("width", [1280, 360])
def test_area_and_targets(casting: Any, window: Any, log_in: Any, ana: Any, width: int) -> None:
    page = window(width=width)
    log_in(page, ana)
    page.goto(f"/scenes/{casting.scene.public_id}/?warrior=rosa")
    page.click(f"{act('word_of_pain')} summary")
    page.wait_for_selector(".pen__area")
    assert float(page.get_attribute(".pen__area", "r")) == RADIUS
    assert "Palabra de Dolor" in page.inner_text(f"{act('word_of_pain')} summary")
    page.click(f"{act('fires_of_uzhul')} summary")
    page.wait_for_selector(".pen__area", state="detached")
    page.wait_for_selector('.token--target[data-warrior="bea"]')
    lit = page.locator(".token--target").evaluate_all("them => them.map(t => t.dataset.warrior)")
    assert "bea" in lit
    assert not {"rita", "rosa"} & {*lit}
    page.click('.token--target[data-warrior="bea"]')
    assert page.is_checked(f'{act("fires_of_uzhul")} input[value="bea"]')
    page.click(f"{act('fires_of_uzhul')} .button--primary")
    page.wait_for_selector(".chips li")
    (order,) = Draft.objects.get(user=ana).orders
    assert (order["spell"], order["targets"]) == ("fires_of_uzhul", ["bea"])
