"""What no step carries out is the game master's decision, with a form of its own."""

import pytest
from django.test import Client

from campaigns import outbox
from campaigns.models import GmAction, Notice, NoticeKind
from campaigns.notices import in_words
from campaigns.services import aftermath
from campaigns.services.battles import Seat
from tests.campaigns.wars import enlisted, fell, war
from warbands.services import aftermath as services
from warbands.services import correct


@pytest.fixture
def prisoners(campaign, marga, ana, berta):
    """Ana's orcs have come upon prisoners, whom they have no men like: the game master laid three
    threes."""
    mine = enlisted(campaign, ana, "orc_mob", "Los Verdes")
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = fell(war(campaign, marga, Seat(mine.pk), Seat(theirs.pk)), marga, [])
    outbox.run_due(limit=500)
    one = next(a for a in aftermath.aftermaths_of(battle) if a.warband_id == mine.pk)
    step = one.steps.get(step="exploration")
    thrown = next(event["dice"] for event in step.events if event["event"] == "Rolled")
    dice = [3, 3, 3, 1, 5, 6, 2][: len(thrown)]
    correct(actor=marga, aftermath=one, number=step.number, reason="x", dice=dice, as_gm=True)
    while any(question.kind == "explore" for question in services.pending(one)):
        ask = next(q for q in services.pending(one) if q.kind == "explore")
        choice = next((c for c in ask.options if c in ("keep", "drop:1")), ask.options[0])
        services.answer(actor=ana, aftermath=one, decision=ask.id, choice=choice)
    services.run_all(aftermath=one)
    one.refresh_from_db()
    aftermath.aftermath_leave_market(user=ana, aftermath_id=one.pk)
    one.refresh_from_db()
    return one


def ruling(one):
    return next(question for question in services.pending(one) if question.kind == "ruling")


def page(user, one) -> str:
    client = Client()
    client.force_login(user)
    return client.get(f"/aftermath/{one.pk}/").content.decode()


def test_the_game_master_has_a_form_and_the_player_reads_who_decides(prisoners, marga, ana):
    told = "Para el director de juego"
    assert ruling(prisoners).id in page(marga, prisoners)
    shown = page(ana, prisoners)
    assert told in shown
    assert ruling(prisoners).id not in shown


def test_the_game_master_is_told_once(prisoners, marga, ana):
    told = Notice.objects.get(user=marga, kind=NoticeKind.GM_DECIDES)
    shown = in_words(told)
    assert shown.path == f"/aftermath/{prisoners.pk}/"
    assert prisoners.warband.name in shown.text
    assert not Notice.objects.filter(user=ana, kind=NoticeKind.GM_DECIDES).exists()


def test_seen_to_it_is_no_longer_a_find(prisoners, marga, api):
    finds = [find["id"] for find in prisoners.warband.finds]
    assert finds == ["prisoner_joins"]
    body = {"question": ruling(prisoners).id, "choice": "seen_to"}
    done = api(marga).post(
        f"/api/v1/aftermaths/{prisoners.pk}/choices",
        body,
        format="json",
        headers={"If-Match": f'"{prisoners.version}"'},
    )
    assert done.status_code == 200
    prisoners.warband.refresh_from_db()
    assert prisoners.warband.finds == []
    assert GmAction.objects.filter(action="aftermath_answer").count() == 1


def test_the_player_may_not_answer_it(prisoners, ana, api):
    body = {"question": ruling(prisoners).id, "choice": "seen_to"}
    refused = api(ana).post(
        f"/api/v1/aftermaths/{prisoners.pk}/choices",
        body,
        format="json",
        headers={"If-Match": f'"{prisoners.version}"'},
    )
    assert (refused.status_code, refused.data["code"]) == (409, "not_your_decision")


def test_where_nobody_decides_the_warband_keeps_it(prisoners):
    services.take_default(aftermath=prisoners)
    prisoners.warband.refresh_from_db()
    assert [find["id"] for find in prisoners.warband.finds] == ["prisoner_joins"]
    prisoners.refresh_from_db()
    assert prisoners.closed_at is not None
