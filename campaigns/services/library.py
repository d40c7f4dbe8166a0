"""Keeping a campaign's own boards."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from campaigns.boards import find_board
from campaigns.errors import ServiceError, bad_board, invalid
from campaigns.models import LibraryBoard
from campaigns.selectors.access import Access, Id, campaign_for
from campaigns.selectors.boards import board_for
from campaigns.services.campaigns import require_open
from campaigns.services.setup import ruleset_of
from mordheim_site.text import one_line
from rules.board import BoardError

MOST_BOARDS = 100
LONGEST_NAME = 80


@transaction.atomic
def board_save(
    *,
    user: Any,
    campaign_id: Id,
    name: str,
    data: Mapping[str, Any],
    board_id: Id | None = None,
    expected_version: int | None = None,
) -> LibraryBoard:
    """Keep a sound board, or a new version of one; the GM only.

    `data` has `size` and `terrain`, in the ruleset's unit. `expected_version` is the one that was
    opened: somebody else's changes are not overwritten.

    Errors: gm_only, campaign_closed, name_missing, name_taken, bad_board, too_many_boards, stale.
    """
    access = _gm(user, campaign_id)
    name = _name(name)
    data = sound(access, data)
    if board_id is None:
        if LibraryBoard.objects.filter(campaign=access.campaign).count() >= MOST_BOARDS:
            raise invalid("too_many_boards", limit=MOST_BOARDS)
        _is_free(access, name)
        return LibraryBoard.objects.create(
            campaign=access.campaign, name=name, data=data, created_by=user
        )
    board = board_for(access, board_id)
    board = LibraryBoard.objects.select_for_update().get(pk=board.pk)
    if expected_version is not None and expected_version != board.version:
        raise ServiceError("stale_board", 412, version=board.version)
    _is_free(access, name, board)
    board.name, board.data, board.version = name, data, board.version + 1
    board.save()
    return board


@transaction.atomic
def board_delete(*, user: Any, campaign_id: Id, board_id: Id) -> None:
    """Throw a board away; battles on it keep theirs. Errors: gm_only, not_found."""
    board_for(_gm(user, campaign_id), board_id).delete()


def sound(access: Access, data: Mapping[str, Any]) -> dict[str, Any]:
    """The board's tables, if a battle can be fought on them. Errors: bad_board."""
    kept = {"size": data.get("size"), "terrain": data.get("terrain", [])}
    try:
        find_board("", ruleset_of(access.campaign), kept)
    except BoardError as fault:
        raise bad_board(fault) from fault
    return kept


def _gm(user: Any, campaign_id: Id) -> Access:
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_open(access.campaign)
    return access


def _name(name: str) -> str:
    name = one_line(name)[:LONGEST_NAME]
    if not name:
        raise invalid("name_missing")
    return name


def _is_free(access: Access, name: str, board: LibraryBoard | None = None) -> None:
    same = LibraryBoard.objects.filter(campaign=access.campaign, name=name)
    if same.exclude(pk=board.pk if board else None).exists():
        raise invalid("name_taken", name=name)
