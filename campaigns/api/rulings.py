"""Appeals, rulings and the game masters' notes."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, ServiceView, once
from campaigns.api.serializers import UserOut
from campaigns.models import AppealStatus
from campaigns.selectors import rulings as selectors
from campaigns.selectors.access import campaign_for
from campaigns.selectors.battles import battle_view
from campaigns.services import appeals as services
from campaigns.services.appeals import LONGEST
from mordheim_site.api.pagination import Pages

MOST = 2**31 - 1


class AppealIn(s.Serializer):
    seq = s.IntegerField(min_value=1, max_value=MOST, help_text="The event that is doubted.")
    text = s.CharField(max_length=LONGEST)


class AppealOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    seq = s.IntegerField()
    rule = s.CharField()
    user = UserOut()
    text = s.CharField()
    status = s.ChoiceField(AppealStatus.choices)
    answer = s.CharField()
    answered_by = UserOut(allow_null=True)
    created_at = s.DateTimeField()
    answered_at = s.DateTimeField(allow_null=True)


class AppealAnswerIn(s.Serializer):
    upheld = s.BooleanField()
    answer = s.CharField(max_length=LONGEST)
    rule = s.CharField(max_length=40, allow_blank=True, required=False)
    ruling = s.CharField(
        max_length=LONGEST, allow_blank=True, required=False, help_text="Kept as a precedent."
    )


class RulingIn(s.Serializer):
    rule = s.CharField(max_length=40)
    text = s.CharField(max_length=LONGEST)


class RulingOut(RulingIn):
    id = s.UUIDField(source="public_id")
    created_by = UserOut(allow_null=True)
    created_at = s.DateTimeField()


class NoteIn(s.Serializer):
    text = s.CharField(max_length=10 * LONGEST, allow_blank=True, help_text="Empty: removed.")
    scene = s.UUIDField(allow_null=True, required=False)
    fighter = s.UUIDField(allow_null=True, required=False)


class NoteOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    text = s.CharField()
    scene = s.UUIDField(source="scene.public_id", allow_null=True, default=None)
    fighter = s.UUIDField(source="fighter_id", allow_null=True)
    author = UserOut(allow_null=True)
    updated_at = s.DateTimeField()


class Appeals(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="appeals_list",
        summary="What is doubted in a battle, and the answers",
        responses=AppealOut(many=True),
    )
    def get(self, request: Request, battle: UUID) -> Response:
        rows = selectors.appeals_of(battle_view(request.user, battle))
        return self.page(rows.order_by("pk"), AppealOut)

    @extend_schema(
        summary="Doubt an event",
        parameters=[IDEMPOTENCY_KEY],
        request=AppealIn,
        responses={201: AppealOut},
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        row = services.appeal_make(user=request.user, battle_id=battle, **self.read(AppealIn))
        return Response(AppealOut(row).data, status=201)


class AppealAnswer(ServiceView):
    @extend_schema(summary="Answer an appeal (GM)", request=AppealAnswerIn, responses=AppealOut)
    def post(self, request: Request, appeal: UUID) -> Response:
        data = self.read(AppealAnswerIn)
        row = services.appeal_answer(user=request.user, appeal_id=appeal, **data)
        return Response(AppealOut(row).data)


class AppealDetail(ServiceView):
    @extend_schema(summary="Withdraw an appeal of mine", responses={204: None})
    def delete(self, request: Request, appeal: UUID) -> Response:
        services.appeal_withdraw(user=request.user, appeal_id=appeal)
        return Response(status=204)


class Rulings(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="rulings_list",
        summary="What has been decided about rules in a campaign",
        responses=RulingOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        rows = selectors.rulings_of(campaign_for(request.user, campaign))
        return self.page(rows, RulingOut)

    @extend_schema(summary="Make a ruling (GM)", request=RulingIn, responses={201: RulingOut})
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        row = services.ruling_make(user=request.user, campaign_id=campaign, **self.read(RulingIn))
        return Response(RulingOut(row).data, status=201)


class RulingDetail(ServiceView):
    @extend_schema(summary="Revoke a ruling (GM)", responses={204: None})
    def delete(self, request: Request, campaign: UUID, ruling: UUID) -> Response:
        services.ruling_revoke(user=request.user, campaign_id=campaign, ruling_id=ruling)
        return Response(status=204)


class Notes(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="gm_notes_list",
        summary="Secret notes of the GMs (GM)",
        responses=NoteOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        access.require_gm()
        return self.page(selectors.notes_of(access), NoteOut)

    @extend_schema(summary="Write a secret note (GM)", request=NoteIn, responses={201: NoteOut})
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        data = self.read(NoteIn)
        row = services.note_save(
            user=request.user,
            campaign_id=campaign,
            text=data["text"],
            scene_id=data.get("scene"),
            fighter_id=data.get("fighter"),
        )
        return Response(NoteOut(row).data, status=201) if row.pk else Response(status=204)


class NoteDetail(ServiceView):
    @extend_schema(
        summary="Rewrite a secret note (GM)",
        request=NoteIn,
        responses={200: NoteOut, 204: None},
    )
    def put(self, request: Request, campaign: UUID, note: UUID) -> Response:
        text = self.read(NoteIn)["text"]
        row = services.note_save(user=request.user, campaign_id=campaign, note_id=note, text=text)
        return Response(NoteOut(row).data) if row.pk else Response(status=204)
