"""The time for choices after a battle: its hours, what stops it, and what comes when it is over."""

from datetime import date, time, timedelta

import pytest
from django.test import Client

from campaigns import outbox
from campaigns.engine import setup_of
from campaigns.models import GmAction, Notice, NoticeKind, Outbox
from campaigns.notices import in_words
from campaigns.services import aftermath
from campaigns.services.battles import Seat
from campaigns.services.campaigns import update_campaign
from campaigns.services.clocks import member_clock
from campaigns.services.pace import absence_add, absence_remove, pace_pause, pace_remove
from mordheim_site.accounts import services as accounts
from mordheim_site.errors import ServiceError
from tests.campaigns.wars import enlisted, fell, war
from warbands.services import aftermath as services


@pytest.fixture
def foes(campaign, ana, berta):
    mine = enlisted(campaign, ana)
    return mine, enlisted(campaign, berta, "skaven_eshin", "Las Garras")


@pytest.fixture
def over(campaign, marga, foes, wall):
    """`over()` fights a battle that red wins without a loss; the dice after it are rolled."""

    def fight():
        battle = war(campaign, marga, *(Seat(one.pk) for one in foes))
        battle = fell(battle, marga, [])
        outbox.run_due(limit=500)
        return battle

    return fight


def of(battle, user):
    return next(a for a in aftermath.aftermaths_of(battle) if a.warband.owner_id == user.pk)


def test_without_a_pace_the_campaigns_hours_run_day_and_night(campaign, marga, ana, over, wall):
    update_campaign(user=marga, campaign_id=campaign.public_id, choice_hours=30)
    battle = over()
    one = of(battle, ana)
    assert one.due_at == wall.now + timedelta(hours=30)
    wall.pass_(hours=29)
    wall.work()
    one.refresh_from_db()
    assert one.closed_at is None
    wall.pass_(hours=1)
    wall.work()
    one.refresh_from_db()
    assert one.closed_at == wall.now


def test_three_days_where_nobody_has_said_otherwise(ana, over, wall):
    assert of(over(), ana).due_at == wall.now + timedelta(days=3)


def test_nights_and_weekends_count_as_in_turns(campaign, marga, ana, over, wall, paced):
    paced(quiet_from=time(22), quiet_to=time(8), weekends=True, zone="UTC")
    update_campaign(user=marga, campaign_id=campaign.public_id, choice_hours=45)
    # Wednesday 08:00: 14 hours on each of three days, then Monday from 08:00 on.
    assert of(over(), ana).due_at == wall.now + timedelta(days=5, hours=3)


def test_holidays_stop_it_and_what_was_left_is_left_afterwards(
    campaign, marga, ana, over, wall, paced
):
    paced()
    one = of(over(), ana)
    wall.pass_(hours=10)
    pace_pause(user=marga, campaign_id=campaign.public_id, paused=True)
    one.refresh_from_db()
    assert (one.due_at, one.left_seconds) == (None, 62 * 3600)
    wall.pass_(days=30)
    wall.work()
    one.refresh_from_db()
    assert one.closed_at is None
    pace_pause(user=marga, campaign_id=campaign.public_id, paused=False)
    one.refresh_from_db()
    assert (one.due_at, one.left_seconds) == (wall.now + timedelta(hours=62), None)


def test_without_its_pace_a_campaign_in_holidays_goes_on(campaign, marga, ana, over, wall, paced):
    paced()
    one = of(over(), ana)
    pace_pause(user=marga, campaign_id=campaign.public_id, paused=True)
    wall.pass_(days=2)
    pace_remove(user=marga, campaign_id=campaign.public_id)
    one.refresh_from_db()
    assert one.due_at == wall.now + timedelta(days=3)


def test_a_battle_that_ends_in_the_holidays_keeps_all_its_time(
    campaign, marga, ana, over, wall, paced
):
    paced()
    pace_pause(user=marga, campaign_id=campaign.public_id, paused=True)
    one = of(over(), ana)
    assert (one.due_at, one.left_seconds) == (None, 72 * 3600)


