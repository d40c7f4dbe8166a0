"""Scenes (threads), the posts in them, and what a member is writing just now."""

import secrets
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public
from rules.dice import commitment


class SceneKind(models.TextChoices):
    RULES = "rules", _("Rules")
    CAMP = "camp", _("Camp")
    BATTLE = "battle", _("Battle")
    FREE = "free", _("Scene")
    OOC = "ooc", _("Out of character")


class SceneStatus(models.TextChoices):
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")
    ARCHIVED = "archived", _("Archived")


class Visibility(models.TextChoices):
    """Who may read a scene. PUBLIC reaches strangers only where the campaign is open to readers."""

    PUBLIC = "public", _("Everybody")
    MEMBERS = "members", _("Members of the campaign")
    RESTRICTED = "restricted", _("Only those named")


class Scene(Public):
    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="scenes")
    kind = models.CharField(_("kind"), max_length=8, choices=SceneKind, default=SceneKind.FREE)
    title = models.CharField(_("title"), max_length=120)
    position = models.PositiveIntegerField(default=0)
    pinned = models.BooleanField(_("pinned"), default=False)
    status = models.CharField(
        _("status"), max_length=10, choices=SceneStatus, default=SceneStatus.OPEN
    )
    visibility = models.CharField(
        _("who may read it"), max_length=10, choices=Visibility, default=Visibility.PUBLIC
    )
    members = models.ManyToManyField("campaigns.Membership", related_name="+", blank=True)
    warband = models.ForeignKey(
        "warbands.Warband", models.SET_NULL, null=True, blank=True, related_name="camp_scenes"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    last_post_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("scene")
        verbose_name_plural = _("scenes")
        ordering = ["-pinned", "position", "pk"]
        indexes = [models.Index(fields=["campaign", "position"], name="campaigns_scene_order")]

    def __str__(self) -> str:
        return self.title

    def save(self, *args: Any, **kwargs: Any) -> None:
        """A new scene has its dice sealed at once: the promise stands before the first roll."""
        new = self._state.adding
        super().save(*args, **kwargs)
        if new:
            DiceChain.seal(self)


class PostKind(models.TextChoices):
    STORY = "story", _("Story")
    OOC = "ooc", _("Out of character")
    ORDERS = "orders", _("Turn")
    REPORT = "report", _("Report")
    SYSTEM = "system", _("Notice")


class Post(Public):
    """Something said in a scene; its text lies in its parts.

    `author` is None where the server speaks. `persona` is the name it is said under, as it was
    then; `fighter` whose name that is, if a warrior's. `orders` (native units) and the event
    numbers `from_seq` to `to_seq` belong to a turn: the log between them is what it caused.
    `data` is for all who read the post; `lost`, how many steps of its author's plan came to nothing
    in that turn, is for him alone.
    """

    scene = models.ForeignKey(Scene, models.CASCADE, related_name="posts")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    fighter = models.ForeignKey(
        "warbands.Fighter", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    persona = models.CharField(_("speaks as"), max_length=80, blank=True)
    kind = models.CharField(_("kind"), max_length=8, choices=PostKind, default=PostKind.STORY)
    side = models.CharField(max_length=40, blank=True)
    source = models.CharField(max_length=24, blank=True)
    orders = models.JSONField(default=list, blank=True)
    from_seq = models.PositiveIntegerField(null=True)
    to_seq = models.PositiveIntegerField(null=True)
    data = models.JSONField(default=dict, blank=True)
    lost = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    edited_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("post")
        verbose_name_plural = _("posts")
        ordering = ["pk"]
        indexes = [models.Index(fields=["scene", "id"], name="campaigns_post_in_scene")]

    def __str__(self) -> str:
        return f"{self.kind} {self.public_id}"


class Audience(models.TextChoices):
    ALL = "all", _("Everybody who reads the scene")
    GM = "gm", _("The game master")
    NAMED = "named", _("Only those named")


class PostPart(models.Model):
    """A stretch of a post with an audience of its own. Its author and the GM always read it.

    `html` holds a mark where a roll stands; `rolls` is what a page shows there, by number in the
    text (a copy of the rows of `PostRoll`, which count). `is_note`: apart from the story.
    """

    post = models.ForeignKey(Post, models.CASCADE, related_name="parts")
    position = models.PositiveSmallIntegerField(default=0)
    audience = models.CharField(
        _("who may read it"), max_length=5, choices=Audience, default=Audience.ALL
    )
    members = models.ManyToManyField("campaigns.Membership", related_name="+", blank=True)
    is_note = models.BooleanField(_("out-of-character note"), default=False)
    source = models.TextField(blank=True)
    html = models.TextField(blank=True, editable=False)
    rolls = models.JSONField(default=list, editable=False)
    mentions = models.ManyToManyField("campaigns.Membership", related_name="+", blank=True)
    quotes = models.ForeignKey("self", models.SET_NULL, null=True, related_name="quoted_by")

    class Meta:
        verbose_name = _("part of a post")
        verbose_name_plural = _("parts of posts")
        ordering = ["post", "position"]
        constraints = [
            models.UniqueConstraint(fields=["post", "position"], name="campaigns_part_once")
        ]

    def __str__(self) -> str:
        return f"{self.post_id}.{self.position} ({self.audience})"


class PartEdit(models.Model):
    """What a part said before it was changed; who may read the part may read it."""

    part = models.ForeignKey(PostPart, models.CASCADE, related_name="edits")
    source = models.TextField()
    html = models.TextField()
    rolls = models.JSONField(default=list)
    written_at = models.DateTimeField()
    replaced_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    replaced_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("earlier wording")
        verbose_name_plural = _("earlier wordings")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.part_id} until {self.replaced_at:%Y-%m-%d %H:%M}"


class DiceChain(Public):
    """What the dice in a scene's posts are made of: a secret, promised before the first of them.

    When a chain is revealed another one is sealed, so that a scene always has one that is not.
    """

    scene = models.ForeignKey(Scene, models.CASCADE, related_name="chains")
    secret = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("chain of dice")
        verbose_name_plural = _("chains of dice")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.public_id} of {self.scene_id}"

    @classmethod
    def seal(cls, scene: Scene) -> "DiceChain":
        secret = secrets.token_bytes(32)
        return cls.objects.create(scene=scene, secret=secret.hex(), commitment=commitment(secret))


