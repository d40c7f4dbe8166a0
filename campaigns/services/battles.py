"""A battle's life around its turns: set up, seeded, started, closed or cancelled."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

import rules
from campaigns.boards import BoardFile, boards
from campaigns.engine import digest, setup_of, start_bytes, start_order, to_json
from campaigns.errors import ServiceError, bad_board, forbidden, invalid, not_found
from campaigns.log import DICE_SEALED, note
from campaigns.models import (
    Battle,
    BattleSide,
    BattleStatus,
    Branch,
    Campaign,
    Combatant,
    Controller,
    NewsKind,
    NoticeKind,
    PostKind,
    Role,
    Scene,
    SceneKind,
    Seed,
    Visibility,
)
from campaigns.news import announce
from campaigns.notices import tell
from campaigns.selectors.access import Access, Id, battle_for, campaign_for, scene_for
from campaigns.selectors.boards import ground_for
from campaigns.selectors.seasons import require_season
from campaigns.services import clocks
from campaigns.services.campaigns import audit, require_open, require_reason
from campaigns.services.house_rules import held
from campaigns.services.record import follow_up, lock, resolve, store_order, store_state
from campaigns.services.scenes import (
    Part,
    TurnLink,
    next_position,
    require_open_scene,
    write_post,
)
from campaigns.services.setup import SIDE_IDS, SideWarband, build_setup
from mordheim_site.ids import uuid_of
from mordheim_site.text import one_line
from rules.battle.state import Setup
from rules.board import BoardError
from rules.dice import commitment
from rules.player import LEVELS
from warbands.models import Warband
from warbands.services.roster import warband_muster, warband_release


@dataclass(frozen=True)
class Seat:
    """A side in the making: a warband of the campaign and who plays it.

    `controller`: member (its owner, unless `user` says otherwise), server or gm.
    """

    warband: Id
    controller: str = Controller.MEMBER
    user: Any = None
    level: int = 2


@transaction.atomic
def battle_create(
    *,
    user: Any,
    campaign_id: Id,
    seats: Sequence[Seat],
    board: str,
    title: str = "",
    scene_id: Id | None = None,
    turn_limit: int | None = None,
    scenario: str = "",
    ask: bool = True,
    secret: bool = False,
    board_data: Mapping[str, Any] | None = None,
) -> Battle:
    """Set up a battle in a scene (a new one unless given); the GM only.

    The setup is pinned now: rules, catalogue rows, board, warriors. The secret of the dice is
    drawn and its commitment published, then members may add seeds until the start.

    `board`: one of the library, "ruins:7" or "street:7" for made ones, or `board_data` (size and
    terrain). `scenario`: one of the catalogue; `ask`: its choices are the players', not the
    server's. `secret`: both sides deploy unseen, where the scenario lets them.

    Errors: gm_only, campaign_closed, season_closed, unknown_board, bad_board, unknown_scenario,
    side_count, unknown_warband, warband_twice, bad_controller, warriors_busy (warriors,
    warband),    bad_setup (errors), scene_has_battle, scene_closed.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_open(access.campaign)
    campaign = held(access.campaign)
    require_season(campaign)
    ground = _board(access, board, board_data)
    most = 2 if scenario else min(len(SIDE_IDS), len(ground.zones))
    if not 2 <= len(seats) <= most:
        raise invalid("side_count", most=most)
    warbands = seated_warbands(access, seats)
    setup = build_setup(
        campaign=campaign,
        board=ground,
        sides=[SideWarband(id, one) for id, one in zip(SIDE_IDS, warbands, strict=False)],
        turn_limit=turn_limit,
        scenario=scenario,
        ask=ask,
    )
    title = one_line(title) or default_title(access.campaign, warbands)
    scene = _scene(access, scene_id, title)
    battle = _create(user, scene, ground.id, setup, secret=secret and bool(scenario))
    _seat(access, battle, seats, warbands, setup)
    for warband in warbands:
        warband_muster(actor=user, warband=warband, battle=str(battle.public_id), as_gm=True)
    audit(access, "battle_create", battle=battle, board=ground.id, scenario=scenario)
    _invite(battle, user)
    return battle


def _invite(battle: Battle, by: Any) -> None:
    """Tell whoever is to play, besides the one who has set it up, that it can begin."""
    for side in battle.sides.exclude(user=None).exclude(user=by):
        tell(
            NoticeKind.SET_UP,
            [side.user_id],
            key=f"set_up:{side.pk}",
            scene=battle.scene,
            side=side.name,
        )