def test_it_stands_while_its_player_is_away(ana, berta, over, wall, paced):
    paced(zone="UTC")
    battle = over()
    mine, theirs = of(battle, ana), of(battle, berta)
    due = mine.due_at
    days = [date(2026, 6, 4), date(2026, 6, 8)]
    row = absence_add(user=ana, first_day=days[0], last_day=days[1])
    mine.refresh_from_db()
    theirs.refresh_from_db()
    assert (mine.due_at, theirs.due_at) == (due + timedelta(days=5), due)
    wall.pass_(days=3)
    wall.work()
    mine.refresh_from_db()
    assert mine.closed_at is None
    absence_remove(user=ana, absence_id=row.public_id)
    mine.refresh_from_db()
    # Fourteen hours had run when her first day away began, at midnight in Madrid.
    assert mine.due_at == wall.now + timedelta(hours=72 - 14)


def test_who_has_not_been_heard_of_has_a_turns_time(ana, berta, campaign, over, wall, paced):
    paced(grace_hours=6)
    lost = member_clock(campaign.memberships.get(user=ana))
    lost.missing_since = wall.now
    lost.save()
    battle = over()
    assert of(battle, ana).due_at == wall.now + timedelta(hours=24)
    assert of(battle, berta).due_at == wall.now + timedelta(hours=72)


def test_who_wants_it_at_once_while_away_has_it_at_once(ana, berta, over, wall, paced):
    paced(absences="at_once")
    absence_add(user=ana, first_day=wall.now.date(), last_day=wall.now.date())
    battle = over()
    assert of(battle, ana).closed_at is not None
    assert of(battle, berta).closed_at is None


def test_players_are_reminded_and_told_what_became_of_it(ana, over, wall):
    one = of(over(), ana)
    wall.pass_(hours=48)
    wall.work()
    reminder = Notice.objects.get(user=ana, kind=NoticeKind.REMINDER)
    told = in_words(reminder)
    assert told.path == f"/aftermath/{one.pk}/"
    assert one.warband.name in told.text
    wall.pass_(hours=24)
    wall.work()
    ended = Notice.objects.get(user=ana, kind=NoticeKind.TIME_UP)
    assert in_words(ended).path == f"/aftermath/{one.pk}/"
    assert "%(" not in in_words(ended).text
    client = Client()
    client.force_login(ana)
    page = client.get(f"/aftermath/{one.pk}/").content.decode()
    assert "Se acabó el tiempo" in page


def test_who_has_chosen_everything_hears_no_more(ana, over, wall):
    one = of(over(), ana)
    while asked := services.pending(one):
        aftermath.aftermath_choose(
            user=ana,
            aftermath_id=one.pk,
            question=asked[0].id,
            choice=asked[0].default,
            expected_version=one.version,
        )
        wall.work()
        one.refresh_from_db()
    assert one.closed_at is not None
    assert not Outbox.objects.filter(key__startswith=f"{one.pk}:", done_at=None).exists()
    wall.pass_(days=4)
    wall.work()
    assert not Notice.objects.filter(user=ana, kind=NoticeKind.TIME_UP).exists()


def test_the_page_shows_the_end_and_that_it_stands(campaign, marga, ana, over, wall, paced):
    paced()
    one = of(over(), ana)
    client = Client()
    client.force_login(ana)
    assert "se decide por defecto" in client.get(f"/aftermath/{one.pk}/").content.decode()
    pace_pause(user=marga, campaign_id=campaign.public_id, paused=True)
    text = client.get(f"/aftermath/{one.pk}/").content.decode()
    assert "Todos los relojes están parados" in text


def test_the_game_master_sets_the_hours_on_the_page_and_over_rest(campaign, marga, ana, api):
    url = f"/api/v1/campaigns/{campaign.public_id}"
    done = api(marga).patch(url, {"choice_hours": 12}, format="json")
    assert (done.status_code, done.data["choice_hours"]) == (200, 12)
    assert api(marga).patch(url, {"choice_hours": 0}, format="json").status_code == 400
    assert api(ana).patch(url, {"choice_hours": 24}, format="json").status_code == 403
    client = Client()
    client.force_login(marga)
    page = f"/campaigns/{campaign.public_id}/settings"
    fields = {"name": "Hielo", "language": "es", "edit_minutes": "60", "choice_hours": "96"}
    fields["newcomers"] = "ask"
    assert client.post(page, fields).status_code == 302
    campaign.refresh_from_db()
    assert campaign.choice_hours == 96
    assert GmAction.objects.filter(action="update_campaign").count() == 2
    pace = client.get(f"/campaigns/{campaign.public_id}/pace").content.decode()
    assert "96 horas" in pace


