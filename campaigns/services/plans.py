"""Plans: what a side orders ahead. Its maker's secret, played by the server when its time comes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec
from django.db import transaction

from campaigns import outbox
from campaigns.engine import state_of, to_json
from campaigns.errors import ServiceError, forbidden, invalid
from campaigns.models import (
    LIVE,
    Battle,
    BattleSide,
    BattleStatus,
    NoticeKind,
    Outbox,
    SidePlan,
)
from campaigns.notices import tell
from campaigns.selectors.access import Access, Id, battle_for, campaign_for
from campaigns.services import presence
from campaigns.services.record import follow_up, lock, sealed_plans, store_state
from campaigns.services.scenes import LONGEST_TEXT, require_storable
from campaigns.services.turns import Submission, Turn, seats_of
from rules.battle.orders import AgreeDraw, AnyOrder, Command, GmAdjust, GmEndBattle, GmTerrain
from rules.battle.plan import Dropped, Plan, after, ends, next_order
from rules.battle.state import Setup, State
from rules.codec import from_native

MOST_STEPS = 120
MOST_CHOICES = 6
MOST_CONDITIONS = 6
MOST_ORDERS_AT_ONCE = 200
MOST_DROPPED = 30


@dataclass(frozen=True)
class Played:
    """What became of a plan for now: how many orders it gave, which steps came to nothing."""

    orders: int = 0
    dropped: list[dict[str, Any]] = field(default_factory=list)
    version: int | None = None


@transaction.atomic
def plan_set(
    *,
    user: Any,
    battle_id: Id,
    side: str = "",
    plan: Any,
    text: str = "",
    sealed: bool = True,
    expected_version: int | None = None,
) -> SidePlan:
    """Keep a plan (native units) for a side; it replaces the one before.

    `text` is said with the first orders. Only a `sealed` plan is played: an unsealed one is still
    being written. `expected_version` is that of the plan, where two windows might write it.

    Errors: not_found, members_only, spectators_read, not_your_side, unknown_side, battle_not_open,
    bad_plan (422: where, why), text_too_long, stale.
    """
    access, seen = battle_for(user, battle_id)
    access.require_writer()
    battle = lock(seen.public_id)
    if battle.status not in LIVE:
        raise ServiceError("battle_not_open", status_now=battle.status)
    seat = seat_of(access, battle, side)
    read = read_plan(state_of(battle), seat.side, plan)
    if len(text) > LONGEST_TEXT:
        raise invalid("text_too_long", limit=LONGEST_TEXT)
    row, _new = SidePlan.objects.get_or_create(side=seat, user=user)
    if expected_version is not None and expected_version != row.version:
        raise ServiceError("stale", 412, version=row.version, expected=expected_version)
    row.plan, row.text, row.sealed = to_json(read), text, sealed
    row.version += 1
    row.dropped = []
    row.save()
    presence.heard_of(user, access.campaign.pk)
    if sealed and battle.status == BattleStatus.OPEN and seat.waiting:
        call_for(battle, row)
    return row


@transaction.atomic
def plan_clear(*, user: Any, battle_id: Id, side: str = "") -> None:
    """Throw a plan away. Errors: those of plan_set."""
    access, seen = battle_for(user, battle_id)
    access.require_writer()
    battle = lock(seen.public_id)
    SidePlan.objects.filter(side=seat_of(access, battle, side), user=user).delete()


def play(job: Outbox) -> None:
    """The outbox's door: play a plan as far as it goes now."""
    with outbox.finishing(job):
        battle = lock(job.payload["battle"])
        row = _playable(battle, job.payload["side"])
        if row is not None:
            _play(battle, row)


@transaction.atomic
def play_plan(battle: Battle, side: str) -> Played:
    """Let the plan of a side give what orders it has for now; none is no error.

    For the clock, and whoever else calls time. A plan that isn't sealed is still being written:
    it isn't played, late or not.
    """
    locked = lock(battle.public_id)
    row = _playable(locked, side)
    return Played() if row is None else _play(locked, row)


def seat_of(access: Access, battle: Battle, side: str) -> BattleSide:
    """The seat that somebody may plan for; his only one needs no naming."""
    mine = seats_of(access, battle.seats, "player")
    if not side and len(mine) == 1:
        side = mine[0]
    found = next((one for one in battle.seats if one.side == side), None)
    if found is None:
        raise invalid("unknown_side", side=side)
    if side not in mine:
        raise forbidden("not_your_side", side=side)
    return found


def read_plan(state: State, side: str, data: Any) -> Plan:
    """A plan of native units as a struct. Errors: bad_plan (why), not_your_side."""
    if not isinstance(data, Mapping):
        raise invalid("bad_plan", why="not an object")
    require_storable(data)
    try:
        plan = from_native(_with_side(data, side), Plan, state.setup.ruleset.unit_size)
    except (msgspec.ValidationError, ValueError, TypeError, OverflowError) as fault:
        raise invalid("bad_plan", why=str(fault)[:300]) from None
    _check(state, side, plan)
    return plan


def call_for(battle: Battle, row: SidePlan) -> None:
    """Ask the worker to play a plan at this version of its battle."""
    name = str(battle.public_id)
    key = f"{name}:{battle.version}:{row.pk}:{row.version}"
    outbox.enqueue("plan", key, battle=name, side=row.side.side)


