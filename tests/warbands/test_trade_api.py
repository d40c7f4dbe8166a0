"""The stash by forms of other pages, and the end of a warband."""

from __future__ import annotations

import pytest

from warbands.models import Warband

pytestmark = pytest.mark.django_db


def url(row: Warband, *parts: str) -> str:
    return "/".join(["/api/v1/warbands", str(row.pk), *parts])


def test_a_form_leads_back_to_its_page(client, ana, reds) -> None:
    client.force_login(ana)
    captain = reds.fighters.get(leader=True)
    data = {"fighter": captain.key, "item": "sword", "next": "/notices/"}
    answer = client.post(f"/warbands/{reds.pk}/stash/put", data)
    assert answer.headers["Location"] == "/notices/"
    assert Warband.objects.get(pk=reds.pk).stash == {"sword": 1}


def test_nobody_trades_for_another(api, client, berta, reds) -> None:
    captain = reds.fighters.get(leader=True)
    answer = api(berta).post(
        url(reds, "fighters", captain.key, "stow"), {"item": "sword"}, format="json"
    )
    assert answer.status_code == 404
    client.force_login(berta)
    assert client.post(f"/warbands/{reds.pk}/disband").status_code == 404


def test_a_disbanded_warband_does_nothing_more(api, ana, reds) -> None:
    assert api(ana).post(url(reds, "disband")).data["status"] == "disbanded"
    refused = api(ana).post(url(reds, "disband"))
    assert (refused.status_code, refused.data["code"]) == (409, "disbanded")
