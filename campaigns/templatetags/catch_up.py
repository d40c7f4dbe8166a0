"""In the builder: what a draft has got to catch up with a campaign, and what it could get."""

from typing import Any

from django import template

from campaigns.selectors.catch_up import given_to, offers_for_draft
from warbands.models.warband import Status

register = template.Library()


@register.inclusion_tag("warbands/build/catch_up.html", takes_context=True)
def catch_up(context: Any) -> dict[str, Any]:
    """For a draft only: later it is a line of the books."""
    warband = context["warband"]
    if warband.status != Status.DRAFT:
        return {}
    given = given_to(warband)
    offers = [] if given else offers_for_draft(context["request"].user, warband)
    return {
        "warband": warband,
        "given": given,
        "offers": offers,
        "csrf_token": context.get("csrf_token"),
    }
