"""A campaign played by clocks: how long it lasts when some of its players are away.

Eight players look in once a day at an hour of their own and do then whatever is asked of them: the
server's own player gives their orders, through the same services as the pages. Each is away on
some days, in stretches; of an absence that is announced the campaign knows, and standing orders
are left behind. Everything between the visits is the real thing: clocks, expiries, standing
orders, the server's cautious moves, aftermaths, notices. Only the time on the wall is pretended.

It all happens in one transaction that is taken back: nothing of it stays in the database.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import QuerySet
from msgspec.structs import replace

from campaigns import outbox
from campaigns.engine import state_of
from campaigns.models import (
    AwayPolicy,
    Battle,
    BattleStatus,
    Campaign,
    Membership,
    Outbox,
    Policy,
    Post,
    Role,
)
from campaigns.services import aftermath as after
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.campaigns import create_campaign, enrol_warband
from campaigns.services.pace import absence_add, pace_set
from campaigns.services.plans import plan_clear, plan_set
from campaigns.services.presence import here
from campaigns.services.pretend import Wall, pretending
from campaigns.services.turns import Submission, battle_submit
from mordheim_site.errors import ServiceError
from rules.battle.state import State
from rules.campaign import options_of
from rules.player import choose
from warbands import services as bands
from warbands.models import Aftermath, Warband
from warbands.services import aftermath as aftermaths

START = datetime(2026, 6, 1, 4, tzinfo=UTC)
ZONE = ZoneInfo("Europe/Madrid")
DAY = timedelta(days=1)
LATE = 50  # minutes: how much earlier or later than usual somebody looks in
EARLIEST, LATEST = 8, 22
STRETCH = (2, 5)  # days that an absence lasts
LONG_AGO = 30  # days: where everybody is in his comings and goings when it begins
ALARM = 400  # days: no campaign of this size lasts so long
LEVEL = 1
KINDS = ("reikland", "skaven_eshin", "middenheim", "witch_hunters")


@dataclass(frozen=True)
class Terms:
    """What is played, and how.

    `absent`: the share of days on which a player is away; `announced`: the share of absences that
    he tells the campaign of.
    """

    players: int = 8
    rounds: int = 3
    absent: float = 0.0
    announced: float = 0.5
    hours: int = 24
    grace: int | None = 6
    turn_limit: int = 6
    seed: int = 1


@dataclass
class Played:
    """How it went. A turn here is one side's in one round of play, its answers in others' included.

    `visits[n]`: turns in which the player had to look in n times to play them; `policies`: turns
    that were played for somebody, by how.
    """

    days: float = 0.0
    battles: int = 0
    turns: int = 0
    orders: int = 0
    hours_a_turn: float = 0.0
    away: float = 0.0
    visits: Counter[int] = field(default_factory=Counter)
    policies: Counter[str] = field(default_factory=Counter)

    @property
    def one_visit(self) -> float:
        """The share of turns for which one visit was enough, of those that somebody played."""
        played = sum(self.visits.values())
        return self.visits[1] / played if played else 1.0


@dataclass
class Player:
    """Somebody who looks in once a day; `away` are the days on which he doesn't."""

    user: Any
    band: Warband
    hour: int
    chance: random.Random
    away: set[date] = field(default_factory=set)
    visits: int = 0

    def looks_in(self, day: date) -> datetime:
        """When on a day."""
        minutes = self.chance.randint(-LATE, LATE)
        return datetime.combine(day, time(self.hour), ZONE).astimezone(UTC) + timedelta(
            minutes=minutes
        )


def simulate(terms: Terms, tell: Callable[[str], None] = lambda told: None) -> Played:
    """Play one campaign to the end of its last round. `tell` hears of every day."""
    with pretending(f"pace:{terms.seed}", START) as wall, transaction.atomic():
        played = _Simulation(terms, wall, tell).run()
        transaction.set_rollback(True)
    return played