@transaction.atomic
def add_seed(*, user: Any, battle_id: Id, text: str) -> Seed:
    """A member adds words of his own to the dice; he may change them until the start.

    Errors: members_only, seeds_frozen, bad_seed.
    """
    access, seen = battle_for(user, battle_id)
    access.require_member()
    battle = lock(seen.public_id)
    if battle.status != BattleStatus.SETUP:
        raise ServiceError("seeds_frozen")
    text = one_line(text)
    if not 1 <= len(text) <= 100:
        raise invalid("bad_seed", limit=100)
    seed, _new = Seed.objects.update_or_create(battle=battle, user=user, defaults={"text": text})
    return seed


@transaction.atomic
def battle_start(*, user: Any, battle_id: Id) -> Battle:
    """Freeze the seeds and throw the first dice; the GM, or whoever sits in a side.

    Errors: not_found, not_your_battle, already_started.
    """
    access, seen = battle_for(user, battle_id)
    access.require_writer()
    battle = lock(seen.public_id)
    if not access.is_gm and not battle.sides.filter(user=user).exists():
        raise forbidden("not_your_battle")
    if battle.status != BattleStatus.SETUP:
        raise ServiceError("already_started")
    require_open_scene(battle.scene)
    _freeze_seeds(battle)
    _begin(battle, user)
    return battle


def _begin(battle: Battle, user: Any) -> None:
    """The first dice: who begins. The order's place in them is taken by the setup's hash."""
    canonical = start_bytes(battle.setup_hash)
    branch = battle.active_branch
    note(
        battle,
        DICE_SEALED,
        commitment=branch.commitment,
        seeds=branch.seeds,
        setup=battle.setup_hash,
    )
    row = store_order(battle, start_order(battle.setup_hash), user=user)
    setup = setup_of(battle)
    state = resolve(battle, row, canonical, lambda dice: rules.start(setup, dice))
    battle.status, battle.started_at = BattleStatus.OPEN, timezone.now()
    announce(NewsKind.BEGUN, key=f"begun:{battle.pk}", scene=battle.scene)
    store_state(battle, state)
    turn = TurnLink(source="start", from_seq=1, to_seq=battle.version)
    write_post(access=None, scene=battle.scene, parts=[Part("")], kind=PostKind.SYSTEM, turn=turn)
    follow_up(battle, state)


@transaction.atomic
def battle_cancel(*, user: Any, battle_id: Id, reason: str) -> Battle:
    """Call a battle off, without an aftermath; its dice are shown. The GM only.

    Errors: gm_only, reason_missing, battle_not_open.
    """
    access, seen = battle_for(user, battle_id)
    access.require_gm()
    battle = lock(seen.public_id)
    require_reason(reason)
    if battle.status not in (BattleStatus.SETUP, BattleStatus.OPEN, BattleStatus.PAUSED):
        raise ServiceError("battle_not_open", status_now=battle.status)
    audit(access, "battle_cancel", battle=battle, reason=reason)
    finish(battle, BattleStatus.CANCELLED)
    return battle


def finish(battle: Battle, status: str) -> None:
    """Close a locked battle: nothing waits any more, its warriors are free, its dice shown."""
    now = timezone.now()
    battle.status, battle.closed_at = status, now
    battle.save(update_fields=["status", "closed_at"])
    clocks.stop_all(battle)
    battle.sides.update(waiting=False, waiting_since=None)
    battle.combatants.update(open=False)
    for warband in Warband.objects.filter(battle_sides__battle=battle):
        warband_release(warband=warband, battle=str(battle.public_id))
    battle.branches.filter(revealed_at=None).update(revealed_at=now)


def new_branch(
    battle: Battle, *, parent: Branch | None = None, from_seq: int = 0, reason: str = ""
) -> Branch:
    """A branch with a secret of its own, its commitment published before any die."""
    secret = secrets.token_bytes(32)
    return Branch.objects.create(
        battle=battle,
        parent=parent,
        from_seq=from_seq,
        secret=secret.hex(),
        commitment=commitment(secret),
        seeds=parent.seeds if parent else [],
        reason=reason,
    )


