"""The board: terrain, sight and cover, contact, ways. Pure Python over integers of 1/100 mm.

How lines, edges and bases are judged, grazing cases included, is written in docs/geometry.md.
"""

from __future__ import annotations

from .check import problems
from .load import BoardError, board_names, from_data, load_board, terrain_from_data
from .model import (
    Area,
    Block,
    Board,
    Body,
    Building,
    Cover,
    Effect,
    Ladder,
    Look,
    Names,
    Plan,
    Platform,
    Point,
    Polygon,
    Prop,
    Route,
    Stairs,
    Terrain,
    Walk,
    Wall,
    Window,
)

__all__ = [
    "Area",
    "Block",
    "Board",
    "BoardError",
    "Body",
    "Building",
    "Cover",
    "Effect",
    "Ladder",
    "Look",
    "Names",
    "Plan",
    "Platform",
    "Point",
    "Polygon",
    "Prop",
    "Route",
    "Stairs",
    "Terrain",
    "Walk",
    "Wall",
    "Window",
    "board_names",
    "from_data",
    "load_board",
    "problems",
    "terrain_from_data",
]
