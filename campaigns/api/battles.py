"""Battles: reading them, setting them up, playing them."""

from typing import Any
from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

import rules
from campaigns.api.base import (
    ETAG,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    ServiceView,
    etag,
    key_of,
    once,
    version_of,
)
from campaigns.api.battle_serializers import (
    BattleIn,
    BattleListed,
    BattleOut,
    BattlesWanted,
    BattleTextOut,
    BoardOut,
    CheckIn,
    DeploymentIn,
    DeploymentOut,
    DiceOut,
    EventsOut,
    FormsOut,
    OrdersIn,
    PlacingOut,
    ReasonIn,
    ScenarioOut,
    ScenarioRollIn,
    ScenarioRollOut,
    SeedIn,
    SeedOut,
    SetupOut,
    SubmittedOut,
)
from campaigns.api.present import battle_data, events_data, listed_data, text_data
from campaigns.api.scenes import voice_of
from campaigns.boards import boards
from campaigns.engine import to_json
from campaigns.errors import invalid
from campaigns.narration.names import localized
from campaigns.selectors import battles as selectors
from campaigns.selectors.access import (
    battle_for,
    campaign_for,
    readable_scenes,
    visible_scenes,
)
from campaigns.selectors.placing import placing_for
from campaigns.services import battles as services
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.deployment import deployment_seal
from campaigns.services.scenarios import scenario_roll
from campaigns.services.turns import Submission, Submitted, battle_submit, check_order
from mordheim_site.api.pagination import Pages
from mordheim_site.numbers import whole_number
from rules.catalogue import load_catalogue
from warbands.api.serializers import AftermathOut
from warbands.selectors import aftermath_view

ALGORITHM = (
    "Die faces of an order: block n (from 0) is HMAC-SHA256(secret, message, n as 4 bytes big "
    "endian appended to the message); the message is each seed, the branch id, the order's "
    "sequence in decimal and the SHA-256 of the canonical order, each behind its length as 4 "
    "bytes big endian. Bytes of 252 and more are dropped; a face is byte % 6 + 1."
)


class Boards(ServiceView):
    @extend_schema(summary="Boards to play on", responses=BoardOut(many=True))
    def get(self, request: Request) -> Response:
        rows = [
            {"id": id, "name": board.title(), "sides": len(board.zones)}
            for id, board in boards().items()
        ]
        return Response(BoardOut(rows, many=True).data)


class Scenarios(ServiceView):
    @extend_schema(summary="Scenarios to play", responses=ScenarioOut(many=True))
    def get(self, request: Request) -> Response:
        rows = [
            {
                "id": row.id,
                "number": row.number,
                "name": localized(row.name, row.id),
                "data": to_json(row),
            }
            for row in load_catalogue().scenarios.values()
        ]
        return Response(ScenarioOut(rows, many=True).data)


class RollScenario(ServiceView):
    @extend_schema(
        summary="Roll on the scenario table (GM); each roll stands in the record",
        request=ScenarioRollIn,
        responses=ScenarioRollOut,
    )
    @once
    def post(self, request: Request, campaign: UUID) -> Response:
        data = self.read(ScenarioRollIn)
        rolled = scenario_roll(user=request.user, campaign_id=campaign, **data)
        return Response(ScenarioRollOut(rolled).data)


class Battles(ServiceView):
    pagination_class = Pages

    @extend_schema(
        operation_id="battles_list",
        summary="Battles that you may read",
        parameters=[
            OpenApiParameter("campaign", OpenApiTypes.UUID, description="Only its own."),
            BattlesWanted,
        ],
        responses=BattleListed(many=True),
    )
    def get(self, request: Request) -> Response:
        rows = selectors.battles_listed(self._scenes(request)).order_by("-created_at", "-pk")
        rows = rows.filter(**self.wanted(BattlesWanted))
        return self.told(rows, listed_data)

    def _scenes(self, request: Request) -> Any:
        wanted = request.query_params.get("campaign")
        if wanted is None:
            return readable_scenes(request.user)
        return visible_scenes(campaign_for(request.user, wanted))

    @extend_schema(
        operation_id="battles_create",
        summary="Set up a battle (GM)",
        parameters=[IDEMPOTENCY_KEY],
        request=BattleIn,
        responses={201: BattleOut},
    )
    @once
    def post(self, request: Request) -> Response:
        data = self.read(BattleIn)
        battle = services.battle_create(
            user=request.user,
            campaign_id=data["campaign"],
            scene_id=data["scene"],
            title=data["title"],
            board=data["board"],
            board_data=data["board_data"],
            scenario=data["scenario"],
            ask=data["ask"],
            secret=data["secret"],
            seats=[services.Seat(**seat) for seat in data["sides"]],
            turn_limit=data["turn_limit"],
        )
        view = selectors.battle_view(request.user, battle.public_id)
        return Response(battle_data(view), status=201, headers=etag(view.battle.version))


