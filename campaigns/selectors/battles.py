"""Battles as their readers see them: the state, the log, what may be done, the dice."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet

import rules
from campaigns.engine import setup_of, state_of
from campaigns.errors import forbidden, invalid
from campaigns.log import SERVER_EVENTS, Stretch, lineage, on_lineage
from campaigns.models import (
    LIVE,
    Battle,
    BattleSide,
    BattleStatus,
    Branch,
    Controller,
    EventRow,
    Membership,
    OrderRow,
    Post,
    Redo,
    RedoStatus,
    Role,
    Scene,
    TurnClock,
)
from campaigns.selectors.access import Access, Id, battle_for, seats_for, sides_of
from campaigns.unseen import as_seen_by
from mordheim_site.prepared import Prepared
from rules.battle.events import Event, Sealed, seen_by
from rules.battle.orders import AnyOrder
from rules.battle.state import Setup, State

EVENTS_A_PAGE = 500
CLOCK = (
    *("side", "running", "due_at", "bank_from", "expired_at", "playing", "turn", "active"),
    *("deputy__public_id", "deputy__username", "deputy__display_name"),
)
SIDES = (
    *("battle", "side", "position", "name", "controller", "level", "waiting", "waiting_since"),
    "draw_offered",
    *("warband", "user__public_id", "user__username", "user__display_name"),
    *(f"clock__{name}" for name in CLOCK),
)
"""Of a battle's sides, who sits in them and their clocks what pages and REST show."""

SEATED = (
    *SIDES,
    *(f"battle__{field.name}" for field in Battle._meta.concrete_fields if field.name != "setup"),
    *(f"battle__active_branch__{field.name}" for field in Branch._meta.concrete_fields),
)
"""The same with the battle itself."""


SHOWN = (
    *(name for name in SIDES if name != "battle"),
    *(f"battle__{name}" for name in ("public_id", "board", "scenario", "secret_deployment")),
    *(f"battle__{name}" for name in ("status", "version", "state", "setup_hash", "result")),
    *(f"battle__{name}" for name in ("engine_version", "active_branch__commitment")),
    "battle__active_branch__seeds",
    *(f"battle__scene__{name}" for name in ("public_id", "title", "visibility")),
    *(f"battle__scene__campaign__{name}" for name in ("public_id", "is_public")),
)
"""The same with as much of the battle as one looks at to see how it stands."""


LISTED = (
    *("public_id", "board", "status", "version", "result", "created_at"),
    *("scene__public_id", "scene__title", "scene__campaign__public_id"),
)
"""Of a battle what a list of battles shows."""


@dataclass(frozen=True)
class BattleView:
    """A battle for one reader. `mine`: the sides that he plays; `may_order` adds the GM's."""

    access: Access
    battle: Battle
    sides: list[BattleSide]

    @cached_property
    def setup(self) -> Setup:
        return setup_of(self.battle)

    @cached_property
    def state(self) -> State:
        """Now; before the start, as it will begin."""
        return state_of(self.battle)

    @cached_property
    def turns(self) -> dict[int, list["LoggedEvent"]]:
        """The events of posts' turns that have been read, by primary key of the post."""
        return {}

    @property
    def unit_size(self) -> int:
        return self.setup.ruleset.unit_size

    @property
    def mine(self) -> tuple[str, ...]:
        return sides_of(self.access, self.sides)

    @property
    def may_order(self) -> tuple[str, ...]:
        if not self.access.is_gm:
            return self.mine
        kept = {side.side for side in self.sides if side.controller == Controller.GM}
        return tuple(side.side for side in self.sides if side.side in {*kept, *self.mine})

    @property
    def reader(self) -> tuple[str, ...]:
        """What he may see of events with an audience: two readers with the same see the same."""
        return ("gm",) if self.reads_as_gm else ("sides", *sorted(self.mine))

    @property
    def waiting(self) -> list[BattleSide]:
        """The sides that play waits for."""
        return [side for side in self.sides if side.waiting]

    @property
    def my_turn(self) -> bool:
        return any(side.side in self.may_order for side in self.waiting)

    @property
    def is_live(self) -> bool:
        return self.battle.status in LIVE

    @property
    def reads_as_gm(self) -> bool:
        return self.access.is_gm


