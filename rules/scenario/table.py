"""From a file's tables to a set-up: board, sides, warriors, house rules, catalogue rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from .. import board as boards
from ..battle.mission.model import Mission
from ..battle.state import Passage, Profile, Setup, SideSetup, Status, TraitRef, WarriorSetup, Zone
from ..board import Board
from ..catalogue import CatalogueError, PinnedCatalogue, load_catalogue
from ..magic.reserves import with_reserves
from ..roster.battle import pinned
from ..ruleset import RULESETS, HouseRuleErrors, Ruleset, load_ruleset, with_house_rules
from ..switches import registry
from ..units import MM, Point
from . import missions, rows

PLAYABLE = ("partida",)
"""Rulesets whose behaviour is built; the others are data only."""

HUMAN_M = {"cm": 10, "UM": 4}

STATE_FLAGS = ("hidden", "fleeing", "left_table")
MARKS = frozenset(
    """moved stayed ran charged declared_charge failed_charge failed_to_spot rallied stood_up
    came_round stays_down shot shot_once cast hid failed_fear stupid inactive shambles fell
    afraid dived""".split()
)
"""What has happened to a warrior since its side's turn began.

`fell`, `afraid` and `dived` are of this very turn, whoever's it is.
"""

_IMPLIED = {
    "ran": ("moved",),
    "charged": ("declared_charge", "moved"),
    "failed_charge": ("declared_charge", "moved"),
    "failed_to_spot": ("declared_charge",),
}


class TableError(Exception):
    """A key of a file and what is wrong with it."""

    def __init__(self, key: str, fault: str) -> None:
        super().__init__(f"{key}: {fault}")
        self.key = key
        self.fault = fault


def nearest(word: str, words: Iterable[str]) -> str:
    """The known word that was probably meant, as the end of a sentence."""
    close = get_close_matches(word, sorted(words), n=1, cutoff=0.5)
    return f", did you mean {close[0]!r}?" if close else ""


def known_flags() -> frozenset[str]:
    """Every word that may stand in `flags`."""
    return MARKS | set(STATE_FLAGS)


def build_setup(file: rows.CaseFile) -> Setup:
    """The set-up that a file describes. Raises TableError."""
    ruleset = ruleset_of(file)
    warriors = tuple(
        read_warrior(row, ruleset, f"warriors[{i}]") for i, row in enumerate(file.warriors)
    )
    warriors = with_reserves(load_catalogue(), warriors, ruleset)
    sides = _sides(file, ruleset)
    order = tuple(side.id for side in sides)
    row = file.mission
    return Setup(
        ruleset=ruleset,
        catalogue=_pinned(warriors),
        board=_board(file.board, ruleset),
        sides=sides,
        warriors=warriors,
        active=_active(file, sides),
        phase=file.phase,
        turn=file.turn,
        turn_limit=file.turn_limit,
        mission=_mission(file, order),
        under_way=missions.under_way(row, ruleset, order) if row and not row.opening else None,
    )


def _mission(file: rows.CaseFile, sides: tuple[str, ...]) -> Mission | None:
    if file.mission is None:
        return None
    try:
        return missions.mission_of(file.mission, {w.id for w in file.warriors}, set(sides))
    except missions.MissionFault as error:
        raise TableError(error.key, error.fault) from error


def ruleset_of(file: rows.CaseFile) -> Ruleset:
    try:
        ruleset = load_ruleset(file.ruleset)
    except KeyError:
        close = nearest(file.ruleset, RULESETS)
        raise TableError("ruleset", f"unknown ruleset {file.ruleset!r}{close}") from None
    if file.ruleset not in PLAYABLE:
        raise TableError("ruleset", f"{file.ruleset!r} can't be played yet")
    overlay = overlay_of(file)
    if file.magic:
        overlay["magic.system"] = file.magic
    try:
        return with_house_rules(ruleset, overlay) if overlay else ruleset
    except HouseRuleErrors as errors:
        first = errors.errors[0]
        close = nearest(first.name, registry()) if first.code == "unknown_switch" else ""
        raise TableError(f"switches.{first.name}", f"{first.code}{close}") from errors


def overlay_of(file: rows.CaseFile) -> dict[str, Any]:
    """The switches of a file by their full names."""
    return dict(_named(file.switches))


def _named(switches: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Switches by their full names, however TOML has nested them: the dots are part of a name."""
    for key, value in switches.items():
        name = prefix + key
        if isinstance(value, dict) and name not in registry():
            yield from _named(value, f"{name}.")
        else:
            yield name, value


