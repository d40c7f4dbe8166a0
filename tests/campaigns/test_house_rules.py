"""House rules beyond the battle: building, rating and what follows a battle go by them."""

import random
from contextlib import contextmanager

import pytest
from django.urls import reverse

from campaigns import outbox
from campaigns.house_rules import groups_of
from campaigns.models import Campaign
from campaigns.selectors.house_rules import builds_for_draft
from campaigns.services.battles import Seat
from campaigns.services.campaigns import (
    create_campaign,
    enrol_warband,
    update_campaign,
    withdraw_warband,
)
from campaigns.services.house_rules import house_rules_adopt, house_rules_drop
from mordheim_site.errors import ServiceError
from tests.campaigns.test_campaigns import refused
from tests.campaigns.wars import enlisted, fell, henchmen_of, settle, war
from warbands.models import Aftermath
from warbands.selectors import roster_sheet
from warbands.services import (
    drift,
    equipment_buy,
    fighter_hire,
    group_recruit,
    warband_create,
)
from warbands.services.aftermath import state_of
from warbands.services.presets import buy_preset

ROSTER = {"warband.starting_gold": 650, "price.items": {"sword": 15}, "warband.group": 3}


class Seeded:
    """The same faces in every run."""

    def __init__(self):
        self.luck = random.Random(4)

    def roll(self, purpose, count):
        return tuple(self.luck.randint(1, 6) for _die in range(count))


@contextmanager
def refused_by_books(code):
    with pytest.raises(ServiceError) as caught:
        yield
    assert caught.value.code == code


def with_rules(campaign, marga, **overlay):
    rules = {name.replace("__", "."): value for name, value in overlay.items()}
    update_campaign(user=marga, campaign_id=campaign.public_id, house_rules=rules)
    campaign.refresh_from_db()
    return campaign


def drafted(campaign, user, type="reikland"):
    draft = warband_create(actor=user, type=type, name="Los Nuevos")
    return house_rules_adopt(user=user, campaign_id=campaign.public_id, warband_id=draft.pk)


def test_a_draft_is_built_with_the_gold_prices_and_limits_of_the_campaign(campaign, marga, ana):
    update_campaign(user=marga, campaign_id=campaign.public_id, house_rules=ROSTER)
    draft = drafted(campaign, ana)
    assert (draft.treasury, draft.budget) == (650, 650)
    assert list(draft.ledger.values_list("kind", "gold", "reason")) == [
        ("found", 500, ""),
        ("found", 150, "house_rules"),
    ]
    captain = fighter_hire(actor=ana, warband=draft, type="mercenary_captain")
    equipment_buy(actor=ana, warband=draft, fighter=captain.key, item="sword")
    draft.refresh_from_db()
    assert draft.treasury == 650 - 60 - 15
    group = fighter_hire(actor=ana, warband=draft, type="warrior", n=3)
    with pytest.raises(ServiceError) as caught:
        group_recruit(actor=ana, warband=draft, fighter=group.key)
    assert [one["code"] for one in caught.value.params["problems"]] == ["group_too_large"]
    draft.refresh_from_db()
    assert drift(draft) == []


def test_the_page_of_the_builder_shows_these_prices(campaign, marga, ana, client):
    update_campaign(user=marga, campaign_id=campaign.public_id, house_rules=ROSTER)
    draft = warband_create(actor=ana, type="reikland", name="Los Nuevos")
    client.force_login(ana)
    builder = client.get(f"/warbands/{draft.pk}/").content.decode()
    assert "tiene reglas de la casa para las bandas" in builder
    where = reverse("campaigns:build_by_rules", args=[campaign.public_id])
    client.post(where, {"warband": str(draft.pk)})
    builder = client.get(f"/warbands/{draft.pk}/").content.decode()
    assert "Según las reglas de la casa de «Invierno»" in builder
    assert 'max="650"' in builder
    client.post(reverse("campaigns:build_by_the_book", args=[draft.pk]))
    draft.refresh_from_db()
    assert (draft.treasury, draft.house_rules, draft.rules_of) == (500, {}, "")


def test_over_rest_too(campaign, marga, ana, api):
    update_campaign(user=marga, campaign_id=campaign.public_id, house_rules=ROSTER)
    draft = warband_create(actor=ana, type="reikland", name="Los Nuevos")
    rest = api(ana)
    address = f"/api/v1/campaigns/{campaign.public_id}/builds"
    answer = rest.post(address, {"warband": str(draft.pk)}, format="json")
    assert answer.status_code == 201, answer.data
    assert (answer.data["budget"], answer.data["house_rules"]) == (650, ROSTER)
    assert rest.delete(f"/api/v1/builds/{draft.pk}").status_code == 204
    assert rest.get(f"/api/v1/warbands/{draft.pk}").data["treasury"] == 500


