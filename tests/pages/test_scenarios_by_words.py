"""Scenarios with counters and buildings played by the page in words: where things are, what for."""

import math
import re
from abc import ABC, abstractmethod
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns import outbox
from campaigns.models import Battle, EventRow, Membership, Role
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.campaigns import create_campaign, enrol_warband
from tests.pages.heard import Form, Heard
from tests.pages.test_by_words import LIMIT, SIZE, Listener, number
from tests.pages.world import CROWS, RATS, warband

APART = re.compile(r"a ([\d,]+) cm como mínimo de todos los bordes .* y a ([\d,]+) cm")
PIECE = re.compile(r"^Un fragmento de piedra bruja \(\d+\): .*\(x ([\d,]+), y ([\d,]+)")
CARRIED = re.compile(r"^Un fragmento de piedra bruja \(\d+\): en manos de (.+)\.$")
HELD = re.compile(r"^(.+): en manos de (.+)\.$")
HOUSE = re.compile(r"^(.+): edificio, x de ([\d,]+) a ([\d,]+), y de ([\d,]+) a ([\d,]+)$")
DOOR = re.compile(r"^(.+): muro .*; puerta, x ([\d,]+), y ([\d,]+) a x ([\d,]+), y ([\d,]+)")
AROUND = tuple(math.radians(turn) for turn in range(0, 360, 30))

Spot = tuple[float, float]


class Seeker(Listener, ABC):
    """Goes for what the scenario is about; who has nothing to go for charges."""

    def play(self) -> bool:
        page = self.hear()
        counter = page.form("/add", kind="deploy")
        if counter is not None and not page.links_in("placing"):
            self.put_down(page, counter)
            return True
        return super().play()

    def put_down(self, page: Heard, counter: Form) -> None:
        """A piece at a place that the sentence about them allows."""
        (told,) = [found for text in page.items if (found := APART.search(text))]
        edge, apart = map(number, told.groups())
        width, depth = map(number, next(m for t in page.items if (m := SIZE.search(t))).groups())
        lying = spots(page, PIECE)
        free = (
            (x, y)
            for x in range(int(edge) + 2, int(width - edge), 6)
            for y in range(int(edge) + 2, int(depth - edge), 6)
            if all(math.dist((x, y), one) > apart + 3 for one in lying)
        )
        for x, y in free:
            page = self.send(counter, x=str(x), y=str(y), z="0")
            if not page.faults:
                break
        self.end()

    def order(self, page: Heard) -> None:
        self.walk(page) or self.charge(page)

    def charge(self, page: Heard) -> bool:
        form = page.form("/add", kind="charge")
        if form is None:
            return False
        self.send(form, target=form.choices("target")[0].value)
        return True

    def walk(self, page: Heard) -> bool:
        walk = page.form("/add", kind="walk")
        if walk is None:
            return False
        here = (number(walk.get("x")), number(walk.get("y")))
        goals = self.goals(page, here)
        if not goals:
            return False
        there = min(goals, key=lambda goal: math.dist(here, goal))
        run = page.form("/add", kind="run")
        form = run if run is not None and math.dist(here, there) > 15 else walk
        self.go(form, here, there, number(LIMIT.search(form.title)[1]))
        return True

    @abstractmethod
    def goals(self, page: Heard, here: Spot) -> list[Spot]:
        """Where whoever stands `here` would like to be; the nearest is gone for."""

    def go(self, walk: Form, here: Spot, there: Spot, limit: float) -> None:
        """The step that the page takes which leads nearest to the goal."""
        far = math.dist(here, there)
        steps = [min(far, limit - 0.5), 0.5 * limit]
        straight = math.atan2(there[1] - here[1], there[0] - here[0])
        ends = [
            (here[0] + step * math.cos(straight + turn), here[1] + step * math.sin(straight + turn))
            for step in steps
            for turn in AROUND
        ]
        for x, y in sorted(ends, key=lambda end: math.dist(end, there)):
            if not self.send(walk, x=f"{x:.2f}", y=f"{y:.2f}").faults:
                return


