"""Who lets a turn run out is presumed away, until he does anything in the campaign."""

from datetime import date, time, timedelta

import pytest
from django.test import Client

from campaigns.models import EventRow, MemberClock, Notice, Outbox, TurnClock
from campaigns.notices import in_words
from campaigns.services import pace as services
from campaigns.services import presence
from campaigns.services.appeals import appeal_make
from campaigns.services.plans import plan_set
from campaigns.services.scenes import Part, post_create
from campaigns.services.second_thoughts import draw_offer
from campaigns.services.turns import Submission, battle_submit
from mordheim_site.errors import ServiceError
from tests.campaigns.tables import begun, crowd

pytestmark = pytest.mark.django_db

DAY, GRACE = timedelta(hours=24), timedelta(hours=6)


@pytest.fixture
def terms(paced):
    """24 hours a turn, six for whoever let one run out; then the server plays cautiously."""
    paced(grace_hours=6)


@pytest.fixture
def fight(wall, terms, campaign, marga, ana, berta):
    return begun(campaign, marga, crowd(), red=ana, blue=berta)


@pytest.fixture
def missed(wall, fight, berta):
    """Ana's first turn has run out, Berta has played hers: it is Ana's again."""
    wall.pass_(hours=24)
    wall.work()
    end_turn(fight, berta)
    wall.work()
    return fight


def end_turn(battle, user):
    battle.refresh_from_db()
    side = battle.sides.get(waiting=True).side
    order = {"order": "end_phase", "side": side, "through": "combat"}
    submission = Submission([order], battle.version)
    battle_submit(user=user, battle_id=battle.public_id, submission=submission)


def clock_of(battle, side="red"):
    return TurnClock.objects.get(side__battle=battle, side__side=side)


def is_missing(user) -> bool:
    return MemberClock.objects.filter(membership__user=user, missing_since__isnull=False).exists()


def test_the_first_turn_has_its_whole_time_the_next_one_a_short_one(wall, missed, ana, berta):
    assert is_missing(ana)
    assert not is_missing(berta)
    assert clock_of(missed).due_at == wall.now + GRACE
    wall.pass_(hours=6)
    wall.work()
    assert missed.sides.get(side="blue").waiting
    assert clock_of(missed).playing == "server"
    assert clock_of(missed, "blue").due_at == wall.now + DAY


def test_he_is_told_what_it_means_and_in_his_own_words(missed, ana):
    told = in_words(Notice.objects.get(user=ana, kind="time_up")).text
    assert "6 h" in told
    assert "%(" not in told


@pytest.mark.parametrize("act", ["post", "plan", "turn", "absence", "here"])
def test_whatever_he_does_brings_him_back(wall, missed, campaign, ana, berta, act):
    wall.pass_(hours=2)
    begun_at = clock_of(missed).started_at
    if act == "post":
        post_create(user=ana, scene_id=missed.scene.public_id, parts=[Part("Aquí sigo.")])
    elif act == "plan":
        plan_set(user=ana, battle_id=missed.public_id, plan={"steps": []}, sealed=False)
    elif act == "turn":
        missed.refresh_from_db()
        order = {"order": "end_phase", "side": "red", "through": "recovery"}
        submission = Submission([order], missed.version)
        battle_submit(user=ana, battle_id=missed.public_id, submission=submission)
    elif act == "absence":
        services.absence_add(user=ana, first_day=date(2026, 7, 1), last_day=date(2026, 7, 2))
    else:
        assert presence.here(user=ana, campaign_id=campaign.public_id)
    wall.work()
    assert not is_missing(ana)
    assert clock_of(missed).due_at == begun_at + DAY
    end_turn(missed, ana)
    end_turn(missed, berta)
    assert clock_of(missed).due_at == wall.now + DAY


def doubts(battle, user):
    seq = EventRow.objects.filter(battle=battle).order_by("seq").first().seq
    appeal_make(user=user, battle_id=battle.public_id, seq=seq, text="¿Seguro?")


def offers(battle, user):
    draw_offer(user=user, battle_id=battle.public_id)


@pytest.mark.parametrize("act", [doubts, offers])
def test_a_doubt_and_an_offer_do_so_too(wall, missed, ana, act):
    act(missed, ana)
    assert not is_missing(ana)


def test_back_in_a_pause_the_turn_goes_on_with_its_whole_time(wall, missed, campaign, marga, ana):
    wall.pass_(hours=2)
    services.pace_pause(user=marga, campaign_id=campaign.public_id, paused=True)
    assert presence.here(user=ana, campaign_id=campaign.public_id)
    wall.work()
    wall.pass_(hours=100)
    services.pace_pause(user=marga, campaign_id=campaign.public_id, paused=False)
    assert clock_of(missed).due_at == wall.now + timedelta(hours=22)


