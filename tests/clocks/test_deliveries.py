"""Notices leave the site: real mail, chat and webhooks to servers that the test starts."""

import email
import email.policy
import hashlib
import hmac
import json
import re
from datetime import time, timedelta

import pytest
from django.test import Client
from django.utils import timezone, translation

from campaigns import outbox
from campaigns.errors import ServiceError
from campaigns.models import Channel, Delivery, Notice, NoticeKind, Outbox
from campaigns.notices import in_words, readable, tell
from campaigns.services import deliveries
from campaigns.services import notice_settings as services
from campaigns.services.campaigns import leave
from campaigns.services.turns import Submission, battle_submit
from mordheim_site import outgoing
from mordheim_site.accounts import mail
from tests.campaigns.tables import begun
from tests.clocks.servers import http_server, mail_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def mailbox(settings):
    with mail_server() as (box, port):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", port
        settings.EMAIL_USE_TLS = False
        settings.SITE_URL = "https://ciudad.example"
        yield box


@pytest.fixture
def hook(settings, ana):
    """Ana's webhook at a server inside, which the operator allows."""
    settings.WEBHOOK_ALLOWED_HOSTS = ["127.0.0.1"]
    with http_server() as (inbox, port):
        channel = services.channel_add(
            user=ana, kind="webhook", address=f"http://127.0.0.1:{port}/aviso?x=1"
        )
        inbox.channel = channel
        yield inbox


def with_mail(user) -> Channel:
    mail.confirm(token=mail.confirmation_token(user))
    user.refresh_from_db()
    return user.channels.get(kind="email")


def say_it(user, key="k", kind=NoticeKind.BATTLE_OVER, **more) -> None:
    tell(kind, [user.pk], key=key, **more)


def read(content: bytes):
    return email.message_from_bytes(content, policy=email.policy.default)


def later() -> None:
    Outbox.objects.filter(done_at=None).update(run_after=timezone.now())


def statuses() -> list[str]:
    return list(Delivery.objects.order_by("pk").values_list("status", flat=True))


def test_no_mail_to_an_address_that_nobody_has_confirmed(ana):
    say_it(ana)
    assert not Delivery.objects.exists()
    assert Notice.objects.get().user == ana


