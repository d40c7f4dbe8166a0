"""The board in words: who stands where, in what state, whom he fights and whom he sees.

Places are told as on the plan, in the table's own measure; distances between warriors only where
one may measure before one decides.
"""

from dataclasses import dataclass

from django.utils.translation import gettext

from campaigns.board_svg.tokens import status_words
from campaigns.narration import words
from campaigns.narration.compose import compose, listing
from campaigns.narration.lines import Part
from campaigns.narration.names import Names, localized
from rules.battle.queries import engaged_with, gap, look, models
from rules.battle.state import State, Warrior
from rules.board import Area, Board, Building, Plan, Platform, Point
from rules.board.plane import locate


@dataclass(frozen=True, slots=True)
class Told:
    """One warrior of the board's text."""

    warrior: str
    parts: tuple[Part, ...]


def twin(state: State, names: Names) -> list[Told]:
    """A sentence for everybody on the table, in roster order; those gone come last."""
    warriors = [state.warriors[setup.id] for setup in state.setup.warriors]
    standing = [Told(w.id, _sentence(state, w, names)) for w in warriors if w.at is not None]
    gone = [
        Told(w.id, _gone(state, w, names)) for w in warriors if w.at is None and _came(state, w)
    ]
    return standing + gone


def _came(state: State, warrior: Warrior) -> bool:
    """Who may yet be called by a spell isn't gone: nobody has seen it."""
    return not state.setup.by_id[warrior.id].summoned_by or warrior.out_in is not None


def _gone(state: State, warrior: Warrior, names: Names) -> tuple[Part, ...]:
    status = status_words(state, warrior)
    if warrior.status == "standing" and not warrior.left_table:
        status = gettext("not on the table")
    return compose(gettext("%(who)s: %(status)s."), who=_who(warrior, names), status=status)


def _who(warrior: Warrior, names: Names) -> tuple[Part, ...]:
    return compose(
        gettext("%(who)s (%(side)s)"),
        who=names.warrior(warrior.id),
        side=names.side(warrior.side),
    )


def _sentence(state: State, warrior: Warrior, names: Names) -> tuple[Part, ...]:
    at = warrior.at or (0, 0, 0)
    fought, seen = _fought(state, warrior, names), _seen(state, warrior, names)
    place = f"{place_of(state.setup.board, at)} ({spot(at, names)})"
    values = {"who": _who(warrior, names), "status": status_words(state, warrior), "place": place}
    told = compose(gettext("%(who)s, %(status)s, %(place)s"), **values)
    told += _done(state, warrior)
    if fought:
        told += compose(gettext("; fights %(foes)s"), foes=listing(fought, ", ", gettext(" and ")))
    if not seen:
        return (*told, *compose(gettext("; sees no enemy.")))
    listed = listing(seen, ", ", gettext(" and "))
    return (*told, *compose(gettext("; sees %(seen)s."), seen=listed))


def spot(at: Point, names: Names) -> str:
    """ "x 15, y 22.5", and the height of whoever is above the ground; in the ruleset's unit."""
    x, y, z = (words.length(value, "", names.unit_size).strip() for value in at)
    return f"x {x}, y {y}" if at[2] == 0 else f"x {x}, y {y}, z {z}"


def _done(state: State, warrior: Warrior) -> tuple[Part, ...]:
    """What it has done in this turn, and its Wounds where it has more than one or lacks some."""
    told = [words.word(words.MARKS, mark.partition(":")[0]) for mark in warrior.marks]
    most = state.setup.by_id[warrior.id].profile.W
    if most > 1 or warrior.wounds < most:
        counted = gettext("%(left)s of %(most)s Wounds left")
        told.append(counted % {"left": warrior.wounds, "most": most})
    return tuple([Part(f", {one}") for one in told])


def _fought(state: State, warrior: Warrior, names: Names) -> list[Part]:
    return [names.warrior(id) for id in engaged_with(state, warrior.id)]


def _seen(state: State, warrior: Warrior, names: Names) -> list[Part]:
    """The enemies in sight; who is in cover has it said, and how far it is where one may know."""
    return [_as_seen(state, warrior, other, kind, names) for other, kind in sight(state, warrior)]


def sight(state: State, warrior: Warrior) -> list[tuple[str, str]]:
    """The enemies that a warrior sees, each with how: clear or cover."""
    seen = []
    for other in models(state):
        if other.side == warrior.side or other.hidden:
            continue
        kind = look(state, warrior.id, other.id).kind
        if kind != "none":
            seen.append((other.id, kind))
    return seen


def _as_seen(state: State, warrior: Warrior, other: str, kind: str, names: Names) -> Part:
    name, notes = names.warrior(other), []
    if state.setup.ruleset.flag("measure.before_deciding"):
        notes.append(words.length(gap(state, warrior.id, other), names.unit, names.unit_size))
    if kind == "cover":
        notes.append(gettext("in cover"))
    text = f"{name.text} ({', '.join(notes)})" if notes else name.text
    return Part(text, name.warrior, name.side)


def place_of(board: Board, at: tuple[int, int, int]) -> str:
    """Where a point is, in words: floor and building, a named place, else the part of the table."""
    building = _around(board, at[:2], Building)
    floor = _floor(board, at)
    if building is not None and building.name:
        name = localized(building.name, building.id)
        if floor == 0:
            return gettext("on the ground floor of %(place)s") % {"place": name}
        return gettext("on floor %(floor)s of %(place)s") % {"floor": floor, "place": name}
    named = _around(board, at[:2], Platform) if floor else _around(board, at[:2], Area)
    if named is not None and named.name:
        return gettext("at %(place)s") % {"place": localized(named.name, named.id)}
    part = _part_of_table(board, at[:2])
    if floor:
        return gettext("on floor %(floor)s, %(part)s") % {"floor": floor, "part": part}
    return part


def _around(board: Board, at: Plan, kind: type) -> Building | Platform | Area | None:
    """The last listed piece of a kind with a name whose outline holds the point."""
    found = None
    for piece in board.terrain:
        if isinstance(piece, kind) and piece.name and locate(piece.polygon, *at) >= 0:
            found = piece
    return found


def _floor(board: Board, at: tuple[int, int, int]) -> int:
    """0 on the ground; else which of the floors below one another at that place it is."""
    if at[2] <= 0:
        return 0
    heights = {
        piece.height
        for piece in board.terrain
        if isinstance(piece, Platform | Building)
        and 0 < piece.height <= at[2]
        and locate(piece.polygon, at[0], at[1]) >= 0
    }
    return max(len(heights), 1)


def _part_of_table(board: Board, at: Plan) -> str:
    column = min(3 * at[0] // max(board.size[0], 1), 2)
    row = min(3 * at[1] // max(board.size[1], 1), 2)
    told = (
        (gettext("in the south-west"), gettext("in the south"), gettext("in the south-east")),
        (gettext("in the west"), gettext("in the centre"), gettext("in the east")),
        (gettext("in the north-west"), gettext("in the north"), gettext("in the north-east")),
    )
    return told[row][column]
