"""Deployment: where a scenario lets one, as makes sense for it; else a line at the zone's front."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..battle import passage
from ..battle.deployment import to_deploy
from ..battle.mission import deploying
from ..battle.mission.model import Ground
from ..battle.mission.places import building, from_centre, is_inside
from ..battle.orders import Deploy
from ..battle.queries import enemies_of, side_setup, warriors_of
from ..battle.state import Zone
from ..board import levels
from ..units import CM, Point
from .mind import Mind

SPACING = 4 * CM
GRID = 3 * CM // 2
COARSE = 3 * CM
Spots = list[Point]


def ideas(mind: Mind) -> Iterator[Deploy]:
    """Places for the next warrior, from the wished one outwards."""
    if mind.state.mission is not None:
        yield from _by_scenario(mind)
        return
    waiting = to_deploy(mind.state, mind.side)
    if not waiting:
        return
    zone = side_setup(mind.state, mind.side).zone or _whole_table(mind)
    for at in _nearest_first(_grid(zone, GRID), _wish(mind, waiting[0], zone)):
        yield Deploy(side=mind.side, warrior=waiting[0], at=at)


def arrivals(mind: Mind) -> Iterator[Deploy]:
    """Reserves come in where the enemy is nearest."""
    now = mind.state.mission
    if now is None or not now.arriving:
        return
    for id in deploying.may_place(mind.state, mind.side):
        ground = deploying.ground_for(mind.state, mind.side, id)
        spots = _spots(mind, id, ground, GRID)
        for at in sorted(spots, key=lambda at: _to_enemy(mind, at))[:80]:
            yield Deploy(side=mind.side, warrior=id, at=at)


def from_below(mind: Mind) -> Iterator[Deploy]:
    """Up behind the enemy, as near to him as it is allowed."""
    for id in passage.below(mind.state, mind.side):
        spots = passage.places(mind.state, id)
        for at in sorted(spots, key=lambda at: _to_enemy(mind, at))[:80]:
            yield Deploy(side=mind.side, warrior=id, at=at)


def _by_scenario(mind: Mind) -> Iterator[Deploy]:
    waiting = deploying.waiting(mind.state, mind.side)
    if not waiting:
        return
    id = waiting[0]
    ground = deploying.ground_for(mind.state, mind.side, id)
    if id not in mind.state.warriors:
        spots = _spots(mind, id, ground, COARSE)
        mind.chance.shuffle(spots)
    else:
        spots = sorted(_spots(mind, id, ground, GRID), key=_taste(mind, id, ground))
    for at in spots:
        yield Deploy(side=mind.side, warrior=id, at=at)


def _taste(mind: Mind, id: str, ground: Ground) -> Callable[[Point], int]:
    """What makes one place better than another: less is better."""
    mine = [w.at for w in warriors_of(mind.state, mind.side) if w.at is not None]
    if ground.apart_own:
        return lambda at: _crowd(mine, at)
    if ground.building:
        piece = building(mind.state.setup, ground.building)
        return lambda at: _middle_of(piece.polygon, at) + (0 if is_inside(piece, at) else 10**9)
    if mind.state.mission is not None and mind.state.mission.step == "late":
        return lambda at: _to_enemy(mind, at)
    if len(ground.zones) == 1:
        wish = _wish(mind, id, ground.zones[0])
        up = 2 * CM if mind.level > 1 and mind.shoots(id) else 0
        return lambda at: _square(at, wish) - (up * at[2] if at[2] else 0)
    goal = from_centre(mind.state.setup)[:1] if ground.zones else []
    middle = _centre(goal[0].polygon) if goal else _home(mind)
    return lambda at: _square(at, middle) - _crowd(mine, at) // 4


def _home(mind: Mind) -> tuple[int, int]:
    """Where a side that may stand anywhere gathers: by its own edge, or far from the enemy."""
    width, depth = mind.state.setup.board.size
    edges = mind.state.mission.edges if mind.state.mission else {}
    places = {
        "south": (width // 2, depth // 5),
        "north": (width // 2, depth - depth // 5),
        "west": (width // 5, depth // 2),
        "east": (width - width // 5, depth // 2),
    }
    return places.get(edges.get(mind.side, ""), (width // 2, depth // 2))


def _crowd(mine: list[Point], at: Point) -> int:
    """How near its own are: places beside the first of them are tight, but leave most room."""
    return min((_square(at, (x, y)) for x, y, _ in mine), default=0)


def _to_enemy(mind: Mind, at: Point) -> int:
    foes = [foe.at for foe in enemies_of(mind.state, mind.side) if foe.at is not None]
    return min((_square(at, (x, y)) for x, y, _ in foes), default=0)


def _square(at: Point, wish: tuple[int, int]) -> int:
    return (at[0] - wish[0]) ** 2 + (at[1] - wish[1]) ** 2


def _centre(corners: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    return (
        sum(x for x, _ in corners) // len(corners),
        sum(y for _, y in corners) // len(corners),
    )


def _middle_of(corners: tuple[tuple[int, int], ...], at: Point) -> int:
    return _square(at, _centre(corners))


def _spots(mind: Mind, id: str, ground: Ground, mesh: int) -> Spots:
    """Points of a grid where the scenario lets one stand; upper floors for who shoots."""
    setup = mind.state.setup
    zones = list(ground.zones)
    if ground.building:
        piece = building(setup, ground.building)
        xs, ys = zip(*piece.polygon, strict=True)
        reach = ground.depth
        zones = [Zone((min(xs) - reach, min(ys) - reach), (max(xs) + reach, max(ys) + reach))]
    now = mind.state.mission
    if not zones or (now is not None and now.step == "late"):
        zones = [_whole_table(mind)]
        mesh = max(mesh, 2 * CM)
    flat = [at for zone in zones for at in _grid(zone, mesh)]
    if mind.level == 1 or id not in mind.state.warriors or not mind.shoots(id):
        return flat
    index = setup.board.index
    raised = [
        (x, y, height) for x, y, _ in flat for height in levels.heights(index, x, y)[1:] if height
    ]
    return flat + raised


def _whole_table(mind: Mind) -> Zone:
    return Zone(low=(0, 0), high=mind.state.setup.board.size)


def _wish(mind: Mind, id: str, zone: Zone) -> tuple[int, int]:
    """Its place in the line; the line lies along the zone's longer side, its front inwards."""
    line = _line(mind)
    slot = line.index(id) - len(line) / 2
    jitter = mind.chance.randint(-CM, CM)
    back = 3 * CM if mind.shoots(id) else CM
    size = mind.state.setup.board.size
    along = 0 if zone.high[0] - zone.low[0] >= zone.high[1] - zone.low[1] else 1
    across = 1 - along
    middle = (zone.low[along] + zone.high[along]) // 2
    wish = [0, 0]
    wish[along] = round(middle + slot * SPACING + jitter)
    inwards = zone.low[across] + zone.high[across] < size[across]
    wish[across] = zone.high[across] - back if inwards else zone.low[across] + back
    return wish[0], wish[1]


def _line(mind: Mind) -> list[str]:
    """The side's warriors in their order in the line: the leader in the middle."""
    setups = [w for w in mind.state.setup.warriors if w.side == mind.side]
    line = [w.id for w in setups if not w.leader]
    for w in setups:
        if w.leader:
            line.insert(len(line) // 2, w.id)
    return line


def _grid(zone: Zone, mesh: int) -> Spots:
    """Points of a grid over a zone, on the ground."""
    return [
        (x, y, 0)
        for x in _steps(zone.low[0], zone.high[0], mesh)
        for y in _steps(zone.low[1], zone.high[1], mesh)
    ]


def _steps(low: int, high: int, mesh: int) -> list[int]:
    """From one mesh inside to the other side; of a narrow strip its middle."""
    return list(range(low + mesh, high, mesh)) or [(low + high) // 2]


def _nearest_first(spots: Spots, wish: tuple[int, int]) -> Spots:
    """The nearest to the wish first."""
    return sorted(spots, key=lambda at: _square(at, wish))
