"""Battles that were played on a real table: reported, confirmed, disputed, settled, remembered."""

import pytest
from django.test import Client

from campaigns import outbox
from campaigns.by_hand import Claim, Feat, Out
from campaigns.models import BattleStatus, HandReport, HandStatus, Notice, Post, PostKind
from campaigns.selectors.access import campaign_for
from campaigns.selectors.by_hand import awaited_words_of, hand_offer
from campaigns.selectors.chronicle import memorial_of, standings_of
from campaigns.services import by_hand, members
from campaigns.services.aftermath import aftermaths_of, report_for
from campaigns.services.battles import Seat, battle_create
from campaigns.services.campaigns import leave, withdraw_warband
from campaigns.views.by_hand import written_of
from mordheim_site.errors import ServiceError
from rules.battle.mission.model import Spoils
from tests.campaigns.test_campaigns import refused
from tests.campaigns.wars import enlisted, settle
from warbands import services as warbands


@pytest.fixture
def bands(campaign, ana, berta):
    """A campaign that allows it; Ana's Cuervos are red, Berta's Garras blue."""
    campaign.hand_reports = True
    campaign.save()
    return [
        enlisted(campaign, ana),
        enlisted(campaign, berta, "skaven_eshin", "Las Garras"),
    ]


@pytest.fixture
def fielded(campaign, bands, ana):
    """The warriors of each side, by "red" and "blue"."""
    offer = hand_offer(ana, campaign.public_id, [one.pk for one in bands], "")
    rows = {"red": [], "blue": []}
    for one in offer.fielded:
        rows[one.side].append(one)
    return rows


@pytest.fixture
def claim(fielded):
    """Red has won: two of blue's henchmen out, one by red's leader; two shards for red."""
    leader = next(one for one in fielded["red"] if one.leader)
    fallen = [one for one in fielded["blue"] if not one.hero][:2]
    return Claim(
        winner="red",
        ending="rout",
        routed="blue",
        out=(Out(fallen[0].id, leader.id), Out(fallen[1].id)),
        spoils=(Spoils("red", wyrdstone=2),),
    )


@pytest.fixture
def told(campaign, bands, claim, ana):
    return by_hand.hand_report(
        user=ana,
        campaign_id=campaign.public_id,
        warbands=[one.pk for one in bands],
        claim=claim,
        scenario="wyrdstone_hunt",
    )


def confirm(battle, user):
    battle.refresh_from_db()
    return by_hand.hand_confirm(
        user=user, battle_id=battle.public_id, expected_version=battle.version
    )


def test_a_report_waits_for_the_other_side_and_tells_it(told, berta, ana):
    report = HandReport.objects.get(battle=told)
    assert (told.status, report.status) == (BattleStatus.REPORTED, HandStatus.OPEN)
    assert [side.waiting for side in told.sides.order_by("position")] == [False, True]
    assert [one.battle for one in awaited_words_of(berta)] == [told]
    assert awaited_words_of(ana) == []
    assert Notice.objects.filter(user=berta, kind="hand_report").count() == 1
    assert not outbox.run_due(limit=50)


def test_confirmed_by_both_the_same_aftermath_begins(told, berta, claim, fielded, client):
    confirm(told, berta)
    outbox.run_due(limit=500)
    told.refresh_from_db()
    report = report_for(told)
    assert report.by_hand
    assert report.winner == "red"
    assert report.taken_out_by(claim.out[0].by) == 1
    found = aftermaths_of(told)
    assert [one.warband.name for one in found] == ["Los Cuervos", "Las Garras"]
    client.force_login(berta)
    for one in found:
        assert client.get(f"/aftermath/{one.pk}/").status_code == 200
        assert client.get(f"/aftermath/{one.pk}/dice").status_code == 200
    kinds = [step.step for step in found[1].steps.all()]
    assert kinds.count("serious_injury") == 2
    settle(told)
    told.refresh_from_db()
    assert told.status in (BattleStatus.OVER, BattleStatus.CLOSED)
    assert Post.objects.filter(kind=PostKind.REPORT).count() == 2


