"""Tags of the roster: the profile's abbreviations in the reader's language."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_lazy

from rules import rulebook
from warbands import heraldry, names

register = template.Library()

NAMES = {
    "M": "movement",
    "WS": "weapon_skill",
    "BS": "ballistic_skill",
    "S": "strength",
    "T": "toughness",
    "W": "wounds",
    "I": "initiative",
    "A": "attacks",
    "Ld": "leadership",
}


@register.filter
def profile_line(profile: Mapping[str, int]) -> list[tuple[str, str, int, str]]:
    """(abbreviation, whole word, value, key) in the order of the printed sheet."""
    terms = rulebook.glossary()["characteristics"]
    language = get_language() or "es"
    line = []
    for key, term in NAMES.items():
        words = terms[term]
        short = words.abbr[language] if words.abbr else key
        line.append((short, words[language], profile[key], key))
    return line


@register.simple_tag
def device(name: str, size: int = 40, title: str = "") -> SafeString:
    """The coat of arms of a name, as SVG; decoration unless it has a title."""
    return heraldry.svg(name, size=size, title=title)


@register.simple_tag
def arms(name: str, size: int = 24) -> SafeString:
    """The same as a picture of its own, which a browser fetches once however often it is shown."""
    address = f"{reverse('warbands:arms')}?{urlencode({'of': name})}"
    return format_html(
        '<img class="coat" src="{}" width="{}" height="{}" alt="">', address, size, size * 9 // 8
    )


@register.filter
def at(values: Mapping[str, Any], key: str) -> Any:
    """`values[key]`; nothing where there is none."""
    return values.get(key, "")


@register.filter
def sums(goods: Any) -> list[tuple[int, int]]:
    """How many may be hired at once, each number with what it costs."""
    return [(n, n * goods.price) for n in range(1, goods.room + 1)]


@register.filter
def signed(number: int) -> str:
    """ "+3", "-3"."""
    return f"{number:+d}"


TAKEN = {
    "promoted": gettext_lazy("became a hero"),
    "spell": gettext_lazy("a spell"),
    "none": gettext_lazy("nothing left to gain"),
}
"""What an advance may become that is neither characteristic nor skill."""


@register.filter
def advance_name(taken: str) -> str:
    """A characteristic as "+1 Weapon Skill", a skill by its name."""
    if taken in TAKEN:
        return str(TAKEN[taken])
    if taken in NAMES:
        terms = rulebook.glossary()["characteristics"]
        return f"+1 {terms[NAMES[taken]][get_language() or 'es']}"
    return names.spell(taken) if taken == names.skill(taken) else names.skill(taken)
