"""What follows a battle: one job a step, then the report in the camp and the dice laid open.

`begin` opens an aftermath for each warband, `step` does one step of one of them and calls for the
next; the last step of all closes the battle. `default` settles what nobody has answered in time.
Each runs in the transaction that finishes its job.
"""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from campaigns import news, notices, outbox
from campaigns.by_hand import claim_from, fielded_from, report_of_claim
from campaigns.engine import state_of
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.log import events_up_to
from campaigns.models import (
    Battle,
    BattleSide,
    BattleStatus,
    Enrolment,
    NewsKind,
    NoticeKind,
    Outbox,
    PostKind,
    Scene,
    SceneKind,
)
from campaigns.selectors.access import Access, Id, battle_for
from campaigns.selectors.aftermaths import ground_of
from campaigns.selectors.campaigns import game_masters
from campaigns.services import choosing, presence
from campaigns.services.battles import finish
from campaigns.services.campaigns import audit, require_here
from campaigns.services.house_rules import pinned_in
from campaigns.services.record import lock
from campaigns.services.scenes import Part, TurnLink, write_post
from mordheim_site.errors import ServiceError as WarbandError
from rules.campaign import BattleReport, report_of
from rules.campaign.report import SideReport
from warbands.models import Aftermath
from warbands.selectors import aftermath_for
from warbands.services import aftermath as services
from warbands.services.corrections import correct

# A closed battle's aftermath goes on where somebody answers a question later.
AFTER = (BattleStatus.OVER, BattleStatus.CLOSED)


def begin(job: Outbox) -> None:
    """Open the aftermath of every warband of a battle that is over."""
    with outbox.finishing(job):
        battle = lock(job.payload["battle"])
        if battle.status != BattleStatus.OVER:
            return
        report = report_for(battle)
        branch = battle.active_branch
        seeds = [seed["seed"] for seed in branch.seeds] if branch else []
        for side in battle.sides.exclude(warband=None).select_related("warband"):
            aftermath = services.start(
                battle_ref=str(battle.public_id),
                warband=side.warband,
                outcome=report,
                side=side.side,
                seeds=seeds,
                house_rules=pinned_in(battle),
            )
            choosing.allow(battle, aftermath)
            _go_on(battle, aftermath)
        _tell_players(battle)
        _close_if_done(battle)


def _tell_players(battle: Battle) -> None:
    """The battle is over, and what comes after it waits for them."""
    users = battle.sides.exclude(warband=None).values_list("warband__owner", flat=True)
    notices.tell(
        NoticeKind.BATTLE_OVER,
        users,
        key=f"battle_over:{battle.public_id}:{battle.version}",
        scene=battle.scene,
    )
    news.announce(NewsKind.OVER, key=f"over:{battle.pk}:{battle.version}", scene=battle.scene)


def step(job: Outbox) -> None:
    """Do the next step of one aftermath, and call for the one after it."""
    with outbox.finishing(job):
        battle = lock(job.payload["battle"])
        aftermath = Aftermath.objects.filter(
            pk=job.payload["aftermath"], reverted_at=None, version=job.payload["version"]
        ).first()
        if battle.status not in AFTER or aftermath is None:
            return
        services.run_step(aftermath=aftermath)
        aftermath.refresh_from_db()
        _go_on(battle, aftermath)
        _close_if_done(battle)


def default(job: Outbox) -> None:
    """Time has run out: whatever is still asked goes by its default."""
    with outbox.finishing(job):
        battle = lock(job.payload["battle"])
        aftermath = Aftermath.objects.filter(
            pk=job.payload["aftermath"], reverted_at=None, closed_at=None
        ).first()
        if battle.status not in AFTER or aftermath is None:
            return
        if not choosing.still_due(aftermath, job):
            return
        services.run_all(aftermath=aftermath)
        if services.take_default(aftermath=aftermath):
            aftermath.refresh_from_db()
            choosing.tell_time_is_up(battle, aftermath)
        _close_if_done(battle)


def remind(job: Outbox) -> None:
    """Warn a player who still has something to choose of an end that is ahead."""
    with outbox.finishing(job):
        battle = lock(job.payload["battle"])
        aftermath = Aftermath.objects.filter(
            pk=job.payload["aftermath"], reverted_at=None, closed_at=None
        ).first()
        if aftermath is None or not choosing.still_due(aftermath, job):
            return
        asked = {question.who for question in services.pending(aftermath)}
        users = [aftermath.warband.owner_id] if "player" in asked else []
        users += services.captors_asked(aftermath) if "captor" in asked else []
        if users:
            choosing.remind(battle, aftermath, job.payload["hours"], users)


