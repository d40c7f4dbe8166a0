"""The whole board as one SVG element."""

from collections.abc import Callable
from dataclasses import dataclass, field

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from campaigns.board_svg.levels import level_at, levels_of
from campaigns.board_svg.marks import Sheet, mm_text, tag, text
from campaigns.board_svg.mission import grounds, objectives
from campaigns.board_svg.patterns import patterns_of
from campaigns.board_svg.places import places_of
from campaigns.board_svg.terrain import draw_terrain
from campaigns.board_svg.tokens import (
    USUAL_RADIUS,
    TokenView,
    draw_token,
    labels_of,
    side_class,
)
from campaigns.narration.names import LETTERS, Names
from rules.battle.state import State
from rules.board import Board, Point

MARGIN = 12.0


@dataclass(frozen=True, slots=True)
class Ghost:
    """Where a warrior was before, and the way it has come since."""

    warrior: str
    path: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Planned:
    """A way that a gathered order would take."""

    warrior: str
    path: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class BoardView:
    """What is shown besides the state. `href` gives the address behind a token, "" for none.

    `planner`: with the facts that the planner's script reads off the drawing.
    """

    names: Names
    href: Callable[[str], str] = field(default=lambda warrior: "")
    selected: str = ""
    ready: frozenset[str] = frozenset()
    targets: frozenset[str] = frozenset()
    ghosts: tuple[Ghost, ...] = ()
    planned: tuple[Planned, ...] = ()
    zones: bool = False
    planner: bool = True
    id: str = "board-svg"


def draw(state: State, view: BoardView) -> SafeString:
    """The board with everything on it. Safe: each text and attribute in it is escaped."""
    board = state.setup.board
    sheet = Sheet(board.size)
    edge = (-MARGIN, -MARGIN, sheet.width + 2 * MARGIN, sheet.depth + 2 * MARGIN)
    terrain = draw_terrain(board, sheet, levels_of(board), planner=view.planner)
    tokens = _tokens(state, sheet, view)
    svg = tag(
        "svg",
        tag("defs", patterns_of(terrain + tokens)),
        tag("rect", class_="ground", width=sheet.width, height=sheet.depth),
        _zones(state, sheet) if view.zones else "",
        tag("g", terrain, class_="terrain-all"),
        tag("g", _places(state, sheet), class_="places"),
        tag("g", objectives(state, sheet), class_="objectives"),
        tag("g", _ways(state, sheet, view.ghosts, "ghost", 0), class_="ghosts"),
        tag("g", _ways(state, sheet, view.planned, "planned", -1), class_="plans"),
        tag("g", tokens, class_="tokens", font_size=USUAL_RADIUS),
        tag("g", class_="pen", aria_hidden="true"),
        class_="board__svg",
        id=view.id,
        viewBox=" ".join(f"{value:g}" for value in edge),
        data_width=sheet.width,
        data_depth=sheet.depth,
        role="group",
        aria_label=gettext("The board, seen from above"),
    )
    return mark_safe(svg)  # noqa: S308 - built by tag(), which escapes


def board_plan(board: Board) -> SafeString:
    """A board without anybody on it, to look at before a battle."""
    sheet = Sheet(board.size)
    edge = (-MARGIN, -MARGIN, sheet.width + 2 * MARGIN, sheet.depth + 2 * MARGIN)
    terrain = draw_terrain(board, sheet, levels_of(board), planner=False)
    svg = tag(
        "svg",
        tag("defs", patterns_of(terrain)),
        tag("rect", class_="ground", width=sheet.width, height=sheet.depth),
        tag("g", terrain, class_="terrain-all"),
        class_="board__svg",
        viewBox=" ".join(f"{value:g}" for value in edge),
        role="img",
        aria_label=gettext("The board, seen from above"),
    )
    return mark_safe(svg)  # noqa: S308 - built by tag(), which escapes


def _zones(state: State, sheet: Sheet) -> str:
    """The deployment zones, each with its side's colour and letter."""
    if state.mission is not None:
        return grounds(state, sheet)
    drawn = ""
    for number, side in enumerate(state.setup.sides):
        if side.zone is None:
            continue
        (x1, y2), (x2, y1) = sheet.at(side.zone.low), sheet.at(side.zone.high)
        drawn += tag(
            "g",
            tag("rect", class_="zone", x=x1, y=y1, width=x2 - x1, height=y2 - y1),
            tag("text", LETTERS[number], class_="zone__letter", x=x1 + 12, y=y1 + 40),
            class_=side_class(state, side.id),
            data_zone=side.id,
        )
    return drawn


def _places(state: State, sheet: Sheet) -> str:
    drawn = ""
    for place in places_of(state.setup.board):
        x, y = sheet.at(place.at)
        drawn += tag(
            "g",
            tag("title", text(place.name)),
            tag("circle", class_="place", r=15),
            tag("text", text(place.letter), class_="place__letter", y=7),
            transform=f"translate({mm_text(x)} {mm_text(y)})",
        )
    return drawn


def _ways(
    state: State, sheet: Sheet, ways: tuple[Ghost, ...] | tuple[Planned, ...], kind: str, end: int
) -> str:
    """Lines with an empty base at one end: where somebody was, or wants to be."""
    drawn = ""
    for way in ways:
        setup = state.setup.by_id[way.warrior]
        x, y = sheet.at(way.path[end])
        drawn += tag(
            "g",
            tag("polyline", class_=f"{kind}__path", points=sheet.points(way.path)),
            tag("circle", class_=f"{kind}__base", cx=x, cy=y, r=setup.base / 200),
            class_=f"{kind} {side_class(state, setup.side)}",
        )
    return drawn


def _tokens(state: State, sheet: Sheet, view: BoardView) -> str:
    levels = levels_of(state.setup.board)
    labels = labels_of(state.setup.warriors)
    drawn = []
    for warrior in sorted(state.warriors.values(), key=lambda w: w.at[2] if w.at else 0):
        if warrior.at is None:
            continue
        token = TokenView(
            label=labels[warrior.id],
            href=view.href(warrior.id),
            selected=warrior.id == view.selected,
            ready=warrior.id in view.ready,
            target=warrior.id in view.targets,
            planner=view.planner,
        )
        level = level_at(levels, warrior.at[2])
        drawn.append(draw_token(state, warrior, sheet, level, view.names, token))
    return "".join(drawn)
