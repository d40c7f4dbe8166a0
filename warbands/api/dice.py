"""The dice of first spells over REST."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from warbands import selectors
from warbands.api.views import WarbandView
from warbands.selectors.seals import ORDER_HASH, SealShown, seals_of


class SealOut(s.Serializer):
    """The dice of a caster's first spells: sealed when he was hired, open once they are thrown."""

    branch = s.CharField(help_text="Goes into the dice; the sequence is 0, without seeds.")
    type = s.CharField(source="seal.type")
    fighter = s.CharField(source="seal.fighter", help_text="His key, once he has thrown.")
    commitment = s.CharField(help_text="SHA-256 of the secret, shown before the throw.")
    sealed_at = s.DateTimeField(source="seal.created_at")
    secret = s.SerializerMethodField(help_text="32 bytes as hex, once it is thrown.")
    order_hash = s.SerializerMethodField(help_text="SHA-256 of the words `first spells`.")
    faces = s.ListField(child=s.IntegerField())
    spells = s.ListField(source="seal.spells", child=s.CharField())
    thrown_at = s.DateTimeField(source="seal.thrown_at", allow_null=True)

    def get_secret(self, shown: SealShown) -> str | None:
        return shown.secret or None

    def get_order_hash(self, shown: Any) -> str:
        return ORDER_HASH


class WarbandDice(WarbandView):
    @extend_schema(
        operation_id="warband_dice_list",
        summary="Everything to recompute the dice of first spells with",
        responses=SealOut(many=True),
    )
    def get(self, request: Request, warband: UUID) -> Response:
        row = selectors.warband_for(request.user, warband)
        return Response(SealOut(seals_of(row), many=True).data)
