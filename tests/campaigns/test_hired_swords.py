"""A hired sword after a battle: a henchman's track, the heroes' table, his own skill lists."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.test import Client

from campaigns import outbox
from campaigns.models import Battle
from campaigns.services.aftermath import aftermaths_of
from campaigns.services.battles import Seat
from rules.campaign.orders import Proceed
from rules.campaign.sealed import sealed_dice
from rules.campaign.state import Step
from rules.catalogue import load_catalogue
from rules.ruleset import load_ruleset
from tests.campaigns.wars import enlisted, fell, settle, war
from warbands import services
from warbands.models import Aftermath, Fighter, Warband
from warbands.selectors import battle_warriors
from warbands.services import aftermath as aftermaths

SCOUT = "hired:halfling_scout"
FIRST = 2
"""The first threshold of a henchman's track."""
SKILL, CHOICE, SINGLE = (2, 3, 4, 5, 10, 11, 12), (7,), (6, 8, 9)
"""Results of the heroes' table: a skill, a characteristic of two, one by a further die."""


@dataclass
class Service:
    """Ana's warband with a hired scout, who has seen one battle, and another that is won."""

    warband: Warband
    scout: Fighter
    battle: Battle

    @property
    def aftermath(self) -> Aftermath:
        return next(one for one in aftermaths_of(self.battle) if one.warband == self.warband)

    def rolled(self, results: tuple[int, ...]) -> Aftermath:
        """The aftermath, the scout's advance one of these results of 2D6."""
        secrets = (bytes([n]) * 32 for n in range(256))
        fitting = next(secret for secret in secrets if self._advance(secret) in results)
        field = Aftermath._meta.get_field("secret")
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(field, "_get_default", lambda: fitting)
            outbox.run_due(limit=500)
        assert bytes(self.aftermath.secret) == fitting
        return self.aftermath

    def _advance(self, secret: bytes) -> int:
        step = Proceed(Step(self.scout.key, "advance", FIRST))
        battle, warband = str(self.battle.public_id), str(self.warband.pk)
        return sum(sealed_dice(secret, [], battle, warband, step).roll("advance", 2))

    @property
    def question(self) -> str:
        return f"advance:{self.scout.key}:1"

    def now(self) -> Fighter:
        return Fighter.objects.get(pk=self.scout.pk)


def fought(campaign, marga, mine: Warband, theirs: Warband) -> Battle:
    return fell(war(campaign, marga, Seat(mine.pk), Seat(theirs.pk)), marga, [])


def in_service(campaign, marga, ana, berta) -> Service:
    mine = enlisted(campaign, ana)
    theirs = enlisted(campaign, berta, "skaven_eshin", "Las Garras")
    scout = services.fighter_hire(actor=ana, warband=mine, type=SCOUT, name="Tuck Bajoseto")
    first = fought(campaign, marga, mine, theirs)
    outbox.run_due(limit=500)
    settle(first)
    outbox.run_due(limit=500)
    battle = fought(campaign, marga, mine, theirs)
    return Service(Warband.objects.get(pk=mine.pk), scout, battle)


@pytest.fixture
def served(campaign, marga, ana, berta) -> Service:
    return in_service(campaign, marga, ana, berta)


def test_he_learns_from_each_battle_and_is_paid_for_it(served) -> None:
    scout = served.now()
    assert (scout.experience, scout.fate) == (1, "active")
    paid = served.warband.ledger.filter(kind="pay", fighter=scout)
    assert [entry.gold for entry in paid] == [-5]
    served.rolled(SINGLE)
    assert served.now().experience == FIRST
    assert services.drift(Warband.objects.get(pk=served.warband.pk)) == []


def test_a_point_of_a_characteristic_is_his_at_once_and_comes_to_battle(served) -> None:
    served.rolled(SINGLE)
    (advance,) = served.now().advances.all()
    assert (advance.threshold, advance.result) == (FIRST, "characteristic")
    before, after = (stats(served, raised) for raised in (False, True))
    assert {name: after[name] - n for name, n in before.items() if after[name] != n} == {
        advance.taken: 1
    }


