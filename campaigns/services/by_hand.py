"""Battles that were played on a real table: reported, confirmed or disputed, ruled on.

A report holds the warbands as a battle here does: nobody hires or trades, and no other battle
begins, until it is settled or thrown out. Settled, the same aftermath begins.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from django.db import transaction
from django.utils import timezone

import rules
from campaigns import outbox
from campaigns.by_hand import Claim, Fielded, claim_from, faults_of, fielded_from
from campaigns.engine import digest, to_json
from campaigns.errors import ServiceError, forbidden, invalid, not_found
from campaigns.models import (
    Battle,
    BattleSide,
    BattleStatus,
    HandReport,
    HandStatus,
    NoticeKind,
    PostKind,
    Scene,
    SceneKind,
    Visibility,
)
from campaigns.notices import tell
from campaigns.selectors.access import Access, Id, battle_for, campaign_for
from campaigns.selectors.by_hand import fielded_of
from campaigns.selectors.campaigns import game_masters
from campaigns.selectors.seasons import require_season, season_of
from campaigns.services import aftermath, battles, choosing, gm, presence
from campaigns.services.campaigns import audit, check_reason, require_open, require_reason
from campaigns.services.house_rules import held
from campaigns.services.record import lock
from campaigns.services.scenes import Part, TurnLink, next_position, write_post
from campaigns.services.setup import SIDE_IDS
from mordheim_site.text import one_line
from rules.catalogue import load_catalogue
from warbands.models import Warband
from warbands.services.roster import warband_muster

LONGEST_OBJECTION = 2000


@dataclass(frozen=True)
class Told:
    """A report under its lock: who looks at it, the battle, its sides and what is claimed."""

    access: Access
    battle: Battle
    report: HandReport
    sides: list[BattleSide]

    @property
    def mine(self) -> list[BattleSide]:
        return [one for one in self.sides if one.user_id == self.access.user.pk]


@transaction.atomic
def hand_report(
    *,
    user: Any,
    campaign_id: Id,
    warbands: Sequence[Id],
    claim: Claim,
    scenario: str = "",
    title: str = "",
) -> Battle:
    """Report a battle between these warbands; a player of one of them, or the GM.

    Whoever reports confirms his own side with it. Who plays every side, and is no GM, needs the
    GM's ruling.

    Errors: hand_not_allowed, campaign_closed, season_closed, not_your_battle, side_count,
    unknown_warband, warband_twice, unknown_scenario, warband_unfit, bad_claim (errors),
    warriors_busy, and those of warband_muster (in_battle, aftermath_open).
    """
    access = campaign_for(user, campaign_id)
    access.require_writer()
    require_open(access.campaign)
    require_season(held(access.campaign))
    if not access.campaign.hand_reports:
        raise ServiceError("hand_not_allowed")
    if not 2 <= len(warbands) <= len(SIDE_IDS):
        raise invalid("side_count", most=len(SIDE_IDS))
    if scenario and scenario not in load_catalogue().scenarios:
        raise invalid("unknown_scenario", scenario=scenario)
    found = battles.seated_warbands(access, [battles.Seat(one) for one in warbands])
    if not access.is_gm and all(one.owner_id != user.pk for one in found):
        raise forbidden("not_your_battle")
    fielded = fielded_of(access, found)
    _check(claim, fielded, len(found), scenario)
    battle = _create(access, found, scenario, title)
    sides = _seat(battle, found, fielded)
    report = HandReport.objects.create(
        battle=battle, fielded=to_json(fielded), claim=to_json(claim), reported_by=user
    )
    for warband in found:
        warband_muster(actor=user, warband=warband, battle=str(battle.public_id), as_gm=True)
    told = Told(access, battle, report, sides)
    presence.heard_of(user, access.campaign.pk)
    _say(told, "hand_reported")
    _after_the_word(told)
    return battle


@transaction.atomic
def hand_revise(
    *, user: Any, battle_id: Id, claim: Claim, expected_version: int | None
) -> HandReport:
    """Tell it otherwise: who reported it, or the GM. The other sides confirm anew.

    Errors: not_found, not_your_report, report_settled, version_missing, stale, bad_claim.
    """
    told = _locked(user, battle_id, expected_version)
    if told.report.reported_by_id != user.pk and not told.access.is_gm:
        raise forbidden("not_your_report")
    _check(claim, fielded_from(told.report.fielded), len(told.sides), told.battle.scenario)
    told.report.claim, told.report.reported_by = to_json(claim), user
    told.report.status = HandStatus.OPEN
    told.report.objection, told.report.objected_by = "", None
    told.report.save()
    for side in told.sides:
        _wait(side, side.user_id != user.pk)
    _next_version(told.battle)
    _say(told, "hand_revised")
    _after_the_word(told)
    return told.report


@transaction.atomic
def hand_confirm(*, user: Any, battle_id: Id, expected_version: int | None) -> HandReport:
    """It was so: a player for his sides. When all have said it the aftermath begins.

    Errors: not_found, not_your_battle, report_settled, version_missing, stale.
    """
    told = _locked(user, battle_id, expected_version)
    if not told.mine:
        raise forbidden("not_your_battle")
    for side in told.mine:
        _wait(side, False)
    if told.report.status == HandStatus.DISPUTED and told.report.objected_by_id == user.pk:
        told.report.status, told.report.objection, told.report.objected_by = "open", "", None
        told.report.save()
    _next_version(told.battle)
    _say(told, "hand_confirmed", ", ".join(side.name for side in told.mine))
    _after_the_word(told)
    return told.report


@transaction.atomic
def hand_dispute(
    *, user: Any, battle_id: Id, objection: str, expected_version: int | None
) -> HandReport:
    """It was not so: a player of one of its sides says why, and the GM decides.

    Errors: not_found, not_your_battle, report_settled, version_missing, stale, blank_text,
    text_too_long.
    """
    told = _locked(user, battle_id, expected_version)
    if not told.mine:
        raise forbidden("not_your_battle")
    objection = objection.strip()
    if not objection:
        raise invalid("blank_text")
    if len(objection) > LONGEST_OBJECTION:
        raise invalid("text_too_long", limit=LONGEST_OBJECTION)
    told.report.status = HandStatus.DISPUTED
    told.report.objection, told.report.objected_by = objection, user
    told.report.save()
    for side in told.mine:
        _wait(side, True)
    _next_version(told.battle)
    _say(told, "hand_disputed", objection)
    _call_gm(told)
    return told.report


@transaction.atomic
def hand_withdraw(*, user: Any, battle_id: Id, expected_version: int | None) -> HandReport:
    """Take one's report back; the warbands are free. Errors: not_your_report, report_settled."""
    told = _locked(user, battle_id, expected_version)
    if told.report.reported_by_id != user.pk:
        raise forbidden("not_your_report")
    _throw_out(told)
    _say(told, "hand_withdrawn")
    return told.report


