"""What goes in and out of the warband resources."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from rules.ruleset import RULESETS
from warbands import names
from warbands.codec import encode
from warbands.models import Warband
from warbands.selectors.choices import questions_for
from warbands.wording import option

PROFILE_HELP = "The nine characteristics by name; M in the ruleset's unit (`unit`)."


class OwnerOut(serializers.Serializer):
    id = serializers.UUIDField(source="public_id")
    name = serializers.CharField(source="get_short_name")


class WarbandOut(serializers.ModelSerializer):
    """A warband without its fighters."""

    type_name = serializers.SerializerMethodField()
    owner = OwnerOut()
    status = serializers.CharField(help_text="draft, enlisted or disbanded")

    class Meta:
        model = Warband
        fields = (
            "id",
            "name",
            "type",
            "type_name",
            "ruleset",
            "status",
            "owner",
            "budget",
            "treasury",
            "wyrdstone",
            "rating",
            "fighting",
            "version",
            "created_at",
            "enlisted_at",
        )
        read_only_fields = fields

    def get_type_name(self, warband: Warband) -> str:
        return names.warband_type(warband.type)


class CarriedOut(serializers.Serializer):
    item = serializers.CharField()
    name = serializers.CharField()
    n = serializers.IntegerField(help_text="Pieces, for a group those of each member.")


class NamedOut(serializers.Serializer):
    """A skill or a special rule."""

    id = serializers.CharField()
    name = serializers.CharField()


class InjuryOut(serializers.Serializer):
    row = serializers.CharField(source="injury.row")
    name = serializers.CharField()
    battle = serializers.CharField(source="injury.battle")
    effects = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ListField(child=serializers.DictField()))
    def get_effects(self, line: Any) -> Any:
        return encode(line.injury.effects)


class AdvanceOut(serializers.Serializer):
    threshold = serializers.IntegerField(help_text="The experience that gave it.")
    result = serializers.CharField()
    dice = serializers.ListField(child=serializers.IntegerField())
    options = serializers.ListField(child=serializers.CharField())
    taken = serializers.CharField(help_text="Empty while it is pending.")
    pending = serializers.BooleanField()
    battle = serializers.CharField()


class FighterOut(serializers.Serializer):
    """A hero or a group of henchmen."""

    key = serializers.CharField(help_text="His id here and in battles.")
    name = serializers.CharField()
    type = serializers.CharField()
    type_name = serializers.CharField()
    hero = serializers.BooleanField()
    leader = serializers.BooleanField()
    size = serializers.IntegerField()
    members = serializers.ListField(child=serializers.IntegerField())
    fate = serializers.CharField()
    misses = serializers.IntegerField(help_text="Battles to sit out.")
    profile = serializers.DictField(child=serializers.IntegerField(), help_text=PROFILE_HELP)
    base_profile = serializers.DictField(
        source="base", child=serializers.IntegerField(), help_text="The same, as the list has it."
    )
    equipment = CarriedOut(many=True)
    skills = NamedOut(many=True)
    spells = serializers.ListField(child=serializers.CharField())
    rules = NamedOut(many=True)
    mutations = NamedOut(many=True)
    kit = NamedOut(allow_null=True, help_text="The kit that was bought whole, while it is whole.")
    notes = serializers.CharField()
    upkeep = serializers.IntegerField(help_text="What a hired sword costs after each battle.")
    injuries = InjuryOut(many=True)
    experience = serializers.IntegerField()
    earns_experience = serializers.BooleanField()
    advances = AdvanceOut(many=True)
    each = serializers.IntegerField(help_text="What one member costs with his gear.")
    price = serializers.IntegerField(help_text="size times each.")
    rating = serializers.IntegerField()


class BreachOut(serializers.Serializer):
    """What keeps a warband from being legal."""

    code = serializers.CharField()
    fighter = serializers.CharField(help_text="His key; empty where it is about the warband.")
    params = serializers.DictField()
    detail = serializers.CharField()


SHEET_FIELDS = (
    "unit",
    "size",
    "most",
    "heroes",
    "henchmen",
    "hired",
    "gone",
    "stash",
    "problems",
    "skill_set",
)
"""What a roster has besides the columns of its warband."""


class RosterOut(WarbandOut):
    """A warband with everything in it."""

    unit = serializers.CharField(help_text="cm or UM")
    size = serializers.IntegerField()
    most = serializers.IntegerField()
    heroes = FighterOut(many=True)
    henchmen = FighterOut(many=True)
    hired = FighterOut(many=True, help_text="Hired swords: for the rating, not for the size.")
    gone = FighterOut(many=True, help_text="The dead, the captured, those who left.")
    stash = CarriedOut(many=True)
    problems = BreachOut(many=True)
    skill_set = NamedOut(
        allow_null=True, help_text="By which of its list's sets the heroes learn, once chosen."
    )
    share = serializers.SerializerMethodField(
        help_text="The word of its public page (`/b/<word>`), for its owner alone; else empty."
    )

    @extend_schema_field(OpenApiTypes.STR)
    def get_share(self, warband: Warband) -> str:
        reader = self.context.get("reader")
        return (warband.share or "") if reader is not None and reader.pk == warband.owner_id else ""

    class Meta(WarbandOut.Meta):
        fields = (*WarbandOut.Meta.fields, "notes", "share", *SHEET_FIELDS)
        read_only_fields = fields


class GoodsOut(serializers.Serializer):
    id = serializers.CharField()
    name = serializers.CharField()
    price = serializers.IntegerField(help_text="For a group that of all members together.")
    refusal = serializers.CharField(help_text="Why it can't be had now; empty where it can.")
    n = serializers.IntegerField(help_text="How many there are already.")
    most = serializers.IntegerField(allow_null=True)
    each = serializers.IntegerField(help_text="For one of them.")
    sort = serializers.CharField(
        help_text="close, missile, blackpowder, armour, or the kind of anything else."
    )
    text = serializers.CharField(help_text="What it does or brings, where that isn't plain.")


class RecruitOut(GoodsOut):
    hero = serializers.BooleanField()
    leader = serializers.BooleanField()
    profile = serializers.DictField(child=serializers.IntegerField())
    rules = serializers.ListField(child=serializers.CharField())
    room = serializers.IntegerField(help_text="How many at once, by number and gold.")


class SwordOut(GoodsOut):
    """A hired sword who would serve."""

    upkeep = serializers.IntegerField()
    profile = serializers.DictField(child=serializers.IntegerField())
    rules = serializers.ListField(
        child=serializers.CharField(), help_text="What he knows, and his special rules, by name."
    )
    sets = serializers.ListField(
        child=serializers.CharField(), help_text="What he may carry besides, one of them."
    )


class KitOut(GoodsOut):
    items = serializers.ListField(child=serializers.CharField())
    groups = serializers.ListField(
        child=serializers.ListField(child=serializers.CharField()),
        help_text="Of each group one set comes besides.",
    )


class SkillsOfOut(serializers.Serializer):
    fighter = serializers.CharField()
    skills = serializers.CharField()


class SkillSetOut(serializers.Serializer):
    """A set of skills that may be chosen at the founding."""

    id = serializers.CharField()
    name = serializers.CharField()
    chosen = serializers.BooleanField()
    skills = SkillsOfOut(many=True)


class MarketOut(serializers.Serializer):
    recruits = RecruitOut(many=True)
    swords = SwordOut(many=True)
    kits = serializers.DictField(child=KitOut(many=True), help_text="By the fighter's key.")
    mutations = serializers.DictField(child=GoodsOut(many=True), help_text="By the fighter's key.")
    items = serializers.DictField(
        child=GoodsOut(many=True), help_text="What each fighter may buy, by his key."
    )
    skill_sets = SkillSetOut(many=True, help_text="Empty where nothing is to be chosen (any more).")
    gifts = serializers.DictField(
        child=GoodsOut(), help_text="What a fighter gets for nothing (`n`: he has), by his key."
    )
    heirlooms = serializers.DictField(
        child=GoodsOut(many=True),
        help_text="What a fighter may choose for less as his heirloom (`n`: he has), by his key.",
    )
    sales = serializers.DictField(
        child=GoodsOut(many=True),
        help_text="What one piece a member of each thing would bring, by the fighter's key.",
    )
    stash = GoodsOut(many=True, help_text="What a piece of the stash would fetch.")


class LedgerOut(serializers.Serializer):
    """A line of the books: n times price is total."""

    number = serializers.IntegerField()
    kind = serializers.CharField()
    kind_name = serializers.CharField()
    item = serializers.CharField()
    item_name = serializers.CharField()
    fighter = serializers.CharField()
    fighter_name = serializers.CharField()
    n = serializers.IntegerField()
    price = serializers.IntegerField()
    total = serializers.IntegerField()
    gold = serializers.IntegerField(help_text="What it adds to the treasury.")
    wyrdstone = serializers.IntegerField()
    stash = serializers.IntegerField(help_text="Pieces that it adds to the stash.")
    rating = serializers.IntegerField(help_text="What it adds to the rating.")
    reason = serializers.CharField()
    battle = serializers.CharField()
    created_at = serializers.DateTimeField()
    treasury_after = serializers.IntegerField()
    rating_after = serializers.IntegerField()


class StepOut(serializers.Serializer):
    """A step of an aftermath that is to come."""

    fighter = serializers.CharField()
    step = serializers.CharField()
    occurrence = serializers.IntegerField()


class DoneOut(serializers.Serializer):
    """A step that is done, with its events as they are and in words."""

    number = serializers.IntegerField()
    step = StepOut()
    events = serializers.SerializerMethodField()
    lines = serializers.ListField(child=serializers.CharField())
    done_at = serializers.DateTimeField()

    @extend_schema_field(serializers.ListField(child=serializers.DictField()))
    def get_events(self, step: Any) -> Any:
        return encode(step.events)


class AnswerOut(serializers.Serializer):
    """Something that may be answered."""

    id = serializers.CharField()
    name = serializers.CharField()
    group = serializers.CharField(help_text="The skill list that it belongs to, if any.")


class FormOut(serializers.Serializer):
    """A question with the answers that are open to the reader."""

    id = serializers.CharField()
    kind = serializers.CharField()
    title = serializers.CharField()
    fighter = serializers.CharField()
    rule = serializers.CharField()
    who = serializers.CharField(help_text="Whose right it is: player, captor, gm.")
    mine = serializers.BooleanField(help_text="Whether you may answer it.")
    gold = serializers.BooleanField(help_text="Whether an amount of gold may come with it.")
    answers = AnswerOut(many=True)
    default = serializers.CharField(help_text="What counts when the time has run out.")


class ChoiceIn(serializers.Serializer):
    question = serializers.CharField(max_length=80)
    choice = serializers.CharField(max_length=80)
    gold = serializers.IntegerField(min_value=0, max_value=100_000, default=0)


class QuestionOut(serializers.Serializer):
    """What somebody has to decide."""

    id = serializers.CharField()
    kind = serializers.CharField()
    fighter = serializers.CharField()
    options = serializers.SerializerMethodField()
    rule = serializers.CharField()

    @extend_schema_field(
        serializers.ListField(child=serializers.DictField(child=serializers.CharField()))
    )
    def get_options(self, question: Any) -> list[dict[str, str]]:
        return [{"id": choice, "name": option(choice)} for choice in question.options]


class AftermathRow(serializers.Serializer):
    """An aftermath in a list."""

    id = serializers.UUIDField()
    battle = serializers.CharField()
    commitment = serializers.CharField(help_text="SHA-256 of the secret of its dice.")
    created_at = serializers.DateTimeField()
    closed_at = serializers.DateTimeField(allow_null=True)
    reverted_at = serializers.DateTimeField(allow_null=True)


class AftermathOut(serializers.Serializer):
    id = serializers.UUIDField(source="aftermath.id")
    battle = serializers.CharField(source="aftermath.battle")
    warband = serializers.UUIDField(source="aftermath.warband_id")
    closed = serializers.BooleanField()
    reverted = serializers.SerializerMethodField()
    steps = DoneOut(many=True)
    remaining = StepOut(many=True)
    questions = QuestionOut(source="pending", many=True)
    forms = serializers.SerializerMethodField()
    version = serializers.IntegerField(source="aftermath.version")
    due_at = serializers.DateTimeField(
        source="aftermath.due_at",
        allow_null=True,
        help_text="When what is still open goes by its default; null while the clock stands.",
    )
    left_seconds = serializers.IntegerField(
        source="aftermath.left_seconds",
        allow_null=True,
        help_text="What was left when the clock was stopped.",
    )
    commitment = serializers.CharField(help_text="SHA-256 of the secret, shown from the start.")
    secret = serializers.CharField(help_text="Hexadecimal; empty until the aftermath is closed.")
    seeds = serializers.ListField(source="aftermath.seeds", child=serializers.CharField())

    @extend_schema_field(FormOut(many=True))
    def get_forms(self, view: Any) -> Any:
        """What is asked now, as the reader of `context` may answer it."""
        user, as_gm = self.context.get("user"), self.context.get("as_gm", False)
        if user is None or view.closed:
            return []
        return FormOut(questions_for(view.aftermath, user, as_gm=as_gm), many=True).data

    @extend_schema_field(OpenApiTypes.BOOL)
    def get_reverted(self, view: Any) -> bool:
        return view.aftermath.reverted_at is not None


class FoundingIn(serializers.Serializer):
    type = serializers.CharField(max_length=64, help_text="A kind of warband (`warband-types`).")
    name = serializers.CharField(max_length=80)
    ruleset = serializers.ChoiceField(choices=RULESETS, default="partida")
    ready = serializers.BooleanField(
        default=False, help_text="Buy the ready-made warband of its kind (`warband-types`)."
    )


class NameIn(serializers.Serializer):
    name = serializers.CharField(max_length=80)


class BandIn(serializers.Serializer):
    name = serializers.CharField(max_length=80, required=False)
    notes = serializers.CharField(max_length=4000, required=False, allow_blank=True)
    shared = serializers.BooleanField(required=False, help_text="Whether it has a public page.")


class FighterIn(serializers.Serializer):
    name = serializers.CharField(max_length=80, required=False)
    notes = serializers.CharField(max_length=1000, required=False, allow_blank=True)


class KitIn(serializers.Serializer):
    kit = serializers.CharField(max_length=64)
    choices = serializers.ListField(
        child=serializers.IntegerField(min_value=0),
        default=list,
        max_length=8,
        help_text="Which set of each of its groups; the first where nothing is said.",
    )


class MutationIn(serializers.Serializer):
    mutation = serializers.CharField(max_length=64)


class SkillSetIn(serializers.Serializer):
    skill_set = serializers.CharField(max_length=64, help_text="One of `skill_sets` (market).")


class GiftIn(serializers.Serializer):
    item = serializers.CharField(
        max_length=64, required=False, default="", help_text="One of his `heirlooms` (market)."
    )


class SpellsIn(serializers.Serializer):
    god = serializers.ChoiceField(
        choices=["nurgle", "slaanesh", "tzeentch"],
        required=False,
        help_text="Whom a Magister worships; he never changes.",
    )


class HireIn(serializers.Serializer):
    type = serializers.CharField(
        max_length=64, help_text="A kind of fighter, or `hired:` and a hired sword."
    )
    choice = serializers.IntegerField(
        min_value=0, default=0, help_text="Which of his sets a hired sword carries."
    )
    name = serializers.CharField(max_length=80, required=False, allow_blank=True, default="")
    n = serializers.IntegerField(min_value=1, max_value=20, default=1)


class NumberIn(serializers.Serializer):
    n = serializers.IntegerField(min_value=1, max_value=20, default=1)


class ItemIn(NumberIn):
    item = serializers.CharField(max_length=64)


class ReadyFighterOut(serializers.Serializer):
    type = serializers.CharField()
    type_name = serializers.CharField()
    name = serializers.CharField()
    n = serializers.IntegerField()
    things = serializers.ListField(child=serializers.CharField())


class ReadyOut(serializers.Serializer):
    """A ready-made warband: found one with `ready`, change what you like, enlist it."""

    about = serializers.CharField(help_text="How it is played.")
    size = serializers.IntegerField()
    rating = serializers.IntegerField()
    gold = serializers.IntegerField(help_text="What is left of the starting gold.")
    fighters = ReadyFighterOut(many=True)


class TypeOut(serializers.Serializer):
    """A kind of warband."""

    id = serializers.CharField()
    name = serializers.CharField()
    gold = serializers.IntegerField()
    least = serializers.IntegerField()
    most = serializers.IntegerField()
    ready = ReadyOut(allow_null=True, help_text="Its ready-made start.")
