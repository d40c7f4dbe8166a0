"""A whole battle over REST by its text alone: /text says it all, /orders takes the answers."""

import math
from typing import Any

from msgspec.structs import replace

from campaigns.models import EventRow
from tests.campaigns.tables import begun, to_deploy

URL = "/api/v1"


class Reader:
    """Plays a side by what /text says: its sentences, and the forms beside them."""

    def __init__(self, client: Any, battle: Any, side: str) -> None:
        self.client, self.side = client, side
        self.url = f"{URL}/battles/{battle.public_id}"
        self.done: set[str] = set()

    def text(self) -> dict[str, Any]:
        return self.client.get(f"{self.url}/text").json()

    def send(self, version: int, order: dict[str, Any]) -> bool:
        answer = self.client.post(
            f"{self.url}/orders", {"orders": [order]}, headers={"If-Match": str(version)}
        )
        assert answer.status_code in (200, 422), answer.json()
        return answer.status_code == 200

    def play(self) -> bool:
        """One order of its own. False: play waits for somebody else."""
        text = self.text()
        assert text["side"] == self.side
        if text["questions"]:
            asked = text["questions"][0]
            answer = {"order": "answer", "decision": asked["decision"]}
            return self.send(text["version"], answer | {"choice": asked["choices"][0]["choice"]})
        if not text["now"].startswith("Your turn"):
            return False
        for offer in text["orders"]:
            assert offer["text"]
            for order in self.ways(text, offer["form"]):
                if self.send(text["version"], order):
                    self.done.add(f"{text['turn']}:{offer['form']['kind']}:{order.get('warrior')}")
                    return True
        return self.send(text["version"], {"order": "end_phase"})

    def ways(self, text: dict[str, Any], form: dict[str, Any]) -> list[dict[str, Any]]:
        """What to try with a form, the best first; nothing where it has had its turn."""
        id, kind, domains = form.get("warrior", ""), form["kind"], form.get("domains", {})
        if f"{text['turn']}:{kind}:{id}" in self.done:
            return []
        told = {one["id"]: one for one in text["warriors"]}
        if kind == "deploy":
            return self.places(told, id, domains["at"]["zone"])
        if kind == "shoot":
            ((weapon, targets),) = domains["shots"]["targets"].items()
            return [{"order": "shoot", "warrior": id, "weapon": weapon, "target": targets[0]}]
        foes = [one for one in told.values() if one["side"] != self.side and one["at"]]
        if kind not in ("charge", "move") or not foes:
            return []
        nearest = min(foes, key=lambda foe: math.dist(foe["at"], told[id]["at"]))
        far = math.dist(nearest["at"], told[id]["at"])
        if kind == "charge":
            seen = [one["id"] for one in told[id]["sees"]]
            near = far < 20 and nearest["id"] in seen
            charge = {"order": "charge", "warrior": id, "targets": [nearest["id"]]}
            return [charge] if near else []
        if domains["mode"]["options"] != ["walk"] or not domains["legs"]["most"]:
            return []
        share = (domains["legs"]["most"] - 0.1) / far
        to = [
            round(a + (b - a) * share, 2)
            for a, b in zip(told[id]["at"], nearest["at"], strict=True)
        ]
        return [{"order": "move", "warrior": id, "mode": "walk", "legs": [{"to": to}]}]

    def places(self, told: dict[str, Any], id: str, zone: Any) -> list[dict[str, Any]]:
        if told[id]["at"] is not None:
            return []
        left, right = zone["low"][0], zone["high"][0]
        spots = [(x, y) for x in range(int(left) + 2, int(right), 4) for y in range(10, 31, 6)]
        inwards = sorted(spots, key=lambda at: math.dist(at, (30, 20)))
        return [{"order": "deploy", "warrior": id, "at": [x, y, 0]} for x, y in inwards]


def test_a_battle_is_played_by_its_text_alone(campaign, marga, ana, berta, api):
    setup = replace(to_deploy(), turn_limit=4)
    battle = begun(campaign, marga, setup, red=ana, blue=berta)
    readers = [Reader(api(ana), battle, "red"), Reader(api(berta), battle, "blue")]
    for _ in range(200):
        played = [reader.play() for reader in readers]
        if not any(played):
            break
    text = readers[0].text()
    assert text["now"] == "The battle is over."
    assert text["orders"] == text["questions"] == []
    assert text["happened"][0]
    happened = set(EventRow.objects.filter(battle=battle).values_list("type", flat=True))
    assert {"Deployed", "Moved", "ShotFired", "Charged", "Struck", "BattleEnded"} <= happened


def test_the_text_is_everybodys_who_may_read_and_its_orders_are_ones_own(
    campaign, marga, ana, berta, carla, api
):
    battle = begun(campaign, marga, red=ana, blue=berta)
    url = f"{URL}/battles/{battle.public_id}/text"
    mine, watched = api(ana).get(url).json(), api(carla).get(url).json()
    assert mine["warriors"] == watched["warriors"]
    assert mine["orders"]
    assert watched["orders"] == []
    assert api(berta).get(f"{url}?side=red").status_code == 403
    assert api().get(url).status_code == 404
    rosa = next(one for one in mine["warriors"] if one["id"] == "rosa")
    assert rosa["text"].startswith("Rosa (Rojos), standing, in the west (x 15, y 15)")
    assert {one["id"] for one in rosa["sees"]} == {"bea", "blas"}
    assert not any("cm" in one["text"] for one in mine["warriors"])  # nothing is measured first