def test_feats_and_deeds_become_experience(campaign, bands, fielded, ana, berta):
    hero = next(one for one in fielded["red"] if one.hero)
    rat = fielded["blue"][0]
    claim = Claim(
        winner="red",
        ending="agreed",
        out=(Out(rat.id, hero.id),),
        feats=(Feat(hero.id, "bearer"), Feat(hero.id, "bearer")),
    )
    battle = by_hand.hand_report(
        user=ana,
        campaign_id=campaign.public_id,
        warbands=[one.pk for one in bands],
        claim=claim,
        scenario="wyrdstone_hunt",
    )
    before = bands[0].fighters.get(key=hero.id).experience
    confirm(battle, berta)
    outbox.run_due(limit=500)
    step = aftermaths_of(battle)[0].steps.get(step="experience", fighter=hero.id)
    (gained,) = [event for event in step.events if event["event"] == "ExperienceGained"]
    awards = [(one["id"], one["xp"]) for one in gained["awards"]]
    assert awards.count(("bearer", 1)) == 2
    assert ("enemy_out_of_action", 1) in awards
    assert bands[0].fighters.get(key=hero.id).experience == gained["after"] > before


def test_until_it_is_settled_the_warbands_are_held(told, campaign, bands, marga, ana, berta):
    seats = [Seat(one.pk) for one in bands]
    with refused("warriors_busy"):
        battle_create(user=marga, campaign_id=campaign.public_id, seats=seats, board="callejon")
    with refused("warband_in_battle"):
        withdraw_warband(user=ana, campaign_id=campaign.public_id, warband_id=bands[0].pk)
    with pytest.raises(ServiceError) as caught:
        warbands.fighter_hire(actor=ana, warband=bands[0], type="swordsman")
    assert caught.value.code == "in_battle"


def test_no_report_before_the_last_battle_is_settled(told, campaign, bands, berta, ana):
    """The aftermath asks something yet: then no other battle is told of."""
    confirm(told, berta)
    outbox.run_due(limit=500)
    open_ones = [one for one in aftermaths_of(told) if one.closed_at is None]
    assert open_ones
    with pytest.raises(ServiceError) as caught:
        by_hand.hand_report(
            user=ana,
            campaign_id=campaign.public_id,
            warbands=[one.pk for one in bands],
            claim=Claim(winner="red"),
        )
    assert caught.value.code in ("aftermath_open", "warriors_busy")
    settle(told)
    outbox.run_due(limit=500)
    again = by_hand.hand_report(
        user=ana,
        campaign_id=campaign.public_id,
        warbands=[one.pk for one in bands],
        claim=Claim(winner="red"),
    )
    assert again.status == BattleStatus.REPORTED


def test_a_dispute_goes_to_the_gm_who_has_it_count(told, marga, berta, ana, client):
    by_hand.hand_dispute(
        user=berta, battle_id=told.public_id, objection="Cayó uno solo.", expected_version=1
    )
    report = HandReport.objects.get(battle=told)
    assert report.status == HandStatus.DISPUTED
    assert Notice.objects.filter(user=marga, kind="dispute").exists()
    client.force_login(marga)
    desk = client.get(f"/campaigns/{told.scene.campaign.public_id}/desk").content.decode()
    assert "Cayó uno solo." in desk
    with refused("gm_only"):
        by_hand.hand_rule(
            user=ana, battle_id=told.public_id, accept=True, reason="Sí", expected_version=2
        )
    by_hand.hand_rule(
        user=marga, battle_id=told.public_id, accept=True, reason="Lo vi", expected_version=2
    )
    outbox.run_due(limit=500)
    assert len(aftermaths_of(told)) == 2
    assert told.gm_actions.get(action="hand_rule").reason == "Lo vi"


def test_thrown_out_or_taken_back_it_never_was(told, marga, ana, bands, campaign):
    with refused("not_your_report"):
        by_hand.hand_withdraw(user=marga, battle_id=told.public_id, expected_version=1)
    by_hand.hand_withdraw(user=ana, battle_id=told.public_id, expected_version=1)
    told.refresh_from_db()
    assert told.status == BattleStatus.CANCELLED
    for band in bands:
        band.refresh_from_db()
        assert band.fighting == ""
    with refused("report_settled"):
        by_hand.hand_confirm(user=ana, battle_id=told.public_id, expected_version=2)
    assert standings_of(campaign_for(ana, campaign.public_id))[0].fought == 0


