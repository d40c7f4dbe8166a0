"""Numbers of a roster's forms: none of them costs the server its memory."""

import pytest

from warbands.models import Warband
from warbands.services.roster import fighter_hire, warband_create

HUGE = ["2147483648", "99999999999999999999", "9" * 5000, "1000000", "101", "0", "-1", "x", ""]


@pytest.fixture
def warband(ana) -> Warband:
    return warband_create(actor=ana, type="reikland", name="Los Cuervos")


@pytest.mark.parametrize("n", HUGE)
def test_nobody_hires_more_than_there_are(client, ana, warband, n):
    client.force_login(ana)
    answer = client.post(f"/warbands/{warband.pk}/hire", {"type": "warrior", "n": n})
    assert answer.status_code == 302
    assert warband.fighters.filter(next_member__gt=2).count() == 0


@pytest.mark.parametrize("n", HUGE)
def test_nobody_recruits_more_than_there_are(client, ana, warband, n):
    group = fighter_hire(actor=ana, warband=warband, type="warrior")
    client.force_login(ana)
    form = {"fighter": group.key, "n": n}
    assert client.post(f"/warbands/{warband.pk}/recruit", form).status_code == 302
    group.refresh_from_db()
    assert len(group.members) <= 2


@pytest.mark.parametrize("n", [0, -1, 21, 2**31, 10**30])
@pytest.mark.parametrize("act", ["fighters", "fighters/{}/recruits", "fighters/{}/buy"])
def test_rest_takes_no_other_numbers(api, ana, warband, n, act):
    group = fighter_hire(actor=ana, warband=warband, type="warrior")
    path = f"/api/v1/warbands/{warband.pk}/{act.format(group.key)}"
    body = {"type": "warrior", "item": "mace", "n": n}
    assert api(ana).post(path, body, format="json").status_code == 400


@pytest.mark.parametrize("version", ["9" * 5000, "99999999999999999999"])
def test_a_version_beyond_all_is_stale(api, client, ana, warband, version):
    path = f"/api/v1/warbands/{warband.pk}"
    answer = api(ana).patch(path, {"name": "Otros"}, format="json", HTTP_IF_MATCH=version)
    assert answer.status_code == 412
    client.force_login(ana)
    form = {"name": "Otros", "version": version}
    assert client.post(f"/warbands/{warband.pk}/rename", form).status_code == 302
    warband.refresh_from_db()
    assert warband.name == "Los Cuervos"