def seated_warbands(access: Access, seats: Sequence[Seat]) -> list[Warband]:
    """The seats' warbands in their order, locked so that no other battle takes them now."""
    ids = [str(uuid_of(seat.warband)) for seat in seats]
    if "None" in ids:
        raise invalid("unknown_warband")
    if len(set(ids)) != len(ids):
        raise invalid("warband_twice")
    list(Warband.objects.select_for_update().filter(pk__in=ids).order_by("pk"))
    # Looked up only now: who was being withdrawn is gone once the lock is ours.
    enrolled = Warband.objects.filter(enrolment__campaign=access.campaign, pk__in=ids)
    found = {str(warband.pk): warband for warband in enrolled}
    if missing := [id for id in ids if id not in found]:
        raise invalid("unknown_warband", warbands=missing)
    return [found[id] for id in ids]


def _scene(access: Access, scene_id: Id | None, title: str) -> Scene:
    if scene_id is None:
        return Scene.objects.create(
            campaign=access.campaign,
            kind=SceneKind.BATTLE,
            title=title[:120],
            visibility=Visibility.PUBLIC,
            position=next_position(access),
            created_by=access.user,
        )
    other, scene = scene_for(access.user, scene_id)
    if other.campaign != access.campaign:
        raise not_found()
    require_open_scene(scene)
    if Battle.objects.filter(scene=scene).exists():
        raise ServiceError("scene_has_battle")
    return scene


def default_title(campaign: Campaign, warbands: Sequence[Warband]) -> str:
    with translation.override(campaign.language):
        versus = _(" against ")
    return versus.join(warband.name for warband in warbands)


def _board(access: Access, board: str, data: Mapping[str, Any] | None) -> BoardFile:
    try:
        found = ground_for(access, board, data)
    except BoardError as fault:
        raise bad_board(fault) from fault
    if found is None:
        raise invalid("unknown_board", board=board, known=sorted(boards()))
    return found


def _create(user: Any, scene: Scene, board: str, setup: Setup, *, secret: bool = False) -> Battle:
    battle = Battle.objects.create(
        scene=scene,
        board=board,
        scenario=setup.mission.row.id if setup.mission else "",
        secret_deployment=secret,
        setup=to_json(setup),
        setup_hash=digest(rules.encode(setup)),
        engine_version=rules.ENGINE_VERSION,
        created_by=user,
    )
    battle.active_branch = new_branch(battle)
    battle.save(update_fields=["active_branch"])
    return battle


def _seat(
    access: Access,
    battle: Battle,
    seats: Sequence[Seat],
    warbands: Sequence[Warband],
    setup: Setup,
) -> None:
    for position, (seat, warband, id) in enumerate(zip(seats, warbands, SIDE_IDS, strict=False)):
        side = BattleSide.objects.create(
            battle=battle,
            side=id,
            position=position,
            name=warband.name,
            warband=warband,
            level=seat.level,
            **_controller(access, seat, warband),
        )
        hold_warriors(side, [warrior.id for warrior in setup.warriors if warrior.side == id])


def _controller(access: Access, seat: Seat, warband: Warband) -> dict[str, Any]:
    if seat.controller not in Controller.values or seat.level not in LEVELS:
        raise invalid("bad_controller")
    if seat.controller != Controller.MEMBER:
        return {"controller": seat.controller, "user": None}
    user = seat.user or warband.owner
    players = access.campaign.memberships.exclude(role=Role.SPECTATOR)
    if not players.filter(user=user).exists():
        raise invalid("unknown_member")
    return {"controller": Controller.MEMBER, "user": user}


def hold_warriors(side: BattleSide, warriors: Sequence[str]) -> None:
    """Keep the warriors for this battle; the index refuses one that another battle holds."""
    busy = Combatant.objects.filter(warrior__in=warriors, open=True)
    if names := sorted(busy.values_list("warrior", flat=True)):
        raise ServiceError("warriors_busy", warriors=names, warband=side.name)
    try:
        with transaction.atomic():
            Combatant.objects.bulk_create(
                Combatant(battle=side.battle, side=side, warrior=warrior) for warrior in warriors
            )
    except IntegrityError:
        raise ServiceError("warriors_busy", warriors=list(warriors), warband=side.name) from None


def _freeze_seeds(battle: Battle) -> None:
    branch = battle.active_branch
    branch.seeds = [
        {"by": str(seed.user), "seed": seed.text}
        for seed in battle.seeds.select_related("user").order_by("pk")
    ]
    branch.save(update_fields=["seeds"])
