"""Appeals, rulings, notes, another course of a battle, members; reports, blocks, one's own data."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers as s
from rest_framework.request import Request
from rest_framework.response import Response

from campaigns.api.base import IDEMPOTENCY_KEY, IF_MATCH, ServiceView, once, version_of
from campaigns.api.battle_serializers import BattleOut
from campaigns.api.notices import OwnView
from campaigns.api.present import battle_data, state_data
from campaigns.api.serializers import MemberOut, UserOut
from campaigns.errors import not_found
from campaigns.models import AppealStatus, RedoStatus, ReportStatus
from campaigns.selectors import rulings as selectors
from campaigns.selectors.access import battle_for, campaign_for
from campaigns.selectors.awakenings import awakenings_of
from campaigns.selectors.battles import battle_view
from campaigns.services import account_data, safety
from campaigns.services import appeals as services
from campaigns.services import members as member_services
from campaigns.services import redo as redo_services
from campaigns.services.appeals import LONGEST
from campaigns.services.campaigns import LONGEST_REASON
from mordheim_site.api.pagination import Pages

MOST = 2**31 - 1
CHANGES = (
    'Each one of {"drop": N}, {"insert": ORDER, "before": N or null}, '
    '{"roll": SEQ, "faces": [..] or null}.'
)


class AppealIn(s.Serializer):
    seq = s.IntegerField(min_value=1, max_value=MOST, help_text="The event that is doubted.")
    text = s.CharField(max_length=LONGEST)


class AppealOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    seq = s.IntegerField()
    rule = s.CharField()
    user = UserOut()
    text = s.CharField()
    status = s.ChoiceField(AppealStatus.choices)
    answer = s.CharField()
    answered_by = UserOut(allow_null=True)
    created_at = s.DateTimeField()
    answered_at = s.DateTimeField(allow_null=True)


class AppealAnswerIn(s.Serializer):
    upheld = s.BooleanField()
    answer = s.CharField(max_length=LONGEST)
    rule = s.CharField(max_length=40, allow_blank=True, required=False)
    ruling = s.CharField(
        max_length=LONGEST, allow_blank=True, required=False, help_text="Kept as a precedent."
    )


class RulingIn(s.Serializer):
    rule = s.CharField(max_length=40)
    text = s.CharField(max_length=LONGEST)


class RulingOut(RulingIn):
    id = s.UUIDField(source="public_id")
    created_by = UserOut(allow_null=True)
    created_at = s.DateTimeField()


class NoteIn(s.Serializer):
    text = s.CharField(max_length=10 * LONGEST, allow_blank=True, help_text="Empty: removed.")
    scene = s.UUIDField(allow_null=True, required=False)
    fighter = s.UUIDField(allow_null=True, required=False)


class NoteOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    text = s.CharField()
    scene = s.UUIDField(source="scene.public_id", allow_null=True, default=None)
    fighter = s.UUIDField(source="fighter_id", allow_null=True)
    author = UserOut(allow_null=True)
    updated_at = s.DateTimeField()


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


class ReplaceIn(s.Serializer):
    by = s.UUIDField(help_text="The member who takes the seats and warbands.")
    reason = s.CharField(max_length=LONGEST_REASON)


class TreasuryIn(s.Serializer):
    gold = s.IntegerField(min_value=-100_000, max_value=100_000, default=0)
    wyrdstone = s.IntegerField(min_value=-100_000, max_value=100_000, default=0)
    reason = s.CharField(max_length=200)


class AwakeningIn(s.Serializer):
    of = s.UUIDField(help_text="The warband whose hero died.")
    fighter = s.CharField(max_length=64, help_text="The dead hero's key.")
    reason = s.CharField(max_length=LONGEST_REASON)


class TreasuryOut(s.Serializer):
    treasury = s.IntegerField()
    wyrdstone = s.IntegerField()


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


class Appeals(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="appeals_list",
        summary="What is doubted in a battle, and the answers",
        responses=AppealOut(many=True),
    )
    def get(self, request: Request, battle: UUID) -> Response:
        rows = selectors.appeals_of(battle_view(request.user, battle))
        return self.page(rows.order_by("pk"), AppealOut)

    @extend_schema(
        summary="Doubt an event",
        parameters=[IDEMPOTENCY_KEY],
        request=AppealIn,
        responses={201: AppealOut},
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        row = services.appeal_make(user=request.user, battle_id=battle, **self.read(AppealIn))
        return Response(AppealOut(row).data, status=201)


class AppealAnswer(ServiceView):
    @extend_schema(summary="Answer an appeal (GM)", request=AppealAnswerIn, responses=AppealOut)
    def post(self, request: Request, appeal: UUID) -> Response:
        data = self.read(AppealAnswerIn)
        row = services.appeal_answer(user=request.user, appeal_id=appeal, **data)
        return Response(AppealOut(row).data)


class AppealDetail(ServiceView):
    @extend_schema(summary="Withdraw an appeal of mine", responses={204: None})
    def delete(self, request: Request, appeal: UUID) -> Response:
        services.appeal_withdraw(user=request.user, appeal_id=appeal)
        return Response(status=204)


class Rulings(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="rulings_list",
        summary="What has been decided about rules in a campaign",
        responses=RulingOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        rows = selectors.rulings_of(campaign_for(request.user, campaign))
        return self.page(rows, RulingOut)

    @extend_schema(summary="Make a ruling (GM)", request=RulingIn, responses={201: RulingOut})
    def post(self, request: Request, campaign: UUID) -> Response:
        row = services.ruling_make(user=request.user, campaign_id=campaign, **self.read(RulingIn))
        return Response(RulingOut(row).data, status=201)


class RulingDetail(ServiceView):
    @extend_schema(summary="Revoke a ruling (GM)", responses={204: None})
    def delete(self, request: Request, campaign: UUID, ruling: UUID) -> Response:
        services.ruling_revoke(user=request.user, campaign_id=campaign, ruling_id=ruling)
        return Response(status=204)


class Notes(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="gm_notes_list",
        summary="Secret notes of the GMs (GM)",
        responses=NoteOut(many=True),
    )
    def get(self, request: Request, campaign: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        access.require_gm()
        return self.page(selectors.notes_of(access), NoteOut)

    @extend_schema(summary="Write a secret note (GM)", request=NoteIn, responses={201: NoteOut})
    def post(self, request: Request, campaign: UUID) -> Response:
        data = self.read(NoteIn)
        row = services.note_save(
            user=request.user,
            campaign_id=campaign,
            text=data["text"],
            scene_id=data.get("scene"),
            fighter_id=data.get("fighter"),
        )
        return Response(NoteOut(row).data, status=201) if row.pk else Response(status=204)


class NoteDetail(ServiceView):
    @extend_schema(
        summary="Rewrite a secret note (GM)",
        request=NoteIn,
        responses={200: NoteOut, 204: None},
    )
    def put(self, request: Request, campaign: UUID, note: UUID) -> Response:
        text = self.read(NoteIn)["text"]
        row = services.note_save(user=request.user, campaign_id=campaign, note_id=note, text=text)
        return Response(NoteOut(row).data) if row.pk else Response(status=204)


def redo_data(draft: Any, battle: Any, view: Any) -> dict[str, Any]:
    """A draft with what it leads to, while the battle is where it was drafted for."""
    current = draft.status == RedoStatus.DRAFT and draft.version == battle.version
    data: dict[str, Any] = {"reused": 0, "thrown": 0, "forced": 0, "fallen": [], "state": None}
    if current:
        course = redo_services.course_of(draft, battle)
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


class Replace(ServiceView):
    @extend_schema(
        summary="Pass a member's seats and warbands on (GM)",
        request=ReplaceIn,
        responses=MemberOut,
    )
    def post(self, request: Request, campaign: UUID, member: UUID) -> Response:
        data = self.read(ReplaceIn)
        row = member_services.member_replace(
            user=request.user,
            campaign_id=campaign,
            member_id=member,
            by_id=data["by"],
            reason=data["reason"],
        )
        return Response(MemberOut(row).data)


class Treasury(ServiceView):
    @extend_schema(
        summary="Correct a warband's gold and wyrdstone (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=TreasuryIn,
        responses=TreasuryOut,
    )
    @once
    def post(self, request: Request, campaign: UUID, warband: UUID) -> Response:
        row = member_services.treasury_correct(
            user=request.user,
            campaign_id=campaign,
            warband_id=warband,
            **self.read(TreasuryIn),
        )
        return Response(TreasuryOut(row).data)


class AwakeningOut(s.Serializer):
    """A dead enemy hero whom this warband may raise."""

    of = s.UUIDField(source="of.pk", help_text="The warband whose hero died.")
    of_name = s.CharField(source="of.name")
    fighter = s.CharField(help_text="The dead hero's key.")
    name = s.CharField()
    type_name = s.CharField()
    battle = s.CharField()


class Awakening(ServiceView):
    @extend_schema(
        operation_id="awakenings_list",
        summary="Dead enemy heroes whom this warband may raise after its latest battle (P-NEC-6)",
        responses=AwakeningOut(many=True),
    )
    def get(self, request: Request, campaign: UUID, warband: UUID) -> Response:
        access = campaign_for(request.user, campaign)
        access.require_member()
        row = access.campaign.enrolments.select_related("warband").filter(warband=warband).first()
        if row is None:
            raise not_found()
        found = awakenings_of(access, row.warband)
        return Response(AwakeningOut(found, many=True).data)

    @extend_schema(
        summary="Raise a dead hero of another warband as a Zombie of this one (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=AwakeningIn,
        responses={204: None},
    )
    @once
    def post(self, request: Request, campaign: UUID, warband: UUID) -> Response:
        data = self.read(AwakeningIn)
        member_services.hero_awaken(
            user=request.user,
            campaign_id=campaign,
            warband_id=warband,
            of_id=data["of"],
            fighter=data["fighter"],
            reason=data["reason"],
        )
        return Response(status=204)


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
