"""A state that went through the database plays on exactly as one that did not."""

from campaigns.engine import state_of
from campaigns.log import state_at
from campaigns.models import Battle
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun


def test_warriors_keep_the_setups_order(campaign, marga, ana, berta):
    """Ties go by it, so replaying the log would else tell another story."""
    battle = begun(campaign, marga, red=ana, blue=berta)
    submission = Submission([{"order": "end_phase"}], battle.version)
    battle_submit(user=ana, battle_id=battle.public_id, submission=submission)
    stored = state_of(Battle.objects.get(pk=battle.pk))
    folded = state_at(battle, battle.active_branch)
    assert list(stored.warriors) == list(folded.warriors) == ["rosa", "rita", "bea", "blas"]
