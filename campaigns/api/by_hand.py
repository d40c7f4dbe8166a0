"""Battles that were played on a real table: reported, confirmed, disputed, ruled on."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    ServiceView,
    etag,
    once,
    version_of,
)
from campaigns.api.serializers import UserOut
from campaigns.by_hand import ENDINGS, MOST_GOLD, MOST_ITEMS, MOST_POINTS, MOST_SHARDS
from campaigns.engine import to_json
from campaigns.models import BattleStatus, HandReport, HandStatus
from campaigns.selectors import by_hand as selectors
from campaigns.selectors.access import campaign_for
from campaigns.selectors.engaged import require_free
from campaigns.services import by_hand as services
from campaigns.services.by_hand import LONGEST_OBJECTION
from campaigns.services.campaigns import LONGEST_REASON
from mordheim_site.api.pagination import Pages

MOST_WARRIORS = 80
ID = 100


class HandOutIn(s.Serializer):
    warrior = s.CharField(max_length=ID)
    by = s.CharField(max_length=ID, allow_blank=True, default="", help_text="Empty: nobody's hand.")


class HandFeatIn(s.Serializer):
    warrior = s.CharField(max_length=ID)
    id = s.CharField(max_length=40, help_text="One of the form's `feats`.")
    points = s.IntegerField(
        min_value=1, max_value=MOST_POINTS, default=1, help_text="Without a scenario only."
    )


class HandSpoilsIn(s.Serializer):
    side = s.CharField(max_length=40)
    wyrdstone = s.IntegerField(min_value=0, max_value=MOST_SHARDS, default=0)
    gold = s.IntegerField(min_value=0, max_value=MOST_GOLD, default=0)
    items = s.ListField(child=s.CharField(max_length=64), max_length=MOST_ITEMS, default=list)


class HandClaimIn(s.Serializer):
    """What happened. Sides are `red`, `blue`, ... in the order of the warbands."""

    winner = s.CharField(max_length=40, allow_blank=True, default="", help_text="Empty: a draw.")
    ending = s.ChoiceField([(one, one) for one in ENDINGS])
    routed = s.CharField(max_length=40, allow_blank=True, default="", help_text="Who left.")
    out = HandOutIn(many=True, default=list)
    feats = HandFeatIn(many=True, default=list)
    spoils = HandSpoilsIn(many=True, default=list)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if max(len(attrs["out"]), len(attrs["feats"]), len(attrs["spoils"])) > MOST_WARRIORS:
            raise s.ValidationError("too many rows")
        return attrs


class HandReportIn(s.Serializer):
    warbands = s.ListField(child=s.UUIDField(), min_length=2, max_length=4)
    scenario = s.CharField(max_length=60, allow_blank=True, default="")
    title = s.CharField(max_length=120, allow_blank=True, default="")
    claim = HandClaimIn()


class HandObjectionIn(s.Serializer):
    objection = s.CharField(max_length=LONGEST_OBJECTION)


class HandRulingIn(s.Serializer):
    accept = s.BooleanField(help_text="It counts as it is told; false throws it out.")
    reason = s.CharField(max_length=LONGEST_REASON)


class HandReopenIn(s.Serializer):
    reason = s.CharField(max_length=LONGEST_REASON)


class HandAmendIn(s.Serializer):
    claim = HandClaimIn()
    reason = s.CharField(max_length=LONGEST_REASON)


class HandChangeOut(s.Serializer):
    """What the GM did to a settled report; `claim` is what it said before."""

    kind = s.ChoiceField([(one, one) for one in ("reopened", "amended")])
    by = s.CharField()
    reason = s.CharField()
    at = s.DateTimeField()
    claim = HandClaimIn()


class HandSideOut(s.Serializer):
    id = s.CharField(source="side")
    name = s.CharField()
    warband = s.UUIDField(source="warband_id", allow_null=True)
    user = UserOut(allow_null=True)
    confirmed = s.SerializerMethodField()

    def get_confirmed(self, side: Any) -> bool:
        return not side.waiting


class FieldedOut(s.Serializer):
    id = s.CharField()
    side = s.CharField()
    name = s.CharField()
    hero = s.BooleanField(default=False)
    leader = s.BooleanField(default=False)


class HandReportOut(s.Serializer):
    """`battle` names its aftermaths too; `version` is the ETag."""

    battle = s.UUIDField(source="battle.public_id")
    scene = s.UUIDField(source="battle.scene.public_id")
    title = s.CharField(source="battle.scene.title")
    scenario = s.CharField(source="battle.scenario")
    status = s.ChoiceField(HandStatus.choices)
    battle_status = s.ChoiceField(BattleStatus.choices, source="battle.status")
    version = s.IntegerField(source="battle.version")
    sides = HandSideOut(many=True, source="battle.seats")
    fielded = FieldedOut(many=True)
    claim = HandClaimIn()
    reported_by = UserOut(allow_null=True)
    objection = s.CharField()
    objected_by = UserOut(allow_null=True)
    ruling = s.CharField()
    ruled_by = UserOut(allow_null=True)
    changes = HandChangeOut(many=True)


class HandFeatOut(s.Serializer):
    id = s.CharField()
    xp = s.IntegerField(help_text="0: as many points as are told.")
    heroes_only = s.BooleanField()
    only_one = s.BooleanField(help_text="One of all the warriors at most.")
    repeats = s.BooleanField(help_text="One warrior may have done it several times.")


class HandOfferOut(s.Serializer):
    sides = s.ListField(child=s.CharField())
    fielded = FieldedOut(many=True)
    feats = HandFeatOut(many=True)
    items = s.ListField(child=s.CharField())
    endings = s.ListField(child=s.CharField())


class HandReports(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="hand_reports_list",
        summary="The battles by hand of a campaign, the latest first",
        responses=HandReportOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        return self.page(selectors.hand_reports_of(access), HandReportOut)

    @extend_schema(
        operation_id="hand_reports_create",
        summary="Report a battle that was played on a real table",
        parameters=[IDEMPOTENCY_KEY, ETAG],
        request=HandReportIn,
        responses={201: HandReportOut},
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        data = self.read(HandReportIn)
        claim = services.read_claim(data.pop("claim"))
        battle = services.hand_report(user=request.user, campaign_id=campaign, claim=claim, **data)
        return shown(request, battle.public_id, status=201)


class HandForm(ServiceView):
    @extend_schema(
        summary="What may be told of a battle between these warbands",
        parameters=[
            OpenApiParameter("warbands", OpenApiTypes.STR, description="Ids, by commas."),
            OpenApiParameter("scenario", OpenApiTypes.STR),
        ],
        responses=HandOfferOut,
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        wanted = [one for one in request.query_params.get("warbands", "").split(",") if one]
        scenario = request.query_params.get("scenario", "")
        offer = selectors.hand_offer(request.user, campaign, wanted, scenario)
        require_free(offer.access, offer.warbands)
        data = {
            "sides": offer.sides,
            "fielded": to_json(offer.fielded),
            "feats": offer.feats,
            "items": offer.items,
            "endings": ENDINGS,
        }
        return Response(HandOfferOut(data).data)


class HandReportDetail(ServiceView):
    @extend_schema(summary="A battle by hand", parameters=[ETAG], responses=HandReportOut)
    def get(self, request: Request, battle: UUID) -> Response:
        return shown(request, battle)

    @extend_schema(
        summary="Tell it otherwise: who reported it, or the GM",
        parameters=[IF_MATCH, ETAG],
        request=HandClaimIn,
        responses=HandReportOut,
    )
    def put(self, request: Request, battle: UUID) -> Response:
        services.hand_revise(
            user=request.user,
            battle_id=battle,
            claim=services.read_claim(self.read(HandClaimIn)),
            expected_version=version_of(request),
        )
        return shown(request, battle)

    @extend_schema(
        summary="Take one's report back", parameters=[IF_MATCH, ETAG], responses={204: None}
    )
    def delete(self, request: Request, battle: UUID) -> Response:
        services.hand_withdraw(
            user=request.user, battle_id=battle, expected_version=version_of(request)
        )
        return Response(status=204)


class HandConfirm(ServiceView):
    @extend_schema(
        summary="Confirm it for one's side; when all have, the aftermath begins",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=None,
        responses=HandReportOut,
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        services.hand_confirm(
            user=request.user, battle_id=battle, expected_version=version_of(request)
        )
        return shown(request, battle)


class HandDispute(ServiceView):
    @extend_schema(
        summary="Dispute it: the GM decides",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=HandObjectionIn,
        responses=HandReportOut,
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        services.hand_dispute(
            user=request.user,
            battle_id=battle,
            expected_version=version_of(request),
            **self.read(HandObjectionIn),
        )
        return shown(request, battle)


class HandRuling(ServiceView):
    @extend_schema(
        summary="Let it count, or throw it out (GM)",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=HandRulingIn,
        responses=HandReportOut,
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        services.hand_rule(
            user=request.user,
            battle_id=battle,
            expected_version=version_of(request),
            **self.read(HandRulingIn),
        )
        return shown(request, battle)


class HandReopen(ServiceView):
    @extend_schema(
        summary="Open a settled report again; what came after it is undone (GM)",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=HandReopenIn,
        responses=HandReportOut,
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        services.hand_reopen(
            user=request.user,
            battle_id=battle,
            expected_version=version_of(request),
            **self.read(HandReopenIn),
        )
        return shown(request, battle)


class HandAmend(ServiceView):
    @extend_schema(
        summary="Correct a settled report; what came after it stays, flagged (GM)",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=HandAmendIn,
        responses=HandReportOut,
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        data = self.read(HandAmendIn)
        services.hand_amend(
            user=request.user,
            battle_id=battle,
            claim=services.read_claim(data["claim"]),
            reason=data["reason"],
            expected_version=version_of(request),
        )
        return shown(request, battle)


def shown(request: Request, battle: UUID, *, status: int = 200) -> Response:
    """A report as its reader sees it now."""
    view = selectors.hand_view(request.user, battle)
    report: HandReport = view.report
    report.battle = view.battle
    report.battle.seats = view.sides
    return Response(HandReportOut(report).data, status=status, headers=etag(view.battle.version))
