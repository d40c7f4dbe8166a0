"""A whole battle played by its page in words: nothing is known but what that page says."""

import math
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from campaigns import outbox
from campaigns.models import Battle, EventRow, Membership, Role
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.campaigns import create_campaign, enrol_warband
from tests.pages.heard import Form, Heard
from tests.pages.world import CROWS, RATS, warband

WARRIOR = re.compile(
    r"^(?P<name>.+?) \((?P<side>.+?)\), .*\(x (?P<x>[\d,]+), y (?P<y>[\d,]+)(?P<z>, z [\d,]+)?\)"
)
ZONE = re.compile(r"^Despliegue de (.+): x de ([\d,]+) a ([\d,]+), y de ([\d,]+) a ([\d,]+)\.$")
SIZE = re.compile(r"La mesa mide ([\d,]+) cm de ancho y ([\d,]+) cm de fondo")
LIMIT = re.compile(r"hasta ([\d.,]+) cm")
TURNS = (0, 30, -30, 60, -60, 90, -90)


def number(text: str) -> float:
    return float(text.replace(",", "."))


class Listener:
    """Plays a side by ear: every place, name, target and form comes from the page."""

    def __init__(self, user: Any, battle: Battle, side: str) -> None:
        self.client = Client(headers={"accept-language": "es"})
        self.client.force_login(user)
        self.side = side
        self.address = f"/battles/{battle.public_id}/words"
        self.sent: set[str] = set()

    def hear(self, query: str = "") -> Heard:
        return Heard(self.client.get(self.address + query).content.decode())

    def send(self, form: Form, **more: str) -> Heard:
        answer = self.client.post(form.action, form.filled(**more), follow=True)
        assert answer.status_code == 200
        assert answer.redirect_chain, "the answer is a page of its own"
        assert answer.redirect_chain[-1][0].startswith(self.address)
        return Heard(answer.content.decode())

    def play(self) -> bool:
        """One visit: everything that the page lets the side do now. False: it isn't its turn."""
        page = self.hear()
        if question := page.form("/decide"):
            choice = question.choices("choice")[0]
            self.send(question, choice=choice.value)
            return True
        if not any(text.startswith("Te toca") for text in page.items):
            return False
        self.place_all(page)
        for _name, href in page.links_in("ready"):
            self.order(self.hear(href.partition("#")[0]))
        self.end()
        return True

    def place_all(self, page: Heard) -> None:
        spots = iter(self.spots(page) if page.links_in("placing") else ())
        while page.links_in("placing"):
            deploy = page.form("/add", kind="deploy")
            assert deploy is not None
            x, y = next(spots)
            page = self.send(deploy, x=str(x), y=str(y), z="0")

    def spots(self, page: Heard) -> list[tuple[int, int]]:
        zones = [found for text in page.items if (found := ZONE.match(text))]
        (zone,) = [found for found in zones if found[1] == self.side]
        left, right, low, high = (int(number(text)) for text in zone.groups()[1:])
        found = [(x, y) for x in range(left + 2, right, 5) for y in range(low + 2, high, 5)]
        sizes = [size.groups() for text in page.items if (size := SIZE.search(text))]
        width, depth = map(number, sizes[0])
        return sorted(found, key=lambda at: math.dist(at, (width / 2, depth / 2)))

    def order(self, page: Heard) -> None:
        """The best that a warrior can do: shoot, charge who is near, else go to the nearest."""
        if shoot := page.form("/add", kind="shoot"):
            self.sent.add("shoot")
            self.send(shoot, shot=shoot.choices("shot")[0].value)
            return
        walk, charge = page.form("/add", kind="walk"), page.form("/add", kind="charge")
        if walk is None:
            return
        limit = number(LIMIT.search(walk.title)[1])
        here = (number(walk.get("x")), number(walk.get("y")))
        foes = self.foes(page)
        far = {name: math.dist(here, at) for name, at in foes.items()}
        near = [name for name in sorted(far, key=far.get) if far[name] < 2 * limit]
        targets = {one.text: one.value for one in charge.choices("target")} if charge else {}
        for name in near:
            if name in targets:
                self.sent.add("charge")
                self.send(charge, target=targets[name])
                return
        run = page.form("/add", kind="run")
        if run is not None and any("turno 1" in text for text in page.items):
            walk, limit = run, number(LIMIT.search(run.title)[1])
        self.go(walk, here, foes[min(far, key=far.get)], limit)

    def foes(self, page: Heard) -> dict[str, tuple[float, float]]:
        told = [found for text in page.items if (found := WARRIOR.match(text))]
        return {
            one["name"]: (number(one["x"]), number(one["y"]))
            for one in told
            if one["side"] != self.side
        }

    def go(self, walk: Form, here: Any, there: Any, limit: float) -> None:
        """Towards somebody, by the first direction in which the page takes the way."""
        towards = math.atan2(there[1] - here[1], there[0] - here[0])
        for turn in TURNS:
            angle = towards + math.radians(turn)
            to = [here[i] + (limit - 1) * f(angle) for i, f in enumerate((math.cos, math.sin))]
            page = self.send(walk, x=f"{to[0]:.2f}", y=f"{to[1]:.2f}")
            if not page.faults:
                self.sent.add(walk.get("kind"))
                return

    def end(self) -> None:
        """Send the turn with what was gathered, and end the phase."""
        page = self.hear()
        send = page.form("/orders")
        assert send is not None
        endings = [one.value for one in send.choices("ending") if one.value]
        if endings or page.form("/orders/change") is not None:
            # Where dice lie between, that much is sent first.
            self.send(send, ending=endings[0] if endings else "")


@pytest.fixture
def alley(make_user: Any) -> SimpleNamespace:
    """Ana against Berta in an alley, for five turns at most."""
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
    battle = battle_create(
        user=gm,
        campaign_id=campaign.public_id,
        seats=seats,
        board="callejon",
        turn_limit=5,
    )
    battle_start(user=gm, battle_id=battle.public_id)
    return SimpleNamespace(battle=battle, ana=ana, berta=berta)


def test_a_battle_is_played_by_its_words_alone(alley: SimpleNamespace) -> None:
    players = [
        Listener(alley.ana, alley.battle, "Los Cuervos"),
        Listener(alley.berta, alley.battle, "Garra Nocturna"),
    ]
    for _ in range(80):
        played = [player.play() for player in players]
        outbox.run_due(limit=1000)
        alley.battle.refresh_from_db()
        if alley.battle.status not in ("open", "setup"):
            break
        assert any(played), players[0].hear().items
    assert alley.battle.status in ("over", "closed")
    assert any("terminado" in text for text in players[0].hear().items)
    assert players[0].sent | players[1].sent >= {"walk", "run", "charge", "shoot"}
    happened = set(EventRow.objects.filter(battle=alley.battle).values_list("type", flat=True))
    assert {"Deployed", "Moved", "Charged", "Struck"} <= happened
