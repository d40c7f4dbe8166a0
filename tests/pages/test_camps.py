"""What came after a battle is told in the camp of each warband."""

from types import SimpleNamespace

from django.test import Client

from campaigns import outbox
from campaigns.models import Scene
from campaigns.services.gm import gm_end
from warbands.models import Aftermath
from warbands.selectors import aftermath_view
from warbands.services.aftermath import take_default


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
    notices = as_ana.get("/notices/").content.decode()
    assert "Marcar como leído" in notices
    unread = notices.count("<li>\n        <span")
    assert unread
    as_ana.post("/notices/read")
    later = as_ana.get("/notices/").content.decode()
    assert later.count("rows__read") == notices.count("rows__read") + unread
    (mine,) = Aftermath.objects.filter(warband=fight.crows)
    take_default(aftermath=mine)
    told = " ".join(line for step in aftermath_view(mine).steps for line in step.lines)
    page = as_ana.get(f"/scenes/{camp.public_id}/").content.decode()
    assert "no busca nada" in told  # step by step it stands on a page of its own
    assert "no busca nada" not in page
    assert "La secuencia posterior queda cerrada." in page
