"""What waits in a campaign, for its game masters: one look instead of one at each battle."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import ServiceView
from campaigns.api.battle_serializers import ClockField
from campaigns.api.joining import JoinRequestOut
from campaigns.api.rulings import AppealOut
from campaigns.api.serializers import UserOut
from campaigns.selectors import rulings
from campaigns.selectors.access import campaign_for, visible_scenes
from campaigns.selectors.battles import battles_of
from campaigns.selectors.by_hand import disputes_of
from campaigns.selectors.joining import requests_of
from campaigns.selectors.pages.desk import blocked_in
from warbands.selectors.aftermaths import open_aftermaths_among


class BlockedOut(s.Serializer):
    """A side that play waits for; those out of time first, then the nearest end."""

    battle = s.UUIDField(source="battle.public_id")
    title = s.CharField(source="battle.scene.title")
    version = s.IntegerField(source="battle.version")
    side = s.CharField()
    user = UserOut(allow_null=True)
    since = s.DateTimeField(source="waiting_since")
    clock = ClockField(read_only=True)


class OpenAftermathOut(s.Serializer):
    """An aftermath that isn't done: `aftermaths/{aftermath}` has its questions."""

    aftermath = s.UUIDField(source="pk")
    warband = s.UUIDField(source="warband_id")
    name = s.CharField(source="warband.name")
    due_at = s.DateTimeField(allow_null=True)


class OpenAppealOut(AppealOut):
    battle = s.UUIDField(source="battle.public_id")
    before = s.IntegerField(
        allow_null=True, help_text="From where a draft of another course could begin."
    )
    fell = s.BooleanField(help_text="A rewind has taken the event back since.")


class DisputeOut(s.Serializer):
    battle = s.UUIDField(source="battle.public_id")
    title = s.CharField(source="battle.scene.title")


class GmDeskOut(s.Serializer):
    blocked = BlockedOut(many=True)
    aftermaths = OpenAftermathOut(many=True)
    appeals = OpenAppealOut(many=True)
    disputes = DisputeOut(many=True, help_text="Reports by hand that somebody disputes.")
    join_requests = JoinRequestOut(
        many=True, help_text="Warbands that have fought elsewhere and ask to join."
    )


class GmDesk(ServiceView):
    @extend_schema(
        summary="What waits in the campaign: turns, choices, appeals, disputes, warbands (GM)",
        responses=GmDeskOut,
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        access.require_gm()
        found = {
            "blocked": blocked_in(battles_of(visible_scenes(access))),
            "aftermaths": open_aftermaths_among(access.campaign.enrolments.values("warband")),
            "appeals": rulings.open_appeals(access),
            "disputes": disputes_of(access),
            "join_requests": requests_of(access),
        }
        return Response(GmDeskOut(found).data)
