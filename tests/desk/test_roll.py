"""A single roll set or thrown again at once, without a draft to look at."""

import pytest
from django.test import Client

from campaigns.engine import state_of
from campaigns.errors import ServiceError
from campaigns.models import EventRow, GmAction, Post, Redo
from campaigns.services.dice_check import check_battle
from campaigns.services.redo import gm_roll
from tests.desk.conftest import end, give

pytestmark = pytest.mark.django_db


def to_hit(fight, order=2) -> EventRow:
    rows = EventRow.objects.filter(order=fight.rows[order], type="Rolled")
    return rows.order_by("seq").first()


def changed(fight, user, roll, **more):
    fight.battle.refresh_from_db()
    fields = {"reason": "Cubría el muro", "expected_version": fight.battle.version} | more
    gm_roll(user=user, battle_id=fight.battle.public_id, seq=roll.seq, **fields)
    fight.battle.refresh_from_db()


def test_a_roll_that_is_set_stands_at_once_and_what_followed_follows(fight, marga, ana):
    roll = to_hit(fight)
    changed(fight, marga, roll, faces=[1] * len(roll.payload["dice"]))
    assert state_of(fight.battle).warriors["bea"].status == "standing"
    assert Redo.objects.get().status == "published"
    acts = GmAction.objects.values_list("action", "reason")
    assert list(acts) == [("gm_roll", "Cubría el muro")]
    assert Post.objects.get(source="redo").data["reason"] == "Cubría el muro"
    answer = EventRow.objects.filter(order__order__warrior="blas", type="Rolled").order_by("seq")
    old = answer.filter(order=fight.rows[5]).first()
    new = answer.filter(branch=fight.battle.active_branch).first()
    assert new.payload["dice"] == old.payload["dice"]
    give(fight.battle, ana, end("red", "movement"))
    assert check_battle(fight.battle).ok


def test_a_roll_thrown_again_has_dice_that_nobody_knew(fight, marga):
    roll = to_hit(fight)
    changed(fight, marga, roll)
    report = check_battle(fight.battle)
    assert (report.ok, report.forced) == (True, 0)
    again = EventRow.objects.filter(branch=fight.battle.active_branch, type="Rolled")
    assert again.order_by("seq").first().payload["purpose"] == roll.payload["purpose"]


def test_what_is_no_roll_or_counts_no_longer(fight, marga, ana):
    roll = to_hit(fight)
    moved = EventRow.objects.filter(battle=fight.battle).exclude(type="Rolled").last()
    with pytest.raises(ServiceError, match="not_a_roll"):
        changed(fight, marga, moved)
    with pytest.raises(ServiceError, match="bad_changes"):
        changed(fight, marga, roll, faces=[7])
    with pytest.raises(ServiceError, match="reason_missing"):
        changed(fight, marga, roll, reason="")
    with pytest.raises(ServiceError, match="gm_only"):
        changed(fight, ana, roll)
    with pytest.raises(ServiceError, match="stale"):
        changed(fight, marga, roll, expected_version=1)
    assert not Redo.objects.exists()
    changed(fight, marga, roll)
    with pytest.raises(ServiceError, match="not_a_roll"):
        changed(fight, marga, roll)


def test_on_the_page_of_the_line_for_the_game_master_alone(fight, marga, ana):
    row, path = fight.rows[2], f"/battles/{fight.battle.public_id}"
    roll = to_hit(fight)
    shown = f"{path}/log/{row.first_seq}-{row.last_seq}/"
    player, judge = Client(), Client()
    player.force_login(ana)
    judge.force_login(marga)
    assert f"{path}/gm/roll" not in player.get(shown).content.decode()
    assert f"{path}/gm/roll" in judge.get(shown).content.decode()
    form = {"version": fight.battle.version, "seq": roll.seq, "faces": "1", "reason": "Muro"}
    judge.post(f"{path}/gm/roll", form)
    fight.battle.refresh_from_db()
    assert state_of(fight.battle).warriors["bea"].status == "standing"


def test_over_rest(fight, api, marga, ana):
    roll = to_hit(fight)
    url = f"/api/v1/battles/{fight.battle.public_id}/gm/rolls"
    body = {"seq": roll.seq, "faces": [1], "reason": "Muro"}
    version = {"HTTP_IF_MATCH": f'"{fight.battle.version}"'}
    assert api(ana).post(url, body, format="json", **version).status_code == 403
    answer = api(marga).post(url, body, format="json", **version)
    assert answer.json()["state"]["warriors"]["bea"]["status"] == "standing"
