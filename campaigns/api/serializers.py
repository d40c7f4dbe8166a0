"""Campaigns, scenes and posts as REST reads and writes them. Ids are public ids, never keys."""

from typing import Any

from django.conf import settings
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers as s

from campaigns.api.engine_fields import Order
from campaigns.catch_up import LIMITS, RULES, CatchUpRule
from campaigns.models import (
    LONGEST_CHOICE,
    LONGEST_EDIT,
    Audience,
    CampaignStatus,
    Newcomers,
    PostKind,
    Role,
    SceneKind,
    SceneStatus,
)
from campaigns.models import Visibility as Visibilities
from campaigns.selectors.plans import lost_for
from campaigns.selectors.search import excerpt
from campaigns.services.parts import LONGEST_TEXT, MOST_PARTS
from campaigns.services.scenes import LONGEST_PERSONA, MOST_ORDERS
from campaigns.written import knows_all, opened, rolls_for, source_for, written


class UserOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    name = s.CharField(source="get_short_name")


class CatchUpRuleIn(s.Serializer):
    """Fields that are left out stay as they are."""

    rule = s.ChoiceField(list(RULES), required=False)
    gold = s.IntegerField(
        min_value=LIMITS["gold"][0],
        max_value=LIMITS["gold"][1],
        required=False,
        help_text="Gold crowns for each battle.",
    )
    experience = s.IntegerField(
        min_value=LIMITS["experience"][0],
        max_value=LIMITS["experience"][1],
        required=False,
        help_text="Points for each fighter and battle.",
    )
    most = s.IntegerField(
        min_value=LIMITS["most"][0],
        max_value=LIMITS["most"][1],
        required=False,
        help_text="Battles counted at most.",
    )


class CatchUpRuleOut(s.Serializer):
    rule = s.ChoiceField(list(RULES), default="none")
    gold = s.IntegerField(default=CatchUpRule().gold)
    experience = s.IntegerField(default=CatchUpRule().experience)
    most = s.IntegerField(default=CatchUpRule().most)


class CampaignOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    name = s.CharField()
    description = s.CharField()
    ruleset = s.CharField()
    house_rules = s.DictField()
    language = s.ChoiceField(settings.LANGUAGES)
    is_public = s.BooleanField()
    edit_minutes = s.IntegerField(help_text="How long a post may be corrected.")
    hand_reports = s.BooleanField(help_text="Battles by hand may be reported.")
    choice_hours = s.IntegerField(
        help_text="How long players have for their choices after a battle, by the pace's clock."
    )
    catch_up = CatchUpRuleOut(help_text="What late joiners get.")
    newcomers = s.ChoiceField(
        Newcomers.choices, help_text="What is asked of warbands that have fought elsewhere."
    )
    status = s.ChoiceField(CampaignStatus.choices)
    role = s.ChoiceField(Role.choices, allow_null=True, help_text="What you are in it.")
    created_at = s.DateTimeField()


class CampaignIn(s.Serializer):
    name = s.CharField(max_length=80)
    description = s.CharField(max_length=4000, allow_blank=True, required=False)
    ruleset = s.CharField(max_length=20, required=False)
    house_rules = s.DictField(required=False)
    language = s.ChoiceField(settings.LANGUAGES, required=False)
    is_public = s.BooleanField(required=False)


class CampaignChanges(s.Serializer):
    name = s.CharField(max_length=80)
    description = s.CharField(max_length=4000, allow_blank=True)
    house_rules = s.DictField()
    language = s.ChoiceField(settings.LANGUAGES)
    is_public = s.BooleanField()
    edit_minutes = s.IntegerField(min_value=0, max_value=LONGEST_EDIT)
    hand_reports = s.BooleanField()
    choice_hours = s.IntegerField(min_value=1, max_value=LONGEST_CHOICE)
    catch_up = CatchUpRuleIn()
    newcomers = s.ChoiceField(Newcomers.choices)
    status = s.ChoiceField(CampaignStatus.choices)


class HouseRuleOut(s.Serializer):
    name = s.CharField()
    type = s.CharField(help_text="What kind of value it takes.")
    group = s.CharField()
    title = s.CharField()
    text = s.CharField()
    rules = s.ListField(child=s.CharField(), help_text="Rule IDs that it bends.")
    optional = s.BooleanField(help_text="`none` is a value of it.")
    min = s.FloatField(allow_null=True)
    max = s.FloatField(allow_null=True)
    values = s.ListField(child=s.CharField(), help_text="Of a choice.")
    names = s.ListField(child=s.CharField(), help_text="What a formula may use.")
    book = s.JSONField(help_text="The ruleset's own value.")
    changed = s.BooleanField()
    value = s.JSONField(help_text="What holds in the battles to come.")


class MemberOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    user = UserOut()
    role = s.ChoiceField(Role.choices)
    joined_at = s.DateTimeField()


class RoleIn(s.Serializer):
    role = s.ChoiceField(Role.choices)


class InvitationIn(s.Serializer):
    role = s.ChoiceField(Role.choices, default=Role.PLAYER)
    uses = s.IntegerField(min_value=1, max_value=100, default=1)
    days = s.IntegerField(min_value=1, max_value=365, default=14)


class InvitationOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    role = s.ChoiceField(Role.choices)
    uses = s.IntegerField()
    used = s.IntegerField()
    expires_at = s.DateTimeField()
    revoked_at = s.DateTimeField(allow_null=True)


class InvitationMade(InvitationOut):
    token = s.CharField(help_text="Shown once; only its hash is kept.")


class TokenIn(s.Serializer):
    token = s.CharField(max_length=100)


class WarbandIn(s.Serializer):
    warband = s.UUIDField()


class EnrolmentOut(s.Serializer):
    warband = s.UUIDField(source="warband_id")
    name = s.CharField(source="warband.name")
    type = s.CharField(source="warband.type")
    rating = s.IntegerField(source="warband.rating")
    owner = UserOut(source="warband.owner")


class SceneOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    kind = s.ChoiceField(SceneKind.choices)
    title = s.CharField()
    position = s.IntegerField()
    pinned = s.BooleanField()
    status = s.ChoiceField(SceneStatus.choices)
    visibility = s.ChoiceField(Visibilities.choices)
    warband = s.UUIDField(source="warband_id", allow_null=True)
    battle = s.SerializerMethodField()
    last_post_at = s.DateTimeField(allow_null=True)

    @extend_schema_field(s.UUIDField(allow_null=True))
    def get_battle(self, scene: Any) -> str | None:
        battle = getattr(scene, "battle", None)
        return None if battle is None else str(battle.public_id)


class SceneListed(SceneOut):
    posts_count = s.IntegerField()
    unread = s.IntegerField()


class SceneIn(s.Serializer):
    title = s.CharField(max_length=120)
    kind = s.ChoiceField(SceneKind.choices, default=SceneKind.FREE)
    visibility = s.ChoiceField(Visibilities.choices, default=Visibilities.PUBLIC)
    members = s.ListField(child=s.UUIDField(), default=list, max_length=100)


class SceneChanges(s.Serializer):
    title = s.CharField(max_length=120)
    status = s.ChoiceField(SceneStatus.choices)
    visibility = s.ChoiceField(Visibilities.choices)
    position = s.IntegerField(min_value=0, max_value=100_000)
    pinned = s.BooleanField()
    members = s.ListField(child=s.UUIDField(), max_length=100)


class PartOut(s.Serializer):
    audience = s.ChoiceField(Audience.choices)
    members = s.SerializerMethodField(help_text="Who may read it besides its author and the GM.")
    position = s.IntegerField(help_text="Its place in the post; corrections name it.")
    is_note = s.BooleanField(help_text="Out of character, apart from the story.")
    source = s.SerializerMethodField(
        help_text="Markdown as it was written, rolls numbered; those for the GM as `[GM #3]`."
    )
    html = s.SerializerMethodField(help_text="The same, rendered and sanitised, with its dice.")
    rolls = s.SerializerMethodField(help_text="Its dice; of those for the GM only the number.")
    mentions = s.SerializerMethodField(help_text="The members whom it calls.")

    @extend_schema_field(OpenApiTypes.STR)
    def get_source(self, part: Any) -> str:
        return source_for(part, self.context["access"])

    @extend_schema_field(OpenApiTypes.STR)
    def get_html(self, part: Any) -> str:
        return written(part, gm=self._gm())

    @extend_schema_field(s.ListField(child=s.DictField()))
    def get_rolls(self, part: Any) -> list[dict[str, Any]]:
        return rolls_for(part, gm=self._gm())

    @extend_schema_field(s.ListField(child=s.UUIDField()))
    def get_mentions(self, part: Any) -> list[str]:
        return [str(member.public_id) for member in part.mentions.all()]

    def _gm(self) -> bool:
        return bool(self.context["access"].is_gm)

    @extend_schema_field(s.ListField(child=s.UUIDField()))
    def get_members(self, part: Any) -> list[str]:
        if part.audience != Audience.NAMED:
            return []
        return [str(member.public_id) for member in part.members.all()]


class PostOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    kind = s.ChoiceField(PostKind.choices)
    author = UserOut(allow_null=True)
    persona = s.CharField()
    fighter = s.UUIDField(source="fighter_id", allow_null=True)
    parts = PartOut(source="visible", many=True)
    side = s.CharField(help_text="The side of a turn.")
    source = s.CharField(help_text="player, gm, server; start or rewind for notices of a battle.")
    orders = s.ListField(child=Order(), help_text="Orders of a turn.")
    from_seq = s.IntegerField(allow_null=True, help_text="First event of the turn.")
    to_seq = s.IntegerField(allow_null=True, help_text="Last event of the turn.")
    data = s.DictField()
    lost = s.SerializerMethodField(
        help_text="Steps of your own plan that came to nothing in this turn; 0 for others."
    )
    created_at = s.DateTimeField()
    edited_at = s.DateTimeField(allow_null=True)

    def get_lost(self, post: Any) -> int:
        return lost_for(self.context["access"], post)


