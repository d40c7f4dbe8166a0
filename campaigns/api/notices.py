"""What I am told, how, and through which channels."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import ServiceView
from campaigns.models import ChannelKind, ChannelMode, NoticeKind
from campaigns.notices import in_words, readable
from campaigns.selectors.time import settings_of
from campaigns.services import notice_settings as services
from campaigns.services.notice_settings import LONGEST_ADDRESS, LONGEST_REMINDER, MOST_REMINDERS
from mordheim_site.accounts.permissions import TokenScope
from mordheim_site.api.pagination import Pages


class NoticeOut(s.Serializer):
    id = s.UUIDField(source="notice.public_id")
    kind = s.ChoiceField(NoticeKind.choices, source="notice.kind")
    text = s.CharField(help_text="In the language asked for.")
    path = s.CharField(help_text="Where it leads on this site.")
    campaign = s.CharField(help_text="The campaign's name; empty where it is about none.")
    campaign_id = s.UUIDField(source="notice.campaign.public_id", allow_null=True, default=None)
    scene = s.UUIDField(source="notice.scene.public_id", allow_null=True, default=None)
    post = s.UUIDField(source="notice.params.post", allow_null=True, default=None)
    aftermath = s.UUIDField(source="notice.params.aftermath", allow_null=True, default=None)
    created_at = s.DateTimeField(source="notice.created_at")
    read_at = s.DateTimeField(source="notice.read_at", allow_null=True)


class NoticesWanted(s.Serializer):
    unread = s.BooleanField(default=False, help_text="Only what isn't read yet.")


class ReadIn(s.Serializer):
    ids = s.ListField(
        child=s.UUIDField(), max_length=500, required=False, help_text="All of them if left out."
    )


class ReadOut(s.Serializer):
    read = s.IntegerField()
    unread = s.IntegerField()


class SettingsOut(s.Serializer):
    reminders = s.ListField(
        child=s.IntegerField(min_value=1, max_value=LONGEST_REMINDER),
        max_length=MOST_REMINDERS,
        help_text="Hours before a turn's end.",
    )
    quiet_from = s.TimeField(allow_null=True)
    quiet_to = s.TimeField(allow_null=True)
    digest_at = s.TimeField(allow_null=True)
    muted = s.ListField(
        child=s.ChoiceField(NoticeKind.choices),
        max_length=30,
        help_text="Kinds that are shown on the site only.",
    )


class ChannelOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    kind = s.ChoiceField(ChannelKind.choices)
    name = s.CharField()
    mode = s.ChoiceField(ChannelMode.choices)
    created_at = s.DateTimeField()


class ChannelIn(s.Serializer):
    kind = s.ChoiceField([(one, one) for one in ("chat", "webhook")])
    address = s.CharField(max_length=LONGEST_ADDRESS)
    name = s.CharField(max_length=60, allow_blank=True, required=False)


class ChannelMade(ChannelOut):
    secret = s.CharField(
        allow_blank=True,
        help_text="Hexadecimal, shown once. A webhook's X-Signature is t=SECONDS,v1=HEX with "
        "HEX = HMAC-SHA256(secret, SECONDS + '.' + body).",
    )


class ModeIn(s.Serializer):
    mode = s.ChoiceField(ChannelMode.choices)


class OwnView(ServiceView):
    """What concerns nobody but who asks."""

    permission_classes = [IsAuthenticated, TokenScope]


class Notices(OwnView):
    pagination_class = Pages

    @extend_schema(
        operation_id="notices_list",
        summary="What I am told, the latest first",
        parameters=[NoticesWanted],
        responses=NoticeOut(many=True),
    )
    def get(self, request: Request) -> Response:
        rows = readable(request.user).order_by("-pk")
        if self.wanted(NoticesWanted)["unread"]:
            rows = rows.filter(read_at=None)
        return self.page(_Told(rows), NoticeOut)


class _Told:
    """Rows that become words when a page of them is cut out."""

    def __init__(self, rows: Any) -> None:
        self.rows = rows
        self.ordered = True

    def count(self) -> int:
        return self.rows.count()

    def __len__(self) -> int:
        return self.count()

    def __getitem__(self, part: slice) -> list[Any]:
        return [in_words(row) for row in self.rows[part]]


class NoticesRead(OwnView):
    @extend_schema(summary="Mark as read", request=ReadIn, responses=ReadOut)
    def post(self, request: Request) -> Response:
        count = services.notices_read(user=request.user, **self.read(ReadIn))
        unread = readable(request.user).filter(read_at=None).count()
        return Response(ReadOut({"read": count, "unread": unread}).data)


class Settings(OwnView):
    @extend_schema(summary="How I want to be told", responses=SettingsOut)
    def get(self, request: Request) -> Response:
        return Response(SettingsOut(settings_of(request.user)).data)

    @extend_schema(summary="Change that", request=SettingsOut, responses=SettingsOut)
    def patch(self, request: Request) -> Response:
        changes = self.read(SettingsOut, partial=True)
        row = services.settings_change(user=request.user, **changes)
        return Response(SettingsOut(row).data)


class Channels(OwnView):
    pagination_class = Pages

    @extend_schema(
        operation_id="channels_list",
        summary="The ways to me, without their addresses",
        responses=ChannelOut(many=True),
    )
    def get(self, request: Request) -> Response:
        return self.page(request.user.channels.all(), ChannelOut)

    @extend_schema(
        summary="Add a chat (an Apprise address) or a webhook (https)",
        request=ChannelIn,
        responses={201: ChannelMade},
    )
    def post(self, request: Request) -> Response:
        channel = services.channel_add(user=request.user, **self.read(ChannelIn))
        return Response(ChannelMade(channel).data, status=201)


class ChannelDetail(OwnView):
    @extend_schema(summary="At once, once a day, never", request=ModeIn, responses=ChannelOut)
    def patch(self, request: Request, channel: UUID) -> Response:
        row = services.channel_change(user=request.user, channel_id=channel, **self.read(ModeIn))
        return Response(ChannelOut(row).data)

    @extend_schema(summary="Remove a channel", responses={204: None})
    def delete(self, request: Request, channel: UUID) -> Response:
        services.channel_remove(user=request.user, channel_id=channel)
        return Response(status=204)


class ChannelTest(OwnView):
    @extend_schema(summary="Send a test", request=None, responses={202: None})
    def post(self, request: Request, channel: UUID) -> Response:
        services.channel_test(user=request.user, channel_id=channel)
        return Response(status=202)
