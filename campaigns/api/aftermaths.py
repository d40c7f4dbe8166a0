"""After a battle: the answers that players and game masters give."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
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
from campaigns.selectors.access import battle_for
from campaigns.services.aftermath import (
    aftermath_choose,
    aftermath_correct,
    aftermath_leave_market,
)
from warbands.api.serializers import AftermathOut, ChoiceIn
from warbands.models import Aftermath
from warbands.selectors import aftermath_view


class Choices(ServiceView):
    @extend_schema(
        summary="Answer what an aftermath asks: an advance, a prisoner, exploration, a sale",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=ChoiceIn,
        responses=AftermathOut,
    )
    @once
    def post(self, request: Request, aftermath: UUID) -> Response:
        row = aftermath_choose(
            user=request.user,
            aftermath_id=aftermath,
            expected_version=version_of(request),
            **self.read(ChoiceIn),
        )
        return shown(request, row)


class CorrectionIn(s.Serializer):
    """A step by its number; `dice` are the faces that it goes by, none take an answer back."""

    step = s.IntegerField(min_value=1)
    reason = s.CharField(max_length=200)
    dice = s.ListField(child=s.IntegerField(min_value=1, max_value=6), default=list, max_length=12)


class Corrections(ServiceView):
    @extend_schema(
        summary="Have a step of an aftermath go another way (game master)",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=CorrectionIn,
        responses=AftermathOut,
    )
    @once
    def post(self, request: Request, aftermath: UUID) -> Response:
        row = aftermath_correct(
            user=request.user,
            aftermath_id=aftermath,
            expected_version=version_of(request),
            **self.read(CorrectionIn),
        )
        return shown(request, row)


class LeaveMarket(ServiceView):
    @extend_schema(
        summary="Leave the trading post: nobody looks for anything more",
        parameters=[IDEMPOTENCY_KEY, ETAG],
        request=None,
        responses=AftermathOut,
    )
    @once
    def post(self, request: Request, aftermath: UUID) -> Response:
        return shown(request, aftermath_leave_market(user=request.user, aftermath_id=aftermath))


def shown(request: Request, row: Aftermath) -> Response:
    """An aftermath as its reader may answer it now."""
    access, _battle = battle_for(request.user, row.battle, by_hand=True)
    context = {"user": request.user, "as_gm": access.is_gm}
    data = AftermathOut(aftermath_view(row), context=context).data
    return Response(data, headers=etag(row.version))
