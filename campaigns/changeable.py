"""What the game masters of a campaign may set, and a word for what it is set to."""

import hashlib
import json

from campaigns.errors import ServiceError
from campaigns.models import Campaign

CHANGEABLE = {
    "name",
    "description",
    "house_rules",
    "language",
    "is_public",
    "edit_minutes",
    "hand_reports",
    "newcomers",
    "catch_up",
    "choice_hours",
    "status",
}


def settings_digest(campaign: Campaign) -> str:
    """Sixteen signs that are others as soon as anything is set otherwise."""
    values = {name: getattr(campaign, name) for name in CHANGEABLE}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:16]


def require_settings(campaign: Campaign, digest: str | None) -> None:
    """What somebody saw it set to, if he says so, it is still. Errors: stale_campaign."""
    if digest is not None and digest != settings_digest(campaign):
        raise ServiceError("stale_campaign", 412)
