"""The boards that a battle of a campaign may be fought on; its own are the game masters'."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.db.models import QuerySet

from campaigns.boards import BoardFile, find_board
from campaigns.errors import not_found
from campaigns.models import LibraryBoard
from campaigns.selectors.access import Access, Id
from campaigns.services.setup import ruleset_of
from mordheim_site.ids import uuid_of

LIBRARY = "library"


def boards_of(access: Access) -> QuerySet[LibraryBoard]:
    """The boards that this reader may see: all of a GM's campaign, nobody else's."""
    rows = LibraryBoard.objects.filter(campaign=access.campaign)
    return rows if access.is_gm else rows.none()


def board_for(access: Access, board_id: Id) -> LibraryBoard:
    """One of them. Errors: not_found."""
    key = uuid_of(board_id)
    found = boards_of(access).filter(public_id=key).first() if key is not None else None
    if found is None:
        raise not_found()
    return found


def ground_for(
    access: Access, wanted: str, data: Mapping[str, Any] | None = None
) -> BoardFile | None:
    """A board by its name: "library:ID" of the campaign's own, else campaigns.boards.find_board.

    Raises BoardError for what is wrong with it; None where there is none of that name.
    """
    ruleset = ruleset_of(access.campaign)
    kind, _, key = wanted.partition(":")
    if data is not None or kind != LIBRARY:
        return find_board(wanted, ruleset, data)
    row = boards_of(access).filter(public_id=uuid_of(key)).first()
    if row is None:
        return None
    found = find_board("", ruleset, row.data)
    return found and msgspec.structs.replace(found, id=wanted, name={"es": row.name})
