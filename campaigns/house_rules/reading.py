"""What a game master has written into the form of house rules, as an overlay."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from campaigns.house_rules.bands import read_bands
from campaigns.house_rules.grid import read_grid, table_of
from campaigns.house_rules.listed import editable, heading
from campaigns.house_rules.parts import UNSET, read_parts
from campaigns.house_rules.words import BANDED
from campaigns.models import Campaign
from rules.ruleset import load_ruleset


class Reading(NamedTuple):
    """The overlay, and what no value could be made of: as the errors of `bad_house_rules`."""

    overlay: dict[str, Any]
    errors: list[dict[str, Any]]


def read(campaign: Campaign, texts: Mapping[str, str]) -> Reading:
    """The overlay that a form asks for: empty fields stay as in the book."""
    book = load_ruleset(campaign.ruleset).switches
    here = {**book, **campaign.house_rules}
    reading = Reading({}, [])
    for switch in editable():
        base, own = book[switch.name], campaign.house_rules.get(switch.name, UNSET)
        if switch.columns:
            tables = (table_of(switch, book), table_of(switch, here))
            found, errors = read_grid(switch, *tables, texts)
        elif switch.type in BANDED:
            value, errors = read_bands(switch, base, texts)
            found = {switch.name: value}
        elif heading(switch):
            continue
        else:
            found, errors = {switch.name: read_parts(switch, base, own, texts)}, []
        reading.overlay.update({name: one for name, one in found.items() if one is not UNSET})
        reading.errors.extend(errors)
    return reading