def test_gold_that_is_spent_cant_go_back(campaign, marga, ana):
    with_rules(campaign, marga, warband__starting_gold=560, price__fighters={"champion": 240})
    draft = drafted(campaign, ana)
    for kind in ("mercenary_captain", "champion", "champion"):
        fighter_hire(actor=ana, warband=draft, type=kind)
    draft.refresh_from_db()
    assert draft.treasury == 20
    with refused_by_books("not_enough_gold"):
        house_rules_drop(user=ana, warband_id=draft.pk)


def test_only_ones_own_draft_and_only_for_members(campaign, marga, ana, stranger):
    other = warband_create(actor=stranger, type="reikland", name="Los Otros")
    for user, code in ((stranger, "not_found"), (ana, "not_found")):
        with refused(code):
            house_rules_adopt(user=user, campaign_id=campaign.public_id, warband_id=other.pk)
    ready = buy_preset(actor=ana, type="reikland", name="Los Cuervos")
    with refused("not_a_draft"):
        house_rules_adopt(user=ana, campaign_id=campaign.public_id, warband_id=ready.pk)


def test_a_warband_built_by_the_book_gets_the_gold_that_it_lacks(campaign, marga, ana):
    with_rules(campaign, marga, warband__starting_gold=600)
    band = buy_preset(actor=ana, type="reikland", name="Los Cuervos")
    before = band.treasury
    enrol_warband(user=ana, campaign_id=campaign.public_id, warband_id=band.pk)
    band.refresh_from_db()
    assert (band.treasury, band.budget) == (before + 100, 600)
    assert drift(band) == []


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"warband.starting_gold": 400}, "too_much_gold"),
        ({"warband.most": 5}, "illegal_roster"),
        ({"price.items": {"sword": 60, "axe": 60, "mace": 60, "bow": 60}}, "built_otherwise"),
    ],
)
def test_who_keeps_other_limits_comes_in_by_the_game_master_only(campaign, marga, ana, rules, code):
    update_campaign(user=marga, campaign_id=campaign.public_id, house_rules=rules)
    band = buy_preset(actor=ana, type="reikland", name="Los Cuervos")
    with refused_by_books(code):
        enrol_warband(user=ana, campaign_id=campaign.public_id, warband_id=band.pk)
    enrol_warband(user=marga, campaign_id=campaign.public_id, warband_id=band.pk)
    band.refresh_from_db()
    assert (band.house_rules, band.rules_of) == (rules, str(campaign.public_id))
    assert drift(band) == []


def test_the_rating_follows_a_change_by_a_line_of_the_books(campaign, marga, ana):
    band = enlisted(campaign, ana)
    before, lines = band.rating, band.ledger.count()
    old = list(band.ledger.values_list("pk", "rating", "gold"))
    with_rules(campaign, marga, rating__warrior=10)
    band.refresh_from_db()
    sheet = roster_sheet(band)
    assert band.rating == before + 5 * sheet.roster.size
    assert list(band.ledger.values_list("pk", "rating", "gold"))[:lines] == old
    last = band.ledger.last()
    assert (last.kind, last.reason, last.rating) == (
        "correction",
        "house_rules",
        band.rating - before,
    )
    assert drift(band) == []
    withdraw_warband(user=ana, campaign_id=campaign.public_id, warband_id=band.pk)
    band.refresh_from_db()
    assert (band.rating, band.house_rules) == (before, {})


def test_who_leaves_may_join_elsewhere(campaign, marga, ana):
    """The line that a change has brought is no correction that somebody has granted."""
    band = enlisted(campaign, ana)
    with_rules(campaign, marga, rating__warrior=10)
    withdraw_warband(user=ana, campaign_id=campaign.public_id, warband_id=band.pk)
    other = create_campaign(user=ana, name="Verano")
    assert enrol_warband(user=ana, campaign_id=other.public_id, warband_id=band.pk)


def test_a_change_in_mid_campaign_reaches_drafts_and_later_purchases(campaign, marga, ana):
    band = enlisted(campaign, ana)
    hero, other = band.fighters.filter(type="youngblood")
    spent = band.treasury
    equipment_buy(actor=ana, warband=band, fighter=hero.key, item="dagger")
    band.refresh_from_db()
    assert spent - band.treasury == 2
    with_rules(campaign, marga, price__items={"dagger": 7})
    band.refresh_from_db()
    spent = band.treasury
    equipment_buy(actor=ana, warband=band, fighter=other.key, item="dagger")
    band.refresh_from_db()
    assert spent - band.treasury == 7
    assert drift(band) == []


@pytest.fixture
def seats(campaign, ana, berta):
    mine = enlisted(campaign, ana)
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    return [Seat(mine.pk), Seat(theirs.pk)]


LESSONS = {"survives": 3, "winning_leader": 5, "enemy_out_of_action": 1}


def leaders_experience(battle, user):
    row = Aftermath.objects.get(battle=str(battle.public_id), warband__owner=user)
    return state_of(row), row


