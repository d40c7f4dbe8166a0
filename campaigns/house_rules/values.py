"""What a field of the form holds as a value of a switch, and the other way round."""

import re
from typing import Any

from django.utils.translation import gettext as _

from campaigns.house_rules.words import in_words
from rules.switches import Switch

NUMBERS = ("int", "number", "length", "length_by_base")
NONE = "-"
SEPARATORS = re.compile(r"[\s,;]+")


def written(switch: Switch, value: Any) -> str:
    """A value as its field holds it."""
    if value is None or (switch.optional and value == "none"):
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def value_of(switch: Switch, text: str) -> Any:
    """What a field holds as a value; what can't be read goes on as text, to be refused in words."""
    if switch.optional and text == NONE:
        return "none"
    if switch.type == "bool":
        return {"yes": True, "no": False}.get(text, text)
    if switch.type == "rising":
        return [number(part) for part in SEPARATORS.split(text) if part]
    if switch.type in NUMBERS or (switch.type in ("map", "steps") and not switch.values):
        return number(text)
    return text


def number(text: str) -> Any:
    plain = text.strip().replace(",", ".").replace("−", "-")
    try:
        return int(plain)
    except ValueError:
        pass
    try:
        return float(plain)
    except ValueError:
        return text


def choices_of(switch: Switch) -> list[tuple[str, str]]:
    if switch.type == "bool":
        return [("yes", _("yes")), ("no", _("no"))]
    return [(value, in_words(switch, value)) for value in switch.values]
