"""What pages and clients read, and in how many queries."""

from __future__ import annotations

import pytest
from django.utils import translation

from mordheim_site.errors import NotFound
from warbands import selectors, services
from warbands.models import Warband

pytestmark = pytest.mark.django_db


def test_a_roster_takes_as_many_queries_whatever_its_size(
    draft, reds, django_assert_num_queries
) -> None:
    for row in (draft, reds):
        with django_assert_num_queries(1 if row == draft else 4):
            selectors.market(selectors.roster_sheet(row))


def test_the_books_take_one_query(reds, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        lines = selectors.ledger_lines(reds)
    assert (lines[-1].treasury_after, lines[-1].rating_after) == (reds.treasury, reds.rating)


def test_an_aftermath_takes_three_queries(battle, reds, django_assert_num_queries) -> None:
    aftermath = services.start(battle_ref="b1", warband=reds, outcome=battle())
    services.run_all(aftermath=aftermath)
    aftermath.refresh_from_db()
    with django_assert_num_queries(3):
        view = selectors.aftermath_view(aftermath)
    assert all(step.lines for step in view.steps if step.step.step != "income")


def test_every_line_of_the_books_has_names(reds) -> None:
    with translation.override("es"):
        lines = selectors.ledger_lines(reds)
    hire = lines[1]
    assert (hire.kind_name, hire.item_name) == ("Contratado", "Capitán Mercenario")
    assert hire.fighter_name == "Otto Brandt"
    buy = next(line for line in lines if line.item == "sword")
    assert buy.item_name == "Espada"


def test_a_sheet_shows_what_a_fighter_is_worth(reds) -> None:
    sheet = selectors.roster_sheet(reds)
    captain = sheet.heroes[0]
    assert (captain.leader, captain.experience, captain.rating) == (True, 20, 25)
    assert captain.profile["M"] == 10
    assert sheet.unit == "cm"
    assert sum(box.filled for box in captain.boxes) == 20
    assert [box.number for box in captain.boxes if box.advance][:3] == [2, 4, 6]
    warriors = sheet.henchmen[-1]
    assert warriors.price == warriors.size * warriors.each == 3 * (25 + 3 + 5)


def test_the_rating_is_the_sum_of_its_fighters(reds) -> None:
    sheet = selectors.roster_sheet(reds)
    assert sum(fighter.rating for fighter in sheet.fighters) == reds.rating
    assert selectors.rating_of(reds) == reds.rating


def test_the_market_says_why_not(draft, ana) -> None:
    services.fighter_hire(actor=ana, warband=draft, type="mercenary_captain")
    champion = services.fighter_hire(actor=ana, warband=draft, type="champion")
    services.equipment_buy(actor=ana, warband=draft, fighter=champion.key, item="light_armour")
    market = selectors.market(selectors.roster_sheet(Warband.objects.get(pk=draft.pk)))
    recruits = {goods.id: goods for goods in market.recruits}
    assert recruits["mercenary_captain"].refusal
    assert (recruits["champion"].refusal, recruits["champion"].n) == ("", 1)
    items = {goods.id: goods for goods in market.items[champion.key]}
    assert items["heavy_armour"].refusal
    assert not items["sword"].refusal


def test_what_the_market_offers_can_be_had_and_the_rest_cannot(draft, ana) -> None:
    from mordheim_site.errors import ServiceError

    services.fighter_hire(actor=ana, warband=draft, type="mercenary_captain")
    market = selectors.market(selectors.roster_sheet(Warband.objects.get(pk=draft.pk)))
    for goods in market.recruits:
        if goods.refusal:
            with pytest.raises(ServiceError):
                services.fighter_hire(actor=ana, warband=draft, type=goods.id)
        else:
            services.fighter_hire(actor=ana, warband=draft, type=goods.id)


def test_a_warband_is_for_its_owner_and_for_whom_others_vouch(
    reds, ana, berta, monkeypatch
) -> None:
    from django.contrib.auth.models import AnonymousUser
    from django.db.models import Q

    from warbands.selectors import access

    monkeypatch.setattr(access, "GRANTS", [])
    assert selectors.warband_for(ana, reds.pk) == reds
    for stranger in (berta, AnonymousUser()):
        with pytest.raises(NotFound):
            selectors.warband_for(stranger, reds.pk)
    selectors.grant(lambda user: Q(pk=reds.pk) if user == berta else Q(pk__in=[]))
    assert selectors.warband_for(berta, reds.pk) == reds
    with pytest.raises(NotFound):
        selectors.warband_for(AnonymousUser(), reds.pk)
