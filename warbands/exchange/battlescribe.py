"""BattleScribe (.ros, .rosz) and New Recruit (.json): one tree of selections in two spellings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from warbands.exchange.bounds import MOST_FIGHTERS, BadFile
from warbands.exchange.foreign import MOST_EXPERIENCE, ForeignFighter, ForeignRoster, whole

GAME = "9481a749-7900-614b-1695-bdc2899069c1"
"""The game system of the Mordheim data. Data sets of another game bear it as well, so that the
name is asked, too."""

NAMESPACE = "{http://www.battlescribe.net/schema/rosterSchema}"
COUNTED = {
    "experience": "experience",
    "xp": "experience",
    "wyrdstone": "wyrdstone",
    "wyrdstone shards": "wyrdstone",
    "gold": "gold",
    "gold crowns": "gold",
    "treasury": "gold",
}
SKIPPED = {"configuration", "force type", "stash", "show helper", "warband"}
CHARACTERISTICS = ("M", "WS", "BS", "S", "T", "W", "I", "A", "LD")
LISTS = frozenset({"costs", "costLimits", "forces", "selections", "categories", "profiles"})

Node = dict[str, Any]


def from_xml(root: Element) -> ForeignRoster:
    """A .ros file. BadFile where it is no roster, or another game's."""
    if root.tag.removeprefix(NAMESPACE) != "roster":
        raise BadFile("unknown_format")
    return _roster(_node(root), "battlescribe")


def from_json(data: Any) -> ForeignRoster:
    """What New Recruit writes."""
    return _roster(_dict(data.get("roster")), "new_recruit")


def _node(element: Element) -> Node:
    """An element as New Recruit would write it: attributes, and lists of children."""
    node: Node = dict(element.attrib)
    for child in element:
        name = child.tag.removeprefix(NAMESPACE)
        if name in LISTS:
            node[name] = [_node(part) for part in child]
        elif name == "characteristics":
            node[name] = [{**part.attrib, "$text": part.text or ""} for part in child]
    return node


def _roster(node: Node, format: str) -> ForeignRoster:
    name = _text(node, "gameSystemName")
    if _text(node, "gameSystemId") != GAME or "mordheim" not in name.casefold():
        raise BadFile("wrong_game", game=name[:60] or "?")
    forces = list(_forces(node))
    found = ForeignRoster(
        format=format,
        name=_text(node, "name") or "?",
        kind=next((kind for f in forces if (kind := _text(f, "catalogueName"))), ""),
    )
    found.spent, found.rating = _cost(node, "gc"), _cost(node, "warband rating")
    limit = next(iter(_costs(node, "costLimits", "gc")), None)
    if limit is not None and found.spent is not None and limit >= found.spent:
        found.gold = limit - found.spent
    for force in forces:
        for selection in _list(force, "selections"):
            _top(selection, found)
    return found


def _forces(node: Node) -> Iterator[Node]:
    for force in _list(node, "forces"):
        yield force
        yield from _forces(force)


def _top(selection: Node, found: ForeignRoster) -> None:
    """A selection right under a force: a fighter, a group, or something of the warband."""
    name = _text(selection, "name")
    kind = _text(selection, "type")
    if kind in ("model", "unit"):
        if len(found.fighters) >= MOST_FIGHTERS:
            raise BadFile("file_too_big", most=MOST_FIGHTERS)
        found.fighters.append(_fighter(selection))
        return
    counted = COUNTED.get(name.casefold())
    number = whole(selection.get("number", 1)) or 0
    if counted == "wyrdstone":
        found.wyrdstone += number
    elif counted == "gold":
        found.gold = number
    elif name.casefold() == "stash":
        for child in _list(selection, "selections"):
            found.stash.add(_text(child, "name"), whole(child.get("number", 1)) or 1)
    elif name.casefold() not in SKIPPED and not _in_category(selection, "Configuration"):
        found.remarks.append(name[:120])


def _fighter(selection: Node) -> ForeignFighter:
    """A hero is a `model`; a group a `unit` with `model`s in it, who all carry the same."""
    models = [s for s in _list(selection, "selections") if _text(s, "type") == "model"]
    is_group = _text(selection, "type") == "unit"
    count = sum(whole(model.get("number", 1)) or 1 for model in models) if is_group else 1
    kind = _text(models[0], "name") if is_group and models else _text(selection, "name")
    fighter = ForeignFighter(
        name=_text(selection, "customName") or _own_name(selection, kind),
        kind=kind,
        count=max(1, min(count, 99)),
        hero=_hero(selection),
        profile=_profile(selection) or (_profile(models[0]) if models else {}),
    )
    _things(selection, fighter, share=1)
    if models:
        _things(models[0], fighter, share=whole(models[0].get("number", 1)) or 1)
    return fighter


def _own_name(selection: Node, kind: str) -> str:
    name = _text(selection, "name")
    return name if name != kind else ""


def _hero(selection: Node) -> bool | None:
    if _in_category(selection, "Heroes"):
        return True
    return False if _in_category(selection, "Henchmen") else None


def _things(selection: Node, fighter: ForeignFighter, *, share: int) -> None:
    """Everything that is chosen for him; a choice of several men is counted for one of them."""
    for child in _list(selection, "selections"):
        if _text(child, "type") == "model":
            continue
        name, number = _text(child, "name"), whole(child.get("number", 1)) or 1
        if COUNTED.get(name.casefold()) == "experience":
            fighter.experience = min(number, MOST_EXPERIENCE)
            continue
        inner = _list(child, "selections")
        if not (inner and not _list(child, "costs") and not _list(child, "profiles")):
            fighter.things.add(name, max(1, number // share))
        _things(child, fighter, share=share)


def _profile(selection: Node) -> dict[str, int]:
    for profile in _list(selection, "profiles"):
        if _text(profile, "typeName").casefold() != "model":
            continue
        found: dict[str, int] = {}
        for row in _list(profile, "characteristics"):
            key = _text(row, "name").strip().upper()
            number = re.search(r"\d+", _text(row, "$text"))
            if key in CHARACTERISTICS and number:
                found["Ld" if key == "LD" else key] = int(number.group()[:2])
        return found
    return {}


def _in_category(selection: Node, name: str) -> bool:
    return any(
        _text(c, "name").casefold() == name.casefold() for c in _list(selection, "categories")
    )


def _cost(node: Node, name: str) -> int | None:
    return next(iter(_costs(node, "costs", name)), None)


def _costs(node: Node, key: str, name: str) -> Iterator[int]:
    for cost in _list(node, key):
        number = whole(cost.get("value"))
        if _text(cost, "name").strip().casefold() == name and number is not None:
            yield number


def _list(node: Node, key: str) -> list[Node]:
    value = node.get(key)
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def _dict(value: Any) -> Node:
    if not isinstance(value, dict):
        raise BadFile("unknown_format")
    return value


def _text(node: Node, key: str) -> str:
    value = node.get(key)
    return value.strip() if isinstance(value, str) else ""
