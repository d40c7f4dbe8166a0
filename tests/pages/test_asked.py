"""A charge that may be intercepted, on the pages of whoever is asked."""

import re
from types import SimpleNamespace

import pytest
from django.utils.translation import override

from campaigns.models import Notice, NoticeKind
from campaigns.notices import in_words
from tests.pages.charged import charge_past_greta
from tests.pages.conftest import browser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(place: SimpleNamespace) -> SimpleNamespace:
    return charge_past_greta(place)


@pytest.mark.parametrize("page", ["scene", "words"])
def test_the_question_says_whose_charge_at_whom_and_by_which_rule(
    asked: SimpleNamespace, page: str
) -> None:
    address = {
        "scene": f"/scenes/{asked.scene.public_id}/",
        "words": f"/battles/{asked.battle.public_id}/words",
    }[page]
    html = browser_of(asked.player).get(address).content.decode()
    question = re.search(r'class="question".*?</form>', html, re.S)[0]
    told = " ".join(re.sub(r"<[^>]+>", " ", question).split())
    assert "contra Otto" in told
    assert ">P-INT-01</a>" in question


def test_the_board_shows_the_line_of_the_charge_and_who_may_step_in(asked: SimpleNamespace) -> None:
    html = browser_of(asked.player).get(f"/scenes/{asked.scene.public_id}/").content.decode()
    lines = re.findall(r'<polyline class="?planned__path"?', html)
    assert len(lines) == 1
    ready = re.findall(r'<a class="token[^"]*token--ready[^"]*" href="[^"]*warrior=([^&#"]+)', html)
    assert ready == [asked.greta]


def test_whoever_only_reads_sees_the_line_and_nobody_marked(asked: SimpleNamespace) -> None:
    html = browser_of(None).get(f"/scenes/{asked.scene.public_id}/").content.decode()
    assert len(re.findall(r'<polyline class="?planned__path"?', html)) == 1
    assert "token--ready" not in html


def test_rest_tells_the_same(asked: SimpleNamespace) -> None:
    path = f"/api/v1/battles/{asked.battle.public_id}/text"
    data = browser_of(asked.player).get(path).json()
    assert "contra Otto" in str(data["questions"])


def test_home_and_rest_tell_a_decision_from_a_turn(asked: SimpleNamespace) -> None:
    ana = browser_of(asked.player)
    home = ana.get("/").content.decode()
    row = re.search(r'<ul class="awaits">.*?</ul>', home, re.S)[0]
    assert "una decisión" in row
    assert ">Decidir</a>" in row
    assert ">Jugar</a>" not in row
    (waiting,) = ana.get("/api/v1/waiting/all").json()["battles"]
    assert waiting["asked"] is True


def test_the_call_says_that_it_is_for_a_decision(asked: SimpleNamespace) -> None:
    call = Notice.objects.filter(user=asked.player, kind=NoticeKind.YOUR_TURN).latest("pk")
    with override("es"):
        told = in_words(call)
        assert told.text == "«El callejón» espera una decisión de Los Cuervos."
        assert told.lead == "Decidir"
    first = Notice.objects.filter(user=asked.player, kind=NoticeKind.YOUR_TURN).earliest("pk")
    with override("es"):
        assert in_words(first).lead == "Jugar tu turno"