def test_what_follows_a_battle_goes_by_the_rules_that_it_was_set_up_with(
    campaign, marga, ana, seats, monkeypatch
):
    dice = Seeded()
    monkeypatch.setattr("warbands.services.aftermath.sealed_dice", lambda *_key: dice)
    with_rules(campaign, marga, experience__awards=LESSONS)
    battle = war(campaign, marga, *seats)
    with_rules(campaign, marga, experience__awards={**LESSONS, "survives": 0}, rating__warrior=9)
    fell(battle, marga, henchmen_of(battle, "red")[:1])
    outbox.run_due(limit=500)
    state, row = leaders_experience(battle, ana)
    assert state.setup.tables.awards == LESSONS
    leader = state.setup.roster.leader
    after = state.roster.fighter(leader.key).experience
    assert after - leader.experience == 3 + 5
    settle(battle)
    row.warband.refresh_from_db()
    assert row.warband.house_rules["rating.warrior"] == 9
    assert drift(row.warband) == []


def test_a_change_between_two_steps_leaves_the_aftermath_as_it_began(
    campaign, marga, ana, seats, monkeypatch
):
    dice = Seeded()
    monkeypatch.setattr("warbands.services.aftermath.sealed_dice", lambda *_key: dice)
    battle = war(campaign, marga, *seats)
    fell(battle, marga, henchmen_of(battle, "red")[:1])
    outbox.run_due(limit=3)
    with_rules(campaign, marga, experience__awards=LESSONS, rating__warrior=9)
    outbox.run_due(limit=500)
    settle(battle)
    for row in Aftermath.objects.filter(battle=str(battle.public_id)):
        state = state_of(row)
        assert state.setup.tables.awards["survives"] == 1
        assert state.roster.house_rules == {}
        assert drift(row.warband) == []
        assert row.warband.house_rules["experience.awards"] == LESSONS


def test_everybody_reads_them_on_the_rules_scene_and_over_rest(campaign, marga, ana, client, api):
    with_rules(campaign, marga, warband__most=12, price__items={"sword": 15})
    client.force_login(ana)
    scene = campaign.scenes.get(kind="rules")
    page = client.get(f"/scenes/{scene.public_id}/").content.decode()
    assert "Tamaño máximo de la banda: 12" in page
    assert "Espada: 15" in page
    rows = api(ana).get(f"/api/v1/campaigns/{campaign.public_id}/house-rules").data
    mine = {row["name"]: row for row in rows if row["changed"]}
    assert mine["warband.most"]["value"] == 12
    assert mine["price.items"]["value"] == {"sword": 15}


def test_the_form_adds_lines_changes_them_and_takes_them_out(campaign, marga, client):
    client.force_login(marga)
    where = reverse("campaigns:house_rules", args=[campaign.public_id])
    written = {
        "price.items|+1|of": "sword",
        "price.items|+1": "15",
        "price.items|+2|of": "lucky_charm",
        "price.items|+2": "20+D6",
        "experience.heroes|": "3, 6; 9",
        "experience.awards|survives": "2",
    }
    assert client.post(where, written).status_code == 302
    own = Campaign.objects.get(pk=campaign.pk).house_rules
    assert own["price.items"] == {"sword": 15, "lucky_charm": "20+D6"}
    assert own["experience.heroes"] == [3, 6, 9]
    assert own["experience.awards"] == {
        "survives": 2,
        "winning_leader": 1,
        "enemy_out_of_action": 1,
    }
    page = client.get(where).content.decode()
    assert 'name="price.items|sword" value="15"' in page
    assert "Libro: 10" in page
    client.post(where, {"price.items|sword": "", "price.items|lucky_charm": "20+D6"})
    own = Campaign.objects.get(pk=campaign.pk).house_rules
    assert own == {"price.items": {"lucky_charm": "20+D6"}}


def test_what_is_wrong_with_a_line_is_said_and_kept(campaign, marga, client):
    client.force_login(marga)
    where = reverse("campaigns:house_rules", args=[campaign.public_id])
    written = {"price.items|+1|of": "sword", "price.items|+1": "mucho", "experience.heroes|": "9 3"}
    answer = client.post(where, written)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'value="mucho"' in page
    assert '<option value="sword" selected>' in page
    assert "25+D6" in page
    assert Campaign.objects.get(pk=campaign.pk).house_rules == {}


def test_no_query_more_for_each_campaign_in_the_builder(
    campaign, ana, marga, client, django_assert_max_num_queries
):
    draft = warband_create(actor=ana, type="reikland", name="Los Nuevos")
    with django_assert_max_num_queries(1):
        builds_for_draft(ana, draft)


def test_kinds_with_one_name_say_whose_they_are(campaign):
    choices = [one for group in groups_of(campaign) for one in group.choices]
    hiring = next(one for one in choices if one.name == "price.fighters")
    labels = [label for _id, label in hiring.parts[-1].picks]
    assert len(labels) == len(set(labels)) > 100