@dataclass(frozen=True)
class LoggedEvent:
    """An event at its place in the log, as this reader may see it (a `Sealed` stub where not).

    `superseded`: a rewind has taken it back. `event` is None for the server's own rows
    (campaigns.log.SERVER_EVENTS), whose content is `payload`. `branch` is a primary key.
    """

    seq: int
    branch: int
    type: str
    superseded: bool
    event: Event | None
    payload: dict[str, Any]


def battle_view(user: Any, battle_id: Id) -> BattleView:
    """A battle that the user may read. Two queries. Errors: not_found."""
    access, battle = battle_for(user, battle_id)
    return BattleView(access, battle, list(_sides().filter(battle=battle)))


def battle_shown(user: Any, battle_id: Id) -> BattleView:
    """The same to look at how it stands, and nothing else. One query. Errors: not_found."""
    seats = BattleSide.objects.only(*SHOWN).select_related(
        "battle__active_branch", "battle__scene__campaign", "user", "clock__deputy"
    )
    access, sides = seats_for(user, battle_id, seats)
    return BattleView(access, sides[0].battle, sides)


def battle_view_of(access: Access, scene: Scene) -> BattleView | None:
    """The battle of a scene, if it has one, with its sides. One query.

    None for one that was played on a real table: it has neither board nor log.
    """
    sides = _SEATED(scene=scene.pk)
    if not sides:
        return None
    battle = sides[0].battle
    battle.scene = scene
    return BattleView(access, battle, sides)


def battles_of(scenes: QuerySet[Scene]) -> QuerySet[Battle]:
    """The battles in these scenes, without their big columns, sides under `seats`."""
    return (
        Battle.objects.filter(scene__in=scenes, by_hand=False)
        .select_related("scene", "active_branch")
        .defer("setup", "state")
        .prefetch_related(Prefetch("sides", queryset=_sides(), to_attr="seats"))
    )


def battles_listed(scenes: QuerySet[Scene]) -> QuerySet[Battle]:
    """The same with as much of each as a list shows."""
    return battles_of(scenes).select_related(None).select_related("scene__campaign").only(*LISTED)


def logged(view: BattleView, rows: Iterable[EventRow]) -> list[LoggedEvent]:
    """Rows of the log as the reader may see them."""
    stretches = lineage(view.battle.active_branch) if _was_rewound(view.battle) else None
    return [_logged(view, row, stretches) for row in rows]


def superseded_among(view: BattleView, seqs: Iterable[int]) -> frozenset[int]:
    """Which of these events a rewind has taken back. Two queries, none without a rewind."""
    if not _was_rewound(view.battle):
        return frozenset()
    stretches = lineage(view.battle.active_branch)
    rows = EventRow.objects.filter(battle=view.battle, seq__in=list(seqs))
    found = rows.values_list("branch_id", "seq")
    return frozenset(seq for branch, seq in found if not _counts(stretches, branch, seq))


def events_since(view: BattleView, since: int, limit: int = EVENTS_A_PAGE) -> list[LoggedEvent]:
    """The log after an event number, all branches in the order in which it was written."""
    rows = EventRow.objects.filter(battle=view.battle, seq__gt=since).order_by("seq")
    return logged(view, rows[: max(1, min(limit, EVENTS_A_PAGE))])


def events_between(view: BattleView, first: int, last: int) -> list[LoggedEvent]:
    """A stretch of the log; numbers beyond its end, and no database's, are as good as the end."""
    end = view.battle.version + 1
    rows = EventRow.objects.filter(battle=view.battle, seq__range=(min(first, end), min(last, end)))
    return logged(view, rows.order_by("seq"))


def forms_for(view: BattleView, side: str) -> tuple[Any, ...]:
    """What this side may do now (rules.legal_orders); for who sits in it, and for the GM.

    Errors: unknown_side, not_your_side.
    """
    require_may_order(view, side)
    if view.battle.status not in (BattleStatus.OPEN, BattleStatus.PAUSED):
        return ()
    return rules.legal_orders(as_seen_by(view.battle, view.state, side), side)


