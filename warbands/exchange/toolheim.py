"""Toolheim's YAML (and the same as JSON): names, numbers and kinds in one text, apart by brackets.

warband: The Name (Witch Hunters)
heros:
  - hero: Johann (Captain) [24XP]
    stats: M4, WS4, BS4, S3, T3, W1, I4, A1, Ld8, Sv-
    weapons: Sword, Crossbow
henchmen:
  - group: Hounds (3 Warhounds) [0XP]
"""

from __future__ import annotations

import re
from typing import Any

from warbands.exchange.bounds import MOST_FIGHTERS, BadFile
from warbands.exchange.foreign import (
    MOST_COUNT,
    MOST_EXPERIENCE,
    ForeignFighter,
    ForeignRoster,
    Things,
    whole,
)

HEAD = re.compile(
    r"^(?P<name>[^(\[]*)(?:\((?P<kind>[^)]*)\))?\s*(?:\[\s*(?P<xp>\d{1,3})\s*XP\s*\])?", re.I
)
COUNT = re.compile(r"^\s*(\d{1,2})\s*x?\s+(.*)$")
STAT = re.compile(r"\b(M|WS|BS|S|T|W|I|A|Ld)\s*(\d{1,2})\b", re.I)
PIECE = re.compile(r"^(?:(\d{1,2})\s*x?\s+)?(.*?)(?:\s*x\s*(\d{1,2}))?$", re.I)
LISTS = (
    "weapons",
    "armour",
    "rules",
    "equipment",
    "skills",
    "spells",
    "injuries",
    "warbandaddition",
)
KEYS = {"warband", "heros", "heroes", "henchmen"}


def is_toolheim(data: Any) -> bool:
    return isinstance(data, dict) and "warband" in data and len(KEYS & data.keys()) > 1


def from_data(data: dict[str, Any]) -> ForeignRoster:
    """A Toolheim roster. Whatever stands behind a # in a text is a remark and left out."""
    head = HEAD.match(_line(data.get("warband")))
    if head is None:
        raise BadFile("unknown_format")
    found = ForeignRoster(
        format="toolheim",
        name=head["name"].strip() or "?",
        kind=(head["kind"] or "").strip(),
        gold=whole(_line(data.get("gc"))),
        wyrdstone=whole(_line(data.get("shards"))) or 0,
        rating=whole(_line(data.get("rating"))),
    )
    _pieces(data.get("equipment"), found.stash)
    heroes = data.get("heros", data.get("heroes"))
    for hero, rows, key in ((True, heroes, "hero"), (False, data.get("henchmen"), "group")):
        for row in rows if isinstance(rows, list) else []:
            if isinstance(row, dict):
                found.fighters.append(_fighter(row, key, hero))
    if len(found.fighters) > MOST_FIGHTERS:
        raise BadFile("file_too_big", most=MOST_FIGHTERS)
    for key in ("objective", "alignment", "achievements", "campaign"):
        if text := _line(data.get(key)):
            found.remarks.append(f"{key}: {text}"[:120])
    return found


def _fighter(row: dict[str, Any], key: str, hero: bool) -> ForeignFighter:
    head = HEAD.match(_line(row.get(key)))
    name, kind, xp = (
        (head["name"].strip(), head["kind"] or "", head["xp"]) if head else ("", "", "")
    )
    count = 1
    counted = None if hero else COUNT.match(kind)
    if counted:
        count, kind = int(counted[1]), counted[2]
    fighter = ForeignFighter(
        name=name,
        kind=kind.strip() or name,
        count=max(1, min(count, MOST_COUNT)),
        hero=hero,
        experience=min(int(xp), MOST_EXPERIENCE) if xp else None,
        profile={_key(m[1]): int(m[2]) for m in STAT.finditer(_line(row.get("stats")))},
    )
    for part in LISTS:
        _pieces(row.get(part), fighter.things)
    return fighter


def _key(short: str) -> str:
    return "Ld" if short.casefold() == "ld" else short.upper()


def _pieces(value: Any, things: Things) -> None:
    """A list of texts, or one text with commas; "2 Daggers" and "Dagger x2" are two."""
    for text in value if isinstance(value, list) else [value]:
        for part in re.split(r"[,;]", _line(text)):
            piece = PIECE.match(part.strip().strip("-").strip())
            if piece and piece[2]:
                things.add(piece[2], int(piece[1] or piece[3] or 1))


def _line(value: Any) -> str:
    """A text on one line without its remark; "" for anything that is none."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    return " ".join(str(value).partition("#")[0].split())[:2000]
