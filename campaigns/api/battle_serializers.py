"""Battles as REST reads and writes them. Lengths are in the ruleset's unit (`unit`)."""

from datetime import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from campaigns.api.engine_fields import Event, Form, Order
from campaigns.api.serializers import UserOut, VoiceIn
from campaigns.models import BattleStatus, Controller, Playing
from campaigns.services.scenes import LONGEST_TEXT, MOST_ORDERS

MOST = 2**31 - 1
ORDER_HELP = (
    'An order by its kind: {"order": "move", "warrior": "...", ...}; `side` may be left out by '
    "who plays one side only. What may be ordered: legal-orders."
)


class BoardOut(s.Serializer):
    id = s.CharField()
    name = s.CharField()
    sides = s.IntegerField(help_text="How many sides may deploy on it.")


class ClockOut(s.Serializer):
    """The time of a side that play waits for. No `due_at`: no pace, a pause, or time is up."""

    due_at = s.DateTimeField(allow_null=True)
    on_reserve = s.BooleanField(help_text="The turn's own time is over, the player's reserve runs.")
    expired_at = s.DateTimeField(allow_null=True)
    playing = s.ChoiceField(
        Playing.choices, allow_blank=True, help_text="Who plays instead of a player out of time."
    )
    deputy = UserOut(allow_null=True)


@extend_schema_field(ClockOut(allow_null=True))
class ClockField(s.Field):
    """The clock of a side while it runs; null where nobody waits."""

    def get_attribute(self, side: Any) -> Any:
        return side

    def to_representation(self, side: Any) -> Any:
        return clock_data(side)


def clock_data(side: Any) -> Any:
    """The clock of a side as ClockOut describes it, None where nobody waits for it."""
    clock = getattr(side, "clock", None)
    if clock is None or not clock.running:
        return None
    deputy = clock.deputy
    return {
        "due_at": moment(clock.due_at),
        "on_reserve": clock.on_reserve,
        "expired_at": moment(clock.expired_at),
        "playing": clock.playing,
        "deputy": deputy and {"id": deputy.public_id, "name": deputy.get_short_name()},
    }


def moment(value: datetime | None) -> str | None:
    """A moment as all answers write it, in the reader's time zone."""
    return None if value is None else _MOMENT.to_representation(value)


_MOMENT = s.DateTimeField()


class SideOut(s.Serializer):
    id = s.CharField(source="side")
    name = s.CharField()
    warband = s.UUIDField(source="warband_id", allow_null=True)
    controller = s.ChoiceField(Controller.choices)
    user = UserOut(allow_null=True)
    level = s.IntegerField(help_text="How well the server plays it.")
    waiting = s.BooleanField(help_text="Play waits for this side.")
    waiting_since = s.DateTimeField(allow_null=True)
    draw_offered = s.BooleanField()
    clock = ClockField(read_only=True)


class BattlesWanted(s.Serializer):
    status = s.ChoiceField(BattleStatus.choices, required=False, help_text="Only these.")


class BattleListed(s.Serializer):
    id = s.UUIDField(source="public_id")
    campaign = s.UUIDField(source="scene.campaign.public_id")
    scene = s.UUIDField(source="scene.public_id")
    title = s.CharField(source="scene.title")
    board = s.CharField()
    status = s.ChoiceField(BattleStatus.choices)
    version = s.IntegerField()
    sides = SideOut(source="seats", many=True)
    result = s.DictField(allow_null=True)
    created_at = s.DateTimeField()


class SeedOut(s.Serializer):
    by = s.CharField()
    seed = s.CharField()


