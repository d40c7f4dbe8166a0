"""Warbands over REST: the same services and selectors as the pages."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from mordheim_site.accounts.permissions import TokenScope
from mordheim_site.api.once import once
from mordheim_site.api.pagination import Pages
from mordheim_site.api.strict import checked
from mordheim_site.numbers import whole_number
from rules.catalogue import load_catalogue
from warbands import names, selectors, services
from warbands.api import serializers as shapes
from warbands.models import Warband

IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="The version of the warband that the client saw, as its ETag: 412 when it has "
    "changed since. Without it the change is made to whatever is there.",
)
ETAG = OpenApiParameter(
    "ETag",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    response=True,
    description="The version of the warband.",
)


def change_schema(summary: str, body: Any = None, status: int = 200) -> Callable:
    """The schema of a change: it answers with the whole roster."""
    return extend_schema(
        summary=summary,
        parameters=[IF_MATCH, ETAG],
        request=body,
        responses={status: shapes.RosterOut},
    )


def version_of(request: Request) -> int | None:
    """The version in If-Match (`"7"`, `W/"7"` or `7`); None where there is none that is one."""
    text = request.headers.get("If-Match", "").strip().removeprefix("W/").strip('"')
    return whole_number(text)


class WarbandView(APIView):
    """A resource over a warband: who may not see it gets 404, who may not change it 403."""

    permission_classes = [IsAuthenticatedOrReadOnly, TokenScope]

    def read(self, serializer: type[Serializer]) -> dict[str, Any]:
        """The request's body, checked."""
        return checked(serializer(data=self.request.data), self.request)

    def change(self, verb: Callable, warband: UUID, **arguments: Any) -> None:
        """Call a service for a warband that the user may see."""
        row = selectors.warband_for(self.request.user, warband)
        version = version_of(self.request)
        verb(actor=self.request.user, warband=row, version=version, **arguments)

    def roster(self, warband: UUID, status: int = 200) -> Response:
        """The whole roster as it is now, with its version as ETag."""
        row = selectors.warband_for(self.request.user, warband)
        data = roster_data(row, self.request.user)
        return Response(data, status=status, headers={"ETag": f'"{row.version}"'})

    def page(self, rows: Any, serializer: type[Serializer]) -> Response:
        pages = Pages()
        found = pages.paginate_queryset(rows, self.request, self)
        return pages.get_paginated_response(serializer(found, many=True).data)


def roster_data(row: Warband, reader: Any = None) -> dict[str, Any]:
    """The sheet laid over the warband's own columns, for a reader."""
    sheet = selectors.roster_sheet(row)
    for name in shapes.SHEET_FIELDS:
        setattr(row, name, getattr(sheet, name))
    return shapes.RosterOut(row, context={"reader": reader}).data


class Types(WarbandView):
    pagination_class = Pages

    @extend_schema(
        operation_id="warband_types_list",
        summary="The kinds of warbands",
        responses=shapes.TypeOut(many=True),
    )
    def get(self, request: Request) -> Response:
        rows = [
            {
                "id": kind.id,
                "name": names.warband_type(kind.id),
                "gold": kind.gold,
                "least": kind.least,
                "most": kind.most,
                "ready": selectors.ready_sheet(kind.id),
            }
            for kind in load_catalogue().warbands.values()
        ]
        return self.page(rows, shapes.TypeOut)


class Warbands(WarbandView):
    pagination_class = Pages

    @extend_schema(
        operation_id="warbands_list",
        summary="Your warbands",
        responses=shapes.WarbandOut(many=True),
    )
    def get(self, request: Request) -> Response:
        own = selectors.warbands_of(request.user if request.user.is_authenticated else None)
        return self.page(own, shapes.WarbandOut)

    @extend_schema(
        summary="Found a warband, a draft with its starting gold or a ready-made one",
        parameters=[ETAG],
        request=shapes.FoundingIn,
        responses={201: shapes.RosterOut},
    )
    @once
    def post(self, request: Request) -> Response:
        body = self.read(shapes.FoundingIn)
        found = services.ready_made if body.pop("ready") else services.warband_create
        row = found(actor=request.user, **body)
        return self.roster(row.pk, 201)


