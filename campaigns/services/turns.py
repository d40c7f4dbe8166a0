"""A turn: orders in, events out, a post in the thread; one transaction each."""

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from django.db import transaction
from msgspec import structs

import rules
from campaigns.engine import setup_of, state_of, to_json
from campaigns.errors import ServiceError, forbidden, invalid
from campaigns.models import (
    Battle,
    BattleSide,
    BattleStatus,
    Controller,
    Draft,
    Post,
    PostKind,
)
from campaigns.narration import Names
from campaigns.selectors.access import Access, Id, battle_for, plays
from campaigns.services import idempotency, presence
from campaigns.services.record import follow_up, lock, resolve, store_order, store_state
from campaigns.services.scenes import (
    MOST_ORDERS,
    Part,
    TurnLink,
    Voice,
    check_parts,
    draft_save,
    require_open_scene,
    require_storable,
    speaker,
    write_post,
)
from campaigns.unseen import is_unseen
from rules.battle.orders import AnyOrder, Command, Deploy, Descend, EndPhase, Order, kind_of
from rules.errors import IllegalOrder
from rules.units import from_units

logger = logging.getLogger(__name__)

GM_ORDERS = ("gm_adjust", "gm_terrain", "gm_end_battle")
TURN_BEGAN = "turn_began"  # in the data of a post: what follows it belongs to another turn
QUIET = "quiet"  # in the data of a post: its last order may still be taken back
QUIET_ORDERS = ("deploy", "descend", "move", "stay_down", "strike", "end_phase")
"""Orders that tell nothing by themselves. A charge or a shot measures, whether a die falls or not:
what was learnt can't be unlearnt."""
LENGTHS = {"used", "allowed"}  # parameters of refusals that are lengths


@dataclass(frozen=True)
class Submission:
    """What somebody wants done: orders (native units, or structs) and the words to them.

    `source` is player, gm or server; `reason` is the GM's.
    """

    orders: Sequence[Any]
    expected_version: int | None
    text: str = ""
    voice: Voice = field(default_factory=Voice)
    source: str = "player"
    idempotency_key: str = ""
    reason: str = ""

    def body(self) -> dict[str, Any]:
        """What makes a repeat the same request."""
        voice = [self.voice.persona, str(self.voice.fighter or "")]
        words = {"text": self.text, "voice": voice, "reason": self.reason}
        return {"orders": plain(self.orders), "source": self.source, **words}


@dataclass(frozen=True)
class Submitted:
    """What became of it. `version` is the battle's now; `from_seq` to `to_seq` are its events.

    `accepted` of the orders were carried out. `refused` is None, or, where dice had fallen
    before an order turned out illegal, that order: {"code", "rule", "params", "index"}; what had
    fallen stands, and the orders from there on are back in the draft.
    """

    version: int
    from_seq: int
    to_seq: int
    accepted: int
    post: str
    status: str
    refused: dict[str, Any] | None = None
    replayed: bool = False


def battle_submit(*, user: Any, battle_id: Id, submission: Submission) -> Submitted:
    """Carry out orders one after the other; the words become a post.

    Refused, nothing has changed but the draft, which holds text and orders. One thing stands
    against "nothing": a die that has fallen is not taken back, or players would learn their dice
    by sending an illegal order behind a legal one (Submitted.refused).

    Errors: not_found, log_in, members_only, spectators_read, not_your_side, gm_only,
    version_missing (428), stale (412), battle_not_open, scene_closed, no_orders,
    too_many_orders, malformed_order, the engine's own codes (422, with rule, params and index),
    key_reused, text_too_long. Don't call it inside a transaction: the draft would go with it.
    """
    try:
        with transaction.atomic():
            return _submit(user, battle_id, submission)
    except ServiceError as refusal:
        _keep_draft(user, battle_id, submission, refusal)
        raise


def submit_for_server(*, battle_id: Id, order: Order, expected_version: int) -> Submitted:
    """An order of the server player; no user stands behind it. Inside the job's transaction.

    Errors: not_found, stale, battle_not_open, the engine's codes.
    """
    battle = lock(battle_id)
    require_version(battle, expected_version)
    if battle.status != BattleStatus.OPEN:
        raise ServiceError("battle_not_open", status_now=battle.status)
    submission = Submission([order], expected_version, source="server")
    return Turn(battle, None, submission).carry_out([order])