class BattleOut(s.Serializer):
    """A battle: what is fixed is under /setup, what may be done under /legal-orders."""

    id = s.UUIDField()
    scene = s.UUIDField()
    campaign = s.UUIDField()
    title = s.CharField()
    board = s.CharField()
    scenario = s.CharField(help_text="Empty: a battle without a scenario.")
    unseen = s.BooleanField(help_text="The sides deploy unseen now: PUT /deployment.")
    status = s.ChoiceField(BattleStatus.choices)
    version = s.IntegerField(help_text="Number of the last event; send it back in If-Match.")
    unit = s.CharField(help_text="cm or UM: the unit of every length.")
    sides = SideOut(many=True)
    mine = s.ListField(child=s.CharField(), help_text="The sides that you play.")
    waiting = s.ListField(child=s.CharField(), help_text="The sides that play waits for.")
    my_turn = s.BooleanField()
    state = s.DictField(help_text="turn, phase, active, warriors by id, awaiting, ...")
    told_beforehand = s.ListField(
        child=s.DictField(),
        help_text="Your orders to an enemy whom a spell makes yours in its own next turn.",
    )
    commitment = s.CharField(help_text="SHA-256 of the secret behind the dice.")
    seeds = SeedOut(many=True)
    result = s.DictField(allow_null=True)
    engine_version = s.CharField()


class WarriorTextOut(s.Serializer):
    """A warrior in a sentence, with the ids behind it."""

    id = s.CharField()
    side = s.CharField()
    name = s.CharField()
    text = s.CharField()
    place = s.CharField(help_text="Where it stands, in words; empty off the table.")
    at = s.ListField(child=s.FloatField(), allow_null=True, help_text="x, y, z.")
    sees = s.ListField(child=s.DictField(), help_text="The enemies in sight: {id, how}.")
    fights = s.ListField(child=s.CharField())


class BattleTextOut(s.Serializer):
    """A battle as one would tell it to somebody who can't see the board."""

    version = s.IntegerField()
    side = s.CharField(help_text="Whose orders are told; empty for a mere reader.")
    now = s.CharField(help_text="Who has to do what.")
    turn = s.IntegerField()
    mission = s.ListField(child=s.CharField(), help_text="What it is about, and how that stands.")
    warriors = WarriorTextOut(many=True)
    ground = s.ListField(child=s.CharField(), help_text="The table and all that is on it.")
    happened = s.ListField(
        child=s.ListField(child=s.CharField()), help_text="The last turns, the latest first."
    )
    questions = s.ListField(
        child=s.DictField(), help_text="Decisions: {decision, text, choices: [{choice, text}]}."
    )
    orders = s.ListField(
        child=s.DictField(), help_text="What may be ordered now: {text, form} as in /legal-orders."
    )


class SetupOut(s.Serializer):
    """What was pinned when the battle was made."""

    hash = s.CharField(help_text="SHA-256 of the pinned setup, which goes into the first dice.")
    ruleset = s.CharField()
    house_rules = s.ListField(child=s.CharField())
    unit = s.CharField()
    unit_size = s.IntegerField(help_text="1/100 mm in a unit.")
    board = s.DictField()
    sides = s.ListField(child=s.DictField())
    warriors = s.ListField(child=s.DictField())
    catalogue = s.DictField()
    mission = s.DictField(allow_null=True, help_text="The scenario, with ratings and choices.")


class SeatIn(s.Serializer):
    warband = s.UUIDField()
    controller = s.ChoiceField(Controller.choices, default=Controller.MEMBER)
    level = s.IntegerField(min_value=1, max_value=3, default=2)


class ScenarioOut(s.Serializer):
    id = s.CharField()
    number = s.IntegerField()
    name = s.CharField()
    data = s.DictField(help_text="Its row of the catalogue; lengths by unit.")


class ScenarioRollIn(s.Serializer):
    warbands = s.ListField(child=s.UUIDField(), min_length=2, max_length=2)


class ScenarioRollOut(s.Serializer):
    dice = s.ListField(child=s.IntegerField())
    scenario = s.CharField(help_text="Empty: the lower rated warband chooses.")
    chooser = s.UUIDField(help_text="The lower rated warband.")
    chooser_name = s.CharField()
    scene = s.UUIDField(help_text="Where the dice were thrown; its `dice` tell what made them.")
    post = s.UUIDField(help_text="The post that they stand in.")