class EditOut(s.Serializer):
    position = s.IntegerField(source="part.position")
    source = s.SerializerMethodField(help_text="What the part said before.")
    written_at = s.DateTimeField()
    replaced_at = s.DateTimeField()

    @extend_schema_field(OpenApiTypes.STR)
    def get_source(self, edit: Any) -> str:
        whole = knows_all(edit.part, self.context["access"])
        return opened(edit.source, edit.rolls, all_of_it=whole)


class CorrectionIn(s.Serializer):
    texts = s.DictField(
        child=s.CharField(max_length=LONGEST_TEXT, allow_blank=True, trim_whitespace=False),
        help_text="The new wording of parts, by their position.",
    )


class PartIn(s.Serializer):
    source = s.CharField(max_length=LONGEST_TEXT, trim_whitespace=False)
    audience = s.ChoiceField(Audience.choices, default=Audience.ALL)
    members = s.ListField(child=s.UUIDField(), default=list, max_length=100)
    is_note = s.BooleanField(default=False)
    quotes = s.CharField(
        max_length=60,
        allow_blank=True,
        default="",
        help_text='"post id:position" of the part that it quotes, whose readers it then shares.',
    )


class VoiceIn(s.Serializer):
    persona = s.CharField(max_length=LONGEST_PERSONA, allow_blank=True, default="")
    fighter = s.UUIDField(allow_null=True, default=None)


class PostIn(VoiceIn):
    parts = PartIn(many=True, min_length=1, max_length=MOST_PARTS)
    kind = s.ChoiceField([PostKind.STORY, PostKind.OOC], default=PostKind.STORY)


class PostsWanted(s.Serializer):
    after = s.UUIDField(required=False, help_text="Those written after this post of the scene.")


class DraftIn(s.Serializer):
    persona = s.CharField(max_length=LONGEST_PERSONA, allow_blank=True, default="")
    fighter = s.UUIDField(allow_null=True, default=None)
    text = s.CharField(max_length=LONGEST_TEXT, allow_blank=True, default="", trim_whitespace=False)
    asides = s.DictField(default=dict, help_text="The other fields of a composer, by name.")
    orders = s.ListField(child=s.DictField(), default=list, max_length=MOST_ORDERS)
    version = s.IntegerField(min_value=0, max_value=2**31 - 1, allow_null=True, default=None)


class DraftOut(s.Serializer):
    persona = s.CharField()
    fighter = s.UUIDField(source="fighter_id", allow_null=True)
    text = s.CharField()
    asides = s.DictField()
    orders = s.ListField(child=s.DictField())
    version = s.IntegerField(allow_null=True)
    error = s.DictField(help_text="Why it was refused: code, and what belongs to it.")
    updated_at = s.DateTimeField()


class GmActionOut(s.Serializer):
    action = s.CharField()
    user = UserOut()
    battle = s.UUIDField(source="battle.public_id", allow_null=True, default=None)
    reason = s.CharField()
    payload = s.DictField()
    created_at = s.DateTimeField()


class ChainOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    commitment = s.CharField(help_text="SHA-256 of the secret, published before the first roll.")
    secret = s.SerializerMethodField(help_text="Hexadecimal, once it is revealed.")

    @extend_schema_field(s.CharField(allow_null=True))
    def get_secret(self, chain: Any) -> str | None:
        return chain.secret if chain.revealed_at else None


class ThrowOut(s.Serializer):
    number = s.IntegerField()
    chain = s.UUIDField(help_text="The chain that it is made of.")
    post = s.UUIDField(allow_null=True)
    gm_only = s.BooleanField()
    notation = s.CharField(required=False)
    reason = s.CharField(required=False)
    difficulty = s.IntegerField(allow_null=True, required=False)
    order_hash = s.CharField(required=False, help_text="SHA-256 of what was asked for.")
    faces = s.ListField(child=s.IntegerField(), required=False)
    total = s.IntegerField(required=False)


class SceneDiceOut(s.Serializer):
    chains = ChainOut(many=True)
    rolls = ThrowOut(many=True, help_text="Of what isn't for you only the number is told.")


class FoundOut(s.Serializer):
    scene = s.UUIDField(source="post.scene.public_id")
    title = s.CharField(source="post.scene.title")
    post = s.UUIDField(source="post.public_id")
    position = s.IntegerField(help_text="The part of the post.")
    persona = s.CharField(source="post.persona")
    author = UserOut(source="post.author", allow_null=True)
    created_at = s.DateTimeField(source="post.created_at")
    excerpt = s.SerializerMethodField(help_text="Plain text around what was found.")

    @extend_schema_field(OpenApiTypes.STR)
    def get_excerpt(self, part: Any) -> str:
        return excerpt(source_for(part, self.context["access"]), self.context["words"])


class FeedIn(s.Serializer):
    scene = s.UUIDField(allow_null=True, default=None, help_text="Of this scene only.")


class FeedOut(s.Serializer):
    id = s.UUIDField(source="public_id")
    scene = s.UUIDField(source="scene.public_id", allow_null=True, default=None)
    created_at = s.DateTimeField()
    expires_at = s.DateTimeField()


class FeedMade(FeedOut):
    token = s.CharField(help_text="For /feeds/{token}.atom. Shown once; only its hash is kept.")
