"""Tags of what follows a battle: plain dice, and links to the tables of the campaign."""

from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaigns.templatetags.book import rule_link
from warbands.names import campaign_table

register = template.Library()


@register.simple_tag
def faces(dice: Iterable[int]) -> SafeString:
    """Drawn dice that are neither a success nor a failure."""
    return format_html_join(
        "",
        '<span class="die" role="img" aria-label="{}">'
        '<svg class="o"><use href="#d{}"/></svg></span>',
        ((face, face) for face in dice),
    )


@register.filter
def table_link(rule: str) -> SafeString:
    """A table of the campaign by its name, linked to its page; another rule as ever."""
    if not rule.startswith("campaign."):
        return rule_link(rule)
    href = reverse("campaigns:table", args=[rule.removeprefix("campaign.")])
    return format_html('<a class="rule-id" href="{}">{}</a>', href, campaign_table(rule))
