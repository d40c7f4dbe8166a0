"""In the builder: by which campaign's house rules a draft is built, and by which it could be."""

from typing import Any

from django import template

from campaigns.selectors.house_rules import builds_for_draft
from warbands.models.warband import Status

register = template.Library()


@register.inclusion_tag("warbands/build/house_rules.html", takes_context=True)
def built_by(context: Any) -> dict[str, Any]:
    """For a draft only: an enlisted warband plays by the rules of its campaign."""
    warband = context["warband"]
    if warband.status != Status.DRAFT:
        return {}
    now, others = builds_for_draft(context["request"].user, warband)
    return {
        "warband": warband,
        "now": now,
        "others": others,
        "csrf_token": context.get("csrf_token"),
    }
