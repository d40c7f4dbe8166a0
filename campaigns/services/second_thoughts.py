"""What players may still change together or alone: take an order back, agree on a draw."""

from collections.abc import Iterator
from typing import Any

from django.db import transaction

import rules
from campaigns.engine import state_of, to_json
from campaigns.errors import ServiceError
from campaigns.log import lineage
from campaigns.models import (
    Battle,
    BattleSide,
    BattleStatus,
    Controller,
    NoticeKind,
    OrderRow,
    Post,
    PostKind,
)
from campaigns.notices import tell
from campaigns.selectors.access import Access, Id, battle_for
from campaigns.services import clocks, presence
from campaigns.services.gm import branch_off
from campaigns.services.plans import seat_of
from campaigns.services.record import lock
from campaigns.services.scenes import Part, TurnLink, require_open_scene, write_post
from campaigns.services.turns import (
    QUIET_ORDERS,
    Submission,
    Submitted,
    Turn,
    for_all,
    require_version,
)
from rules.battle.orders import AgreeDraw
from rules.battle.queries import playing

TELLING = ("Rolled", "Revealed", "ChargeDeclared", "ChargeFailed", "Charged", "Intercepted")


def last_order(battle: Battle) -> OrderRow | None:
    """The order that may be taken back by whoever gave it: the last that counts, with no dice."""
    row = next(_counting(battle), None)
    if row is None or row.order["order"] not in QUIET_ORDERS or row.dice:
        return None
    return None if row.events.filter(type__in=TELLING).exists() else row


@transaction.atomic
def take_back(*, user: Any, battle_id: Id, expected_version: int | None) -> Battle:
    """Take one's last order back, until its first die or another's answer.

    The log keeps it, superseded; the thread says that it was taken back. New dice are sealed, as
    by any rewind, though none of the old ones had fallen for it.

    Errors: not_found, members_only, spectators_read, version_missing, stale, battle_not_open,
    scene_closed, too_late, not_your_side.
    """
    access, seen = battle_for(user, battle_id)
    access.require_writer()
    battle = lock(seen.public_id)
    require_version(battle, expected_version)
    _require_open(battle)
    row = last_order(battle)
    if row is None or row.user_id != user.pk or row.source not in ("player", "plan"):
        raise ServiceError("too_late")
    seat = seat_of(access, battle, row.side)
    left = clocks.left_of(seat)
    presence.heard_of(user, access.campaign.pk)
    before = next(one for one in _counting(battle) if one.sequence < row.sequence)
    stretch = next(one for one in lineage(battle.active_branch) if one.holds(before.last_seq))
    branch_off(battle, stretch, before.last_seq, "")
    clocks.go_on(battle, seat, left)
    _shorten_post(battle, row)
    turn = TurnLink(
        side=row.side,
        source="take_back",
        from_seq=battle.version,
        to_seq=battle.version,
        data={"order": to_json(for_all(rules.decode_order(row.order)))},
    )
    write_post(access=access, scene=battle.scene, parts=[Part("")], kind=PostKind.SYSTEM, turn=turn)
    return battle


@transaction.atomic
def draw_offer(
    *, user: Any, battle_id: Id, side: str = "", offered: bool = True
) -> Submitted | None:
    """Offer a draw for a side, or withdraw it. Once all who still play offer it, the battle ends.

    Returns what ended it, None while somebody has still to agree.

    Errors: not_found, members_only, spectators_read, battle_not_open, scene_closed, unknown_side,
    not_your_side, server_no_draw (where the server plays a side).
    """
    access, seen = battle_for(user, battle_id)
    access.require_writer()
    battle = lock(seen.public_id)
    _require_open(battle)
    seat = seat_of(access, battle, side)
    presence.heard_of(user, access.campaign.pk)
    live = _live(battle)
    if offered and any(one.controller == Controller.SERVER for one in live):
        raise ServiceError("server_no_draw")
    if seat.draw_offered != offered:
        seat.draw_offered = offered
        seat.save(update_fields=["draw_offered"])
        _tell(access, battle, seat)
    if not live or not all(one.draw_offered for one in live):
        if offered:
            _ask(battle, seat, live)
        return None
    submission = Submission([], battle.version, source="server")
    order = AgreeDraw(side=seat.side, source="server")
    return Turn(battle, None, submission).carry_out([order])


def _ask(battle: Battle, seat: BattleSide, live: list[BattleSide]) -> None:
    """Tell those whose word is missing, once in a state of the battle."""
    tell(
        NoticeKind.DRAW,
        [one.user_id for one in live if not one.draw_offered and one.user_id != seat.user_id],
        key=f"draw:{seat.pk}:{battle.version}",
        scene=battle.scene,
        side=seat.name,
    )


def _require_open(battle: Battle) -> None:
    if battle.status != BattleStatus.OPEN:
        raise ServiceError("battle_not_open", status_now=battle.status)
    require_open_scene(battle.scene)


def _live(battle: Battle) -> list[BattleSide]:
    """The sides that still play."""
    ids = playing(state_of(battle))
    return [one for one in battle.seats if one.side in ids]


def _counting(battle: Battle) -> Iterator[OrderRow]:
    """The orders that count on the active branch, the last first."""
    stretches = lineage(battle.active_branch)
    for row in OrderRow.objects.filter(battle=battle).order_by("-sequence").iterator(50):
        if any(one.branch.pk == row.branch_id and one.holds(row.last_seq) for one in stretches):
            yield row


def _shorten_post(battle: Battle, row: OrderRow) -> None:
    """The order leaves the post that it stood in with others before it; alone, it is struck out."""
    post = Post.objects.filter(
        scene=battle.scene, kind=PostKind.ORDERS, to_seq=row.last_seq, from_seq__lt=row.first_seq
    ).first()
    if post is not None:
        post.to_seq, post.orders = row.first_seq - 1, post.orders[:-1]
        post.save(update_fields=["to_seq", "orders"])


def _tell(access: Access, battle: Battle, seat: BattleSide) -> None:
    data = {"offered": seat.draw_offered}
    turn = TurnLink(side=seat.side, source="draw", data=data)
    write_post(access=access, scene=battle.scene, parts=[Part("")], kind=PostKind.SYSTEM, turn=turn)
