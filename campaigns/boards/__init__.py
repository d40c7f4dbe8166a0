"""The boards that a battle may be played on: those of this folder and those of the rules.

Here, one TOML file each:

    name = {es = "...", en = "..."}
    unit = "cm"                       # the unit of every length in the file
    zones = [[[0, 0], [120, 20]], ...]  # deployment zones, a corner and the opposite one

and `size` and `terrain` as in a scenario file (docs/scenarios.md).
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec
from django.utils.translation import get_language

from rules.battle.state import Zone
from rules.board import Board
from rules.board.generate import ruins
from rules.board.load import BoardError, board_names, from_data, load_board
from rules.ruleset import Ruleset
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


RUINS, STREET, OWN = "ruins", "street", "own"
"""What is made for one battle: ruins or a street by a number ("ruins:7"), a board of one's own."""
DENSITY = 70
"""How many of a hundred lots lie in ruins where nothing else is said ("ruins:7:40")."""
_MADE = re.compile(r"(?P<kind>ruins|street):(?P<number>[0-9]{1,9})(?::(?P<density>[0-9]{1,3}))?")
MOST_TERRAIN = 400


def find_board(
    wanted: str, ruleset: Ruleset, data: Mapping[str, Any] | None = None
) -> BoardFile | None:
    """A board of the library by its id, a made one ("ruins:7", "street:7", "ruins:7:40"), or one
    out of `data` (size and terrain in the ruleset's unit; raises BoardError for what is wrong with
    it).
    """
    if data is not None:
        return _own(data, ruleset)
    made = _MADE.fullmatch(wanted)
    if made is None:
        return boards().get(wanted)
    density = int(made["density"] or DENSITY)
    if density > 100:
        return None
    return _made(made["kind"], int(made["number"]), density, ruleset.table_size())


def _own(data: Mapping[str, Any], ruleset: Ruleset) -> BoardFile:
    terrain = data.get("terrain", [])
    if isinstance(terrain, list) and len(terrain) > MOST_TERRAIN:
        raise BoardError(f"terrain: at most {MOST_TERRAIN} pieces")
    found = from_data({"size": data.get("size"), "terrain": terrain}, ruleset.unit_size)
    names = {"es": "Tablero propio", "en": "A board of one's own"}
    return BoardFile(id=OWN, name=names, zones=strips(found), board=found)


@lru_cache(maxsize=32)
def _made(kind: str, number: int, density: int, size: tuple[int, int]) -> BoardFile:
    board = ruins(number, size, density, street=kind == STREET)
    words = {RUINS: ("Ruinas", "Ruins"), STREET: ("Calle", "Street")}[kind]
    name = {"es": f"{words[0]} n.º {number}", "en": f"{words[1]} no. {number}"}
    share = f":{density}" if density != DENSITY else ""
    return BoardFile(id=f"{kind}:{number}{share}", name=name, zones=strips(board), board=board)


def _plain(name: str) -> BoardFile:
    """A board that comes with the rules: strips along its edges to deploy in."""
    board = load_board(name)
    title = name.replace("_", " ").replace("-", " ").capitalize()
    return BoardFile(id=name, name={"es": title}, zones=strips(board), board=board)


def strips(board: Board) -> tuple[Zone, ...]:
    """A zone along each edge."""
    (width, depth), strip = board.size, STRIP
    ends = strip + STRIP // 2
    return (
        Zone(low=(0, 0), high=(width, strip)),
        Zone(low=(0, depth - strip), high=(width, depth)),
        Zone(low=(0, ends), high=(strip, depth - ends)),
        Zone(low=(width - strip, ends), high=(width, depth - ends)),
    )


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
