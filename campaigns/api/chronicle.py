"""The campaign so far over REST: standings, the fallen, the chronicle."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import ServiceView
from campaigns.selectors.access import campaign_for
from campaigns.selectors.chronicle import battles_told, entries_of, memorial_of, standings_of
from mordheim_site.api.pagination import Pages


class StandingOut(s.Serializer):
    """A warband's place. `ratings`: at the start and after each battle."""

    warband = s.UUIDField(source="warband.pk")
    name = s.CharField(source="warband.name")
    rating = s.IntegerField(source="warband.rating")
    ratings = s.ListField(child=s.IntegerField())
    fought = s.IntegerField()
    won = s.IntegerField()
    lost = s.IntegerField()
    drawn = s.IntegerField()
    kills = s.IntegerField(help_text="Enemies put out of action.")
    losses = s.IntegerField(help_text="Warriors lost for good.")
    wyrdstone = s.IntegerField(help_text="Shards found.")
    by_hand = s.IntegerField(help_text="Battles of these that were played on a real table.")


class FallenOut(s.Serializer):
    name = s.CharField()
    warband = s.UUIDField(source="warband.pk")
    n = s.IntegerField()
    fate = s.CharField()
    when = s.DateTimeField()
    battle = s.CharField()
    by_hand = s.BooleanField(help_text="In a battle on a real table.")


class EntryOut(s.Serializer):
    """A battle as the chronicle tells it."""

    battle = s.UUIDField(source="battle.public_id")
    scene = s.UUIDField(source="battle.scene.public_id")
    title = s.CharField(source="battle.scene.title")
    over_at = s.DateTimeField(source="battle.over_at")
    winner = s.CharField(help_text="Empty where nobody won.")
    sides = s.ListField(child=s.CharField())
    lines = s.ListField(child=s.CharField())
    by_hand = s.BooleanField(source="battle.by_hand")


class Standings(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="campaign_standings_list",
        summary="The warbands of a campaign, the best rated first",
        responses=StandingOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        return self.page(standings_of(campaign_for(request.user, campaign)), StandingOut)


class Memorial(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="campaign_memorial_list",
        summary="The fallen, the latest first",
        responses=FallenOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        return self.page(memorial_of(campaign_for(request.user, campaign)), FallenOut)


class Chronicle(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="campaign_chronicle_list",
        summary="The battles that are over and what they brought, the latest first",
        responses=EntryOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        pages = Pages()
        battles = battles_told(campaign_for(request.user, campaign))
        found = pages.paginate_queryset(battles, request, self)
        return pages.get_paginated_response(EntryOut(entries_of(found), many=True).data)
