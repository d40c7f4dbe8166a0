"""The end of a season and the beginning of the next, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

AWARDS: dict[str, Any] = {
    "kills": gettext_lazy("Most enemies put out of action: %(names)s (%(n)d)."),
    "wyrdstone": gettext_lazy("Most wyrdstone found: %(names)s (%(n)d)."),
    "losses": gettext_lazy("Most warriors buried: %(names)s (%(n)d)."),
    "fought": gettext_lazy("Most battles fought: %(names)s (%(n)d)."),
}


def award_in_words(award: Mapping[str, Any]) -> str:
    return str(AWARDS[award["id"]]) % {"names": ", ".join(award["names"]), "n": award["n"]}


def told(source: str, data: Mapping[str, Any]) -> str:
    """A notice about a season; "" for any other source."""
    if source == "season_opened":
        return _("%(season)s begins.") % data
    if source != "season_closed":
        return ""
    if data["winner"]:
        return _("%(season)s is over. Victory in the end: %(winner)s.") % data
    return _("%(season)s is over. Nobody has won it.") % data
