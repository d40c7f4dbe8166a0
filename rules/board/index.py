"""The compiled board: everything that sight, contact, paths and levels look up."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

from .faces import Disc, Face, disc_of, faces_of, slab
from .grid import Grid
from .model import Area, Board, Building, Ladder, Plan, Platform, Polygon, Prop, Stairs, Terrain
from .plane import doubled_area
from .stairs import Flight
from .trig import unit

if TYPE_CHECKING:
    from .terms import Terms

SightFace: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, int]
"""ax, ay, bx, by, dx, dy, dx * ay - dy * ax, low, high, number of the terrain."""
MoveFace: TypeAlias = tuple[int, int, int, int, int, int, int]
"""ax, ay, bx, by, low, high, number of the terrain."""
Round: TypeAlias = tuple[int, int, int, int, int, int]
"""x, y, radius, low, high, number of the terrain."""
Spoke: TypeAlias = tuple[int, int, int, int, int]
"""A face seen from one of its ends: the other end, low, high, number of the terrain."""
Edge: TypeAlias = tuple[Plan, Plan, Plan]
"""A side of a surface, from end to end, and the direction that leads off it (`UNIT` long)."""
Box: TypeAlias = tuple[int, int, int, int]
"""left, low, right, high."""


class Surface:
    """A level thing to stand on: a floor, the roof of a block, the top of a prop."""

    __slots__ = ("_edges", "box", "disc", "height", "number", "polygon", "steppable")

    def __init__(
        self, number: int, height: int, polygon: Polygon, disc: Disc | None, steppable: bool
    ) -> None:
        self.number = number
        self.height = height
        self.polygon = polygon
        self.disc = disc
        self.steppable = steppable
        self.box = box_of(polygon) if disc is None else disc_box(disc)
        self._edges: list[Edge] | None = None

    @property
    def edges(self) -> list[Edge]:
        """Its sides, read when somebody asks for them."""
        if self._edges is None:
            self._edges = self._sides()
        return self._edges

    def _sides(self) -> list[Edge]:
        polygon = self.polygon
        turn = 1 if doubled_area(polygon) > 0 else -1
        return [
            (a, b, unit(turn * (b[1] - a[1]), turn * (a[0] - b[0])))
            for a, b in pairwise((*polygon, polygon[0]))
        ]


class Index:
    """See the attributes; built by `compile_board`. Only `terms` and `layers`, memories, grow."""

    __slots__ = (
        "_corners",
        "any_rounds",
        "areas",
        "blocks",
        "flights",
        "floors",
        "ladders",
        "layers",
        "lowest_floor",
        "move_faces",
        "move_rounds",
        "numbers",
        "sight_faces",
        "sight_rounds",
        "size",
        "solids",
        "standing",
        "surfaces",
        "terms",
        "terrain",
        "tops",
    )

    def __init__(self, board: Board) -> None:
        self.size = board.size
        self.terrain: tuple[Terrain, ...] = board.terrain
        self.numbers = {piece.id: number for number, piece in enumerate(board.terrain)}
        self.sight_faces: Grid[SightFace] = Grid(board.size)
        self.sight_rounds: Grid[Round] = Grid(board.size)
        self.move_faces: Grid[MoveFace] = Grid(board.size)
        self.move_rounds: Grid[Round] = Grid(board.size)
        self.layers: dict[tuple[int, int], Grid[MoveFace]] = {}
        self.any_rounds = False
        self.tops: list[tuple[Box, int, int]] = []
        self.solids: dict[int, tuple[list[Face], Disc | None]] = {}
        self.blocks: list[tuple[Box, Polygon, int, int, int]] = []
        self._corners: dict[Plan, tuple[Spoke, ...]] | None = None
        self.surfaces: list[Surface] = []
        self.standing: Grid[Surface] = Grid(board.size)
        self.floors: list[tuple[int, Box, Polygon, int]] = []
        self.lowest_floor = 0
        self.areas: list[tuple[Area, Box]] = []
        self.ladders: list[Ladder] = []
        self.flights: list[Flight] = []
        self.terms: dict[Hashable, Terms] = {}

    def layer(self, feet: int, head: int) -> Grid[MoveFace]:
        """`move_faces` that are solid somewhere between two heights, in the same order.

        Made once: nearly every leg goes at one of a few heights, past walls of all storeys.
        """
        found = self.layers.get((feet, head))
        if found is None:
            found = self.layers[feet, head] = Grid(self.size)
            found.cells = [
                tuple([face for face in cell if feet < face[5] and face[4] < head])
                for cell in self.move_faces.cells
            ]
        return found

    @property
    def corners(self) -> dict[Plan, tuple[Spoke, ...]]:
        """By each corner the faces that stop sight and leave from it; made when a line of sight
        meets a corner exactly, which few do."""
        if self._corners is None:
            self._corners = _corners(self)
        return self._corners


def compile_board(board: Board) -> Index:
    """File every piece of terrain where it will be looked for."""
    index = Index(board)
    for number, piece in enumerate(board.terrain):
        _file_solids(index, number, piece)
        _file_surfaces(index, number, piece)
        if isinstance(piece, Area):
            index.areas.append((piece, box_of(piece.polygon)))
        elif isinstance(piece, Ladder):
            index.ladders.append(piece)
        elif isinstance(piece, Stairs):
            index.flights.append(Flight(piece, number))
    for surface in index.surfaces:
        index.standing.add(surface, *surface.box)
    index.floors.sort(key=lambda floor: (floor[0], floor[3]))
    index.lowest_floor = index.floors[0][0] if index.floors else 1 << 60
    return index


def _file_solids(index: Index, number: int, piece: Terrain) -> None:
    faces = list(slab(piece) if isinstance(piece, Platform) else faces_of(piece))
    seen = _is_seen(piece)
    for face in faces:
        _file_face(index, face, number, seen=seen)
    disc = disc_of(piece)
    if faces or disc is not None:
        index.solids[number] = faces, disc
        _file_top(index, number, piece)
    if disc is not None:
        index.any_rounds = True
        for grid in (index.sight_rounds, index.move_rounds):
            grid.add((*disc, number), *disc_box(disc))


def _file_top(index: Index, number: int, piece: Terrain) -> None:
    """What one may fight across, by its outline and its highest point; not floors."""
    faces, disc = index.solids[number]
    if isinstance(piece, Platform):
        return
    if disc is not None:
        index.tops.append((disc_box(disc), disc.high, number))
        return
    outline = box_of([end for face in faces for end in (face.a, face.b)])
    index.tops.append((outline, max([face.high for face in faces]), number))


def _file_face(index: Index, face: Face, number: int, *, seen: bool) -> None:
    """For whoever bumps into it and, where it stops sight, for whoever looks: the same cells."""
    (ax, ay), (bx, by), low, high = face
    cells = index.move_faces.on_segment(ax, ay, bx, by)
    index.move_faces.file((ax, ay, bx, by, low, high, number), cells)
    if not seen:
        return
    dx, dy = bx - ax, by - ay
    index.sight_faces.file((ax, ay, bx, by, dx, dy, dx * ay - dy * ax, low, high, number), cells)


def _corners(index: Index) -> dict[Plan, tuple[Spoke, ...]]:
    found: dict[Plan, list[Spoke]] = {}
    for number, (faces, _) in index.solids.items():
        if _is_seen(index.terrain[number]):
            for a, b, low, high in faces:
                found.setdefault(a, []).append((*b, low, high, number))
                found.setdefault(b, []).append((*a, low, high, number))
    return {corner: tuple(spokes) for corner, spokes in found.items()}


def _is_seen(piece: Terrain) -> bool:
    """One sees past the edge of a floor without thickness, but still hits one's head on it."""
    return not isinstance(piece, Platform) or piece.thickness > 0