class PostRoll(models.Model):
    """Dice thrown in a post: stored before they fall, numbered in their scene, never taken away.

    `order_hash` is the SHA-256 of what was asked for, which goes into the dice; `gm_only` dice
    are seen by the game master alone, that they were thrown by whoever reads the part. `salt` goes
    into the hash of dice that aren't for all: nobody guesses it once the chain's secret is shown.
    """

    scene = models.ForeignKey(Scene, models.CASCADE, related_name="rolls")
    chain = models.ForeignKey(DiceChain, models.CASCADE, related_name="rolls")
    part = models.ForeignKey(PostPart, models.CASCADE, related_name="throws")
    number = models.PositiveIntegerField()
    notation = models.CharField(max_length=20)
    reason = models.CharField(max_length=120, blank=True)
    difficulty = models.IntegerField(null=True)
    gm_only = models.BooleanField(default=False)
    order_hash = models.CharField(max_length=64)
    salt = models.CharField(max_length=32, blank=True)
    faces = models.JSONField(default=list)
    total = models.IntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("dice in a post")
        verbose_name_plural = _("dice in posts")
        ordering = ["scene", "number"]
        constraints = [
            models.UniqueConstraint(fields=["scene", "number"], name="campaigns_roll_once")
        ]

    def __str__(self) -> str:
        return f"#{self.number} {self.notation}"


class FeedToken(Public):
    """A private address of a feed, of a campaign or one scene. Only its SHA-256 is kept."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="feeds")
    campaign = models.ForeignKey("campaigns.Campaign", models.CASCADE, related_name="feeds")
    scene = models.ForeignKey(Scene, models.CASCADE, null=True, related_name="feeds")
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("address of a feed")
        verbose_name_plural = _("addresses of feeds")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.scene_id or self.campaign_id}"


class Draft(models.Model):
    """What somebody is writing in a scene, under one name; kept when a turn is refused.

    `asides` are the other fields of the composer by name (note, aside, aside_members ...).
    `orders` are in native units as they were given. `version` is the battle's version that they
    were written for; `error` says why they were refused ({"code", "params", "index"}).
    """

    scene = models.ForeignKey(Scene, models.CASCADE, related_name="drafts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    persona = models.CharField(max_length=80, blank=True)
    fighter = models.ForeignKey(
        "warbands.Fighter", models.SET_NULL, null=True, blank=True, related_name="+"
    )
    text = models.TextField(blank=True)
    asides = models.JSONField(default=dict, blank=True)
    orders = models.JSONField(default=list, blank=True)
    version = models.PositiveIntegerField(null=True)
    error = models.JSONField(default=dict, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("draft")
        verbose_name_plural = _("drafts")
        constraints = [
            models.UniqueConstraint(
                fields=["scene", "user", "persona"], name="campaigns_draft_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.scene_id}"


class ReadMark(models.Model):
    """Up to which post a user has read a scene."""

    scene = models.ForeignKey(Scene, models.CASCADE, related_name="read_marks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="read_marks")
    post = models.ForeignKey(Post, models.SET_NULL, null=True, related_name="+")
    read_at = models.DateTimeField()

    class Meta:
        verbose_name = _("read mark")
        verbose_name_plural = _("read marks")
        constraints = [
            models.UniqueConstraint(fields=["scene", "user"], name="campaigns_read_mark_once")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.scene_id}"


PUBLIC_SCENES = Q(visibility=Visibility.PUBLIC, campaign__is_public=True)