def test_told_otherwise_it_must_be_confirmed_anew(told, claim, marga, ana, berta):
    by_hand.hand_revise(
        user=marga,
        battle_id=told.public_id,
        claim=Claim(winner="", ending="agreed"),
        expected_version=1,
    )
    assert [side.waiting for side in told.sides.order_by("position")] == [True, True]
    confirm(told, ana)
    confirm(told, berta)
    outbox.run_due(limit=500)
    assert report_for(told).winner is None
    with refused("not_your_report"):
        raise_if_revised(told, claim, berta)


@pytest.mark.parametrize(
    ("reader", "awaited"), [("marga", "Los Cuervos, Las Garras"), ("ana", "Las Garras")]
)
def test_whose_word_is_awaited_is_said(told, claim, marga, ana, reader, awaited):
    """A game master who tells it otherwise has no side of his own: both are awaited."""
    page = Client(headers={"accept-language": "es"})
    page.force_login({"marga": marga, "ana": ana}[reader])
    sent = written_of(claim, told.scenario) | {"version": "1"}
    answer = page.post(f"/battles/{told.public_id}/report", sent, follow=True)
    html = answer.content.decode()
    assert f"Cambiado. Tienen que volver a confirmarlo: {awaited}." in html
    names = html[html.index("Falta que confirme:") :].partition("</p>")[0]
    assert [one for one in ("Los Cuervos", "Las Garras") if one in names] == awaited.split(", ")
    assert "otro bando" not in html


def raise_if_revised(told, claim, user):
    """Berta didn't report it; settled it says so first."""
    told.refresh_from_db()
    HandReport.objects.filter(battle=told).update(status=HandStatus.OPEN)
    by_hand.hand_revise(
        user=user, battle_id=told.public_id, claim=claim, expected_version=told.version
    )


def test_a_stale_word_is_refused(told, berta):
    with refused("version_missing"):
        by_hand.hand_confirm(user=berta, battle_id=told.public_id, expected_version=None)
    with refused("stale_report"):
        by_hand.hand_confirm(user=berta, battle_id=told.public_id, expected_version=7)


def test_who_plays_both_sides_needs_the_gm(campaign, bands, ana, marga):
    other = enlisted(campaign, ana, "reikland", "Los Justos")
    battle = by_hand.hand_report(
        user=ana,
        campaign_id=campaign.public_id,
        warbands=[bands[0].pk, other.pk],
        claim=Claim(winner="red"),
    )
    assert battle.hand_report.status == HandStatus.DISPUTED
    assert Notice.objects.filter(user=marga, kind="dispute").exists()
    assert not outbox.run_due(limit=50)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"winner": "green"}, "unknown_side"),
        ({"winner": "blue"}, "fled_and_won"),
        ({"routed": ""}, "who_fled"),
        ({"ending": "agreed"}, "nobody_fled"),
        ({"ending": "storm"}, "unknown_ending"),
        ({"ending": "wiped_out"}, "somebody_left"),
        ({"out": (Out("nobody"),)}, "unknown_warrior"),
        ({"feats": (Feat("nobody", "bearer"),)}, "unknown_warrior"),
        ({"spoils": (Spoils("red", wyrdstone=21),)}, "bad_number"),
        ({"spoils": (Spoils("red", items=("gromril_armour",)),)}, "unknown_item"),
    ],
)
def test_what_can_t_have_been_so(campaign, bands, claim, ana, change, code):
    with pytest.raises(ServiceError) as caught:
        by_hand.hand_report(
            user=ana,
            campaign_id=campaign.public_id,
            warbands=[one.pk for one in bands],
            claim=Claim(**{name: change.get(name, getattr(claim, name)) for name in FIELDS}),
            scenario="wyrdstone_hunt",
        )
    assert caught.value.code == "bad_claim"
    assert code in [one["code"] for one in caught.value.params["errors"]]
    assert not HandReport.objects.exists()


FIELDS = ("winner", "ending", "routed", "out", "feats", "spoils")


def test_whoever_falls_falls_once_and_not_by_his_own(campaign, bands, fielded, ana):
    rat, other = fielded["blue"][:2]
    claim = Claim(winner="red", out=(Out(rat.id, other.id), Out(rat.id)))
    with pytest.raises(ServiceError) as caught:
        by_hand.hand_report(
            user=ana,
            campaign_id=campaign.public_id,
            warbands=[one.pk for one in bands],
            claim=claim,
        )
    codes = {one["code"] for one in caught.value.params["errors"]}
    assert codes == {"by_his_own", "out_twice"}