def stats(served: Service, raised: bool) -> dict[str, int]:
    """His numbers as he comes to a battle; as the list has them without `raised`."""
    warband = Warband.objects.get(pk=served.warband.pk)
    if not raised:
        profile = load_catalogue().hired_swords["halfling_scout"].profile
        native = profile.native("cm")
        return {name: native[name] for name in ("WS", "BS", "S", "T", "W", "I", "A", "Ld")}
    found = battle_warriors(warband, side="red", ruleset=load_ruleset("partida"))
    warrior = next(one for one in found if one.id == served.scout.key)
    return {name: getattr(warrior.profile, name) for name in stats(served, False)}


def test_a_skill_is_chosen_from_his_own_lists_over_rest(served, api, ana, berta) -> None:
    one = served.rolled(SKILL)
    url = f"/api/v1/aftermaths/{one.pk}"
    shown = api(ana).get(url)
    (form,) = [form for form in shown.data["forms"] if form["id"] == served.question]
    assert form["mine"]
    offered = {answer["id"] for answer in form["answers"]}
    skills = load_catalogue().skills_of(["shooting", "speed"])
    assert offered == {skill.id for skill in skills}
    body = {"question": served.question, "choice": "quick_shot"}
    headers = {"If-Match": shown.headers["ETag"]}
    refused = api(berta).post(f"{url}/choices", body, format="json", headers=headers)
    assert (refused.status_code, refused.data["code"]) == (403, "not_yours")
    barred = {**body, "choice": "mighty_blow"}
    wrong = api(ana).post(f"{url}/choices", barred, format="json", headers=headers)
    assert wrong.data["code"] == "unknown_choice"
    assert api(ana).post(f"{url}/choices", body, format="json", headers=headers).status_code == 200
    assert served.now().skills == ["quick_shot"]
    warband = Warband.objects.get(pk=served.warband.pk)
    found = battle_warriors(warband, side="red", ruleset=load_ruleset("partida"))
    assert next(w for w in found if w.id == served.scout.key).skills == ("quick_shot",)
    (hired,) = api(ana).get(f"/api/v1/warbands/{warband.pk}").data["hired"]
    assert [advance["taken"] for advance in hired["advances"]] == ["quick_shot"]


def test_a_characteristic_is_chosen_on_the_page(served, ana) -> None:
    one = served.rolled(CHOICE)
    client = Client()
    client.force_login(ana)
    page = client.get(f"/aftermath/{one.pk}/").content.decode()
    assert "Tuck Bajoseto" in page
    assert f'value="{served.question}"' in page
    data = {"question": served.question, "choice": "BS", "version": one.version}
    assert client.post(f"/aftermath/{one.pk}/choose", data).status_code == 302
    (advance,) = served.now().advances.all()
    assert advance.taken == "BS"
    roster = client.get(f"/warbands/{served.warband.pk}/").content.decode()
    assert "Habilidad de Proyectiles" in roster


def test_unpaid_he_takes_what_he_has_learned_with_him(served, ana) -> None:
    one = served.rolled(SINGLE)
    upkeep = f"upkeep:{served.scout.key}"
    while upkeep not in (asked := [question.id for question in aftermaths.pending(one)]):
        aftermaths.take_default(aftermath=one, decision=asked[0])
    aftermaths.answer(actor=ana, aftermath=one, decision=upkeep, choice="dismiss")
    assert served.now().fate == "dismissed"
    warband = Warband.objects.get(pk=served.warband.pk)
    assert services.drift(warband) == []
    again = services.fighter_hire(actor=ana, warband=warband, type=SCOUT, name="Otro")
    assert (again.experience, again.advances.count()) == (0, 0)