class BattleIn(s.Serializer):
    campaign = s.UUIDField()
    scene = s.UUIDField(allow_null=True, default=None, help_text="A new one unless given.")
    title = s.CharField(max_length=120, allow_blank=True, default="")
    board = s.CharField(
        max_length=60,
        allow_blank=True,
        default="",
        help_text='One of /boards, or "ruins:7", "street:7": made ones by a number; "ruins:7:40" '
        "has 40 of a hundred lots in ruins instead of 70.",
    )
    board_data = s.DictField(
        allow_null=True,
        default=None,
        help_text="A board of one's own instead: size and terrain, lengths in the ruleset's unit.",
    )
    scenario = s.CharField(
        max_length=60, allow_blank=True, default="", help_text="One of /scenarios; two sides."
    )
    ask = s.BooleanField(
        default=True, help_text="The scenario's choices are the players'; else defaults hold."
    )
    secret = s.BooleanField(
        default=False, help_text="Both sides deploy unseen, where the scenario lets them."
    )
    sides = SeatIn(many=True, min_length=2, max_length=4)
    turn_limit = s.IntegerField(min_value=1, max_value=50, allow_null=True, default=None)


class DeploymentIn(s.Serializer):
    side = s.CharField(max_length=40, allow_blank=True, default="")
    orders = s.ListField(
        child=Order(), max_length=MOST_ORDERS, help_text="A `deploy` for each warrior."
    )


class PlacingOut(s.Serializer):
    version = s.IntegerField()
    side = s.CharField()
    orders = s.ListField(child=Order(), help_text="A `deploy` for each; none elsewhere.")


class DeploymentOut(s.Serializer):
    shown = s.BooleanField(help_text="Every side has deployed: it is in the log now.")


class SeedIn(s.Serializer):
    text = s.CharField(max_length=100, help_text="The words; they are read back as `seed`.")


class ReasonIn(s.Serializer):
    reason = s.CharField(max_length=1000)


class OrdersIn(VoiceIn):
    orders = s.ListField(child=Order(), min_length=1, max_length=MOST_ORDERS, help_text=ORDER_HELP)
    text = s.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="", trim_whitespace=False)


class GmOrdersIn(OrdersIn):
    reason = s.CharField(max_length=1000, allow_blank=True, default="")


class CheckIn(s.Serializer):
    order = Order(help_text=ORDER_HELP)


class AdjustIn(ReasonIn):
    warrior = s.CharField(max_length=60)
    changes = s.DictField(
        help_text="at, facing, status, wounds, hidden, fleeing, profile: what is to change."
    )


class TerrainIn(ReasonIn):
    remove = s.ListField(
        child=s.CharField(max_length=80), max_length=400, default=list, help_text="Ids of pieces."
    )
    put = s.ListField(
        child=s.DictField(),
        max_length=400,
        default=list,
        help_text="Pieces as in a scenario file; one with the id of another stands in its stead.",
    )


class RewindIn(ReasonIn):
    to_seq = s.IntegerField(min_value=1, max_value=MOST, help_text="The last event of an order.")


class EndIn(ReasonIn):
    winner = s.CharField(max_length=40, allow_null=True, default=None)


class PauseIn(s.Serializer):
    paused = s.BooleanField()
    reason = s.CharField(max_length=1000, allow_blank=True, default="")


class GmSeatIn(s.Serializer):
    side = s.CharField(max_length=40)
    controller = s.ChoiceField(Controller.choices)
    member = s.UUIDField(allow_null=True, default=None)
    level = s.IntegerField(min_value=1, max_value=3, default=2)


class AnswerIn(s.Serializer):
    aftermath = s.UUIDField()
    decision = s.CharField(max_length=80)
    choice = s.CharField(max_length=80)
    gold = s.IntegerField(min_value=0, max_value=100_000, default=0)


class EventOut(s.Serializer):
    seq = s.IntegerField()
    branch = s.UUIDField()
    superseded = s.BooleanField(help_text="A rewind has taken it back.")
    event = Event(help_text='The event, or {"event": "Sealed"}.')
    chance = s.CharField(
        allow_null=True,
        help_text="Of dice: how likely each (or their sum) was to do what it had to.",
    )


class EventsOut(s.Serializer):
    version = s.IntegerField()
    more = s.BooleanField(help_text="There are further events: ask again from the last seq.")
    events = EventOut(many=True)


class SubmittedOut(s.Serializer):
    version = s.IntegerField()
    status = s.ChoiceField(BattleStatus.choices)
    accepted = s.IntegerField(help_text="How many of the orders were carried out.")
    refused = s.DictField(
        allow_null=True,
        help_text="Where dice had fallen before an order turned out illegal: which, and why.",
    )
    post = s.UUIDField()
    from_seq = s.IntegerField()
    to_seq = s.IntegerField()
    events = EventOut(many=True)