def require_may_order(view: BattleView, side: str) -> None:
    """Errors: unknown_side, not_your_side."""
    if side not in {one.side for one in view.sides}:
        raise invalid("unknown_side", side=side)
    if side not in view.mine and not view.access.is_gm:
        raise forbidden("not_your_side", side=side)


def told_beforehand(view: BattleView) -> tuple[AnyOrder, ...]:
    """The orders that wait for the turn of whoever has been seduced, as far as the reader may know
    them: his sides' own, all of them for the game master and once the battle is over (P-CHA-SLA).
    """
    open_to_all = view.reads_as_gm or not view.is_live
    return tuple(order for order in view.state.commands if open_to_all or order.side in view.mine)


def standing_among(view: BattleView, posts: QuerySet[Post]) -> QuerySet[Post]:
    """Without the turns of which nothing counts any more. One query after a rewind, else none."""
    if not _was_rewound(view.battle):
        return posts
    rows = EventRow.objects.filter(
        battle=view.battle, seq__gte=OuterRef("from_seq"), seq__lte=OuterRef("to_seq")
    )
    standing = rows.filter(on_lineage(lineage(view.battle.active_branch)))
    return posts.filter(Exists(standing) | ~Exists(rows))


@dataclass(frozen=True)
class AuditedOrder:
    """An order with what its dice were made of and the rolls that it made.

    `order_hash` is "" where the reader may not know all of the order yet; none such throws dice.
    """

    sequence: int
    branch: Branch
    order: dict[str, Any]
    order_hash: str
    engine_version: str
    first_seq: int
    last_seq: int
    superseded: bool
    rolls: list[LoggedEvent]
    given: list[list[Any]]

    @property
    def sealed(self) -> list[LoggedEvent]:
        """The rolls whose faces came from the seal."""
        places = {place for place, *_rest in self.given}
        return [roll for place, roll in enumerate(self.rolls) if place not in places]


def dice_audit(view: BattleView) -> tuple[list[Branch], list[AuditedOrder]]:
    """Everything to recompute each die with, once the secrets are shown."""
    branches = list(Branch.objects.filter(battle=view.battle).order_by("pk"))
    if not view.reads_as_gm:
        # That a draft has sealed dice everybody may know, or it could be tried until they please;
        # why it was begun is the game masters' until it is published.
        drafts = Redo.objects.filter(branch__in=branches).exclude(status=RedoStatus.PUBLISHED)
        unsaid = set(drafts.values_list("branch", flat=True))
        for branch in branches:
            branch.reason = "" if branch.pk in unsaid else branch.reason
    by_pk = {branch.pk: branch for branch in branches}
    rows = EventRow.objects.filter(battle=view.battle, type="Rolled").order_by("seq")
    rolls: dict[int, list[LoggedEvent]] = {}
    numbered = {row.seq: row.order_id for row in rows}
    for event in logged(view, rows):
        rolls.setdefault(numbered[event.seq], []).append(event)
    stretches = lineage(view.battle.active_branch)
    orders = OrderRow.objects.filter(battle=view.battle).order_by("sequence")
    opened = [(order, open_order(view, order.order)) for order in orders]
    return branches, [
        AuditedOrder(
            sequence=order.sequence,
            branch=by_pk[order.branch_id],
            order=shown,
            # There are so few orders that a secret one could be that its hash would say which.
            order_hash=order.order_hash if shown == order.order else "",
            engine_version=order.engine_version,
            first_seq=order.first_seq,
            last_seq=order.last_seq,
            superseded=not _counts(stretches, order.branch_id, order.last_seq),
            rolls=rolls.get(order.pk, []),
            given=order.given,
        )
        for order, shown in opened
    ]


def open_order(view: BattleView, order: dict[str, Any]) -> dict[str, Any]:
    """An order as this reader may see it: what somebody is told to do later (P-CHA-SLA) and who
    goes below the city are his side's own until the battle is over."""
    secret = order.get("order") in ("command", "descend")
    if not secret or view.reads_as_gm or order.get("side") in view.mine or not view.is_live:
        return order
    if order["order"] == "descend":
        return {**order, "warrior": ""}
    return {name: value for name, value in order.items() if name != "orders"}


