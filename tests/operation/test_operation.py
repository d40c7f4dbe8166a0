"""What the operator sees, sign-up by invitation, one's own data, reports and blocks."""

import json
import logging
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from axes.models import AccessLog
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from campaigns import outbox
from campaigns.by_hand import Claim
from campaigns.errors import ServiceError
from campaigns.models import Draft, Notice, Outbox, Report, Season, TurnClock
from campaigns.services import account_data, by_hand, operations, safety
from campaigns.services.battles import add_seed, battle_start
from campaigns.services.campaigns import (
    accept_invitation,
    invite,
    revoke_invitation,
    withdraw_warband,
)
from campaigns.services.dice_check import check_battle
from campaigns.services.pace import deputy_set, nudge, pace_set
from campaigns.services.scenes import Part
from mordheim_site.accounts.models import User
from mordheim_site.logs import JsonLines
from tests.campaigns.tables import begun, set_up
from tests.campaigns.wars import enlisted
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def browser(user=None) -> Client:
    client = Client(headers={"accept-language": "es"})
    if user:
        client.force_login(user)
    return client


@pytest.fixture
def operator(make_user):
    user = make_user("jefa")
    User.objects.filter(pk=user.pk).update(is_staff=True)
    return User.objects.get(pk=user.pk)


@pytest.mark.parametrize("path", ["/operator/", "/metrics"])
def test_the_operators_pages_are_nobody_elses(path, operator, marga):
    assert browser(operator).get(path).status_code == 200
    assert browser(marga).get(path).status_code == 404
    assert browser().get(path).status_code == 404


def test_a_monitor_reads_figures_with_its_token(settings, campaign, marga, ana, berta):
    settings.METRICS_TOKEN = "t" * 40
    pace_set(user=marga, campaign_id=campaign.public_id, hours=24)
    begun(campaign, marga, red=ana, blue=berta)
    text = browser().get("/metrics", headers={"authorization": f"Bearer {'t' * 40}"}).content
    assert b'mordheim_jobs{kind="turn_expiry",state="later"} 1' in text
    assert b"mordheim_clocks 1" in text
    assert browser().get("/metrics", headers={"authorization": "Bearer x"}).status_code == 404


def test_late_turns_are_an_alarm(campaign, marga, ana, berta, operator):
    pace_set(user=marga, campaign_id=campaign.public_id, hours=24)
    begun(campaign, marga, red=ana, blue=berta)
    assert browser().get("/readyz").status_code == 200
    TurnClock.objects.update(due_at=timezone.now() - timedelta(minutes=6))
    assert browser().get("/readyz").status_code == 503
    assert "Un turno" in browser(operator).get("/operator/").content.decode()


def test_failures_are_shown(operator):
    outbox.enqueue("nightly", "x")
    Outbox.objects.update(last_error="RuntimeError('sin tinta')")
    assert "sin tinta" in browser(operator).get("/operator/").content.decode()


def test_the_books_are_looked_at_once_a_night(campaign, ana, caplog):
    band = enlisted(campaign, ana)
    type(band).objects.filter(pk=band.pk).update(treasury=band.treasury + 7)
    night = datetime(2026, 6, 3, 3, 59, tzinfo=ZoneInfo("Europe/Madrid"))
    operations.call_for_nightly(night)
    assert not Outbox.objects.exists()
    for minutes in (1, 2, 300):
        operations.call_for_nightly(night + timedelta(minutes=minutes))
    assert Outbox.objects.filter(kind="nightly").count() == 1
    outbox.run_due()
    assert operations.figures()["books"] == 1
    assert "treasury is stored as" in caplog.text


def test_logs_for_machines():
    try:
        raise RuntimeError("sin tinta")
    except RuntimeError:
        record = logging.getLogger("x").makeRecord(
            "x", logging.ERROR, "f", 1, "job %s", ("7",), __import__("sys").exc_info()
        )
    told = json.loads(JsonLines().format(record))
    assert (told["level"], told["message"]) == ("ERROR", "job 7")
    assert "sin tinta" in told["error"]


def test_sign_up_by_invitation_only(settings, campaign, marga):
    settings.SIGNUP = "invitation"
    token = invite(user=marga, campaign_id=campaign.public_id).token
    client = browser()
    assert client.get("/accounts/signup").status_code == 404
    assert client.get(f"/accounts/signup?next=/join/{token}").status_code == 200
    assert client.get(f"/accounts/signup?next=/join/{'x' * 32}").status_code == 404
    assert "/accounts/signup" in client.get(f"/join/{token}").content.decode()
    assert "/accounts/signup" not in client.get("/").content.decode()


