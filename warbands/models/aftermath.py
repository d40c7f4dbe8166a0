"""What comes after a battle, step by step, each exactly once."""

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from warbands.models.warband import Warband


def new_secret() -> bytes:
    return secrets.token_bytes(32)


class Aftermath(models.Model):
    """The aftermath of one battle for one warband.

    `battle` is the campaign's name of the battle. `secret` seals its dice; the commitment is
    public from the start, the secret once it is closed (or reverted by a rewind). What nobody has
    answered by `due_at` goes by its default; `left_seconds` is what was left when its clock was
    stopped. `captors` are the users who are asked about a prisoner now: the time stands while one
    of them is away, as for the warband's own player.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    warband = models.ForeignKey(Warband, models.PROTECT, related_name="aftermaths")
    battle = models.CharField(max_length=64)
    setup = models.JSONField()
    secret = models.BinaryField(default=new_secret)
    commitment = models.CharField(max_length=64, editable=False)
    seeds = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField(null=True)
    left_seconds = models.PositiveIntegerField(null=True)
    captors = models.JSONField(default=list, blank=True)
    closed_at = models.DateTimeField(null=True)
    reverted_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("aftermath")
        verbose_name_plural = _("aftermaths")
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["battle", "warband"],
                condition=models.Q(reverted_at=None),
                name="warbands_aftermath_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.battle} / {self.warband_id}"

    @property
    def revealed(self) -> bool:
        return self.closed_at is not None or self.reverted_at is not None


class AftermathUndone(models.Model):
    """A step that a correction has taken back: what it was, kept to be read."""

    aftermath = models.ForeignKey(Aftermath, models.CASCADE, related_name="undone")
    number = models.PositiveSmallIntegerField()
    order = models.JSONField()
    events = models.JSONField()
    reason = models.CharField(_("reason"), max_length=200)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("step taken back")
        verbose_name_plural = _("steps taken back")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.number} ({self.reason})"


class AftermathStep(models.Model):
    """A step that has been carried out, with the events that it made.

    The uniqueness of (aftermath, fighter, step, occurrence) is what makes a step that is run
    twice fail the second time; its dice are keyed by the same four.
    """

    aftermath = models.ForeignKey(Aftermath, models.CASCADE, related_name="steps")
    number = models.PositiveSmallIntegerField()
    fighter = models.CharField(max_length=64, blank=True)
    step = models.CharField(max_length=32)
    occurrence = models.PositiveSmallIntegerField(default=1)
    order = models.JSONField()
    events = models.JSONField()
    engine_version = models.CharField(max_length=20, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("step of the aftermath")
        verbose_name_plural = _("steps of the aftermath")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["aftermath", "fighter", "step", "occurrence"],
                name="warbands_aftermath_step_once",
            ),
            models.UniqueConstraint(fields=["aftermath", "number"], name="warbands_step_number"),
        ]

    def __str__(self) -> str:
        return f"{self.step} {self.fighter} {self.occurrence}"