class BattleDetail(ServiceView):
    @extend_schema(summary="A battle now", parameters=[ETAG], responses=BattleOut)
    def get(self, request: Request, battle: UUID) -> Response:
        return battle_answer(request, battle)


class Setup(ServiceView):
    @extend_schema(summary="What was pinned: rules, board, warriors, catalogue", responses=SetupOut)
    def get(self, request: Request, battle: UUID) -> Response:
        view = selectors.battle_view(request.user, battle)
        setup, unit = view.setup, view.unit_size
        return Response(
            SetupOut(
                {
                    "hash": view.battle.setup_hash,
                    "ruleset": setup.ruleset.id,
                    "house_rules": setup.ruleset.house_rules,
                    "unit": setup.ruleset.unit,
                    "unit_size": unit,
                    "board": rules.to_native(setup.board, unit),
                    "sides": rules.to_native(setup.sides, unit),
                    "warriors": rules.to_native(setup.warriors, unit),
                    "catalogue": rules.to_native(setup.catalogue, unit),
                    "mission": rules.to_native(setup.mission, unit) if setup.mission else None,
                }
            ).data
        )


class Seeds(ServiceView):
    @extend_schema(
        summary="Add words of your own to the dice, before the start",
        request=SeedIn,
        responses=SeedOut,
    )
    def put(self, request: Request, battle: UUID) -> Response:
        seed = services.add_seed(user=request.user, battle_id=battle, **self.read(SeedIn))
        return Response(SeedOut({"by": str(request.user), "seed": seed.text}).data)


class Start(ServiceView):
    @extend_schema(
        summary="Freeze the seeds and begin",
        parameters=[IDEMPOTENCY_KEY],
        request=None,
        responses=BattleOut,
    )
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        services.battle_start(user=request.user, battle_id=battle)
        return battle_answer(request, battle)


class Cancel(ServiceView):
    @extend_schema(summary="Call a battle off (GM)", request=ReasonIn, responses=BattleOut)
    @once
    def post(self, request: Request, battle: UUID) -> Response:
        services.battle_cancel(user=request.user, battle_id=battle, **self.read(ReasonIn))
        return battle_answer(request, battle)


class LegalOrders(ServiceView):
    @extend_schema(
        summary="What a side may do now",
        parameters=[
            OpenApiParameter("side", str, description="Yours, if you play one only."),
            ETAG,
        ],
        responses=FormsOut,
    )
    def get(self, request: Request, battle: UUID) -> Response:
        view = selectors.battle_view(request.user, battle)
        side = request.query_params.get("side") or _only(view)
        forms = [
            rules.to_native(form.to_data(), view.unit_size)
            for form in selectors.forms_for(view, side)
        ]
        data = FormsOut({"version": view.battle.version, "side": side, "forms": forms}).data
        return Response(data, headers=etag(view.battle.version))


class Text(ServiceView):
    @extend_schema(
        summary="The battle in words: what the board shows, what has happened, what may be done",
        description=(
            "In the reader's language (Accept-Language). Distances between warriors are told only "
            "where the rules let one measure first. Ids stand beside the words, so that a battle "
            "can be played by this alone: a form of `orders` says what its order needs."
        ),
        parameters=[
            OpenApiParameter("side", str, description="Whose orders; yours if left out."),
            ETAG,
        ],
        responses=BattleTextOut,
    )
    def get(self, request: Request, battle: UUID) -> Response:
        view = selectors.battle_view(request.user, battle)
        side = request.query_params.get("side", "")
        if not side and len(view.may_order) == 1:
            side = view.may_order[0]
        return Response(text_data(view, side), headers=etag(view.battle.version))


class Check(ServiceView):
    @extend_schema(
        summary="Would this order be legal? Nothing happens, nothing is rolled",
        request=CheckIn,
        responses={204: None},
    )
    def post(self, request: Request, battle: UUID) -> Response:
        order = self.read(CheckIn)["order"]
        check_order(user=request.user, battle_id=battle, order=order)
        return Response(status=204)


class Orders(ServiceView):
    @extend_schema(
        summary="Give orders: a turn, or a part of one",
        description=(
            "One order, or `orders` with a text that becomes the post. They are carried out one "
            "after the other; if one is illegal nothing happens, unless dice had fallen before "
            "it: then what came before stands (`refused` says where it stopped). What was "
            "refused is kept as a draft."
        ),
        parameters=[IF_MATCH, IDEMPOTENCY_KEY, ETAG],
        request=OrdersIn,
        responses=SubmittedOut,
    )
    def post(self, request: Request, battle: UUID) -> Response:
        return submitted(request, battle, submit(self, request, battle))