def _with_side(data: Mapping[str, Any], side: str) -> dict[str, Any]:
    """The same with the side put into every order: a plan has one side only."""
    steps = data.get("steps", [])
    if not isinstance(steps, list):
        return dict(data)
    return {**data, "steps": [_step_with_side(step, side) for step in steps]}


def _step_with_side(step: Any, side: str) -> Any:
    if not isinstance(step, Mapping) or not isinstance(step.get("choices"), list):
        return step
    choices = []
    for choice in step["choices"]:
        order = choice.get("order") if isinstance(choice, Mapping) else None
        if isinstance(order, Mapping):
            choice = {**choice, "order": _order_with_side(order, side)}
        choices.append(choice)
    return {**step, "choices": choices}


def _order_with_side(order: Mapping[str, Any], side: str) -> dict[str, Any]:
    """What is ordered through a spell is the side's order as well."""
    given = {**order, "side": side, "source": "plan"}
    inner = given.get("orders")
    if order.get("order") != "command" or not isinstance(inner, list):
        return given
    told = [{**one, "side": side} if isinstance(one, Mapping) else one for one in inner]
    return {**given, "orders": told}


def _check(state: State, side: str, plan: Plan) -> None:
    setup = state.setup
    too_long = len(plan.steps) + len(plan.stances) + len(plan.onslaughts) > MOST_STEPS
    if too_long or any(len(step.choices) > MOST_CHOICES for step in plan.steps):
        raise invalid("bad_plan", why="too long")
    for step in plan.steps:
        for choice in step.choices:
            _check_order(state, side, choice.order)
    whens = [choice.when for step in plan.steps for choice in step.choices]
    whens += [one.when for one in (*plan.stances, *plan.onslaughts)]
    for when in whens:
        if len(when) > MOST_CONDITIONS:
            raise invalid("bad_plan", why="too long")
        for condition in when:
            _known(setup, condition.warrior, getattr(condition, "target", ""))


def _check_order(state: State, side: str, order: AnyOrder | None) -> None:
    """Orders are for one's own, for whoever is under one's spell now, or through a spell."""
    if isinstance(order, GmAdjust | GmTerrain | GmEndBattle | AgreeDraw):
        raise forbidden("gm_only")
    warrior = getattr(order, "warrior", "")
    _known(state.setup, warrior)
    if not warrior or isinstance(order, Command):
        return
    if side not in (state.setup.by_id[warrior].side, state.warriors[warrior].side):
        raise forbidden("not_your_side", side=state.setup.by_id[warrior].side)


def _known(setup: Setup, *warriors: str) -> None:
    for id in warriors:
        if id and id not in setup.by_id:
            raise invalid("bad_plan", why=f"unknown warrior: {id}")


def _playable(battle: Battle, side: str) -> SidePlan | None:
    """The plan of whoever sits in a side now, if the battle is being played."""
    if battle.status != BattleStatus.OPEN:
        return None
    return next(iter(sealed_plans(battle, (side,))), None)


def _play(battle: Battle, row: SidePlan) -> Played:
    access = campaign_for(row.user, battle.scene.campaign.public_id)
    if not access.may_write or row.side.side not in seats_of(access, battle.seats, "player"):
        return Played()
    submission = Submission([], battle.version, text=row.text, source="plan")
    turn = PlanTurn(battle, access, submission, row)
    return turn.play()


class PlanTurn(Turn):
    """A turn whose orders are asked of a plan one after the other, each in the state by then."""

    def __init__(
        self, battle: Battle, access: Access | None, submission: Submission, row: SidePlan
    ) -> None:
        super().__init__(battle, access, submission)
        self.row = row
        self.plan = msgspec.convert(row.plan, Plan)
        self.dropped: list[dict[str, Any]] = []

    def play(self) -> Played:
        while len(self.done) < MOST_ORDERS_AT_ONCE:
            wanted = next_order(self.state, self.row.side.side, self.plan)
            if wanted is None:
                break
            self._take(wanted)
        self._keep_rest()
        if self.lost:
            self._tell_lost()
        if self.done:
            store_state(self.battle, self.state)
            self._post()
            follow_up(self.battle, self.state)
        return Played(len(self.done), self.dropped, self.battle.version)

    def _take(self, wanted: AnyOrder | Dropped) -> None:
        if isinstance(wanted, Dropped):
            step = to_json(self.plan.steps[0])
            place = {"turn": self.state.turn, "phase": self.state.phase, "step": step}
            self.dropped.append({"reason": wanted.reason, "rule": wanted.rule, **place})
            self.lost += wanted.reason != "held" and not ends(self.plan.steps[0])
        else:
            self._resolve(len(self.done), wanted)
        self.plan = after(self.plan, wanted)

    def _tell_lost(self) -> None:
        """Its maker alone, once a turn."""
        side = self.row.side
        branch, turn = self.battle.active_branch_id, self.dropped[0]["turn"]
        tell(
            NoticeKind.PLAN_LOST,
            [self.row.user_id],
            key=f"plan_lost:{side.pk}:{branch}:{turn}",
            scene=self.battle.scene,
            side=side.name,
            of=side.side,
            battle=str(self.battle.public_id),
        )

    def _keep_rest(self) -> None:
        self.row.plan = to_json(self.plan)
        told = [one for one in self.dropped if one["reason"] != "held"]
        self.row.dropped = [*self.row.dropped, *told][-MOST_DROPPED:]
        if self.done:
            self.row.text = ""
        self.row.save()
