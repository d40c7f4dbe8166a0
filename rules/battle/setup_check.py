"""Everything that is wrong with a set-up, at once."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..board import check
from .mission.places import buildings
from .state import Setup, SideSetup

Problem = tuple[str, dict[str, Any]]


def problems(setup: Setup) -> list[Problem]:
    """Each fault as (code, params); an empty list is a set-up that can start."""
    return [
        *check.problems(setup.board),
        *_sides(setup),
        *_warriors(setup),
        *_mission(setup),
        *_rows(setup),
    ]


def _sides(setup: Setup) -> list[Problem]:
    found: list[Problem] = []
    ids = [side.id for side in setup.sides]
    if not 2 <= len(ids) <= 4:
        found.append(("bad_number_of_sides", {"sides": len(ids)}))
    found += [("duplicate_side", {"side": id}) for id in _twice(ids)]
    if setup.active is not None and setup.active not in ids:
        found.append(("unknown_side", {"side": setup.active}))
    for side in ids:
        if not any(w.side == side for w in setup.warriors):
            found.append(("side_without_warriors", {"side": side}))
    return found


def _twice(ids: list[str]) -> list[str]:
    return [id for id, n in Counter(ids).items() if n > 1]


def _warriors(setup: Setup) -> list[Problem]:
    sides = {side.id: side for side in setup.sides}
    found: list[Problem] = [
        ("duplicate_warrior", {"warrior": id}) for id in _twice([w.id for w in setup.warriors])
    ]
    for w in setup.warriors:
        if w.side not in sides:
            found.append(("unknown_side", {"side": w.side, "warrior": w.id}))
        elif w.at is None and not _has_ground(setup, sides[w.side]) and w.status != "out_of_action":
            found.append(("no_place", {"warrior": w.id}))
        if w.base <= 0:
            found.append(("bad_number", {"warrior": w.id, "field": "base"}))
    leaders = Counter(w.side for w in setup.warriors if w.leader)
    found += [("several_leaders", {"side": side}) for side, n in leaders.items() if n > 1]
    return found


def _has_ground(setup: Setup, side: SideSetup) -> bool:
    return setup.mission is not None or side.zone is not None


def _mission(setup: Setup) -> list[Problem]:
    """What a scenario asks of a set-up: two sides, and the buildings that it is about."""
    if setup.mission is None:
        return []
    found: list[Problem] = []
    row, ids = setup.mission.row, [side.id for side in setup.sides]
    if len(ids) != 2:
        found.append(("scenario_for_two", {"scenario": row.id}))
    if (row.objectives or row.chest) and not buildings(setup):
        found.append(("no_buildings", {"scenario": row.id}))
    spread = row.counters or any("apart" in place for place in row.deployment)
    if spread and min(setup.board.size) < 3 * min(setup.ruleset.table_size()) // 4:
        found.append(("table_too_small", {"scenario": row.id}))
    if setup.mission.attacker and setup.mission.attacker not in ids:
        found.append(("unknown_side", {"side": setup.mission.attacker}))
    return found


def _rows(setup: Setup) -> list[Problem]:
    """Each weapon and piece of armour must be pinned."""
    found: list[Problem] = []
    for w in setup.warriors:
        found += [
            ("unknown_weapon", {"warrior": w.id, "id": id})
            for id in w.weapons
            if id not in setup.catalogue.weapons
        ]
        found += [
            ("unknown_armour", {"warrior": w.id, "id": id})
            for id in w.armour
            if id not in setup.catalogue.armour
        ]
    return found