def test_only_where_the_campaign_allows_it(campaign, bands, claim, ana, carla, stranger, marga):
    everything = {
        "campaign_id": campaign.public_id,
        "warbands": [one.pk for one in bands],
        "claim": claim,
    }
    with refused("not_found"):
        by_hand.hand_report(user=stranger, **everything)
    with refused("spectators_read"):
        by_hand.hand_report(user=carla, **everything)
    campaign.hand_reports = False
    campaign.save()
    with refused("hand_not_allowed"):
        by_hand.hand_report(user=ana, **everything)


def test_others_don_t_report_battles_of_two_strangers(campaign, bands, claim, make_user, marga):
    from campaigns.models import Membership, Role

    dora = make_user("dora")
    Membership.objects.create(campaign=campaign, user=dora, role=Role.PLAYER)
    everything = {
        "campaign_id": campaign.public_id,
        "warbands": [one.pk for one in bands],
        "claim": claim,
    }
    with refused("not_your_battle"):
        by_hand.hand_report(user=dora, **everything)
    battle = by_hand.hand_report(user=marga, **everything)
    assert [side.waiting for side in battle.sides.order_by("position")] == [True, True]
    with refused("not_your_battle"):
        by_hand.hand_confirm(user=dora, battle_id=battle.public_id, expected_version=1)


def test_a_seat_that_passes_on_takes_its_word_along(told, campaign, marga, berta, member, carla):
    members.member_replace(
        user=marga,
        campaign_id=campaign.public_id,
        member_id=member(berta).public_id,
        by_id=member(carla).public_id,
        reason="Se va",
    )
    confirm(told, carla)
    assert HandReport.objects.get(battle=told).status == HandStatus.SETTLED


def test_who_leaves_leaves_his_word_to_the_gm(told, campaign, berta, marga):
    leave(user=berta, campaign_id=campaign.public_id)
    report = HandReport.objects.get(battle=told)
    assert report.status == HandStatus.DISPUTED
    told.refresh_from_db()
    by_hand.hand_rule(
        user=marga,
        battle_id=told.public_id,
        accept=True,
        reason="Se fue",
        expected_version=told.version,
    )
    outbox.run_due(limit=500)
    assert len(aftermaths_of(told)) == 2


def test_the_table_is_remembered_as_such(told, campaign, ana, berta, client, api):
    confirm(told, berta)
    outbox.run_due(limit=500)
    settle(told)
    access = campaign_for(ana, campaign.public_id)
    found = {one.warband.name: one for one in standings_of(access)}
    crows = found["Los Cuervos"]
    assert (crows.fought, crows.won, crows.kills, crows.by_hand) == (1, 1, 1, 1)
    assert crows.wyrdstone >= 2
    assert all(one.by_hand for one in memorial_of(access))
    client.force_login(ana)
    text = client.get(f"/campaigns/{campaign.public_id}/chronicle").content.decode()
    assert "jugada en mesa" in text
    camp = campaign.scenes.get(warband=crows.warband, kind="camp")
    assert "jugada en mesa" in client.get(f"/scenes/{camp.public_id}/").content.decode()
    (entry,) = api(ana).get(f"/api/v1/campaigns/{campaign.public_id}/chronicle").data["results"]
    assert (entry["by_hand"], entry["winner"]) == (True, "Los Cuervos")


# ---------------------------------------------------------------- pages


def form_data(fielded, **more):
    rat = next(one for one in fielded["blue"] if not one.hero)
    hero = next(one for one in fielded["red"] if one.leader)
    data = {"winner": "red", "ending": "rout", "routed": "blue", f"out|{rat.id}": hero.id}
    return data | {"wyrdstone|red": "1", f"feat|bearer|{hero.id}": "1"} | more


