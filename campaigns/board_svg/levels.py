"""The floors of a board, so that one can look at them one at a time."""

from dataclasses import dataclass

from django.utils.translation import gettext

from rules.board import Board, Building, Ladder, Platform, Prop, Stairs, Terrain, Wall


@dataclass(frozen=True, slots=True)
class Level:
    """`number` 0 is the ground; `height` in 1/100 mm is the lowest that belongs to it."""

    number: int
    height: int

    @property
    def name(self) -> str:
        if self.number == 0:
            return gettext("Ground")
        return gettext("Floor %(number)s") % {"number": self.number}


def levels_of(board: Board) -> tuple[Level, ...]:
    """The ground, and one level for each height that anybody can stand on."""
    heights = {piece.height for piece in board.terrain if isinstance(piece, Platform)}
    heights |= {b.height for b in board.terrain if isinstance(b, Building) and b.height}
    above = sorted(height for height in heights if height > 0)
    return tuple(Level(number, height) for number, height in enumerate([0, *above]))


def level_at(levels: tuple[Level, ...], height: int) -> int:
    """The number of the level that something at this height belongs to."""
    return max(level.number for level in levels if level.height <= max(height, 0))


def foot_of(piece: Terrain) -> int:
    """The height at which one would stand beside, or on, a piece of terrain."""
    if isinstance(piece, Platform):
        return piece.height
    if isinstance(piece, Wall | Prop):
        return piece.base
    if isinstance(piece, Ladder):
        return piece.at[2]
    if isinstance(piece, Stairs):
        return min(piece.line[0][2], piece.line[1][2])
    return 0
