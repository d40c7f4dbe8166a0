"""Every row of the catalogue acts: by the engine, outside battles, or visibly by the GM's hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from rules import Setup, start
from rules.battle import events as ev
from rules.battle.enacted import not_automated
from rules.battle.state import TraitRef
from rules.catalogue import load_catalogue
from rules.catalogue.derived import upgraded_id
from rules.dice import SealedDice
from tests.battle.world import table, warrior

CATALOGUE = load_catalogue()
BAGS: Mapping[str, Mapping[str, Any]] = {
    "weapons": CATALOGUE.weapons,
    "armour": CATALOGUE.armour,
    "equipment": CATALOGUE.equipment,
    "skills": CATALOGUE.skills,
    "traits": CATALOGUE.traits,
}
MADE_OF = {
    upgraded_id(material, base)
    for material, weapon in CATALOGUE.weapons.items()
    if weapon.upgrade
    for base in CATALOGUE.weapons
}


def rows() -> Iterator[tuple[str, str]]:
    """Kind and id of each row; a weapon of better metal has the rules of the plain one.

    Who deploys otherwise does so in a scenario: without one the table is told.
    """
    for kind, bag in BAGS.items():
        yield from ((kind, id) for id in bag if id not in MADE_OF and not deploys(bag[id]))


def deploys(row: Any) -> bool:
    return any(effect["hook"] == "deploy" for effect in row.effects)


def setup_with(kind: str, id: str) -> Setup:
    """Ana brings this row and nothing else of the kind."""
    brought: Any = (TraitRef(id),) if kind == "traits" else (id,)
    setup = table(warrior("ana", "red", 30, 30, **{kind: brought}), warrior("bea", "blue", 80, 30))
    items = {id} if kind in ("weapons", "armour", "equipment") else set()
    pinned = CATALOGUE.pin(
        {"plain", "fist", *items},
        skills={id} if kind == "skills" else (),
        traits={id} if kind == "traits" else (),
    )
    return replace(setup, catalogue=pinned)


def acts(kind: str, id: str) -> str:
    """Where a row says that it acts; weapons and armour act in battles."""
    return str(getattr(BAGS[kind][id], "acts", "battle"))


def test_every_row_is_enacted_or_marked_as_the_game_masters() -> None:
    silent = {
        f"{kind}:{id}"
        for kind, id in rows()
        if acts(kind, id) != "gm" and not_automated(setup_with(kind, id), "ana")
    }
    assert not silent, "\n".join(sorted(silent))


@pytest.mark.parametrize(("kind", "id"), [row for row in rows() if acts(*row) == "gm"])
def test_what_is_the_game_masters_is_said_at_the_table(kind: str, id: str) -> None:
    said = [
        thing
        for event in start(setup_with(kind, id), SealedDice(bytes(32), [], "b", 0, b"")).events
        if isinstance(event, ev.NotAutomated) and event.warrior == "ana"
        for thing in event.ids
    ]
    assert any(thing.endswith(f":{id}") for thing in said)
