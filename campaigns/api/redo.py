"""Another course of a battle: drafts of it, and rolls forced or thrown anew."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, IF_MATCH, ServiceView, once, version_of
from campaigns.api.battle_serializers import BattleOut
from campaigns.api.present import battle_data, state_data
from campaigns.api.serializers import UserOut
from campaigns.models import RedoStatus
from campaigns.selectors import rulings as selectors
from campaigns.selectors.access import battle_for
from campaigns.selectors.battles import battle_view
from campaigns.services import redo as redo_services
from campaigns.services import redo_course
from campaigns.services.campaigns import LONGEST_REASON
from mordheim_site.api.pagination import Pages

MOST = 2**31 - 1
CHANGES = (
    'Each one of {"drop": N}, {"insert": ORDER, "before": N or null}, '
    '{"roll": SEQ, "faces": [..] or null}.'
)


class RedoIn(s.Serializer):
    from_seq = s.IntegerField(min_value=1, max_value=MOST, help_text="The end of an order.")
    changes = s.ListField(child=s.DictField(), min_length=1, max_length=20, help_text=CHANGES)
    reason = s.CharField(max_length=LONGEST_REASON)


class RollIn(s.Serializer):
    seq = s.IntegerField(min_value=1, max_value=MOST, help_text="The event of the roll.")
    faces = s.ListField(
        child=s.IntegerField(min_value=1, max_value=6),
        max_length=40,
        allow_null=True,
        default=None,
        help_text="What its dice show; null: thrown again.",
    )
    reason = s.CharField(max_length=LONGEST_REASON)


class RedoListed(s.Serializer):
    id = s.UUIDField(source="public_id")
    from_seq = s.IntegerField()
    version = s.IntegerField(help_text="Of the battle that it was drafted for.")
    changes = s.ListField(child=s.DictField())
    reason = s.CharField()
    status = s.ChoiceField(RedoStatus.choices)
    created_by = UserOut(allow_null=True)
    created_at = s.DateTimeField()


class RedoOut(RedoListed):
    reused = s.IntegerField(help_text="Rolls taken over.")
    thrown = s.IntegerField(help_text="Dice thrown anew.")
    forced = s.IntegerField(help_text="Rolls set by the GM.")
    fallen = s.ListField(
        child=s.IntegerField(allow_null=True), help_text="Numbers of orders that fall away."
    )
    state = s.DictField(allow_null=True, help_text="The battle as it would be.")


def redo_data(draft: Any, battle: Any, view: Any) -> dict[str, Any]:
    """A draft with what it leads to, while the battle is where it was drafted for."""
    current = draft.status == RedoStatus.DRAFT and draft.version == battle.version
    data: dict[str, Any] = {"reused": 0, "thrown": 0, "forced": 0, "fallen": [], "state": None}
    if current:
        course = redo_course.course_of(draft, battle)
        data = {
            "reused": course.reused,
            "thrown": course.thrown,
            "forced": course.forced,
            "fallen": [one.step.was for one in course.fallen],
            "state": state_data(course.then, view.unit_size),
        }
    return dict(RedoListed(draft).data) | data


class Redos(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="redos_list",
        summary="Drafts of another course (GM)",
        responses=RedoListed(many=True),
    )
    def get(self, request: Request, battle: UUID) -> Response:
        view = battle_view(request.user, battle)
        view.access.require_gm()
        return self.page(selectors.drafts_of(view), RedoListed)

    @extend_schema(
        summary="Draft another course of a battle (GM)",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY],
        request=RedoIn,
        responses={201: RedoOut},
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        draft = redo_services.redo_draft(
            user=request.user,
            battle_id=battle,
            expected_version=version_of(request),
            **self.read(RedoIn),
        )
        view = battle_view(request.user, battle)
        return Response(redo_data(draft, view.battle, view), status=201)


class Rolls(ServiceView):
    @extend_schema(
        summary="Set a recorded roll, or have it thrown again, at once (GM)",
        parameters=[IF_MATCH, IDEMPOTENCY_KEY],
        request=RollIn,
        responses=BattleOut,
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        redo_services.gm_roll(
            user=request.user,
            battle_id=battle,
            expected_version=version_of(request),
            **self.read(RollIn),
        )
        return Response(battle_data(battle_view(request.user, battle)))


class RedoDetail(ServiceView):
    @extend_schema(summary="A draft and what it leads to (GM)", responses=RedoOut)
    def get(self, request: Request, battle: UUID, draft: UUID) -> Response:
        access, row = battle_for(request.user, battle)
        found = selectors.draft_for(access, row, draft)
        return Response(redo_data(found, row, battle_view(request.user, battle)))

    @extend_schema(summary="Discard a draft (GM)", responses={204: None})
    def delete(self, request: Request, battle: UUID, draft: UUID) -> Response:
        self._belongs(request, battle, draft)
        redo_services.redo_discard(user=request.user, draft_id=draft)
        return Response(status=204)

    @extend_schema(
        operation_id="redo_publish",
        summary="Publish a draft: that is what happened (GM)",
        request=None,
        responses=BattleOut,
    )
    def post(self, request: Request, battle: UUID, draft: UUID) -> Response:
        self._belongs(request, battle, draft)
        redo_services.redo_publish(user=request.user, draft_id=draft)
        return Response(battle_data(battle_view(request.user, battle)))

    def _belongs(self, request: Request, battle: UUID, draft: UUID) -> None:
        access, row = battle_for(request.user, battle)
        selectors.draft_for(access, row, draft)
