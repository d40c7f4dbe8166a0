"""Work outside the request, and answers already given."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class JobQuerySet(models.QuerySet):
    def due(self, now: datetime | None = None) -> "JobQuerySet":
        """Neither done nor put off nor in somebody's hands."""
        now = now or timezone.now()
        free = Q(lease_until=None) | Q(lease_until__lt=now)
        return self.filter(free, done_at=None, run_after__lte=now)


class Outbox(models.Model):
    """A job, written in the transaction that calls for it; (kind, key) exists once.

    Claimed by `lease_until`, finished in the transaction of its effect (campaigns.outbox).
    """

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=160)
    payload = models.JSONField(default=dict)
    run_after = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    last_error = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["run_after", "pk"]
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="campaigns_job_once")]
        indexes = [
            models.Index(
                fields=["run_after"], condition=Q(done_at=None), name="campaigns_job_waiting"
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class IdempotencyKey(models.Model):
    """The answer already given to a request that its sender may repeat."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    scope = models.CharField(max_length=120)
    key = models.CharField(max_length=120)
    body_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=200)
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("idempotency key")
        verbose_name_plural = _("idempotency keys")
        constraints = [
            models.UniqueConstraint(
                fields=["user", "scope", "key"], name="campaigns_idempotency_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.scope} {self.key}"