def test_a_mail_in_text_and_html_with_one_click_to_stop(mailbox, ana, tavern):
    with_mail(ana)
    say_it(ana, scene=tavern)
    outbox.run_due()
    assert statuses() == ["sent"]
    message = read(mailbox.mails[0])
    assert message["Subject"].strip() == "[Invierno] La batalla «La taberna» ha terminado."
    assert message["To"] == "ana@example.org"
    assert message["Message-ID"] == f"<{Delivery.objects.get().public_id}@localhost>"
    plain = message.get_body(("plain",)).get_content()
    html = message.get_body(("html",)).get_content()
    link = f"https://ciudad.example/scenes/{tavern.public_id}/"
    assert link in plain
    assert f'href="{link}"' in html
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    leave_at = re.search(r"<https://ciudad.example(/\S+)>", message["List-Unsubscribe"])[1]
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(leave_at).status_code == 200
    assert ana.channels.get().mode == "instant"
    assert stranger.post(leave_at, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert ana.channels.get().mode == "off"
    assert stranger.post(leave_at[:-3] + "xxx").status_code == 404


def test_each_reader_in_his_own_language(mailbox, ana, berta, tavern):
    for user in (ana, berta):
        with_mail(user)
    tell(NoticeKind.BATTLE_OVER, [ana.pk, berta.pk], key="k", scene=tavern)
    outbox.run_due()
    subjects = {read(one)["To"]: read(one)["Subject"].strip() for one in mailbox.mails}
    assert subjects["berta@example.org"] == "[Invierno] The battle “La taberna” is over."


def test_a_mail_server_that_is_busy_is_asked_again(mailbox, ana):
    with_mail(ana)
    say_it(ana)
    mailbox.refusals = ["451 Later", "451 Later"]
    for _ in range(2):
        outbox.run_due()
        assert statuses() == ["waiting"]
        assert "451" in Delivery.objects.get().error
        later()
    outbox.run_due()
    assert statuses() == ["sent"]
    later()
    outbox.run_due()
    assert len(mailbox.mails) == 1


def test_the_pause_grows(mailbox, ana):
    with_mail(ana)
    say_it(ana)
    mailbox.refusals = ["451 Later"] * 3
    pauses = []
    for _ in range(3):
        before = timezone.now()
        outbox.run_due()
        pauses.append((Outbox.objects.get(kind="deliver").run_after - before).total_seconds())
        later()
    assert pauses[0] < pauses[1] < pauses[2]


def test_in_the_end_it_gives_up(mailbox, ana):
    with_mail(ana)
    say_it(ana)
    Outbox.objects.update(attempts=deliveries.ATTEMPTS - 1)
    mailbox.refusals = ["451 Later"]
    outbox.run_due()
    assert statuses() == ["failed"]
    assert Outbox.objects.filter(done_at=None).count() == 0


def test_a_notice_is_told_once(ana):
    for _ in range(3):
        say_it(ana, key="same")
    assert Notice.objects.count() == 1


def test_a_webhook_is_signed_and_says_nothing_but_the_notice(hook, ana, tavern):
    say_it(ana, scene=tavern)
    outbox.run_due()
    path, headers, body = hook.requests[0]
    assert path == "/aviso?x=1"
    told = json.loads(body)
    assert told["id"] == headers["Idempotency-Key"] == str(Delivery.objects.get().public_id)
    assert told["notices"][0]["text"] == "La batalla «La taberna» ha terminado."
    assert told["notices"][0]["campaign"] == "Invierno"
    seconds, signed = re.match(r"t=(\d+),v1=(\w+)", headers["X-Signature"]).groups()
    key = bytes.fromhex(hook.channel.secret)
    mine = hmac.new(key, seconds.encode() + b"." + body, hashlib.sha256).hexdigest()
    assert signed == mine


def test_a_webhook_that_stumbles_gets_the_same_once_more(hook, ana):
    hook.statuses = [503, 429]
    say_it(ana)
    for _ in range(3):
        outbox.run_due()
        later()
    assert [one[1]["Idempotency-Key"] for one in hook.requests] == [
        str(Delivery.objects.get().public_id)
    ] * 3
    assert statuses() == ["sent"]


@pytest.mark.parametrize("status", [400, 404, 410, 302, 307])
def test_a_webhook_that_says_no_is_left_alone(hook, ana, status):
    hook.statuses, hook.location = [status], "http://127.0.0.1:1/innen"
    say_it(ana)
    outbox.run_due()
    later()
    outbox.run_due()
    assert statuses() == ["failed"]
    assert len(hook.requests) == 1


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.org/", "ftp://example.org/", "https://", "https://a b/", "gopher://x"),
        *("https://user:word@example.org/", "https://example.org:99999/", "//example.org", ""),
        "https://exa\nmple.org/",
    ],
)
def test_addresses_that_are_refused_at_once(ana, address):
    with pytest.raises(ServiceError, match="bad_address"):
        services.channel_add(user=ana, kind="webhook", address=address)