class WarbandDetail(WarbandView):
    @extend_schema(summary="A roster", parameters=[ETAG], responses=shapes.RosterOut)
    def get(self, request: Request, warband: UUID) -> Response:
        return self.roster(warband)

    @change_schema("Rename a warband, note something, open or close its public page", shapes.BandIn)
    def patch(self, request: Request, warband: UUID) -> Response:
        self.change(services.warband_edit, warband, **self.read(shapes.BandIn))
        return self.roster(warband)


class Market(WarbandView):
    @extend_schema(
        summary="What may be hired, bought and sold, and why not",
        responses=shapes.MarketOut,
    )
    def get(self, request: Request, warband: UUID) -> Response:
        sheet = selectors.roster_sheet(selectors.warband_for(request.user, warband))
        return Response(shapes.MarketOut(selectors.market(sheet)).data)


class Enlist(WarbandView):
    @change_schema("Close the draft: everything wrong with it at once, or it plays")
    @once
    def post(self, request: Request, warband: UUID) -> Response:
        self.change(services.warband_enlist, warband)
        return self.roster(warband)


class Fighters(WarbandView):
    @change_schema("Hire a hero or a group of henchmen", shapes.HireIn, 201)
    @once
    def post(self, request: Request, warband: UUID) -> Response:
        self.change(services.fighter_hire, warband, **self.read(shapes.HireIn))
        return self.roster(warband, 201)


class FighterDetail(WarbandView):
    @change_schema("Rename a fighter, or note something about him", shapes.FighterIn)
    def patch(self, request: Request, warband: UUID, fighter: str) -> Response:
        body = self.read(shapes.FighterIn)
        self.change(services.fighter_edit, warband, fighter=fighter, **body)
        return self.roster(warband)

    @change_schema("Send a fighter away (a group whole)")
    def delete(self, request: Request, warband: UUID, fighter: str) -> Response:
        self.change(services.fighter_dismiss, warband, fighter=fighter)
        return self.roster(warband)


class Recruits(WarbandView):
    @change_schema("Hire more henchmen into a group", shapes.NumberIn)
    @once
    def post(self, request: Request, warband: UUID, fighter: str) -> Response:
        body = self.read(shapes.NumberIn)
        self.change(services.group_recruit, warband, fighter=fighter, **body)
        return self.roster(warband)


class Buy(WarbandView):
    @change_schema("Buy equipment for a fighter, in a group for every member", shapes.ItemIn)
    @once
    def post(self, request: Request, warband: UUID, fighter: str) -> Response:
        body = self.read(shapes.ItemIn)
        self.change(services.equipment_buy, warband, fighter=fighter, **body)
        return self.roster(warband)


class Sell(WarbandView):
    @change_schema("Sell equipment of a fighter (a draft has its price back)", shapes.ItemIn)
    @once
    def post(self, request: Request, warband: UUID, fighter: str) -> Response:
        body = self.read(shapes.ItemIn)
        self.change(services.equipment_sell, warband, fighter=fighter, **body)
        return self.roster(warband)


class Stow(WarbandView):
    @change_schema("Put equipment into the stash, of every member of a group", shapes.ItemIn)
    @once
    def post(self, request: Request, warband: UUID, fighter: str) -> Response:
        body = self.read(shapes.ItemIn)
        self.change(services.equipment_stow, warband, fighter=fighter, **body)
        return self.roster(warband)


class Issue(WarbandView):
    @change_schema("Hand equipment out of the stash, to every member of a group", shapes.ItemIn)
    @once
    def post(self, request: Request, warband: UUID, fighter: str) -> Response:
        body = self.read(shapes.ItemIn)
        self.change(services.equipment_issue, warband, fighter=fighter, **body)
        return self.roster(warband)


