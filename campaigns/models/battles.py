"""A battle, its sides, its branches, and the log of orders and events."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from campaigns.models.base import Public


class BattleStatus(models.TextChoices):
    """SETUP gathers seeds; OVER awaits the aftermath; CLOSED and CANCELLED show their dice.

    REPORTED is a battle by hand that not everybody has confirmed yet.
    """

    SETUP = "setup", _("Being prepared")
    REPORTED = "reported", _("Reported, not confirmed yet")
    OPEN = "open", _("Under way")
    PAUSED = "paused", _("Paused")
    OVER = "over", _("Over, aftermath under way")
    CLOSED = "closed", _("Closed")
    CANCELLED = "cancelled", _("Cancelled")


LIVE = (
    BattleStatus.SETUP,
    BattleStatus.REPORTED,
    BattleStatus.OPEN,
    BattleStatus.PAUSED,
    BattleStatus.OVER,
)


class Battle(Public):
    """`setup` is pinned when the battle is made; `state` (without the setup) follows the log.

    `version` is the number of the last event row and the ETag: it never falls, not even by a
    rewind. Events of the active branch fold to `state`. `secret_deployment`: both sides deploy
    unseen (SealedDeployment). `by_hand`: played on a real table, so that there is neither setup nor
    log, only a HandReport.
    """

    scene = models.OneToOneField("campaigns.Scene", models.CASCADE, related_name="battle")
    board = models.CharField(max_length=60, blank=True)
    scenario = models.CharField(max_length=60, blank=True)
    secret_deployment = models.BooleanField(default=False)
    by_hand = models.BooleanField(default=False)
    setup = models.JSONField()
    setup_hash = models.CharField(max_length=64)
    state = models.JSONField(null=True)
    version = models.PositiveIntegerField(default=0)
    orders_count = models.PositiveIntegerField(default=0)
    active_branch = models.ForeignKey(
        "campaigns.Branch", models.SET_NULL, null=True, related_name="+"
    )
    status = models.CharField(max_length=10, choices=BattleStatus, default=BattleStatus.SETUP)
    engine_version = models.CharField(max_length=20)
    result = models.JSONField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    over_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("battle")
        verbose_name_plural = _("battles")
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["status"], name="campaigns_battle_status")]

    def __str__(self) -> str:
        return f"{self.public_id} ({self.status})"

    @cached_property
    def seats(self) -> "list[BattleSide]":
        """The sides in their order, read once."""
        return list(self.sides.select_related("user", "clock").order_by("position"))


class Controller(models.TextChoices):
    MEMBER = "member", _("A player")
    SERVER = "server", _("The server")
    GM = "gm", _("The game master")


class BattleSide(models.Model):
    """A seat in a battle: whoever sits in it may change, the side stays.

    `waiting` says that play waits for this side; it follows the state in the same transaction.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="sides")
    side = models.CharField(max_length=40)
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=80)
    warband = models.ForeignKey(
        "warbands.Warband", models.SET_NULL, null=True, related_name="battle_sides"
    )
    controller = models.CharField(max_length=8, choices=Controller, default=Controller.MEMBER)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="battle_sides"
    )
    level = models.PositiveSmallIntegerField(default=2)
    waiting = models.BooleanField(default=False)
    waiting_since = models.DateTimeField(null=True)
    draw_offered = models.BooleanField(default=False)

    class Meta:
        verbose_name = _("side of a battle")
        verbose_name_plural = _("sides of battles")
        ordering = ["battle", "position"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "side"], name="campaigns_side_once")
        ]
        indexes = [
            models.Index(fields=["user"], condition=Q(waiting=True), name="campaigns_side_waiting")
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.side})"


class SidePlan(models.Model):
    """What a side has ordered ahead: a secret of `user`, who made it, and of nobody else.

    `plan` is `rules.battle.plan.Plan` as JSON, in 1/100 mm. Only a `sealed` one is played, and only
    while its maker sits in the seat. `dropped` are the steps that came to nothing, newest last:
    [{"reason", "rule", "turn", "phase", "step"}].
    """

    side = models.ForeignKey(BattleSide, models.CASCADE, related_name="plans")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    plan = models.JSONField(default=dict)
    text = models.TextField(blank=True)
    sealed = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    dropped = models.JSONField(default=list)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        constraints = [models.UniqueConstraint(fields=["side", "user"], name="campaigns_plan_once")]

    def __str__(self) -> str:
        return f"{self.user_id} for {self.side_id}"


