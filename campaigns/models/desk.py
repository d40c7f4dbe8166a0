"""The game master's desk: appeals, rulings, notes, drafts of another course; and safety."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public


class AppealStatus(models.TextChoices):
    OPEN = "open", _("waiting for an answer")
    UPHELD = "upheld", _("upheld")
    DISMISSED = "dismissed", _("dismissed")
    WITHDRAWN = "withdrawn", _("withdrawn")


class Appeal(Public):
    """A player doubts an event of a battle, and says why; the GM answers at the same place."""

    battle = models.ForeignKey("campaigns.Battle", models.CASCADE, related_name="appeals")
    seq = models.PositiveIntegerField()
    rule = models.CharField(max_length=40, blank=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.TextField()
    status = models.CharField(max_length=10, choices=AppealStatus, default=AppealStatus.OPEN)
    answer = models.TextField(blank=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    answered_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["battle", "seq", "user"],
                condition=Q(status="open"),
                name="campaigns_appeal_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} on #{self.seq} ({self.status})"


class Ruling(Public):
    """What a game master has decided about a rule: a precedent in his campaign."""

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="rulings")
    rule = models.CharField(max_length=40)
    text = models.TextField()
    appeal = models.OneToOneField(Appeal, models.SET_NULL, null=True, related_name="ruling")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ["rule", "-pk"]
        indexes = [models.Index(fields=["campaign", "rule"], name="campaigns_ruling_of_rule")]

    def __str__(self) -> str:
        return f"{self.rule}: {self.text[:40]}"


class GmNote(Public):
    """A secret note of the game masters: about a campaign, one of its scenes or a warrior."""

    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="gm_notes")
    scene = models.ForeignKey(
        "campaigns.Scene", models.CASCADE, null=True, blank=True, related_name="gm_notes"
    )
    fighter = models.ForeignKey(
        "warbands.Fighter", models.CASCADE, null=True, blank=True, related_name="gm_notes"
    )
    text = models.TextField()
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("note of the game master")
        verbose_name_plural = _("notes of the game master")
        ordering = ["-updated_at", "-pk"]

    def __str__(self) -> str:
        return self.text[:40]


class RedoStatus(models.TextChoices):
    DRAFT = "draft", _("draft")
    PUBLISHED = "published", _("published")
    DISCARDED = "discarded", _("discarded")


class Redo(Public):
    """Another course of a battle from an order on: a draft of the GM's, on a branch of its own.

    `changes` say what is other than it was (campaigns.services.redo). What follows from them is
    computed anew whenever it is looked at: same battle, same changes, same dice.
    """

    battle = models.ForeignKey("campaigns.Battle", models.CASCADE, related_name="redos")
    branch = models.OneToOneField("campaigns.Branch", models.CASCADE, related_name="redo")
    from_seq = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    changes = models.JSONField(default=list)
    reason = models.TextField()
    status = models.CharField(max_length=10, choices=RedoStatus, default=RedoStatus.DRAFT)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("draft of another course")
        verbose_name_plural = _("drafts of another course")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.battle_id} from {self.from_seq} ({self.status})"


class Block(models.Model):
    """`user` wants nothing to do with `blocked`: no nudges, no invitations, no names as deputy."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["user", "blocked"], name="campaigns_block_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} - {self.blocked_id}"


class ReportStatus(models.TextChoices):
    OPEN = "open", _("open")
    DONE = "done", _("settled")


class Report(Public):
    """Somebody reports a post. `evidence` is what it said then, to him; later edits don't matter.

    {"post", "scene", "campaign", "author", "persona", "written_at", "parts": [{"audience",
    "source"}]}
    """

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    reported = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    campaign = models.ForeignKey(
        "campaigns.Campaign", models.SET_NULL, null=True, related_name="reports"
    )
    reason = models.TextField()
    evidence = models.JSONField(default=dict)
    status = models.CharField(max_length=6, choices=ReportStatus, default=ReportStatus.OPEN)
    note = models.TextField(blank=True)
    handled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    handled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.reporter_id} on {self.reported_id} ({self.status})"
