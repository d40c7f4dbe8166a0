"""A campaign's own boards."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public
from campaigns.models.campaign import Campaign


class LibraryBoard(Public):
    """A board that the game masters of a campaign keep. `data`: size and terrain as in a scenario
    file, in the unit of the campaign's ruleset; it was sound when it was saved."""

    campaign = models.ForeignKey(Campaign, models.CASCADE, related_name="library_boards")
    name = models.CharField(_("name"), max_length=80)
    data = models.JSONField()
    version = models.PositiveIntegerField(default=1)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("board")
        verbose_name_plural = _("boards")
        ordering = ["name", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["campaign", "name"], name="campaigns_board_name_once")
        ]

    def __str__(self) -> str:
        return self.name