def test_posts_and_previews_have_a_limit(settings, tavern, ana, marga):
    settings.PAGE_LIMITS = {"preview": "2/min"}
    client = browser(ana)
    codes = [client.post("/preview", {"text": "x"}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert browser(marga).post("/preview", {"text": "x"}).status_code == 200


def test_a_client_posts_no_faster_than_a_browser(settings, tavern, ana, marga, api):
    settings.PAGE_LIMITS = {"post": "2/min"}
    url, body = f"/api/v1/scenes/{tavern.public_id}/posts", {"parts": [{"source": "x"}]}
    codes = [api(ana).post(url, body, format="json").status_code for _ in range(3)]
    assert codes == [201, 201, 429]
    assert browser(ana).post(f"/scenes/{tavern.public_id}/posts", {"text": "x"}).status_code == 429
    assert api(marga).post(url, body, format="json").status_code == 201


def test_who_logged_in_whence_is_forgotten_after_a_month(ana):
    old, now = timezone.now() - timedelta(days=31), timezone.now()
    for moment in (old, now):
        row = AccessLog.objects.create(username="ana", ip_address="192.0.2.1")
        AccessLog.objects.filter(pk=row.pk).update(attempt_time=moment)
    Session.objects.create(session_key="x" * 32, session_data="", expire_date=old)
    outbox.enqueue("nightly", "2026-06-03")
    outbox.run_due()
    assert AccessLog.objects.count() == 1
    assert not Session.objects.exists()


def test_what_a_game_master_does_to_members_is_in_the_record(campaign, marga, ana):
    band = enlisted(campaign, ana)
    made = invite(user=marga, campaign_id=campaign.public_id)
    revoke_invitation(
        user=marga, campaign_id=campaign.public_id, invitation_id=made.invitation.public_id
    )
    withdraw_warband(user=marga, campaign_id=campaign.public_id, warband_id=band.pk)
    acts = list(campaign.gm_actions.order_by("pk").values_list("action", flat=True))
    assert acts == ["invite", "revoke_invitation", "withdraw_warband"]
    assert made.token not in str(list(campaign.gm_actions.values("payload", "reason")))


def test_my_data_holds_what_i_wrote_and_nobody_elses(campaign, marga, ana, tavern, say, member):
    say(ana, tavern, "Esto es mío.", Part("Y esto, en secreto.", "gm"))
    say(marga, tavern, "Esto no.", Part("Para Ana.", "named", [member(ana).public_id]))
    Draft.objects.create(scene=tavern, user=ana, text="A medias")
    text = browser(ana).get("/data/export").content.decode()
    for mine in ("Esto es mío.", "Y esto, en secreto.", "A medias", "ana@example.org"):
        assert mine in text
    for other in ("Esto no.", "Para Ana.", "marga@example.org", ana.password):
        assert other not in text


def test_an_account_that_is_deleted_leaves_its_posts_without_a_name(
    campaign, marga, ana, berta, tavern, say
):
    post = say(ana, tavern, "Me quedo, @Berta.")
    assert Notice.objects.filter(params__by="Ana").exists()
    AccessLog.objects.create(username="ana", ip_address="192.0.2.1")
    battle = begun(campaign, marga, red=ana, blue=berta)
    client = browser(ana)
    assert client.post("/data/delete", {"password": "no"}, HTTP_REFERER="/data/").status_code == 302
    assert User.objects.filter(username="ana").exists()
    client.post("/data/delete", {"password": PASSWORD})
    gone = User.objects.get(pk=ana.pk)
    assert "Ana" not in str(list(Notice.objects.values_list("params", flat=True)))
    assert not AccessLog.objects.filter(username="ana").exists()
    assert (gone.is_active, gone.email, gone.has_usable_password()) == (False, "", False)
    assert gone.username.startswith("gone-")
    assert not campaign.memberships.filter(user=gone).exists()
    assert battle.sides.get(side="red").controller == "gm"
    page = browser(berta).get(f"/scenes/{tavern.public_id}/").content.decode()
    assert "Me quedo, " in page
    assert ">Ana<" not in page
    post.refresh_from_db()
    assert post.author == gone
    assert not browser().login(username="ana", password=PASSWORD)


def test_copies_of_the_name_go_too_and_the_dice_still_check(
    campaign, marga, ana, berta, say, tavern
):
    post = say(ana, tavern, "Algo feo.")
    report = safety.report_post(user=berta, post_id=post.public_id, reason="Feo")
    battle = set_up(campaign, marga, red=ana, blue=berta)
    for user, text in ((ana, "ceniza"), (berta, "lluvia")):
        add_seed(user=user, battle_id=battle.public_id, text=text)
    battle = battle_start(user=marga, battle_id=battle.public_id)
    assert {one["by"] for one in battle.active_branch.seeds} == {"Ana", "Berta"}
    account_data.delete_account(user=ana, password=PASSWORD)
    report.refresh_from_db()
    assert report.evidence["author"] == "—"
    assert report.evidence["parts"][0]["source"] == "Algo feo."
    branch = battle.branches.get()
    assert [(one["by"], one["seed"]) for one in branch.seeds] == [
        ("—", "ceniza"),
        ("Berta", "lluvia"),
    ]
    assert check_battle(battle).ok


def test_who_reported_a_battle_by_hand_has_no_name_there_either(campaign, marga, ana, berta):
    campaign.hand_reports = True
    campaign.save()
    bands = [enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")]
    battle = by_hand.hand_report(
        user=ana,
        campaign_id=campaign.public_id,
        warbands=[one.pk for one in bands],
        claim=Claim(winner="red"),
    )
    said = battle.scene.posts.filter(data__by="Ana")
    assert said.exists()
    account_data.delete_account(user=ana, password=PASSWORD)
    assert not said.exists()


def test_who_goes_is_nobody_in_a_season_that_has_ended(campaign, marga, ana):
    crows = enlisted(campaign, ana)
    season = Season.objects.create(
        campaign=campaign,
        number=1,
        opened_at=timezone.now(),
        closed_at=timezone.now(),
        standings=[{"warband": str(crows.pk), "owner": "Ana"}, {"warband": "x", "owner": "Ana"}],
    )
    account_data.delete_account(user=ana, password=PASSWORD)
    season.refresh_from_db()
    assert [one["owner"] for one in season.standings] == ["—", "Ana"]


def test_the_last_game_master_finds_another_first(campaign, marga, ana):
    with pytest.raises(ServiceError, match="last_gm"):
        account_data.delete_account(user=marga, password=PASSWORD)
    assert User.objects.get(pk=marga.pk).is_active
    campaign.memberships.filter(user=ana).update(role="gm")
    account_data.delete_account(user=marga, password=PASSWORD)
    assert not User.objects.get(pk=marga.pk).is_active


def test_a_report_keeps_what_was_said(campaign, marga, ana, berta, tavern, say, member, operator):
    aside = Part("Te voy a encontrar.", "named", [member(berta).public_id])
    post = say(ana, tavern, "Hola.", aside)
    browser(berta).post(f"/posts/{post.public_id}/report", {"reason": "Me amenaza"})
    post.parts.update(source="Flores")
    report = Report.objects.get()
    for user in (marga, operator):
        page = browser(user).get(f"/reports/{report.public_id}").content.decode()
        assert "Te voy a encontrar." in page
    for user in (ana, berta):
        assert browser(user).get(f"/reports/{report.public_id}").status_code == 404
    browser(marga).post(f"/reports/{report.public_id}", {"note": "Avisada"})
    report.refresh_from_db()
    assert (report.status, report.handled_by) == ("done", marga)


def test_evidence_holds_what_its_reporter_may_read(marga, ana, berta, tavern, say):
    post = say(ana, tavern, "Hola.", Part("Sólo para Marga.", "gm"))
    report = safety.report_post(user=berta, post_id=post.public_id, reason="x")
    assert [one["source"] for one in report.evidence["parts"]] == ["Hola."]


def test_a_game_master_who_is_reported_doesnt_judge_himself(marga, ana, tavern, say):
    post = say(marga, tavern, "Hola.")
    report = safety.report_post(user=ana, post_id=post.public_id, reason="x")
    assert browser(marga).get(f"/reports/{report.public_id}").status_code == 404


def test_strangers_report_nothing_that_they_cant_read(stranger, ana, tavern, say):
    post = say(ana, tavern, "Hola.")
    with pytest.raises(ServiceError, match="not_found"):
        safety.report_post(user=stranger, post_id=post.public_id, reason="x")


def test_who_is_blocked_calls_nobody(campaign, ana, berta, marga, tavern, say):
    safety.block_add(user=ana, user_id=berta.public_id)
    say(berta, tavern, "@Ana @Marga")
    called = Notice.objects.filter(kind="mention").values_list("user__username", flat=True)
    assert list(called) == ["marga"]


def test_who_is_blocked_neither_nudges_nor_stands_in_nor_joins(
    campaign, marga, ana, berta, stranger, member, operator
):
    safety.block_add(user=ana, user_id=berta.public_id)
    battle = begun(campaign, marga, red=ana, blue=berta)
    with pytest.raises(ServiceError, match="not_waiting"):
        nudge(user=berta, battle_id=battle.public_id, side="red")
    with pytest.raises(ServiceError, match="unknown_member"):
        deputy_set(user=berta, campaign_id=campaign.public_id, deputy=member(ana).public_id)
    safety.block_add(user=marga, user_id=stranger.public_id)
    token = invite(user=marga, campaign_id=campaign.public_id).token
    with pytest.raises(ServiceError, match="invitation_dead"):
        accept_invitation(user=stranger, token=token)
    with pytest.raises(ServiceError, match="not_found"):
        safety.block_add(user=ana, user_id=operator.public_id)
    safety.block_remove(user=ana, user_id=berta.public_id)
    nudge(user=berta, battle_id=battle.public_id, side="red")
