"""A warband with a past that would join a campaign, waiting for its game master to say yes."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public
from campaigns.models.campaign import Campaign


class Joining(models.TextChoices):
    PENDING = "pending", _("Waiting")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class JoinRequest(Public):
    """`warband` has fought elsewhere and asks to join. `reason`: why the game master declined."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="join_requests")
    warband = models.ForeignKey("warbands.Warband", models.CASCADE, related_name="join_requests")
    state = models.CharField(_("state"), max_length=10, choices=Joining, default=Joining.PENDING)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["warband"],
                condition=models.Q(state="pending"),
                name="campaigns_join_request_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.warband_id} -> {self.campaign_id}: {self.state}"
