"""Late joiners: the rule of a campaign, what a newcomer gets, where it is told."""

import random

import pytest

from campaigns.by_hand import Claim
from campaigns.models import CatchUp
from campaigns.selectors.access import campaign_for
from campaigns.selectors.catch_up import battles_fought, offer_for
from campaigns.selectors.chronicle import standings_of
from campaigns.services import by_hand
from campaigns.services.campaigns import enrol_warband, update_campaign, withdraw_warband
from campaigns.services.catch_up import catch_up_pledge, catch_up_return
from mordheim_site.errors import ServiceError
from tests.campaigns.test_campaigns import refused
from tests.campaigns.wars import enlisted
from warbands.models import Aftermath
from warbands.services import drift, fighter_hire, take_default, warband_create
from warbands.services.presets import buy_preset

GOLD = {"rule": "gold", "gold": 20, "most": 10}


class Seeded:
    """The same faces in every run."""

    def __init__(self):
        self.luck = random.Random(4)

    def roll(self, purpose, count):
        return tuple(self.luck.randint(1, 6) for _die in range(count))


@pytest.fixture
def seeded(under_way, monkeypatch):
    dice = Seeded()
    monkeypatch.setattr("warbands.services.aftermath.sealed_dice", lambda *_key: dice)


def with_rule(campaign, marga, **rule):
    update_campaign(user=marga, campaign_id=campaign.public_id, catch_up=rule)
    campaign.refresh_from_db()


def late_line(warband):
    return warband.ledger.filter(reason="catch_up", gold__gt=0)


def test_by_itself_a_campaign_gives_nothing(under_way, ana):
    newcomer = enlisted(under_way, ana, name="Los Tardíos")
    assert not late_line(newcomer).exists()
    assert not CatchUp.objects.exists()
    assert battles_fought(under_way) == 2


def test_gold_for_each_battle_is_a_line_of_its_own(under_way, marga, ana):
    with_rule(under_way, marga, **GOLD)
    newcomer = buy_preset(actor=ana, type="reikland", name="Los Tardíos")
    before = newcomer.treasury
    enrol_warband(user=ana, campaign_id=under_way.public_id, warband_id=newcomer.pk)
    (line,) = late_line(newcomer)
    assert (line.kind, line.n, line.price, line.total, line.gold) == ("gain", 2, 20, 40, 40)
    newcomer.refresh_from_db()
    assert newcomer.treasury == before + 40
    assert drift(newcomer) == []


def test_never_twice_and_never_more_than_the_most(under_way, marga, ana):
    with_rule(under_way, marga, rule="gold", gold=100, most=1)
    newcomer = enlisted(under_way, ana, name="Los Tardíos")
    assert late_line(newcomer).get().gold == 100
    withdraw_warband(user=ana, campaign_id=under_way.public_id, warband_id=newcomer.pk)
    enrol_warband(user=ana, campaign_id=under_way.public_id, warband_id=newcomer.pk)
    assert late_line(newcomer).count() == 1


def test_who_has_fought_itself_isn_t_behind(under_way, marga, ana):
    """Los Cuervos have fought both battles: leaving and coming back brings them nothing."""
    with_rule(under_way, marga, **GOLD)
    crows = under_way.enrolments.get(warband__owner=ana).warband
    assert offer_for(under_way, crows).battles == 0
    withdraw_warband(user=ana, campaign_id=under_way.public_id, warband_id=crows.pk)
    enrol_warband(user=ana, campaign_id=under_way.public_id, warband_id=crows.pk)
    assert not late_line(crows).exists()


def test_before_the_first_battle_nobody_is_late(campaign, marga, ana):
    with_rule(campaign, marga, **GOLD)
    assert not late_line(enlisted(campaign, ana)).exists()


def test_experience_comes_with_its_advances(under_way, marga, ana):
    with_rule(under_way, marga, rule="experience", experience=3)
    newcomer = buy_preset(actor=ana, type="reikland", name="Los Tardíos")
    before = dict(newcomer.fighters.values_list("key", "experience"))
    enrol_warband(user=ana, campaign_id=under_way.public_id, warband_id=newcomer.pk)
    row = Aftermath.objects.get(warband=newcomer)
    after = dict(newcomer.fighters.values_list("key", "experience"))
    assert {after[key] - before[key] for key in before} == {6}
    kinds = [step.step for step in row.steps.all()]
    assert set(kinds) == {"experience", "advance"}
    crossed = [key for key in before if before[key] < 8 <= after[key] or before[key] < 2]
    assert kinds.count("advance") >= len(crossed) > 0
    newcomer.refresh_from_db()
    assert drift(newcomer) == []
    assert newcomer.ledger.filter(kind="experience", reason="catch_up").count() == len(before)