def read_warrior(row: rows.WarriorRow, ruleset: Ruleset, key: str = "warrior") -> WarriorSetup:
    """A warrior as a battle takes it. Raises TableError; `key` says where the row stands."""
    traits = tuple(_trait(trait, f"{key}.traits") for trait in row.traits)
    flags = _flags(row, key)
    return WarriorSetup(
        id=row.id,
        name=row.name or row.id,
        side=row.side,
        profile=_profile(row.profile, ruleset),
        weapons=tuple(row.weapons),
        armour=tuple(row.armour),
        equipment=tuple(row.equipment),
        skills=tuple(row.skills),
        traits=traits,
        spells=tuple(row.spells),
        eased=row.eased,
        god=row.god,
        kind=row.kind,
        kinds=tuple(row.kinds),
        hero=row.hero,
        leader=row.leader,
        large=row.large or any(trait.id == "large_target" for trait in traits),
        base=round(row.base * MM),
        height=None if row.height is None else ruleset.units(row.height),
        group=row.group,
        at=None if row.at is None else place(row.at, ruleset),
        facing=row.facing,
        status=_status(row.status),
        hidden="hidden" in flags,
        fleeing="fleeing" in flags,
        left_table="left_table" in flags,
        wounds=row.wounds,
        marks=_marks(flags),
    )


def _status(word: rows.StatusWord) -> Status:
    """What goes before hidden and fleeing; these two stand."""
    if word == "hidden" or word == "fleeing":
        return "standing"
    return word


def place(at: rows.Place, ruleset: Ruleset) -> Point:
    """A point of a file in 1/100 mm; two numbers stand on the table."""
    x, y, z = (*at, 0)[:3]
    return ruleset.units(x), ruleset.units(y), ruleset.units(z)


def _profile(row: rows.ProfileRow, ruleset: Ruleset) -> Profile:
    movement = HUMAN_M[ruleset.unit] if row.M is None else row.M
    return Profile(
        M=ruleset.units(movement),
        **{name: getattr(row, name) for name in row.__struct_fields__ if name != "M"},
    )


def _trait(trait: str | dict[str, Any], key: str) -> TraitRef:
    if isinstance(trait, str):
        return TraitRef(id=trait)
    params = dict(trait)
    if not isinstance(params.get("id"), str):
        raise TableError(key, "a trait with parameters needs an id")
    return TraitRef(id=params.pop("id"), params=params)


def _flags(row: rows.WarriorRow, key: str) -> set[str]:
    flags = {*row.flags, *({row.status} & set(STATE_FLAGS))}
    unknown = sorted(flags - known_flags())
    if unknown:
        close = nearest(unknown[0], known_flags())
        raise TableError(f"{key}.flags", f"unknown flag {unknown[0]!r}{close}")
    return flags


def _marks(flags: Iterable[str]) -> tuple[str, ...]:
    marks = [mark for flag in flags for mark in (flag, *_IMPLIED.get(flag, ()))]
    return tuple(sorted(MARKS.intersection(marks)))


def _sides(file: rows.CaseFile, ruleset: Ruleset) -> tuple[SideSetup, ...]:
    """Those listed, then those that only warriors name, in order of appearance."""
    listed = {row.id: _side(row, ruleset) for row in file.sides}
    for warrior in file.warriors:
        listed.setdefault(warrior.side, SideSetup(id=warrior.side))
    return tuple(listed.values())


def _side(row: rows.SideRow, ruleset: Ruleset) -> SideSetup:
    zone = None
    if row.zone is not None:
        (low_x, low_y), (high_x, high_y) = row.zone
        zone = Zone(
            (ruleset.units(low_x), ruleset.units(low_y)),
            (ruleset.units(high_x), ruleset.units(high_y)),
        )
    return SideSetup(
        id=row.id,
        name=row.name,
        strength=row.strength,
        zone=zone,
        passage=_passage(row.passage, ruleset) if row.passage else None,
    )


def _passage(row: rows.PassageRow, ruleset: Ruleset) -> Passage:
    return Passage(models=row.models, apart=ruleset.units(row.apart), barred=tuple(row.barred))


def _active(file: rows.CaseFile, sides: tuple[SideSetup, ...]) -> str | None:
    """The first side unless said otherwise; dice for the first turn are a roll-off (P-TRN-02).

    A scenario's opening decides it by itself.
    """
    if file.mission is not None and file.mission.opening:
        return None
    if file.active is None and file.dice.get("first_turn"):
        return None
    return file.active or (sides[0].id if sides else None)


def _board(row: rows.BoardRow | None, ruleset: Ruleset) -> Board:
    if row is None:
        return Board(size=ruleset.table_size())
    data = {"size": list(row.size), "terrain": row.terrain}
    try:
        return boards.from_data(data, ruleset.unit_size)
    except boards.BoardError as error:
        raise TableError("board", str(error)) from error


def _pinned(warriors: tuple[WarriorSetup, ...]) -> PinnedCatalogue:
    try:
        return pinned(load_catalogue(), warriors)
    except CatalogueError as error:
        raise TableError("warriors", str(error).strip()) from error
