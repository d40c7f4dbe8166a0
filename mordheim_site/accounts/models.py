"""The user and his API tokens."""

import hashlib
import uuid
from datetime import datetime
from typing import Self
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


def validate_time_zone(value: str) -> None:
    if value not in available_timezones():
        raise ValidationError(_("Unknown time zone."), code="unknown_time_zone")


class Theme(models.TextChoices):
    AUTO = "auto", _("As on the device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class User(AbstractUser):
    """Somebody who plays, directs or runs a client. `public_id` names him outside."""

    first_name = None
    last_name = None

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    display_name = models.CharField(_("name shown to others"), max_length=60, blank=True)
    language = models.CharField(
        _("language"), max_length=8, choices=settings.LANGUAGES, default=settings.LANGUAGE_CODE
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default=settings.TIME_ZONE, validators=[validate_time_zone]
    )
    email_confirmed_at = models.DateTimeField(null=True, editable=False)
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.AUTO)

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_username_ci",
                violation_error_message=_("A user with that username already exists."),
            )
        ]

    def __str__(self) -> str:
        return self.get_short_name()

    def get_full_name(self) -> str:
        return self.display_name or self.username

    def get_short_name(self) -> str:
        return self.display_name or self.username


class Scope(models.TextChoices):
    """What a token may do; `write` includes `read`."""

    READ = "read", _("Read")
    WRITE = "write", _("Read and write")


class ApiTokenQuerySet(models.QuerySet):
    def live(self, now: datetime | None = None) -> Self:
        return self.filter(revoked_at=None, expires_at__gt=now or timezone.now())


class ApiToken(models.Model):
    """A key for REST clients. Only its SHA-256 is kept: 256 random bits need no slow hash."""

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens")
    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(max_length=12, editable=False)
    scope = models.CharField(_("scope"), max_length=8, choices=Scope, default=Scope.WRITE)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"))
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"

    @staticmethod
    def digest_of(key: str) -> str:
        return hashlib.sha256(key.encode()).hexdigest()

    def is_live(self, now: datetime | None = None) -> bool:
        return self.revoked_at is None and self.expires_at > (now or timezone.now())

    def allows(self, *, writing: bool) -> bool:
        return not writing or self.scope == Scope.WRITE
