"""What a scenario adds to the plan: where sides deploy, which buildings count, counters."""

from collections.abc import Iterator

from django.utils.translation import gettext

from campaigns.board_svg.marks import Sheet, mm_text, tag, text
from campaigns.board_svg.tokens import side_class
from campaigns.narration.mission import counter as counter_words
from campaigns.narration.names import LETTERS
from rules.battle.mission.model import COUNTER_RADIUS, Zone
from rules.battle.mission.places import building_of
from rules.battle.state import State


def grounds(state: State, sheet: Sheet) -> str:
    """Where each side deploys, in its colour and with its letter."""
    now = state.mission
    drawn = ""
    for number, side in enumerate(state.setup.sides):
        ground = now.grounds.get(side.id) if now else None
        if ground is None:
            continue
        parts = [_rectangle(zone, sheet) for zone in ground.zones]
        if ground.building:
            parts.append(_around(state, ground.building, ground.depth, sheet))
        if not parts:
            continue
        x, y = _corner(state, ground.zones, ground.building, sheet)
        letter = tag("text", LETTERS[number], class_="zone__letter", x=x + 12, y=y + 40)
        drawn += tag("g", *parts, letter, class_=side_class(state, side.id), data_zone=side.id)
    return drawn


def _rectangle(zone: Zone, sheet: Sheet) -> str:
    (x1, y2), (x2, y1) = sheet.at(zone.low), sheet.at(zone.high)
    return tag("rect", class_="zone", x=x1, y=y1, width=x2 - x1, height=y2 - y1)


def _around(state: State, id: str, depth: int, sheet: Sheet) -> str:
    """The outline of a building, as wide again as one may stand from it."""
    points = sheet.points(building_of(state, id).polygon)
    width = mm_text(2 * depth / 100)
    return tag("polygon", class_="zone zone--around", points=points, stroke_width=width)


def _corner(state: State, zones: tuple[Zone, ...], house: str, sheet: Sheet) -> tuple[float, float]:
    if zones:
        (x, _), (_, y) = sheet.at(zones[0].low), sheet.at(zones[0].high)
        return x, y
    corners = [sheet.at(corner) for corner in building_of(state, house).polygon]
    return min(x for x, _ in corners), min(y for _, y in corners)


def objectives(state: State, sheet: Sheet) -> str:
    """A heavy dashed outline round each building that counts, and the counters; and traps."""
    now = state.mission
    traps = "".join(_traps(state, sheet))
    if now is None:
        return traps
    houses = "".join(
        tag(
            "polygon",
            class_="objective",
            points=sheet.points(building_of(state, id).polygon),
        )
        for id in now.buildings
        if id not in now.searched
    )
    return houses + traps + "".join(_counters(state, sheet))


def _counters(state: State, sheet: Sheet) -> Iterator[str]:
    for one in state.mission.counters if state.mission else ():
        bearer = state.warriors.get(one.holder)
        at = bearer.at if bearer is not None else one.at
        if at is None:
            continue
        x, y = sheet.at(at)
        held = bearer is not None
        if held and bearer is not None:
            radius = state.setup.by_id[bearer.id].base / 200
            x, y = x + radius, y - radius
        size = COUNTER_RADIUS / 100 * (0.7 if held else 1)
        yield tag(
            "g",
            tag("title", text(_told(one.id, carried=held))),
            tag("path", class_="counter", d=f"M0 {-size:g}L{size:g} 0L0 {size:g}L{-size:g} 0Z"),
            transform=f"translate({mm_text(x)} {mm_text(y)})",
            data_counter=one.id,
        )


def _traps(state: State, sheet: Sheet) -> Iterator[str]:
    """A triangle on its head where a trap lies."""
    size = COUNTER_RADIUS / 100
    for trap in state.traps:
        x, y = sheet.at(trap.at)
        yield tag(
            "g",
            tag("title", text(gettext("A trap"))),
            tag(
                "path",
                class_="counter",
                d=f"M{-size:g} {-size:g}L0 {size:g}L{size:g} {-size:g}Z",
            ),
            transform=f"translate({mm_text(x)} {mm_text(y)})",
            data_trap=trap.id,
        )


def _told(id: str, *, carried: bool) -> str:
    what = counter_words(id)
    return gettext("%(what)s, carried") % {"what": what} if carried else what
