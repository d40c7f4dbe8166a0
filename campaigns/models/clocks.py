"""The pace of a campaign, the clocks of its battles, and who is away when."""

from dataclasses import replace
from datetime import datetime, timedelta

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public
from campaigns.pace import Pace, Span, days_away


class Policy(models.TextChoices):
    """What happens when a player's time runs out."""

    PLAN = "plan", _("the player's standing orders are played")
    CAUTIOUS = "cautious", _("the server plays it cautiously")
    DEPUTY = "deputy", _("the player's deputy plays it")
    GM = "gm", _("the game master decides")
    SKIP = "skip", _("the turn is skipped")


class AwayPolicy(models.TextChoices):
    """What an announced absence does to a clock."""

    WAIT = "wait", _("the clock stands until they are back")
    RUN = "run", _("the clock runs as ever")
    AT_ONCE = "at_once", _("their turns are played for them at once")


class CampaignPace(models.Model):
    """How long turns take in a campaign. A campaign without one has no clocks.

    `hours`, `at`, `quiet_*`, `weekends` and `zone` are those of campaigns.pace.Pace. When time
    runs out, the player's bank is used up, then `first` happens, or, where that can't be, `then`.
    Whoever let a turn run out has only `grace_hours` for the next ones until he is back
    (campaigns.services.presence); none: always the whole time.
    """

    campaign = models.OneToOneField("campaigns.Campaign", models.CASCADE, related_name="pace")
    hours = models.PositiveSmallIntegerField(
        _("hours a turn"),
        default=48,
        validators=[MinValueValidator(1), MaxValueValidator(720)],
    )
    at = models.TimeField(_("always ends at"), null=True, blank=True)
    quiet_from = models.TimeField(_("nights from"), null=True, blank=True)
    quiet_to = models.TimeField(_("until"), null=True, blank=True)
    weekends = models.BooleanField(_("weekends don't count"), default=False)
    zone = models.CharField(_("time zone"), max_length=64, default=settings.TIME_ZONE)
    bank_hours = models.PositiveSmallIntegerField(
        _("hours in reserve for each player"), default=0, validators=[MaxValueValidator(720)]
    )
    first = models.CharField(
        _("when time runs out"), max_length=8, choices=Policy, default=Policy.GM
    )
    then = models.CharField(_("or else"), max_length=8, choices=Policy, default=Policy.GM)
    absences = models.CharField(
        _("while a player is away"), max_length=8, choices=AwayPolicy, default=AwayPolicy.WAIT
    )
    grace_hours = models.PositiveSmallIntegerField(
        _("hours a turn of whoever let one run out"),
        null=True,
        blank=True,
        default=6,
        validators=[MinValueValidator(1), MaxValueValidator(720)],
    )
    paused_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("pace")
        verbose_name_plural = _("paces")

    def __str__(self) -> str:
        return f"{self.hours} h"

    @property
    def arithmetic(self) -> Pace:
        quiet = None
        if self.quiet_from is not None and self.quiet_to is not None:
            quiet = (self.quiet_from, self.quiet_to)
        return Pace(self.zone, self.hours, self.at, quiet, self.weekends)

    @property
    def short(self) -> Pace:
        """For whoever has let a turn run out: not longer, and not until a fixed hour."""
        hours = min(self.hours, self.grace_hours or self.hours)
        return replace(self.arithmetic, hours=hours, at=None)


class Playing(models.TextChoices):
    """Who plays a side whose time has run out, until its turn is over."""

    NOBODY = "", _("its player")
    PLAN = "plan", _("standing orders")
    SERVER = "server", _("the server, cautiously")
    DEPUTY = "deputy", _("a deputy")
    GM = "gm", _("the game master decides")
    SKIP = "skip", _("nobody: it is skipped")


class TurnClock(models.Model):
    """The clock of a side: of its turn, or of a decision in somebody else's.

    It belongs to one `turn` and `active` side; `left_seconds` is what was left of it when it was
    stopped (a pause, a decision of another side in between). `serial` grows whenever `due_at` is
    set anew: jobs of an older one do nothing.
    """

    side = models.OneToOneField("campaigns.BattleSide", models.CASCADE, related_name="clock")
    turn = models.PositiveIntegerField(default=0)
    active = models.CharField(max_length=40, blank=True)
    running = models.BooleanField(default=False)
    started_at = models.DateTimeField(null=True)
    stopped_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True)
    left_seconds = models.PositiveIntegerField(null=True)
    serial = models.PositiveIntegerField(default=0)
    bank_from = models.DateTimeField(null=True)
    expired_at = models.DateTimeField(null=True)
    playing = models.CharField(max_length=8, choices=Playing, default=Playing.NOBODY, blank=True)
    deputy = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    nudged_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("clock")
        verbose_name_plural = _("clocks")
        indexes = [
            models.Index(
                fields=["due_at"],
                condition=models.Q(running=True),
                name="campaigns_clock_due",
            )
        ]

    def __str__(self) -> str:
        return f"{self.side_id}: {self.due_at}"

    @property
    def on_reserve(self) -> bool:
        return self.bank_from is not None

    @property
    def played_for(self) -> bool:
        """Whether the server is to move for this side now."""
        return self.running and self.playing in (Playing.PLAN, Playing.SERVER, Playing.SKIP)


class MemberClock(models.Model):
    """What a member has left in reserve, and who plays for him when he can't.

    `missing_since`: when a turn of his ran out, while nothing has been heard of him since.
    `called_at`: when a game master last asked where he is.
    """

    membership = models.OneToOneField(
        "campaigns.Membership", models.CASCADE, related_name="member_clock"
    )
    bank_used_seconds = models.PositiveIntegerField(default=0)
    deputy = models.ForeignKey(
        "campaigns.Membership", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    missing_since = models.DateTimeField(null=True)
    called_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("clock of a member")
        verbose_name_plural = _("clocks of members")

    def __str__(self) -> str:
        return f"{self.membership_id}: -{self.bank_used_seconds} s"


class AbsenceQuerySet(models.QuerySet):
    def of(self, user_ids: object) -> "AbsenceQuerySet":
        return self.filter(user__in=user_ids)

    def not_over(self, now: datetime | None = None) -> "AbsenceQuerySet":
        """Those of today and later. A day more, for the zones west of the server's."""
        today = (now or timezone.now()).date()
        return self.filter(last_day__gte=today - timedelta(days=1))


class Absence(Public):
    """Days on which a player is away, both included, in his own time zone."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="absences")
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    note = models.CharField(_("note"), max_length=120, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = AbsenceQuerySet.as_manager()

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        ordering = ["first_day", "pk"]
        indexes = [models.Index(fields=["user", "last_day"], name="campaigns_absence_days")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(last_day__gte=models.F("first_day")),
                name="campaigns_absence_in_order",
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.first_day} - {self.last_day}"

    def span(self, zone: str) -> Span:
        return days_away(self.first_day, self.last_day, zone)