def test_the_advances_are_chosen_on_the_usual_page_and_over_rest(
    seeded, under_way, marga, ana, berta, client, api
):
    with_rule(under_way, marga, rule="both", gold=10, experience=3)
    newcomer = enlisted(under_way, ana, name="Los Tardíos")
    row = Aftermath.objects.get(warband=newcomer)
    client.force_login(ana)
    text = client.get(f"/aftermath/{row.pk}/").content.decode()
    assert "Ponerse al día: Los Tardíos" in text
    assert client.get(f"/aftermath/{row.pk}/dice").status_code == 200
    client.force_login(berta)
    assert client.get(f"/aftermath/{row.pk}/").status_code == 200
    rest = api(ana)
    address = f"/api/v1/aftermaths/{row.pk}"
    asked = rest.get(address).data["forms"]
    assert {form["kind"] for form in asked} == {"advance"}
    for _question in range(len(asked)):
        data = rest.get(address).data
        form = data["forms"][0]
        body = {"question": form["id"], "choice": form["answers"][0]["id"]}
        etag = f'"{data["version"]}"'
        answer = rest.post(f"{address}/choices", body, format="json", HTTP_IF_MATCH=etag)
        assert answer.status_code == 200, answer.data
    row.refresh_from_db()
    assert row.closed_at is not None
    assert [one.fought for one in standings_of(campaign_for(ana, under_way.public_id))].count(
        0
    ) == 1


def test_until_the_advances_are_chosen_no_battle_begins(seeded, under_way, marga, ana, berta):
    with_rule(under_way, marga, rule="experience", experience=3)
    newcomer = enlisted(under_way, ana, name="Los Tardíos")
    row = Aftermath.objects.get(warband=newcomer)
    rats = under_way.enrolments.get(warband__owner=berta).warband
    claim = {
        "user": ana,
        "campaign_id": under_way.public_id,
        "warbands": [newcomer.pk, rats.pk],
        "claim": Claim(winner="red"),
    }
    with pytest.raises(ServiceError) as caught:
        by_hand.hand_report(**claim)
    assert caught.value.code == "aftermath_open"
    take_default(aftermath=row)
    assert by_hand.hand_report(**claim)


def test_a_draft_is_built_for_the_campaign(under_way, marga, ana, client):
    with_rule(under_way, marga, **GOLD)
    draft = warband_create(actor=ana, type="reikland", name="Los Nuevos")
    client.force_login(ana)
    builder = client.get(f"/warbands/{draft.pk}/").content.decode()
    assert "Si la creas para «Invierno»" in builder
    client.post(f"/campaigns/{under_way.public_id}/catch-up", {"warband": str(draft.pk)})
    draft.refresh_from_db()
    assert draft.treasury == 540
    builder = client.get(f"/warbands/{draft.pk}/").content.decode()
    assert "Empiezas con 500 + 40 co" in builder
    assert 'max="540"' in builder
    with refused("pledged_already"):
        catch_up_pledge(user=ana, campaign_id=under_way.public_id, warband_id=draft.pk)


def test_what_was_given_goes_back_unless_it_is_spent(under_way, marga, ana, client):
    with_rule(under_way, marga, **GOLD)
    draft = warband_create(actor=ana, type="reikland", name="Los Nuevos", budget=30)
    catch_up_pledge(user=ana, campaign_id=under_way.public_id, warband_id=draft.pk)
    fighter_hire(actor=ana, warband=draft, type="mercenary_captain")
    client.force_login(ana)
    answer = client.post(f"/catch-up/{draft.pk}/back", follow=True)
    assert "Una parte está gastada" in answer.content.decode()
    assert CatchUp.objects.filter(warband=draft).exists()


