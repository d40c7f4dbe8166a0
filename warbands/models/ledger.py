"""The books: an append-only list of what came and went."""

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from warbands.models.fighter import Fighter
from warbands.models.warband import Warband


class Kind(models.TextChoices):
    """What an entry is about. `rules.roster.ledger` explains each."""

    FOUND = "found", _("Founding")
    HIRE = "hire", _("Hired")
    DISMISS = "dismiss", _("Dismissed")
    BUY = "buy", _("Bought")
    SELL = "sell", _("Sold")
    REFUND = "refund", _("Refund")
    STORE = "store", _("Put into the stash")
    ISSUE = "issue", _("Handed out")
    GAIN = "gain", _("Gained")
    PAY = "pay", _("Paid")
    LOSE = "lose", _("Lost")
    LEAVE = "leave", _("Left the warband")
    RETURN = "return", _("Returned")
    PROMOTE = "promote", _("Became a hero")
    EXPERIENCE = "experience", _("Experience")
    CORRECTION = "correction", _("Correction")


HOUSE_RULES = "house_rules"
"""Why a line stands in the books that other house rules have brought."""
IMPORTED = "imported"
"""The same of what a warband brought with it from a file."""


class AppendOnly(Exception):
    """Somebody tried to change or delete an entry of the books."""


class LedgerEntry(models.Model):
    """One line of the books; `n` times `price` is `total`.

    `gold`, `wyrdstone`, `stash` (pieces of `item`) and `rating` are what the line adds to each
    (negative: takes away): the treasury, the stash and the warband rating are their sums.
    """

    warband = models.ForeignKey(Warband, models.CASCADE, related_name="ledger")
    number = models.PositiveIntegerField()
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    item = models.CharField(_("item"), max_length=64, blank=True)
    fighter = models.ForeignKey(
        Fighter, models.RESTRICT, null=True, related_name="ledger", verbose_name=_("fighter")
    )
    n = models.PositiveIntegerField(_("number"), default=1)
    price = models.PositiveIntegerField(_("price"), default=0)
    total = models.PositiveIntegerField(_("total"), default=0)
    gold = models.IntegerField(_("gold"), default=0)
    wyrdstone = models.IntegerField(_("wyrdstone"), default=0)
    stash = models.IntegerField(_("pieces in the stash"), default=0)
    rating = models.IntegerField(_("rating"), default=0)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    battle = models.CharField(max_length=64, blank=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("ledger entry")
        verbose_name_plural = _("ledger entries")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["warband", "number"], name="warbands_ledger_number"),
            models.CheckConstraint(
                condition=models.Q(total=models.F("n") * models.F("price")),
                name="warbands_ledger_total",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind} {self.n} × {self.item}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise AppendOnly
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> None:
        raise AppendOnly