@transaction.atomic
def hand_rule(
    *,
    user: Any,
    battle_id: Id,
    accept: bool,
    reason: str,
    expected_version: int | None,
) -> HandReport:
    """The GM's word: it counts as it is told (revise it first, where it was otherwise), or not at
    all. Errors: gm_only, reason_missing, text_too_long, report_settled, version_missing, stale."""
    told = _locked(user, battle_id, expected_version)
    told.access.require_gm()
    require_reason(reason)
    check_reason(reason)
    told.report.ruling, told.report.ruled_by = reason.strip(), user
    audit(told.access, "hand_rule", battle=told.battle, reason=reason, accept=accept)
    if accept:
        _settle(told)
        _say(told, "hand_ruled", reason.strip())
    else:
        _throw_out(told)
        _say(told, "hand_thrown_out", reason.strip())
    return told.report


@transaction.atomic
def hand_reopen(
    *, user: Any, battle_id: Id, reason: str, expected_version: int | None
) -> HandReport:
    """The GM opens a settled report again: what came after it is undone, and all confirm anew.

    Errors: gm_only, campaign_closed, reason_missing, text_too_long, report_not_settled,
    version_missing, stale, season_over, warband_left, later_battle, aftermath_kept (where a warband
    has traded since; then amend it).
    """
    told = _settled_for(user, battle_id, reason, expected_version)
    gone = aftermath.aftermaths_of(told.battle)
    gm.reopen(told.battle, user)
    for one in gone:
        choosing.forget(one)
    _keep_change(told, "reopened", reason)
    told.report.status = HandStatus.OPEN
    told.report.ruling, told.report.ruled_by = "", None
    told.report.objection, told.report.objected_by = "", None
    told.report.save()
    told.battle.status = BattleStatus.REPORTED
    told.battle.version += 1
    told.battle.save(update_fields=["status", "result", "over_at", "closed_at", "version"])
    for side in told.battle.seats:
        _wait(side, True)
    again = Told(told.access, told.battle, told.report, told.battle.seats)
    _say(again, "hand_reopened", reason.strip())
    _ask_again(again)
    return told.report


