"""The people of tests/campaigns: Marga directs, Ana and Berta play, Carla only reads."""

import pytest
from django.utils import translation

from tests.campaigns.conftest import (
    anonymous,
    campaign,
    carla,
    marga,
    member,
    public,
    say,
    scenes,
    tavern,
)

__all__ = ["anonymous", "campaign", "carla", "marga", "member", "public", "say", "scenes", "tavern"]


@pytest.fixture(autouse=True)
def _no_language_stays():
    """A client's Accept-Language must not be what the next test reads."""
    yield
    translation.deactivate()
