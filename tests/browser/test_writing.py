"""Writing in a real browser: the draft is kept, the preview shows, a swap loses no words."""

from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.models import Draft, Membership, Role
from tests.conftest import PASSWORD

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


def test_a_dead_tab_loses_no_words(window: Any, log_in: Any, place: SimpleNamespace) -> None:
    page = window()
    log_in(page, place.player)
    page.goto(f"/scenes/{place.tavern.public_id}/")
    page.route("**/draft", lambda route: route.abort())  # the server never hears of it
    page.fill("#text", "Lo último que escribí")
    again = page.context.new_page()
    page.close()
    again.goto(f"/scenes/{place.tavern.public_id}/")
    assert again.input_value("#text") == "Lo último que escribí"
    assert again.is_visible("[data-recovered]")
    again.wait_for_selector('#draft-state:has-text("Borrador guardado")')
    with again.expect_navigation():
        again.click("#composer .button--primary")
    assert again.input_value("#text") == ""
    again.goto(f"/scenes/{place.tavern.public_id}/")
    assert again.input_value("#text") == ""


def test_a_log_in_that_ran_out_loses_no_words(
    window: Any, log_in: Any, place: SimpleNamespace
) -> None:
    page = window()
    log_in(page, place.player)
    page.goto(f"/scenes/{place.tavern.public_id}/")
    page.fill("#text", "Escrito durante horas")
    page.context.clear_cookies(name="sessionid")
    with page.expect_navigation():
        page.click("#composer .button--primary")
    page.wait_for_url("**/accounts/login**")
    page.fill("#id_username", place.player.username)
    page.fill("#id_password", PASSWORD)
    page.click("main button")
    page.wait_for_url("**/scenes/**")
    assert page.input_value("#text") == "Escrito durante horas"
    with page.expect_navigation():
        page.click("#composer .button--primary")
    page.wait_for_selector('.post:has-text("Escrito durante horas")')


def test_who_will_read_it_is_said_above_the_button(
    page: Any, log_in: Any, make_user: Any, place: SimpleNamespace
) -> None:
    berta = make_user("berta", display_name="Berta")
    Membership.objects.create(campaign=place.campaign, user=berta, role=Role.PLAYER)
    log_in(page, place.player)
    page.goto(f"/scenes/{place.tavern.public_id}/")
    words = page.locator("[data-audience]")
    assert "cualquiera" in words.inner_text()
    page.click("summary:has-text('Quién lee el mensaje entero')")
    page.check('[name="audience"][value="gm"]')
    assert "solo tú y el director" in words.inner_text()
    page.check('[name="audience"][value="named"]')
    page.check('[name="readers"]')
    assert "Berta" in words.inner_text()


def moved(answer: Any) -> bool:
    """Whether words went along to another name with this request."""
    return "moved_from" in (answer.request.post_data or "")


def test_another_name_brings_its_own_draft(page: Any, log_in: Any, place: SimpleNamespace) -> None:
    log_in(page, place.player)
    page.goto(f"/scenes/{place.tavern.public_id}/")
    otto = place.crows.fighters.get(name="Otto")
    page.locator("#text").press_sequentially("Habla Ana")
    page.wait_for_selector('#draft-state:has-text("Borrador guardado")')
    with page.expect_response(moved) as kept:
        page.select_option("#persona", str(otto.pk))  # the words go along
    assert kept.value.ok
    draft = Draft.objects.get()
    assert (draft.persona, draft.text) == ("Otto", "Habla Ana")
    Draft.objects.create(scene=place.tavern, user=place.player, text="Otra cosa")
    page.select_option("#persona", "")
    page.wait_for_function("() => document.querySelector('#text').value === 'Otra cosa'")


def test_the_words_of_a_turn_outlive_a_tab(window: Any, log_in: Any, fight: Any) -> None:
    page = window(width=360, has_touch=True, is_mobile=True)
    log_in(page, fight.player)
    page.goto(f"/scenes/{fight.scene.public_id}/")
    page.route("**/draft", lambda route: route.abort())  # the tab dies before it is kept
    page.locator("details:has(#turn-text) > summary").tap()
    page.fill("#turn-text", "La niebla no levanta.")
    page.unroute("**/draft")
    page.goto("/")
    page.goto(f"/scenes/{fight.scene.public_id}/")
    assert page.input_value("#turn-text") == "La niebla no levanta."
    assert page.locator("#send [data-recovered]").is_visible()
