"""Logs are told once and kept: never for the wrong reader, never stale, never a reason to fail."""

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import EventRow, Post, PostKind
from campaigns.services.gm import gm_rewind
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun

MOST_BYTES = 60_000


def reader(user) -> Client:
    client = Client(headers={"accept-language": "es"})
    if user.is_authenticated:
        client.force_login(user)
    return client


@pytest.fixture
def battle(public, marga, ana, berta):
    """Two posts: the beginning, and Ana's walk."""
    berta.language = "es"
    berta.save()
    battle = begun(public, marga, red=ana, blue=berta)
    send(battle, ana, [{"order": "end_phase", "through": "recovery"}, walk("rosa", 20)])
    return battle


def walk(warrior: str, x: int) -> dict:
    y = {"rosa": 15, "rita": 22}[warrior]
    return {"order": "move", "warrior": warrior, "mode": "walk", "legs": [{"to": [x, y, 0]}]}


def send(battle, user, orders, **more) -> None:
    battle.refresh_from_db()
    submission = Submission(orders, battle.version, **more)
    battle_submit(user=user, battle_id=battle.public_id, submission=submission)
    battle.refresh_from_db()


def thread(battle, user) -> str:
    """What the reader's page says from its thread on."""
    answer = reader(user).get(f"/scenes/{battle.scene.public_id}/")
    assert answer.status_code == 200
    return answer.content.decode().partition('id="thread"')[2]


def of_ana(battle) -> Post:
    return battle.scene.posts.filter(kind=PostKind.ORDERS).latest("pk")


@pytest.fixture
def secret(battle):
    """Ana's walk is for her own side only."""
    row = EventRow.objects.filter(battle=battle, type="Moved").latest("seq")
    row.audience, row.payload = ["red"], {**row.payload, "audience": ["red"]}
    row.save()
    return row


@pytest.mark.parametrize("turn", [1, -1])
def test_an_event_with_an_audience_is_kept_for_those_alone(
    battle, secret, marga, ana, berta, carla, anonymous, turn
):
    """Whoever comes first: what was kept for him isn't shown to the others."""
    told = {"ana": ana, "marga": marga, "berta": berta, "carla": carla, "anonymous": anonymous}
    for name, user in list(told.items())[::turn] * 2:
        sees = "</b> mueve 5 cm" in thread(battle, user)
        assert sees == (name in ("ana", "marga")), name


def test_the_details_of_a_secret_event_are_as_secret(battle, secret, ana, berta, anonymous):
    for address in (f"/battles/{battle.public_id}", f"/scenes/{battle.scene.public_id}"):
        page = f"{address}/log/{secret.seq}-{secret.seq}/"
        assert "mueve 5 cm" in reader(ana).get(page).content.decode()
        for user in (berta, anonymous):
            answer = reader(user).get(page)
            assert answer.status_code == 200
            assert "mueve 5 cm" not in answer.content.decode()


def test_details_are_for_who_may_read_the_scene(battle, campaign, stranger, anonymous, carla):
    campaign.is_public = False
    campaign.save()
    first = of_ana(battle).from_seq
    for address in (f"/battles/{battle.public_id}", f"/scenes/{battle.scene.public_id}"):
        for what in (f"log/{first}-{battle.version}/", f"log/{first}-{battle.version}/orders"):
            for user, status in ((stranger, 404), (anonymous, 404), (carla, 200)):
                assert reader(user).get(f"{address}/{what}").status_code == status
        assert reader(carla).get(f"{address}/log/9998-9999/").status_code == 404


def test_the_script_gets_the_details_alone(battle, ana):
    page = f"/battles/{battle.public_id}/log/{of_ana(battle).from_seq}-{battle.version}/"
    whole = reader(ana).get(page).content.decode()
    part = reader(ana).get(page, headers={"hx-request": "true"}).content.decode()
    assert "<html" in whole
    assert "<html" not in part
    assert 'class="log__more"' in part
    assert "/replay?seq=" in part


def test_a_post_that_grows_is_told_anew(battle, ana, anonymous):
    assert "</b> mueve 8 cm" not in thread(battle, anonymous)
    post = of_ana(battle)
    second = walk("rita", 23)
    send(battle, ana, [second])
    assert of_ana(battle) == post
    assert "</b> mueve 8 cm" in thread(battle, anonymous)


def test_a_rewind_marks_what_was_kept(battle, marga, anonymous):
    before = thread(battle, anonymous)
    assert "superseded" not in before
    start = of_ana(battle).from_seq - 1
    gm_rewind(
        user=marga,
        battle_id=battle.public_id,
        to_seq=start,
        reason="otra vez",
        expected_version=battle.version,
    )
    after = thread(battle, anonymous)
    assert after.count(" superseded") == 1
    assert "</b> mueve 5 cm" in after


