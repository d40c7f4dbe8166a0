"""The fields of a switch, one a line of it: the book's value beside what is played here."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from campaigns.house_rules.values import choices_of, value_of, written
from campaigns.house_rules.words import in_words, key_in_words
from rules.catalogue import load_catalogue
from rules.catalogue.house import known_keys
from rules.catalogue.lists import HIRED
from rules.switches import Switch
from warbands.names import warband_type

OPEN_ENDED = ("items", "fighters", "hired")
"""What maps may name that begin empty: lines are added to them one by one."""
NEW_LINES = 3
UNSET: Any = object()
"""No value of the campaign's own."""


@dataclass(frozen=True)
class Part:
    """One field of a switch; a map has one for each of its lines.

    A line to be added has `picks`, what it may be about, and the one that is `picked`.
    """

    name: str
    label: str
    book: str
    value: str = ""
    choices: list[tuple[str, str]] = field(default_factory=list)
    picks: list[tuple[str, str]] = field(default_factory=list)
    picked: str = ""


def parts_of(switch: Switch, base: Any, own: Any) -> Iterator[Part]:
    if switch.keys in OPEN_ENDED:
        yield from _open_parts(switch, own)
        return
    lines = _lines(base) if own is UNSET else _lines(own)
    if not lines:
        value = "" if own is UNSET else written(switch, own)
        yield Part(f"{switch.name}|", "", in_words(switch, base), value, choices_of(switch))
        return
    usual = _lines(base)
    for key, one in lines.items():
        value = "" if own is UNSET or one == usual.get(key) else written(switch, one)
        said_base = in_words(switch, usual[key]) if key in usual else _("none")
        label = key_in_words(key)
        yield Part(f"{switch.name}|{key}", label, said_base, value, choices_of(switch))


def read_parts(switch: Switch, base: Any, own: Any, texts: Mapping[str, str]) -> Any:
    """What the fields say; UNSET where all of them are empty, which is as in the book."""
    if switch.keys in OPEN_ENDED:
        return _read_open(switch, own, texts) or UNSET
    named = {
        one.name.partition("|")[2]: texts.get(one.name, "").strip()
        for one in parts_of(switch, base, own)
    }
    if not any(named.values()):
        return UNSET
    if "" in named:
        return value_of(switch, named[""])
    known = {**_lines(base), **({} if own is UNSET else _lines(own))}
    return {key: value_of(switch, text) if text else known[key] for key, text in named.items()}


def as_written(part: Part, texts: Mapping[str, str]) -> Part:
    return replace(part, value=texts.get(part.name, ""), picked=texts.get(_pick(part.name), ""))


def _lines(value: Any) -> dict[str, Any]:
    """A map as its lines; {} for a plain value."""
    return dict(value) if isinstance(value, dict) else {}


def _read_open(switch: Switch, own: Any, texts: Mapping[str, str]) -> dict[str, Any]:
    """The lines of a map that begins empty: those that it has, and those that are added."""
    found = {}
    for part in _open_parts(switch, own):
        text = texts.get(part.name, "").strip()
        key = texts.get(_pick(part.name), "") if part.picks else part.name.partition("|")[2]
        if text or (part.picks and key):
            found[key] = value_of(switch, text)
    return found


def _open_parts(switch: Switch, own: Any) -> Iterator[Part]:
    """The lines that there are, then some to be added."""
    lines = {} if own is UNSET else own
    for key, one in lines.items():
        book = _book_price(switch, key)
        yield Part(f"{switch.name}|{key}", key_in_words(key), book, str(one))
    picks = _picks(known_keys(switch.keys) - set(lines))
    for number in range(1, NEW_LINES + 1):
        yield Part(f"{switch.name}|+{number}", "", "", picks=picks)


def _pick(name: str) -> str:
    """The field that says what a line to be added is about."""
    return f"{name}|of"


def _picks(ids: Iterable[str]) -> list[tuple[str, str]]:
    """What a line may be about, by name; of those with one name each says whose it is."""
    named = {id: key_in_words(id) for id in ids}
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
