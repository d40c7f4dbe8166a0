"""The warband: whose it is, of which kind, and its books as projections of the ledger."""

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Status(models.TextChoices):
    """A draft may be anything; an enlisted warband kept the rules when it was enlisted."""

    DRAFT = "draft", _("Draft")
    ENLISTED = "enlisted", _("Enlisted")
    DISBANDED = "disbanded", _("Disbanded")


class Warband(models.Model):
    """A player's warband.

    `type` is a warband of the catalogue, `ruleset` the rules that it is measured by. `treasury`,
    `wyrdstone`, `stash` and `rating` are projections of the ledger, written with each entry.
    `version` grows with every change. `fighting` names the battle that it is in: until that is
    over nobody is hired and nothing is bought. `house_rules` is the overlay of the campaign that
    `rules_of` names: by it the warband is bought for, rated and sees its battles' end. `share` is
    the unguessable word of its public page; null while there is none.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="warbands", verbose_name=_("owner")
    )
    type = models.CharField(_("kind of warband"), max_length=64)
    name = models.CharField(_("name"), max_length=80)
    ruleset = models.CharField(_("ruleset"), max_length=32, default="partida")
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.DRAFT)
    budget = models.PositiveIntegerField(_("starting gold"))
    treasury = models.PositiveIntegerField(_("treasury"), default=0)
    wyrdstone = models.PositiveIntegerField(_("wyrdstone"), default=0)
    stash = models.JSONField(_("stash"), default=dict)
    finds = models.JSONField(default=list)
    rating = models.PositiveIntegerField(_("warband rating"), default=0)
    version = models.PositiveIntegerField(default=0)
    fighting = models.CharField(max_length=64, blank=True)
    house_rules = models.JSONField(_("house rules"), default=dict, blank=True)
    rules_of = models.CharField(max_length=36, blank=True, db_index=True)
    notes = models.TextField(_("notes"), max_length=4000, blank=True)
    share = models.CharField(max_length=32, null=True, unique=True)  # noqa: DJ001 - null is "none"
    created_at = models.DateTimeField(auto_now_add=True)
    enlisted_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("warband")
        verbose_name_plural = _("warbands")
        ordering = ["name", "id"]

    def __str__(self) -> str:
        return self.name
