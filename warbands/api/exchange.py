"""Warbands as documents over REST: out of the site, and into it as proposals."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from mordheim_site.api.once import once
from mordheim_site.api.pagination import Pages
from mordheim_site.api.parsers import PlainJSONParser
from warbands import selectors, services
from warbands.api.serializers import RosterOut
from warbands.api.views import WarbandView, roster_data
from warbands.exchange.bounds import MOST_BYTES
from warbands.exchange.document import schema


class ProposalIn(serializers.Serializer):
    file = serializers.FileField(help_text="At most 1 MB; the format is told by its contents.")
    judge = serializers.UUIDField(
        required=False, help_text="A game master of one of your campaigns."
    )


class JudgeIn(serializers.Serializer):
    judge = serializers.UUIDField()


class DeclineIn(serializers.Serializer):
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class ReadingOut(serializers.Serializer):
    """A text of the file, and what it was taken for."""

    text = serializers.CharField()
    about = serializers.CharField(help_text="The fighter it was said of.")
    name = serializers.CharField()


class PairOut(serializers.Serializer):
    id = serializers.CharField(help_text="gold, spent or rating")
    file = serializers.IntegerField(allow_null=True)
    ours = serializers.IntegerField()
    differs = serializers.BooleanField()


class RefusedOut(serializers.Serializer):
    code = serializers.CharField()
    fighter = serializers.CharField()
    params = serializers.DictField()
    detail = serializers.CharField()


class ProposalRow(serializers.Serializer):
    """A proposal in a list."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    format = serializers.CharField()
    file_name = serializers.CharField()
    state = serializers.CharField()
    created_at = serializers.DateTimeField()


class ProposalOut(serializers.Serializer):
    id = serializers.UUIDField(source="proposal.id")
    name = serializers.CharField(source="proposal.name")
    format = serializers.CharField(source="proposal.format")
    state = serializers.CharField(source="proposal.state")
    reason = serializers.CharField(source="proposal.reason")
    warband = serializers.UUIDField(source="proposal.warband_id", allow_null=True)
    type = serializers.CharField()
    type_name = serializers.CharField()
    matched = ReadingOut(many=True)
    guessed = ReadingOut(many=True)
    unknown = ReadingOut(many=True)
    refused = RefusedOut(many=True)
    numbers = PairOut(many=True)
    document = serializers.SerializerMethodField()

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_document(self, view: Any) -> Any:
        return view.proposal.document


class Export(WarbandView):
    @extend_schema(summary="The warband as a document of our format", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, warband: UUID) -> Response:
        return Response(selectors.exported(selectors.warband_for(request.user, warband)))


class Schema(WarbandView):
    permission_classes = [AllowAny]

    @extend_schema(summary="The JSON Schema of our format", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        return Response(schema())


class Proposals(WarbandView):
    pagination_class = Pages

    parser_classes = [MultiPartParser, PlainJSONParser]

    @extend_schema(
        operation_id="warband_proposals_list",
        summary="Proposals that you made or are asked about",
        responses=ProposalRow(many=True),
    )
    def get(self, request: Request) -> Response:
        if not request.user.is_authenticated:
            return self.page([], ProposalRow)
        return self.page(selectors.proposals_for(request.user), ProposalRow)

    @extend_schema(
        summary="Propose a warband from a file (ours, BattleScribe, New Recruit, Toolheim)",
        request={"multipart/form-data": ProposalIn},
        responses={201: ProposalOut},
    )
    def post(self, request: Request) -> Response:
        body = self.read(ProposalIn)
        made = services.proposal_create(
            actor=request.user,
            data=body["file"].read(MOST_BYTES + 1),
            file_name=body["file"].name,
            judge=body.get("judge"),
        )
        return Response(ProposalOut(selectors.proposal_view(made)).data, status=201)


class ProposalDetail(WarbandView):
    @extend_schema(summary="A proposal with its report", responses=ProposalOut)
    def get(self, request: Request, proposal: UUID) -> Response:
        return _shown(request, proposal)


class Submit(WarbandView):
    @extend_schema(summary="Ask a game master", request=JudgeIn, responses=ProposalOut)
    @once
    def post(self, request: Request, proposal: UUID) -> Response:
        judge = self.read(JudgeIn)["judge"]
        services.proposal_submit(actor=request.user, proposal=proposal, judge=judge)
        return _shown(request, proposal)


class Accept(WarbandView):
    @extend_schema(
        summary="Accept a proposal: it becomes a warband", request=None, responses={201: RosterOut}
    )
    @once
    def post(self, request: Request, proposal: UUID) -> Response:
        made = services.proposal_accept(actor=request.user, proposal=proposal)
        return Response(roster_data(made), status=201)


class Decline(WarbandView):
    @extend_schema(summary="Decline a proposal", request=DeclineIn, responses=ProposalOut)
    @once
    def post(self, request: Request, proposal: UUID) -> Response:
        reason = self.read(DeclineIn)["reason"]
        services.proposal_decline(actor=request.user, proposal=proposal, reason=reason)
        return _shown(request, proposal)


class Withdraw(WarbandView):
    @extend_schema(summary="Withdraw your own proposal", request=None, responses=ProposalOut)
    @once
    def post(self, request: Request, proposal: UUID) -> Response:
        services.proposal_withdraw(actor=request.user, proposal=proposal)
        return _shown(request, proposal)


def _shown(request: Request, proposal: UUID) -> Response:
    row = selectors.proposal_for(request.user, proposal)
    return Response(ProposalOut(selectors.proposal_view(row)).data)