def _ask_again(told: Told) -> None:
    """Where nobody is left to confirm for a side, the GM rules."""
    if any(side.user_id is None for side in told.sides):
        told.report.status = HandStatus.DISPUTED
        told.report.save(update_fields=["status"])
        _call_gm(told)
    else:
        _after_the_word(told)


@transaction.atomic
def hand_amend(
    *, user: Any, battle_id: Id, claim: Claim, reason: str, expected_version: int | None
) -> HandReport:
    """The GM corrects what a settled report says, and what came after it stays, flagged.

    Result, standings and chronicle follow the new telling; each aftermath of the battle says from
    then on that it grew out of another one, and the GM corrects its steps where they differ.

    Errors: gm_only, campaign_closed, reason_missing, text_too_long, report_not_settled,
    version_missing, stale, season_over, bad_claim.
    """
    told = _settled_for(user, battle_id, reason, expected_version)
    _check(claim, fielded_from(told.report.fielded), len(told.sides), told.battle.scenario)
    _keep_change(told, "amended", reason)
    told.report.claim = to_json(claim)
    told.report.save()
    told.battle.result = {"winner": claim.winner or None, "reason": claim.ending}
    told.battle.version += 1
    told.battle.save(update_fields=["result", "version"])
    _say(told, "hand_amended", reason.strip())
    return told.report


def _settled_for(user: Any, battle_id: Id, reason: str, expected_version: int | None) -> Told:
    """A settled report under its lock, for the GM, while the campaign is open and its season's
    table isn't kept yet."""
    told = _locked(user, battle_id, expected_version, settled=True)
    told.access.require_gm()
    require_open(told.access.campaign)
    require_reason(reason)
    season = season_of(told.access.campaign)
    over = told.battle.over_at
    if not season.open or (season.number > 1 and over is not None and over < season.opened_at):
        raise ServiceError("season_over")
    return told


def _keep_change(told: Told, kind: str, reason: str) -> None:
    """What it said before stays with the report, and the GM's act in the audit."""
    told.report.changes = [
        *told.report.changes,
        {
            "kind": kind,
            "by": str(told.access.user),
            "reason": reason.strip(),
            "at": timezone.now().isoformat(),
            "claim": told.report.claim,
        },
    ]
    audit(told.access, f"hand_{kind}", battle=told.battle, reason=reason)


def read_claim(data: Any) -> Claim:
    """A claim out of somebody's JSON or form. Errors: bad_claim."""
    try:
        return claim_from(data)
    except msgspec.ValidationError as fault:
        raise invalid("bad_claim", errors=[{"code": "unreadable", "field": str(fault)}]) from None


def _check(claim: Claim, fielded: Sequence[Fielded], sides: int, scenario: str) -> None:
    names = {one.id: one.name for one in fielded}
    faults = faults_of(claim, fielded, SIDE_IDS[:sides], scenario)
    if faults:
        errors = [
            {
                "code": one.code,
                "field": one.field,
                "about": one.about,
                "name": names.get(one.about, one.about),
            }
            for one in faults
        ]
        raise invalid("bad_claim", errors=errors)


def _create(access: Access, warbands: Sequence[Warband], scenario: str, title: str) -> Battle:
    scene = Scene.objects.create(
        campaign=access.campaign,
        kind=SceneKind.BATTLE,
        title=(one_line(title) or battles.default_title(access.campaign, warbands))[:120],
        visibility=Visibility.PUBLIC,
        position=next_position(access),
        created_by=access.user,
    )
    return Battle.objects.create(
        scene=scene,
        by_hand=True,
        scenario=scenario,
        setup={},
        setup_hash=digest(b"by hand"),
        engine_version=rules.ENGINE_VERSION,
        status=BattleStatus.REPORTED,
        version=1,
        created_by=access.user,
    )


