"""The channels of a campaign (GM): what all members may know, told in a chat or to a program."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.models import CampaignChannelKind, NewsKind
from campaigns.selectors.access import campaign_for
from campaigns.services import news as services
from campaigns.services.notice_settings import LONGEST_ADDRESS
from mordheim_site.api.pagination import Pages

KINDS = "What is told there; left out: everything."


class CampaignChannelOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    kind = s.ChoiceField([(one, one) for one in CampaignChannelKind.values])
    name = s.CharField()
    kinds = s.ListField(child=s.ChoiceField(NewsKind.choices))
    created_at = s.DateTimeField()


class CampaignChannelIn(s.Serializer):
    kind = s.ChoiceField([(one, one) for one in CampaignChannelKind.values])
    address = s.CharField(max_length=LONGEST_ADDRESS)
    name = s.CharField(max_length=60, allow_blank=True, required=False)
    kinds = s.ListField(
        child=s.ChoiceField(NewsKind.choices), max_length=20, required=False, help_text=KINDS
    )


class CampaignChannelMade(CampaignChannelOut):
    secret = s.CharField(
        allow_blank=True,
        help_text="Hexadecimal, shown once; signs as that of a channel of one's own.",
    )


class KindsIn(s.Serializer):
    kinds = s.ListField(child=s.ChoiceField(NewsKind.choices), max_length=20)


class CampaignChannels(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="campaign_channels_list",
        summary="The campaign's channels, without their addresses (GM)",
        responses=CampaignChannelOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        access.require_gm()
        return self.page(access.campaign.channels.all(), CampaignChannelOut)

    @extend_schema(
        summary="Add a chat (an Apprise address) or a webhook (https) for all (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=CampaignChannelIn,
        responses={201: CampaignChannelMade},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        data = self.read(CampaignChannelIn)
        row = services.news_channel_add(user=request.user, campaign_id=campaign, **data)
        return Response(CampaignChannelMade(row).data, status=201)


class CampaignChannelDetail(ServiceView):
    @extend_schema(
        summary="Choose what is told there (GM)", request=KindsIn, responses=CampaignChannelOut
    )
    def patch(self, request: Request, campaign: UUID, channel: UUID) -> Response:
        row = services.news_channel_change(
            user=request.user, campaign_id=campaign, channel_id=channel, **self.read(KindsIn)
        )
        return Response(CampaignChannelOut(row).data)

    @extend_schema(summary="Remove it (GM)", responses={204: None})
    def delete(self, request: Request, campaign: UUID, channel: UUID) -> Response:
        services.news_channel_remove(user=request.user, campaign_id=campaign, channel_id=channel)
        return Response(status=204)


class CampaignChannelTest(ServiceView):
    @extend_schema(summary="Send a test through it (GM)", request=None, responses={204: None})
    def post(self, request: Request, campaign: UUID, channel: UUID) -> Response:
        services.news_channel_test(user=request.user, campaign_id=campaign, channel_id=channel)
        return Response(status=204)
