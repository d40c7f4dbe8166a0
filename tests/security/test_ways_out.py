"""What leaves the site by itself: mail, chat and webhooks to real servers, each read to the end.

Nothing arrives with somebody who may not read it, and with a whole campaign only what all of its
members may read. A new kind of job or channel fails `test_every_way_out_is_listed` until somebody
has looked at what it carries.
"""

import email
import email.policy
import json
from types import SimpleNamespace

import pytest

from campaigns import outbox
from campaigns.models import CampaignChannelKind, ChannelKind, Delivery, NewsDelivery
from campaigns.services.news import news_channel_add
from campaigns.services.notice_settings import channel_add
from campaigns.services.scenes import Part
from mordheim_site.accounts import mail
from tests.clocks.servers import http_server, mail_server
from tests.security.test_channels import MEMBERS, READERS, world

__all__ = ["world"]

pytestmark = pytest.mark.django_db

LEAVES = {"deliver", "digest", "news", "password_mail", "confirm_mail"}
LEAVES |= {"address_mail", "address_changed_mail"}
STAYS = {
    *("server_turn", "plan", "aftermath", "aftermath_default", "aftermath_step"),
    *("turn_expiry", "turn_reminder", "nightly", "aftermath_reminder", "returned"),
}
SECRET_PLACE = "El sótano"  # the title of a scene that Berta and Carla may not read


def test_every_way_out_is_listed():
    assert set(outbox.HANDLERS) == LEAVES | STAYS
    assert set(ChannelKind.values) == {"email", "chat", "webhook"}
    assert set(CampaignChannelKind.values) == {"chat", "webhook"}


@pytest.fixture
def ways(monkeypatch, settings, public, scenes, marga, ana, berta, carla):
    """Before anything happens: mail and a webhook for each member, a webhook and a chat for all."""
    from apprise.plugins.discord import NotifyDiscord

    settings.WEBHOOK_ALLOWED_HOSTS = ["127.0.0.1"]
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_USE_TLS = False
    scenes.restricted.title = SECRET_PLACE
    scenes.restricted.save()
    with mail_server() as (box, smtp), http_server() as (inbox, port):
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", smtp
        monkeypatch.setattr(NotifyDiscord, "notify_url", f"http://127.0.0.1:{port}/chat")
        monkeypatch.setattr(NotifyDiscord, "request_rate_per_sec", 0)
        for user in (marga, ana, berta, carla):
            mail.confirm(token=mail.confirmation_token(user))
            user.refresh_from_db()
            address = f"http://127.0.0.1:{port}/{user.username}"
            channel_add(user=user, kind="webhook", address=address)
        for kind, address in (
            ("webhook", f"http://127.0.0.1:{port}/campaign"),
            ("chat", f"discord://{'1' * 18}/{'t' * 68}"),
        ):
            news_channel_add(user=marga, campaign_id=public.public_id, kind=kind, address=address)
        yield SimpleNamespace(box=box, inbox=inbox)


def arrived(ways) -> dict[str, str]:
    """Everything that each of them was sent, by user name; "campaign" and "chat" are for all."""
    found: dict[str, str] = {}
    for content in ways.box.mails:
        message = email.message_from_bytes(content, policy=email.policy.default)
        parts = [part.get_content() for part in message.walk() if not part.is_multipart()]
        name = message["To"].partition("@")[0]
        found[name] = found.get(name, "") + "\n".join([message["Subject"], *parts])
    for path, _headers, body in ways.inbox.requests:
        name = path.split("/")[1]
        found[name] = found.get(name, "") + json.dumps(json.loads(body), ensure_ascii=False)
    return found


def test_nothing_leaves_for_whom_it_isnt(ways, world, public, scenes, marga, ana, berta, say):
    for outside in (public.channels, ana.channels):
        outside.filter(address__contains="example.org").delete()
    tell_all = "@Marga @Ana @Berta @Carla"
    say(ana, scenes.restricted, f"alcotán {tell_all}")
    say(marga, scenes.restricted, f"alcotán {tell_all}")
    say(ana, scenes.members, f"lechuza {tell_all}", Part(f"mochuelo {tell_all}", "gm"))
    outbox.run_due(limit=1000)
    assert not Delivery.objects.filter(status="waiting").exists()
    assert not NewsDelivery.objects.filter(status="waiting").exists()
    texts = arrived(ways)
    assert set(texts) == {*MEMBERS, "campaign", "chat"}
    for name, text in texts.items():
        readers = MEMBERS if name in ("campaign", "chat") else (name,)
        secrets = {word for word, who in READERS.items() if not set(readers) <= set(who)}
        assert {word for word in secrets if word in text} == set(), name
        assert [secret for secret in world.sealed if secret in text] == []
    assert {name for name, text in texts.items() if SECRET_PLACE in text} == {"marga", "ana"}
