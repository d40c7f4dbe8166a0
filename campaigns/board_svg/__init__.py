"""The board drawn from a state: SVG for the eye, the same in words for whoever can't see it.

Pure: state in, markup out, in the active language. Coordinates of the SVG are millimetres with
the origin at the upper left corner of the table.
"""

from campaigns.board_svg.draw import BoardView, Ghost, Planned, board_plan, draw
from campaigns.board_svg.levels import Level, levels_of
from campaigns.board_svg.patterns import PATTERNS
from campaigns.board_svg.places import places_of
from campaigns.board_svg.tokens import labels_of, side_class, spells_on, statuses_of
from campaigns.board_svg.twin import place_of, twin

__all__ = [
    "PATTERNS",
    "BoardView",
    "Ghost",
    "Level",
    "Planned",
    "board_plan",
    "draw",
    "labels_of",
    "levels_of",
    "place_of",
    "places_of",
    "side_class",
    "spells_on",
    "statuses_of",
    "twin",
]