def _file_surfaces(index: Index, number: int, piece: Terrain) -> None:
    if isinstance(piece, Platform):
        index.surfaces.append(Surface(number, piece.height, piece.polygon, None, True))
        index.floors.append((piece.height, box_of(piece.polygon), piece.polygon, number))
    elif isinstance(piece, Building) and piece.height > 0:
        outline = piece.polygon
        index.blocks.append((box_of(outline), outline, 0, piece.height, number))
        index.surfaces.append(Surface(number, piece.height, piece.polygon, None, True))
    elif isinstance(piece, Prop):
        top, disc = piece.base + piece.height, disc_of(piece)
        if piece.polygon is not None:
            outline = piece.polygon
            index.blocks.append((box_of(outline), outline, piece.base, top, number))
        if piece.polygon is not None or disc is not None:
            index.surfaces.append(Surface(number, top, piece.polygon or (), disc, False))


def box_of(points: Sequence[Plan]) -> Box:
    """The smallest upright rectangle round some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def disc_box(disc: Disc) -> Box:
    """The smallest upright rectangle round a disc."""
    return (
        disc.x - disc.radius,
        disc.y - disc.radius,
        disc.x + disc.radius,
        disc.y + disc.radius,
    )


def boxes_meet(a: Box, b: Box) -> bool:
    """Whether two boxes share a point."""
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


def points_box(points: Iterable[tuple[int, ...]], margin: int = 0) -> Box:
    """The box round some points (their height left aside), wider by `margin` on all sides."""
    left, low, right, high = box_of([(p[0], p[1]) for p in points])
    return left - margin, low - margin, right + margin, high + margin