@dataclass(frozen=True)
class Waiting:
    """A battle that waits for a user: on which side, since when, in which phase.

    `asked`: to decide something, which may be on somebody else's turn.
    """

    battle: Battle
    scene: Scene
    side: BattleSide
    phase: str
    turn: int
    asked: bool

    @property
    def clock(self) -> TurnClock | None:
        return getattr(self.side, "clock", None)

    @property
    def due_at(self) -> datetime | None:
        return self.clock.due_at if self.clock is not None else None


def waiting_for_user(user: Any) -> list[Waiting]:
    """The battles in which play waits for this user, the nearest end first. One query.

    For his own sides, those of whom he is the deputy, and those that he plays as game master.
    """
    if not user.is_authenticated:
        return []
    deputy = Q(clock__running=True, clock__deputy=user)
    own = Q(controller=Controller.MEMBER) & (Q(user=user) | deputy)
    directed = Membership.objects.filter(
        campaign=OuterRef("battle__scene__campaign"), user=user, role=Role.GM
    )
    sides = (
        BattleSide.objects.filter(
            own | (Q(controller=Controller.GM) & Exists(directed)),
            waiting=True,
            battle__by_hand=False,
        )
        .select_related("battle__scene__campaign", "clock", "user")
        .defer("battle__setup")
        .order_by(F("clock__due_at").asc(nulls_last=True), "waiting_since")
    )
    return [
        Waiting(
            battle=side.battle,
            scene=side.battle.scene,
            side=side,
            phase=side.battle.state["phase"],
            turn=side.battle.state["turn"],
            asked=any(one["side"] == side.side for one in side.battle.state.get("awaiting", ())),
        )
        for side in sides
    ]


def draws_offered_to(user: Any) -> list[BattleSide]:
    """The user's sides to which a draw is offered while it isn't their turn. One query."""
    if not user.is_authenticated:
        return []
    others = BattleSide.objects.filter(battle=OuterRef("battle"), draw_offered=True)
    rows = BattleSide.objects.filter(
        Exists(others),
        user=user,
        controller=Controller.MEMBER,
        battle__status=BattleStatus.OPEN,
        draw_offered=False,
        waiting=False,
    )
    rows = rows.select_related("battle__scene__campaign").defer("battle__setup", "battle__state")
    return list(rows.order_by("battle__pk"))


def being_set_up(user: Any) -> list[BattleSide]:
    """The user's sides in battles that nobody has begun yet, the oldest first. One query."""
    if not user.is_authenticated:
        return []
    rows = BattleSide.objects.filter(user=user, battle__status=BattleStatus.SETUP)
    rows = rows.select_related("battle__scene__campaign").defer("battle__setup", "battle__state")
    return list(rows.order_by("battle__pk"))


def _sides() -> QuerySet[BattleSide]:
    sides = BattleSide.objects.select_related("user", "clock__deputy")
    return sides.order_by("position").only(*SIDES)


def _seated(_: None, *, scene: int) -> QuerySet[BattleSide]:
    sides = _sides().filter(battle__scene=scene, battle__by_hand=False).select_related(None)
    return sides.select_related("battle__active_branch", "user", "clock__deputy").only(*SEATED)


_SEATED = Prepared(_seated)


def _was_rewound(battle: Battle) -> bool:
    return battle.active_branch is not None and battle.active_branch.parent_id is not None


def _logged(view: BattleView, row: EventRow, stretches: list[Stretch] | None) -> LoggedEvent:
    superseded = stretches is not None and not _counts(stretches, row.branch_id, row.seq)
    place = {"seq": row.seq, "branch": row.branch_id, "superseded": superseded}
    if row.type in SERVER_EVENTS:
        return LoggedEvent(type=row.type, event=None, payload=row.payload, **place)
    event = _seen(view, rules.decode_event(row.payload))
    payload = {"event": "Sealed"} if isinstance(event, Sealed) else row.payload
    return LoggedEvent(type=payload["event"], event=event, payload=payload, **place)


def _seen(view: BattleView, event: Event) -> Event:
    for side in view.mine:
        if seen_by(event, side, gm=view.reads_as_gm) is event:
            return event
    return seen_by(event, None, gm=view.reads_as_gm)


def _counts(stretches: list[Stretch], branch: int, seq: int) -> bool:
    return any(one.branch.pk == branch and one.holds(seq) for one in stretches)
