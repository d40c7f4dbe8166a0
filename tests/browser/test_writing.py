"""Writing in a real browser: the draft is kept, the preview shows, a swap loses no words."""

from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.models import Draft

pytestmark = pytest.mark.browser


def test_a_draft_is_kept_and_shown_again(page: Any, log_in: Any, place: SimpleNamespace) -> None:
    log_in(page, place.player)
    page.goto(f"/scenes/{place.tavern.public_id}/")
    page.locator("#text").press_sequentially("Llueve *ceniza*")
    page.wait_for_selector('#draft-state:has-text("Borrador guardado")')
    page.reload()
    assert page.input_value("#text") == "Llueve *ceniza*"
    page.click("text=Vista previa")
    page.wait_for_selector("#preview em")
    with page.expect_navigation():
        page.click("#composer .button--primary")
    page.wait_for_selector('.post:has-text("Llueve ceniza")')
    assert not Draft.objects.exists()


def test_choosing_a_warrior_keeps_the_words_of_the_turn(
    page: Any, log_in: Any, fight: SimpleNamespace
) -> None:
    log_in(page, fight.player)
    page.goto(f"/scenes/{fight.scene.public_id}/")
    page.click("text=Contarlo como relato")
    page.locator("#turn-text").press_sequentially("Paso a paso")
    page.dispatch_event(".token--ready", "click")
    page.wait_for_selector("[data-sheet]")
    assert page.input_value("#turn-text") == "Paso a paso"
