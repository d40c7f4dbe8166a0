"""A battle that was played on a real table, as its players tell it."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.battles import Battle


class HandStatus(models.TextChoices):
    """OPEN waits for the sides that haven't confirmed, DISPUTED for the game master."""

    OPEN = "open", _("waits to be confirmed")
    DISPUTED = "disputed", _("disputed: the game master decides")
    SETTLED = "settled", _("settled")
    WITHDRAWN = "withdrawn", _("withdrawn")


class HandReport(models.Model):
    """What is told of a battle by hand; its sides that are still `waiting` haven't confirmed it.

    `fielded` are the warriors as they could fight when it was reported: [{"id", "side", "name",
    "hero", "leader"}]. `claim` is a campaigns.by_hand.Claim as JSON. `ruling` is the game master's
    reason where he has settled or thrown it out, `objection` what the other side says against it.
    `changes` are what the game master did to it once it was settled: [{"kind": "reopened" or
    "amended", "by", "reason", "at", "claim" (as it was)}].
    """

    battle = models.OneToOneField(Battle, models.CASCADE, related_name="hand_report")
    status = models.CharField(max_length=10, choices=HandStatus, default=HandStatus.OPEN)
    fielded = models.JSONField()
    claim = models.JSONField()
    reported_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    objection = models.TextField(blank=True)
    objected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    ruling = models.TextField(blank=True)
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    changes = models.JSONField(default=list)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("report of a battle by hand")
        verbose_name_plural = _("reports of battles by hand")
        indexes = [models.Index(fields=["status"], name="campaigns_hand_status")]

    def __str__(self) -> str:
        return f"{self.battle_id} ({self.status})"

    @property
    def waits(self) -> bool:
        """Whether anything may still be said about it."""
        return self.status in (HandStatus.OPEN, HandStatus.DISPUTED)
