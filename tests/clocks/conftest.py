"""A campaign with a pace, and a wall clock that stands until a test moves it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from campaigns import outbox
from campaigns.services.pace import pace_set
from tests.campaigns.conftest import campaign, carla, marga, member, public, say, tavern

__all__ = ["campaign", "carla", "marga", "member", "public", "say", "tavern"]

WEDNESDAY = datetime(2026, 6, 3, 8, tzinfo=UTC)


class Wall:
    """`wall.now` is what every `timezone.now()` says; `wall.pass_(hours=1)` moves it on."""

    def __init__(self) -> None:
        self.now = WEDNESDAY

    def pass_(self, **span: float) -> datetime:
        self.now += timedelta(**span)
        return self.now

    def work(self) -> int:
        """Do what is due at this moment."""
        return outbox.run_due(limit=1000)


@pytest.fixture
def wall(monkeypatch) -> Wall:
    wall = Wall()
    monkeypatch.setattr(timezone, "now", lambda: wall.now)
    return wall


@pytest.fixture
def paced(campaign, marga):
    """`paced(hours=24, first="skip", ...)` gives the campaign a pace."""

    def make(**fields):
        defaults = {"hours": 24, "first": "cautious", "then": "gm", "grace_hours": None}
        return pace_set(user=marga, campaign_id=campaign.public_id, **(defaults | fields))

    return make