class Hunter(Seeker):
    """After the pieces that lie about; who carries one has done enough."""

    def goals(self, page: Heard, here: Spot) -> list[Spot]:
        carriers = [found[1] for text in page.items if (found := CARRIED.match(text))]
        # The heading of the sheet: its letter, then its name.
        about = [
            re.fullmatch(rf"\S+ {re.escape(who)}", text) for who in carriers for text in page.items
        ]
        return [] if any(about) else spots(page, PIECE)


class Occupier(Seeker):
    """Into the buildings that it is about and that are not held, by a door where there is one; who
    is in one stays, whoever comes by: a charge would give it up."""

    def charge(self, page: Heard) -> bool:
        return False

    def goals(self, page: Heard, here: Spot) -> list[Spot]:
        held = {found[1]: found[2] for text in page.items if (found := HELD.match(text))}
        wanted = {name for name, side in held.items() if side != self.side}
        found = []
        for text in page.items:
            if (house := HOUSE.match(text)) and house[1] in held:
                left, right, low, high = map(number, house.groups()[1:])
                if left <= here[0] <= right and low <= here[1] <= high:
                    return []
            if house and house[1] in wanted:
                found.append(((left + right) / 2, (low + high) / 2))
            elif (door := DOOR.match(text)) and door[1] in wanted:
                ax, ay, bx, by = map(number, door.groups()[1:])
                found.append(((ax + bx) / 2, (ay + by) / 2))
        return found


def spots(page: Heard, told: re.Pattern[str]) -> list[Spot]:
    found = (told.match(text) for text in page.items)
    return [(number(one[1]), number(one[2])) for one in found if one]


@pytest.fixture
def scenario(make_user: Any) -> Any:
    """`scenario(id)`: Ana against Berta between ruins; both choose sides and edges themselves."""
    gm, ana, berta = (make_user(name, display_name=name.title()) for name in ("gm", "ana", "berta"))
    campaign = create_campaign(user=gm, name="Invierno")
    seats = []
    for user, kind, name, fighters in (
        (ana, "reikland", "Los Cuervos", CROWS),
        (berta, "skaven_eshin", "Garra Nocturna", RATS),
    ):
        Membership.objects.create(campaign=campaign, user=user, role=Role.PLAYER)
        band = warband(user, kind, name, fighters)
        enrol_warband(user=user, campaign_id=campaign.public_id, warband_id=band.pk)
        seats.append(Seat(band.pk))

    def make(id: str, **more: Any) -> SimpleNamespace:
        battle = battle_create(
            user=gm,
            campaign_id=campaign.public_id,
            seats=seats,
            board="ruins:7",
            scenario=id,
            ask=True,
            **more,
        )
        battle_start(user=gm, battle_id=battle.public_id)
        return SimpleNamespace(battle=battle, ana=ana, berta=berta)

    return make


def play(table: SimpleNamespace, kind: type[Seeker]) -> tuple[Battle, Seeker]:
    players = [
        kind(table.ana, table.battle, "Los Cuervos"),
        kind(table.berta, table.battle, "Garra Nocturna"),
    ]
    for _ in range(160):
        played = [player.play() for player in players]
        outbox.run_due(limit=1000)
        table.battle.refresh_from_db()
        if table.battle.status not in ("open", "setup"):
            break
        assert any(played), players[0].hear().items
    return table.battle, players[0]


def test_wyrdstone_is_hunted_by_words_alone(scenario: Any) -> None:
    battle, ana = play(scenario("wyrdstone_hunt", turn_limit=7), Hunter)
    assert battle.status in ("over", "closed")
    happened = set(EventRow.objects.filter(battle=battle).values_list("type", flat=True))
    assert {"Decided", "CounterPlaced", "Deployed", "CounterTaken", "SpoilsTaken"} <= happened
    page = ana.hear()
    assert [text for text in page.items if CARRIED.match(text)]
    assert any(text.startswith("Botín de ") for text in page.items)


def test_buildings_are_occupied_by_words_alone(scenario: Any) -> None:
    battle, ana = play(scenario("occupy"), Occupier)
    assert battle.status in ("over", "closed")
    held = EventRow.objects.filter(battle=battle, type="ObjectiveHeld")
    assert any(row.payload["side"] for row in held)
    assert any("terminado" in text for text in ana.hear().items)
