"""Rounds: pairs with few repeats and close ratings, scenarios rolled once and agreed on."""

from collections import Counter

import pytest

from campaigns.models import Notice, Pairing, PostRoll
from campaigns.pairing import Entrant, pairs_for
from campaigns.selectors.access import campaign_for
from campaigns.selectors.pairings import pairings_of
from campaigns.services import by_hand, pairings
from campaigns.services.dice_check import check_scene
from campaigns.services.scenarios import scenario_for
from rules.catalogue import load_catalogue
from rules.dice import ScriptedDice
from tests.campaigns.test_campaigns import refused
from tests.campaigns.wars import enlisted


def entrants(*ratings, player=None):
    return [Entrant(chr(97 + n), player or f"p{n}", rating) for n, rating in enumerate(ratings)]


def as_sets(pairs):
    return {frozenset(filter(None, pair)) for pair in pairs}


def test_close_ratings_fight_each_other():
    pairs = pairs_for(entrants(100, 210, 110, 200), Counter())
    assert as_sets(pairs) == {frozenset("ac"), frozenset("bd")}


def test_a_repeat_is_worse_than_any_difference():
    met = Counter({frozenset("ac"): 1})
    pairs = pairs_for(entrants(100, 210, 110, 200), met)
    assert frozenset("ac") not in as_sets(pairs)
    assert len(as_sets(pairs)) == 2


def test_over_three_rounds_four_meet_everybody_once():
    met = Counter()
    for _round in range(3):
        met.update(as_sets(pairs_for(entrants(100, 210, 110, 200), met)))
    assert set(met.values()) == {1}
    assert len(met) == 6


def test_of_an_odd_number_whoever_has_sat_out_least_sits_out():
    rows = [Entrant("a", "p", 100, 1), Entrant("b", "q", 100, 0), Entrant("c", "r", 100, 1)]
    assert dict(pairs_for(rows, Counter()))["b"] is None


def test_nobody_fights_himself_where_it_can_be_helped():
    rows = [Entrant("a", "p", 100), Entrant("b", "p", 100), Entrant("c", "q", 300)]
    rows.append(Entrant("d", "q", 300))
    assert frozenset("ab") not in as_sets(pairs_for(rows, Counter()))


def test_many_are_paired_too():
    pairs = pairs_for([Entrant(f"{n:03}", f"p{n}", 10 * n) for n in range(41)], Counter())
    named = [one for pair in pairs for one in pair if one]
    assert len(named) == len(set(named)) == 41
    assert sum(blue is None for _red, blue in pairs) == 1


