"""Notices on their way out: mail, chat, webhooks. Tried again with growing pauses, sent once.

A message can't be part of a transaction: a worker that dies between sending and noting it sends
it again, under the same name (Message-ID, Idempotency-Key), so that whoever receives it can tell.
"""

import hashlib
import hmac
import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Any
from zoneinfo import ZoneInfo

import apprise
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.db.models import Q, QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext

from campaigns import outbox
from campaigns.models import (
    BattleSide,
    Channel,
    ChannelKind,
    ChannelMode,
    Delivery,
    DeliveryStatus,
    Notice,
    NoticeKind,
    Outbox,
)
from campaigns.notices import TURNS, Told, in_words, readable
from mordheim_site import outgoing

logger = logging.getLogger(__name__)

ATTEMPTS = 12  # over some two hours
UNSUBSCRIBE = "campaigns.unsubscribe"
PERMANENT = frozenset(range(400, 500)) - {408, 425, 429}
# Chat services whose messages go to a host of theirs and nowhere else, whatever the address says.
CHATS = {
    "discord": "Discord",
    "tgram": "Telegram",
    "slack": "Slack",
    "gchat": "Google Chat",
    "pover": "Pushover",
    "pbul": "Pushbullet",
}


class Undeliverable(Exception):
    """It will never arrive, however often it is sent."""


def deliver(job: Outbox) -> None:
    """Send one notice through one channel."""
    rows = Delivery.objects.filter(pk=job.payload["delivery"], status=DeliveryStatus.WAITING)
    delivery = rows.select_related("channel__user").first()
    if delivery is None:
        _done(job, [], "")
        return
    notice = readable(delivery.channel.user).filter(pk=delivery.notice_id).first()
    if notice is None or delivery.channel.mode == ChannelMode.OFF or not _still_true(notice):
        _done(job, [delivery], DeliveryStatus.DROPPED)
        return
    _attempt(job, delivery.channel, [delivery], [notice])


def digest(job: Outbox) -> None:
    """Send what has gathered for a channel, in one message."""
    channel = Channel.objects.filter(pk=job.payload["channel"]).select_related("user").first()
    if channel is None:
        _done(job, [], "")
        return
    waiting = list(channel.deliveries.filter(status=DeliveryStatus.WAITING))
    shown = readable(channel.user).filter(pk__in=[one.notice_id for one in waiting], read_at=None)
    notices = [one for one in shown.order_by("pk") if _still_true(one)]
    if not notices or channel.mode == ChannelMode.OFF:
        _done(job, waiting, DeliveryStatus.DROPPED)
        return
    kept = {one.pk for one in notices}
    dropped = [one for one in waiting if one.notice_id not in kept]
    Delivery.objects.filter(pk__in=[one.pk for one in dropped]).update(
        status=DeliveryStatus.DROPPED
    )
    _attempt(job, channel, [one for one in waiting if one.notice_id in kept], notices)


def _attempt(
    job: Outbox, channel: Channel, deliveries: list[Delivery], notices: list[Notice]
) -> None:
    try:
        with _as_read_by(channel.user):
            told = [in_words(notice, _due(notice)) for notice in notices]
            SENDERS[ChannelKind(channel.kind)](channel, deliveries[0], told)
    except Undeliverable as fault:
        _done(job, deliveries, DeliveryStatus.FAILED, str(fault))
    except (outgoing.Unreachable, OSError, SMTPException) as fault:
        error = f"{type(fault).__name__}: {fault}"[:300]
        if job.attempts >= ATTEMPTS:
            _done(job, deliveries, DeliveryStatus.FAILED, error)
            return
        ids = [one.pk for one in deliveries]
        Delivery.objects.filter(pk__in=ids).update(attempts=job.attempts, error=error)
        raise outbox.TryAgain(error) from fault
    else:
        _done(job, deliveries, DeliveryStatus.SENT)


def _done(job: Outbox, deliveries: Iterable[Delivery], status: str, error: str = "") -> None:
    with outbox.finishing(job):
        Delivery.objects.filter(pk__in=[one.pk for one in deliveries]).update(
            status=status,
            attempts=job.attempts,
            error=error[:300],
            sent_at=timezone.now() if status == DeliveryStatus.SENT else None,
        )


def _still_true(notice: Notice) -> bool:
    """Whose turn it was when it was written must still be so when it leaves."""
    return notice.kind not in TURNS or _seats(notice).exists()


def _seats(notice: Notice) -> QuerySet[BattleSide]:
    """The sides that a call for a turn may be about: play waits for them."""
    seat = Q(user=notice.user_id) | Q(clock__deputy=notice.user_id)
    return BattleSide.objects.filter(seat, battle__scene=notice.scene_id, waiting=True)


def _due(notice: Notice) -> datetime | None:
    """When the time for the turn is over that a notice calls for, as it is now."""
    if notice.kind not in TURNS:
        return None
    running = _seats(notice).filter(clock__running=True, clock__due_at__gt=timezone.now())
    return running.order_by("clock__due_at").values_list("clock__due_at", flat=True).first()


