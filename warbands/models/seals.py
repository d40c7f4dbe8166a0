"""What seals the dice of a caster's first spells."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from warbands.models.aftermath import new_secret
from warbands.models.warband import Warband


class SpellSeal(models.Model):
    """The dice of one place for a caster: the first of his kind in the warband, the second ...

    Sealed as soon as a caster without spells is there: the commitment is public before anybody
    throws, the secret once it is thrown. Whoever takes the same place gets the same dice, also in
    another warband of the same owner that has come out of no battle yet: `of` is the warband for
    which they were sealed, None for this one. `fighter` is the key of who threw last, `faces` all
    that fell, `spells` what they gave.
    """

    warband = models.ForeignKey(Warband, models.CASCADE, related_name="spell_seals")
    type = models.CharField(max_length=64)
    place = models.PositiveIntegerField()
    of = models.UUIDField(null=True, editable=False)
    secret = models.BinaryField(default=new_secret)
    commitment = models.CharField(max_length=64, editable=False)
    fighter = models.CharField(max_length=40, blank=True)
    god = models.CharField(max_length=16, blank=True)
    faces = models.JSONField(default=list)
    spells = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)
    thrown_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("seal of first spells")
        verbose_name_plural = _("seals of first spells")
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["warband", "type", "place"], name="warbands_spell_seal_place"
            )
        ]

    def __str__(self) -> str:
        return self.branch

    @property
    def branch(self) -> str:
        """The name that goes into the dice."""
        return f"first-spells:{self.of or self.warband_id}:{self.type}:{self.place}"
