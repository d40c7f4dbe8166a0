"""A battle's values as JSON, lengths in the ruleset's unit."""

from collections.abc import Iterable
from typing import Any

import rules
from campaigns.api.battle_serializers import EventOut, clock_data, moment
from campaigns.battle_text import (
    board_text,
    happened,
    now_in_words,
    questions_data,
    warriors_data,
)
from campaigns.models import Battle, BattleSide, BattleStatus, Branch
from campaigns.narration import Names
from campaigns.narration.offers import tell_offer
from campaigns.selectors.battles import BattleView, LoggedEvent, forms_for, told_beforehand
from campaigns.unseen import is_unseen
from rules.battle.events import Rolled
from rules.battle.state import State
from rules.odds import chance_to_pass
from rules.odds.document import written

PLAIN = ("turn", "active", "phase", "step", "order_of_play", "lost")


def battle_data(view: BattleView) -> dict[str, Any]:
    """As BattleOut describes it, written out: a serializer would cost a fifth of the answer."""
    battle, ruleset = view.battle, view.setup.ruleset
    return {
        "id": battle.public_id,
        "scene": battle.scene.public_id,
        "campaign": view.access.campaign.public_id,
        "title": battle.scene.title,
        "board": battle.board,
        "scenario": battle.scenario,
        "unseen": is_unseen(battle, view.state),
        "status": battle.status,
        "version": battle.version,
        "unit": ruleset.unit,
        "sides": [_side(side) for side in view.sides],
        "mine": view.mine,
        "waiting": [side.side for side in view.waiting],
        "my_turn": view.my_turn,
        "state": state_data(view.state, ruleset.unit_size),
        "told_beforehand": rules.to_native(told_beforehand(view), ruleset.unit_size),
        "commitment": battle.active_branch.commitment,
        "seeds": _seeds(view),
        "result": battle.result,
        "engine_version": battle.engine_version,
    }


def listed_data(battle: Battle) -> dict[str, Any]:
    """As BattleListed describes it; the sides are under `seats`."""
    return {
        "id": battle.public_id,
        "campaign": battle.scene.campaign.public_id,
        "scene": battle.scene.public_id,
        "title": battle.scene.title,
        "board": battle.board,
        "status": battle.status,
        "version": battle.version,
        "sides": [_side(side) for side in battle.seats],
        "result": battle.result,
        "created_at": moment(battle.created_at),
    }


def text_data(view: BattleView, side: str) -> dict[str, Any]:
    """As BattleTextOut describes it. Errors: unknown_side, not_your_side."""
    names = Names.of(view.setup)
    text = board_text(view, names)
    forms = forms_for(view, side) if side else ()
    return {
        "version": view.battle.version,
        "side": side,
        "now": now_in_words(view, side),
        "turn": view.state.turn,
        "mission": text.mission,
        "warriors": warriors_data(view.state, names),
        "ground": text.ground,
        "happened": happened(view, names),
        "questions": questions_data(view.state, side, names),
        "orders": [
            {
                "text": tell_offer(form, names),
                "form": rules.to_native(form.to_data(), view.unit_size),
            }
            for form in forms
        ],
    }


def _side(side: BattleSide) -> dict[str, Any]:
    user = side.user
    return {
        "id": side.side,
        "name": side.name,
        "warband": side.warband_id,
        "controller": side.controller,
        "user": user and {"id": user.public_id, "name": user.get_short_name()},
        "level": side.level,
        "waiting": side.waiting,
        "waiting_since": moment(side.waiting_since),
        "draw_offered": side.draw_offered,
        "clock": clock_data(side),
    }


def state_data(state: State, unit_size: int) -> dict[str, Any]:
    """What moves; names, weapons and the terrain of the beginning are in the setup.

    `removed` and `placed`: what has become of that terrain since. `traps` lie open to all.
    """
    return {
        **{name: getattr(state, name) for name in PLAIN},
        "warriors": {
            id: rules.to_native(warrior, unit_size) for id, warrior in state.warriors.items()
        },
        "removed": state.removed,
        "placed": rules.to_native(state.placed, unit_size),
        "traps": rules.to_native(state.traps, unit_size),
        "mission": rules.to_native(state.mission, unit_size) if state.mission else None,
        "awaiting": rules.to_native(state.awaiting, unit_size),
        "result": None if state.result is None else rules.to_native(state.result, unit_size),
    }


def events_data(view: BattleView, events: Iterable[LoggedEvent]) -> list[dict[str, Any]]:
    rows = Branch.objects.filter(battle=view.battle).values_list("pk", "public_id")
    branches = dict(rows)
    return [
        EventOut(
            {
                "seq": event.seq,
                "branch": branches[event.branch],
                "superseded": event.superseded,
                "event": event_data(event, view.unit_size),
                "chance": _chance(event),
            }
        ).data
        for event in events
    ]


def event_data(event: LoggedEvent, unit_size: int) -> dict[str, Any]:
    if event.event is None:
        return event.payload
    return rules.to_native(event.event, unit_size)


def _chance(event: LoggedEvent) -> str | None:
    chance = chance_to_pass(event.event) if isinstance(event.event, Rolled) else None
    return None if chance is None else written(chance)


def _seeds(view: BattleView) -> list[dict[str, str]]:
    """Those that are frozen; before that, those that were given so far."""
    battle = view.battle
    if battle.status != BattleStatus.SETUP:
        return battle.active_branch.seeds
    rows = battle.seeds.select_related("user")
    return [{"by": str(seed.user), "seed": seed.text} for seed in rows]
