"""Drafts that are built by the house rules of a campaign."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.api.serializers import WarbandIn
from campaigns.services import house_rules as services


class BuildOut(s.Serializer):
    """A draft under house rules; what it may buy is at the warband's own address."""

    warband = s.UUIDField(source="pk")
    campaign = s.CharField(source="rules_of", help_text="Empty: by the book.")
    house_rules = s.DictField()
    budget = s.IntegerField()
    treasury = s.IntegerField()


class Builds(ServiceView):
    @extend_schema(
        summary="Build a draft by the house rules of this campaign: its gold, prices and limits",
        parameters=[IDEMPOTENCY_KEY],
        request=WarbandIn,
        responses={201: BuildOut},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        row = services.house_rules_adopt(
            user=request.user, campaign_id=campaign, warband_id=self.read(WarbandIn)["warband"]
        )
        return Response(BuildOut(row).data, status=201)


class BuildBack(ServiceView):
    @extend_schema(summary="Build it by the book again", responses={204: None})
    def delete(self, request: Request, warband: UUID) -> Response:
        services.house_rules_drop(user=request.user, warband_id=warband)
        return Response(status=204)