def test_reported_and_confirmed_in_the_browser(campaign, bands, fielded, ana, berta, client):
    client.force_login(ana)
    address = f"/campaigns/{campaign.public_id}/battles/report"
    assert "Los Cuervos" in client.get(address).content.decode()
    chosen = {f"warband_{n}": str(one.pk) for n, one in enumerate(bands, 1)}
    chosen["scenario"] = "wyrdstone_hunt"
    page = client.get(address, chosen).content.decode()
    assert all(one.name in page for side in fielded.values() for one in side)
    answer = client.post(address, chosen | form_data(fielded))
    report = HandReport.objects.get()
    assert answer.headers["Location"] == f"/scenes/{report.battle.scene.public_id}/"
    assert [one["id"] for one in report.claim["feats"]] == ["bearer"]
    client.force_login(berta)
    assert "is reported by hand: say whether it was so" in client.get("/").content.decode()
    scene = client.get(answer.headers["Location"]).content.decode()
    assert "It was so: confirm" in scene
    done = client.post(f"/battles/{report.battle.public_id}/report/confirm", {"version": 1})
    assert done.status_code == 302
    report.refresh_from_db()
    assert report.status == HandStatus.SETTLED
    outbox.run_due(limit=500)
    assert "After the battle" in client.get(answer.headers["Location"]).content.decode()


def test_what_is_refused_stays_in_the_form(campaign, bands, fielded, ana, client):
    client.force_login(ana)
    chosen = {f"warband_{n}": str(one.pk) for n, one in enumerate(bands, 1)}
    data = chosen | form_data(fielded, winner="blue", title="Un mal día")
    answer = client.post(f"/campaigns/{campaign.public_id}/battles/report", data)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "El bando que abandonó la mesa no ha ganado." in text
    assert 'value="Un mal día"' in text
    assert not HandReport.objects.exists()


def test_told_otherwise_in_the_browser(told, fielded, ana, berta, client):
    address = f"/battles/{told.public_id}/report"
    client.force_login(berta)
    assert client.get(address).status_code == 403
    client.force_login(ana)
    text = client.get(address).content.decode()
    assert text.count("selected") > 2
    data = form_data(fielded, version="1", winner="draw", ending="agreed", routed="")
    assert client.post(address, data).status_code == 302
    assert HandReport.objects.get().claim["out"][0]["by"]
    assert client.post(address, data).status_code == 422  # somebody has told it otherwise since


@pytest.mark.parametrize(("who", "status"), [("stranger", 404), ("carla", 200), ("marga", 200)])
def test_who_reads_the_scene_of_it(told, request, who, status, client):
    client.force_login(request.getfixturevalue(who))
    answer = client.get(f"/scenes/{told.scene.public_id}/")
    assert answer.status_code == status
    if status == 200:
        text = answer.content.decode()
        assert f"/battles/{told.public_id}/report/confirm" not in text
        assert (f"/battles/{told.public_id}/report/rule" in text) == (who == "marga")


def test_nothing_of_a_board_is_there(told, ana, client, api):
    """There is no log, no board and no dice: those addresses don't know it."""
    client.force_login(ana)
    for name in ("replay", "dice", "gm", "plan", "play", "pulse", "words"):
        assert client.get(f"/battles/{told.public_id}/{name}").status_code == 404, name
    base = f"/api/v1/battles/{told.public_id}"
    for name in ("", "/setup", "/dice", "/events", "/legal-orders"):
        assert api(ana).get(base + name).status_code == 404, name
    assert client.get(f"/battles/{told.public_id}/").status_code == 302
    listed = api(ana).get("/api/v1/battles").data["results"]
    assert listed == []
    assert api(ana).get(f"/api/v1/campaigns/{told.scene.campaign.public_id}").status_code == 200


# ---------------------------------------------------------------- REST


def test_the_same_over_rest(campaign, bands, fielded, ana, berta, marga, api):
    base = f"/api/v1/campaigns/{campaign.public_id}/hand-reports"
    ids = ",".join(str(one.pk) for one in bands)
    offer = api(ana).get(f"{base}/form?warbands={ids}&scenario=breakthrough").data
    assert offer["feats"][0]["id"] == "broke_through"
    hero = next(one for one in offer["fielded"] if one["hero"] and one["side"] == "red")
    rat = next(one for one in offer["fielded"] if one["side"] == "blue")
    body = {
        "warbands": ids.split(","),
        "scenario": "breakthrough",
        "claim": {
            "winner": "red",
            "ending": "scenario",
            "out": [{"warrior": rat["id"], "by": hero["id"]}],
            "feats": [{"warrior": hero["id"], "id": "broke_through"}],
        },
    }
    made = api(ana).post(base, body, format="json")
    assert made.status_code == 201
    assert [side["confirmed"] for side in made.data["sides"]] == [True, False]
    one = f"/api/v1/hand-reports/{made.data['battle']}"
    assert api(berta).post(f"{one}/confirm").status_code == 428
    disputed = api(berta).post(
        f"{one}/dispute", {"objection": "No fue así"}, format="json", HTTP_IF_MATCH='"1"'
    )
    assert disputed.data["status"] == "disputed"
    body["claim"]["out"] = []
    revised = api(ana).put(one, body["claim"], format="json", HTTP_IF_MATCH='"2"')
    assert (revised.data["status"], revised.data["claim"]["out"]) == ("open", [])
    done = api(berta).post(f"{one}/confirm", HTTP_IF_MATCH=revised.headers["ETag"])
    assert done.data["battle_status"] == "over"
    outbox.run_due(limit=500)
    rows = api(ana).get(f"/api/v1/battles/{made.data['battle']}/aftermaths").data
    assert len(rows) == 2
    refused_ruling = api(ana).post(
        f"{one}/ruling",
        {"accept": True, "reason": "x"},
        format="json",
        HTTP_IF_MATCH=done.headers["ETag"],
    )
    assert refused_ruling.data["code"] == "report_settled"


