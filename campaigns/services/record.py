"""Writing a battle's log: orders before their dice, events after them, the state behind both."""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from django.db.models import F, Q
from django.utils import timezone

import rules
from campaigns import outbox
from campaigns.engine import digest, state_to_json, to_json
from campaigns.errors import not_found
from campaigns.models import (
    Battle,
    BattleSide,
    BattleStatus,
    Branch,
    Controller,
    EventRow,
    OrderRow,
    SidePlan,
)
from campaigns.selectors.access import Id
from campaigns.services import clocks
from campaigns.services.clocks import played_for
from campaigns.unseen import waiting_sides
from rules.battle.state import State
from rules.dice import SealedDice


def lock(battle_id: Id) -> Battle:
    """The battle with its row locked until the transaction ends. Raises not_found."""
    battle = (
        Battle.objects.select_for_update(of=("self",))
        .defer("setup")
        .select_related("scene__campaign__pace", "active_branch")
        .filter(public_id=battle_id)
        .first()
    )
    if battle is None:
        raise not_found()
    return battle


def store_order(battle: Battle, order: Any, *, user: Any) -> OrderRow:
    """The order as a row of the active branch, before its first die."""
    battle.orders_count += 1
    data = to_json(order)
    return OrderRow.objects.create(
        battle=battle,
        branch=battle.active_branch,
        sequence=battle.orders_count,
        side=data.get("side", ""),
        source=data.get("source", "player"),
        user=user,
        order=data,
        order_hash=digest(rules.encode(order)),
        engine_version=rules.ENGINE_VERSION,
        first_seq=battle.version + 1,
        last_seq=battle.version,
    )


def dice_of(branch: Branch, sequence: int, canonical: bytes) -> SealedDice:
    """The dice of one order on one branch."""
    seeds = [seed["seed"] for seed in branch.seeds]
    secret = bytes.fromhex(branch.secret)
    return SealedDice(secret, seeds, str(branch.public_id), sequence, canonical)


def resolve(
    battle: Battle, row: OrderRow, canonical: bytes, engine: Callable[[SealedDice], rules.Outcome]
) -> State:
    """Let the engine carry out a stored order, append its events, return the state after it."""
    dice = dice_of(row.branch, row.sequence, canonical)
    outcome = engine(dice)
    append_events(battle, row, outcome.events)
    row.last_seq, row.dice = battle.version, dice.drawn
    row.save(update_fields=["last_seq", "dice"])
    return outcome.state


def append_events(battle: Battle, row: OrderRow, events: Sequence[Any]) -> None:
    """Number the events of an order and write them; the battle's version follows."""
    rows = [
        EventRow(
            battle=battle,
            branch=row.branch,
            order=row,
            seq=battle.version + number,
            type=type(event).__name__,
            rule=event.rule,
            audience=list(event.audience),
            payload=to_json(event),
        )
        for number, event in enumerate(events, start=1)
    ]
    EventRow.objects.bulk_create(rows)
    battle.version += len(rows)


def store_state(battle: Battle, state: State) -> None:
    """Write the state and everything that is read off it."""
    battle.state = state_to_json(state)
    battle.engine_version = rules.ENGINE_VERSION
    if state.result is not None and battle.status in (BattleStatus.OPEN, BattleStatus.PAUSED):
        battle.status = BattleStatus.OVER
        battle.over_at = timezone.now()
        battle.result = to_json(state.result)
    battle.save(
        update_fields=[
            *("state", "engine_version", "version", "orders_count", "status"),
            *("started_at", "over_at", "closed_at", "result", "active_branch"),
        ]
    )
    note_waiting(battle, state)


def note_waiting(battle: Battle, state: State) -> None:
    """Keep on each side whether play waits for it, and since when."""
    live = battle.status in (BattleStatus.OPEN, BattleStatus.PAUSED)
    waiting = waiting_sides(battle, state) if live else ()
    now = timezone.now()
    for side in battle.seats:
        if side.waiting != (side.side in waiting):
            side.waiting = side.side in waiting
            side.waiting_since = now if side.waiting else None
            side.save(update_fields=["waiting", "waiting_since"])
    clocks.follow(battle, state)


def follow_up(battle: Battle, state: State, *, again: str = "") -> None:
    """Call for the work that this state asks of the server, in the same transaction.

    `again` names a cause other than a new version (a seat that changed hands, the end of a pause).
    """
    name = str(battle.public_id)
    if battle.status == BattleStatus.OVER:
        # A rewind may lead to another end of the same battle: its aftermath is another job.
        outbox.enqueue("aftermath", f"{name}:{battle.version}", battle=name)
    elif battle.status == BattleStatus.OPEN and server_side(battle, state):
        key = f"{name}:{battle.version}" + (f":{again}" if again else "")
        outbox.enqueue("server_turn", key, battle=name, version=battle.version)
    elif battle.status == BattleStatus.OPEN:
        for row in sealed_plans(battle, waiting_sides(battle, state)):
            key = f"{name}:{battle.version}:{row.pk}:{row.version}" + (f":{again}" if again else "")
            outbox.enqueue("plan", key, battle=name, side=row.side.side)


def sealed_plans(battle: Battle, sides: Collection[str]) -> list[SidePlan]:
    """The plans of these sides by whoever sits in them now; the GM's where he plays the side."""
    rows = SidePlan.objects.select_related("side", "user").filter(
        side__battle=battle, side__side__in=sides, sealed=True
    )
    seated = Q(side__controller=Controller.MEMBER, side__user=F("user"))
    return list(rows.filter(seated | Q(side__controller=Controller.GM)).order_by("-updated_at"))


def server_side(battle: Battle, state: State) -> BattleSide | None:
    """The side that play waits for and that the server plays, for good or in its player's stead."""
    waiting = waiting_sides(battle, state)
    played = (one for one in battle.seats if one.controller == Controller.SERVER or played_for(one))
    return next((one for one in played if one.side in waiting), None)
