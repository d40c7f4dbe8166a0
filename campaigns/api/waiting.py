"""What waits for who asks: his turns, choices after battles, reports that need his word."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import ServiceView
from campaigns.selectors.battles import draws_offered_to, waiting_for_user
from campaigns.selectors.by_hand import awaited_words_of
from campaigns.selectors.pages.directing import decisions_for
from warbands.models import Aftermath
from warbands.selectors.aftermaths import open_aftermaths, prisoners_held


class WaitingOut(s.Serializer):
    battle = s.UUIDField(source="battle.public_id")
    scene = s.UUIDField(source="scene.public_id")
    title = s.CharField(source="scene.title")
    campaign = s.CharField(source="scene.campaign.name", help_text="Its name.")
    campaign_id = s.UUIDField(source="scene.campaign.public_id")
    side = s.CharField(source="side.side")
    since = s.DateTimeField(source="side.waiting_since")
    due_at = s.DateTimeField(allow_null=True)
    turn = s.IntegerField()
    phase = s.CharField()
    asked = s.BooleanField(help_text="Something is to be decided: an `answer` says what.")
    version = s.IntegerField(source="battle.version", help_text="Of the battle, for If-Match.")


class WaitingChoicesOut(s.Serializer):
    """An aftermath of yours that isn't done, or another's that asks you about a prisoner whom you
    hold: its questions are under `aftermaths/{aftermath}`."""

    aftermath = s.UUIDField(source="pk")
    warband = s.UUIDField(source="warband_id")
    name = s.CharField(source="warband.name")
    captor = s.SerializerMethodField(help_text="Another's: you hold one of his as a prisoner.")
    due_at = s.DateTimeField(allow_null=True, help_text="When its questions go by their default.")

    def get_captor(self, row: Aftermath) -> bool:
        return row.warband.owner_id != self.context["user"].pk


class WaitingDrawOut(s.Serializer):
    """A draw that is offered to you while it isn't your turn: `battles/{battle}/draw` agrees."""

    battle = s.UUIDField(source="battle.public_id")
    scene = s.UUIDField(source="battle.scene.public_id")
    title = s.CharField(source="battle.scene.title")
    campaign_id = s.UUIDField(source="battle.scene.campaign.public_id")
    side = s.CharField()


class WaitingWordOut(WaitingDrawOut):
    """A battle by hand that somebody has reported: confirm or dispute it."""

    since = s.DateTimeField(source="waiting_since")


class WaitingDecisionsOut(s.Serializer):
    """A campaign of yours whose desk holds something: `campaigns/{campaign_id}/gm-desk`."""

    campaign_id = s.UUIDField(source="campaign.public_id")
    campaign = s.CharField(source="campaign.name", help_text="Its name.")
    n = s.IntegerField(help_text="Appeals, disputes, turns without time, requests, reports.")


class AllWaitingOut(s.Serializer):
    battles = WaitingOut(many=True)
    aftermaths = WaitingChoicesOut(many=True)
    hand_reports = WaitingWordOut(many=True)
    draws = WaitingDrawOut(many=True)
    decisions = WaitingDecisionsOut(many=True, help_text="As a game master.")


class WaitingList(ServiceView):
    @extend_schema(
        summary="Where it is your turn, the nearest end first", responses=WaitingOut(many=True)
    )
    def get(self, request: Request) -> Response:
        return Response(WaitingOut(waiting_for_user(request.user), many=True).data)


class AllWaiting(ServiceView):
    @extend_schema(
        summary="All that waits for you: turns, choices after battles, reports, decisions",
        responses=AllWaitingOut,
    )
    def get(self, request: Request) -> Response:
        user = request.user
        found = {
            "battles": waiting_for_user(user),
            "aftermaths": _after_battles(user) if user.is_authenticated else [],
            "hand_reports": awaited_words_of(user),
            "draws": draws_offered_to(user),
            "decisions": decisions_for(user) if user.is_authenticated else [],
        }
        return Response(AllWaitingOut(found, context={"user": user}).data)


def _after_battles(user: Any) -> list[Aftermath]:
    return [*open_aftermaths(user), *prisoners_held(user)]
