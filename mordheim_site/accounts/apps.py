from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "mordheim_site.accounts"
    verbose_name = _("accounts")

    def ready(self) -> None:
        from mordheim_site.api import schema  # noqa: F401 - registers the token scheme
