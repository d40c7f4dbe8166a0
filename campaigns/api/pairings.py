"""Rounds over REST: who fights whom, and the scenario that both agree on."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.selectors.access import campaign_for
from campaigns.selectors.pairings import PairingView, pairing_for, pairings_of
from campaigns.services import pairings as services
from mordheim_site.api.pagination import Pages


class PairingOut(s.Serializer):
    """`dice`: the roll on the scenario table, thrown in `post` of `scene`; `chooser`: the warband
    that it leaves the choice to. `blue` is null for who sits out."""

    id = s.UUIDField(source="pairing.public_id")
    round = s.IntegerField(source="pairing.round")
    red = s.UUIDField(source="pairing.red_id")
    blue = s.UUIDField(source="pairing.blue_id", allow_null=True)
    scenario = s.CharField(source="pairing.scenario")
    dice = s.ListField(child=s.IntegerField(), source="pairing.dice")
    scene = s.UUIDField(source="pairing.post.scene.public_id", allow_null=True, default=None)
    post = s.UUIDField(source="pairing.post.public_id", allow_null=True, default=None)
    chooser = s.CharField(source="pairing.chooser")
    red_agrees = s.BooleanField(source="pairing.red_agrees")
    blue_agrees = s.BooleanField(source="pairing.blue_agrees")
    played = s.BooleanField()


class PairingsMade(s.Serializer):
    pairings = PairingOut(many=True)


class PairingIn(s.Serializer):
    """Two warbands; without any the server pairs everybody for the next round."""

    red = s.UUIDField(required=False)
    blue = s.UUIDField(required=False)
    same_round = s.BooleanField(default=True, help_text="Of the latest round, not a new one.")

    after = s.IntegerField(
        required=False,
        min_value=0,
        help_text="The latest round that you have seen, 0 for none; 409 round_paired where there is"
        " a newer one. Without it, where nothing of the latest round has been fought.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("red" in attrs) != ("blue" in attrs):
            raise s.ValidationError("red and blue go together")
        return attrs


class ScenarioIn(s.Serializer):
    scenario = s.CharField(max_length=60)


class Pairings(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="pairings_list",
        summary="The pairings of a campaign, the latest round first",
        responses=PairingOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        return self.page(pairings_of(campaign_for(request.user, campaign)), PairingOut)

    @extend_schema(
        operation_id="pairings_create",
        summary="Pair the next round, or two warbands (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=PairingIn,
        responses={201: PairingsMade},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        data = self.read(PairingIn)
        if "red" in data:
            pair = {name: data[name] for name in ("red", "blue", "same_round")}
            made = [services.pairing_add(user=request.user, campaign_id=campaign, **pair)]
        else:
            made = services.round_propose(
                user=request.user, campaign_id=campaign, after=data.get("after")
            )
        access = campaign_for(request.user, campaign)
        rows = [PairingView(access, row, False) for row in made]
        return Response(PairingsMade({"pairings": rows}).data, status=201)


class PairingDetail(ServiceView):
    @extend_schema(summary="A pairing", responses=PairingOut)
    def get(self, request: Request, campaign: UUID, pairing: UUID) -> Response:
        return _shown(request, campaign, pairing)

    @extend_schema(summary="Take a pairing away (GM)", responses={204: None})
    def delete(self, request: Request, campaign: UUID, pairing: UUID) -> Response:
        services.pairing_remove(user=request.user, campaign_id=campaign, pairing_id=pairing)
        return Response(status=204)


class PairingRoll(ServiceView):
    @extend_schema(
        summary="Roll its scenario on the table, once",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=PairingOut,
    )
    @once
    def post(self, request: Request, campaign: UUID, pairing: UUID) -> Response:
        services.pairing_roll(user=request.user, campaign_id=campaign, pairing_id=pairing)
        return _shown(request, campaign, pairing)


class PairingScenario(ServiceView):
    @extend_schema(
        summary="Choose its scenario, where the table leaves it to you",
        parameters=[IDEMPOTENCY_KEY],
        request=ScenarioIn,
        responses=PairingOut,
    )
    @once
    def post(self, request: Request, campaign: UUID, pairing: UUID) -> Response:
        services.pairing_choose(
            user=request.user, campaign_id=campaign, pairing_id=pairing, **self.read(ScenarioIn)
        )
        return _shown(request, campaign, pairing)


class PairingAgree(ServiceView):
    @extend_schema(
        summary="Agree on its scenario",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=PairingOut,
    )
    @once
    def post(self, request: Request, campaign: UUID, pairing: UUID) -> Response:
        services.pairing_agree(user=request.user, campaign_id=campaign, pairing_id=pairing)
        return _shown(request, campaign, pairing)


def _shown(request: Request, campaign: UUID, pairing: UUID) -> Response:
    return Response(PairingOut(pairing_for(request.user, campaign, pairing)).data)
