"""Deployment: a line at the front of the zone, the leader in its middle, shooters a step behind."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle.deployment import to_deploy
from ..battle.orders import Deploy
from ..battle.queries import side_setup
from ..battle.state import Zone
from ..units import CM, Point
from .mind import Mind

SPACING = 4 * CM
GRID = 3 * CM // 2


def ideas(mind: Mind) -> Iterator[Deploy]:
    """Places for the next warrior, from the wished one outwards."""
    waiting = to_deploy(mind.state, mind.side)
    zone = side_setup(mind.state, mind.side).zone
    if not waiting:
        return
    id = waiting[0]
    wish = _wish(mind, id, zone or _whole_table(mind))
    for at in _places(zone or _whole_table(mind), wish):
        yield Deploy(side=mind.side, warrior=id, at=at)


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


def _places(zone: Zone, wish: tuple[int, int]) -> list[Point]:
    """Points of a grid over the zone, the nearest to the wish first."""
    spots = [
        (x, y, 0)
        for x in range(zone.low[0] + GRID, zone.high[0], GRID)
        for y in range(zone.low[1] + GRID, zone.high[1], GRID)
    ]
    return sorted(spots, key=lambda at: (at[0] - wish[0]) ** 2 + (at[1] - wish[1]) ** 2)
