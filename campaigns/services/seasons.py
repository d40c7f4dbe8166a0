"""A season ends and another begins; between the two no battle does."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.errors import ServiceError, invalid, not_found
from campaigns.models import LIVE, Battle, Campaign, PostKind, Scene, SceneKind, Season
from campaigns.selectors.access import Access, Id, campaign_for
from campaigns.selectors.chronicle import Standing, kept_rows, standings_of
from campaigns.selectors.seasons import first_season, season_of
from campaigns.services.campaigns import audit, require_open, withdraw_warband
from campaigns.services.house_rules import held
from campaigns.services.scenes import Part, TurnLink, write_post
from mordheim_site.ids import uuid_of
from mordheim_site.text import one_line
from warbands.models import Aftermath
from warbands.services.roster import warband_disband

LONGEST_NAME = 80
LONGEST_WORDS = 4000
AWARDS = ("kills", "wyrdstone", "losses", "fought")
"""For what awards are given, each to whoever has most of it."""


@transaction.atomic
def season_close(
    *, user: Any, campaign_id: Id, winner: Id | None = None, words: str = ""
) -> Season:
    """End the season: its table is kept as it is, winner and awards stand in the chronicle.

    `winner`: a warband; without one, who has won most battles (of equals the better rated) of those
    that still take part.

    Errors: gm_only, campaign_closed, season_closed, season_unsettled (battles or what comes after
    them under way), unknown_warband, text_too_long.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_open(access.campaign)
    _lock(access.campaign)
    season = season_of(access.campaign)
    if not season.open:
        raise ServiceError("season_closed")
    if len(words) > LONGEST_WORDS:
        raise invalid("text_too_long", limit=LONGEST_WORDS)
    _settled(access)
    standings = standings_of(access, season)
    season.winner = _winner(standings, winner)
    season.standings = kept_rows(standings)
    season.awards = awards_of(standings)
    season.words = words.strip()
    season.closed_at = timezone.now()
    season.save()
    audit(access, "season_close", number=season.number, winner=season.winner)
    _tell(access, "season_closed", season)
    return season


@transaction.atomic
def season_open(*, user: Any, campaign_id: Id, name: str = "") -> Season:
    """Begin the next season; the warbands that take part carry on.

    Errors: gm_only, campaign_closed, season_open, text_too_long.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_open(access.campaign)
    _lock(access.campaign)
    last = season_of(access.campaign)
    if last.open:
        raise ServiceError("season_open")
    season = Season.objects.create(
        campaign=access.campaign,
        number=last.number + 1,
        name=_name(name),
        opened_at=timezone.now(),
    )
    audit(access, "season_open", number=season.number)
    _tell(access, "season_opened", season)
    return season


@transaction.atomic
def season_rename(*, user: Any, campaign_id: Id, number: int, name: str) -> Season:
    """Give a season, also one that is over, another name; "" takes it away.

    Errors: gm_only, campaign_closed, not_found, text_too_long.
    """
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_open(access.campaign)
    _lock(access.campaign)
    season = season_of(access.campaign, number)
    season.name = _name(name)
    season.save(update_fields=["name"])
    audit(access, "season_rename", number=number, name=season.name)
    return season


@transaction.atomic
def warband_retire(*, user: Any, campaign_id: Id, warband_id: Id) -> None:
    """A warband of one's own (or any, for the GM) retires for good; what it did stays told.

    Errors: members_only, spectators_read, not_found, gm_only, warband_in_battle, and those of
    warband_disband.
    """
    access = campaign_for(user, campaign_id)
    access.require_writer()
    row = access.campaign.enrolments.filter(warband=uuid_of(warband_id)).select_related("warband")
    enrolment = row.first()
    if enrolment is None:
        raise not_found()
    warband = enrolment.warband
    withdraw_warband(user=user, campaign_id=campaign_id, warband_id=warband.pk)
    warband_disband(actor=user, warband=warband, as_gm=access.is_gm)
    if access.is_gm:
        audit(access, "warband_retire", warband=str(warband.pk), name=warband.name)


def awards_of(standings: Sequence[Standing]) -> list[dict[str, Any]]:
    """Who has most of each; nobody where there is none of it."""
    found = []
    for id in AWARDS:
        most = max((getattr(one, id) for one in standings), default=0)
        names = [one.warband.name for one in standings if getattr(one, id) == most]
        if most:
            found.append({"id": id, "n": most, "names": names})
    return found


def _winner(standings: Sequence[Standing], chosen: Id | None) -> str:
    if chosen:
        key = uuid_of(chosen)
        named = next((one for one in standings if one.warband.pk == key), None)
        if named is None:
            raise invalid("unknown_warband")
        return named.warband.name
    fought = [one for one in standings if one.fought and not one.withdrawn]
    if not fought:
        return ""
    best = max(fought, key=lambda one: (one.won, -one.lost, one.warband.rating))
    return best.warband.name


def _settled(access: Access) -> None:
    """Nothing is under way that would still change the table."""
    battles = Battle.objects.filter(scene__campaign=access.campaign, status__in=LIVE).count()
    asked = Aftermath.objects.filter(
        warband__enrolment__campaign=access.campaign, closed_at=None, reverted_at=None
    ).count()
    if battles or asked:
        raise ServiceError("season_unsettled", battles=battles, aftermaths=asked)


def _name(name: str) -> str:
    line = one_line(name)
    if len(line) > LONGEST_NAME:
        raise invalid("text_too_long", limit=LONGEST_NAME)
    return line


def _lock(campaign: Campaign) -> None:
    """Two game masters don't end the same season, and no battle begins in one that ends; a campaign
    in its first gets its row now."""
    held(campaign)
    if not campaign.seasons.exists():
        first_season(campaign).save()


def _tell(access: Access, source: str, season: Season) -> None:
    """A notice among the rules of the campaign, for everybody who reads along."""
    scene = Scene.objects.filter(campaign=access.campaign, kind=SceneKind.RULES).first()
    if scene is None:
        return
    data = {"season": season.title, "winner": season.winner}
    write_post(
        access=None,
        scene=scene,
        parts=[Part("")],
        kind=PostKind.SYSTEM,
        turn=TurnLink(source=source, data=data),
    )
