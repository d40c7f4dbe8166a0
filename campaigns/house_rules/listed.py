"""Which switches a game master may change, and the list of them for programs."""

from collections.abc import Iterator
from typing import Any

from campaigns.house_rules.words import said
from campaigns.models import Campaign
from rules.ruleset import load_ruleset
from rules.switches import Switch, registry


def editable() -> Iterator[Switch]:
    return (switch for switch in registry().values() if switch.editable)


def heading(switch: Switch) -> bool:
    """Whether it says where the columns of a table end: the table's fields ask for it."""
    return any(other.columns == switch.name for other in registry().values())


def rows_of(campaign: Campaign) -> list[dict[str, Any]]:
    """What a program needs to offer the same form."""
    book = load_ruleset(campaign.ruleset).switches
    own = campaign.house_rules
    return [
        {
            "name": switch.name,
            "type": switch.type,
            "group": switch.group,
            "title": said(switch.title),
            "text": said(switch.text),
            "rules": switch.rules,
            "optional": switch.optional,
            "min": switch.min,
            "max": switch.max,
            "values": switch.values,
            "names": switch.names,
            "book": book[switch.name],
            "changed": switch.name in own,
            "value": own.get(switch.name, book[switch.name]),
        }
        for switch in editable()
    ]