class _Simulation:
    def __init__(self, terms: Terms, wall: Wall, tell: Callable[[str], None]) -> None:
        self.terms, self.wall, self.tell = terms, wall, tell
        self.played = Played()
        self.seen: dict[tuple[int, int, str], set[int]] = defaultdict(set)
        self.open: list[Battle] = []
        self.lasted = timedelta()
        self.ended = START
        users = get_user_model().objects
        self.gm = users.create(username=f"pace-{terms.seed}-gm")
        self.campaign = self._campaign()
        self.players = [self._player(number) for number in range(terms.players)]
        self.pairings = _rounds(self.players, terms.rounds)

    def _campaign(self) -> Campaign:
        campaign = create_campaign(user=self.gm, name="Simulación")
        pace_set(
            user=self.gm,
            campaign_id=campaign.public_id,
            hours=self.terms.hours,
            first=Policy.PLAN,
            then=Policy.CAUTIOUS,
            absences=AwayPolicy.AT_ONCE,
            grace_hours=self.terms.grace,
        )
        return campaign

    def _player(self, number: int) -> Player:
        user = get_user_model().objects.create(username=f"pace-{self.terms.seed}-{number}")
        Membership.objects.create(campaign=self.campaign, user=user, role=Role.PLAYER)
        kind = KINDS[number % len(KINDS)]
        band = bands.buy_preset(actor=user, type=kind, name=f"{kind} {number}")
        enrol_warband(user=user, campaign_id=self.campaign.public_id, warband_id=band.pk)
        chance = random.Random(f"{self.terms.seed}:{number}")  # noqa: S311 - nobody's secret
        player = Player(user, band, chance.randint(EARLIEST, LATEST), chance)
        away = random.Random(f"{self.terms.seed}:away:{number}")  # noqa: S311 - nobody's secret
        self._absences(player, away)
        return player

    def _absences(self, player: Player, chance: random.Random) -> None:
        """Stretches of days away, so many that the share of them is as the terms say."""
        if not self.terms.absent:
            return
        day, last = START.date() - chance.randint(0, LONG_AGO) * DAY, START.date() + ALARM * DAY
        while day < last:
            stretch = chance.randint(*STRETCH)
            home = round(stretch * (1 - self.terms.absent) / self.terms.absent)
            day += chance.randint(max(1, home - 2), home + 2) * DAY
            player.away |= {day + n * DAY for n in range(stretch)}
            day += stretch * DAY

    def run(self) -> Played:
        self._begin_battles()
        day = START.date()
        while self.open or self.pairings:
            if (day - START.date()).days > ALARM:
                raise RuntimeError(f"not over after {ALARM} days")
            self._play_day(day)
            day += DAY
        self._count()
        return self.played

    def _play_day(self, day: date) -> None:
        visits = [
            (player.looks_in(day), number, player) for number, player in enumerate(self.players)
        ]
        self._visit_of_gm()
        for moment, _number, player in sorted(visits, key=lambda one: one[:2]):
            self._pass_to(moment)
            if day not in player.away:
                self._visit(player, day)
            else:
                self.played.away += 1
        self.tell(f"{day}: {len(self.open)} battles, {len(self.pairings)} rounds to come")

    # --- time --------------------------------------------------------------------------------

    def _pass_to(self, moment: datetime) -> None:
        """Everything that falls due up to then, each at its own moment."""
        while True:
            due = Outbox.objects.filter(done_at=None, run_after__lte=moment)
            first = due.order_by("run_after").values_list("run_after", flat=True).first()
            if first is None:
                break
            self.wall.move_to(first)
            self._work()
        self.wall.move_to(moment)

    def _work(self) -> None:
        outbox.run_due(limit=100_000)
        failed = Outbox.objects.exclude(last_error="").first()
        if failed is not None:
            raise RuntimeError(f"{failed}: {failed.last_error}")
        self._begin_battles()

    # --- rounds ------------------------------------------------------------------------------

    def _begin_battles(self) -> None:
        """Whoever has his battle and what came of it behind him goes on to the next one."""
        over = Battle.objects.filter(
            pk__in=[one.pk for one in self.open], status=BattleStatus.CLOSED
        ).in_bulk()
        for battle in over.values():
            self.lasted += battle.over_at - battle.started_at
            self.played.battles += 1
            self.played.turns += _turns(battle)
        self.open = [one for one in self.open if one.pk not in over]
        if over:
            self.ended = self.wall.now
        if self.open or not self.pairings or self._unsettled().exists():
            return
        for red, blue in self.pairings.pop(0):
            battle = battle_create(
                user=self.gm,
                campaign_id=self.campaign.public_id,
                seats=[Seat(red.band.pk), Seat(blue.band.pk)],
                board=f"ruins:{len(self.open) + 10 * len(self.pairings)}",
                turn_limit=self.terms.turn_limit,
            )
            self.open.append(battle_start(user=self.gm, battle_id=battle.public_id))
        outbox.run_due(limit=100_000)

    # --- visits ------------------------------------------------------------------------------

    def _visit(self, player: Player, day: date) -> None:
        player.visits += 1
        here(user=player.user, campaign_id=self.campaign.public_id)
        self._work()
        for battle in list(self.open):
            if battle.sides.filter(user=player.user).exists():
                plan_clear(user=player.user, battle_id=battle.public_id)
                self._play(player, battle)
        self._settle(player)
        self._leave(player, day)

    def _play(self, player: Player, battle: Battle) -> None:
        """Orders until play waits for somebody else."""
        while True:
            self._work()
            battle.refresh_from_db()
            side = battle.sides.select_related("clock").get(user=player.user)
            if battle.status != BattleStatus.OPEN or not side.waiting:
                return
            state = state_of(battle)
            order = replace(choose(state, side.side, level=LEVEL), source="player")
            battle_submit(
                user=player.user,
                battle_id=battle.public_id,
                submission=Submission([order], battle.version),
            )
            self.played.orders += 1
            turn = 0 if state.phase == "deployment" else state.turn
            self.seen[battle.pk, turn, side.side].add(player.visits)

    def _unsettled(self) -> QuerySet[Aftermath]:
        own = [player.band.pk for player in self.players]
        return Aftermath.objects.filter(warband__in=own, closed_at=None, reverted_at=None)

    def _settle(self, player: Player) -> None:
        """What is asked after a battle: the answer that counts when nobody gives one."""
        for row in self._unsettled().filter(warband=player.band):
            self._answer(player.user, row, "player")
        for row in self._unsettled():
            self._answer(player.user, row, "captor")
        self._work()

    def _visit_of_gm(self) -> None:
        """He looks in every morning and settles what is his to settle."""
        for row in self._unsettled():
            self._answer(self.gm, row, "gm")
        self._work()

    def _answer(self, user: Any, row: Aftermath, who: str) -> None:
        """All questions that are this user's, one after the other: answers bring new ones."""
        answered: set[str] = set()
        while True:
            row.refresh_from_db()
            asked = (one for one in aftermaths.pending(row) if one.who == who)
            question = next((one for one in asked if one.id not in answered), None)
            if question is None:
                return
            answered.add(question.id)
            options = options_of(question, who)
            choice = question.default if question.default in options else options[0]
            try:
                after.aftermath_choose(
                    user=user,
                    aftermath_id=row.pk,
                    question=question.id,
                    choice=choice,
                    expected_version=row.version,
                )
            except ServiceError as refusal:
                if refusal.code not in ("not_yours", "not_found", "not_enough_gold"):
                    raise

    def _leave(self, player: Player, day: date) -> None:
        """Before going: answers for what others may ask in their turns; before a stretch away say
        so, some of the time, and leave orders for one's own turns too."""
        leaves = day + DAY in player.away and day not in player.away
        says = leaves and player.chance.random() < self.terms.announced
        if says:
            last = day + DAY
            while last + DAY in player.away:
                last += DAY
            absence_add(user=player.user, first_day=day + DAY, last_day=last)
        for battle in self.open:
            battle.refresh_from_db()
            side = battle.sides.filter(user=player.user).first()
            if side is not None and battle.status == BattleStatus.OPEN:
                plan = _ahead(state_of(battle), side.side, away=says)
                plan_set(user=player.user, battle_id=battle.public_id, plan=plan)
        self._work()

    # --- figures -----------------------------------------------------------------------------

    def _count(self) -> None:
        played = self.played
        played.days = round((self.ended - START) / DAY, 2)
        played.hours_a_turn = round(self.lasted.total_seconds() / 3600 / max(1, played.turns), 2)
        looked_in = (self.wall.now.date() - START.date()).days + 1
        played.away = round(played.away / (looked_in * len(self.players)), 3)
        for visits in self.seen.values():
            played.visits[len(visits)] += 1
        told = Post.objects.filter(scene__campaign=self.campaign, source="clock")
        played.policies = Counter(data["playing"] for data in told.values_list("data", flat=True))


