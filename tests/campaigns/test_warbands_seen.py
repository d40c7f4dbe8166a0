"""Whoever shares a campaign with a warband may look at it."""

import pytest

from mordheim_site.errors import NotFound
from tests.campaigns.wars import enlisted
from warbands.selectors import warband_for


def test_members_see_the_warbands_of_their_campaign(campaign, ana, berta, carla, stranger):
    warband = enlisted(campaign, ana)
    for user in (ana, berta, carla):
        assert warband_for(user, warband.pk) == warband
    with pytest.raises(NotFound):
        warband_for(stranger, warband.pk)


def test_strangers_see_those_of_an_open_campaign(public, ana, stranger, anonymous):
    warband = enlisted(public, ana)
    assert warband_for(stranger, warband.pk) == warband
    assert warband_for(anonymous, warband.pk) == warband
