"""A settled report of a battle by hand: reopened with what came after undone, or corrected."""

import pytest
from msgspec.structs import replace

from campaigns import outbox
from campaigns.models import BattleStatus, GmAction, HandReport, HandStatus, Notice, Post
from campaigns.selectors.access import campaign_for
from campaigns.selectors.chronicle import battles_told, entries_of, standings_of
from campaigns.services import by_hand
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.seasons import season_close, season_open, season_rename
from tests.campaigns import test_by_hand as world
from tests.campaigns.test_campaigns import refused
from tests.campaigns.wars import settle
from warbands import services as warbands
from warbands.models import Aftermath, LedgerEntry

bands, fielded, claim, told, confirm = (
    world.bands,
    world.fielded,
    world.claim,
    world.told,
    world.confirm,
)


@pytest.fixture
def counted(told, berta):
    """Settled, and everything after it done."""
    confirm(told, berta)
    outbox.run_due(limit=500)
    settle(told)
    told.refresh_from_db()
    return told


def reopen(battle, user, reason="Se contó mal"):
    battle.refresh_from_db()
    return by_hand.hand_reopen(
        user=user,
        battle_id=battle.public_id,
        reason=reason,
        expected_version=battle.version,
    )


def amend(battle, user, claim, reason="Ganaron los otros"):
    battle.refresh_from_db()
    return by_hand.hand_amend(
        user=user,
        battle_id=battle.public_id,
        claim=claim,
        reason=reason,
        expected_version=battle.version,
    )


def test_reopened_all_that_came_after_is_undone_and_everybody_is_asked(counted, marga, bands):
    before = [one.setup["roster"] for one in aftermaths_of(counted)]
    report = reopen(counted, marga)
    counted.refresh_from_db()
    assert (counted.status, report.status) == (BattleStatus.REPORTED, HandStatus.OPEN)
    assert (counted.result, counted.over_at, counted.closed_at) == (None, None, None)
    assert aftermaths_of(counted) == []
    assert Aftermath.objects.exclude(reverted_at=None).count() == 2
    for band, roster in zip(bands, before, strict=True):
        band.refresh_from_db()
        assert band.fighting == str(counted.public_id)
        assert band.treasury == roster["treasury"]
        assert band.wyrdstone == roster.get("wyrdstone", 0)
        assert [drift.name for drift in warbands.drift(band)] == []
        lines = LedgerEntry.objects.filter(warband=band, kind="correction", reason="reverted")
        assert lines.exists()
    assert [side.waiting for side in counted.sides.all()] == [True, True]
    assert Post.objects.filter(source="hand_reopened").count() == 1
    assert GmAction.objects.filter(action="hand_reopened").count() == 1
    key = f"hand:{counted.public_id}:{counted.version}"
    assert Notice.objects.filter(kind="hand_report", key__startswith=key).count() == 2
    (change,) = report.changes
    assert (change["kind"], change["by"], change["reason"]) == ("reopened", "Marga", "Se contó mal")
    assert change["claim"] == report.claim


def test_told_anew_it_counts_once_and_differently(
    counted,
    campaign,
    marga,
    ana,
    berta,
    claim,
):
    reopen(counted, marga)
    counted.refresh_from_db()
    other = replace(claim, winner="blue", routed="red", out=(), spoils=())
    by_hand.hand_revise(
        user=marga,
        battle_id=counted.public_id,
        claim=other,
        expected_version=counted.version,
    )
    confirm(counted, ana)
    confirm(counted, berta)
    outbox.run_due(limit=500)
    settle(counted)
    table = {
        one.warband.name: (one.fought, one.won, one.lost, one.kills)
        for one in standings_of(campaign_for(ana, campaign.public_id))
    }
    assert table == {"Los Cuervos": (1, 0, 1, 0), "Las Garras": (1, 1, 0, 0)}
    steps = [step.step for one in aftermaths_of(counted) for step in one.steps.all()]
    assert "serious_injury" not in steps
    assert len(aftermaths_of(counted)) == 2


def test_whoever_has_traded_since_keeps_it_and_the_report_is_corrected_instead(
    counted,
    campaign,
    marga,
    ana,
    bands,
    claim,
    client,
):
    hero = bands[0].fighters.filter(hero=True).first()
    bands[0].refresh_from_db()
    warbands.equipment_buy(actor=ana, warband=bands[0], fighter=hero.key, item="dagger")
    with refused("aftermath_kept"):
        reopen(counted, marga)
    counted.refresh_from_db()
    assert counted.status in (BattleStatus.OVER, BattleStatus.CLOSED)
    assert len(aftermaths_of(counted)) == 2
    amend(counted, marga, replace(claim, winner="blue", routed="red", out=()))
    access = campaign_for(ana, campaign.public_id)
    table = {one.warband.name: (one.won, one.lost, one.kills) for one in standings_of(access)}
    assert table == {"Los Cuervos": (0, 1, 0), "Las Garras": (1, 0, 0)}
    (entry,) = entries_of(battles_told(access))
    assert entry.winner == "Las Garras"
    client.force_login(ana)
    for one in aftermaths_of(counted):
        assert "Ganaron los otros" in client.get(f"/aftermath/{one.pk}/").content.decode()
    scene = client.get(f"/scenes/{counted.scene.public_id}/").content.decode()
    assert "Ganaron los otros" in scene


