"""Where a warrior may be told to look, as a list to choose from."""

from django import template

from campaigns.narration.bearings import bearings

register = template.Library()


@register.simple_tag
def facings(chosen: str = "") -> list[tuple[str, str, bool]]:
    """(degrees, words, chosen), with the direction chosen already where it is none of the eight."""
    told = [(str(degrees), word) for degrees, word in bearings()]
    if chosen and chosen not in dict(told):
        told.append((chosen, f"{chosen}°"))
    return [(degrees, word, degrees == chosen) for degrees, word in told]