@contextmanager
def _as_read_by(user: Any) -> Iterator[None]:
    zone = ZoneInfo(user.time_zone)
    with translation.override(user.language), timezone.override(zone):
        yield


def send_mail(channel: Channel, delivery: Delivery, told: list[Told]) -> None:
    """Text and HTML, with one click to be left in peace."""
    user = channel.user
    if not user.email or user.email_confirmed_at is None:
        raise Undeliverable("no confirmed address")
    leave = settings.SITE_URL + reverse("campaigns:unsubscribe", args=[unsubscribe_token(channel)])
    context = {
        "told": told,
        "site": settings.SITE_URL,
        "settings_url": settings.SITE_URL + reverse("campaigns:notice_settings"),
        "leave": leave,
        "language": user.language,
        "subject": _subject(told),
    }
    mail = EmailMultiAlternatives(
        subject=_subject(told),
        body=render_to_string("campaigns/mail/notices.txt", context),
        to=[user.email],
        headers={
            "List-Unsubscribe": f"<{leave}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Message-ID": f"<{delivery.public_id}@{settings.SITE_HOST}>",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("campaigns/mail/notices.html", context), "text/html")
    try:
        mail.send()
    except SMTPRecipientsRefused as fault:
        code = max(code for code, _text in fault.recipients.values())
        if code >= 500:
            raise Undeliverable(f"refused: {code}") from fault
        raise


def send_chat(channel: Channel, delivery: Delivery, told: list[Told]) -> None:
    service = chat_of(channel.address)
    lines = [f"{unmarked(_titled(one))} {settings.SITE_URL}{one.path}" for one in told]
    if not service.notify(body="\n".join(lines), title=""):
        raise outgoing.Unreachable("the service didn't take it")


def send_webhook(channel: Channel, delivery: Delivery, told: list[Told]) -> None:
    """JSON, signed: `t=SECONDS,v1=HMAC-SHA256(secret, "SECONDS.BODY")`."""
    body = json.dumps(
        {
            "id": str(delivery.public_id),
            "notices": [
                {
                    "id": str(one.notice.public_id),
                    "kind": one.notice.kind,
                    "text": one.text,
                    "campaign": one.campaign,
                    "url": settings.SITE_URL + one.path,
                    "at": one.notice.created_at.isoformat(),
                }
                for one in told
            ],
        },
        ensure_ascii=False,
    ).encode()
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": "ciudad-maldita/1",
        "Idempotency-Key": str(delivery.public_id),
        "X-Signature": signature(channel.secret, int(timezone.now().timestamp()), body),
    }
    try:
        answer = outgoing.post(channel.address, body, headers)
    except outgoing.Refused as fault:
        raise Undeliverable(str(fault)) from fault
    if 200 <= answer.status < 300:
        return
    if answer.status in PERMANENT or 300 <= answer.status < 400:
        raise Undeliverable(f"status {answer.status}")
    raise outgoing.Unreachable(f"status {answer.status}")


SENDERS = {
    ChannelKind.EMAIL: send_mail,
    ChannelKind.CHAT: send_chat,
    ChannelKind.WEBHOOK: send_webhook,
}


def signature(secret: str, seconds: int, body: bytes) -> str:
    signed = hmac.new(bytes.fromhex(secret), f"{seconds}.".encode() + body, hashlib.sha256)
    return f"t={seconds},v1={signed.hexdigest()}"


def chat_of(address: str) -> Any:
    """The service behind an Apprise address, with no options that could lead it elsewhere.

    Raises Undeliverable for others than CHATS.
    """
    scheme = address.partition("://")[0].casefold()
    if scheme not in CHATS or "?" in address or any(sign <= " " for sign in address):
        raise Undeliverable("no such chat service")
    service = apprise.Apprise.instantiate(address)
    if service is None:
        raise Undeliverable("malformed address")
    return service


def unmarked(text: str) -> str:
    """A line in which no name calls anybody (@everyone, <!channel>) or hides a link."""
    return text.replace("](", "] (").translate(str.maketrans({"@": "@\u2060", "<": "‹", ">": "›"}))


def unsubscribe_token(channel: Channel) -> str:
    return signing.dumps(str(channel.public_id), salt=UNSUBSCRIBE)


def channel_of(token: str) -> Channel | None:
    """Whose token it is; it doesn't expire, and can do nothing but this."""
    try:
        name = signing.loads(token, salt=UNSUBSCRIBE)
    except signing.BadSignature:
        return None
    return Channel.objects.filter(public_id=name).first()


def _titled(told: Told) -> str:
    return f"[{told.campaign}] {told.text}" if told.campaign else told.text


def _subject(told: list[Told]) -> str:
    if len(told) == 1:
        return " ".join(_titled(told[0]).split())
    turns = sum(one.notice.kind in (NoticeKind.YOUR_TURN, NoticeKind.REMINDER) for one in told)
    news = ngettext(
        "%(n)d piece of news from your campaigns",
        "%(n)d pieces of news from your campaigns",
        len(told),
    ) % {"n": len(told)}
    if not turns:
        return news
    mine = ngettext("it is your turn in one battle", "it is your turn in %(n)d battles", turns) % {
        "n": turns
    }
    return f"{news}: {mine}"