@pytest.fixture
def bands(campaign, ana, berta):
    return [enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")]


@pytest.fixture
def pair(campaign, bands, marga):
    (row,) = pairings.round_propose(user=marga, campaign_id=campaign.public_id)
    return row


def of(campaign, pairing, user):
    return {
        "user": user,
        "campaign_id": campaign.public_id,
        "pairing_id": pairing.public_id,
    }


def test_a_round_pairs_who_is_free_and_tells_them(campaign, pair, bands, ana, berta):
    assert {pair.red, pair.blue} == set(bands)
    assert pair.round == 1
    assert Notice.objects.filter(kind="pairing", user__in=[ana, berta]).count() == 2


def test_the_gm_pairs_as_he_likes(campaign, bands, marga, ana):
    everything = {"campaign_id": campaign.public_id, "red": bands[0].pk, "blue": bands[1].pk}
    with refused("gm_only"):
        pairings.pairing_add(user=ana, **everything)
    with refused("warband_twice"):
        pairings.pairing_add(user=marga, **{**everything, "blue": bands[0].pk})
    first = pairings.pairing_add(user=marga, **everything)
    second = pairings.pairing_add(user=marga, same_round=False, **everything)
    assert (first.round, second.round) == (1, 2)
    pairings.pairing_remove(**of(campaign, first, marga))
    assert Pairing.objects.count() == 1


def dice(monkeypatch, *faces):
    """What the next throw in a post shows."""
    monkeypatch.setattr(
        "campaigns.services.rolls.dice_of_roll", lambda *_: ScriptedDice({"random_pick": faces})
    )


def test_the_scenario_is_rolled_once_and_both_agree(campaign, pair, ana, berta, monkeypatch):
    dice(monkeypatch, 3, 4)
    row = pairings.pairing_roll(**of(campaign, pair, ana))
    assert (row.dice, row.scenario, row.chooser) == ([3, 4], scenario_for(7), "")
    assert row.post.scene.rolls.get().faces == row.dice
    with refused("rolled_already"):
        pairings.pairing_roll(**of(campaign, pair, berta))
    with refused("not_your_choice"):
        pairings.pairing_choose(scenario="occupy", **of(campaign, pair, ana))
    assert not pairings.pairing_agree(**of(campaign, pair, ana)).agreed
    assert pairings.pairing_agree(**of(campaign, pair, berta)).agreed


def test_on_a_two_the_lower_rated_side_chooses(campaign, pair, bands, ana, berta, monkeypatch):
    dice(monkeypatch, 1, 1)
    row = pairings.pairing_roll(**of(campaign, pair, ana))
    lower = min(bands, key=lambda one: one.rating)
    higher = max(bands, key=lambda one: one.rating)
    assert (row.scenario, row.chooser) == ("", str(lower.pk))
    with refused("no_scenario_yet"):
        pairings.pairing_agree(**of(campaign, pair, ana))
    with refused("not_your_choice"):
        pairings.pairing_choose(scenario="occupy", **of(campaign, pair, higher.owner))
    with refused("unknown_scenario"):
        pairings.pairing_choose(scenario="picnic", **of(campaign, pair, lower.owner))
    row = pairings.pairing_choose(scenario="occupy", **of(campaign, pair, lower.owner))
    assert row.scenario == "occupy"


def test_once_they_have_fought_it_is_done(campaign, pair, bands, ana, marga):
    campaign.hand_reports = True
    campaign.save()
    by_hand.hand_report(
        user=ana,
        campaign_id=campaign.public_id,
        warbands=[one.pk for one in bands],
        claim=by_hand.Claim(winner="red"),
    )
    (view,) = pairings_of(campaign_for(ana, campaign.public_id))
    assert view.played
    with refused("pairing_played"):
        pairings.pairing_roll(**of(campaign, pair, ana))
    with refused("too_few_warbands"):
        pairings.round_propose(user=marga, campaign_id=campaign.public_id)


def test_others_look_on(campaign, pair, carla, stranger, marga):
    with refused("spectators_read"):
        pairings.pairing_roll(**of(campaign, pair, carla))
    with refused("not_found"):
        pairings.pairing_roll(**of(campaign, pair, stranger))


def test_in_the_browser(campaign, bands, marga, ana, berta, client):
    client.force_login(marga)
    address = f"/campaigns/{campaign.public_id}/pairings"
    client.post(f"{address}/propose")
    row = Pairing.objects.get()
    text = client.get(address).content.decode()
    assert "Los Cuervos" in text
    setup = f"/campaigns/{campaign.public_id}/battles/new?warband_1={row.red_id}"
    assert f'value="{row.red_id}" selected' in client.get(setup).content.decode()
    client.force_login(ana)
    client.post(f"{address}/{row.public_id}", {"do": "roll"})
    row.refresh_from_db()
    assert len(row.dice) == 2
    there = f"/scenes/{row.post.scene.public_id}/posts/{row.post.public_id}"
    assert there in client.get(address).content.decode()
    Pairing.objects.update(scenario="skirmish")
    client.post(f"{address}/{row.public_id}", {"do": "agree"})
    client.force_login(berta)
    assert 'value="agree"' in client.get(address).content.decode()
    client.post(f"{address}/{row.public_id}", {"do": "agree"})
    assert Pairing.objects.get().agreed
    assert 'value="agree"' not in client.get(address).content.decode()


def test_a_second_proposal_of_a_round_is_refused_in_words(campaign, bands, marga, client, api):
    address = f"/campaigns/{campaign.public_id}/pairings"
    client.force_login(marga)
    assert 'name="after" value="0"' in client.get(address).content.decode()
    client.post(f"{address}/propose", {"after": "0"})
    refusal = client.post(f"{address}/propose", {"after": "0"}, follow=True).content.decode()
    assert "La ronda 1 ya está emparejada" in refusal
    assert Pairing.objects.count() == 1
    rest = f"/api/v1/campaigns/{campaign.public_id}/pairings"
    for data in ({}, {"after": 0}, {"after": 7}):
        answer = api(marga).post(rest, data, format="json")
        assert (answer.status_code, answer.data["code"]) == (409, "round_paired")
    assert api(marga).post(rest, {"after": 1}, format="json").status_code == 201


def test_over_rest(campaign, bands, marga, ana, stranger, api):
    base = f"/api/v1/campaigns/{campaign.public_id}/pairings"
    assert api(ana).post(base, {}, format="json").status_code == 403
    made = api(marga).post(base, {}, format="json")
    assert (made.status_code, len(made.data["pairings"])) == (201, 1)
    one = f"{base}/{made.data['pairings'][0]['id']}"
    rolled = api(ana).post(f"{one}/roll").data
    assert rolled["scenario"] in {"", *load_catalogue().scenarios}
    assert len(rolled["dice"]) == 2
    thrown = PostRoll.objects.get()
    assert (rolled["dice"], rolled["post"]) == (thrown.faces, str(thrown.part.post.public_id))
    assert check_scene(thrown.part.post.scene).ok
    chosen = api(marga).post(f"{one}/scenario", {"scenario": "skirmish"}, format="json").data
    assert (chosen["scenario"], chosen["red_agrees"]) == ("skirmish", False)
    assert api(ana).post(f"{one}/agree").status_code == 200
    assert api(stranger).get(base).status_code == 404
    assert api(ana).get(base).data["count"] == 1
    assert api(ana).delete(one).status_code == 403
    assert api(marga).delete(one).status_code == 204


def test_as_many_queries_whatever_rounds_there_are(
    campaign, bands, marga, ana, client, django_assert_max_num_queries
):
    for last in range(4):
        pairings.round_propose(user=marga, campaign_id=campaign.public_id, after=last)
    client.force_login(ana)
    with django_assert_max_num_queries(9):
        client.get(f"/campaigns/{campaign.public_id}/pairings")


def maps(band, *ids):
    """The warband has looked at maps of these kinds."""
    band.finds = [{"id": id} for id in ids]
    band.save()


@pytest.mark.parametrize(("red", "blue"), [(["map_catacomb"], []), ([], ["map_fake"])])
def test_a_map_says_whose_choice_the_scenario_is(campaign, pair, ana, monkeypatch, red, blue):
    """A map of the catacombs its owner's, a fake one the opponent's, whatever the table says."""
    dice(monkeypatch, 3, 4)
    maps(pair.red, *red)
    maps(pair.blue, *blue)
    row = pairings.pairing_roll(**of(campaign, pair, ana))
    assert (row.scenario, row.chooser) == ("", str(pair.red_id))
    with refused("not_your_choice"):
        pairings.pairing_choose(scenario="occupy", **of(campaign, pair, pair.blue.owner))
    row = pairings.pairing_choose(scenario="occupy", **of(campaign, pair, pair.red.owner))
    assert row.scenario == "occupy"


def test_maps_that_contradict_each_other_leave_it_to_the_table(campaign, pair, ana, monkeypatch):
    dice(monkeypatch, 3, 4)
    maps(pair.red, "map_catacomb")
    maps(pair.blue, "map_catacomb")
    row = pairings.pairing_roll(**of(campaign, pair, ana))
    assert (row.scenario, row.chooser) == (scenario_for(7), "")


def test_the_page_names_who_chooses(campaign, pair, ana, client, monkeypatch):
    dice(monkeypatch, 3, 4)
    maps(pair.blue, "map_catacomb")
    pairings.pairing_roll(**of(campaign, pair, ana))
    client.force_login(ana)
    page = client.get(f"/campaigns/{campaign.public_id}/pairings").content.decode()
    assert f"{pair.blue.name} elige." in page