@transaction.atomic
def aftermath_choose(
    *,
    user: Any,
    aftermath_id: UUID,
    question: str,
    choice: str,
    gold: int = 0,
    expected_version: int | None,
) -> Aftermath:
    """Answer what an aftermath asks: whose right it is, or the game master.

    Errors: version_missing (428), not_found, and those of warbands.services.aftermath.answer.
    """
    seen = aftermath_for(user, aftermath_id)
    if expected_version is None:
        raise ServiceError("version_missing", 428, version=seen.version)
    access, battle = _locked(user, seen)
    answer = {"decision": question, "choice": choice, "gold": gold, "version": expected_version}
    try:
        services.answer(actor=user, aftermath=seen, **answer)
    except WarbandError as refusal:
        if refusal.code != "not_yours" or not access.is_gm:
            raise
        _not_elsewhere(access, seen)
        services.answer(actor=user, aftermath=seen, as_gm=True, **answer)
        audit(access, "aftermath_answer", battle=battle, decision=question, choice=choice)
    presence.heard_of(user, access.campaign.pk)
    if battle is None:
        services.run_all(aftermath=seen)
    else:
        for one in aftermaths_of(battle):
            _go_on(battle, one)
    seen.refresh_from_db()
    return seen


@transaction.atomic
def aftermath_leave_market(*, user: Any, aftermath_id: UUID) -> Aftermath:
    """Nobody looks for anything more at the trading post. Errors: not_found, not_yours."""
    seen = aftermath_for(user, aftermath_id)
    access, battle = _locked(user, seen)
    if battle is None:
        raise not_found()
    if seen.warband.owner_id != user.pk:
        _not_elsewhere(access, seen)
    services.leave_market(actor=user, aftermath=seen, as_gm=access.is_gm)
    if seen.warband.owner_id != user.pk:
        audit(access, "aftermath_leave_market", battle=battle, aftermath=str(seen.pk))
    seen.refresh_from_db()
    _go_on(battle, seen)
    return seen


@transaction.atomic
def aftermath_correct(
    *,
    user: Any,
    aftermath_id: UUID,
    step: int,
    reason: str,
    dice: Sequence[int] = (),
    expected_version: int | None,
) -> Aftermath:
    """The GM has a step go another way; what depended on it is played anew or asked again.

    Errors: gm_only, warband_left, version_missing, not_found, and those of
    warbands.services.correct.
    """
    seen = aftermath_for(user, aftermath_id)
    access, battle = _locked(user, seen)
    access.require_gm()
    require_here(access.campaign, seen.warband)
    if expected_version is None:
        raise ServiceError("version_missing", 428, version=seen.version)
    row = correct(
        actor=user,
        aftermath=seen,
        number=step,
        reason=reason,
        dice=dice,
        as_gm=True,
        version=expected_version,
    )
    audit(access, "aftermath_correct", battle=battle, reason=reason, step=step, dice=list(dice))
    if battle is None:
        return row
    if row.closed_at is None:
        choosing.allow(battle, row)
    _go_on(battle, row)
    return row


def _locked(user: Any, seen: Aftermath) -> tuple[Access, Battle | None]:
    """Who asks, and the battle under its lock; none for who catches up with a campaign."""
    ground = ground_of(user, seen)
    return ground.access, lock(ground.battle.public_id) if ground.battle else None


def _not_elsewhere(access: Access, aftermath: Aftermath) -> None:
    """What is still asked is no more the game master's once the warband plays in another campaign:
    its player's answers or the defaults hold. Errors: warband_left."""
    if Enrolment.objects.filter(warband=aftermath.warband_id).exists():
        require_here(access.campaign, aftermath.warband)


@transaction.atomic
def aftermath_answer(
    *, user: Any, battle_id: Id, aftermath_id: UUID, decision: str, choice: str, gold: int = 0
) -> Aftermath:
    """The GM settles what an aftermath asks (a prisoner, a fight in the pits).

    Errors: gm_only, not_found, and those of warbands.services.aftermath.answer.
    """
    access, seen = battle_for(user, battle_id, by_hand=True)
    access.require_gm()
    battle = lock(seen.public_id)
    found = Aftermath.objects.filter(
        pk=aftermath_id, battle=str(battle.public_id), reverted_at=None
    ).first()
    if found is None:
        raise not_found()
    if gold < 0:
        raise invalid("bad_number", field="gold")
    _not_elsewhere(access, found)
    services.answer(
        actor=user, aftermath=found, decision=decision, choice=choice, gold=gold, as_gm=True
    )
    found.refresh_from_db()
    audit(access, "aftermath_answer", battle=battle, decision=decision, choice=choice)
    for one in aftermaths_of(battle):
        _go_on(battle, one)
    return found


