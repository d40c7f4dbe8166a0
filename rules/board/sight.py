"""Line of sight and cover (P-SHO-03, P-COV-01, P-COV-02), in 2.5 dimensions.

The eye is at 9/10 of the viewer's height. The target is sampled at its centre and at 9/10 of its
radius to either side, each at 1/10, 1/2 and 9/10 of its height: nine lines. None of them free is
no sight, some is cover, all is clear. Other models alone never hide a target wholly: one sees past
somebody who is narrower than the cylinder over his base, so a target behind a friend is in cover
(P-COV-02).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from .edges import leaning_places
from .index import Index
from .model import Board, Body, Cover, Look, Plan, Point
from .rays import Cylinder, bodies_stop, cylinder_hit, stopped
from .trace import hidden, hits
from .trig import isqrt, scaled

Kind: TypeAlias = Literal["none", "cover", "clear"]
Bodies: TypeAlias = list[tuple[str, Cylinder]]
_ORDER: dict[Kind, int] = {"none": 0, "cover": 1, "clear": 2}


def eye_of(viewer: Body) -> Point:
    """Where a model looks from: 9/10 of its height above its centre."""
    x, y, z = viewer.at
    return x, y, z + viewer.height * 9 // 10


def _samples(eye: Point, target: Body) -> tuple[tuple[Plan, Plan, Plan], tuple[int, int, int]]:
    """The points of a target that a viewer looks for: three places, the middle first; heights."""
    z, h = target.at[2], target.height
    return _breadth(eye, target), (z + h // 2, z + h * 9 // 10, z + h // 10)


def _breadth(eye: Point, target: Body) -> tuple[Plan, Plan, Plan]:
    """The target's centre and 9/10 of its radius to both sides, seen from the eye."""
    x, y, _ = target.at
    rx, ry = x - eye[0], y - eye[1]
    if rx == 0 and ry == 0:
        rx = 1
    sx, sy = scaled(-ry, rx, target.radius * 9 // 10)
    return (x, y), (x + sx, y + sy), (x - sx, y - sy)


def free(board: Board, eye: Point, point: Point) -> bool:
    """Whether no terrain stops the line from one point to another."""
    return not stopped(board.index, eye, point)


def look(
    board: Board, viewer: Body, target: Body, others: Sequence[Body] = (), *, lean: int = 0
) -> Look:
    """What `viewer` sees of `target` past terrain and the `others` on the table.

    The two themselves may be among these; nobody stands in his own way.

    `lean`: a viewer within that distance of the edge of the floor under it may lean over, and
    sees whatever can be seen from there (P-SHO-03, Gaps). Covers are listed where there is cover.
    """
    eye, seen = _best_eye(board, viewer, target, others, lean)
    if seen != "cover":
        return Look(seen)
    return Look(seen, _covers(board.index, eye, target, _cylinders(viewer, target, others)))


def kind(
    board: Board, viewer: Body, target: Body, others: Sequence[Body] = (), *, lean: int = 0
) -> Kind:
    """The kind of `look` alone: several times as fast where it is cover."""
    return _best_eye(board, viewer, target, others, lean)[1]


def _best_eye(
    board: Board, viewer: Body, target: Body, others: Sequence[Body], lean: int
) -> tuple[Point, Kind]:
    """Where the viewer sees most from, its own place first, and how much."""
    eye = eye_of(viewer)
    best = eye, _kind(board.index, eye, viewer, target, others)
    for other in _leaning_eyes(board, viewer, lean) if lean and best[1] != "clear" else ():
        seen = _kind(board.index, other, viewer, target, others)
        best = max(best, (other, seen), key=lambda found: _ORDER[found[1]])
    return best


def _leaning_eyes(board: Board, viewer: Body, lean: int) -> Iterator[Point]:
    """The eyes of a viewer that leans over the edges near it, where no wall is in the way."""
    eye = eye_of(viewer)
    for x, y in leaning_places(board, viewer, lean):
        if free(board, eye, (x, y, eye[2])):
            yield x, y, eye[2]


def _cylinders(viewer: Body, target: Body, others: Sequence[Body]) -> Bodies:
    """The others near the corridor between viewer and target, as cylinders."""
    ex, ey, _ = viewer.at
    rx, ry = target.at[0] - ex, target.at[1] - ey
    length = isqrt(rx * rx + ry * ry) + 1
    margin = target.radius + viewer.radius
    ends = (viewer.id, target.id)
    found = []
    for body in others:
        x, y, z = body.at
        reach = (body.radius + margin) * length
        if -reach < rx * (y - ey) - ry * (x - ex) < reach and body.id not in ends:
            found.append((body.id, (x, y, body.radius, z, z + body.height)))
    return found


def _kind(index: Index, eye: Point, viewer: Body, target: Body, others: Sequence[Body]) -> Kind:
    """Cover as soon as one sample can be seen and another is hidden, or one is behind a model."""
    places, heights = _samples(eye, target)
    seen = away = False
    behind: list[Cylinder] | None = None
    for place in places:
        for height, gone in zip(heights, hidden(index, eye, place, heights), strict=True):
            if gone:
                away = True
                continue
            if behind is None:
                behind = [body for _, body in _cylinders(viewer, target, others)]
            if behind and bodies_stop(eye, (*place, height), behind):
                return "cover"
            seen = True
        if seen and away:
            return "cover"
    return "clear" if seen else "none"


def between(
    board: Board, viewer: Body, target: Body, others: Sequence[Body] = ()
) -> tuple[Cover, ...]:
    """Whatever stands in the way of at least one sight line, the first on the line first."""
    eye = eye_of(viewer)
    return _covers(board.index, eye, target, _cylinders(viewer, target, others))


def _covers(index: Index, eye: Point, target: Body, bodies: Bodies) -> tuple[Cover, ...]:
    first: dict[Cover, Fraction] = {}
    places, heights = _samples(eye, target)
    for place in places:
        for number, where in hits(index, eye, place, heights):
            cover = Cover("terrain", index.terrain[number].id)
            first[cover] = min(where, first.get(cover, where))
        for id, body in bodies:
            for height in heights:
                hit = cylinder_hit(eye, (*place, height), body)
                if hit is not None:
                    cover = Cover("model", id)
                    first[cover] = min(hit, first.get(cover, hit))
    return tuple(sorted(first, key=lambda cover: (first[cover], cover.kind, cover.id)))
