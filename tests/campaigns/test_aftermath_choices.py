"""What is asked after a battle, on the page and over REST: whoever's right it is answers."""

import pytest
from django.test import Client
from django.utils import timezone

from campaigns import outbox
from campaigns.models import GmAction, Notice, NoticeKind, Outbox, Scene
from campaigns.services import aftermath
from campaigns.services.battles import Seat
from mordheim_site.errors import ServiceError
from tests.campaigns.wars import enlisted, fell, settle, war
from warbands.selectors import questions_for
from warbands.services import aftermath as services


@pytest.fixture
def settled(campaign, marga, ana, berta):
    """A battle that red won without a loss; all dice are rolled, choices wait."""
    mine = enlisted(campaign, ana)
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    battle = fell(war(campaign, marga, Seat(mine.pk), Seat(theirs.pk)), marga, [])
    outbox.run_due(limit=500)
    battle.refresh_from_db()
    return battle


@pytest.fixture
def mine(settled):
    """Ana's aftermath, at its sale of wyrdstone (whatever comes before it goes by default)."""
    one = next(a for a in aftermath.aftermaths_of(settled) if a.warband.owner.username == "ana")
    while "sell" not in [question.id for question in services.pending(one)]:
        services.take_default(aftermath=one, decision=services.pending(one)[0].id)
    one.refresh_from_db()
    return one


def page(user, one) -> str:
    client = Client()
    client.force_login(user)
    return client.get(f"/aftermath/{one.pk}/").content.decode()


def test_the_page_shows_what_was_rolled_and_asks_its_player(mine, ana):
    text = page(ana, mine)
    assert "Exploración" in text
    assert "¿Cuánta piedra bruja vas a vender?" in text
    assert 'href="/rules/table/exploration/"' in text
    assert 'name="choice"' in text


def test_others_read_and_are_told_who_has_to_answer(mine, berta):
    text = page(berta, mine)
    assert 'name="choice"' not in text
    assert f"{mine.warband.name} has to answer" in text


def test_the_game_master_reads_whose_choice_it_is(mine, ana, marga):
    assert "Te toca: " in page(ana, mine)
    told = page(marga, mine)
    assert "Te toca: " not in told
    assert "por elegir aquí; como director de juego" in told


def test_a_choice_on_the_page_is_carried_out(mine, ana):
    client = Client()
    client.force_login(ana)
    stones = mine.warband.wyrdstone
    data = {"question": "sell", "choice": str(stones), "version": mine.version}
    answer = client.post(f"/aftermath/{mine.pk}/choose", data)
    assert answer.status_code == 302
    mine.warband.refresh_from_db()
    assert mine.warband.wyrdstone == 0


def test_a_choice_for_an_older_state_is_told(mine, ana):
    client = Client()
    client.force_login(ana)
    data = {"question": "sell", "choice": "0", "version": "0"}
    answer = client.post(f"/aftermath/{mine.pk}/choose", data, follow=True)
    assert "ha cambiado" in answer.content.decode()


def test_rest_offers_forms_and_takes_an_answer_once(mine, ana, api):
    client = api(ana)
    url = f"/api/v1/aftermaths/{mine.pk}"
    shown = client.get(url)
    (form,) = [form for form in shown.data["forms"] if form["id"] == "sell"]
    assert form["mine"]
    body = {"question": "sell", "choice": form["answers"][0]["id"]}
    assert client.post(f"{url}/choices", body, format="json").status_code == 428
    headers = {"If-Match": shown.headers["ETag"], "Idempotency-Key": "k1"}
    first = client.post(f"{url}/choices", body, format="json", headers=headers)
    assert first.status_code == 200
    again = client.post(f"{url}/choices", body, format="json", headers=headers)
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (200, "true")
    stale = client.post(
        f"{url}/choices", body, format="json", headers={"If-Match": shown.headers["ETag"]}
    )
    assert stale.status_code == 412


def test_whose_right_it_isn_t_is_refused_and_a_stranger_sees_nothing(mine, berta, stranger, api):
    url = f"/api/v1/aftermaths/{mine.pk}/choices"
    body = {"question": "sell", "choice": "0"}
    headers = {"If-Match": f'"{mine.version}"'}
    refused = api(berta).post(url, body, format="json", headers=headers)
    assert (refused.status_code, refused.data["code"]) == (403, "not_yours")
    assert api(stranger).post(url, body, format="json", headers=headers).status_code == 404