def revert(battle: Battle, *, user: Any) -> None:
    """Undo the aftermaths of a locked battle, for a rewind. Errors: aftermath_kept (why)."""
    for aftermath in aftermaths_of(battle):
        try:
            services.revert(aftermath=aftermath, actor=user)
        except WarbandError as refusal:
            raise ServiceError("aftermath_kept", why=refusal.code) from refusal


def aftermaths_of(battle: Battle) -> list[Aftermath]:
    """Those that count, in the order of the sides."""
    rows = Aftermath.objects.filter(battle=str(battle.public_id), reverted_at=None)
    return list(rows.select_related("warband").order_by("created_at", "pk"))


def report_for(battle: Battle) -> BattleReport:
    """Who won, who fell, by whose hand, as the log of the active branch tells it (or whoever has
    reported a battle by hand)."""
    if battle.by_hand:
        return _by_hand(battle)
    setup_leaders = {one.side: one.id for one in state_of(battle).setup.warriors if one.leader}
    return report_of(
        state_of(battle),
        events_up_to(battle, battle.active_branch),
        battle=str(battle.public_id),
        sides=[_side(side, setup_leaders) for side in _sides(battle)],
    )


def _by_hand(battle: Battle) -> BattleReport:
    told = battle.hand_report
    fielded = fielded_from(told.fielded)
    leaders = {one.side: one.id for one in fielded if one.leader}
    return report_of_claim(
        claim_from(told.claim),
        fielded,
        battle=str(battle.public_id),
        sides=[_side(side, leaders) for side in _sides(battle)],
        scenario=battle.scenario,
    )


def _side(side: BattleSide, leaders: dict[str, str]) -> SideReport:
    warband = side.warband
    return SideReport(
        id=side.side,
        name=side.name,
        warband=str(warband.pk) if warband else "",
        type=warband.type if warband else "",
        rating=warband.rating if warband else 0,
        leader=leaders.get(side.side, ""),
    )


def _sides(battle: Battle) -> list[BattleSide]:
    return list(battle.sides.select_related("warband").order_by("position"))


def _go_on(battle: Battle, aftermath: Aftermath) -> None:
    """Call for the next step, if there is one that nobody has to decide; else tell the camp."""
    if services.remaining(aftermath):
        outbox.enqueue(
            "aftermath_step",
            f"{aftermath.pk}:{aftermath.version}",
            battle=str(battle.public_id),
            aftermath=str(aftermath.pk),
            version=aftermath.version,
        )
        return
    _call_the_masters(battle, aftermath)
    choosing.attend(battle, aftermath)
    if aftermath.closed_at:
        choosing.forget(aftermath)
        notices.turn_taken(battle.scene, aftermath.warband.name)
    _tell_the_camp(battle, aftermath)


def _call_the_masters(battle: Battle, aftermath: Aftermath) -> None:
    """Tell the game masters of every decision that is theirs alone, once each."""
    asked = [one.id for one in services.pending(aftermath) if one.who == "gm"]
    masters = game_masters(battle.scene.campaign).values_list("user", flat=True) if asked else ()
    for question in asked:
        notices.tell(
            NoticeKind.GM_DECIDES,
            masters,
            key=f"ruling:{aftermath.pk}:{question}",
            scene=battle.scene,
            side=aftermath.warband.name,
            aftermath=str(aftermath.pk),
        )


def _tell_the_camp(battle: Battle, aftermath: Aftermath) -> None:
    """A report in the warband's camp, written once; later answers of the GM are told by it too."""
    camp = Scene.objects.filter(
        campaign=battle.scene.campaign, warband=aftermath.warband_id, kind=SceneKind.CAMP
    ).first()
    data = {"battle": str(battle.public_id), "aftermath": str(aftermath.pk)}
    if camp is None or camp.posts.filter(kind=PostKind.REPORT, data=data).exists():
        return
    write_post(
        access=None,
        scene=camp,
        parts=[Part("")],
        kind=PostKind.REPORT,
        turn=TurnLink(source="aftermath", data=data),
    )


def _close_if_done(battle: Battle) -> None:
    """Every step of every warband done: the battle closes and its dice are shown."""
    done = not any(services.remaining(one) for one in aftermaths_of(battle))
    if done and battle.status == BattleStatus.OVER:
        finish(battle, BattleStatus.CLOSED)
