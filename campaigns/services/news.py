"""The channels of a campaign, and what leaves the site through them."""

import secrets
from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils import timezone, translation

from campaigns import news as door
from campaigns import outbox
from campaigns.errors import invalid, not_found
from campaigns.models import (
    CampaignChannel,
    CampaignChannelKind,
    CampaignStatus,
    DeliveryStatus,
    News,
    NewsDelivery,
    NewsKind,
    Outbox,
)
from campaigns.selectors.access import Access, Id, campaign_for
from campaigns.services.campaigns import audit
from campaigns.services.deliveries import ATTEMPTS, SENDERS, Undeliverable
from campaigns.services.notice_settings import MOST_CHANNELS, check_address, default_name
from mordheim_site import outgoing
from mordheim_site.ids import uuid_of
from mordheim_site.text import one_line


@transaction.atomic
def news_channel_add(
    *,
    user: Any,
    campaign_id: Id,
    kind: str,
    address: str,
    name: str = "",
    kinds: Iterable[str] | None = None,
) -> CampaignChannel:
    """A chat or a webhook that hears what all members may know (`kinds`, all unless given).

    Errors: gm_only, bad_kind, bad_address, too_many_channels.
    """
    access = _gm(user, campaign_id)
    address = address.strip()
    if kind not in CampaignChannelKind.values:
        raise invalid("bad_kind")
    if access.campaign.channels.count() >= MOST_CHANNELS:
        raise invalid("too_many_channels", limit=MOST_CHANNELS)
    check_address(kind, address)
    webhook = kind == CampaignChannelKind.WEBHOOK
    channel = CampaignChannel.objects.create(
        campaign=access.campaign,
        kind=kind,
        address=address,
        name=one_line(name)[:60] or default_name(kind, address),
        secret=secrets.token_hex(32) if webhook else "",
        kinds=list(NewsKind.values) if kinds is None else _kinds(kinds),
        created_by=user,
    )
    audit(access, "channel_add", name=channel.name)
    return channel


@transaction.atomic
def news_channel_change(
    *, user: Any, campaign_id: Id, channel_id: Id, kinds: Iterable[str]
) -> CampaignChannel:
    """What is sent there from now on. Errors: gm_only, not_found, bad_kind."""
    channel = _channel(_gm(user, campaign_id), channel_id)
    channel.kinds = _kinds(kinds)
    channel.save(update_fields=["kinds"])
    return channel


@transaction.atomic
def news_channel_remove(*, user: Any, campaign_id: Id, channel_id: Id) -> None:
    """Errors: gm_only, not_found."""
    access = _gm(user, campaign_id)
    channel = _channel(access, channel_id)
    audit(access, "channel_remove", name=channel.name)
    channel.delete()


@transaction.atomic
def news_channel_test(*, user: Any, campaign_id: Id, channel_id: Id) -> None:
    """Send a test through it. Errors: gm_only, not_found."""
    access = _gm(user, campaign_id)
    channel = _channel(access, channel_id)
    key = f"test:{channel.pk}:{timezone.now().timestamp():.0f}"
    news, new = News.objects.get_or_create(
        campaign=access.campaign, key=key, defaults={"kind": door.TEST}
    )
    if new:
        door.send_through(news, channel)


def deliver(job: Outbox) -> None:
    """The outbox's door: send one piece of news through one channel."""
    rows = NewsDelivery.objects.filter(pk=job.payload["delivery"], status=DeliveryStatus.WAITING)
    delivery = rows.select_related("channel__campaign", "news__scene", "news__campaign").first()
    if delivery is None:
        with outbox.finishing(job):
            return
    if not _wanted(delivery):
        _done(job, delivery, DeliveryStatus.DROPPED)
        return
    try:
        with translation.override(delivery.news.campaign.language):
            told = door.in_words(delivery.news)
            SENDERS[delivery.channel.kind](delivery.channel, delivery, [told])
    except Undeliverable as fault:
        _done(job, delivery, DeliveryStatus.FAILED, str(fault))
    except (outgoing.Unreachable, OSError) as fault:
        error = f"{type(fault).__name__}: {fault}"[:300]
        if job.attempts >= ATTEMPTS:
            _done(job, delivery, DeliveryStatus.FAILED, error)
            return
        NewsDelivery.objects.filter(pk=delivery.pk).update(attempts=job.attempts, error=error)
        raise outbox.TryAgain(error) from fault
    else:
        _done(job, delivery, DeliveryStatus.SENT)


def _wanted(delivery: NewsDelivery) -> bool:
    news, channel = delivery.news, delivery.channel
    if news.kind == door.TEST:
        return True
    is_open = channel.campaign.status == CampaignStatus.OPEN
    return is_open and news.kind in channel.kinds and door.still_for_all(news)


def _done(job: Outbox, delivery: NewsDelivery, status: str, error: str = "") -> None:
    with outbox.finishing(job):
        NewsDelivery.objects.filter(pk=delivery.pk).update(
            status=status,
            attempts=job.attempts,
            error=error[:300],
            sent_at=timezone.now() if status == DeliveryStatus.SENT else None,
        )


def _kinds(kinds: Iterable[str]) -> list[str]:
    wanted = set(kinds)
    if not wanted <= set(NewsKind.values):
        raise invalid("bad_kind")
    return [one for one in NewsKind.values if one in wanted]


def _gm(user: Any, campaign_id: Id) -> Access:
    access = campaign_for(user, campaign_id)
    access.require_gm()
    return access


def _channel(access: Access, channel_id: Id) -> CampaignChannel:
    channel = access.campaign.channels.filter(public_id=uuid_of(channel_id)).first()
    if channel is None:
        raise not_found()
    return channel
