"""Orders for a seduced enemy in a real browser, by touch and keys, at both widths (P-CHA-SLA)."""

from typing import Any

import pytest
from msgspec.structs import replace

from campaigns.engine import state_of
from campaigns.models import Membership, Role
from campaigns.services.campaigns import create_campaign
from campaigns.services.turns import Submission, battle_submit
from rules.battle.orders import Charge, Move
from rules.catalogue import load_catalogue
from tests.campaigns.tables import ITEMS, begun, crowd
from tests.campaigns.wizards import lay

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SPELL = "seduction_of_slaanesh"


@pytest.fixture
def seduced(live_server: Any, make_user: Any, ana: Any, berta: Any, monkeypatch: Any) -> Any:
    """Ana's Rosa has seduced Berta's Bea; it is still Ana's shooting phase."""
    gm = make_user("marga", display_name="Marga")
    campaign = create_campaign(user=gm, name="Invierno")
    for user in (ana, berta):
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
    setup = crowd()
    magister = {"spells": (SPELL,), "god": "slaanesh", "at": (25_000, 15_000, 0)}
    setup = replace(
        setup,
        warriors=tuple(replace(w, **magister) if w.id == "rosa" else w for w in setup.warriors),
        catalogue=load_catalogue().pin(ITEMS, spells={SPELL}),
        phase="shooting",
    )
    lay(monkeypatch, cast=[5, 5])
    battle = begun(campaign, gm, setup, red=ana, blue=berta)
    cast = {"order": "cast", "side": "red", "warrior": "rosa", "spell": SPELL, "targets": ["bea"]}
    battle_submit(
        user=ana, battle_id=battle.public_id, submission=Submission([cast], battle.version)
    )
    battle.refresh_from_db()
    return battle


def told(battle: Any, page: Any) -> tuple[Any, ...]:
    """Sends the turn and gives what Bea has been told."""
    page.click("#send .button--primary")
    page.wait_for_selector(".chips li", state="detached")
    battle.refresh_from_db()
    return state_of(battle).commands


@pytest.mark.parametrize("width", [1280, 360])
def test_a_way_is_touched_on_the_board(
    seduced: Any, window: Any, log_in: Any, ana: Any, width: int
) -> None:
    page = window(width=width)
    log_in(page, ana)
    page.goto(f"/scenes/{seduced.scene.public_id}/?warrior=bea")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.click('details[data-act="command"] summary')
    page.wait_for_selector(".board__svg--drawing")
    page.locator(".board__svg").focus()
    page.keyboard.press("ArrowUp")
    page.wait_for_function("() => document.querySelector('input[name=legs]').value !== ''")
    assert page.is_checked('input[name="going"][value="walk"]')
    page.click('details[data-act="command"] .button--primary')
    page.wait_for_selector(".chips li")
    assert "En su propio turno: " in page.inner_text(".chips")
    (walk,) = told(seduced, page)
    assert isinstance(walk, Move)
    assert walk.legs[0].to == (45_000, 16_000, 0)


def test_a_comrade_is_touched_for_a_charge(
    seduced: Any, window: Any, log_in: Any, ana: Any
) -> None:
    page = window()
    log_in(page, ana)
    page.goto(f"/scenes/{seduced.scene.public_id}/?warrior=bea")
    page.click('details[data-act="command"] summary')
    page.click('.token--target[data-warrior="blas"]')
    assert page.is_checked('input[name="going"][value="charge"]')
    page.click('details[data-act="command"] .button--primary')
    page.wait_for_selector(".chips li")
    (charge,) = told(seduced, page)
    assert isinstance(charge, Charge)
    assert charge.targets == ("blas",)
    page.goto(f"/scenes/{seduced.scene.public_id}/?warrior=bea")
    assert "Ya ordenado para su propio turno:" in page.inner_text(".sheet")


def test_her_own_player_learns_nothing_of_it(
    seduced: Any, window: Any, log_in: Any, ana: Any, berta: Any
) -> None:
    order = {"order": "charge", "side": "red", "warrior": "bea", "targets": ["blas"]}
    command = {"order": "command", "side": "red", "warrior": "bea", "orders": [order]}
    battle_submit(
        user=ana, battle_id=seduced.public_id, submission=Submission([command], seduced.version)
    )
    page = window()
    log_in(page, berta)
    page.goto(f"/scenes/{seduced.scene.public_id}/?warrior=bea")
    assert "Told already" not in page.inner_text(".sheet")
    assert page.locator('details[data-act="command"]').count() == 0
