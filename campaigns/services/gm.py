"""What a game master does to a battle: play a side, adjust, end, pause, rewind. All audited."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

import rules
from campaigns.engine import setup_of, state_of
from campaigns.errors import ServiceError, bad_board, invalid, not_found
from campaigns.log import REWOUND, Stretch, counts, lineage, note, state_at
from campaigns.models import (
    LIVE,
    Battle,
    BattleSide,
    BattleStatus,
    Controller,
    NoticeKind,
    OrderRow,
    PostKind,
    Role,
)
from campaigns.notices import tell
from campaigns.selectors.access import Access, Id, battle_for
from campaigns.services import aftermath, clocks
from campaigns.services.battles import new_branch
from campaigns.services.campaigns import (
    audit,
    check_reason,
    require_here,
    require_open,
    require_reason,
)
from campaigns.services.record import follow_up, lock, store_state
from campaigns.services.scenes import Part, TurnLink, write_post
from campaigns.services.turns import Submission, Submitted, battle_submit, require_version
from mordheim_site.ids import uuid_of
from rules.battle.orders import GmTerrain
from rules.board import BoardError, terrain_from_data
from rules.player import LEVELS
from warbands.models import Warband
from warbands.services.roster import warband_muster


def gm_act(*, user: Any, battle_id: Id, submission: Submission) -> Submitted:
    """Give orders for any side, as the GM; see battle_submit for the rest.

    Errors: gm_only besides those.
    """
    return _act(user, battle_id, submission, "gm_act")


def _act(user: Any, battle_id: Id, submission: Submission, action: str) -> Submitted:
    access, battle = battle_for(user, battle_id)
    access.require_gm()
    check_reason(submission.reason)
    done = battle_submit(user=user, battle_id=battle_id, submission=submission)
    if not done.replayed:
        audit(
            access,
            action,
            battle=battle,
            reason=submission.reason,
            from_seq=done.from_seq,
            to_seq=done.to_seq,
        )
    return done


def gm_adjust(
    *,
    user: Any,
    battle_id: Id,
    warrior: str,
    changes: Mapping[str, Any],
    reason: str,
    expected_version: int | None,
    idempotency_key: str = "",
) -> Submitted:
    """Change a warrior (native units); the log says so, with the reason.

    Errors: reason_missing, unknown_warrior besides those of gm_act.
    """
    access, battle = battle_for(user, battle_id)
    access.require_gm()
    require_reason(reason)
    state = state_of(battle)
    if warrior not in state.warriors:
        raise invalid("unknown_warrior", rule="", params={"warrior": warrior}, index=0)
    order = {
        "order": "gm_adjust",
        "side": state.warriors[warrior].side,
        "warrior": warrior,
        "changes": dict(changes),
        "reason": reason,
    }
    submission = Submission(
        [order], expected_version, source="gm", reason=reason, idempotency_key=idempotency_key
    )
    return _act(user, battle_id, submission, "gm_adjust")


def gm_terrain(
    *,
    user: Any,
    battle_id: Id,
    reason: str,
    expected_version: int | None,
    remove: Sequence[str] = (),
    put: Sequence[Mapping[str, Any]] = (),
    idempotency_key: str = "",
) -> Submitted:
    """Change the table: pieces away by their ids, others (as in a scenario file, native units) put
    there, each instead of one with its id. The log says so, with the reason.

    Errors: reason_missing, bad_board (what can't be read), besides those of gm_act; the engine's
    bad_terrain, no_such_terrain, somebody_stands_there and the like.
    """
    access, battle = battle_for(user, battle_id)
    access.require_gm()
    require_reason(reason)
    try:
        pieces = terrain_from_data(list(put), setup_of(battle).ruleset.unit_size)
    except BoardError as fault:
        raise bad_board(fault) from fault
    order = GmTerrain(
        side=battle.seats[0].side,
        source="gm",
        remove=tuple(remove),
        put=pieces,
        reason=reason,
    )
    submission = Submission(
        [order], expected_version, source="gm", reason=reason, idempotency_key=idempotency_key
    )
    return _act(user, battle_id, submission, "gm_terrain")


def gm_table(
    *,
    user: Any,
    battle_id: Id,
    terrain: Sequence[Any],
    reason: str,
    expected_version: int | None,
) -> Submitted:
    """The same by what is to be there in the end: `terrain`, all of it.

    Errors: those of gm_terrain.
    """
    access, battle = battle_for(user, battle_id)
    access.require_gm()
    unit = setup_of(battle).ruleset.unit_size
    try:
        wanted = {piece.id: piece for piece in terrain_from_data(list(terrain), unit)}
    except BoardError as fault:
        raise bad_board(fault) from fault
    now = {piece.id: piece for piece in state_of(battle).setup.board.terrain}
    changed = [piece for id, piece in wanted.items() if now.get(id) != piece]
    return gm_terrain(
        user=user,
        battle_id=battle_id,
        remove=[id for id in now if id not in wanted],
        put=rules.to_native(changed, unit),
        reason=reason,
        expected_version=expected_version,
    )


def gm_end(
    *,
    user: Any,
    battle_id: Id,
    winner: str | None,
    reason: str,
    expected_version: int | None,
    idempotency_key: str = "",
) -> Submitted:
    """End the battle; `winner` None is a draw. Errors: reason_missing besides gm_act's."""
    access, battle = battle_for(user, battle_id)
    access.require_gm()
    require_reason(reason)
    side = winner or battle.sides.order_by("position").values_list("side", flat=True)[0]
    order = {"order": "gm_end_battle", "side": side, "winner": winner, "reason": reason}
    submission = Submission(
        [order], expected_version, source="gm", reason=reason, idempotency_key=idempotency_key
    )
    return _act(user, battle_id, submission, "gm_end")


@transaction.atomic
def gm_pause(*, user: Any, battle_id: Id, paused: bool, reason: str = "") -> Battle:
    """Stop play or let it go on. Errors: gm_only, battle_not_open."""
    access, seen = battle_for(user, battle_id)
    access.require_gm()
    check_reason(reason)
    battle = lock(seen.public_id)
    if battle.status not in (BattleStatus.OPEN, BattleStatus.PAUSED):
        raise ServiceError("battle_not_open", status_now=battle.status)
    battle.status = BattleStatus.PAUSED if paused else BattleStatus.OPEN
    battle.save(update_fields=["status"])
    (clocks.hold if paused else clocks.let_go)(battle)
    act = audit(access, "pause" if paused else "resume", battle=battle, reason=reason)
    follow_up(battle, state_of(battle), again=str(act.pk))
    return battle


@transaction.atomic
def gm_set_seat(
    *,
    user: Any,
    battle_id: Id,
    side: str,
    controller: str,
    member: Id | None = None,
    level: int = 2,
) -> BattleSide:
    """Give a side to another player, to the server or to the GM. The thread says so, once it has
    begun: whom the enemy plays against is everybody's business.

    Errors: gm_only, not_found, bad_controller, unknown_member, battle_not_open.
    """
    access, seen = battle_for(user, battle_id)
    access.require_gm()
    battle = lock(seen.public_id)
    if battle.status not in LIVE:
        raise ServiceError("battle_not_open", status_now=battle.status)
    row = next((one for one in battle.seats if one.side == side), None)
    if row is None:
        raise not_found()
    if controller not in Controller.values or level not in LEVELS:
        raise invalid("bad_controller")
    before = (row.controller, row.user_id)
    row.controller, row.level = controller, level
    row.user = _player(access, member) if controller == Controller.MEMBER else None
    row.save(update_fields=["controller", "level", "user"])
    clocks.seat_changed(battle, row, state_of(battle))
    act = audit(access, "set_seat", battle=battle, side=side, controller=controller)
    if (row.controller, row.user_id) != before:
        _tell_seat(access, battle, row, key=f"seat:{act.pk}")
    if battle.status == BattleStatus.OPEN:
        follow_up(battle, state_of(battle), again=str(act.pk))
    return row


def _tell_seat(access: Access, battle: Battle, row: BattleSide, *, key: str) -> None:
    """In the thread without names: those of people don't stay behind when they leave."""
    own = row.user_id is not None and row.user_id == access.user.pk
    if not own:
        tell(NoticeKind.SEAT, [row.user_id], key=key, scene=battle.scene, side=row.name)
    if battle.status == BattleStatus.SETUP:
        return
    turn = TurnLink(
        side=row.side, source="seat", data={"plays": "own" if own else str(row.controller)}
    )
    write_post(access=access, scene=battle.scene, parts=[Part("")], kind=PostKind.SYSTEM, turn=turn)


@transaction.atomic
def gm_rewind(
    *, user: Any, battle_id: Id, to_seq: int, reason: str, expected_version: int | None
) -> Battle:
    """Take the battle back to the end of an order; what came after stays in the log, superseded.

    A branch with dice of its own opens. A started aftermath is reverted first.

    Errors: gm_only, reason_missing, version_missing, stale, battle_not_started, bad_rewind
    (nearest: the last event of an order at or before to_seq); of one that is over also those of
    `reopen`, warriors_busy.
    """
    access, seen = battle_for(user, battle_id)
    access.require_gm()
    require_reason(reason)
    battle = lock(seen.public_id)
    require_version(battle, expected_version)
    if battle.status in (BattleStatus.SETUP, BattleStatus.CANCELLED):
        raise ServiceError("battle_not_started")
    stretch = stretch_of(battle, to_seq)
    if battle.status in (BattleStatus.OVER, BattleStatus.CLOSED):
        reopen(battle, user)
    branch_off(battle, stretch, to_seq, reason)
    audit(access, "rewind", battle=battle, reason=reason, to_seq=to_seq)
    _tell(access, battle, to_seq, reason)
    return battle


def _player(access: Access, member: Id | None) -> Any:
    players = access.campaign.memberships.exclude(role=Role.SPECTATOR).select_related("user")
    row = players.filter(public_id=uuid_of(member)).first() if member else None
    if row is None:
        raise invalid("unknown_member")
    return row.user


def stretch_of(battle: Battle, to_seq: int) -> Stretch:
    """The stretch that holds `to_seq`, which must be the last event of an order that counts."""
    stretches = lineage(battle.active_branch)
    orders = OrderRow.objects.filter(battle=battle, last_seq__lt=battle.version)
    ends = [
        last
        for branch, last in orders.order_by("last_seq").values_list("branch", "last_seq")
        if counts(stretches, branch, last)
    ]
    if to_seq not in ends:
        before = [one for one in ends if one < to_seq]
        after = [one for one in ends if one > to_seq]
        nearest, later = before[-1] if before else None, after[0] if after else None
        raise invalid("bad_rewind", to_seq=to_seq, nearest=nearest, next=later)
    return next(one for one in stretches if one.holds(to_seq))


def reopen(battle: Battle, user: Any) -> None:
    """Undo the aftermath, unless a warband of this battle has gone on to another one, or to another
    campaign: over that the game masters here have no say any more.

    Errors: campaign_closed, warband_left, later_battle, aftermath_kept, and those of
    warband_muster.
    """
    campaign = battle.scene.campaign
    require_open(campaign)
    rows = Warband.objects.filter(battle_sides__battle=battle).order_by("pk")
    warbands = list(rows.select_for_update(of=("self",)))
    require_here(campaign, *warbands)
    later = BattleSide.objects.filter(warband__in=warbands, battle__pk__gt=battle.pk)
    if later.exclude(battle__status=BattleStatus.CANCELLED).exists():
        raise ServiceError("later_battle")
    aftermath.revert(battle, user=user)
    for warband in warbands:
        warband_muster(actor=user, warband=warband, battle=str(battle.public_id), as_gm=True)
    _seat_again(battle)
    battle.combatants.update(open=True)
    battle.status = BattleStatus.OPEN
    battle.result = battle.over_at = battle.closed_at = None


def _seat_again(battle: Battle) -> None:
    """Whoever has left the campaign since, or only watches, plays no more: his seat is the owner's
    of the warband, or the game master's."""
    members = battle.scene.campaign.memberships.exclude(role=Role.SPECTATOR)
    players = set(members.values_list("user", flat=True))
    for side in battle.seats:
        if side.controller != Controller.MEMBER or side.user_id in players:
            continue
        owner = side.warband.owner if side.warband else None
        side.user = owner if owner is not None and owner.pk in players else None
        if side.user is None:
            side.controller = Controller.GM
        side.save(update_fields=["user", "controller"])


def branch_off(battle: Battle, stretch: Stretch, to_seq: int, reason: str) -> None:
    state = state_at(battle, stretch.branch, to_seq)
    battle.active_branch = new_branch(battle, parent=stretch.branch, from_seq=to_seq, reason=reason)
    note(
        battle,
        REWOUND,
        to_seq=to_seq,
        branch=str(battle.active_branch.public_id),
        commitment=battle.active_branch.commitment,
        reason=reason,
    )
    store_state(battle, state)
    follow_up(battle, state)


def _tell(access: Access, battle: Battle, to_seq: int, reason: str) -> None:
    turn = TurnLink(
        source="rewind",
        from_seq=battle.version,
        to_seq=battle.version,
        data={"reason": reason, "to_seq": to_seq},
    )
    write_post(access=access, scene=battle.scene, parts=[Part("")], kind=PostKind.SYSTEM, turn=turn)
