"""The pace of a campaign, absences, deputies, more time, nudges."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import ServiceView, once
from campaigns.api.battle_serializers import SideOut
from campaigns.api.serializers import MemberOut, UserOut
from campaigns.errors import not_found
from campaigns.models import AwayPolicy, Policy
from campaigns.selectors import time as selectors
from campaigns.selectors.access import campaign_for
from campaigns.selectors.battles import battle_view
from campaigns.services import pace as services
from campaigns.services import presence
from campaigns.services.campaigns import LONGEST_REASON
from mordheim_site.accounts.permissions import TokenScope
from mordheim_site.api.pagination import Pages


class PaceIn(s.Serializer):
    hours = s.IntegerField(min_value=1, max_value=720, help_text="Running hours a turn.")
    at = s.TimeField(
        allow_null=True,
        required=False,
        help_text="Local hour at which turns end, once their hours have passed.",
    )
    quiet_from = s.TimeField(
        allow_null=True, required=False, help_text="Nights in which clocks stand."
    )
    quiet_to = s.TimeField(allow_null=True, required=False)
    weekends = s.BooleanField(required=False, help_text="Whether weekends don't count.")
    zone = s.CharField(max_length=64, required=False, help_text="IANA time zone.")
    bank_hours = s.IntegerField(min_value=0, max_value=720, required=False)
    first = s.ChoiceField(
        Policy.choices, required=False, help_text="What happens when time runs out."
    )
    then = s.ChoiceField(Policy.choices, required=False, help_text="Where that can't be.")
    absences = s.ChoiceField(
        AwayPolicy.choices, required=False, help_text="What absences do to clocks."
    )
    grace_hours = s.IntegerField(
        min_value=1,
        max_value=720,
        allow_null=True,
        required=False,
        help_text="How long turns last of whoever let one run out, until he is heard of again; "
        "null: as long as ever.",
    )


class PaceOut(PaceIn):
    paused_at = s.DateTimeField(allow_null=True)


class PausedIn(s.Serializer):
    paused = s.BooleanField()
    reason = s.CharField(max_length=LONGEST_REASON, allow_blank=True, required=False)


class AbsenceIn(s.Serializer):
    first_day = s.DateField()
    last_day = s.DateField(help_text="Included.")
    note = s.CharField(
        max_length=120, allow_blank=True, required=False, help_text="Fellow players read it."
    )


class AbsenceOut(AbsenceIn):
    id = s.UUIDField(source="public_id")
    user = UserOut()


class DeputyIn(s.Serializer):
    member = s.UUIDField(allow_null=True, help_text="A member of the campaign, or nobody.")


class DeputyOut(s.Serializer):
    deputy = MemberOut(allow_null=True)
    reserve_used_seconds = s.IntegerField(source="bank_used_seconds")


class ExtendIn(s.Serializer):
    side = s.CharField(max_length=40)
    hours = s.IntegerField(min_value=1, max_value=720)
    reason = s.CharField(max_length=LONGEST_REASON, allow_blank=True, required=False)


class SideIn(s.Serializer):
    side = s.CharField(max_length=40)


class Pace(ServiceView):
    @extend_schema(summary="The pace of a campaign", responses=PaceOut)
    def get(self, request: Request, campaign: UUID) -> Response:
        pace = selectors.pace_of(campaign_for(request.user, campaign))
        if pace is None:
            raise not_found()
        return Response(PaceOut(pace).data)

    @extend_schema(
        summary="Give a campaign a pace, or change it (GM)", request=PaceIn, responses=PaceOut
    )
    def put(self, request: Request, campaign: UUID) -> Response:
        fields = self.read(PaceIn)
        pace = services.pace_set(user=request.user, campaign_id=campaign, **fields)
        return Response(PaceOut(pace).data)

    @extend_schema(summary="No clocks any more (GM)", responses={204: None})
    def delete(self, request: Request, campaign: UUID) -> Response:
        services.pace_remove(user=request.user, campaign_id=campaign)
        return Response(status=204)


class PacePause(ServiceView):
    @extend_schema(
        summary="Stop all clocks of a campaign, or let them run on (GM)",
        request=PausedIn,
        responses=PaceOut,
    )
    def post(self, request: Request, campaign: UUID) -> Response:
        pace = services.pace_pause(user=request.user, campaign_id=campaign, **self.read(PausedIn))
        return Response(PaceOut(pace).data)


class MissingOut(s.Serializer):
    """A turn of his ran out, and nothing has been heard of him since."""

    user = UserOut(source="membership.user")
    since = s.DateTimeField(source="missing_since")


class Here(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="missing_list",
        summary="Which members haven't been heard of since a turn of theirs ran out",
        responses=MissingOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        return self.page(selectors.missing_in(campaign_for(request.user, campaign)), MissingOut)

    @extend_schema(
        summary="Say that I am back: my turns have their whole time again",
        request=None,
        responses={204: None},
    )
    def post(self, request: Request, campaign: UUID) -> Response:
        presence.here(user=request.user, campaign_id=campaign)
        return Response(status=204)


class CampaignAbsences(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="campaign_absences_list",
        summary="Which members are away, now or soon",
        responses=AbsenceOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return self.page(selectors.absences_of(access), AbsenceOut)


class Deputy(ServiceView):
    @extend_schema(summary="Who plays for me when my time runs out", responses=DeputyOut)
    def get(self, request: Request, campaign: UUID) -> Response:
        row = selectors.member_clock_of(campaign_for(request.user, campaign))
        empty = {"deputy": None, "bank_used_seconds": 0}
        return Response(DeputyOut(empty if row is None else row).data)

    @extend_schema(summary="Name my deputy", request=DeputyIn, responses=DeputyOut)
    def put(self, request: Request, campaign: UUID) -> Response:
        deputy = self.read(DeputyIn)["member"]
        row = services.deputy_set(user=request.user, campaign_id=campaign, deputy=deputy)
        return Response(DeputyOut(row).data)


class Absences(ServiceView):
    pagination_class = Pages
    permission_classes = [IsAuthenticated, TokenScope]

    @extend_schema(
        operation_id="absences_list",
        summary="When I am away",
        responses=AbsenceOut(many=True),
    )
    def get(self, request: Request) -> Response:
        rows = selectors.own_absences(request.user).select_related("user")
        return self.page(rows, AbsenceOut)

    @extend_schema(summary="Say when I am away", request=AbsenceIn, responses={201: AbsenceOut})
    @once
    def post(self, request: Request) -> Response:
        row = services.absence_add(user=request.user, **self.read(AbsenceIn))
        return Response(AbsenceOut(row).data, status=201)


class AbsenceDetail(ServiceView):
    permission_classes = [IsAuthenticated, TokenScope]

    @extend_schema(summary="Be back earlier", responses={204: None})
    def delete(self, request: Request, absence: UUID) -> Response:
        services.absence_remove(user=request.user, absence_id=absence)
        return Response(status=204)


class Extend(ServiceView):
    @extend_schema(summary="Give a side more time (GM)", request=ExtendIn, responses=SideOut)
    def post(self, request: Request, battle: UUID) -> Response:
        data = self.read(ExtendIn)
        services.turn_extend(user=request.user, battle_id=battle, **data)
        view = battle_view(request.user, battle)
        return Response(SideOut(next(one for one in view.sides if one.side == data["side"])).data)


class Nudge(ServiceView):
    @extend_schema(
        summary="Remind a player that play waits for him",
        request=SideIn,
        responses={204: None},
    )
    def post(self, request: Request, battle: UUID) -> Response:
        services.nudge(user=request.user, battle_id=battle, **self.read(SideIn))
        return Response(status=204)