def test_refusals_over_rest_name_every_fault(campaign, bands, ana, stranger, api):
    base = f"/api/v1/campaigns/{campaign.public_id}/hand-reports"
    claim = {"winner": "red", "ending": "rout", "routed": "red", "out": [{"warrior": "x"}]}
    body = {"warbands": [str(one.pk) for one in bands], "claim": claim}
    answer = api(ana).post(base, body, format="json")
    assert (answer.status_code, answer.data["code"]) == (422, "bad_claim")
    assert {one["code"] for one in answer.data["errors"]} == {"fled_and_won", "unknown_warrior"}
    assert "hasn't won" in answer.data["detail"]
    assert all(one["detail"] in answer.data["detail"] for one in answer.data["errors"])
    assert api(stranger).post(base, body, format="json").status_code == 404


def test_lists_ask_as_often_whatever_there_is(
    campaign, told, berta, ana, marga, client, api, django_assert_max_num_queries
):
    other = [
        enlisted(campaign, ana, "reikland", "Los Justos"),
        enlisted(campaign, berta, "reikland", "Los Pálidos"),
    ]
    for user in (ana, berta):
        client.force_login(user)
        client.get("/")
    by_hand.hand_report(
        user=ana,
        campaign_id=campaign.public_id,
        warbands=[one.pk for one in other],
        claim=Claim(winner="red"),
    )
    rest = api(ana)
    with django_assert_max_num_queries(8):
        rows = rest.get(f"/api/v1/campaigns/{campaign.public_id}/hand-reports").data["results"]
    assert len(rows) == 2
    client.force_login(berta)
    with django_assert_max_num_queries(14):
        page = client.get("/")
    assert page.content.decode().count("reported by hand: say") == 2
    with django_assert_max_num_queries(20):
        client.get(f"/scenes/{told.scene.public_id}/")


def test_who_is_held_is_said_before_the_long_form(told, campaign, bands, marga, ana, berta, client):
    """In the list of warbands, at the first step, over REST, and where a battle is set up."""
    client.force_login(ana)
    report = f"/campaigns/{campaign.public_id}/battles/report"
    ids = [str(one.pk) for one in bands]
    chosen = dict(zip(("warband_1", "warband_2"), ids, strict=True))
    first = client.get(report).content.decode()
    assert all(f'<option value="{id}" disabled>' in first for id in ids)
    assert f'href="/scenes/{told.scene.public_id}/"' in first
    refusal = client.get(report, chosen)
    assert refusal.status_code == 422
    assert "Los Cuervos, Las Garras" in refusal.content.decode()
    asked = {"warbands": ",".join(ids)}
    form = f"/api/v1/campaigns/{campaign.public_id}/hand-reports/form"
    assert client.get(form, {"warbands": "x,y"}).json()["code"] == "unknown_warband"
    answer = client.get(form, asked)
    assert (answer.status_code, answer.json()["code"]) == (409, "warbands_held")
    client.force_login(marga)
    setup = client.get(f"/campaigns/{campaign.public_id}/battles/new").content.decode()
    assert setup.count("disabled") >= 4

    confirm(told, berta)
    outbox.run_due(limit=500)
    client.force_login(ana)
    assert "Las Garras no ha terminado" in client.get(report).content.decode()
    settle(told)
    outbox.run_due(limit=500)
    assert client.get(report, chosen).status_code == 200
