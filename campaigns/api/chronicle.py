"""The campaign so far over REST: standings, the fallen, the chronicle."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.errors import invalid
from campaigns.models import Season
from campaigns.selectors.access import Access, campaign_for
from campaigns.selectors.chronicle import battles_told, entries_of, memorial_of, standings_of
from campaigns.selectors.seasons import season_of, seasons_of
from campaigns.services import seasons as services
from campaigns.services.seasons import AWARDS, LONGEST_NAME, LONGEST_WORDS
from mordheim_site.api.pagination import Pages
from mordheim_site.numbers import whole_number


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
    withdrawn = s.BooleanField(help_text="It takes part no longer; rated as it left.")


class FallenOut(s.Serializer):
    name = s.CharField()
    warband = s.UUIDField(source="warband.pk")
    n = s.IntegerField()
    fate = s.CharField()
    when = s.DateTimeField()
    battle = s.CharField()
    by_hand = s.BooleanField(help_text="In a battle on a real table.")
    withdrawn = s.BooleanField(help_text="Its warband takes part no longer.")


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


class AwardOut(s.Serializer):
    id = s.ChoiceField(AWARDS)
    n = s.IntegerField()
    names = s.ListField(child=s.CharField())


class SeasonOut(s.Serializer):
    """`winner`, `awards` and `words` once it has ended; standings and chronicle take `season`."""

    number = s.IntegerField()
    name = s.CharField(source="title")
    opened_at = s.DateTimeField()
    closed_at = s.DateTimeField(allow_null=True)
    winner = s.CharField()
    words = s.CharField()
    awards = AwardOut(many=True)


class SeasonIn(s.Serializer):
    name = s.CharField(max_length=LONGEST_NAME, allow_blank=True, default="")


class SeasonEndIn(s.Serializer):
    winner = s.UUIDField(
        allow_null=True, default=None, help_text="A warband; null: who has won most battles."
    )
    words = s.CharField(max_length=LONGEST_WORDS, allow_blank=True, default="")


SEASON = OpenApiParameter(
    "season", OpenApiTypes.INT, description="The number of a season; without it everything."
)


def _season(request: Request, access: Access) -> Season | None:
    text = request.query_params.get("season")
    if text is None:
        return None
    number = whole_number(text)
    if number is None:
        raise invalid("bad_number", field="season")
    return season_of(access.campaign, number)


class Seasons(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="campaign_seasons_list",
        summary="The seasons of a campaign, from the first",
        responses=SeasonOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return self.page(seasons_of(access.campaign), SeasonOut)

    @extend_schema(
        summary="Begin the next season (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=SeasonIn,
        responses={201: SeasonOut},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        season = services.season_open(
            user=request.user, campaign_id=campaign, **self.read(SeasonIn)
        )
        return Response(SeasonOut(season).data, status=201)


class SeasonName(ServiceView):
    @extend_schema(
        summary="Give a season another name; an empty one takes it away (GM)",
        request=SeasonIn,
        responses=SeasonOut,
    )
    def patch(self, request: Request, campaign: UUID, number: int) -> Response:
        season = services.season_rename(
            user=request.user, campaign_id=campaign, number=number, **self.read(SeasonIn)
        )
        return Response(SeasonOut(season).data)


class SeasonEnd(ServiceView):
    @extend_schema(
        summary="End the season under way (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=SeasonEndIn,
        responses=SeasonOut,
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        season = services.season_close(
            user=request.user, campaign_id=campaign, **self.read(SeasonEndIn)
        )
        return Response(SeasonOut(season).data)


class Retire(ServiceView):
    @extend_schema(summary="Let a warband retire for good", request=None, responses={204: None})
    def post(self, request: Request, campaign: UUID, warband: UUID) -> Response:
        services.warband_retire(user=request.user, campaign_id=campaign, warband_id=warband)
        return Response(status=204)


class Standings(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="campaign_standings_list",
        summary="The warbands of a campaign, the best rated first",
        parameters=[SEASON],
        responses=StandingOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return self.page(standings_of(access, _season(request, access)), StandingOut)


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
        parameters=[SEASON],
        responses=EntryOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        pages = Pages()
        access = campaign_for(request.user, campaign)
        battles = battles_told(access, _season(request, access))
        found = pages.paginate_queryset(battles, request, self)
        return pages.get_paginated_response(EntryOut(entries_of(found), many=True).data)
