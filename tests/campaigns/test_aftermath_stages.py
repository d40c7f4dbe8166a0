"""Every step and question of an aftermath has its place on the guided page."""

from __future__ import annotations

import pytest

from campaigns.views.aftermath import stage_of
from rules.campaign.play import STEPS
from rules.campaign.questions import ANSWERS


@pytest.mark.parametrize("kind", sorted({*STEPS, *ANSWERS}))
def test_it_belongs_to_a_stage(kind: str) -> None:
    assert stage_of(kind)
