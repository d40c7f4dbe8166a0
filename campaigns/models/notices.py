"""What somebody is told: the notices themselves, the ways out of the site, each delivery."""

from datetime import time

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public


class NoticeKind(models.TextChoices):
    """The closed list; campaigns.notices has the words for each."""

    YOUR_TURN = "your_turn", _("It is my turn")
    REMINDER = "reminder", _("My time is running out")
    TIME_UP = "time_up", _("My time has run out")
    NUDGE = "nudge", _("Somebody nudges me")
    DEPUTY = "deputy", _("I play for somebody who is away")
    GM_DECIDES = "gm_decides", _("A turn waits for my decision as game master")
    SET_UP = "set_up", _("A battle of mine is set up")
    DRAW = "draw", _("Somebody offers me a draw")
    PLAN_LOST = "plan_lost", _("Something I ordered ahead came to nothing")
    BATTLE_OVER = "battle_over", _("A battle of mine is over")
    HAND_REPORT = "hand_report", _("A battle of mine is reported by hand")
    DISPUTE = "dispute", _("A report by hand waits for me as game master")
    APPEAL = "appeal", _("Somebody appeals to me as game master")
    RULING = "ruling", _("My appeal is answered")
    PAIRING = "pairing", _("I am paired with somebody for a round")
    JOINING = "joining", _("Somebody asks me as game master to let a warband in")
    JOINED = "joined", _("A warband of mine was let in or declined")
    CALLED = "called", _("A game master asks where I am")
    SEAT = "seat", _("I am given a side to play")
    MENTION = "mention", _("Somebody mentions me")
    TEST = "test", _("A test")


class Notice(Public):
    """Something a user is to know, told once a `key`. Its words are made when it is read.

    `params` are JSON values for the words: names as they were, never anything secret.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=12, choices=NoticeKind)
    key = models.CharField(max_length=160)
    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, null=True, related_name="+")
    scene = models.ForeignKey("campaigns.Scene", models.CASCADE, null=True, related_name="+")
    params = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="campaigns_notice_once")
        ]
        indexes = [
            models.Index(
                fields=["user"], condition=models.Q(read_at=None), name="campaigns_notice_unread"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


DIGEST_AT = time(8)


def default_reminders() -> list[int]:
    return [24, 4]


class NoticeSettings(models.Model):
    """How a user wants to be told: reminders in hours before the end, nights, the daily digest."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="notice_settings"
    )
    reminders = models.JSONField(default=default_reminders)
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_to = models.TimeField(_("until"), null=True, blank=True)
    digest_at = models.TimeField(_("daily digest at"), null=True, blank=True)
    muted = models.JSONField(default=list)

    class Meta:
        verbose_name = _("notice settings")
        verbose_name_plural = _("notice settings")

    def __str__(self) -> str:
        return f"{self.user_id}"

    @property
    def quiet(self) -> tuple[time, time] | None:
        if self.quiet_from is None or self.quiet_to is None:
            return None
        return (self.quiet_from, self.quiet_to)

    @property
    def digest_time(self) -> time:
        return self.digest_at or DIGEST_AT


class ChannelKind(models.TextChoices):
    EMAIL = "email", _("Mail")
    CHAT = "chat", _("Chat")
    WEBHOOK = "webhook", _("Webhook")


class ChannelMode(models.TextChoices):
    INSTANT = "instant", _("at once")
    DIGEST = "digest", _("once a day")
    OFF = "off", _("never")


class Channel(Public):
    """A way out of the site. Mail goes to the user's own confirmed address.

    `address` is an Apprise URL or the address of a webhook and holds its secrets; `secret`
    (hexadecimal) signs what a webhook is sent.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="channels")
    kind = models.CharField(max_length=8, choices=ChannelKind)
    name = models.CharField(max_length=60, blank=True)
    address = models.CharField(max_length=500, blank=True)
    secret = models.CharField(max_length=64, blank=True, editable=False)
    mode = models.CharField(max_length=8, choices=ChannelMode, default=ChannelMode.INSTANT)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("channel")
        verbose_name_plural = _("channels")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(kind="email"),
                name="campaigns_channel_one_mail",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


class DeliveryStatus(models.TextChoices):
    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")
    DROPPED = "dropped", _("no longer needed")


class Delivery(Public):
    """A notice on its way through a channel; `public_id` names it to whoever receives it."""

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    channel = models.ForeignKey(Channel, models.CASCADE, related_name="deliveries")
    status = models.CharField(max_length=8, choices=DeliveryStatus, default=DeliveryStatus.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["notice", "channel"], name="campaigns_delivery_once")
        ]
        indexes = [
            models.Index(
                fields=["channel"],
                condition=models.Q(status="waiting"),
                name="campaigns_delivery_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.status})"