def _submit(user: Any, battle_id: Id, submission: Submission) -> Submitted:
    access, battle = battle_for(user, battle_id, lock=True)
    access.require_writer()
    scope = f"battle:{battle.public_id}:orders"
    key, body = submission.idempotency_key, submission.body()
    if key:
        known = idempotency.recall(user=user, scope=scope, key=key, body=body)
        if known is not None:
            return replace(Submitted(**known.answer), replayed=True)
    require_version(battle, submission.expected_version)
    require_playable(battle, submission.source)
    check_parts(access, [Part(submission.text)])
    speaker(access, submission.voice)
    orders = _parse_all(battle, access, submission)
    if _deploys(orders) and is_unseen(battle, state_of(battle)):
        raise ServiceError("deploys_unseen")
    done = Turn(battle, access, submission).carry_out(orders)
    _settle_draft(user, battle, submission, done)
    presence.heard_of(user, access.campaign.pk)
    if key:
        idempotency.remember(user=user, scope=scope, key=key, body=body, answer=asdict(done))
    return done


def _deploys(orders: Sequence[AnyOrder]) -> bool:
    return any(isinstance(order, Deploy | Descend | EndPhase) for order in orders)


def for_all(order: AnyOrder) -> AnyOrder:
    """An order as a post may name it: who goes below the city, and what somebody is told to do
    later (P-CHA-SLA), is its side's to know."""
    match order:
        case Descend():
            return structs.replace(order, warrior="")
        case Command():
            return structs.replace(order, orders=())
    return order


class Turn:
    """One submission while it is carried out: the battle is locked, the state moves on."""

    def __init__(self, battle: Battle, access: Access | None, submission: Submission) -> None:
        self.battle = battle
        self.access = access
        self.submission = submission
        self.state = state_of(battle)
        self.first = battle.version + 1
        self.dice_fallen = False
        self.quiet = False
        self.turn_began = False
        self.lost = 0
        self.done: list[AnyOrder] = []
        self.refused: dict[str, Any] | None = None

    def carry_out(self, orders: Sequence[AnyOrder]) -> Submitted:
        for index, order in enumerate(orders):
            if not self._resolve(index, order):
                break
        store_state(self.battle, self.state)
        post = self._post()
        follow_up(self.battle, self.state)
        return Submitted(
            version=self.battle.version,
            from_seq=self.first,
            to_seq=self.battle.version,
            accepted=len(self.done),
            post=str(post.public_id),
            status=self.battle.status,
            refused=self.refused,
        )

    def _resolve(self, index: int, order: AnyOrder) -> bool:
        try:
            rules.check(self.state, order)
        except IllegalOrder as refusal:
            return self._stop(index, refusal)
        row = store_order(self.battle, order, user=self.access.user if self.access else None)
        canonical = rules.encode(order)
        before = self.state
        self.state = resolve(
            self.battle, row, canonical, lambda dice: rules.submit(before, order, dice)
        )
        self.dice_fallen |= row.dice > 0
        self.quiet = row.dice == 0 and kind_of(order) in QUIET_ORDERS
        self.turn_began |= (before.turn, before.active) != (self.state.turn, self.state.active)
        self.done.append(order)
        return True

    def _stop(self, index: int, refusal: IllegalOrder) -> bool:
        fault = illegal(self.battle, refusal, index)
        if not self.dice_fallen:
            raise fault
        self.refused = fault.to_data()
        return False

    def _post(self) -> Post:
        unit = setup_of(self.battle).ruleset.unit_size
        orders = [rules.to_native(for_all(order), unit) for order in self.done]
        text, reason = self.submission.text.strip(), self.submission.reason
        data = {"reason": reason} if reason else {}
        if self.turn_began:
            data[TURN_BEGAN] = True
        if self.quiet:
            data[QUIET] = True
        last = None if text or reason else self._post_to_extend()
        if last is not None:
            last.orders, last.to_seq = [*last.orders, *orders], self.battle.version
            last.data, last.lost = data, last.lost + self.lost
            last.save(update_fields=["orders", "to_seq", "data", "lost"])
            return last
        return write_post(
            access=self.access,
            scene=self.battle.scene,
            parts=[Part(text)],
            kind=PostKind.ORDERS,
            voice=self.submission.voice,
            turn=TurnLink(
                side=self.done[0].side,
                source=self.submission.source,
                orders=orders,
                from_seq=self.first,
                to_seq=self.battle.version,
                data=data,
                lost=self.lost,
            ),
        )

    def _post_to_extend(self) -> Post | None:
        """Orders that follow one another without a word between them are one post.

        Not so where a reason was given, or somebody's turn has begun in it.
        """
        last = self.battle.scene.posts.order_by("-pk").first()
        if last is None or last.kind != PostKind.ORDERS or last.to_seq != self.first - 1:
            return None
        author = self.access.user.pk if self.access else None
        said = {name: value for name, value in last.data.items() if name != QUIET}
        who = (last.author_id, last.side, last.source, said)
        if who != (author, self.done[0].side, self.submission.source, {}):
            return None
        return last


def illegal(battle: Battle, refusal: IllegalOrder, index: int) -> ServiceError:
    """The engine's refusal as ours: its code, its rule, and which order it was."""
    setup = setup_of(battle)
    params = to_json(dict(refusal.params))
    for name in LENGTHS & set(params):
        params[name] = from_units(params[name], setup.ruleset.unit_size)
    error = invalid(refusal.code, rule=refusal.rule, params=params, index=index)
    error.names = Names.of(setup)
    return error


