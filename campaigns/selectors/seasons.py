"""The seasons of a campaign as its readers see them."""

from typing import Any

from campaigns.errors import ServiceError, not_found
from campaigns.models import Campaign, Season


def seasons_of(campaign: Campaign) -> list[Season]:
    """From the first to the latest. One query."""
    rows = list(campaign.seasons.order_by("number"))
    return rows or [first_season(campaign)]


def first_season(campaign: Campaign) -> Season:
    """The season that a campaign is in before one has ever been closed; not stored."""
    return Season(campaign=campaign, number=1, opened_at=campaign.created_at)


def season_of(campaign: Campaign, number: int | None = None) -> Season:
    """The latest season, or the one of this number. Errors: not_found."""
    rows = seasons_of(campaign)
    found = (
        rows[-1] if number is None else next((one for one in rows if one.number == number), None)
    )
    if found is None:
        raise not_found()
    return found


def require_season(campaign: Campaign) -> None:
    """Errors: season_closed, between two seasons."""
    if not season_of(campaign).open:
        raise ServiceError("season_closed")


def within(season: Season, field: str) -> dict[str, Any]:
    """A filter on a time: in this season. What was before the first counts with the first."""
    limits: dict[str, Any] = {}
    if season.number > 1:
        limits[f"{field}__gte"] = season.opened_at
    if season.closed_at is not None:
        limits[f"{field}__lt"] = season.closed_at
    return limits