def test_a_rewind_into_a_post_marks_what_it_took_of_it(battle, marga, ana, anonymous):
    """Orders without a word between them are one post; the first of them may stand."""
    middle = battle.version
    send(battle, ana, [walk("rita", 23)])
    for user in (marga, ana, anonymous):
        assert "superseded" not in thread(battle, user)
    gm_rewind(
        user=marga,
        battle_id=battle.public_id,
        to_seq=middle,
        reason="otra vez",
        expected_version=battle.version,
    )
    for user in (marga, ana, anonymous):
        after = thread(battle, user)
        assert 'class="post post--orders superseded' not in after
        assert after.count("Anulado al rebobinar") == 1
        stands, _taken_back, gone = after.partition("Anulado al rebobinar")
        gone = gone.partition("</article>")[0]
        assert '<div class="superseded"><ol class="log">' in gone
        assert "</b> mueve 8 cm" in gone
        assert "</b> mueve 8 cm" not in stands
        assert "</b> mueve 5 cm" in stands.rpartition("<article>")[2]
    words = reader(anonymous).get(f"/battles/{battle.public_id}/words").content.decode()
    address = f"/campaigns/{battle.scene.campaign.public_id}/scenes/{battle.scene.public_id}"
    book = reader(ana).get(f"{address}/book.html").content.decode()
    for told in (words, re.sub("<[^>]*>", "", book)):
        assert "mueve 5 cm" in told
        assert "mueve 8 cm" not in told
    orders = re.search(r'class="orders">.*?</p>', book, re.S)[0]
    assert "Rosa" in orders
    assert "Rita" not in orders


class Dead:
    """A cache whose server is gone."""

    def __getattr__(self, name):
        raise ConnectionError(name)


def test_a_dead_cache_breaks_nothing(battle, ana, anonymous, monkeypatch):
    alive = [thread(battle, user) for user in (anonymous, ana)]
    monkeypatch.setattr("campaigns.kept.cache", Dead())
    assert "</b> mueve 5 cm" in thread(battle, anonymous)
    assert [len(thread(battle, user)) for user in (anonymous, ana)] == [len(t) for t in alive]


def test_readers_of_different_languages_read_their_own(battle, berta, carla):
    assert "</b> mueve 5 cm" in thread(battle, carla)
    berta.language = "en"
    berta.save()
    assert "</b> moves 5 cm" in thread(battle, berta)


def test_what_is_kept_needs_no_events(battle, anonymous):
    thread(battle, anonymous)
    with CaptureQueriesContext(connection) as queries:
        thread(battle, anonymous)
    assert len(queries) <= 8
    assert not [one for one in queries.captured_queries if "eventrow" in one["sql"]]
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        thread(battle, anonymous)
    assert [one for one in queries.captured_queries if "eventrow" in one["sql"]]


def test_twenty_turns_make_a_page_of_a_bounded_size(battle, ana, berta):
    for number in range(22):
        battle.refresh_from_db()
        user = ana if battle.sides.get(waiting=True).side == "red" else berta
        send(battle, user, [{"order": "end_phase", "through": "combat"}], text=f"Turno {number}")
    for user in (ana, berta):
        page = reader(user).get(f"/scenes/{battle.scene.public_id}/?page=1")
        assert (
            page.content.decode().count('<li class="post ') == 24
        )  # as many as there ever are, but one
        assert len(page.content) <= MOST_BYTES


def test_a_members_page_takes_at_most_twelve_queries(battle, ana, berta):
    """Where the log has to be told first, two more, however many posts there are."""
    for user in (ana, berta):
        client = reader(user)
        for most in (14, 12):
            with CaptureQueriesContext(connection) as queries:
                client.get(f"/scenes/{battle.scene.public_id}/")
            assert len(queries) <= most


def test_the_board_in_words_follows_the_battle(battle, ana, anonymous):
    words = f"/battles/{battle.public_id}/words"
    before = reader(anonymous).get(words).content.decode().partition("<ul>")[2]
    assert "Rita (Rojos)" in before
    run = {"order": "move", "warrior": "rita", "mode": "run", "legs": [{"to": [30, 22, 0]}]}
    send(battle, ana, [run])
    after = reader(anonymous).get(words).content.decode().partition("<ul>")[2]
    assert after != before


def test_a_page_that_begins_within_an_order_still_says_who_acts(battle, ana, monkeypatch):
    shot = {"order": "shoot", "warrior": "rita", "weapon": "bow", "target": "blas"}
    send(battle, ana, [{"order": "end_phase"}, shot])
    seqs = EventRow.objects.filter(battle=battle).order_by("seq")
    fired = seqs.get(type="ShotFired").seq
    rolled = seqs.filter(type="Rolled", seq__gt=fired).first().seq
    log = f"/battles/{battle.public_id}/log"
    told = reader(ana).get(f"{log}/{rolled}-{rolled}/").content.decode()
    assert "Rita" in told
    assert "Rosa" not in told.partition("<h1>")[2]  # nor anything of what came before
    monkeypatch.setattr("campaigns.views.log.EVENTS_A_PAGE", 2)
    first = reader(ana).get(f"{log}/{fired - 1}-{battle.version}/").content.decode()
    assert f'href="{log}/{fired + 1}-{battle.version}/"' in first
    after = reader(ana).get(f"{log}/{fired + 1}-{battle.version}/").content.decode()
    assert "Rita" in after