@pytest.mark.parametrize(
    "inside",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254"),
        *("::1", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "224.0.0.1"),
        *("100.64.0.1", "::", "240.0.0.1"),
    ],
)
def test_a_name_that_leads_inside_is_refused(monkeypatch, ana, inside):
    """Whatever the name said when it was typed in: it is judged when something is sent."""
    found = [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", (inside, 443))]
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(outgoing.socket, "create_connection", _nobody_connects)
    services.channel_add(user=ana, kind="webhook", address="https://example.org/hook")
    say_it(ana)
    outbox.run_due()
    assert statuses() == ["failed"]
    assert Delivery.objects.get().error == "an internal host"


def _nobody_connects(*_, **__):
    raise AssertionError("it connected")


def test_the_connection_goes_to_the_address_that_was_judged(monkeypatch, ana):
    """A name that changes its mind between the look-up and the connection gains nothing."""
    found = [(2, 1, 6, "", ("93.184.215.14", 443))]
    asked = []

    def connect(address, timeout):
        asked.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(outgoing.socket, "create_connection", connect)
    with pytest.raises(outgoing.Unreachable):
        outgoing.post("https://example.org/hook", b"{}", {})
    assert asked == [("93.184.215.14", 443)]


def test_chat_goes_through_apprise_to_the_services_own_host(monkeypatch, ana, tavern):
    from apprise.plugins.discord import NotifyDiscord

    with http_server() as (inbox, port):
        monkeypatch.setattr(NotifyDiscord, "notify_url", f"http://127.0.0.1:{port}/hooks")
        monkeypatch.setattr(NotifyDiscord, "request_rate_per_sec", 0)
        services.channel_add(user=ana, kind="chat", address=f"discord://{'1' * 18}/{'t' * 68}")
        say_it(ana, scene=tavern)
        inbox.statuses = [500]
        outbox.run_due()
        assert statuses() == ["waiting"]
        later()
        outbox.run_due()
    assert statuses() == ["sent"]
    assert (
        "[Invierno] La batalla «La taberna» ha terminado."
        in json.loads(inbox.requests[-1][2])["content"]
    )


@pytest.mark.parametrize(
    "address",
    [
        *("json://127.0.0.1/", "xml://localhost", "mmost://inside/token", "file:///etc/passwd"),
        *("ntfy://127.0.0.1/topic", "mailto://a:b@example.org", "discord://1/2?avatar_url=x"),
        *("discord://", "https://discord.com/api/webhooks/1/2", "tgram://x json://127.0.0.1"),
    ],
)
def test_no_chat_service_that_could_lead_anywhere_else(ana, address):
    with pytest.raises(ServiceError, match="bad_address"):
        services.channel_add(user=ana, kind="chat", address=address)


def test_nothing_is_sent_in_quiet_hours(mailbox, ana, wall):
    with_mail(ana)
    now = timezone.localtime()
    start = (now - timedelta(hours=1)).time().replace(second=0, microsecond=0)
    end = (now + timedelta(hours=2)).time().replace(second=0, microsecond=0)
    services.settings_change(user=ana, quiet_from=start, quiet_to=end)
    say_it(ana)
    outbox.run_due()
    assert statuses() == ["waiting"]
    wait = Outbox.objects.get(kind="deliver").run_after - timezone.now()
    assert timedelta(hours=1, minutes=58) < wait <= timedelta(hours=2)


def test_a_digest_gathers_what_is_still_new(mailbox, ana, tavern):
    channel = with_mail(ana)
    services.channel_change(user=ana, channel_id=channel.public_id, mode="digest")
    services.settings_change(user=ana, digest_at=time(9, 30))
    for key in ("a", "b", "c"):
        say_it(ana, key=key, scene=tavern)
    job = Outbox.objects.get(kind="digest")
    assert timezone.localtime(job.run_after).time() == time(9, 30)
    services.notices_read(user=ana, ids=[Notice.objects.get(key="b").public_id])
    later()
    outbox.run_due()
    assert len(mailbox.mails) == 1
    assert read(mailbox.mails[0]).get_body(("plain",)).get_content().count("ha terminado") == 2
    assert sorted(statuses()) == ["dropped", "sent", "sent"]


def test_muted_kinds_stay_on_the_site(ana):
    with_mail(ana)
    services.settings_change(user=ana, muted=["battle_over"])
    say_it(ana)
    assert Notice.objects.count() == 1
    assert not Delivery.objects.exists()


def test_a_turn_that_was_played_meanwhile_is_no_news(mailbox, campaign, marga, ana, berta):
    with_mail(ana)
    battle = begun(campaign, marga, red=ana, blue=berta)
    order = {"order": "end_phase", "through": "combat"}
    submission = Submission([order], battle.version)
    battle_submit(user=ana, battle_id=battle.public_id, submission=submission)
    outbox.run_due()
    assert mailbox.mails == []
    assert statuses() == ["dropped"]


def test_who_has_left_is_told_nothing_more(mailbox, campaign, ana, tavern):
    with_mail(ana)
    say_it(ana, scene=tavern)
    leave(user=ana, campaign_id=campaign.public_id)
    outbox.run_due()
    assert mailbox.mails == []
    assert not readable(ana).exists()


def test_a_scene_that_is_closed_to_one_says_nothing(mailbox, ana, tavern):
    with_mail(ana)
    say_it(ana, scene=tavern)
    tavern.visibility = "restricted"
    tavern.save()
    outbox.run_due()
    assert mailbox.mails == []
    assert not readable(ana).exists()


def test_every_kind_has_words(ana, tavern):
    facts = {"side": "Rojos", "by": "Marga", "playing": "skip", "due": timezone.now().isoformat()}
    facts |= {"mine": "Los Cuervos", "other": "Las Garras"}
    facts |= {"warband": "Los Cuervos", "accepted": True}
    facts |= {"of": "red", "battle": "7d5b1c1e-6d0e-4b57-9f0d-8f3f7f0f6a10"}
    for kind in NoticeKind.values:
        notice = Notice(user=ana, kind=kind, key=kind, scene=tavern, params=facts)
        notice.campaign = tavern.campaign
        told = in_words(notice)
        assert told.text
        assert "%(" not in told.text
        assert told.path.startswith("/")
        assert told.lead


def test_a_call_for_a_turn_says_until_when(mailbox, paced, campaign, marga, ana, berta):
    """As it is when it leaves, and where one plays."""
    with_mail(ana)
    paced(hours=48)
    battle = begun(campaign, marga, red=ana, blue=berta)
    outbox.run_due()
    message = read(mailbox.mails[0])
    assert "Plazo: " in message["Subject"]
    html = message.get_body(("html",)).get_content()
    assert "quedan" in html
    assert f'<a href="https://ciudad.example/scenes/{battle.scene.public_id}/#turn">' in html
    assert "Jugar tu turno</a>" in html


def test_the_subject_of_a_digest_counts_in_words(ana, tavern):
    def told(*kinds):
        rows = [Notice(user=ana, kind=kind, key=kind, scene=tavern, params={}) for kind in kinds]
        with translation.override("es"):
            return deliveries._subject([in_words(row) for row in rows])

    over, mine = NoticeKind.BATTLE_OVER, NoticeKind.YOUR_TURN
    assert told(over, over) == "2 novedades de tus campañas"
    assert told(over, mine) == "2 novedades de tus campañas: te toca en una batalla"
    assert told(mine, over, mine).endswith(": te toca en 2 batallas")


def test_a_confirmation_is_for_that_address_only(ana):
    token = mail.confirmation_token(ana)
    ana.email = "otra@example.org"
    ana.save()
    assert mail.confirm(token=token) is None
    assert not Channel.objects.exists()


def test_the_confirmation_page_asks_before_it_believes(client, ana, mailbox):
    mail.ask_to_confirm(ana)
    outbox.run_due()
    body = read(mailbox.mails[0]).get_body(("plain",)).get_content()
    path = re.search(r"https://ciudad.example(/\S+)", body)[1]
    assert client.get(path).status_code == 200
    ana.refresh_from_db()
    assert ana.email_confirmed_at is None
    assert client.post(path).status_code == 302
    assert ana.channels.get().kind == "email"