def test_what_others_do_does_not(wall, missed, ana, berta, marga):
    post_create(user=berta, scene_id=missed.scene.public_id, parts=[Part("¿Ana?")])
    services.turn_extend(user=marga, battle_id=missed.public_id, side="red", hours=1)
    assert is_missing(ana)


def test_back_twice_is_back_once(wall, missed, campaign, ana):
    assert presence.here(user=ana, campaign_id=campaign.public_id)
    assert not presence.here(user=ana, campaign_id=campaign.public_id)
    assert Outbox.objects.filter(kind="returned").count() == 1


def test_a_fixed_hour_doesnt_make_a_short_turn_long(wall, paced, campaign, marga, ana, berta):
    paced(grace_hours=3, at=time(21), hours=12)
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.now = clock_of(battle).due_at
    wall.work()
    end_turn(battle, berta)
    assert clock_of(battle).due_at == wall.now + timedelta(hours=3)


def test_nights_count_for_a_short_turn_too(wall, paced, campaign, marga, ana, berta):
    paced(grace_hours=6, quiet_from=time(22), quiet_to=time(8), zone="UTC")
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.now = clock_of(battle).due_at
    wall.work()
    wall.now = wall.now.replace(hour=20)
    end_turn(battle, berta)
    assert clock_of(battle).due_at == wall.now + timedelta(hours=2 + 10 + 4)


def test_the_reserve_is_not_drawn_on_in_a_short_turn(wall, paced, campaign, marga, ana, berta):
    paced(grace_hours=6, bank_hours=10)
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.pass_(hours=24)
    wall.work()
    wall.pass_(hours=10)
    wall.work()
    assert is_missing(ana)
    paced(grace_hours=6, bank_hours=30)
    end_turn(battle, berta)
    wall.pass_(hours=6)
    wall.work()
    assert battle.sides.get(side="blue").waiting


@pytest.mark.parametrize("policy", ["at_once", "run"])
def test_who_has_said_that_he_is_away_is_not_missing_where_it_is_played_at_once(
    wall, paced, campaign, marga, ana, berta, policy
):
    paced(grace_hours=6, absences=policy)
    services.absence_add(user=ana, first_day=date(2026, 6, 3), last_day=date(2026, 6, 9))
    begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.pass_(hours=24)
    wall.work()
    assert is_missing(ana) == (policy == "run")


def test_without_it_every_turn_has_its_whole_time(wall, paced, campaign, marga, ana, berta):
    paced(grace_hours=None)
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    wall.pass_(hours=24)
    wall.work()
    end_turn(battle, berta)
    assert clock_of(battle).due_at == wall.now + DAY
    assert not is_missing(ana)
    assert "grace" not in Notice.objects.get(user=ana, kind="time_up").params


def test_a_new_agreement_forgets_who_was_missing(missed, paced, ana):
    paced(grace_hours=None)
    assert not is_missing(ana)


def test_a_stranger_is_nowhere(campaign, carla, django_user_model):
    nobody = django_user_model.objects.create_user("nadie", "n@example.org", "x")
    with pytest.raises(ServiceError) as refused:
        presence.here(user=nobody, campaign_id=campaign.public_id)
    assert refused.value.code in ("not_found", "members_only")


def test_pages_show_it_and_a_button_ends_it(missed, campaign, ana, berta):
    client = Client()
    client.force_login(ana)
    page = f"/campaigns/{campaign.public_id}/"
    for where in ("/", page, f"/campaigns/{campaign.public_id}/pace"):
        assert "Estoy aquí" in client.get(where).content.decode()
    other = Client()
    other.force_login(berta)
    told = other.get(page).content.decode()
    assert "not heard of since" in told  # Berta reads English
    assert "I am here" not in told
    assert client.get(f"/campaigns/{campaign.public_id}/here").status_code == 405
    assert client.post(f"/campaigns/{campaign.public_id}/here").status_code == 302
    assert not is_missing(ana)
    assert "Estoy aquí" not in client.get("/").content.decode()


def test_over_rest(missed, campaign, ana, berta, marga, api):
    url = f"/api/v1/campaigns/{campaign.public_id}"
    listed = api(berta).get(f"{url}/here").data["results"]
    assert [one["user"]["name"] for one in listed] == [ana.get_short_name()]
    assert api(berta).post(f"{url}/here").status_code == 204
    assert is_missing(ana)
    assert api(ana).post(f"{url}/here").status_code == 204
    assert api(berta).get(f"{url}/here").data["results"] == []
    assert api(marga).get(f"{url}/pace").data["grace_hours"] == 6
    changed = {"hours": 48, "grace_hours": None}
    assert api(marga).put(f"{url}/pace", changed, format="json").data["grace_hours"] is None
    assert api(marga).put(f"{url}/pace", {"hours": 48, "grace_hours": 0}).status_code == 400
