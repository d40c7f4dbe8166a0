"""Campaigns, members, invitations, warbands that take part."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    ServiceView,
    etag,
    once,
    word_of,
)
from campaigns.api.serializers import (
    CampaignChanges,
    CampaignIn,
    CampaignOut,
    EnrolmentOut,
    GmActionOut,
    HouseRuleOut,
    InvitationIn,
    InvitationMade,
    InvitationOut,
    MemberOut,
    RoleIn,
    TokenIn,
    WarbandIn,
)
from campaigns.changeable import settings_digest
from campaigns.house_rules import rows_of
from campaigns.selectors import campaigns as selectors
from campaigns.selectors.access import Access, campaign_for
from campaigns.services import campaigns as services
from campaigns.services.members import member_call
from mordheim_site.api.pagination import Pages


def campaign_data(access: Access) -> dict[str, Any]:
    access.campaign.role = access.membership.role if access.membership else None
    return CampaignOut(access.campaign).data


class Campaigns(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="campaigns_list",
        summary="Campaigns that you may read",
        responses=CampaignOut(many=True),
    )
    def get(self, request: Request) -> Response:
        rows = selectors.readable_campaigns(request.user).order_by("name", "pk")
        return self.page(rows, CampaignOut)

    @extend_schema(
        operation_id="campaigns_create",
        summary="Found a campaign and direct it",
        parameters=[IDEMPOTENCY_KEY],
        request=CampaignIn,
        responses={201: CampaignOut},
    )
    @once
    def post(self, request: Request) -> Response:
        campaign = services.create_campaign(user=request.user, **self.read(CampaignIn))
        access = campaign_for(request.user, campaign.public_id)
        return Response(campaign_data(access), status=201)


class CampaignDetail(ServiceView):
    @extend_schema(summary="A campaign", parameters=[ETAG], responses=CampaignOut)
    def get(self, request: Request, campaign: UUID) -> Response:
        return _campaign(request, campaign)

    @extend_schema(
        summary="Change a campaign (GM)",
        description="With `If-Match`: 412 `stale_campaign` when another has set it otherwise.",
        parameters=[IF_MATCH, ETAG],
        request=CampaignChanges,
        responses=CampaignOut,
    )
    def patch(self, request: Request, campaign: UUID) -> Response:
        changes = self.read(CampaignChanges, partial=True)
        services.update_campaign(
            user=request.user, campaign_id=campaign, expected=word_of(request), **changes
        )
        return _campaign(request, campaign)


def _campaign(request: Request, campaign: UUID) -> Response:
    access = campaign_for(request.user, campaign)
    return Response(campaign_data(access), headers=etag(settings_digest(access.campaign)))


class HouseRules(ServiceView):
    @extend_schema(
        operation_id="house_rules_list",
        summary="Every rule that the GM may change; PATCH the campaign's `house_rules` to do it",
        responses=HouseRuleOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return Response(HouseRuleOut(rows_of(access.campaign), many=True).data)


class Leave(ServiceView):
    @extend_schema(summary="Leave a campaign", request=None, responses={204: None})
    def post(self, request: Request, campaign: UUID) -> Response:
        services.leave(user=request.user, campaign_id=campaign)
        return Response(status=204)


class Members(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="members_list", summary="Its members", responses=MemberOut(many=True)
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return self.page(selectors.members_of(access), MemberOut)


class MemberDetail(ServiceView):
    @extend_schema(summary="Give a member another role (GM)", request=RoleIn, responses=MemberOut)
    def patch(self, request: Request, campaign: UUID, member: UUID) -> Response:
        row = services.set_role(
            user=request.user, campaign_id=campaign, member_id=member, **self.read(RoleIn)
        )
        return Response(MemberOut(row).data)

    @extend_schema(summary="Show a member out (GM)", responses={204: None})
    def delete(self, request: Request, campaign: UUID, member: UUID) -> Response:
        services.remove_member(user=request.user, campaign_id=campaign, member_id=member)
        return Response(status=204)


class Call(ServiceView):
    @extend_schema(
        summary="Ask a member where he is, once a day (GM)", request=None, responses={204: None}
    )
    def post(self, request: Request, campaign: UUID, member: UUID) -> Response:
        member_call(user=request.user, campaign_id=campaign, member_id=member)
        return Response(status=204)


class Invitations(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="invitations_list",
        summary="Its invitations (GM)",
        responses=InvitationOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return self.page(selectors.invitations_of(access), InvitationOut)

    @extend_schema(
        summary="Invite somebody (GM)",
        description="The token is in this answer only, so the request can't be repeated by key.",
        request=InvitationIn,
        responses={201: InvitationMade},
    )
    def post(self, request: Request, campaign: UUID) -> Response:
        made = services.invite(user=request.user, campaign_id=campaign, **self.read(InvitationIn))
        made.invitation.token = made.token
        return Response(InvitationMade(made.invitation).data, status=201)


class InvitationDetail(ServiceView):
    @extend_schema(summary="Revoke an invitation (GM)", responses={204: None})
    def delete(self, request: Request, campaign: UUID, invitation: UUID) -> Response:
        services.revoke_invitation(
            user=request.user, campaign_id=campaign, invitation_id=invitation
        )
        return Response(status=204)


class Accept(ServiceView):
    @extend_schema(summary="Accept an invitation", request=TokenIn, responses={200: CampaignOut})
    def post(self, request: Request) -> Response:
        member = services.accept_invitation(user=request.user, **self.read(TokenIn))
        return Response(campaign_data(campaign_for(request.user, member.campaign.public_id)))


class Enrolments(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="campaign_warbands_list",
        summary="The warbands that take part",
        responses=EnrolmentOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return self.page(selectors.enrolments_of(access), EnrolmentOut)

    @extend_schema(
        summary="Bring a warband into the campaign",
        parameters=[IDEMPOTENCY_KEY],
        request=WarbandIn,
        responses={201: EnrolmentOut},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        warband = self.read(WarbandIn)["warband"]
        row = services.enrol_warband(user=request.user, campaign_id=campaign, warband_id=warband)
        return Response(EnrolmentOut(row).data, status=201)


class EnrolmentDetail(ServiceView):
    @extend_schema(summary="Take a warband out of the campaign", responses={204: None})
    def delete(self, request: Request, campaign: UUID, warband: UUID) -> Response:
        services.withdraw_warband(user=request.user, campaign_id=campaign, warband_id=warband)
        return Response(status=204)


class GmActions(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="gm_actions_list",
        summary="What the game masters did (GM)",
        responses=GmActionOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return self.page(selectors.gm_actions_of(access), GmActionOut)
