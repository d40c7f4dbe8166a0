"""Who leaves his group takes its name and his number with him: never more than a name may have."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.campaign import apply
from rules.campaign import events as ev
from tests.aftermath.world import BOSS, GROUP, begin, report, roster
from warbands.models import Fighter

APART = [
    ev.Parted(fighter="group", warrior="group.4", number=4, into="group-4"),
    ev.Promoted(fighter="group", number=4, hero="group-4", lists=("combat",)),
]


@pytest.mark.parametrize("event", APART)
@pytest.mark.parametrize(
    ("name", "told"), [("Trupp", "Trupp 4"), ("x" * 80, "x" * 78 + " 4"), ("x" * 77 + " xx", None)]
)
def test_no_name_is_longer_than_the_books_hold(event, name, told):
    band = roster(BOSS, replace(GROUP, name=name))
    after = apply(begin(band, report(band)), event)
    called = after.roster.fighter("group-4").name
    assert len(called) <= Fighter._meta.get_field("name").max_length
    assert called == (told or "x" * 77 + " 4")
