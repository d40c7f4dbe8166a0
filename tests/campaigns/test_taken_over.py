"""Whoever takes a side over while the server thinks about its move plays it from then on."""

import pytest

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import OrderRow, Outbox, SealedDeployment
from campaigns.services import deployment, gm, server_player
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun
from tests.campaigns.test_scenarios_played import bands, made, places

__all__ = ["bands"]

END = {"order": "end_phase", "through": "combat"}


@pytest.fixture
def meanwhile(monkeypatch):
    """`meanwhile(module, name, act)`: do something while the server works a thing out."""

    def put(module, name, act):
        real, told = getattr(module, name), []

        def thinking(*args, **more):
            found = real(*args, **more)
            if not told:
                told.append(act())
            return found

        monkeypatch.setattr(module, name, thinking)

    return put


def given_to(battle, marga, member):
    return lambda: gm.gm_set_seat(
        user=marga,
        battle_id=battle.public_id,
        side="blue",
        controller="member",
        member=member.public_id,
    )


def test_the_server_moves_for_nobody_who_has_taken_the_side_over(
    campaign, marga, ana, berta, member, meanwhile
):
    battle = begun(campaign, marga, red=ana, blue="server")
    submission = Submission([END], battle.version)
    battle_submit(user=ana, battle_id=battle.public_id, submission=submission)
    meanwhile(server_player, "choose", given_to(battle, marga, member(berta)))
    outbox.run_due()
    assert not OrderRow.objects.filter(source="server").exists()
    assert not Outbox.objects.due().exists()
    assert battle.sides.get(waiting=True).user == berta


def test_the_server_changes_no_deployment_that_somebody_has_sealed(
    campaign, marga, bands, ana, berta, member, meanwhile
):
    battle = made(campaign, marga, bands, secret=True, controllers=("member", "server"))
    orders = places(battle, "blue")[::-1]

    def taken_over():
        given_to(battle, marga, member(berta))()
        deployment.deployment_seal(user=berta, battle_id=battle.public_id, orders=orders)

    meanwhile(server_player, "server_deployment", taken_over)
    outbox.run_due()
    sealed = SealedDeployment.objects.get(side="blue")
    assert [one["warrior"] for one in sealed.orders] == [one.warrior for one in orders]
    assert state_of(battle).phase == "deployment"
