"""Tables in bands on the form of house rules: added, moved, taken out; gaps are refused."""

import pytest
from django.urls import reverse

from campaigns.changeable import settings_digest
from campaigns.house_rules import groups_of
from campaigns.house_rules.words import FAULTS
from campaigns.services.campaigns import update_campaign
from rules.ruleset import load_ruleset
from tests.desk.test_campaign_settings import as_sent

pytestmark = pytest.mark.django_db

UNDERDOG = load_ruleset("partida").switches["experience.underdog"]
PRICES = load_ruleset("partida").switches["wyrdstone.gold"]


@pytest.fixture
def send(campaign, marga, client):
    """The form as it is shown now, with some fields written otherwise; None leaves one out."""
    client.force_login(marga)
    where = reverse("campaigns:house_rules", args=[campaign.public_id])

    def written(fields):
        campaign.refresh_from_db()
        sent = {**as_sent(groups_of(campaign)), **fields}
        answer = client.post(where, {name: text for name, text in sent.items() if text is not None})
        campaign.refresh_from_db()
        return answer

    return written


def test_a_form_sent_as_it_is_shown_changes_nothing(send, campaign):
    assert send({}).status_code == 302
    assert campaign.house_rules == {}


def test_two_game_masters_with_the_form_open_dont_tread_on_each_other(send, campaign, marga):
    seen = settings_digest(campaign)
    update_campaign(user=marga, campaign_id=campaign.public_id, house_rules={"warband.most": 12})
    mine = {"seen": seen, "run.enemy_distance|": "30"}
    refused = send(mine)
    page = refused.content.decode()
    assert refused.status_code == 412
    assert 'value="30"' in page
    assert "Lo tuyo sigue aquí" in page
    assert campaign.house_rules == {"warband.most": 12}
    assert send({**mine, "seen": settings_digest(campaign)}).status_code == 302
    assert campaign.house_rules == {"run.enemy_distance": 30}


def test_a_band_is_added_between_two(send, campaign, client):
    send({"experience.underdog|+1.from": "20", "experience.underdog|+1.gives": "4"})
    assert campaign.house_rules == {"experience.underdog": {**UNDERDOG, "20": 4}}
    page = client.get(reverse("campaigns:house_rules", args=[campaign.public_id]))
    assert [
        line.span
        for group in groups_of(campaign)
        for choice in group.choices
        if choice.name == "experience.underdog"
        for line in choice.bands.lines
    ][:3] == ["0–19", "20–50", "51–75"]
    assert "20–50" in page.content.decode()
    assert send({}).status_code == 302
    assert campaign.house_rules == {"experience.underdog": {**UNDERDOG, "20": 4}}


def test_a_band_is_moved_and_another_taken_out(send, campaign):
    send({"experience.underdog|1.from": "60", "experience.underdog|5.out": "on"})
    assert campaign.house_rules["experience.underdog"] == {
        "0": 0,
        "60": 1,
        "76": 2,
        "101": 3,
        "151": 4,
    }
    send({"experience.underdog|book": "on"})
    assert campaign.house_rules == {}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"|1.from": "76"}, "empiezan en el mismo número: 76"),
        ({"|1.from": "80"}, "76"),
        ({"|1.from": ""}, "dónde empieza"),
        ({"|+1.from": "20"}, "dónde empieza"),
        ({"|0.out": "on"}, "no se dice nada para 0"),
        ({"|0.from": "-5"}, "-5"),
        ({"|1.gives": "muchos"}, "valor"),
    ],
)
def test_bands_that_overlap_or_leave_a_gap_are_refused_and_kept(send, campaign, fields, words):
    fields = {f"experience.underdog{name}": text for name, text in fields.items()}
    answer = send(fields)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert campaign.house_rules == {}
    shown = page[page.index("Bonificación por inferioridad") :]
    assert words in shown
    for name, text in fields.items():
        assert (
            f'name="{name}" checked' if text == "on" else f'name="{name}" value="{text}"'
        ) in page


def test_a_column_of_the_price_table_is_added_in_its_place(send, campaign):
    new = {f"wyrdstone.gold|{n}.new": str(500 + n) for n in range(1, 9)}
    assert send({"wyrdstone.sizes|new": "7", **new}).status_code == 302
    assert campaign.house_rules["wyrdstone.sizes"] == [3, 6, 7, 9, 12, 15]
    rows = campaign.house_rules["wyrdstone.gold"]
    assert rows["1"] == [45, 40, 501, 35, 30, 30, 25]
    assert rows["8"] == [155, 140, 508, 130, 120, 110, 100]
    assert send({}).status_code == 302
    assert campaign.house_rules["wyrdstone.gold"] == rows


def test_columns_move_and_columns_and_lines_go(send, campaign):
    last = {f"wyrdstone.gold|8.{column}": "" for column in (*range(5), "rest")}
    send({"wyrdstone.sizes|0": "4", "wyrdstone.sizes|4": "", **last})
    assert campaign.house_rules["wyrdstone.sizes"] == [4, 6, 9, 12]
    rows = campaign.house_rules["wyrdstone.gold"]
    assert rows == {n: [*row[:4], row[5]] for n, row in PRICES.items() if n != "8"}
    send({"wyrdstone.gold|book": "on"})
    assert campaign.house_rules == {}


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"wyrdstone.sizes|0": "6"}, "columns_overlap"),
        ({"wyrdstone.sizes|0": "8"}, "columns_not_rising"),
        ({"wyrdstone.sizes|0": "drei"}, "band_begins_badly"),
        ({"wyrdstone.sizes|new": "20"}, "cell_missing"),
        ({"wyrdstone.gold|1.new": "20"}, "column_endless"),
        ({"wyrdstone.gold|3.2": ""}, "cell_missing"),
        ({f"wyrdstone.gold|3.{c}": "" for c in (*range(5), "rest")}, "line_missing"),
        ({"wyrdstone.gold|3.2": "-1"}, "too_small"),
    ],
)
def test_a_table_with_holes_is_refused(send, campaign, fields, code):
    answer = send(fields)
    assert answer.status_code == 422
    assert campaign.house_rules == {}
    names = {"wyrdstone.gold", "wyrdstone.sizes"}
    wrong = [choice for g in answer.context["groups"] for choice in g.choices if choice.errors]
    assert {choice.name for choice in wrong} <= names
    said = [one for choice in wrong for one in choice.errors]
    assert len(said) == 1
    assert str(FAULTS[code]).partition("%")[0] in said[0]
