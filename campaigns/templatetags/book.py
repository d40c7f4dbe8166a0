"""Tags of the pages: names in their side's colour, drawn dice, links to rules."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from campaigns.moments import ago as ago_words
from campaigns.moments import deadline_words, exactly
from campaigns.narration import DieShown, Line, Names, Part, words
from campaigns.narration.names import localized
from campaigns.views.campaign_tables import TABLES
from rules import rulebook
from rules.catalogue import load_catalogue
from warbands.names import campaign_table

register = template.Library()


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
def coloured(parts: Iterable[Part], names: Names) -> SafeString:
    """The same where the colour is enough: within a list of one's own orders, or a log."""
    return mark_safe("".join(_coloured(part, names) for part in parts))  # noqa: S308 - escaped


@register.filter
def plain(parts: Iterable[Part]) -> str:
    return "".join(part.text for part in parts)


@register.simple_tag
def sentences(line: Line, names: Names) -> SafeString:
    """Everything that a line says, as HTML; of its side a name shows the colour only."""
    return mark_safe(  # noqa: S308 - each part is escaped
        " ".join(
            "".join(_coloured(part, names) for part in sentence.parts)
            for sentence in line.sentences
        )
    )


def _coloured(part: Part, names: Names) -> str:
    text = escape(part.text)
    return f"<b class={names.letter(part.side).lower()}>{text}</b>" if part.side else text


@register.simple_tag
def dice(line: Line) -> SafeString:
    """The dice of a line, drawn. Its sentences say the same in words, so they are hidden there."""
    drawn = " ".join(
        "".join(_drawn(face, throw.replaced) for face in throw.dice) for throw in line.throws
    )
    shown = f"<i aria-hidden=true>{drawn}</i>" if drawn else ""
    return mark_safe(shown)  # noqa: S308 - numbers and names of our own


def _drawn(shown: DieShown, replaced: bool) -> str:
    kind = {True: "y", False: "n", None: "o"}[shown.passed] + (" re" if replaced else "")
    return f'<svg class="{kind}"><use href="#d{shown.face:d}"/></svg>'


@register.simple_tag
def die(shown: DieShown, replaced: bool = False) -> SafeString:
    """A drawn die; its shape as well as its colour says whether it was a success.

    What it refers to is in includes/die_faces.html, once a page.
    """
    said = {
        True: _("%(face)s, success") % {"face": shown.face},
        False: _("%(face)s, failure") % {"face": shown.face},
        None: str(shown.face),
    }[shown.passed]
    return format_html(
        '<span class="die" role="img" aria-label="{}">{}</span>',
        said,
        mark_safe(_drawn(shown, replaced)),  # noqa: S308 - numbers and names of our own
    )


def scenario_title(rule: str) -> str:
    """ "Scenario: Skirmish" for the ID of a scenario's rules."""
    row = load_catalogue().scenarios.get(rule.partition(".")[2])
    return _("Scenario: %(scenario)s") % {"scenario": localized(row and row.name, rule)}


@register.filter
def rule_link(rule: str) -> SafeString:
    """The ID of a rule, linked to its text in the rulebook."""
    if rule.startswith("scenario."):
        return format_html('<span class="rule-id">{}</span>', scenario_title(rule))
    if rule.startswith("campaign."):
        return _table_link(rule)
    if not rule:
        return mark_safe("")
    try:
        href = reverse("campaigns:rule", args=[rule])
    except NoReverseMatch:
        return format_html('<span class="rule-id">{}</span>', rule)
    return format_html('<a class="rule-id" href="{}">{}</a>', href, rule)


@register.filter
def rule_named(rule: str) -> SafeString:
    """The same with the rule's title before its ID, where there is room for both."""
    if not rulebook.is_known(rule):
        return rule_link(rule)
    title = localized(rulebook.rule(rule).title, rule)
    href = reverse("campaigns:rule", args=[rule])
    return format_html('<a href="{}">{}</a> <span class="rule-id">{}</span>', href, title, rule)


def _table_link(rule: str) -> SafeString:
    """A table of the campaign by its name, linked where its page has rows to show."""
    name, table = campaign_table(rule), rule.removeprefix("campaign.")
    if table not in TABLES:
        return format_html('<span class="rule-id">{}</span>', name)
    href = reverse("campaigns:table", args=[table])
    return format_html('<a class="rule-id" href="{}">{}</a>', href, name)


@register.filter
def deadline(due: datetime | None) -> str:
    """“tomorrow 21:00, 26 h left”, in the reader's language and zone."""
    return deadline_words(due) if due is not None else ""


@register.simple_tag
def ago(moment: datetime) -> SafeString:
    """How long ago something was; the moment itself is its title. Not for HTML that is kept."""
    return format_html(
        '<time class="when" datetime="{}" title="{}">{}</time>',
        timezone.localtime(moment).isoformat(timespec="seconds"),
        exactly(moment),
        ago_words(moment),
    )


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
