"""A campaign, who takes part in it, and how one gets in."""

import hashlib
from datetime import datetime

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public

LONGEST_EDIT = 60 * 24 * 30  # minutes: a month
LONGEST_CHOICE = 720  # hours


class CampaignStatus(models.TextChoices):
    OPEN = "open", _("Under way")
    CLOSED = "closed", _("Over")


class Newcomers(models.TextChoices):
    """What is asked of warbands that have fought elsewhere."""

    ASK = "ask", _("a game master looks first")
    BOUNDED = "bounded", _("at once, if no better than new")
    OPEN = "open", _("they join as they are")


class Campaign(Public):
    """`house_rules` is an overlay on the ruleset's switches (rules.ruleset.with_house_rules).

    `catch_up` is a campaigns.catch_up.CatchUpRule as JSON; {} is none.
    """

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=90)
    description = models.TextField(_("description"), max_length=4000, blank=True)
    ruleset = models.CharField(_("ruleset"), max_length=20, default="partida")
    house_rules = models.JSONField(_("house rules"), default=dict, blank=True)
    language = models.CharField(
        _("language"), max_length=8, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    is_public = models.BooleanField(
        _("open to readers"), default=False, help_text=_("Anybody may read its public scenes.")
    )
    edit_minutes = models.PositiveIntegerField(
        _("minutes for corrections"),
        default=60,
        help_text=_("How long a post may be corrected; its earlier wording stays readable."),
    )
    hand_reports = models.BooleanField(
        _("battles by hand"),
        default=False,
        help_text=_("Battles that were played on a real table may be reported."),
    )
    choice_hours = models.PositiveIntegerField(
        _("hours for choices after a battle"),
        default=72,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST_CHOICE)],
    )
    catch_up = models.JSONField(_("catch-up of late joiners"), default=dict, blank=True)
    newcomers = models.CharField(
        _("warbands that have fought elsewhere"),
        max_length=8,
        choices=Newcomers,
        default=Newcomers.ASK,
    )
    status = models.CharField(
        _("status"), max_length=8, choices=CampaignStatus, default=CampaignStatus.OPEN
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    GM = "gm", _("Game master")
    PLAYER = "player", _("Player")
    SPECTATOR = "spectator", _("Spectator")


class Membership(Public):
    """A user's part in a campaign."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.PLAYER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "user"], name="campaigns_membership_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id}@{self.campaign_id}: {self.role}"

    @property
    def is_gm(self) -> bool:
        return self.role == Role.GM

    @property
    def missing_since(self) -> datetime | None:
        """Since when nothing has been heard of him, after a turn of his ran out."""
        clock = getattr(self, "member_clock", None)
        return None if clock is None else clock.missing_since


class InvitationQuerySet(models.QuerySet):
    def live(self, now: datetime | None = None) -> "InvitationQuerySet":
        """Those that still let somebody in; of whoever directs no more none does."""
        directs = Membership.objects.filter(
            campaign=OuterRef("campaign"), user=OuterRef("created_by"), role=Role.GM
        )
        return self.filter(
            Exists(directs),
            revoked_at=None,
            expires_at__gt=now or timezone.now(),
            used__lt=models.F("uses"),
        )


class Invitation(Public):
    """A link that lets somebody in. Only the SHA-256 of its token is kept."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="invitations")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    role = models.CharField(_("role"), max_length=10, choices=Role, default=Role.PLAYER)
    uses = models.PositiveSmallIntegerField(_("how many may use it"), default=1)
    used = models.PositiveSmallIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", editable=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(null=True, editable=False)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(used__lte=models.F("uses")), name="campaigns_invitation_not_overused"
            )
        ]

    def __str__(self) -> str:
        return f"{self.role} ({self.used}/{self.uses})"

    @staticmethod
    def digest_of(token: str) -> str:
        return hashlib.sha256(token.encode()).hexdigest()


class Enrolment(models.Model):
    """A warband that takes part in a campaign. A warband is in one campaign at a time."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="enrolments")
    warband = models.OneToOneField("warbands.Warband", models.CASCADE, related_name="enrolment")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("enrolled warband")
        verbose_name_plural = _("enrolled warbands")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.warband_id}@{self.campaign_id}"


class CatchUp(models.Model):
    """What a warband has been given because it joins a campaign late; once for good.

    `battles` counted, `gold` given at once, `experience` for each fighter: given when it joins
    (`joined`).
    """

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="catch_ups")
    warband = models.OneToOneField("warbands.Warband", models.CASCADE, related_name="catch_up")
    battles = models.PositiveSmallIntegerField()
    gold = models.PositiveIntegerField(default=0)
    experience = models.PositiveSmallIntegerField(default=0)
    joined = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("catch-up")
        verbose_name_plural = _("catch-ups")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.warband_id}: {self.battles}"


class GmAction(models.Model):
    """What a game master did: who, when, what, to what, why. Never changed."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="gm_actions")
    battle = models.ForeignKey(
        "campaigns.Battle", models.CASCADE, null=True, related_name="gm_actions"
    )
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    action = models.CharField(max_length=40)
    reason = models.TextField(blank=True)
    payload = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("act of the game master")
        verbose_name_plural = _("acts of the game master")
        ordering = ["-created_at", "-pk"]
        indexes = [models.Index(fields=["campaign", "-created_at"], name="campaigns_gm_by_time")]

    def __str__(self) -> str:
        return f"{self.action} ({self.created_at:%Y-%m-%d %H:%M})"

    @property
    def words(self) -> str:
        """What it was, in the reader's language."""
        from campaigns.narration.acts import ACTS

        return str(ACTS.get(self.action, self.action))
