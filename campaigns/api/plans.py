"""A side's plan: read, kept and thrown away by its maker alone."""

from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import ETAG, IF_MATCH, ServiceView, version_of
from campaigns.api.battle_serializers import BattleOut, DrawIn, PlanIn, PlanOut
from campaigns.api.battles import battle_answer
from campaigns.errors import not_found
from campaigns.selectors.battles import battle_view
from campaigns.selectors.plans import plan_data, plan_for
from campaigns.services import plans as services
from campaigns.services import second_thoughts

SIDE = OpenApiParameter("side", str, description="Yours, if you play one only.")


class Plan(ServiceView):
    @extend_schema(
        summary="What you have ordered ahead; nobody else can read it",
        parameters=[SIDE],
        responses=PlanOut,
    )
    def get(self, request: Request, battle: UUID) -> Response:
        return self._answer(request, battle, request.query_params.get("side", ""))

    @extend_schema(
        summary="Order ahead: a plan that the server plays when its time comes",
        description=(
            "Steps are taken in order, each in its phase; of a step's choices the first is given "
            "whose conditions hold and whose order is legal. Stances answer decisions. It may be "
            "changed until it is resolved."
        ),
        request=PlanIn,
        responses=PlanOut,
    )
    def put(self, request: Request, battle: UUID) -> Response:
        data = self.read(PlanIn)
        version = data.pop("version")
        row = services.plan_set(
            user=request.user, battle_id=battle, expected_version=version, **data
        )
        return self._answer(request, battle, row.side.side)

    @extend_schema(summary="Throw your plan away", parameters=[SIDE], responses={204: None})
    def delete(self, request: Request, battle: UUID) -> Response:
        side = request.query_params.get("side", "")
        services.plan_clear(user=request.user, battle_id=battle, side=side)
        return Response(status=204)

    def _answer(self, request: Request, battle: UUID, side: str) -> Response:
        view = battle_view(request.user, battle)
        if not side and len(view.may_order) == 1:
            side = view.may_order[0]
        row = plan_for(view, side)
        if row is None:
            raise not_found()
        return Response(PlanOut(plan_data(view, row)).data)


class TakeBack(ServiceView):
    @extend_schema(
        summary="Take your last order back, until its first die or another's answer",
        parameters=[IF_MATCH, ETAG],
        request=None,
        responses=BattleOut,
    )
    def post(self, request: Request, battle: UUID) -> Response:
        second_thoughts.take_back(
            user=request.user, battle_id=battle, expected_version=version_of(request)
        )
        return battle_answer(request, battle)


class Draw(ServiceView):
    @extend_schema(
        summary="Offer a draw, agree to one, or withdraw your offer",
        description="Once all who still play offer it, the battle ends as a draw.",
        request=DrawIn,
        responses=BattleOut,
    )
    def put(self, request: Request, battle: UUID) -> Response:
        second_thoughts.draw_offer(user=request.user, battle_id=battle, **self.read(DrawIn))
        return battle_answer(request, battle)
