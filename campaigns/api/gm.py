"""What only a game master may do to a battle."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    ServiceView,
    key_of,
    once,
    version_of,
)
from campaigns.api.battle_serializers import (
    AdjustIn,
    AnswerIn,
    BattleOut,
    EndIn,
    GmOrdersIn,
    GmSeatIn,
    PauseIn,
    RewindIn,
    SideOut,
    SubmittedOut,
    TerrainIn,
)
from campaigns.api.battles import battle_answer, orders_of, submission_of, submitted
from campaigns.services import gm as services
from campaigns.services.aftermath import aftermath_answer
from warbands.api.serializers import AftermathOut
from warbands.selectors import aftermath_view


class Act(ServiceView):
    @extend_schema(
        summary="Give orders for any side",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=GmOrdersIn,
        responses=SubmittedOut,
    )
    def post(self, request: Request, battle: UUID) -> Response:
        submission = submission_of(request, orders_of(self, GmOrdersIn), source="gm")
        done = services.gm_act(user=request.user, battle_id=battle, submission=submission)
        return submitted(request, battle, done)


class Adjust(ServiceView):
    @extend_schema(
        summary="Change a warrior",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=AdjustIn,
        responses=SubmittedOut,
    )
    def post(self, request: Request, battle: UUID) -> Response:
        done = services.gm_adjust(
            user=request.user,
            battle_id=battle,
            expected_version=version_of(request),
            idempotency_key=key_of(request),
            **self.read(AdjustIn),
        )
        return submitted(request, battle, done)


class Terrain(ServiceView):
    @extend_schema(
        summary="Change the table",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=TerrainIn,
        responses=SubmittedOut,
    )
    def post(self, request: Request, battle: UUID) -> Response:
        done = services.gm_terrain(
            user=request.user,
            battle_id=battle,
            expected_version=version_of(request),
            idempotency_key=key_of(request),
            **self.read(TerrainIn),
        )
        return submitted(request, battle, done)


class End(ServiceView):
    @extend_schema(
        summary="End the battle",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=EndIn,
        responses=SubmittedOut,
    )
    def post(self, request: Request, battle: UUID) -> Response:
        done = services.gm_end(
            user=request.user,
            battle_id=battle,
            expected_version=version_of(request),
            idempotency_key=key_of(request),
            **self.read(EndIn),
        )
        return submitted(request, battle, done)


class Rewind(ServiceView):
    @extend_schema(
        summary="Take the battle back to the end of an order",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=RewindIn,
        responses=BattleOut,
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        services.gm_rewind(
            user=request.user,
            battle_id=battle,
            expected_version=version_of(request),
            **self.read(RewindIn),
        )
        return battle_answer(request, battle)


class Pause(ServiceView):
    @extend_schema(summary="Stop play, or let it go on", request=PauseIn, responses=BattleOut)
    def post(self, request: Request, battle: UUID) -> Response:
        services.gm_pause(user=request.user, battle_id=battle, **self.read(PauseIn))
        return battle_answer(request, battle)


class Seats(ServiceView):
    @extend_schema(
        summary="Give a side to a player, the server or the GM",
        request=GmSeatIn,
        responses=SideOut,
    )
    def post(self, request: Request, battle: UUID) -> Response:
        side = services.gm_set_seat(user=request.user, battle_id=battle, **self.read(GmSeatIn))
        return Response(SideOut(side).data)


class AnswerAftermath(ServiceView):
    @extend_schema(
        summary="Settle what an aftermath asks",
        parameters=[IDEMPOTENCY_KEY],
        request=AnswerIn,
        responses=AftermathOut,
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        data = self.read(AnswerIn)
        row = aftermath_answer(
            user=request.user, battle_id=battle, aftermath_id=data.pop("aftermath"), **data
        )
        return Response(AftermathOut(aftermath_view(row)).data)