class FighterKit(WarbandView):
    @change_schema("Buy a kit whole, in a group one for every member", shapes.KitIn)
    @once
    def post(self, request: Request, warband: UUID, fighter: str) -> Response:
        body = self.read(shapes.KitIn)
        choices = tuple(body["choices"])
        self.change(services.kit_buy, warband, fighter=fighter, kit=body["kit"], choices=choices)
        return self.roster(warband)

    @change_schema("Give a draft's kit back for its price")
    def delete(self, request: Request, warband: UUID, fighter: str) -> Response:
        self.change(services.kit_return, warband, fighter=fighter)
        return self.roster(warband)


class Mutations(WarbandView):
    @change_schema(
        "Buy a mutation: the first at its price, the others at twice theirs", shapes.MutationIn
    )
    @once
    def post(self, request: Request, warband: UUID, fighter: str) -> Response:
        body = self.read(shapes.MutationIn)
        self.change(services.mutation_buy, warband, fighter=fighter, **body)
        return self.roster(warband)

    @extend_schema(
        summary="Take a draft's mutation back for its price",
        parameters=[
            IF_MATCH,
            ETAG,
            OpenApiParameter("mutation", OpenApiTypes.STR, OpenApiParameter.QUERY, required=True),
        ],
        responses=shapes.RosterOut,
    )
    def delete(self, request: Request, warband: UUID, fighter: str) -> Response:
        mutation = request.query_params.get("mutation", "")
        self.change(services.mutation_return, warband, fighter=fighter, mutation=mutation)
        return self.roster(warband)


class SkillSets(WarbandView):
    @change_schema("Settle by which of its list's sets the heroes learn", shapes.SkillSetIn)
    @once
    def post(self, request: Request, warband: UUID) -> Response:
        self.change(services.skill_set_choose, warband, **self.read(shapes.SkillSetIn))
        return self.roster(warband)


class Gift(WarbandView):
    @change_schema("Take what he gets for nothing, or his heirloom, while drafting", shapes.GiftIn)
    @once
    def post(self, request: Request, warband: UUID, fighter: str) -> Response:
        self.change(services.gift_take, warband, fighter=fighter, **self.read(shapes.GiftIn))
        return self.roster(warband)

    @change_schema("Leave it, while drafting")
    def delete(self, request: Request, warband: UUID, fighter: str) -> Response:
        self.change(services.gift_return, warband, fighter=fighter)
        return self.roster(warband)


class FirstSpells(WarbandView):
    @change_schema(
        "Throw for a caster's first spells; a Magister's god comes with them", shapes.SpellsIn
    )
    @once
    def post(self, request: Request, warband: UUID, fighter: str) -> Response:
        body = self.read(shapes.SpellsIn)
        self.change(services.spells_first, warband, fighter=fighter, **body)
        return self.roster(warband)


class SellStash(WarbandView):
    @change_schema("Sell out of the stash", shapes.ItemIn)
    @once
    def post(self, request: Request, warband: UUID) -> Response:
        self.change(services.stash_sell, warband, **self.read(shapes.ItemIn))
        return self.roster(warband)


class Ledger(WarbandView):
    pagination_class = Pages

    @extend_schema(
        operation_id="warband_ledger_list",
        summary="The books, line by line",
        responses=shapes.LedgerOut(many=True),
    )
    def get(self, request: Request, warband: UUID) -> Response:
        row = selectors.warband_for(request.user, warband)
        return self.page(selectors.ledger_lines(row), shapes.LedgerOut)


class Aftermaths(WarbandView):
    pagination_class = Pages

    @extend_schema(
        operation_id="warband_aftermaths_list",
        summary="Its aftermaths, the latest first",
        responses=shapes.AftermathRow(many=True),
    )
    def get(self, request: Request, warband: UUID) -> Response:
        row = selectors.warband_for(request.user, warband)
        return self.page(selectors.aftermaths_of(row), shapes.AftermathRow)


class AftermathDetail(WarbandView):
    @extend_schema(
        summary="An aftermath: steps done and to come, questions, dice",
        parameters=[ETAG],
        responses=shapes.AftermathOut,
    )
    def get(self, request: Request, aftermath: UUID) -> Response:
        row = selectors.aftermath_for(request.user, aftermath)
        out = shapes.AftermathOut(selectors.aftermath_view(row), context={"user": request.user})
        return Response(out.data, headers={"ETag": f'"{row.version}"'})
