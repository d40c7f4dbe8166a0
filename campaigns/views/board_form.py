"""The board editor without scripts: one act of its form at a time."""

from typing import Any

from django.http import HttpRequest

import rules
from campaigns.board_svg import board_plan
from campaigns.boards import edit
from campaigns.boards.kit import kit
from campaigns.errors import ServiceError, bad_board, invalid
from campaigns.selectors.access import Access
from campaigns.services.library import sound
from campaigns.services.setup import ruleset_of
from campaigns.views.board_words import faults_in
from rules.board import Board, BoardError
from rules.board.load import from_data, terrain_from_data
from rules.board.model import Terrain
from rules.units import to_units

ACTS = ("add", "change", "remove", "look")


def worked(request: HttpRequest, data: edit.Tables, unit_size: int) -> tuple[edit.Tables, str]:
    """The board after what the form asks for (`do`), and the piece that it was about.

    Errors: bad_board (what can't be read), bad_number, bad_kind.
    """
    data, sent = readable(data, unit_size), request.POST
    act, group = sent.get("do"), sent.get("piece", "")
    if act == "add":
        what = sent.get("put", "")
        if what not in kit(unit_size):
            raise invalid("bad_kind")
        x, y = _number(sent.get("put_x", "")), _number(sent.get("put_y", ""))
        if x is None or y is None:
            raise invalid("bad_number")
        return edit.added(data, what, x, y, unit_size)
    if act not in ("change", "remove"):
        return data, group
    if group not in edit.groups_of(data):
        raise invalid("bad_kind")
    if act == "remove":
        return edit.without(data, group), ""
    x, y = _number(sent.get("to_x", "")), _number(sent.get("to_y", ""))
    degrees = _number(sent.get("degrees", "")) or 0
    data = edit.moved(data, group, x=x, y=y, degrees=degrees)
    if name := sent.get("place", "").strip():
        data = edit.named(data, group, name[:60])
    return data, group


def tried(access: Access, data: edit.Tables) -> dict[str, Any]:
    """`faults`, and `plan` where the board can be drawn; one whose stairs only hang can be."""
    unit_size = ruleset_of(access.campaign).unit_size
    try:
        return {"plan": board_plan(from_data(sound(access, data), unit_size))}
    except ServiceError as refusal:
        found: dict[str, Any] = {"faults": faults_in(refusal)}
        codes = {one["code"] for one in refusal.params.get("errors", ())}
        if codes == {"hangs"}:
            size = to_units(data["size"][0], unit_size), to_units(data["size"][1], unit_size)
            found["plan"] = board_plan(Board(size, _terrain(data, unit_size)))
        return found


def readable(data: edit.Tables, unit_size: int) -> edit.Tables:
    """The tables with nothing left to short forms, so that every act finds what it needs."""
    native = rules.to_native(Board((0, 0), _terrain(data, unit_size)), unit_size)
    return {"size": data.get("size"), "terrain": native["terrain"]}


def _terrain(data: edit.Tables, unit_size: int) -> tuple[Terrain, ...]:
    try:
        return terrain_from_data(data.get("terrain", []), unit_size)
    except BoardError as fault:
        raise bad_board(fault) from fault


def _number(text: str) -> float | None:
    """A length or an angle, None where nothing was written. Errors: bad_number."""
    plain = text.strip().replace(",", ".").replace("−", "-")
    if not plain:
        return None
    try:
        number = float(plain)
    except ValueError as fault:
        raise invalid("bad_number") from fault
    if not -10_000 < number < 10_000:
        raise invalid("bad_number")
    return number
