"""A whole battle over REST: a client that knows nothing but what the server tells it."""

import hashlib
import hmac
import math

from campaigns import outbox
from tests.campaigns.wars import enlisted

URL = "/api/v1"
MOST_TURNS = 4


class Bot:
    """Plays one side by its legal orders: deploys in rows, shoots what it may, charges, ends."""

    def __init__(self, client, battle: str) -> None:
        self.client = client
        self.url = f"{URL}/battles/{battle}"
        self.tried: set[str] = set()

    def battle(self) -> dict:
        return self.client.get(self.url).json()

    def send(self, *orders: dict) -> dict:
        body = {"orders": list(orders)}
        response = self.client.post(
            f"{self.url}/orders", body, headers={"If-Match": str(self.battle()["version"])}
        )
        assert response.status_code == 200, response.json()
        return response.json()

    def may(self, order: dict) -> bool:
        return self.client.post(f"{self.url}/check", {"order": order}).status_code == 204

    def forms(self) -> list[dict]:
        return self.client.get(f"{self.url}/legal-orders").json()["forms"]

    def move(self) -> None:
        """One step of play, from the forms of the moment."""
        forms = self.forms()
        by_kind = {form["kind"]: form for form in forms}
        if "answer" in by_kind:
            domains = by_kind["answer"]["domains"]
            choice = domains["choice"]["options"][-1]
            decision = domains["decision"]["options"][0]
            self.send({"order": "answer", "decision": decision, "choice": choice})
        elif to_place := self.to_place(forms):
            self.deploy(to_place[0])
        else:
            self.send(self.attack(forms) or {"order": "end_phase"})

    def to_place(self, forms: list[dict]) -> list[dict]:
        """Deployed warriors may be put elsewhere; these stand nowhere yet."""
        warriors = self.battle()["state"]["warriors"]
        deploy = [form for form in forms if form["kind"] == "deploy"]
        return [form for form in deploy if warriors[form["warrior"]].get("at") is None]

    def deploy(self, form: dict) -> None:
        low, high = form["domains"]["at"]["zone"]["low"], form["domains"]["at"]["zone"]["high"]
        for x in range(int(low[0]) + 2, int(high[0]), 5):
            for y in range(int(low[1]) + 2, int(high[1]), 5):
                order = {"order": "deploy", "warrior": form["warrior"], "at": [x, y, 0]}
                if self.may(order):
                    self.send(order)
                    return
        raise AssertionError("no room to deploy")

    def attack(self, forms: list[dict]) -> dict | None:
        for form in forms:
            order = self.order_of(form)
            if order is not None and str(order) not in self.tried:
                self.tried.add(str(order))
                if self.may(order):
                    return order
        return None

    def order_of(self, form: dict) -> dict | None:
        warrior = {"warrior": form.get("warrior", "")}
        if form["kind"] == "charge":
            return {
                "order": "charge",
                **warrior,
                "targets": form["domains"]["targets"]["options"][:1],
            }
        if form["kind"] == "shoot":
            weapon, targets = next(iter(form["domains"]["shots"]["targets"].items()))
            return {"order": "shoot", **warrior, "weapon": weapon, "target": targets[0]}
        if form["kind"] == "move" and form["warrior"] not in self.tried:
            self.tried.add(form["warrior"])
            return self.advance(form["warrior"])
        return None

    def advance(self, id: str) -> dict | None:
        """Eight centimetres towards the nearest enemy, as the crow flies."""
        warriors = self.battle()["state"]["warriors"]
        x, y, z = warriors[id]["at"]
        side = warriors[id]["side"]
        foes = [one["at"] for one in warriors.values() if one["side"] != side and one.get("at")]
        fx, fy, _ = min(foes, key=lambda at: math.dist(at[:2], (x, y)))
        far = max(math.dist((fx, fy), (x, y)), 1)
        to = [round(x + 8 * (fx - x) / far, 2), round(y + 8 * (fy - y) / far, 2), z]
        return {"order": "move", "warrior": id, "mode": "walk", "legs": [{"to": to}]}


def test_a_battle_from_set_up_to_its_aftermath(campaign, marga, ana, berta, api):
    mine = enlisted(campaign, ana)
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    body = {
        "campaign": str(campaign.public_id),
        "board": "callejon",
        "turn_limit": MOST_TURNS,
        "sides": [
            {"warband": str(mine.pk)},
            {"warband": str(theirs.pk), "controller": "server"},
        ],
    }
    made = api(marga).post(f"{URL}/battles", body, headers={"Idempotency-Key": "una"})
    assert made.status_code == 201, made.json()
    bot = Bot(api(ana), made.json()["id"])
    commitment = made.json()["commitment"]
    assert bot.client.put(f"{bot.url}/seed", {"text": "siete leguas"}).status_code == 200
    assert bot.client.post(f"{bot.url}/start").status_code == 200

    for _ in range(300):
        outbox.run_due(limit=1_000)
        battle = bot.battle()
        if battle["status"] != "open":
            break
        if battle["state"]["phase"] == "start":
            bot.tried.clear()
        assert battle["my_turn"], battle
        bot.move()
    assert battle["status"] == "closed"
    assert battle["result"]["reason"]

    after = bot.client.get(f"{bot.url}/aftermaths").json()
    assert {one["warband"] for one in after} == {str(mine.pk), str(theirs.pk)}
    assert all(one["steps"] and not one["remaining"] for one in after)
    audit = bot.client.get(f"{bot.url}/dice").json()
    assert audit["branches"][0]["commitment"] == commitment
    assert audit["branches"][0]["secret"]
    assert audit["branches"][0]["seeds"] == [{"by": "Ana", "seed": "siete leguas"}]
    recomputed(audit)


def recomputed(audit: dict) -> None:
    """Every die anew, by the algorithm that the audit describes and nothing else."""
    branch = audit["branches"][0]
    secret = bytes.fromhex(branch["secret"])
    assert hashlib.sha256(secret).hexdigest() == branch["commitment"]
    for order in audit["orders"]:
        parts = [seed["seed"].encode() for seed in branch["seeds"]]
        parts += [branch["id"].encode(), str(order["sequence"]).encode()]
        parts.append(bytes.fromhex(order["order_hash"]))
        message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        faces: list[int] = []
        block = 0
        wanted = [face for roll in order["rolls"] for face in roll["dice"]]
        while len(faces) < len(wanted):
            drawn = hmac.digest(secret, message + block.to_bytes(4, "big"), "sha256")
            faces += [byte % 6 + 1 for byte in drawn if byte < 252]
            block += 1
        assert faces[: len(wanted)] == wanted