def seats_of(access: Access, sides: Sequence[BattleSide], source: str) -> tuple[str, ...]:
    """The sides that this user may give orders to: all of them, for a GM who acts as such."""
    if source == "gm":
        access.require_gm()
        return tuple(side.side for side in sides)
    return tuple(
        side.side
        for side in sides
        if plays(access.user, side) or (side.controller == Controller.GM and access.is_gm)
    )


def _parse_all(battle: Battle, access: Access, submission: Submission) -> list[AnyOrder]:
    """The orders as structs, each from a side that the sender may speak for."""
    if not submission.orders:
        raise invalid("no_orders")
    if len(submission.orders) > MOST_ORDERS:
        raise invalid("too_many_orders", limit=MOST_ORDERS)
    require_storable(plain(submission.orders))
    seats = seats_of(access, battle.seats, submission.source)
    return [
        parse_order(battle, raw, seats=seats, source=submission.source, index=index)
        for index, raw in enumerate(submission.orders)
    ]


def parse_order(
    battle: Battle, raw: Any, *, seats: tuple[str, ...], source: str, index: int = 0
) -> AnyOrder:
    """An order (native units, or a struct) from one of `seats`; the only seat needs no naming."""
    order = raw if isinstance(raw, Order) else _from_native(battle, raw, index, seats, source)
    if order.side not in seats:
        raise forbidden("not_your_side", side=order.side, index=index)
    if order.source != source or (kind_of(order) in GM_ORDERS and source != "gm"):
        raise forbidden("gm_only", index=index)
    return order


def _from_native(
    battle: Battle, raw: Any, index: int, seats: tuple[str, ...], source: str
) -> AnyOrder:
    if not isinstance(raw, dict):
        raise invalid("malformed_order", rule="", params={}, index=index)
    data = {**raw, "source": source}
    if "side" not in data and len(seats) == 1:
        data["side"] = seats[0]
    try:
        return rules.order_from_native(data, setup_of(battle).ruleset.unit_size)
    except IllegalOrder as refusal:
        raise illegal(battle, refusal, index) from None


def plain(orders: Sequence[Any]) -> list[Any]:
    """Orders as JSON values, whatever they came as."""
    return [to_json(order) if isinstance(order, Order) else order for order in orders]


def require_version(battle: Battle, expected: int | None) -> None:
    if expected is None:
        raise ServiceError("version_missing", 428, version=battle.version)
    if expected != battle.version:
        raise ServiceError("stale", 412, version=battle.version, expected=expected)


def require_playable(battle: Battle, source: str) -> None:
    paused_for_others = battle.status == BattleStatus.PAUSED and source == "gm"
    if battle.status != BattleStatus.OPEN and not paused_for_others:
        raise ServiceError("battle_not_open", status_now=battle.status)
    require_open_scene(battle.scene)


def _settle_draft(user: Any, battle: Battle, submission: Submission, done: Submitted) -> None:
    """The draft is spent; what came after a refused order goes back into it."""
    if done.refused is None:
        spent = Draft.objects.filter(scene=battle.scene, user=user)
        if submission.voice.fighter:
            spent.filter(fighter=submission.voice.fighter).delete()
        spent.filter(persona=submission.voice.persona).delete()
        return
    draft_save(
        user=user,
        scene_id=battle.scene.public_id,
        orders=plain(submission.orders)[done.accepted :],
        version=battle.version,
        persona=submission.voice.persona,
        error=done.refused,
    )


def _keep_draft(user: Any, battle_id: Id, submission: Submission, refusal: ServiceError) -> None:
    """Text and orders outlive the refusal, for whoever may write here at all."""
    if refusal.status in (401, 403, 404):
        return
    try:
        _, battle = battle_for(user, battle_id)
        draft_save(
            user=user,
            scene_id=battle.scene.public_id,
            text=submission.text,
            orders=plain(submission.orders),
            version=submission.expected_version,
            persona=submission.voice.persona,
            error=refusal.to_data(),
        )
    except ServiceError as lost:
        # What is too long for a post is too long for a draft: the first refusal is what matters.
        logger.info("draft of %s not kept: %s", user, lost.code)


def check_order(*, user: Any, battle_id: Id, order: Any) -> None:
    """Raise what giving this order now would raise; nothing is rolled and nothing changes.

    Errors: those of battle_submit, without the versions.
    """
    access, battle = battle_for(user, battle_id)
    access.require_writer()
    require_playable(battle, "player")
    seats = seats_of(access, battle.seats, "player")
    parsed = parse_order(battle, order, seats=seats, source="player")
    try:
        rules.check(state_of(battle), parsed)
    except IllegalOrder as refusal:
        raise illegal(battle, refusal, 0) from None
