"""Search, and the private addresses of feeds."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import ServiceView
from campaigns.api.serializers import FeedIn, FeedMade, FeedOut, FoundOut
from campaigns.errors import not_found
from campaigns.selectors.access import campaign_for, visible_scenes
from campaigns.selectors.feeds import feeds_of
from campaigns.selectors.search import search
from campaigns.services import feeds as services
from mordheim_site.api.pagination import Pages
from mordheim_site.ids import uuid_of


class Search(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="search",
        summary="What was written in a campaign that you may read",
        parameters=[
            OpenApiParameter("q", str, description="Words to look for.", required=True),
            OpenApiParameter("scene", OpenApiTypes.UUID, description="Only in this scene."),
        ],
        responses=FoundOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        words, wanted = request.query_params.get("q", ""), request.query_params.get("scene")
        scene = None
        if wanted:
            scene = visible_scenes(access).filter(public_id=uuid_of(wanted)).first()
            if scene is None:
                raise not_found()
        return self.page(search(access, words, scene), FoundOut, words=words, access=access)


class Feeds(ServiceView):
    @extend_schema(
        operation_id="feeds_list",
        summary="Your private addresses of feeds in a campaign",
        responses=FeedOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        access.require_member()
        return Response(FeedOut(feeds_of(access), many=True).data)

    @extend_schema(
        operation_id="feeds_create",
        summary="Make an address of an Atom feed, for the campaign or one scene",
        request=FeedIn,
        responses={201: FeedMade},
    )
    def post(self, request: Request, campaign: UUID) -> Response:
        scene = self.read(FeedIn)["scene"]
        made = services.feed_create(user=request.user, campaign_id=campaign, scene_id=scene)
        made.feed.token = made.token
        return Response(FeedMade(made.feed).data, status=201)


class FeedDetail(ServiceView):
    @extend_schema(summary="Revoke the address of a feed", responses={204: None})
    def delete(self, request: Request, campaign: UUID, feed: UUID) -> Response:
        campaign_for(request.user, campaign)
        services.feed_revoke(user=request.user, feed_id=feed)
        return Response(status=204)
