"""A battle in which a side is asked whether it steps into a charge."""

from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.services.gm import gm_act, gm_adjust, gm_set_seat
from campaigns.services.turns import Submission
from rules.player import choose
from tests.pages.world import begin

END = {"order": "end_phase"}


def charge_past_greta(place: SimpleNamespace) -> SimpleNamespace:
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
