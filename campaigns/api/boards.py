"""A campaign's own boards (GM)."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, IF_MATCH, ServiceView, etag, once, version_of
from campaigns.selectors.access import campaign_for
from campaigns.selectors.boards import LIBRARY, board_for, boards_of
from campaigns.services import library
from mordheim_site.api.pagination import Pages


class BoardSaved(s.Serializer):
    name = s.CharField(max_length=library.LONGEST_NAME)
    data = s.DictField(
        help_text="Size and terrain as in a scenario file, lengths in the ruleset's unit."
    )


class LibraryBoardListed(s.Serializer):
    id = s.UUIDField(source="public_id")
    board = s.SerializerMethodField(help_text="What `board` of a new battle calls it.")
    name = s.CharField()
    version = s.IntegerField()
    updated_at = s.DateTimeField()

    def get_board(self, row: object) -> str:
        return f"{LIBRARY}:{getattr(row, 'public_id', '')}"


class LibraryBoardOut(LibraryBoardListed):
    data = s.DictField()


class LibraryBoards(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="library_boards_list",
        summary="The campaign's own boards (GM)",
        responses=LibraryBoardListed(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        access.require_gm()
        return self.page(boards_of(access), LibraryBoardListed)

    @extend_schema(
        operation_id="library_boards_create",
        summary="Keep a board (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=BoardSaved,
        responses={201: LibraryBoardOut},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        row = library.board_save(user=request.user, campaign_id=campaign, **self.read(BoardSaved))
        return Response(LibraryBoardOut(row).data, status=201, headers=etag(row.version))


class LibraryBoardDetail(ServiceView):
    @extend_schema(summary="One of them (GM)", responses=LibraryBoardOut)
    def get(self, request: Request, campaign: UUID, board: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        access.require_gm()
        row = board_for(access, board)
        return Response(LibraryBoardOut(row).data, headers=etag(row.version))

    @extend_schema(
        summary="A new version of it (GM)",
        parameters=[IF_MATCH],
        request=BoardSaved,
        responses=LibraryBoardOut,
    )
    def put(self, request: Request, campaign: UUID, board: UUID) -> Response:
        row = library.board_save(
            user=request.user,
            campaign_id=campaign,
            board_id=board,
            expected_version=version_of(request),
            **self.read(BoardSaved),
        )
        return Response(LibraryBoardOut(row).data, headers=etag(row.version))

    @extend_schema(summary="Throw it away (GM)", responses={204: None})
    def delete(self, request: Request, campaign: UUID, board: UUID) -> Response:
        library.board_delete(user=request.user, campaign_id=campaign, board_id=board)
        return Response(status=204)