@pytest.mark.parametrize("hours", [0, 721])
def test_hours_out_of_bounds_are_refused(campaign, marga, hours):
    with pytest.raises(ServiceError) as refused:
        update_campaign(user=marga, campaign_id=campaign.public_id, choice_hours=hours)
    assert refused.value.code == "bad_number"


class Taken:
    """Whoever rolls for a serious injury is taken prisoner; every other die shows a 3."""

    def roll(self, purpose, count):
        return (6, 1) if purpose == "serious_injury" else (3,) * count


@pytest.fixture
def prisoner(campaign, marga, foes, wall, monkeypatch):
    """A hero of Ana's in Berta's hands: her word is waited for."""
    monkeypatch.setattr("warbands.services.aftermath.sealed_dice", lambda *_key: Taken())

    def fight():
        battle = war(campaign, marga, *(Seat(one.pk) for one in foes))
        hero = next(w for w in setup_of(battle).warriors if w.side == "red" and w.hero)
        fell(battle, marga, [hero.id])
        outbox.run_due(limit=500)
        return battle

    return fight


def test_it_stands_while_the_captors_are_away_who_are_asked(ana, berta, prisoner, wall, paced):
    paced(zone="UTC")
    absence_add(user=berta, first_day=date(2026, 6, 4), last_day=date(2026, 6, 8))
    battle = prisoner()
    mine = of(battle, ana)
    assert mine.captors == [berta.pk]
    assert mine.due_at == wall.now + timedelta(days=3 + 5)
    question = next(one for one in services.pending(mine) if one.who == "captor")
    aftermath.aftermath_choose(
        user=berta,
        aftermath_id=mine.pk,
        question=question.id,
        choice="ransom",
        gold=5,
        expected_version=mine.version,
    )
    mine.refresh_from_db()
    assert (mine.captors, mine.due_at) == ([], wall.now + timedelta(days=3))


def test_what_waits_for_the_captors_stands_on_their_start_page(ana, berta, prisoner, wall, paced):
    paced(zone="UTC")
    mine = of(prisoner(), ana)
    assert "You hold one of its warriors as a prisoner" in start_page(berta)
    assert "Tienes prisionero a uno de sus guerreros" not in start_page(ana)
    (row,) = [row for row in after_battles(berta) if row["captor"]]
    assert row["aftermath"] == str(mine.pk)
    assert not any(row["captor"] for row in after_battles(ana))


def start_page(user):
    client = Client()
    client.force_login(user)
    return client.get("/").content.decode()


def after_battles(user):
    _token, key = accounts.issue_token(user=user, name="captor")
    answer = Client().get("/api/v1/waiting/all", headers={"Authorization": f"Token {key}"})
    return answer.json()["aftermaths"]


def test_captors_who_go_away_later_and_come_back_early(ana, berta, prisoner, wall, paced):
    paced(zone="UTC")
    mine = of(prisoner(), ana)
    due = mine.due_at
    row = absence_add(user=berta, first_day=date(2026, 6, 4), last_day=date(2026, 6, 8))
    mine.refresh_from_db()
    assert mine.due_at == due + timedelta(days=5)
    absence_remove(user=berta, absence_id=row.public_id)
    mine.refresh_from_db()
    assert mine.due_at == due


def test_both_away_at_once_count_once(ana, berta, prisoner, wall, paced):
    paced(zone="UTC")
    mine = of(prisoner(), ana)
    due = mine.due_at
    for user, last in ((ana, 6), (berta, 7)):
        absence_add(user=user, first_day=date(2026, 6, 4), last_day=date(2026, 6, last))
    mine.refresh_from_db()
    assert mine.due_at == due + timedelta(days=4)


def test_captors_are_reminded_too(ana, berta, prisoner, wall):
    mine = of(prisoner(), ana)
    wall.pass_(hours=48)
    wall.work()
    reminded = Notice.objects.filter(user=berta, kind=NoticeKind.REMINDER)
    assert f"/aftermath/{mine.pk}/" in {in_words(one).path for one in reminded}
