"""Reports, blocks, and one's own data."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.notices import OwnView
from campaigns.api.serializers import UserOut
from campaigns.models import ReportStatus
from campaigns.services import account_data, safety
from campaigns.services.appeals import LONGEST
from mordheim_site.api.pagination import Pages


class ReportIn(s.Serializer):
    reason = s.CharField(max_length=LONGEST)


class ReportOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    reason = s.CharField()
    evidence = s.DictField()
    status = s.ChoiceField(ReportStatus.choices)
    note = s.CharField()
    reporter = UserOut(allow_null=True)
    reported = UserOut(allow_null=True)
    created_at = s.DateTimeField()


class SettleIn(s.Serializer):
    note = s.CharField(max_length=LONGEST)


class BlockIn(s.Serializer):
    user = s.UUIDField()


class BlockOut(s.Serializer):
    user = UserOut(source="blocked")
    created_at = s.DateTimeField()


class PasswordIn(s.Serializer):
    password = s.CharField(max_length=200, trim_whitespace=False)


class PostReport(OwnView):
    @extend_schema(
        summary="Report a post",
        description="What the post says now, to you, is kept as evidence.",
        request=ReportIn,
        responses={201: None},
    )
    def post(self, request: Request, post: UUID) -> Response:
        safety.report_post(user=request.user, post_id=post, **self.read(ReportIn))
        return Response(status=201)


class Reports(OwnView):
    pagination_class = Pages

    @extend_schema(
        operation_id="reports_list",
        summary="Reports that you are to settle",
        responses=ReportOut(many=True),
    )
    def get(self, request: Request) -> Response:
        return self.page(safety.reports_for(request.user), ReportOut)


class ReportDetail(OwnView):
    @extend_schema(summary="Settle a report", request=SettleIn, responses=ReportOut)
    def post(self, request: Request, report: UUID) -> Response:
        row = safety.report_settle(user=request.user, report_id=report, **self.read(SettleIn))
        return Response(ReportOut(row).data)


class Blocks(OwnView):
    pagination_class = Pages

    @extend_schema(
        operation_id="blocks_list", summary="Whom I have blocked", responses=BlockOut(many=True)
    )
    def get(self, request: Request) -> Response:
        return self.page(request.user.blocks.select_related("blocked"), BlockOut)

    @extend_schema(summary="Block somebody", request=BlockIn, responses={201: BlockOut})
    def post(self, request: Request) -> Response:
        row = safety.block_add(user=request.user, user_id=self.read(BlockIn)["user"])
        return Response(BlockOut(row).data, status=201)


class BlockDetail(OwnView):
    @extend_schema(summary="Block somebody no longer", responses={204: None})
    def delete(self, request: Request, user: UUID) -> Response:
        safety.block_remove(user=request.user, user_id=user)
        return Response(status=204)


class Export(OwnView):
    @extend_schema(summary="Everything that is kept about me", responses={200: {"type": "object"}})
    def get(self, request: Request) -> Response:
        return Response(account_data.export(request.user))


class DeleteAccount(OwnView):
    @extend_schema(
        summary="Delete my account",
        description="Posts, orders and warbands stay, under a name that says nothing.",
        request=PasswordIn,
        responses={204: None},
    )
    def post(self, request: Request) -> Response:
        account_data.delete_account(user=request.user, **self.read(PasswordIn))
        return Response(status=204)
