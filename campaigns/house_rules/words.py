"""Values of switches, their lines, and what is wrong with them, in the reader's words."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from django.utils import formats
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from campaigns.narration.names import localized
from rules import rulebook
from rules.catalogue import load_catalogue
from rules.ruleset import RULESETS
from rules.switches import Switch, registry
from rules.words import Words
from warbands.names import fighter_type

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
    "table": gettext_lazy("by its table"),
    "off": gettext_lazy("never"),
    "all_but_stunned": gettext_lazy("everybody who isn't stunned"),
    "free": gettext_lazy("only who is up and free to act"),
    "until_own_turn": gettext_lazy("until its side's next turn"),
    "this_turn": gettext_lazy("this turn only"),
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
    "missing_keys": gettext_lazy("nothing is said for %(keys)s"),
    "wrong_columns": gettext_lazy("each line needs %(columns)s numbers; look at: %(keys)s"),
    "not_a_choice": gettext_lazy("choose one of the list"),
    "repeated": gettext_lazy("something is there twice"),
    "unknown_keys": gettext_lazy("it names something that isn't known here: %(keys)s"),
    "not_rising": gettext_lazy("each number must be greater than the one before"),
    "bad_price": gettext_lazy("a price is a number of crowns, or dice such as 25+D6"),
    "bad_dice": gettext_lazy("dice are written as 2D6+1 or D3"),
    "bad_formula": gettext_lazy("that formula can't be worked out"),
    "unknown_names": gettext_lazy("the formula names something that isn't known here"),
    "circular": gettext_lazy("the formulas lead back to where they began"),
    "band_unfinished": gettext_lazy("a band needs both where it begins and what it gives"),
    "band_begins_badly": gettext_lazy("a band begins at a number, not at %(keys)s"),
    "bands_overlap": gettext_lazy("two bands begin at the same number: %(keys)s"),
    "bands_not_rising": gettext_lazy("the bands must rise: %(keys)s stands below a greater one"),
    "columns_overlap": gettext_lazy("two columns end at the same number: %(keys)s"),
    "columns_not_rising": gettext_lazy(
        "the columns must rise: %(keys)s stands to the right of a greater one"
    ),
    "column_endless": gettext_lazy("the new column doesn't say where it ends"),
    "cell_missing": gettext_lazy("a number is missing or wrong in line %(keys)s"),
    "line_missing": gettext_lazy("lines can't be left out: %(keys)s is empty and another follows"),
}
BANDED = ("steps", "dice_by_height")
"""Types of switches whose lines are bands: each holds from where it begins to the next."""


def said(words: Words) -> str:
    return words[get_language() or "es"]


def rules_of(switch: Switch, ruleset: str) -> tuple[str, ...]:
    """The rules that it bends, without those of the ruleset that isn't played."""
    others = {*RULESETS} - {ruleset}
    own = (id for id in switch.rules if not rulebook.is_known(id) or _ledger(id) not in others)
    return tuple(own) or switch.rules


def _ledger(id: str) -> str:
    return rulebook.rule(id).ledger


def in_words(switch: Switch, value: Any) -> str:
    """A value of a switch for readers."""
    if switch.type in BANDED and isinstance(value, dict | list):
        return "; ".join(f"{span}: {in_words(switch, one)}" for span, one in spans(switch, value))
    if isinstance(value, dict):
        return "; ".join(f"{key_in_words(k)}: {in_words(switch, one)}" for k, one in value.items())
    if isinstance(value, list):
        return ", ".join(in_words(switch, one) for one in value)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    if isinstance(value, int | float):
        return str(formats.localize(value))
    return str(CHOICES.get(value, value)) if switch.values else str(value)


def begins_of(switch: Switch, value: Any) -> list[tuple[Any, Any]]:
    """The bands of a table as (where it begins, what it gives), lowest first."""
    if switch.type == "steps":
        return sorted((int(key), one) for key, one in value.items())
    return sorted(((row["from"], row["dice"]) for row in value), key=lambda pair: pair[0])


def spans(switch: Switch, value: Any) -> Iterator[tuple[str, Any]]:
    """The same with where each begins and ends in words: "51-75", "301 or more"."""
    rows = begins_of(switch, value)
    for (low, gives), after in zip_longest(rows, rows[1:]):
        yield span(switch, low, after[0] if after else None), gives


def span(switch: Switch, low: Any, after: Any) -> str:
    """Where a band begins and ends; heights have no last number before the next band's first."""
    begin = formats.localize(low)
    if after is None:
        return last_span() % {"low": begin}
    end = after - 1 if switch.type == "steps" else after
    if end == low:
        return str(begin)
    return span_between(switch) % {"low": begin, "high": formats.localize(end)}


def last_span() -> str:
    return _("%(low)s or more")


def span_between(switch: Switch) -> str:
    return "%(low)s–%(high)s" if switch.type == "steps" else _("%(low)s to under %(high)s")


def fault_in_words(error: Mapping[str, Any]) -> str:
    """A fault of `bad_house_rules`: which switch, and what is wrong with it."""
    switch = registry().get(error["name"])
    title = said(switch.title) if switch else error["name"]
    return f"{title}: {fault(error)}."


def fault(error: Mapping[str, Any]) -> str:
    text, params = str(FAULTS.get(error["code"], error["code"])), dict(error["params"])
    if "keys" in params:
        params["keys"] = ", ".join(str(key) or "-" for key in params["keys"])
    return text % params if "%(" in text else text


def key_in_words(key: str) -> str:
    if key in KEYS:
        return str(KEYS[key])
    catalogue = load_catalogue()
    if key in catalogue.item_ids:
        return localized(catalogue.item(key).name, key)
    if award := next((row for row in catalogue.tables["award"] if row["id"] == key), None):
        return said(Words(**award["name"]))
    return fighter_type(key)
