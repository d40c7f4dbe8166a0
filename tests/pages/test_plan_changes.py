"""A plan is changed after it was written: each step by the form that made it, and its order."""

from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import pytest

from campaigns.models import Draft, SidePlan
from tests.pages.test_plans import HIDES, SHOT, at, duel

__all__ = ["duel"]
MORE = "plan/step"


class Fields(HTMLParser):
    """What a browser would send of the form with this id, as it is shown."""

    def __init__(self, html: str, form: str) -> None:
        super().__init__()
        self.sent: dict[str, str] = {}
        self._form, self._inside, self._select = form, False, ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "form":
            self._inside = found.get("id") == self._form
        if not self._inside:
            return
        name = found.get("name") or ""
        if tag == "input" and (found.get("type") != "checkbox" or "checked" in found):
            self.sent[name] = found.get("value") or ""
        elif tag == "select":
            self._select = name
        elif tag == "option" and (self._select not in self.sent or "selected" in found):
            self.sent[self._select] = found.get("value") or ""


def shown(duel: SimpleNamespace, query: str) -> dict[str, str]:
    return Fields(duel.as_ana.get(at(duel, f"plan?{query}")).content.decode(), "step").sent


def plan() -> dict[str, Any]:
    return SidePlan.objects.get().plan


CORNERS = {"x_1": "16", "y_1": "16", "x_2": "18", "y_2": "17", "z_2": "7,5", "by_2": "climb"}


@pytest.mark.parametrize(
    "form",
    [
        {"act": "walk", "x": "20", "y": "15", "hide": "1", "turn": "2"},
        {"act": "run", "x": "20", "y": "15", "by": "leap"} | CORNERS,
        {"act": "crawl", "x": "16", "y": "15"},
        {"act": "hide", "when": "within", "distance": "7,5", "about": "bea"},
        {"act": "charge", "target": "bea", "also": "blas", "when": "engaged", "subject": "rita"},
        {"act": "charge_over", "x_1": "16", "y_1": "20", "x": "17", "y": "21", "by": "jump"},
        {"act": "double", "weapon": "bow", "target": "bea"},
        SHOT | {"whenb": "hurt", "woundsb": "3"},
        {"act": "cast", "spell": "warpfire", "mark": "nearest", "choice": "WS"},
        {"act": "strike", "target": "bea", "when": "status", "status": "knocked_down stunned"},
        {"act": "stay_down"},
        {"act": "guard", "parry": "never", "in_phase": "combat"},
        {"act": "prefer", "preference": "edge:north", "in_phase": "start"},
        {"act": "always", "when": "visible", "about": "bea"},
        {"warrior": "", "act": "rout", "when": "status", "subject": "rita", "status": "stunned"},
        {"warrior": "", "act": "end", "in_phase": "combat"},
        HIDES,
        {"act": "run", "x": "20", "y": "15", "when": "visible", "act2": "walk", "x2": "16"}
        | {"y2": "15", "x2_1": "15", "y2_1": "14", "hide2": "1"},
    ],
    ids=lambda form: form["act"],
)
def test_the_form_says_a_step_as_it_was_made(duel: SimpleNamespace, form: dict[str, str]) -> None:
    duel.as_ana.post(at(duel, MORE), {"warrior": "rosa"} | form)
    before = plan()
    assert before["steps"] or before["onslaughts"]
    edited = "standing=0" if form["act"] == "always" else "step=0&alt=0"
    page = duel.as_ana.get(at(duel, "plan")).content.decode()
    can = f"{edited.replace('&', '&amp;')}#add" in page
    # Rosa has none of that, and the table nothing to climb: there is nothing to choose it from, and
    # so no form that would lose it.
    assert can == (form["act"] not in ("cast", "double", "charge_over"))
    if not can:
        return
    sent = shown(duel, edited)
    duel.as_ana.post(at(duel, MORE), sent)
    assert plan() == before


def test_a_choice_gets_a_condition_and_another_turn(duel: SimpleNamespace) -> None:
    duel.as_ana.post(at(duel, MORE), {"warrior": "rosa", "act": "shoot", "weapon": "bow"})
    duel.as_ana.post(at(duel, MORE), {"warrior": "rita", "act": "hide", "turn": "2"})
    sent = shown(duel, "step=0&alt=0") | {"when": "visible", "about": "bea", "turn": "2"}
    duel.as_ana.post(at(duel, MORE), sent)
    hide, shot = plan()["steps"]
    assert (hide["choices"][0]["order"]["hide"], shot["turn"]) == (True, 2)
    assert shot["choices"][0]["when"] == [{"if": "visible", "warrior": "rosa", "target": "bea"}]


