"""Who is to fight whom in a round of a campaign."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public
from campaigns.models.campaign import Campaign


class Pairing(Public):
    """Two warbands of a round, or one that has nobody to fight (`blue` None).

    `scenario` is what has been rolled or chosen, `dice` the roll on the table (empty: chosen
    without one) that was thrown in `post`, `chooser` the warband whose choice the table leaves it
    to ("" otherwise).
    `red_agrees`, `blue_agrees`: the players' word on the scenario.
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="pairings")
    round = models.PositiveSmallIntegerField()
    red = models.ForeignKey("warbands.Warband", models.CASCADE, related_name="+")
    blue = models.ForeignKey("warbands.Warband", models.CASCADE, null=True, related_name="+")
    scenario = models.CharField(max_length=60, blank=True)
    dice = models.JSONField(default=list)
    post = models.ForeignKey("campaigns.Post", models.SET_NULL, null=True, related_name="+")
    chooser = models.CharField(max_length=40, blank=True)
    red_agrees = models.BooleanField(default=False)
    blue_agrees = models.BooleanField(default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ["-round", "pk"]

    def __str__(self) -> str:
        return f"{self.round}: {self.red_id} / {self.blue_id}"

    @property
    def agreed(self) -> bool:
        return self.red_agrees and self.blue_agrees
