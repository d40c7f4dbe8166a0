"""The named places of a board: a letter on the plan, the name in the legend."""

from dataclasses import dataclass
from string import ascii_lowercase

from campaigns.narration.names import localized
from rules.board import Area, Board, Building, Ladder, Plan, Stairs, Terrain, Wall


@dataclass(frozen=True, slots=True)
class Place:
    letter: str
    name: str
    at: Plan


def places_of(board: Board) -> list[Place]:
    """In the order of the board's file; a name that comes twice is one place."""
    named: dict[str, Plan] = {}
    for piece in board.terrain:
        if piece.name:
            named.setdefault(localized(piece.name, piece.id), middle(piece))
    return [
        Place(letter, name, at)
        for letter, (name, at) in zip(ascii_lowercase, named.items(), strict=False)
    ]


def middle(piece: Terrain) -> Plan:
    points = outline(piece)
    return sum(p[0] for p in points) // len(points), sum(p[1] for p in points) // len(points)


def outline(piece: Terrain) -> list[Plan]:
    """The points that a piece of terrain is drawn from, seen from above."""
    if isinstance(piece, Ladder):
        return [piece.at[:2]]
    if isinstance(piece, Wall):
        return list(piece.line)
    if isinstance(piece, Stairs):
        return [point[:2] for point in piece.line]
    if isinstance(piece, Area | Building) or piece.polygon is not None:
        return list(piece.polygon or ())
    return [piece.at or (0, 0)]
