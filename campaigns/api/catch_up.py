"""What late joiners get: asked for, and taken for a draft."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.api.serializers import CatchUpRuleOut, WarbandIn
from campaigns.catch_up import in_words
from campaigns.selectors.access import campaign_for
from campaigns.selectors.catch_up import offer_for
from campaigns.services import catch_up as services


class CatchUpOfferOut(s.Serializer):
    """What a new warband would get now."""

    rule = CatchUpRuleOut()
    text = s.SerializerMethodField()
    battles = s.IntegerField(help_text="Counted: how far behind it would be.")
    gold = s.IntegerField()
    experience = s.IntegerField(help_text="For each fighter.")

    def get_text(self, offer: Any) -> str:
        return in_words(offer.rule)


class CatchUpOut(s.Serializer):
    """What a warband has been given; `joined`: its experience too."""

    campaign = s.UUIDField(source="campaign.public_id")
    warband = s.UUIDField(source="warband_id")
    battles = s.IntegerField()
    gold = s.IntegerField()
    experience = s.IntegerField()
    joined = s.BooleanField()


class CatchUps(ServiceView):
    @extend_schema(
        summary="What a warband that joins now gets more than others had",
        responses=CatchUpOfferOut,
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return Response(CatchUpOfferOut(offer_for(access.campaign)).data)

    @extend_schema(
        summary="Build a draft for this campaign: its gold comes at once",
        parameters=[IDEMPOTENCY_KEY],
        request=WarbandIn,
        responses={201: CatchUpOut},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        row = services.catch_up_pledge(
            user=request.user, campaign_id=campaign, warband_id=self.read(WarbandIn)["warband"]
        )
        return Response(CatchUpOut(row).data, status=201)


class CatchUpBack(ServiceView):
    @extend_schema(summary="Give it back, while it is a draft", responses={204: None})
    def delete(self, request: Request, warband: UUID) -> Response:
        services.catch_up_return(user=request.user, warband_id=warband)
        return Response(status=204)
