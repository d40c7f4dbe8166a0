"""What came after a battle is told in the camp of each warband."""

from types import SimpleNamespace

from django.test import Client

from campaigns import outbox
from campaigns.models import Scene
from campaigns.services.gm import gm_end


def test_the_camp_tells_what_came_after(fight: SimpleNamespace, as_ana: Client) -> None:
    gm_end(
        user=fight.gm,
        battle_id=fight.battle.public_id,
        winner="red",
        reason="Cae la noche",
        expected_version=fight.battle.version,
    )
    outbox.run_due(limit=1000)
    camp = Scene.objects.get(warband=fight.crows)
    page = as_ana.get(f"/scenes/{camp.public_id}/").content.decode()
    assert "Después de la batalla" in page
    assert "Otto: experiencia" in page
    assert f"/battles/{fight.battle.public_id}/" in page
