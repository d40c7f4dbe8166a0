"""The boards that a battle may be played on: those of this folder and those of the rules.

Here, one TOML file each:

    name = {es = "...", en = "..."}
    unit = "cm"                       # the unit of every length in the file
    zones = [[[0, 0], [120, 20]], ...]  # deployment zones, a corner and the opposite one

and `size` and `terrain` as in a scenario file (docs/scenarios.md).
"""

import tomllib
from functools import cache
from pathlib import Path

import msgspec
from django.utils.translation import get_language

from rules.battle.state import Zone
from rules.board import Board
from rules.board.load import board_names, from_data, load_board
from rules.units import CM, UM

FOLDER = Path(__file__).parent
UNITS = {"cm": CM, "UM": UM}
STRIP = 12 * CM


class BoardFile(msgspec.Struct, frozen=True, kw_only=True):
    """A board with its name by language and a deployment zone for each side it has room for."""

    id: str
    name: dict[str, str]
    zones: tuple[Zone, ...]
    board: Board

    def title(self) -> str:
        """The name in the reader's language."""
        return self.name.get((get_language() or "es")[:2], self.name["es"])


@cache
def boards() -> dict[str, BoardFile]:
    """Every board by its id (the file's name). Broken data raises at the first look."""
    found = [read(path) for path in sorted(FOLDER.glob("*.toml"))]
    found += [_plain(name) for name in board_names()]
    return {one.id: one for one in found}


def _plain(name: str) -> BoardFile:
    """A board that comes with the rules: strips along its edges to deploy in."""
    board = load_board(name)
    (width, depth), strip = board.size, STRIP
    ends = strip + STRIP // 2
    zones = (
        Zone(low=(0, 0), high=(width, strip)),
        Zone(low=(0, depth - strip), high=(width, depth)),
        Zone(low=(0, ends), high=(strip, depth - ends)),
        Zone(low=(width - strip, ends), high=(width, depth - ends)),
    )
    title = name.replace("_", " ").replace("-", " ").capitalize()
    return BoardFile(id=name, name={"es": title}, zones=zones, board=board)


def read(path: Path) -> BoardFile:
    """One file. Raises BoardError, KeyError, ValueError for what is wrong with it."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    unit = UNITS[data["unit"]]
    zones = tuple(
        Zone(low=(low[0] * unit, low[1] * unit), high=(high[0] * unit, high[1] * unit))
        for low, high in data["zones"]
    )
    board = from_data({"size": data["size"], "terrain": data["terrain"]}, unit)
    return BoardFile(id=path.stem, name=data["name"], zones=zones, board=board)
