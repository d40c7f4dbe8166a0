"""Tags of the pages: names in their side's colour, drawn dice, links to rules."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.narration import DieShown, Names, Part, words

register = template.Library()

PIPS = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((7, 7), (12, 12), (17, 17)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 6.5), (17, 6.5), (7, 12), (17, 12), (7, 17.5), (17, 17.5)),
}


@register.filter
def told(parts: Iterable[Part], names: Names) -> SafeString:
    """Parts of a sentence as HTML; who has a side bears its colour and, on hover, its name."""
    return format_html_join("", "{}", ((_part(part, names),) for part in parts))


def _part(part: Part, names: Names) -> str:
    if not part.side:
        return part.text
    letter = names.letter(part.side).lower()
    side = names.sides.get(part.side, part.side)
    return format_html('<b class="named side-{}" title="{}">{}</b>', letter, side, part.text)


@register.filter
def plain(parts: Iterable[Part]) -> str:
    return "".join(part.text for part in parts)


@register.simple_tag
def die(shown: DieShown, replaced: bool = False) -> SafeString:
    """A drawn die; its shape as well as its colour says whether it was a success."""
    kind = {True: "die--passed", False: "die--failed", None: ""}[shown.passed]
    said = {
        True: _("%(face)s, success") % {"face": shown.face},
        False: _("%(face)s, failure") % {"face": shown.face},
        None: str(shown.face),
    }[shown.passed]
    pips = format_html_join("", '<circle cx="{}" cy="{}" r="2.1"/>', PIPS.get(shown.face, ()))
    return format_html(
        '<svg class="die {} {}" viewBox="0 0 24 24" role="img" aria-label="{}">'
        '<rect class="die__face" x="1.5" y="1.5" width="21" height="21" rx="4"/>'
        '<g class="die__pips">{}</g><path class="die__bar" d="M3 21L21 3"/></svg>',
        kind,
        "die--replaced" if replaced else "",
        said,
        pips,
    )


@register.filter
def rule_link(rule: str) -> SafeString:
    """The ID of a rule, linked to its text in the rulebook."""
    if not rule:
        return mark_safe("")
    try:
        href = reverse("campaigns:rule", args=[rule])
    except NoReverseMatch:
        return format_html('<span class="rule-id">{}</span>', rule)
    return format_html('<a class="rule-id" href="{}">{}</a>', href, rule)


@register.filter
def phase_word(phase: str) -> str:
    """A phase of the engine in the reader's language."""
    return words.word(words.PHASES, phase)


@register.filter
def side_css(letter: str) -> str:
    """The class of a side's colour by its letter."""
    return f"side-{letter.lower()}" if letter else ""


@register.simple_tag(takes_context=True)
def here(context: dict[str, Any]) -> str:
    """The address of this page, for forms that lead back to it."""
    return context["request"].get_full_path()