def test_the_game_master_may_always_and_it_is_on_record(mine, marga, api):
    headers = {"If-Match": f'"{mine.version}"'}
    done = api(marga).post(
        f"/api/v1/aftermaths/{mine.pk}/choices",
        {"question": "sell", "choice": "0"},
        format="json",
        headers=headers,
    )
    assert done.status_code == 200
    assert GmAction.objects.filter(action="aftermath_answer").count() == 1


def test_when_time_runs_out_the_defaults_count(settled):
    jobs = Outbox.objects.filter(kind="aftermath_default", done_at=None)
    assert jobs.count() == 2
    jobs.update(run_after=timezone.now())
    outbox.run_due(limit=500)
    for one in aftermath.aftermaths_of(settled):
        assert one.closed_at is not None
        assert services.pending(one) == ()


def test_both_players_choose_at_once(settled, ana, berta):
    for one in aftermath.aftermaths_of(settled):
        user = one.warband.owner
        while asked := questions_for(one, user):
            assert asked[0].mine
            aftermath.aftermath_choose(
                user=user,
                aftermath_id=one.pk,
                question=asked[0].id,
                choice=asked[0].default,
                expected_version=one.version,
            )
            outbox.run_due(limit=500)
            one.refresh_from_db()
        assert one.closed_at is not None


def test_the_page_takes_as_many_queries_whatever_the_steps(
    mine, ana, django_assert_max_num_queries
):
    client = Client()
    client.force_login(ana)
    with django_assert_max_num_queries(24):
        client.get(f"/aftermath/{mine.pk}/")


@pytest.mark.parametrize(
    "table", ["serious_injury", "henchman_injury", "hero_advance", "exploration", "wyrdstone"]
)
def test_a_table_has_a_page(client, db, table):
    text = client.get(f"/rules/table/{table}/").content.decode()
    assert "<td>" in text


def test_no_page_for_what_is_no_table(client, db):
    assert client.get("/rules/table/place/").status_code == 404


def test_the_game_master_corrects_a_step_and_it_is_told(mine, marga, ana, api):
    step = mine.steps.get(step="exploration")
    body = {"step": step.number, "reason": "Faltaba un dado", "dice": [6]}
    headers = {"If-Match": f'"{mine.version}"'}
    url = f"/api/v1/aftermaths/{mine.pk}/corrections"
    assert api(ana).post(url, body, format="json", headers=headers).status_code == 403
    done = api(marga).post(url, body, format="json", headers=headers)
    assert done.status_code == 200
    assert GmAction.objects.filter(action="aftermath_correct", reason="Faltaba un dado").exists()
    assert "El director de juego corrige este paso: Faltaba un dado." in page(ana, mine)


def test_the_page_lets_only_the_game_master_correct(mine, marga, ana):
    assert f"/aftermath/{mine.pk}/correct" in page(marga, mine)
    assert f"/aftermath/{mine.pk}/correct" not in page(ana, mine)
    client = Client()
    client.force_login(marga)
    step = mine.steps.get(step="exploration")
    data = {"step": step.number, "version": mine.version, "reason": "x", "dice": "5 5"}
    told = client.post(f"/aftermath/{mine.pk}/correct", data, follow=True).content.decode()
    assert 'role="img" aria-label="5"' in told


def test_both_players_are_told_that_the_battle_is_over(settled, ana, berta):
    told = Notice.objects.filter(kind=NoticeKind.BATTLE_OVER)
    assert {notice.user for notice in told} == {ana, berta}
    assert {notice.scene for notice in told} == {settled.scene}


def test_what_came_of_a_battle_is_for_those_who_may_read_of_it(
    campaign, settled, mine, ana, marga, stranger, api
):
    """An open campaign shows its warbands to all; a restricted scene's battle stays its own."""
    campaign.is_public = True
    campaign.save()
    url = f"/api/v1/aftermaths/{mine.pk}"
    Scene.objects.filter(battle=settled).update(visibility="public")
    assert api(stranger).get(url).status_code == 200
    Scene.objects.filter(battle=settled).update(visibility="restricted")
    assert api(stranger).get(url).status_code == 404
    assert {api(user).get(url).status_code for user in (ana, marga)} == {200}


def test_no_battle_begins_before_the_last_one_is_settled(campaign, settled, marga, mine):
    """A choice that still waits would be asked again after the next battle."""
    seats = [Seat(side.warband_id) for side in settled.sides.order_by("position")]
    with pytest.raises(ServiceError) as refusal:
        war(campaign, marga, *seats)
    assert refusal.value.code == "aftermath_open"
    settle(settled)
    assert war(campaign, marga, *seats).pk != settled.pk
