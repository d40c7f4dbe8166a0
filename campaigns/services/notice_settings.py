"""How a user wants to be told things, and what he has read."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone

from campaigns.errors import ServiceError, invalid, not_found
from campaigns.models import (
    Channel,
    ChannelKind,
    ChannelMode,
    DeliveryStatus,
    Notice,
    NoticeKind,
    NoticeSettings,
)
from campaigns.notices import send_through
from campaigns.selectors.access import Id
from campaigns.services.deliveries import CHATS, Undeliverable, channel_of, chat_of
from mordheim_site import outgoing
from mordheim_site.ids import uuid_of
from mordheim_site.text import one_line

MOST_CHANNELS = 10
MOST_REMINDERS = 5
LONGEST_REMINDER = 24 * 14
LONGEST_ADDRESS = 500
FIELDS = ("reminders", "quiet_from", "quiet_to", "digest_at", "muted")


@transaction.atomic
def notices_read(*, user: Any, ids: Iterable[Id] | None = None) -> int:
    """Mark notices as read, all of them unless some are named; how many it were."""
    _require_user(user)
    rows = Notice.objects.filter(user=user, read_at=None)
    if ids is not None:
        rows = rows.filter(public_id__in=[uuid_of(one) for one in ids])
    return rows.update(read_at=timezone.now())


@transaction.atomic
def settings_change(*, user: Any, **fields: Any) -> NoticeSettings:
    """Set any of reminders (hours), quiet_from, quiet_to, digest_at, muted (kinds).

    Errors: log_in, bad_settings (fields).
    """
    _require_user(user)
    if unknown := set(fields) - set(FIELDS):
        raise TypeError(f"no such field: {', '.join(sorted(unknown))}")
    row, _new = NoticeSettings.objects.get_or_create(user=user)
    for name, value in fields.items():
        setattr(row, name, value)
    row.reminders = sorted(set(row.reminders), reverse=True)
    row.muted = sorted(set(row.muted))
    wrong = []
    if len(row.reminders) > MOST_REMINDERS or not all(
        isinstance(one, int) and 1 <= one <= LONGEST_REMINDER for one in row.reminders
    ):
        wrong.append("reminders")
    if (row.quiet_from is None) != (row.quiet_to is None) or (
        row.quiet_from is not None and row.quiet_from == row.quiet_to
    ):
        wrong.append("quiet_from")
    if not set(row.muted) <= set(NoticeKind.values):
        wrong.append("muted")
    if wrong:
        raise invalid("bad_settings", fields=wrong)
    row.save()
    return row


@transaction.atomic
def channel_add(*, user: Any, kind: str, address: str, name: str = "") -> Channel:
    """A chat or a webhook; mail has its own address and is there once that is confirmed.

    Errors: log_in, bad_kind, bad_address, too_many_channels.
    """
    _require_user(user)
    address = address.strip()
    if kind not in (ChannelKind.CHAT, ChannelKind.WEBHOOK):
        raise invalid("bad_kind")
    if user.channels.count() >= MOST_CHANNELS:
        raise invalid("too_many_channels", limit=MOST_CHANNELS)
    check_address(kind, address)
    return Channel.objects.create(
        user=user,
        kind=kind,
        address=address,
        name=one_line(name)[:60] or default_name(kind, address),
        secret=secrets.token_hex(32) if kind == ChannelKind.WEBHOOK else "",
    )


@transaction.atomic
def channel_change(*, user: Any, channel_id: Id, mode: str) -> Channel:
    """At once, once a day, or never. Errors: log_in, not_found, bad_mode."""
    channel = _own(user, channel_id)
    if mode not in ChannelMode.values:
        raise invalid("bad_mode")
    _set_mode(channel, mode)
    return channel


@transaction.atomic
def channel_remove(*, user: Any, channel_id: Id) -> None:
    """Errors: log_in, not_found."""
    _own(user, channel_id).delete()


@transaction.atomic
def channel_test(*, user: Any, channel_id: Id) -> None:
    """Send a test through one channel, whatever the settings say. Errors: log_in, not_found."""
    channel = _own(user, channel_id)
    if channel.mode == ChannelMode.OFF:
        raise ServiceError("channel_off")
    key = f"test:{channel.pk}:{timezone.now().timestamp():.0f}"
    notice, new = Notice.objects.get_or_create(user=user, key=key, defaults={"kind": "test"})
    if new:
        notice.read_at = timezone.now()
        notice.save(update_fields=["read_at"])
        send_through(notice, channel)


@transaction.atomic
def unsubscribe(*, token: str) -> Channel:
    """The one click in a mail: this channel says nothing more. Errors: not_found."""
    channel = channel_of(token)
    if channel is None:
        raise not_found()
    _set_mode(channel, ChannelMode.OFF)
    return channel


@transaction.atomic
def mail_channel(user: Any) -> Channel:
    """Mail to an address that its owner has just confirmed."""
    channel, _new = Channel.objects.get_or_create(user=user, kind=ChannelKind.EMAIL)
    return channel


def _set_mode(channel: Channel, mode: str) -> None:
    channel.mode = mode
    channel.save(update_fields=["mode"])
    if mode == ChannelMode.OFF:
        channel.deliveries.filter(status=DeliveryStatus.WAITING).update(
            status=DeliveryStatus.DROPPED
        )


def _own(user: Any, channel_id: Id) -> Channel:
    _require_user(user)
    channel = user.channels.filter(public_id=uuid_of(channel_id)).first()
    if channel is None:
        raise not_found()
    return channel


def _require_user(user: Any) -> None:
    if not user.is_authenticated:
        raise ServiceError("log_in", 401)


def check_address(kind: str, address: str) -> None:
    """Whether something may be sent there. Errors: bad_address."""
    if not address or len(address) > LONGEST_ADDRESS:
        raise invalid("bad_address")
    try:
        if kind == ChannelKind.CHAT:
            chat_of(address)
        else:
            outgoing.check_address(address)
    except (Undeliverable, outgoing.Refused):
        raise invalid("bad_address") from None


def default_name(kind: str, address: str) -> str:
    """What a channel is called that nobody has named."""
    if kind == ChannelKind.CHAT:
        return CHATS[address.partition("://")[0].casefold()]
    return (outgoing.check_address(address).hostname or "")[:60]