def test_a_fallback_is_put_behind_and_changed_with_what_it_falls_back_from(
    duel: SimpleNamespace,
) -> None:
    duel.as_ana.post(at(duel, MORE), {"warrior": "rosa", "act": "run", "x": "20", "y": "15"})
    sent = shown(duel, "step=0&alt=0") | {"when": "visible", "act2": "hide"}
    duel.as_ana.post(at(duel, MORE), sent)
    (step,) = plan()["steps"]
    assert [bool(one["when"]) for one in step["choices"]] == [True, False]
    assert shown(duel, "step=0&alt=0")["act2"] == "hide"
    # The fallback alone, then the whole of it.
    duel.as_ana.post(at(duel, MORE), shown(duel, "step=0&alt=1") | {"act": "nothing"})
    assert (
        "order" not in plan()["steps"][0]["choices"][1]
        or not plan()["steps"][0]["choices"][1]["order"]
    )
    duel.as_ana.post(at(duel, MORE), shown(duel, "step=0&alt=0") | {"act": "shoot", "act2": ""})
    (step,) = plan()["steps"]
    assert (step["phase"], len(step["choices"])) == ("shooting", 1)


def test_one_choice_of_several_is_taken_out(duel: SimpleNamespace) -> None:
    duel.as_ana.post(at(duel, MORE), HIDES)
    duel.as_ana.post(at(duel, "plan/remove"), {"index": "0", "alt": "0"})
    (step,) = plan()["steps"]
    (left,) = step["choices"]
    assert left["order"]["hide"] is True
    duel.as_ana.post(at(duel, "plan/remove"), {"index": "0", "alt": "0"})
    assert plan()["steps"] == []


@pytest.mark.parametrize(
    ("sent", "order"),
    [
        ({"index": "0", "by": "later"}, ["rita", "rosa", "all"]),
        ({"index": "1", "by": "earlier"}, ["rita", "rosa", "all"]),
        ({"index": "0", "to": "1"}, ["rita", "rosa", "all"]),
        ({"index": "1", "by": "later"}, ["rosa", "rita", "all"]),  # not into another phase
        ({"index": "0", "to": "2"}, ["rosa", "rita", "all"]),
        ({"index": "0", "by": "earlier"}, ["rosa", "rita", "all"]),
        ({"index": "9", "to": "0"}, ["rosa", "rita", "all"]),
        ({"index": "0", "to": "9"}, ["rosa", "rita", "all"]),
    ],
)
def test_steps_change_places(duel: SimpleNamespace, sent: dict[str, str], order: list[str]) -> None:
    for warrior in ("rosa", "rita"):
        duel.as_ana.post(at(duel, MORE), {"warrior": warrior, "act": "hide"})
    duel.as_ana.post(at(duel, MORE), {"warrior": "", "act": "end", "in_phase": "combat"})
    duel.as_ana.post(at(duel, "plan/move"), sent)
    steps = plan()["steps"]
    assert [one["choices"][0]["order"].get("warrior", "all") for one in steps] == order


def test_what_wont_do_stays_in_the_form(duel: SimpleNamespace) -> None:
    duel.as_ana.post(at(duel, MORE), SHOT)
    wrong = {"warrior": "rita", "act": "walk", "x": "allá", "y": "15", "x_1": "16", "y_1": "17"}
    answer = duel.as_ana.post(
        at(duel, MORE), wrong | {"when": "visible", "act2": "hide", "step": "0", "alt": "0"}
    )
    assert answer.status_code == 422
    again = Fields(answer.content.decode(), "step").sent
    for name, value in (wrong | {"when": "visible", "act2": "hide", "step": "0"}).items():
        assert again[name] == value
    (step,) = plan()["steps"]
    assert step["choices"][0]["order"]["order"] == "shoot"


def test_what_only_rest_can_say_has_no_form(duel: SimpleNamespace) -> None:
    duel.as_ana.post(at(duel, MORE), SHOT)
    row = SidePlan.objects.get()
    row.plan["steps"][0]["choices"][0]["when"] *= 3
    row.save()
    page = duel.as_ana.get(at(duel, "plan")).content.decode()
    assert "alt=0" not in page
    assert "plan/remove" in page


def test_a_way_round_corners_is_ordered_by_form(duel: SimpleNamespace) -> None:
    """In the turn itself: two corners and an end; an end left where it was is none."""
    duel.as_ana.post(at(duel, "orders"), {"version": duel.battle.version, "ending": "recovery"})
    add = {"kind": "run", "warrior": "rosa", "from": "15,15,0"}
    there = {"x": "18", "y": "12", "z": "0", "x_1": "16", "y_1": "15", "x_2": "17", "y_2": "13"}
    duel.as_ana.post(at(duel, "orders/add"), add | there)
    (order,) = Draft.objects.get().orders
    assert [leg["to"] for leg in order["legs"]] == [
        [16.0, 15.0, 0.0],
        [17.0, 13.0, 0.0],
        [18.0, 12.0, 0.0],
    ]
    round_trip = {"x": "15", "y": "15", "z": "0", "x_1": "16", "y_1": "22"}
    duel.as_ana.post(
        at(duel, "orders/add"), {"kind": "run", "warrior": "rita", "from": "15,15,0"} | round_trip
    )
    assert [leg["to"] for leg in Draft.objects.get().orders[1]["legs"]] == [[16.0, 22.0, 0.0]]
