"""The people of tests/campaigns, and a battle of theirs with some turns behind it."""

from types import SimpleNamespace

import pytest

from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.conftest import campaign, carla, marga, member, public, say, scenes, tavern
from tests.campaigns.tables import begun, crowd

__all__ = ["campaign", "carla", "marga", "member", "public", "say", "scenes", "tavern"]


def give(battle, user, *orders, **more):
    battle.refresh_from_db()
    submission = Submission(list(orders), battle.version, **more)
    done = battle_submit(user=user, battle_id=battle.public_id, submission=submission)
    battle.refresh_from_db()
    return done


def end(side, through):
    return {"order": "end_phase", "side": side, "through": through}


@pytest.fixture
def fight(campaign, marga, ana, berta):
    """Ana's Rosa has shot at Bea, then Berta's Blas at Rita. `moments`: the end of each order."""
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    shot = {"order": "shoot", "weapon": "bow"}
    give(battle, ana, end("red", "movement"))
    give(battle, ana, {**shot, "side": "red", "warrior": "rosa", "target": "bea"})
    give(battle, ana, end("red", "combat"))
    give(battle, berta, end("blue", "movement"))
    give(battle, berta, {**shot, "side": "blue", "warrior": "blas", "target": "rita"})
    give(battle, berta, end("blue", "combat"))
    rows = list(battle.orders.order_by("sequence"))
    return SimpleNamespace(battle=battle, rows=rows, moments=[row.last_seq for row in rows])
