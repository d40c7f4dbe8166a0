"""A battle with casters over REST: put on a bare table, its dice laid by purpose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from typing import Any

from msgspec.structs import replace

from campaigns import outbox
from campaigns.engine import digest, setup_of, to_json
from campaigns.models import Battle
from campaigns.services import record
from campaigns.services.battles import Seat, battle_create
from campaigns.services.campaigns import enrol_warband
from rules import encode
from rules.board import Board
from rules.units import CM
from warbands.models import Warband
from warbands.services import aftermath as aftermaths
from warbands.services.roster import fighter_hire, warband_create, warband_enlist

URL = "/api/v1"
OTHERWISE = (4, 3)
"""What dice show in turn for which nothing is laid: two never tie for long."""


class LaidDice:
    """Faces by purpose, in turn; every other die shows one of two."""

    def __init__(self, laid: dict[str, list[int]]) -> None:
        self._laid = laid
        self._other = cycle(OTHERWISE)
        self.drawn = 0

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        queue = self._laid.get(purpose, [])
        laid = tuple(queue[:count])
        del queue[:count]
        self.drawn += count
        return (*laid, *islice(self._other, count - len(laid)))


def lay(monkeypatch: Any, **faces: Sequence[int]) -> dict[str, list[int]]:
    """The dice of battles and aftermaths from now on; what is left shows what nobody threw."""
    laid = {purpose: list(row) for purpose, row in faces.items()}
    monkeypatch.setattr(record, "dice_of", lambda *_: LaidDice(laid))
    monkeypatch.setattr(aftermaths, "sealed_dice", lambda *_: LaidDice(laid))
    return laid


def band(
    campaign: Any, owner: Any, type: str, name: str, *fighters: tuple[str, str, int]
) -> Warband:
    """A warband of these (kind, name, how many), enlisted in the campaign."""
    made = warband_create(actor=owner, type=type, name=name)
    for kind, who, n in fighters:
        fighter_hire(actor=owner, warband=made, type=kind, name=who, n=n)
    return made


def knows(warband: Warband, who: str, *spells: str, god: str = "") -> None:
    """Give a fighter his spells and his god."""
    gifts = [{"kind": "god", "name": god}] if god else []
    assert warband.fighters.filter(name=who).update(spells=list(spells), gifts=gifts)


def join(campaign: Any, warband: Warband) -> Warband:
    warband_enlist(actor=warband.owner, warband=warband)
    enrol_warband(user=warband.owner, campaign_id=campaign.public_id, warband_id=warband.pk)
    warband.refresh_from_db()
    return warband


def staged(
    gm: Any,
    campaign: Any,
    red: Warband,
    blue: Warband,
    at: Mapping[str, tuple[int, int]],
    **more: Any,
) -> Battle:
    """A battle of the two in red's shooting phase (or as `more` says), everybody on a bare table:
    who is named where it says, the others in a row at the far edge of their side."""
    battle = battle_create(
        user=gm,
        campaign_id=campaign.public_id,
        seats=[Seat(red.pk), Seat(blue.pk)],
        board="callejon",
    )
    setup = setup_of(battle)
    warriors, row = [], {"red": 0, "blue": 0}
    for w in setup.warriors:
        if w.name in at:
            x, y = at[w.name]
        elif w.summoned_by:
            warriors.append(w)
            continue
        else:
            row[w.side] += 1
            x, y = 4 * row[w.side], 3 if w.side == "red" else 117
        warriors.append(replace(w, at=(x * CM, y * CM, 0)))
    setup = replace(
        setup,
        board=Board(size=(120 * CM, 120 * CM)),
        sides=tuple(replace(side, zone=None) for side in setup.sides),
        warriors=tuple(warriors),
        **{"active": "red", "phase": "shooting", **more},
    )
    Battle.objects.filter(pk=battle.pk).update(
        setup=to_json(setup), setup_hash=digest(encode(setup))
    )
    battle.refresh_from_db()
    return battle


class Table:
    """One battle for a REST client: its orders, its end, and what came of it."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.url = f"{URL}/battles/{battle.public_id}"
        self.warrior = {w.name: w.id for w in setup_of(battle).warriors}

    def send(self, client: Any, *orders: dict[str, Any], to: str = "orders") -> dict[str, Any]:
        version = client.get(self.url).json()["version"]
        answer = client.post(
            f"{self.url}/{to}", {"orders": list(orders)}, headers={"If-Match": str(version)}
        )
        assert answer.status_code == 200, answer.json()
        return answer.json()

    def cast(self, client: Any, who: str, spell: str, *targets: str, **more: Any) -> dict[str, Any]:
        order = {"order": "cast", "warrior": self.warrior[who], "spell": spell, **more}
        if targets:
            order["targets"] = [self.warrior[name] for name in targets]
        return self.send(client, order)

    def events(self, client: Any, type: str) -> list[dict[str, Any]]:
        answer = client.get(f"{self.url}/events?limit=500").json()
        return [one["event"] for one in answer["events"] if one["event"]["event"] == type]

    def end(self, gm: Any, winner: str = "red") -> None:
        """The game master ends it; everything that nobody has to decide is done."""
        version = gm.get(self.url).json()["version"]
        body = {"winner": winner, "reason": "Cae la noche"}
        answer = gm.post(f"{self.url}/gm/end", body, headers={"If-Match": str(version)})
        assert answer.status_code == 200, answer.json()
        outbox.run_due(limit=500)

    def steps(self, client: Any, warband: Warband) -> list[dict[str, Any]]:
        """The steps of its aftermath that are done."""
        rows = client.get(f"{self.url}/aftermaths").json()
        return next(row["steps"] for row in rows if row["warband"] == str(warband.pk))


def roster(client: Any, warband: Warband) -> dict[str, Any]:
    """The roster resource."""
    answer = client.get(f"{URL}/warbands/{warband.pk}")
    assert answer.status_code == 200
    return answer.json()


def fighter(client: Any, warband: Warband, name: str) -> dict[str, Any]:
    sheet = roster(client, warband)
    rows = [*sheet["heroes"], *sheet["henchmen"], *sheet["hired"], *sheet["gone"]]
    return next(row for row in rows if row["name"] == name)
