"""Tags of the roster: the profile's abbreviations in the reader's language."""

from collections.abc import Mapping

from django import template
from django.utils.translation import get_language

from rules import rulebook

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
