"""Seasons of a campaign: what was, frozen when the season ended."""

from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaigns.models.campaign import Campaign


class Season(models.Model):
    """A season from its opening to its end; a campaign without rows is in its first.

    When it ends `standings` keeps the table as it was, one row a warband, `awards` who has done
    most of what ([{"id", "names", "n"}]), `winner` a name and `words` what the game master says.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=80, blank=True)
    opened_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)
    standings = models.JSONField(default=list)
    awards = models.JSONField(default=list)
    winner = models.CharField(max_length=80, blank=True)
    words = models.TextField(blank=True)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "number"], name="campaigns_season_once")
        ]

    def __str__(self) -> str:
        return f"{self.campaign_id}: {self.number}"

    @property
    def title(self) -> str:
        """Its name, or its number."""
        return self.name or gettext("Season %(n)d") % {"n": self.number}

    @property
    def open(self) -> bool:
        return self.closed_at is None