def test_an_aftermath_that_began_after_a_correction_is_not_flagged(
    counted,
    marga,
    ana,
    berta,
    claim,
    client,
):
    amend(counted, marga, replace(claim, spoils=()))
    reopen(counted, marga)
    confirm(counted, ana)
    confirm(counted, berta)
    outbox.run_due(limit=500)
    client.force_login(ana)
    for one in aftermaths_of(counted):
        assert "Ganaron los otros" not in client.get(f"/aftermath/{one.pk}/").content.decode()


def test_only_the_gm_and_only_with_a_reason_and_of_what_is_settled(
    told,
    counted,
    marga,
    ana,
    claim,
):
    with refused("gm_only"):
        reopen(counted, ana)
    with refused("gm_only"):
        amend(counted, ana, claim)
    with refused("reason_missing"):
        reopen(counted, marga, reason=" ")
    with refused("bad_claim"):
        amend(counted, marga, replace(claim, winner="green"))
    with refused("stale_report"):
        by_hand.hand_reopen(
            user=marga, battle_id=counted.public_id, reason="Otra vez", expected_version=1
        )
    reopen(counted, marga)
    with refused("report_not_settled"):
        reopen(counted, marga)
    with refused("report_not_settled"):
        amend(counted, marga, claim)


def test_the_table_of_a_season_that_is_over_stays(counted, campaign, marga, claim):
    season_close(user=marga, campaign_id=campaign.public_id)
    with refused("season_over"):
        reopen(counted, marga)
    season_open(user=marga, campaign_id=campaign.public_id)
    with refused("season_over"):
        amend(counted, marga, claim)


def test_on_the_pages(counted, client, marga, ana, claim):
    scene = f"/scenes/{counted.scene.public_id}/"
    path = f"/battles/{counted.public_id}/report"
    client.force_login(ana)
    assert f"{path}/reopen" not in client.get(scene).content.decode()
    assert client.get(f"{path}/amend").status_code == 403
    client.force_login(marga)
    page = client.get(scene).content.decode()
    assert f"{path}/reopen" in page
    assert f"{path}/amend" in page
    form = client.get(f"{path}/amend")
    assert form.status_code == 200
    sent = {
        "version": counted.version,
        "winner": "draw",
        "ending": "agreed",
        "routed": "",
        "reason": "Fue empate",
    }
    bad = client.post(f"{path}/amend", {**sent, "winner": "red", "routed": "red"})
    assert bad.status_code == 422
    assert 'value="Fue empate"' in bad.content.decode()
    assert client.post(f"{path}/amend", sent).status_code == 302
    report = HandReport.objects.get(battle=counted)
    assert report.claim["winner"] == ""
    counted.refresh_from_db()
    sent = {"version": counted.version, "reason": "De nuevo"}
    assert client.post(f"{path}/reopen", sent).status_code == 302
    assert HandReport.objects.get(battle=counted).status == HandStatus.OPEN


def test_over_rest(counted, api, marga, ana):
    rest = api(marga)
    url = f"/api/v1/hand-reports/{counted.public_id}"
    match = {"format": "json", "HTTP_IF_MATCH": rest.get(url).headers["ETag"]}
    body = {"claim": {"winner": "blue", "ending": "agreed"}, "reason": "Al revés"}
    assert api(ana).post(f"{url}/amend", body, **match).data["code"] == "gm_only"
    done = rest.post(f"{url}/amend", body, **match)
    assert done.status_code == 200, done.data
    assert done.data["claim"]["winner"] == "blue"
    assert done.data["changes"][0]["claim"]["winner"] == "red"
    assert rest.post(f"{url}/reopen", {"reason": "Otra vez"}, **match).status_code == 412
    match["HTTP_IF_MATCH"] = done.headers["ETag"]
    done = rest.post(f"{url}/reopen", {"reason": "Otra vez"}, **match)
    assert (done.status_code, done.data["status"]) == (200, "open")


def test_a_season_is_renamed_by_its_gm(campaign, marga, ana, client, api):
    with refused("gm_only"):
        season_rename(user=ana, campaign_id=campaign.public_id, number=1, name="Niebla")
    with refused("not_found"):
        season_rename(user=marga, campaign_id=campaign.public_id, number=2, name="Niebla")
    with refused("text_too_long"):
        season_rename(user=marga, campaign_id=campaign.public_id, number=1, name="x" * 81)
    client.force_login(marga)
    page = f"/campaigns/{campaign.public_id}/season/1/name"
    client.post(page, {"name": "La niebla"})
    assert "La niebla" in client.get(f"/campaigns/{campaign.public_id}/chronicle").content.decode()
    url = f"/api/v1/campaigns/{campaign.public_id}/seasons/1"
    done = api(marga).patch(url, {"name": ""}, format="json")
    assert (done.status_code, done.data["number"]) == (200, 1)
    assert GmAction.objects.filter(action="season_rename").count() == 2
    assert api(ana).patch(url, {"name": "Mía"}, format="json").status_code == 403