def _turns(battle: Battle) -> int:
    """How many turns were begun in a battle, both sides' together."""
    return int(battle.events.filter(type="TurnStarted").count())


def _rounds(players: list[Player], rounds: int) -> list[list[tuple[Player, Player]]]:
    """Everybody against another one each round, as in a league."""
    ring, found = players[1:], []
    for number in range(rounds):
        turn = number % len(ring)
        order = [players[0], *ring[turn:], *ring[:turn]]
        half = len(order) // 2
        found.append(list(zip(order[:half], reversed(order[half:]), strict=True)))
    return found


def _ahead(state: State, side: str, *, away: bool) -> dict[str, Any]:
    """What somebody leaves behind: whoever may intercepts, nobody follows up."""
    own = [one.id for one in state.setup.warriors if one.side == side]
    stances = [
        {"decision": "intercept", "prefer": [*own, "none"]},
        {"decision": "follow_up", "prefer": ["none"]},
    ]
    return {"stances": stances, "steps": _standing_orders(state, side) if away else []}


def _standing_orders(state: State, side: str) -> list[dict[str, Any]]:
    """Whoever has a missile weapon shoots at the nearest enemy he sees."""
    steps = []
    for one in state.setup.warriors:
        weapon = next((id for id in one.weapons if _shoots(state, id)), None)
        if one.side == side and weapon is not None:
            order = {"order": "shoot", "warrior": one.id, "weapon": weapon, "target": "nearest"}
            steps.append({"phase": "shooting", "choices": [{"order": order}]})
    return steps


def _shoots(state: State, id: str) -> bool:
    row = state.setup.catalogue.weapons.get(id)
    return row is not None and row.range_cm > 0