class Combatant(models.Model):
    """A warrior that a battle holds: `open` until the battle closes, and in one only."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="combatants")
    side = models.ForeignKey(BattleSide, models.CASCADE, related_name="combatants")
    warrior = models.CharField(max_length=60)
    open = models.BooleanField(default=True)

    class Meta:
        verbose_name = _("warrior in a battle")
        verbose_name_plural = _("warriors in battles")
        constraints = [
            models.UniqueConstraint(
                fields=["warrior"], condition=Q(open=True), name="campaigns_warrior_in_one_battle"
            ),
            models.UniqueConstraint(
                fields=["battle", "warrior"], name="campaigns_warrior_once_a_battle"
            ),
        ]

    def __str__(self) -> str:
        return self.warrior


class Branch(Public):
    """A line of events, from the start or from a rewind; nothing is ever deleted.

    `secret` (hexadecimal, sealed until `revealed_at`) feeds its dice, `commitment` is its
    SHA-256, published before any of them fell. `seeds` are those of the players, frozen at the
    start: [{"by": name, "seed": text}].
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="branches")
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="children")
    from_seq = models.PositiveIntegerField(default=0)
    secret = models.CharField(max_length=64, editable=False)
    commitment = models.CharField(max_length=64, editable=False)
    seeds = models.JSONField(default=list)
    reason = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    revealed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("branch")
        verbose_name_plural = _("branches")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.public_id} from {self.from_seq}"


class Seed(models.Model):
    """What a member adds to the dice of a battle before it starts."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="seeds")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    text = models.CharField(max_length=100)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("seed")
        verbose_name_plural = _("seeds")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "user"], name="campaigns_seed_once")
        ]

    def __str__(self) -> str:
        return self.text


class SealedDeployment(models.Model):
    """Where a side deploys, unseen until every side has said it. `orders` are in native units.

    `made_by`: whoever has sealed it, of a campaign's game masters the one who knows it; None for
    the server.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="sealed_deployments")
    side = models.CharField(max_length=40)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+"
    )
    orders = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("sealed deployment")
        verbose_name_plural = _("sealed deployments")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["battle", "side"], name="campaigns_sealed_deployment_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.battle_id}: {self.side}"


class OrderRow(models.Model):
    """An order as it was stored before its first die.

    `sequence` counts the orders of a battle and never falls; `order_hash` is the SHA-256 of the
    canonical order, which goes into the dice. `dice` is how many faces it drew. `given` has
    an entry for each roll whose faces didn't come from the seal: [its place, "again" and the event
    that they are those of, or "gm" and null], on a branch where the GM had it go another way.
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="orders")
    branch = models.ForeignKey(Branch, models.CASCADE, related_name="orders")
    sequence = models.PositiveIntegerField()
    side = models.CharField(max_length=40, blank=True)
    source = models.CharField(max_length=8)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    order = models.JSONField()
    order_hash = models.CharField(max_length=64)
    engine_version = models.CharField(max_length=20)
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()
    dice = models.PositiveIntegerField(default=0)
    given = models.JSONField(default=list)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("order")
        verbose_name_plural = _("orders")
        ordering = ["battle", "sequence"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "sequence"], name="campaigns_order_once")
        ]
        indexes = [models.Index(fields=["battle", "last_seq"], name="campaigns_order_end")]

    def __str__(self) -> str:
        return f"{self.battle_id}#{self.sequence}"


class EventRow(models.Model):
    """One event; `payload` is the engine's JSON (or the server's: `Rewound`)."""

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="events")
    branch = models.ForeignKey(Branch, models.CASCADE, related_name="events")
    order = models.ForeignKey(OrderRow, models.CASCADE, null=True, related_name="events")
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=40)
    rule = models.CharField(max_length=40, blank=True)
    audience = models.JSONField(default=list)
    payload = models.JSONField()

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["battle", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "seq"], name="campaigns_event_once")
        ]

    def __str__(self) -> str:
        return f"{self.battle_id}:{self.seq} {self.type}"
