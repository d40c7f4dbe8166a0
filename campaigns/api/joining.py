"""Warbands with a past that ask to join, over REST: their record, and the game master's word."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.api.serializers import EnrolmentOut, WarbandIn
from campaigns.models import Joining, JoinRequest
from campaigns.selectors.access import Access, campaign_for
from campaigns.selectors.joining import record_of, request_for, requests_of
from campaigns.services import joining as services
from mordheim_site.api.pagination import Pages


class PlayedOut(s.Serializer):
    """What it has fought in one campaign; `own`: its player directs that one."""

    campaign = s.CharField()
    game_masters = s.CharField()
    own = s.BooleanField()
    fought = s.IntegerField(source="standing.fought")
    won = s.IntegerField(source="standing.won")
    lost = s.IntegerField(source="standing.lost")
    drawn = s.IntegerField(source="standing.drawn")
    kills = s.IntegerField(source="standing.kills")
    by_hand = s.IntegerField(source="standing.by_hand")


class RecordOut(s.Serializer):
    """`worth` against what a `newcomer` would have; experience `gained` beyond the beginning, by
    one fighter or group `most_gained`, against `newcomer_gained` for each of a newcomer's."""

    played = PlayedOut(many=True)
    fought = s.IntegerField()
    worth = s.IntegerField()
    newcomer = s.IntegerField()
    gained = s.IntegerField()
    most_gained = s.IntegerField()
    newcomer_gained = s.IntegerField()
    corrected = s.IntegerField(help_text="Lines of its books that game masters have written.")
    imported = s.BooleanField()


class JoinRequestOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    warband = s.UUIDField(source="warband_id")
    name = s.CharField(source="warband.name")
    player = s.CharField(source="warband.owner")
    rating = s.IntegerField(source="warband.rating")
    treasury = s.IntegerField(source="warband.treasury")
    wyrdstone = s.IntegerField(source="warband.wyrdstone")
    version = s.IntegerField(source="warband.version")
    state = s.ChoiceField(Joining.choices)
    reason = s.CharField(help_text="Why it was declined.")
    created_at = s.DateTimeField()
    decided_at = s.DateTimeField(allow_null=True)


class JoinRequestDetail(JoinRequestOut):
    record = RecordOut()


class AcceptIn(s.Serializer):
    version = s.IntegerField(min_value=0, help_text="Of the warband whose record you have seen.")


class TurnAwayIn(s.Serializer):
    reason = s.CharField(max_length=services.LONGEST_REASON)


def _shown(access: Access, row: JoinRequest) -> dict[str, Any]:
    row.record = record_of(access.campaign, row.warband, access.user)
    return JoinRequestDetail(row).data


class JoinRequests(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="join_requests_list",
        summary="Warbands that ask to join: all of them (GM), or your own",
        responses=JoinRequestOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        return self.page(requests_of(campaign_for(request.user, campaign)), JoinRequestOut)

    @extend_schema(
        operation_id="join_requests_create",
        summary="Ask to join with a warband that has fought elsewhere (409 `asks_first`)",
        parameters=[IDEMPOTENCY_KEY],
        request=WarbandIn,
        responses={201: JoinRequestDetail},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        warband = self.read(WarbandIn)["warband"]
        row = services.join_ask(user=request.user, campaign_id=campaign, warband_id=warband)
        return Response(_shown(campaign_for(request.user, campaign), row), status=201)


class JoinRequestOne(ServiceView):
    @extend_schema(
        summary="A request to join, with the record of the warband", responses=JoinRequestDetail
    )
    def get(self, request: Request, campaign: UUID, joining: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return Response(_shown(access, request_for(access, joining)))

    @extend_schema(summary="Ask no longer", responses={204: None})
    def delete(self, request: Request, campaign: UUID, joining: UUID) -> Response:
        services.join_withdraw(user=request.user, campaign_id=campaign, request_id=joining)
        return Response(status=204)


class JoinAccept(ServiceView):
    @extend_schema(
        summary="Let the warband in (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=AcceptIn,
        responses={201: EnrolmentOut},
    )
    @once
    def post(self, request: Request, campaign: UUID, joining: UUID) -> Response:
        row = services.join_accept(
            user=request.user, campaign_id=campaign, request_id=joining, **self.read(AcceptIn)
        )
        return Response(EnrolmentOut(row).data, status=201)


class JoinDecline(ServiceView):
    @extend_schema(summary="Decline it (GM)", request=TurnAwayIn, responses=JoinRequestOut)
    def post(self, request: Request, campaign: UUID, joining: UUID) -> Response:
        row = services.join_decline(
            user=request.user, campaign_id=campaign, request_id=joining, **self.read(TurnAwayIn)
        )
        return Response(JoinRequestOut(row).data)
