"""Who may do what in a battle, service by service: the whole matrix in one place."""

import pytest

from campaigns.errors import ServiceError
from campaigns.services import battles, gm
from campaigns.services.turns import Submission, battle_submit, check_order
from tests.campaigns.tables import begun, set_up

PEOPLE = ("marga", "ana", "berta", "carla", "stranger", "anonymous")
YES = ""
END = {"order": "end_phase", "side": "red"}

# Marga directs; Ana plays red, Berta blue; Carla watches. What each of them is told.
MATRIX = {
    "order": (["not_your_side", YES, "not_your_side", "spectators_read"], "not_found"),
    "check": (["not_your_side", YES, "not_your_side", "spectators_read"], "not_found"),
    "act": ([YES, "gm_only", "gm_only", "gm_only"], "not_found"),
    "adjust": ([YES, "gm_only", "gm_only", "gm_only"], "not_found"),
    "end": ([YES, "gm_only", "gm_only", "gm_only"], "not_found"),
    "pause": ([YES, "gm_only", "gm_only", "gm_only"], "not_found"),
    "seat": ([YES, "gm_only", "gm_only", "gm_only"], "not_found"),
    "cancel": ([YES, "gm_only", "gm_only", "gm_only"], "not_found"),
    "start": ([YES, YES, YES, "spectators_read"], "not_found"),
    "seed": ([YES, YES, YES, YES], "not_found"),
}
CASES = [
    (act, person, answer)
    for act, (members, outside) in MATRIX.items()
    for person, answer in zip(PEOPLE, [*members, outside, outside], strict=True)
]


ACTS = {
    "order": lambda it, at: battle_submit(submission=Submission([END], at), **it),
    "check": lambda it, at: check_order(order=END, **it),
    "act": lambda it, at: gm.gm_act(submission=Submission([END], at, source="gm"), **it),
    "adjust": lambda it, at: gm.gm_adjust(
        warrior="rita", changes={"wounds": 1}, reason="x", expected_version=at, **it
    ),
    "end": lambda it, at: gm.gm_end(winner=None, reason="x", expected_version=at, **it),
    "pause": lambda it, at: gm.gm_pause(paused=True, **it),
    "seat": lambda it, at: gm.gm_set_seat(side="red", controller="server", **it),
    "cancel": lambda it, at: battles.battle_cancel(reason="x", **it),
    "start": lambda it, at: battles.battle_start(**it),
    "seed": lambda it, at: battles.add_seed(text="x", **it),
}


@pytest.mark.parametrize(("act", "person", "answer"), CASES)
def test_who_may_do_what(act, person, answer, campaign, marga, ana, berta, request):
    make = set_up if act in ("start", "seed") else begun
    battle = make(campaign, marga, red=ana, blue=berta)
    it = {"user": request.getfixturevalue(person), "battle_id": battle.public_id}
    if answer == YES:
        ACTS[act](it, battle.version)
        return
    with pytest.raises(ServiceError, match=f"^{answer}$"):
        ACTS[act](it, battle.version)


@pytest.mark.parametrize("person", PEOPLE)
def test_who_may_rewind(person, campaign, marga, ana, berta, request):
    battle = begun(campaign, marga, red=ana, blue=berta)
    first = battle.version
    it = {"user": ana, "battle_id": battle.public_id}
    battle_submit(submission=Submission([END], first), **it)
    battle.refresh_from_db()
    back = {"to_seq": first, "reason": "x", "expected_version": battle.version}
    user = request.getfixturevalue(person)
    if person == "marga":
        gm.gm_rewind(user=user, battle_id=battle.public_id, **back)
        return
    answer = "gm_only" if person in ("ana", "berta", "carla") else "not_found"
    with pytest.raises(ServiceError, match=f"^{answer}$"):
        gm.gm_rewind(user=user, battle_id=battle.public_id, **back)
