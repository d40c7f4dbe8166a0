"""Heroes and henchman groups, and what they carry with them."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from warbands.models.warband import Warband


class Fate(models.TextChoices):
    """What became of a fighter. Who is not active stays in the books and leaves the roster."""

    ACTIVE = "active", _("In the warband")
    DEAD = "dead", _("Dead")
    RETIRED = "retired", _("Retired")
    CAPTURED = "captured", _("Captured")
    SOLD = "sold", _("Sold")
    DISMISSED = "dismissed", _("Dismissed")


class Fighter(models.Model):
    """A hero or a group of henchmen.

    `key` names the fighter in battles and events, for good. `members` are the numbers of those
    who are left (a hero has member 1); a number is never given twice.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    warband = models.ForeignKey(Warband, models.CASCADE, related_name="fighters")
    key = models.CharField(max_length=40, unique=True)
    type = models.CharField(_("kind of fighter"), max_length=64)
    name = models.CharField(_("name"), max_length=80)
    hero = models.BooleanField(_("hero"))
    leader = models.BooleanField(_("leader"), default=False)
    members = models.JSONField(_("members"), default=list)
    next_member = models.PositiveSmallIntegerField(default=1)
    experience = models.PositiveSmallIntegerField(_("experience"), default=0)
    skills = models.JSONField(_("skills"), default=list)
    spells = models.JSONField(_("spells"), default=list)
    mutations = models.JSONField(_("mutations"), default=list)
    kit = models.JSONField(_("kit"), null=True)
    notes = models.TextField(_("notes"), max_length=1000, blank=True)
    misses = models.PositiveSmallIntegerField(_("battles to miss"), default=0)
    fate = models.CharField(_("fate"), max_length=10, choices=Fate, default=Fate.ACTIVE)
    gifts = models.JSONField(default=list)
    position = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("fighter")
        verbose_name_plural = _("fighters")
        ordering = ["position", "created_at", "id"]

    def __str__(self) -> str:
        return self.name


class Equipment(models.Model):
    """`n` pieces of an item that each member of the fighter carries."""

    fighter = models.ForeignKey(Fighter, models.CASCADE, related_name="equipment")
    item = models.CharField(_("item"), max_length=64)
    n = models.PositiveSmallIntegerField(_("number"), default=1)

    class Meta:
        verbose_name = _("equipment")
        verbose_name_plural = _("equipment")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(fields=["fighter", "item"], name="warbands_equipment_once"),
            models.CheckConstraint(condition=models.Q(n__gt=0), name="warbands_equipment_some"),
        ]

    def __str__(self) -> str:
        return f"{self.n} {self.item}"


class Injury(models.Model):
    """A serious injury: its row in the table and its lasting effects (rules.roster.Lasting)."""

    fighter = models.ForeignKey(Fighter, models.CASCADE, related_name="injuries")
    number = models.PositiveSmallIntegerField()
    row = models.CharField(_("injury"), max_length=64)
    battle = models.CharField(max_length=64, blank=True)
    effects = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("serious injury")
        verbose_name_plural = _("serious injuries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["fighter", "number"], name="warbands_injury_number")
        ]

    def __str__(self) -> str:
        return self.row


class Advance(models.Model):
    """An advance: the threshold that gave it, its dice, and what was or may be taken.

    While `taken` is empty it is pending and `options` says what it may become.
    """

    fighter = models.ForeignKey(Fighter, models.CASCADE, related_name="advances")
    number = models.PositiveSmallIntegerField()
    threshold = models.PositiveSmallIntegerField(_("experience"))
    battle = models.CharField(max_length=64, blank=True)
    dice = models.JSONField(_("dice"), default=list)
    result = models.CharField(_("result"), max_length=32)
    options = models.JSONField(_("options"), default=list)
    taken = models.CharField(_("taken"), max_length=64, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("advance")
        verbose_name_plural = _("advances")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["fighter", "number"], name="warbands_advance_number")
        ]

    def __str__(self) -> str:
        return self.taken or self.result
