"""A charge that may be intercepted, on the pages of whoever is asked."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.services.gm import gm_act, gm_adjust, gm_set_seat
from campaigns.services.turns import Submission
from rules.player import choose
from tests.pages.conftest import browser_of
from tests.pages.world import begin

pytestmark = pytest.mark.django_db
END = {"order": "end_phase"}


@pytest.fixture
def asked(place: SimpleNamespace) -> SimpleNamespace:
    """A rat charges Otto past Greta; Ana is asked whether Greta steps in."""
    battle = begin(place.battle, place.gm)
    mine = battle.sides.get(user=place.player).side
    theirs = next(seat.side for seat in battle.seats if seat.side != mine)
    gm_set_seat(user=place.gm, battle_id=battle.public_id, side=theirs, controller="gm")
    for _ in range(100):
        outbox.run_due(limit=1000)
        battle.refresh_from_db()
        state = state_of(battle)
        if (state.phase, state.active) == ("movement", theirs) and not state.awaiting:
            break
        deploys = state.phase == "deployment"
        order = replace(choose(state, state.active), source="gm") if deploys else END
        give(place, order if deploys else order | {"side": state.active})
    otto, greta, archer = (id for id, w in state.warriors.items() if w.side == mine)
    rats = [w for w in state.warriors.values() if w.side == theirs]
    places = {otto: (70, 45), greta: (65, 38), archer: (85, 64), rats[0].id: (70, 29)}
    places |= {rats[1].id: (5, 5), rats[2].id: (10, 5)}
    for id, (x, y) in places.items():
        stand(place, id, x, y)
    give(place, {"order": "charge", "side": theirs, "warrior": rats[0].id, "targets": [otto]})
    state = state_of(battle)
    assert [decision.options for decision in state.awaiting] == [(greta, "none")]
    return SimpleNamespace(**vars(place), otto=otto, greta=greta, rat=rats[0].id)


def give(place: SimpleNamespace, order: Any) -> None:
    battle = place.battle
    battle.refresh_from_db()
    submission = Submission([order], battle.version, source="gm", reason="Prueba")
    gm_act(user=place.gm, battle_id=battle.public_id, submission=submission)
    outbox.run_due(limit=1000)
    battle.refresh_from_db()


def stand(place: SimpleNamespace, id: str, x: int, y: int) -> None:
    place.battle.refresh_from_db()
    gm_adjust(
        user=place.gm,
        battle_id=place.battle.public_id,
        warrior=id,
        changes={"at": [x, y, 0]},
        reason="Colocado",
        expected_version=place.battle.version,
    )


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
