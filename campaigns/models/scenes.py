"""Scenes (threads), the posts in them, and what a member is writing just now."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public


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
        ordering = ["position", "pk"]
        indexes = [models.Index(fields=["campaign", "position"], name="campaigns_scene_order")]

    def __str__(self) -> str:
        return self.title


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
    source = models.CharField(max_length=12, blank=True)
    orders = models.JSONField(default=list, blank=True)
    from_seq = models.PositiveIntegerField(null=True)
    to_seq = models.PositiveIntegerField(null=True)
    data = models.JSONField(default=dict, blank=True)
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
    """A stretch of a post with an audience of its own. Its author and the GM always read it."""

    post = models.ForeignKey(Post, models.CASCADE, related_name="parts")
    position = models.PositiveSmallIntegerField(default=0)
    audience = models.CharField(
        _("who may read it"), max_length=5, choices=Audience, default=Audience.ALL
    )
    members = models.ManyToManyField("campaigns.Membership", related_name="+", blank=True)
    source = models.TextField(blank=True)
    html = models.TextField(blank=True, editable=False)

    class Meta:
        verbose_name = _("part of a post")
        verbose_name_plural = _("parts of posts")
        ordering = ["post", "position"]
        constraints = [
            models.UniqueConstraint(fields=["post", "position"], name="campaigns_part_once")
        ]

    def __str__(self) -> str:
        return f"{self.post_id}.{self.position} ({self.audience})"


class Draft(models.Model):
    """What somebody is writing in a scene, under one name; kept when a turn is refused.

    `orders` are in native units as they were given. `version` is the battle's version that they
    were written for; `error` says why they were refused ({"code", "params", "index"}).
    """

    scene = models.ForeignKey(Scene, models.CASCADE, related_name="drafts")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    persona = models.CharField(max_length=80, blank=True)
    text = models.TextField(blank=True)
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