class FormsOut(s.Serializer):
    version = s.IntegerField()
    side = s.CharField()
    forms = s.ListField(child=Form(), help_text="Which order fits which form: docs/api.md.")


class BranchOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    parent = s.SerializerMethodField()
    from_seq = s.IntegerField()
    commitment = s.CharField()
    seeds = SeedOut(many=True)
    secret = s.SerializerMethodField(help_text="Null until the battle is closed.")
    revealed_at = s.DateTimeField(allow_null=True)
    reason = s.CharField()

    @extend_schema_field(s.UUIDField(allow_null=True))
    def get_parent(self, branch: Any) -> str | None:
        return None if branch.parent_id is None else str(self.context["ids"][branch.parent_id])

    @extend_schema_field(s.CharField(allow_null=True))
    def get_secret(self, branch: Any) -> str | None:
        return branch.secret if branch.revealed_at else None


class RollOut(s.Serializer):
    seq = s.IntegerField()
    number = s.IntegerField(help_text="Place of its first die in the order's dice, from 1.")
    purpose = s.CharField()
    dice = s.ListField(child=s.IntegerField())

    def get_fields(self) -> dict[str, Any]:
        """`from` is no name for an attribute."""
        how = s.ChoiceField(
            [(one, one) for one in ("sealed", "again", "gm")],
            help_text="Drawn from the seal, those of event `of` again, or set by the GM.",
        )
        return super().get_fields() | {"from": how, "of": s.IntegerField(allow_null=True)}


class AuditedOrderOut(s.Serializer):
    sequence = s.IntegerField()
    branch = s.UUIDField(source="branch.public_id")
    order = s.DictField(help_text="As it was stored, lengths in 1/100 mm.")
    order_hash = s.CharField(
        help_text="SHA-256 of its canonical JSON; empty while it is another side's secret."
    )
    engine_version = s.CharField()
    superseded = s.BooleanField()
    first_seq = s.IntegerField()
    last_seq = s.IntegerField()
    rolls = s.SerializerMethodField()

    @extend_schema_field(RollOut(many=True))
    def get_rolls(self, order: Any) -> list[dict[str, Any]]:
        rolls, number = [], 1
        given = {place: (how, seq) for place, how, seq in order.given}
        for place, roll in enumerate(order.rolls):
            faces = roll.payload.get("dice", [])
            purpose = roll.payload.get("purpose", "")
            how, source = given.get(place, ("sealed", None))
            row = {"seq": roll.seq, "number": number, "purpose": purpose, "dice": faces}
            rolls.append(row | {"from": how, "of": source})
            if how == "sealed":
                number += len(faces)
        return rolls


class DiceOut(s.Serializer):
    algorithm = s.CharField()
    branches = BranchOut(many=True)
    orders = AuditedOrderOut(many=True)


class PlanIn(s.Serializer):
    side = s.CharField(
        max_length=40,
        allow_blank=True,
        default="",
        help_text="Your only one needs none.",
    )
    plan = s.DictField(
        help_text="steps, stances and onslaughts; lengths in the ruleset's unit (docs/plans.md)."
    )
    text = s.CharField(
        max_length=LONGEST_TEXT,
        allow_blank=True,
        default="",
        trim_whitespace=False,
        help_text="Said with the first orders.",
    )
    sealed = s.BooleanField(default=True, help_text="Only a sealed plan is played.")
    version = s.IntegerField(
        min_value=0, max_value=2**31 - 1, allow_null=True, default=None, help_text="Of the plan."
    )


class PlanOut(s.Serializer):
    side = s.CharField()
    plan = s.DictField(help_text="What is left of it; lengths in the ruleset's unit.")
    text = s.CharField()
    sealed = s.BooleanField()
    version = s.IntegerField()
    dropped = s.ListField(child=s.DictField(), help_text="Steps that came to nothing, and why.")
    updated_at = s.DateTimeField()


class DrawIn(s.Serializer):
    side = s.CharField(
        max_length=40,
        allow_blank=True,
        default="",
        help_text="Your only one needs none.",
    )
    offered = s.BooleanField(default=True)
