"""The nightly look at the books."""

import pytest

from warbands.models import Warband
from warbands.tasks import check_books

pytestmark = pytest.mark.django_db


def test_nothing_to_report(reds, rats, caplog) -> None:
    assert check_books() == 0
    assert not caplog.records


def test_every_drift_is_reported(reds, rats, caplog) -> None:
    Warband.objects.filter(pk=reds.pk).update(treasury=999)
    Warband.objects.filter(pk=rats.pk).update(rating=1)
    assert check_books() == 2
    assert {record.levelname for record in caplog.records} == {"ERROR"}
    assert str(reds.pk) in caplog.text
    assert str(rats.pk) in caplog.text
