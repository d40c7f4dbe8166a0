"""A battle of a real table, told on a phone by one player and confirmed by the other."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from campaigns.models import HandReport, HandStatus, Membership, Role
from campaigns.services.campaigns import create_campaign
from tests.browser.test_accessible import faults
from tests.campaigns.wars import enlisted

pytestmark = pytest.mark.browser


@pytest.fixture
def table(live_server: Any, make_user: Any) -> Any:
    """A campaign that allows it, with a warband each of Ana's and Berta's."""
    gm, ana, berta = make_user("marga"), make_user("ana"), make_user("berta")
    campaign = create_campaign(user=gm, name="Invierno")
    campaign.hand_reports = True
    campaign.save()
    for user in (ana, berta):
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
    enlisted(campaign, ana)
    enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    return campaign, ana, berta


def test_told_on_a_phone_and_confirmed(table: Any, window: Any, log_in: Any) -> None:
    campaign, ana, berta = table
    axe, page = Axe(), window(width=360)
    log_in(page, ana)
    page.goto(f"/campaigns/{campaign.public_id}/")
    page.get_by_role("link", name="Comunicar una batalla en mesa").click()
    page.get_by_label("Banda 2").select_option(label="Las Garras (berta)")
    page.get_by_label("Qué se jugó").select_option(label="A la Búsqueda de Piedra Bruja")
    page.get_by_role("button", name="Siguiente: qué pasó").click()
    assert faults(page, axe) == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.get_by_label("Los Cuervos", exact=True).check()
    page.get_by_label("¿Qué bando abandonó la mesa?").select_option(label="Las Garras")
    page.get_by_label("Krall 1", exact=True).select_option(
        label="fuera de combate: por Otto Brandt"
    )
    page.get_by_label("Piedra bruja de Los Cuervos").fill("1")
    page.get_by_role("button", name="Enviar el informe").click()
    page.get_by_text("Falta que confirme: Las Garras").wait_for()
    assert faults(page, axe) == []
    report = HandReport.objects.get()
    page.goto(f"/battles/{report.battle.public_id}/report")
    assert faults(page, axe) == []
    other = window(width=360)
    log_in(other, berta)
    other.get_by_role("link", name="Mirar").click()
    other.get_by_text("Krall 1, por Otto Brandt").wait_for()
    other.get_by_role("button", name="Fue así: confirmar").click()
    other.get_by_text("Confirmado.").wait_for()
    assert HandReport.objects.get().status == HandStatus.SETTLED
    desk = window(width=360)
    log_in(desk, campaign.memberships.get(role=Role.GM).user)
    desk.goto(f"/battles/{report.battle.public_id}/report/amend")
    assert faults(desk, axe) == []
