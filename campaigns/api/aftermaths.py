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
from campaigns.api.battles import ALGORITHM
from campaigns.selectors.aftermaths import ground_of
from campaigns.services.aftermath import (
    aftermath_choose,
    aftermath_correct,
    aftermath_leave_market,
)
from warbands.api.serializers import AftermathOut, ChoiceIn
from warbands.models import Aftermath
from warbands.selectors import aftermath_for, aftermath_view
from warbands.selectors.dice import AuditedStep, audited, branch_of


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


class StepDiceOut(s.Serializer):
    """A step that threw dice: what they were made of, and how they fell."""

    number = s.IntegerField(help_text="Of the step in the aftermath.")
    sequence = s.IntegerField(help_text="Goes into the dice.")
    order = s.SerializerMethodField(help_text="What goes into the dice, as canonical JSON.")
    order_hash = s.CharField(help_text="SHA-256 of `order`.")
    laid = s.ListField(child=s.IntegerField(), help_text="Dice laid by the game master, first.")
    faces = s.ListField(child=s.IntegerField(), help_text="Those of the seal, after `laid`.")
    superseded = s.BooleanField(help_text="A correction has taken the step back.")

    def get_order(self, step: AuditedStep) -> str:
        return step.canonical.decode()


class AftermathDiceOut(s.Serializer):
    algorithm = s.CharField()
    branch = s.CharField(help_text="Goes into every die.")
    commitment = s.CharField(help_text="SHA-256 of the secret, shown before the first die.")
    secret = s.CharField(allow_null=True, help_text="32 bytes as hex, once the aftermath closes.")
    seeds = s.ListField(child=s.CharField())
    steps = StepDiceOut(many=True)


class Dice(ServiceView):
    @extend_schema(
        summary="Everything to recompute an aftermath's dice with; the secret once it is closed",
        responses=AftermathDiceOut,
    )
    def get(self, request: Request, aftermath: UUID) -> Response:
        row = aftermath_for(request.user, aftermath)
        ground_of(request.user, row)
        data = {
            "algorithm": ALGORITHM,
            "branch": branch_of(row),
            "commitment": row.commitment,
            "secret": bytes(row.secret).hex() if row.revealed else None,
            "seeds": row.seeds,
            "steps": audited(row),
        }
        return Response(AftermathDiceOut(data).data)


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
    access = ground_of(request.user, row).access
    context = {"user": request.user, "as_gm": access.is_gm}
    data = AftermathOut(aftermath_view(row), context=context).data
    return Response(data, headers=etag(row.version))
