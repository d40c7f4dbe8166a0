"""What a whole campaign is told, in a chat or at an address of its own: never a person's affair."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public
from campaigns.models.notices import DeliveryStatus


class NewsKind(models.TextChoices):
    """The closed list; campaigns.news has the words for each."""

    TURN = "turn", _("whose turn it is")
    TIME_UP = "time_up", _("somebody's time has run out")
    BEGUN = "begun", _("a battle begins")
    OVER = "over", _("a battle is over")
    POST = "post", _("somebody has written")
    RULING = "ruling", _("the game master has made a ruling")


class CampaignChannelKind(models.TextChoices):
    CHAT = "chat", _("Chat")
    WEBHOOK = "webhook", _("Webhook")


def all_kinds() -> list[str]:
    return list(NewsKind.values)


class CampaignChannel(Public):
    """A way out of the site for a campaign; whoever sits there is taken for one of its members.

    `address` is an Apprise URL or that of a webhook and holds its secrets; `secret` (hexadecimal)
    signs what a webhook is sent. `kinds`: what is sent there; none: nothing.
    """

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="channels")
    kind = models.CharField(max_length=8, choices=CampaignChannelKind)
    name = models.CharField(max_length=60)
    address = models.CharField(max_length=500)
    secret = models.CharField(max_length=64, blank=True, editable=False)
    kinds = models.JSONField(default=all_kinds)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("channel of a campaign")
        verbose_name_plural = _("channels of campaigns")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"

    @property
    def kind_labels(self) -> list[str]:
        return [str(NewsKind(one).label) for one in self.kinds if one in NewsKind.values]


class News(Public):
    """Something that all members may know, told once a `key`. Its words are made when it is sent.

    `params` are JSON values for the words: names as they were, never anything that isn't for all.
    """

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="news")
    kind = models.CharField(max_length=8, choices=[*NewsKind.choices, ("test", _("A test"))])
    key = models.CharField(max_length=160)
    scene = models.ForeignKey("campaigns.Scene", models.CASCADE, null=True, related_name="+")
    params = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("news")
        verbose_name_plural = _("news")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "key"], name="campaigns_news_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class NewsDelivery(Public):
    """News on its way through a channel; `public_id` names it to whoever receives it."""

    news = models.ForeignKey(News, models.CASCADE, related_name="deliveries")
    channel = models.ForeignKey(CampaignChannel, models.CASCADE, related_name="deliveries")
    status = models.CharField(max_length=8, choices=DeliveryStatus, default=DeliveryStatus.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("delivery of news")
        verbose_name_plural = _("deliveries of news")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["news", "channel"], name="campaigns_news_delivery_once")
        ]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.status})"
