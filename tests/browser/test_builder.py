"""A player on a phone builds a warband without having read a rulebook; then once without script."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.conftest import PASSWORD
from warbands.models import Warband

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHOTS = os.environ.get("SHOTS", "")
SCHEME = os.environ.get("SCHEME", "light")
"""Where the journey leaves pictures of its pages, and in which light; nowhere by itself."""


def shoot(page, name: str, whole: bool = False) -> None:
    if SHOTS:
        page.screenshot(path=str(Path(SHOTS) / f"{name}.png"), full_page=whole)


def fits(page) -> None:
    """Nothing is wider than the phone."""
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def press(page, button) -> None:
    button.scroll_into_view_if_needed()
    button.click()


def test_a_warband_is_built_on_a_phone(window, ana, log_in) -> None:
    page = window(width=360, has_touch=True, color_scheme=SCHEME, bypass_csp=bool(SHOTS))
    log_in(page, ana)
    page.goto("/warbands/new")
    fits(page)
    shoot(page, "new")
    assert page.input_value("#name")  # a name is suggested
    page.fill("#name", "Los Cuervos de Puente Viejo")
    page.get_by_text("Mercenarios de Reikland", exact=True).click()
    page.get_by_role("button", name="Crearla a mi gusto").click()
    page.wait_for_url("**/warbands/*/*")
    fits(page)
    shoot(page, "empty")
    assert page.locator(".purse__next").inner_text().startswith("Empieza por el jefe")
    assert page.get_by_role("button", name="Alistar la banda").is_disabled()

    press(page, page.get_by_role("button", name="Contratar: Capitán Mercenario"))
    page.locator(".stall").wait_for()
    # One captain is enough: the page says so and offers no second.
    assert page.get_by_role("button", name="Contratar: Capitán Mercenario").count() == 0
    assert "1 de 1" in page.locator("#hire-heroes").inner_text()

    page.select_option("#n-marksman", "3")
    assert "3 × 25 = 75" in page.locator("#n-marksman").inner_text()
    press(page, page.get_by_role("button", name="Contratar: Tirador"))
    expect(page.locator(".stall")).to_have_count(2)
    expect(page.locator(".purse dd").first).to_have_text(str(500 - 60 - 75))

    group = page.locator(".stall").nth(1)
    press(page, group.locator("summary"))
    bow = group.get_by_role("button", name="Comprar: Arco", exact=True)
    assert bow.inner_text() == "3 × 10 = 30 co"
    press(page, bow)
    expect(page.locator(".purse dd").first).to_have_text("335")
    group = page.locator(".stall").nth(1)
    assert group.locator("details").get_attribute("open") is not None  # the stall stays open
    assert group.get_by_role("button", name="Comprar: Arco", exact=True).is_disabled()
    fits(page)
    shoot(page, "armed")

    leader = page.locator(".stall").first
    press(page, leader.locator("summary"))
    leader.get_by_label("Nombre").fill("Otto Brandt")
    press(page, leader.get_by_role("button", name="Cambiar el nombre"))
    expect(page.locator(".stall h3").first).to_have_text("Otto Brandt")
    # What is written saves itself as one goes on, about him and about all of them.
    leader = page.locator(".stall").first
    leader.get_by_label("Notas").fill("Debe dinero en tres ciudades.")
    press(page, page.get_by_label("Nombre de la banda"))
    page.get_by_text("Guardado.").wait_for()
    page.locator("#band-notes").fill("Salieron de Altdorf de noche.")
    with page.expect_response(lambda answer: answer.url.endswith("/build")):
        page.locator("#band-name").focus()
    page.reload()
    assert page.locator("#band-notes").input_value() == "Salieron de Altdorf de noche."
    leader = page.locator(".stall").first
    press(page, leader.locator("summary"))
    assert leader.get_by_label("Notas").input_value() == "Debe dinero en tres ciudades."
    shoot(page, "whole", whole=True)

    press(page, page.get_by_role("button", name="Alistar la banda"))
    page.get_by_text("La banda está alistada").wait_for()
    fits(page)
    shoot(page, "roster", whole=True)
    page.emulate_media(media="print")
    expect(page.get_by_text("3 × 35 = 105 co")).to_be_visible()
    expect(page.get_by_role("link", name="Contratar y comprar")).to_be_hidden()
    warband = Warband.objects.get()
    assert (warband.name, warband.status, warband.treasury) == (
        "Los Cuervos de Puente Viejo",
        "enlisted",
        335,
    )


def test_a_newcomer_starts_from_a_ready_made_warband(window, ana, log_in) -> None:
    page = window(width=360, has_touch=True, color_scheme=SCHEME, bypass_csp=bool(SHOTS))
    log_in(page, ana)
    page.goto("/warbands/new")
    rats = page.locator(".kind", has_text="Skavens del Clan Pestilens")
    press(page, rats.locator("summary"))
    expect(rats.get_by_text("El incensario abre camino")).to_be_visible()
    assert "Incensario de plaga" in rats.inner_text()
    fits(page)
    shoot(page, "ready")
    press(page, rats.get_by_role("button", name="Empezar con esta"))
    page.get_by_text("Todo está comprado").wait_for()
    fits(page)
    # The sorcerer has yet to find his spell: the page says so, and the dice are a tap away.
    expect(page.locator(".purse__next")).to_contain_text("Nurgrit Lengua-Fiebre")
    shoot(page, "ready-bought")
    press(page, page.get_by_role("button", name="Tirar su primer hechizo"))
    expect(page.locator(".purse__next")).not_to_contain_text("Nurgrit Lengua-Fiebre")
    press(page, page.get_by_role("button", name="Alistar la banda"))
    page.get_by_text("La banda está alistada").wait_for()
    warband = Warband.objects.get()
    assert (warband.type, warband.status) == ("skaven_pestilens", "enlisted")


def test_ostermark_chooses_its_skills_and_brings_a_dog(window, ana, log_in) -> None:
    page = window(width=360, has_touch=True, color_scheme=SCHEME, bypass_csp=bool(SHOTS))
    log_in(page, ana)
    page.goto("/warbands/new")
    page.get_by_text("Mercenarios de Ostermark", exact=True).click()
    page.get_by_role("button", name="Crearla a mi gusto").click()
    press(page, page.get_by_role("button", name="Contratar: Capitán"))
    page.locator(".stall").wait_for()
    expect(page.locator(".purse__next")).to_contain_text("al menos 3 guerreros")
    page.select_option("#n-warrior", "3")
    press(page, page.get_by_role("button", name="Contratar: Guerrero"))
    expect(page.locator(".stall")).to_have_count(2)
    expect(page.locator(".purse__next")).to_contain_text("Elige con qué habilidades")
    page.get_by_text("Como en Middenheim").click()
    fits(page)
    page.locator("#skills").scroll_into_view_if_needed()
    shoot(page, "skills")
    press(page, page.get_by_role("button", name="Elegir este juego"))
    expect(page.locator(".purse__next")).not_to_contain_text("Elige con qué habilidades")
    press(page, page.get_by_role("button", name="Llevar gratis: Perro de guerra"))
    expect(page.locator(".stall").first.locator(".stall__gear")).to_contain_text("Perro de guerra")
    expect(page.locator(".purse dd").first).to_have_text(str(500 - 60 - 75))
    fits(page)
    page.locator(".stall").first.scroll_into_view_if_needed()
    shoot(page, "dog")
    press(page, page.get_by_role("button", name="Alistar la banda"))
    page.get_by_text("La banda está alistada").wait_for()
    expect(page.locator(".roster__title .eyebrow")).to_contain_text("Como en Middenheim")
    assert Warband.objects.get().status == "enlisted"


def test_the_builder_works_without_script(chromium, live_server, ana) -> None:
    context = chromium.new_context(
        base_url=live_server.url,
        locale="es-ES",
        viewport={"width": 360, "height": 740},
        java_script_enabled=False,
    )
    page = context.new_page()
    page.goto("/accounts/login")
    page.fill("#id_username", ana.username)
    page.fill("#id_password", PASSWORD)
    page.locator("main button[type=submit], main form button").first.click()
    page.goto("/warbands/new")
    page.check("input[value=cult_of_the_possessed]")
    page.get_by_role("button", name="Crearla a mi gusto").click()
    page.get_by_role("button", name="Contratar: Magíster").click()
    page.get_by_role("button", name="Contratar: Mutante").click()
    page.get_by_role("button", name="Contratar: Hermano").click()
    mutant = page.locator(".stall", has_text="Mutante").first
    assert "mutación" in mutant.locator(".why").first.inner_text()
    mutant.locator("summary").click()
    mutant.get_by_role("button", name="Comprar: Espinas").click()
    page.get_by_role("button", name="Alistar la banda").click()
    warband = Warband.objects.get()
    assert warband.status == "enlisted"
    assert warband.treasury == 500 - 70 - 25 - 35 - 25
    context.close()


def test_a_field_that_was_drawn_larger_doesnt_break_the_policy(window, ana, log_in) -> None:
    """A browser notes the size in a style of the field's own; the policy lets no script copy it.
    (`window` fails the test for anything in the console.)"""
    page = window(width=1280)
    log_in(page, ana)
    page.goto("/warbands/new")
    page.get_by_role("button", name="Crearla a mi gusto").click()
    page.wait_for_url("**/warbands/*/*")
    page.evaluate("document.getElementById('band-notes').style.height = '300px'")
    press(page, page.get_by_role("button", name="Contratar: Capitán Mercenario"))
    page.locator(".stall").wait_for()
    expect(page.locator(".htmx-settling")).to_have_count(0)
