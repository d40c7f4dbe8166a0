"""What game masters do about members and their warbands: seats passed on, treasuries, the risen."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.api.serializers import MemberOut
from campaigns.errors import not_found
from campaigns.selectors.access import campaign_for
from campaigns.selectors.awakenings import awakenings_of
from campaigns.services import members as member_services
from campaigns.services.campaigns import LONGEST_REASON

MOST = 2**31 - 1


class ReplaceIn(s.Serializer):
    by = s.UUIDField(help_text="The member who takes the seats and warbands.")
    reason = s.CharField(max_length=LONGEST_REASON)


class TreasuryIn(s.Serializer):
    gold = s.IntegerField(min_value=-100_000, max_value=100_000, default=0)
    wyrdstone = s.IntegerField(min_value=-100_000, max_value=100_000, default=0)
    reason = s.CharField(max_length=200)


class AwakeningIn(s.Serializer):
    of = s.UUIDField(help_text="The warband whose hero died.")
    fighter = s.CharField(max_length=64, help_text="The dead hero's key.")
    reason = s.CharField(max_length=LONGEST_REASON)


class TreasuryOut(s.Serializer):
    treasury = s.IntegerField()
    wyrdstone = s.IntegerField()


class Replace(ServiceView):
    @extend_schema(
        summary="Pass a member's seats and warbands on (GM)",
        request=ReplaceIn,
        responses=MemberOut,
    )
    def post(self, request: Request, campaign: UUID, member: UUID) -> Response:
        data = self.read(ReplaceIn)
        row = member_services.member_replace(
            user=request.user,
            campaign_id=campaign,
            member_id=member,
            by_id=data["by"],
            reason=data["reason"],
        )
        return Response(MemberOut(row).data)


class Treasury(ServiceView):
    @extend_schema(
        summary="Correct a warband's gold and wyrdstone (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=TreasuryIn,
        responses=TreasuryOut,
    )
    @once
    def post(self, request: Request, campaign: UUID, warband: UUID) -> Response:
        row = member_services.treasury_correct(
            user=request.user,
            campaign_id=campaign,
            warband_id=warband,
            **self.read(TreasuryIn),
        )
        return Response(TreasuryOut(row).data)


class AwakeningOut(s.Serializer):
    """A dead enemy hero whom this warband may raise."""

    of = s.UUIDField(source="of.pk", help_text="The warband whose hero died.")
    of_name = s.CharField(source="of.name")
    fighter = s.CharField(help_text="The dead hero's key.")
    name = s.CharField()
    type_name = s.CharField()
    battle = s.CharField()


class Awakening(ServiceView):
    @extend_schema(
        operation_id="awakenings_list",
        summary="Dead enemy heroes whom this warband may raise after its latest battle (P-NEC-6)",
        responses=AwakeningOut(many=True),
    )
    def get(self, request: Request, campaign: UUID, warband: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        access.require_member()
        row = access.campaign.enrolments.select_related("warband").filter(warband=warband).first()
        if row is None:
            raise not_found()
        found = awakenings_of(access, row.warband)
        return Response(AwakeningOut(found, many=True).data)

    @extend_schema(
        summary="Raise a dead hero of another warband as a Zombie of this one (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=AwakeningIn,
        responses={204: None},
    )
    @once
    def post(self, request: Request, campaign: UUID, warband: UUID) -> Response:
        data = self.read(AwakeningIn)
        member_services.hero_awaken(
            user=request.user,
            campaign_id=campaign,
            warband_id=warband,
            of_id=data["of"],
            fighter=data["fighter"],
            reason=data["reason"],
        )
        return Response(status=204)
