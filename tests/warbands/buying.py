"""A careful buyer: a legal starting warband of any list, bought over REST alone."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

URL = "/api/v1/warbands"


class Buyer:
    """Buys what the market offers until nothing is wrong with the warband."""

    def __init__(self, client: APIClient, type: str) -> None:
        self.client = client
        made = client.post(URL, {"type": type, "name": f"The {type}"}, format="json")
        assert made.status_code == 201, made.data
        self.url = f"{URL}/{made.data['id']}"
        self.roster: dict[str, Any] = made.data

    def post(self, path: str, **body: Any) -> None:
        answer = self.client.post(f"{self.url}/{path}", body, format="json")
        assert answer.status_code in (200, 201), (path, body, answer.data)
        self.roster = answer.data

    @property
    def market(self) -> dict[str, Any]:
        return self.client.get(f"{self.url}/market").data

    @property
    def fighters(self) -> list[dict[str, Any]]:
        return [*self.roster["heroes"], *self.roster["henchmen"]]

    def hire(self, type: str, n: int = 1) -> str:
        before = {fighter["key"] for fighter in self.fighters}
        self.post("fighters", type=type, n=n)
        return next(f["key"] for f in self.fighters if f["key"] not in before)

    def whole(self) -> dict[str, Any]:
        """The leader, a hero, a group of two, then arms for each, and whatever is still owed."""
        leader = next(r for r in self.market["recruits"] if r["leader"])
        self.hire(leader["id"])
        for hero in (True, False):
            kind = next(
                r
                for r in self.market["recruits"]
                if r["hero"] == hero and not r["refusal"] and r["room"] >= 1
            )
            self.hire(kind["id"], 1 if hero else min(2, kind["room"]))
        while any(p["code"] == "too_few_warriors" for p in self.roster["problems"]):
            self.hire(next(r["id"] for r in self.market["recruits"] if not r["refusal"]))
        for problem in list(self.roster["problems"]):
            self.mend(problem)
        for fighter in self.fighters:
            self.arm(fighter["key"])
        return self.roster

    def mend(self, problem: dict[str, Any]) -> None:
        key = problem["fighter"]
        if problem["code"] == "needs_mutation":
            offered = self.market["mutations"][key]
            cheapest = min(offered, key=lambda goods: goods["price"])
            self.post(f"fighters/{key}/mutations", mutation=cheapest["id"])
        elif problem["code"] == "needs_item":
            self.post(f"fighters/{key}/buy", item=problem["params"]["items"][0])
        elif problem["code"] == "needs_skill_set":
            self.post("skill-set", skill_set=self.market["skill_sets"][0]["id"])
        elif problem["code"] == "type_minimum":
            self.hire(problem["params"]["type"])

    def arm(self, key: str) -> None:
        """The first close combat weapon or kit that costs something and may be had."""
        market = self.market
        for goods in market["kits"][key]:
            if not goods["refusal"]:
                self.post(f"fighters/{key}/kit", kit=goods["id"])
                return
        for goods in market["items"][key]:
            if goods["sort"] == "close" and not goods["refusal"] and goods["id"] != "dagger":
                self.post(f"fighters/{key}/buy", item=goods["id"])
                return
