"""Odds: of any duel, before an order where the rules allow it, and always in the log."""

from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils.translation import override
from msgspec.structs import replace

from campaigns.narration.odds import one_in, percent, shot_told
from campaigns.services.turns import Submission, battle_submit
from rules.odds import Odds
from rules.ruleset import load_ruleset, with_house_rules
from tests.campaigns.tables import begun, skirmish
from tests.campaigns.test_api_campaigns import problem

URL = "/api/v1"
SWORD = {"weapons": ["sword"]}
AXE = {"weapons": ["axe"], "armour": ["light_armour"]}


@pytest.fixture
def allowed():
    """A set-up under the house rule that tells odds beforehand."""
    ruleset = with_house_rules(load_ruleset("partida"), {"odds.before_declaring": True})
    return replace(skirmish(active="red"), ruleset=ruleset)


def shooting(battle, ana):
    orders = [{"order": "end_phase", "side": "red", "through": "movement"}]
    battle_submit(
        user=ana,
        battle_id=battle.public_id,
        submission=Submission(orders=orders, expected_version=battle.version),
    )
    battle.refresh_from_db()
    return battle


def test_a_duel_over_rest_is_the_known_fraction(api, ana):
    answer = api(ana).post(f"{URL}/odds/duel", {"a": SWORD, "b": AXE}).json()
    assert answer["win"]["a"] == "3225274593666821818949/6338669368698424918434"
    assert sum(map(Fraction, answer["win"].values())) == 1
    assert Fraction(answer["expected_phases"]) == pytest.approx(4.0848, abs=1e-4)


@pytest.mark.parametrize(
    "fighter",
    [
        {"weapons": ["no_such_thing"]},
        {"profile": {"A": 5000}},
        {"profile": {"W": 0}},
        {"profile": {"WS": "many"}},
        {"surprise": 1},
        {"profile": 3},
    ],
)
def test_what_is_no_fighter_is_refused(api, ana, fighter):
    answer = api(ana).post(f"{URL}/odds/duel", {"a": fighter, "b": AXE})
    assert problem(answer) == (422, "bad_fighter")


def test_skills_count_in_a_duel_and_luck_is_said_to_be_left_out(ana, api):
    plain, willed, lucky = (
        api(ana).post(f"{URL}/odds/duel", {"a": {**SWORD, "skills": skills}, "b": AXE}).json()
        for skills in ([], ["force_of_will"], ["luck"])
    )
    assert Fraction(willed["win"]["a"]) > Fraction(plain["win"]["a"]) + Fraction(1, 50)
    assert lucky["win"] == plain["win"]
    assert (plain["without"], lucky["without"]) == ([], ["luck"])
    unknown = {"a": {**SWORD, "skills": ["nonsense"]}, "b": AXE}
    assert problem(api(ana).post(f"{URL}/odds/duel", unknown)) == (422, "bad_fighter")


def test_a_shot_says_that_luck_is_left_out():
    chances = Odds(Fraction(1, 2), Fraction(1, 4), Fraction(3, 4), *[Fraction(1, 12)] * 3)
    with override("es"):
        assert "suerte" not in shot_told(chances)
        assert shot_told(chances, lucky=True).endswith("; la suerte no está contada")


def test_before_an_order_odds_are_told_where_the_campaign_allows_it(
    campaign, marga, ana, berta, api
):
    battle = shooting(begun(campaign, marga, red=ana, blue=berta), ana)
    url = f"{URL}/battles/{battle.public_id}/odds?warrior=rosa&target=bea&weapon=bow"
    assert problem(api(ana).get(url)) == (403, "odds_afterwards")
    assert api(marga).get(url).status_code == 200


def test_a_shot_and_a_meeting(allowed, campaign, marga, ana, berta, stranger, api):
    battle = shooting(begun(campaign, marga, allowed, red=ana, blue=berta), ana)
    url = f"{URL}/battles/{battle.public_id}/odds"
    shot = api(ana).get(f"{url}?warrior=rosa&target=bea&weapon=bow").json()["shot"]
    ends = [Fraction(shot[end]) for end in ("none", "knocked_down", "stunned", "out_of_action")]
    assert sum(ends) == 1
    assert Fraction(shot["hit"]) >= Fraction(shot["wound"]) > 0
    duel = api(ana).get(f"{url}?warrior=rita&target=bea").json()["duel"]
    assert sum(map(Fraction, duel["win"].values())) == 1
    assert (shot["without"], duel["without"]) == ([], [])
    refused = {
        f"{url}?warrior=rita&target=rosa": (422, "not_an_enemy"),
        f"{url}?warrior=nobody&target=rosa": (422, "unknown_warrior"),
        f"{url}?warrior=rita&target=bea&weapon=bow": (422, "not_nearest"),
    }
    for asked, answer in refused.items():
        assert problem(api(ana).get(asked)) == answer
    assert problem(api(stranger).get(f"{url}?warrior=rita&target=bea")) == (404, "not_found")


def test_the_sheet_tells_them_only_where_allowed(allowed, campaign, marga, ana, berta, client):
    battle = shooting(begun(campaign, marga, allowed, red=ana, blue=berta), ana)
    client.force_login(ana)
    address = reverse("campaigns:scene", args=[battle.scene.public_id]) + "?warrior=rosa&act=shoot"
    assert "fuera de combate " in client.get(address, headers={"Accept-Language": "es"}).text


def test_the_log_says_how_likely_each_roll_was(campaign, marga, ana, berta, api, client):
    battle = shooting(begun(campaign, marga, red=ana, blue=berta), ana)
    orders = [{"order": "shoot", "warrior": "rosa", "weapon": "bow", "target": "bea"}]
    answer = api(ana).post(
        f"{URL}/battles/{battle.public_id}/orders",
        {"orders": orders},
        headers={"If-Match": f'"{battle.version}"'},
    )
    rolled = [one for one in answer.json()["events"] if one["event"].get("event") == "Rolled"]
    needed = rolled[0]["event"]["needed"]
    assert Fraction(rolled[0]["chance"]) == Fraction(7 - needed, 6)
    client.force_login(ana)
    address = reverse("campaigns:log", args=[battle.public_id, rolled[0]["seq"], 10_000])
    page = client.get(address, headers={"Accept-Language": "es"}).text
    assert f"{one_in_spanish(Fraction(7 - needed, 6))}" in page


def one_in_spanish(chance: Fraction) -> str:
    return f"{chance.numerator} de cada {chance.denominator}"


@pytest.mark.parametrize(
    ("chance", "words", "share"),
    [
        (Fraction(1, 6), "1 in 6", "17 %"),
        (Fraction(7, 12), "7 in 12", "58 %"),
        (Fraction(0), "never", "0 %"),
        (Fraction(1), "always", "100 %"),
        (Fraction(1, 5000), "1 in 5000", "0.1 %"),
        (Fraction(4999, 5000), "4999 in 5000", "99.9 %"),
    ],
)
def test_chances_in_words(chance, words, share):
    with override("en"):
        assert (one_in(chance), percent(chance)) == (words, share)