def test_given_back_it_is_as_before(under_way, marga, ana):
    with_rule(under_way, marga, **GOLD)
    draft = warband_create(actor=ana, type="reikland", name="Los Nuevos")
    catch_up_pledge(user=ana, campaign_id=under_way.public_id, warband_id=draft.pk)
    catch_up_return(user=ana, warband_id=draft.pk)
    draft.refresh_from_db()
    assert draft.treasury == 500
    assert not CatchUp.objects.exists()


def test_built_for_one_campaign_it_joins_no_other(under_way, marga, ana, make_user):
    from campaigns.services.campaigns import create_campaign

    with_rule(under_way, marga, **GOLD)
    draft = warband_create(actor=ana, type="reikland", name="Los Nuevos")
    catch_up_pledge(user=ana, campaign_id=under_way.public_id, warband_id=draft.pk)
    draft.status = "enlisted"
    draft.save()
    other = create_campaign(user=ana, name="Otra")
    with refused("built_for_other"):
        enrol_warband(user=ana, campaign_id=other.public_id, warband_id=draft.pk)
    enrol_warband(user=ana, campaign_id=under_way.public_id, warband_id=draft.pk)
    assert CatchUp.objects.get().joined


@pytest.mark.parametrize(
    ("rule", "fields"),
    [
        ({"rule": "plenty"}, ["rule"]),
        ({"rule": "gold", "gold": 0}, ["gold"]),
        (
            {"rule": "both", "gold": 101, "experience": 4, "most": 21},
            ["gold", "experience", "most"],
        ),
        ({"rule": "gold", "gold": "viel"}, ["rule"]),
    ],
)
def test_a_rule_that_makes_no_sense(campaign, marga, rule, fields):
    with pytest.raises(ServiceError) as caught:
        with_rule(campaign, marga, **rule)
    assert (caught.value.code, caught.value.params["fields"]) == ("bad_catch_up", fields)
    campaign.refresh_from_db()
    assert campaign.catch_up == {}


def test_the_gm_sets_it_and_everybody_reads_it(under_way, marga, ana, berta, client, api):
    client.force_login(ana)
    address = f"/campaigns/{under_way.public_id}/catch-up-rule"
    data = {"rule": "gold", "gold": "30", "experience": "1", "most": "5"}
    assert client.post(address, data).status_code == 302
    under_way.refresh_from_db()
    assert under_way.catch_up == {}
    client.force_login(marga)
    assert client.post(address, data).status_code == 302
    page = client.get(f"/campaigns/{under_way.public_id}/settings").content.decode()
    assert "60 co más para empezar" in page
    client.force_login(ana)
    rules = under_way.scenes.get(kind="rules")
    assert (
        "30 co más por cada batalla" in client.get(f"/scenes/{rules.public_id}/").content.decode()
    )
    offer = api(berta).get(f"/api/v1/campaigns/{under_way.public_id}/catch-up").data
    assert (offer["battles"], offer["gold"], offer["experience"]) == (2, 60, 0)
    assert "30 gc" in offer["text"]


def test_the_same_over_rest(under_way, marga, ana, stranger, api):
    base = f"/api/v1/campaigns/{under_way.public_id}"
    changed = api(marga).patch(base, {"catch_up": {"rule": "gold"}}, format="json")
    assert changed.data["catch_up"] == {"rule": "gold", "gold": 20, "experience": 1, "most": 10}
    assert api(ana).patch(base, {"catch_up": {"rule": "none"}}, format="json").status_code == 403
    wrong = api(marga).patch(base, {"catch_up": {"gold": 1000}}, format="json")
    assert wrong.status_code == 400
    draft = warband_create(actor=ana, type="reikland", name="Los Nuevos")
    body = {"warband": str(draft.pk)}
    made = api(ana).post(f"{base}/catch-up", body, format="json")
    assert (made.status_code, made.data["gold"]) == (201, 40)
    assert api(stranger).post(f"{base}/catch-up", body, format="json").status_code == 404
    assert api(marga).post(f"{base}/catch-up", body, format="json").status_code == 404
    lines = api(ana).get(f"/api/v1/warbands/{draft.pk}/ledger").data
    lines = lines.get("results", lines) if isinstance(lines, dict) else lines
    assert any(line["gold"] == 40 and line["n"] == 2 for line in lines)
    assert api(stranger).delete(f"/api/v1/catch-up/{draft.pk}").status_code == 404
    assert api(ana).delete(f"/api/v1/catch-up/{draft.pk}").status_code == 204