class Deployment(ServiceView):
    @extend_schema(
        operation_id="battles_deployment_suggested",
        summary="Where the server would place those who stand nowhere yet: orders to send, or not",
        parameters=[OpenApiParameter("side", str, description="Yours, if you play one only.")],
        responses=PlacingOut,
    )
    def get(self, request: Request, battle: UUID) -> Response:
        view = selectors.battle_view(request.user, battle)
        side = request.query_params.get("side") or _only(view)
        orders = rules.to_native(placing_for(view, side), view.unit_size)
        data = {"version": view.battle.version, "side": side, "orders": orders}
        return Response(PlacingOut(data).data, headers=etag(view.battle.version))

    @extend_schema(
        summary="Deploy unseen: say where; it is shown when every side has",
        request=DeploymentIn,
        responses=DeploymentOut,
    )
    def put(self, request: Request, battle: UUID) -> Response:
        shown = deployment_seal(user=request.user, battle_id=battle, **self.read(DeploymentIn))
        return Response(DeploymentOut({"shown": shown}).data)


class Events(ServiceView):
    @extend_schema(
        summary="The log after an event number, all branches, `Rewound` among them",
        parameters=[
            OpenApiParameter("since", int, description="Events after this number; 0: all."),
            OpenApiParameter("limit", int, description="At most 500."),
            ETAG,
        ],
        responses=EventsOut,
    )
    def get(self, request: Request, battle: UUID) -> Response:
        view = selectors.battle_view(request.user, battle)
        since, limit = _number(request, "since", 0), _number(request, "limit", 500)
        events = selectors.events_since(view, since, limit)
        data = {
            "version": view.battle.version,
            "more": bool(events) and events[-1].seq < view.battle.version,
            "events": events_data(view, events),
        }
        return Response(data, headers=etag(view.battle.version))


class Dice(ServiceView):
    @extend_schema(
        summary="Everything to recompute the dice with; secrets once the battle is closed",
        responses=DiceOut,
    )
    def get(self, request: Request, battle: UUID) -> Response:
        view = selectors.battle_view(request.user, battle)
        branches, orders = selectors.dice_audit(view)
        ids = {branch.pk: branch.public_id for branch in branches}
        data = {"algorithm": ALGORITHM, "branches": branches, "orders": orders}
        return Response(DiceOut(data, context={"ids": ids}).data)


class Aftermaths(ServiceView):
    @extend_schema(
        operation_id="battle_aftermaths_list",
        summary="What followed the battle: an aftermath for each warband",
        responses=AftermathOut(many=True),
    )
    def get(self, request: Request, battle: UUID) -> Response:
        access, row = battle_for(request.user, battle, by_hand=True)
        rows = [aftermath_view(one) for one in aftermaths_of(row)]
        context = {"user": request.user, "as_gm": access.is_gm}
        return Response(AftermathOut(rows, many=True, context=context).data)


def submit(view: ServiceView, request: Request, battle: UUID) -> Submitted:
    submission = submission_of(request, orders_of(view, OrdersIn), source="player")
    return battle_submit(user=request.user, battle_id=battle, submission=submission)


def orders_of(view: ServiceView, serializer: type[OrdersIn]) -> dict[str, Any]:
    """The body, where a bare order stands for a list of one."""
    data = view.request.data
    if isinstance(data, dict) and "order" in data and "orders" not in data:
        data = {"orders": [data]}
    return view.read(serializer, data=data)


def submission_of(request: Request, data: dict[str, Any], *, source: str) -> Submission:
    return Submission(
        orders=data["orders"],
        expected_version=version_of(request),
        text=data["text"],
        voice=voice_of(data),
        source=source,
        idempotency_key=key_of(request),
        reason=data.get("reason", ""),
    )


def submitted(request: Request, battle: UUID, done: Submitted) -> Response:
    """The answer to a turn: what became of it, with its events."""
    view = selectors.battle_view(request.user, battle)
    events = selectors.events_between(view, done.from_seq, done.to_seq)
    data = {
        "version": done.version,
        "status": done.status,
        "accepted": done.accepted,
        "refused": done.refused,
        "post": done.post,
        "from_seq": done.from_seq,
        "to_seq": done.to_seq,
        "events": events_data(view, events),
    }
    headers = etag(done.version) | ({"Idempotent-Replayed": "true"} if done.replayed else {})
    return Response(data, headers=headers)


def battle_answer(request: Request, battle: UUID) -> Response:
    view = selectors.battle_shown(request.user, battle)
    return Response(battle_data(view), headers=etag(view.battle.version))


def _only(view: selectors.BattleView) -> str:
    if len(view.may_order) != 1:
        raise invalid("unknown_side", side="")
    return view.may_order[0]


def _number(request: Request, name: str, default: int) -> int:
    number = whole_number(request.query_params.get(name, str(default)))
    if number is None:
        raise invalid("bad_number", field=name)
    return number
