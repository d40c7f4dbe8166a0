"""House rules in words: every switch that a game master may change, the book's value, his own.

The form and REST read the same list; what is written is judged by `rules.ruleset`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils import formats
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaigns.models import Campaign
from campaigns.narration.names import localized
from rules.catalogue import load_catalogue
from rules.catalogue.house import known_keys
from rules.catalogue.lists import HIRED
from rules.ruleset import load_ruleset
from rules.switches import Switch, groups, registry
from rules.words import Words
from warbands.names import fighter_type, warband_type

NUMBERS = ("int", "number", "length", "length_by_base")
NONE = "-"
OPEN_ENDED = ("items", "fighters", "hired")
"""What maps may name that begin empty: lines are added to them one by one."""
NEW_LINES = 3
SEPARATORS = re.compile(r"[\s,;]+")

CHOICES: dict[str, Any] = {
    "forbidden": gettext_lazy("forbidden"),
    "capped_at_M": gettext_lazy("up to its Movement"),
    "one_climb_at_double_cost": gettext_lazy("one climb, at its cost"),
    "fall_from_top": gettext_lazy("falls from the top"),
    "none": gettext_lazy("nothing happens"),
    "one_test_per_full_step": gettext_lazy("one test for each step"),
    "single_test_with_penalty": gettext_lazy("one test, harder by each step"),
    "knocked_down": gettext_lazy("knocked down"),
    "stunned": gettext_lazy("stunned"),
    "out_of_action": gettext_lazy("out of action"),
}
KEYS: dict[str, Any] = {
    "strength": gettext_lazy("Strength"),
    "to_hit": gettext_lazy("to hit"),
    "default": gettext_lazy("any base"),
    "large": gettext_lazy("a large base"),
    "toughened_leathers": gettext_lazy("Toughened leathers"),
}
FAULTS: dict[str, Any] = {
    "unknown_switch": gettext_lazy("there is no such rule to change"),
    "not_editable": gettext_lazy("this one can't be changed"),
    "not_optional": gettext_lazy("it needs a value"),
    "wrong_type": gettext_lazy("that isn't the kind of value that goes here"),
    "too_small": gettext_lazy("at least %(min)g"),
    "too_large": gettext_lazy("at most %(max)g"),
    "wrong_keys": gettext_lazy("some of its lines are missing or too many"),
    "missing_keys": gettext_lazy("some of its lines are missing"),
    "not_a_choice": gettext_lazy("choose one of the list"),
    "repeated": gettext_lazy("something is there twice"),
    "unknown_keys": gettext_lazy("it names something that isn't known here: %(keys)s"),
    "not_rising": gettext_lazy("each number must be greater than the one before"),
    "bad_price": gettext_lazy("a price is a number of crowns, or dice such as 25+D6"),
    "bad_dice": gettext_lazy("dice are written as 2D6+1 or D3"),
    "bad_formula": gettext_lazy("that formula can't be worked out"),
    "unknown_names": gettext_lazy("the formula names something that isn't known here"),
    "circular": gettext_lazy("the formulas lead back to where they began"),
}


@dataclass(frozen=True)
class Part:
    """One field of a switch; a table has one for each of its lines.

    A line to be added has `picks`, what it may be about, and the one that is `picked`.
    """

    name: str
    label: str
    book: str
    value: str = ""
    choices: list[tuple[str, str]] = field(default_factory=list)
    picks: list[tuple[str, str]] = field(default_factory=list)
    picked: str = ""


@dataclass(frozen=True)
class Choice:
    """A switch as a game master meets it."""

    name: str
    title: str
    text: str
    rules: tuple[str, ...]
    parts: list[Part]
    changed: bool
    unit: str = ""
    optional: bool = False
    names: str = ""
    errors: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Group:
    title: str
    choices: list[Choice]


def said(words: Words) -> str:
    return words[get_language() or "es"]


def editable() -> Iterator[Switch]:
    return (switch for switch in registry().values() if switch.editable)


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


def in_words(switch: Switch, value: Any) -> str:
    """A value of a switch for readers."""
    if isinstance(value, dict):
        return "; ".join(f"{_key(key)}: {in_words(switch, one)}" for key, one in value.items())
    if isinstance(value, list):
        return ", ".join(in_words(switch, one) for one in value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    if isinstance(value, int | float):
        return str(formats.localize(value))
    return str(CHOICES.get(value, value)) if switch.values else str(value)


def fault_in_words(error: Mapping[str, Any]) -> str:
    """A fault of `bad_house_rules`: which switch, and what is wrong with it."""
    switch = registry().get(error["name"])
    title = said(switch.title) if switch else error["name"]
    return f"{title}: {_fault(error)}."


def groups_of(
    campaign: Campaign,
    written: Mapping[str, str] | None = None,
    errors: list[dict[str, Any]] | None = None,
) -> list[Group]:
    """The form: what was `written` and refused comes back with what is wrong about it."""
    book = load_ruleset(campaign.ruleset)
    by_group: dict[str, list[Choice]] = {}
    for switch in editable():
        own = campaign.house_rules.get(switch.name, _UNSET)
        parts = list(_parts(switch, book.switches[switch.name], own))
        if written is not None:
            parts = [_as_written(one, written) for one in parts]
        row = Choice(
            name=switch.name,
            title=said(switch.title),
            text=said(switch.text),
            rules=switch.rules,
            parts=parts,
            changed=any(one.value for one in parts),
            unit=book.unit if switch.type in ("length", "length_by_base") else "",
            optional=switch.optional,
            names=", ".join(switch.names),
            errors=[_fault(one) for one in errors or [] if one["name"] == switch.name],
        )
        by_group.setdefault(switch.group, []).append(row)
    headings = groups()
    return [Group(said(headings[name]), rows) for name, rows in by_group.items()]


def read(campaign: Campaign, written: Mapping[str, str]) -> dict[str, Any]:
    """The overlay that a form asks for: empty fields stay as in the book."""
    book = load_ruleset(campaign.ruleset)
    overlay: dict[str, Any] = {}
    for switch in editable():
        base = book.switches[switch.name]
        own = campaign.house_rules.get(switch.name, _UNSET)
        if switch.keys in OPEN_ENDED:
            if lines := _read_open(switch, own, written):
                overlay[switch.name] = lines
            continue
        texts = {
            one.name.partition("|")[2]: written.get(one.name, "").strip()
            for one in _parts(switch, base, own)
        }
        if any(texts.values()):
            overlay[switch.name] = _read(switch, base, own, texts)
    return overlay


_UNSET = object()


def _read(switch: Switch, base: Any, own: Any, texts: Mapping[str, str]) -> Any:
    if "" in texts:
        return _value(switch, texts[""])
    known = {**_lines(base), **({} if own is _UNSET else _lines(own))}
    lines = {key: _value(switch, texts[key]) if texts[key] else known[key] for key in texts}
    if switch.type != "dice_by_height":
        return lines
    rows = base if own is _UNSET else own
    return [{"from": row["from"], "dice": lines[str(row["from"])]} for row in rows]


def _read_open(switch: Switch, own: Any, written: Mapping[str, str]) -> dict[str, Any]:
    """The lines of a map that begins empty: those that it has, and those that are added."""
    found = {}
    for part in _open_parts(switch, own):
        text = written.get(part.name, "").strip()
        key = written.get(_pick(part.name), "") if part.picks else part.name.partition("|")[2]
        if text or (part.picks and key):
            found[key] = _value(switch, text)
    return found


def _pick(name: str) -> str:
    """The field that says what a line to be added is about."""
    return f"{name}|of"


def _as_written(part: Part, written: Mapping[str, str]) -> Part:
    return replace(part, value=written.get(part.name, ""), picked=written.get(_pick(part.name), ""))


def _lines(value: Any) -> dict[str, Any]:
    """A table as its lines; {} for a plain value."""
    if isinstance(value, dict):
        return dict(value)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return {str(row["from"]): row["dice"] for row in value}
    return {}


def _parts(switch: Switch, base: Any, own: Any) -> Iterator[Part]:
    if switch.keys in OPEN_ENDED:
        yield from _open_parts(switch, own)
        return
    lines = _lines(base) if own is _UNSET else _lines(own)
    if not lines:
        value = "" if own is _UNSET else _written(switch, own)
        yield Part(f"{switch.name}|", "", in_words(switch, base), value, _choices(switch))
        return
    usual = _lines(base)
    for key, one in lines.items():
        value = "" if own is _UNSET or one == usual.get(key) else _written(switch, one)
        said_base = in_words(switch, usual[key]) if key in usual else _("none")
        yield Part(f"{switch.name}|{key}", _key(key), said_base, value, _choices(switch))


def _open_parts(switch: Switch, own: Any) -> Iterator[Part]:
    """The lines that there are, then some to be added."""
    lines = {} if own is _UNSET else own
    for key, one in lines.items():
        yield Part(f"{switch.name}|{key}", _key(key), _book_price(switch, key), str(one))
    picks = _picks(known_keys(switch.keys) - set(lines))
    for number in range(1, NEW_LINES + 1):
        yield Part(f"{switch.name}|+{number}", "", "", picks=picks)


def _picks(ids: Iterable[str]) -> list[tuple[str, str]]:
    """What a line may be about, by name; of those with one name each says whose it is."""
    named = {id: _key(id) for id in ids}
    often = Counter(named.values())
    labels = {id: f"{n} ({_whose(id)})" if often[n] > 1 else n for id, n in named.items()}
    return sorted(labels.items(), key=lambda pair: (pair[1], pair[0]))


def _whose(id: str) -> str:
    """The warbands that have such a fighter; the id of what is no fighter."""
    if id.startswith(HIRED):
        return _("Hired swords")
    bands = load_catalogue().warbands.values()
    having = [warband_type(row.id) for row in bands if any(f.id == id for f in row.fighters)]
    return ", ".join(having) or id


def _book_price(switch: Switch, key: str) -> str:
    """What the book says of a line; of a kind of fighter the least of its lists."""
    catalogue = load_catalogue()
    if switch.keys == "items":
        return catalogue.item(key).price
    kinds = [f for w in catalogue.warbands.values() for f in (*w.fighters, *w.hired) if f.id == key]
    return str(min(kind.upkeep if switch.keys == "hired" else kind.cost for kind in kinds))


def _choices(switch: Switch) -> list[tuple[str, str]]:
    if switch.type == "bool":
        return [("yes", _("yes")), ("no", _("no"))]
    return [(value, in_words(switch, value)) for value in switch.values]


def _written(switch: Switch, value: Any) -> str:
    """A value as its field holds it."""
    if value is None or (switch.optional and value == "none"):
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def _value(switch: Switch, text: str) -> Any:
    """What a field holds as a value; what can't be read goes on as text, to be refused in words."""
    if switch.optional and text == NONE:
        return "none"
    if switch.type == "bool":
        return {"yes": True, "no": False}.get(text, text)
    if switch.type in ("rising", "table"):
        return [_number(part) for part in SEPARATORS.split(text) if part]
    if switch.type in NUMBERS or (switch.type in ("map", "steps") and not switch.values):
        return _number(text)
    return text


def _number(text: str) -> Any:
    plain = text.replace(",", ".").replace("−", "-")
    try:
        return int(plain)
    except ValueError:
        pass
    try:
        return float(plain)
    except ValueError:
        return text


def _key(key: str) -> str:
    if key in KEYS:
        return str(KEYS[key])
    catalogue = load_catalogue()
    if key in catalogue.item_ids:
        return localized(catalogue.item(key).name, key)
    if award := next((row for row in catalogue.tables["award"] if row["id"] == key), None):
        return said(Words(**award["name"]))
    return fighter_type(key)


def _fault(error: Mapping[str, Any]) -> str:
    text, params = str(FAULTS.get(error["code"], error["code"])), dict(error["params"])
    if "keys" in params:
        params["keys"] = ", ".join(str(key) or "-" for key in params["keys"])
    return text % params if "%(" in text else text
