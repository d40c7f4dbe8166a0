from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("campaigns")

    def ready(self) -> None:
        """Warbands know no campaigns: these vouch for who may look at one."""
        from campaigns.selectors.access import enrolled_warbands
        from warbands.selectors.access import grant

        grant(enrolled_warbands)
