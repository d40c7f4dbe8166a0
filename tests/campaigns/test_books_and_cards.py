"""What is done before the next battle: cards read, books studied, on the page and over REST."""

import pytest
from django.test import Client
from msgspec.structs import replace

from campaigns import outbox
from campaigns.services import aftermath
from campaigns.services.battles import Seat
from rules.roster.change import Change
from rules.roster.ledger import Line
from tests.campaigns.wars import enlisted, fell, war
from warbands import services as warbands
from warbands import store
from warbands.services import aftermath as services
from warbands.services.access import changed

pytestmark = pytest.mark.django_db


@pytest.fixture
def mine(campaign, marga, ana, berta):
    """Ana's skaven after a battle, at the trading post: a tome in the stash, cards on a hero."""
    band = enlisted(campaign, ana, "skaven_eshin", "Las Garras")
    theirs = enlisted(campaign, berta, "reikland", "Los Cuervos")
    battle = fell(war(campaign, marga, Seat(band.pk), Seat(theirs.pk)), marga, [])
    outbox.run_due(limit=500)
    one = next(a for a in aftermath.aftermaths_of(battle) if a.warband_id == band.pk)
    while not any(question.kind == "rare" for question in services.pending(one)):
        services.take_default(aftermath=one, decision=services.pending(one)[0].id)
    band.refresh_from_db()
    _own(band, "tome_of_magic")
    _own(band, "tarot_cards")
    reader = band.fighters.get(leader=True)
    warbands.equipment_issue(actor=ana, warband=band, fighter=reader.key, item="tarot_cards")
    one.refresh_from_db()
    return one


def _own(band, item):
    """A piece comes into the stash, through the books."""

    def verb(roster):
        stash = {**roster.stash, item: roster.stash.get(item, 0) + 1}
        line = Line(kind="gain", item=item, n=1, stash=1, reason="scenario")
        return Change(replace(roster, stash=stash), (line,))

    changed(band, verb, actor=None)


def asked(one, kind):
    return next(question for question in services.pending(one) if question.kind == kind)


def choose(api, user, one, question, choice):
    one.refresh_from_db()
    return api(user).post(
        f"/api/v1/aftermaths/{one.pk}/choices",
        {"question": question, "choice": choice},
        format="json",
        headers={"If-Match": f'"{one.version}"'},
    )


def test_the_page_asks_who_studies_and_who_reads(mine, ana, berta):
    client = Client()
    client.force_login(ana)
    text = client.get(f"/aftermath/{mine.pk}/").content.decode()
    assert "Tomo de magia: ¿quién aprende un hechizo de él?" in text
    assert "puede leer las cartas antes de la próxima batalla" in text
    assert "Sin respuesta a tiempo" in text
    client.force_login(berta)
    text = client.get(f"/aftermath/{mine.pk}/").content.decode()
    assert 'value="study:tome_of_magic:1"' not in text


def test_a_book_studied_over_rest_teaches_and_is_gone(mine, api, ana, berta):
    question = asked(mine, "study")
    choice = next(one for one in question.options if one.endswith("@lesser_magic"))
    assert choose(api, berta, mine, question.id, choice).status_code in (403, 404)
    answer = choose(api, ana, mine, question.id, choice)
    assert answer.status_code == 200, answer.json()
    roster = store.load(mine.warband)
    assert "tome_of_magic" not in roster.stash
    student = roster.fighter(choice.partition("@")[0])
    again = [question for question in services.pending(mine) if question.kind == "spell"]
    assert again or len(student.spells) > len(_before(mine, student.key).spells)
    assert all(question.kind != "study" for question in services.pending(mine))
    assert warbands.drift(mine.warband) == []


def _before(one, key):
    return services.state_of(one).setup.roster.fighter(key)


def test_who_reads_the_cards_is_told_what_came_of_it(mine, ana):
    client = Client()
    client.force_login(ana)
    question = asked(mine, "cards")
    mine.refresh_from_db()
    data = {"question": question.id, "choice": "read", "version": mine.version}
    assert client.post(f"/aftermath/{mine.pk}/choose", data).status_code == 302
    events = mine.steps.last().events
    test = next(event for event in events if event["event"] == "TestTaken")
    mine.warband.refresh_from_db()
    finds = [find["id"] for find in mine.warband.finds]
    assert ("cards" in finds) is bool(test.get("passed"))
    assert all(question.kind != "cards" for question in services.pending(mine))


def test_nobody_who_is_away_holds_it_up(mine):
    """When the time for choices is over the book waits and the cards stay unread."""
    services.take_default(aftermath=mine)
    mine.refresh_from_db()
    assert mine.closed_at is not None
    roster = store.load(mine.warband)
    assert roster.stash["tome_of_magic"] == 1
    assert all(note.id != "cards" for note in roster.finds)


def test_done_with_trading_is_done_with_these(mine, ana):
    aftermath.aftermath_leave_market(user=ana, aftermath_id=mine.pk)
    assert all(question.kind not in ("study", "cards") for question in services.pending(mine))
