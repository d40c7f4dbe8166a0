from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("campaigns")

    def ready(self) -> None:
        """Every kind of job has its handler before the first job is run."""
        from campaigns import handlers

        handlers.register()
