"""A roster from somewhere else, waiting for a game master to say yes."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from warbands.models.warband import Warband


class State(models.TextChoices):
    """Nothing of a proposal is a warband before it is accepted."""

    PENDING = "pending", _("Waiting")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


class Proposal(models.Model):
    """What was read from a player's file.

    `document` is the roster in our own format, `report` how the file was understood
    (warbands.exchange.report). `judge` is the game master who is asked; `warband` what came of it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="proposals", verbose_name=_("owner")
    )
    judge = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    name = models.CharField(_("name"), max_length=80)
    format = models.CharField(max_length=24)
    file_name = models.CharField(max_length=120, blank=True)
    document = models.JSONField()
    report = models.JSONField()
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PENDING)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    warband = models.ForeignKey(Warband, models.SET_NULL, null=True, related_name="proposals")
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        ordering = ["-created_at", "id"]

    def __str__(self) -> str:
        return self.name