def _seat(
    battle: Battle, warbands: Sequence[Warband], fielded: Sequence[Fielded]
) -> list[BattleSide]:
    sides = []
    for position, (id, warband) in enumerate(zip(SIDE_IDS, warbands, strict=False)):
        side = BattleSide.objects.create(
            battle=battle,
            side=id,
            position=position,
            name=warband.name,
            warband=warband,
            user=warband.owner,
        )
        battles.hold_warriors(side, [one.id for one in fielded if one.side == id])
        _wait(side, warband.owner_id != battle.created_by_id)
        sides.append(side)
    return sides


def _wait(side: BattleSide, waiting: bool) -> None:
    side.waiting = waiting
    side.waiting_since = timezone.now() if waiting else None
    side.save(update_fields=["waiting", "waiting_since"])


def _next_version(battle: Battle) -> None:
    battle.version += 1
    battle.save(update_fields=["version"])


def _locked(
    user: Any, battle_id: Id, expected_version: int | None, *, settled: bool = False
) -> Told:
    """The report under its battle's lock, while something may still be said about it, or (only the
    GM asks for that) once it is `settled`."""
    access, seen = battle_for(user, battle_id, by_hand=True)
    access.require_writer()
    if not seen.by_hand:
        raise not_found()
    battle = lock(seen.public_id)
    report = HandReport.objects.get(battle=battle)
    if settled:
        access.require_gm()
        if report.status != HandStatus.SETTLED:
            raise ServiceError("report_not_settled")
    elif not report.waits:
        raise ServiceError("report_settled")
    if expected_version is None:
        raise ServiceError("version_missing", 428, version=battle.version)
    if expected_version != battle.version:
        raise ServiceError("stale_report", 412, version=battle.version)
    presence.heard_of(user, access.campaign.pk)
    return Told(access, battle, report, list(battle.sides.order_by("position")))


def _after_the_word(told: Told) -> None:
    """Settle it when everybody has confirmed, or call for whoever has not."""
    if told.report.status == HandStatus.DISPUTED:
        return
    waiting = [side for side in told.sides if side.waiting]
    if not waiting and _one_hand(told) and not told.access.is_gm:
        told.report.status = HandStatus.DISPUTED
        told.report.save(update_fields=["status"])
        _call_gm(told)
    elif not waiting:
        _settle(told)
    else:
        tell(
            NoticeKind.HAND_REPORT,
            [side.user_id for side in waiting],
            key=f"hand:{told.battle.public_id}:{told.battle.version}",
            scene=told.battle.scene,
            by=str(told.access.user),
        )


def _one_hand(told: Told) -> bool:
    """Whether one player sits on every side: his word alone is not enough."""
    return len({side.user_id for side in told.sides}) == 1


def _settle(told: Told) -> None:
    """It counts: from here on everything is as after a battle that was played here."""
    battle, claim = told.battle, claim_from(told.report.claim)
    told.report.status = HandStatus.SETTLED
    told.report.save()
    for side in told.sides:
        _wait(side, False)
    battle.status, battle.over_at = BattleStatus.OVER, timezone.now()
    battle.result = {"winner": claim.winner or None, "reason": claim.ending}
    battle.version += 1
    battle.save(update_fields=["status", "over_at", "result", "version"])
    name = str(battle.public_id)
    outbox.enqueue("aftermath", f"{name}:{battle.version}", battle=name)


def _throw_out(told: Told) -> None:
    told.report.status = HandStatus.WITHDRAWN
    told.report.save()
    told.battle.version += 1
    told.battle.save(update_fields=["version"])
    battles.finish(told.battle, BattleStatus.CANCELLED)


def _say(told: Told, source: str, text: str = "") -> None:
    """A notice in the scene, so that everybody reads what was said about the battle and by whom."""
    data = {"by": str(told.access.user), "text": text}
    write_post(
        access=None,
        scene=told.battle.scene,
        parts=[Part("")],
        kind=PostKind.SYSTEM,
        turn=TurnLink(source=source, data=data),
    )


def _call_gm(told: Told) -> None:
    tell(
        NoticeKind.DISPUTE,
        _masters(told.access),
        key=f"dispute:{told.battle.public_id}:{told.battle.version}",
        scene=told.battle.scene,
    )


def _masters(access: Access) -> Iterable[int]:
    return list(game_masters(access.campaign).values_list("user", flat=True))
