"""Directions in words: eight of them, as one points on a map."""

from django.utils.translation import gettext as _

STEP = 45


def bearings() -> list[tuple[int, str]]:
    """(degrees, words): 0 along x, 90 up the table."""
    told = (
        *(_("eastwards"), _("to the north-east"), _("northwards"), _("to the north-west")),
        *(_("westwards"), _("to the south-west"), _("southwards"), _("to the south-east")),
    )
    return [(STEP * number, one) for number, one in enumerate(told)]


def bearing(degrees: float) -> str:
    """The nearest of them."""
    return bearings()[round(degrees / STEP) % 8][1]
