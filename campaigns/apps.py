from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


def _mail_channel(sender: Any, user: Any, **more: Any) -> None:
    """Who has confirmed his address is written to, until he says otherwise."""
    from campaigns.services.notice_settings import mail_channel

    mail_channel(user)


class CampaignsConfig(AppConfig):
    name = "campaigns"
    verbose_name = _("campaigns")

    def ready(self) -> None:
        """Warbands know no campaigns: these vouch for who may look at one. Nor do accounts."""
        from campaigns.selectors.access import enrolled_warbands, reads_battle
        from campaigns.selectors.judges import game_masters_of
        from campaigns.services import idempotency
        from mordheim_site.accounts.mail import address_confirmed
        from mordheim_site.api.once import kept_by
        from warbands.selectors.access import grant, reads_battles
        from warbands.selectors.judges import judging

        grant(enrolled_warbands)
        reads_battles(reads_battle)
        address_confirmed.connect(_mail_channel, dispatch_uid="campaigns.mail_channel")
        judging(game_masters_of)
        kept_by(idempotency)
