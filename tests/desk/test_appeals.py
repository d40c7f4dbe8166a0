"""Appeals and precedents, notes, members replaced, treasuries corrected, and looking as another."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from campaigns.errors import ServiceError
from campaigns.models import Draft, GmAction, GmNote, Notice, Ruling, SidePlan
from campaigns.services import appeals as services
from campaigns.services import members
from campaigns.services.gm import gm_rewind
from campaigns.services.plans import plan_set
from campaigns.services.scenes import Part
from tests.campaigns.wars import enlisted
from tests.desk.conftest import end, give
from warbands.services.presets import buy_preset

pytestmark = pytest.mark.django_db


def browser(user) -> Client:
    client = Client(headers={"accept-language": "es"})
    client.force_login(user)
    return client


def event(fight, kind="Rolled") -> int:
    return fight.battle.events.filter(type=kind).order_by("seq").last().seq


def appealed(fight, user, seq=None):
    return services.appeal_make(
        user=user,
        battle_id=fight.battle.public_id,
        seq=seq or event(fight),
        text="Había una pared en medio.",
    )


def log_page(fight, user, seq):
    first = fight.battle.orders.get(first_seq__lte=seq, last_seq__gte=seq)
    path = f"/battles/{fight.battle.public_id}/log/{first.first_seq}-{first.last_seq}/"
    return browser(user).get(path).content.decode()


def test_an_appeal_is_answered_where_it_was_made_and_shown_the_next_time(fight, marga, ana, berta):
    appeal = appealed(fight, ana)
    assert Notice.objects.filter(user=marga, kind="appeal").count() == 1
    desk = browser(marga).get(f"/campaigns/{fight.battle.scene.campaign.public_id}/desk")
    assert "Había una pared en medio." in desk.content.decode()
    form = {
        "answer": "Cubría sólo los pies.",
        "status": "dismissed",
        "ruling": "Los pies no valen.",
    }
    browser(marga).post(f"/appeals/{appeal.public_id}/answer", form)
    appeal.refresh_from_db()
    assert (appeal.status, appeal.answered_by) == ("dismissed", marga)
    assert Notice.objects.filter(user=ana, kind="ruling").count() == 1
    told = log_page(fight, berta, appeal.seq)
    assert "Cubría sólo los pies." in told
    assert "Los pies no valen." in told
    other = fight.battle.events.filter(rule=appeal.rule).exclude(order=fight.rows[-1]).first()
    assert "Los pies no valen." in log_page(fight, ana, other.seq)
    assert "Los pies no valen." in browser(ana).get(f"/rules/{appeal.rule}/").content.decode()


def test_after_a_rewind_the_desk_leads_to_the_moment_before_or_says_that_it_fell(
    fight, marga, ana, berta, campaign
):
    """Rosa's shot stands on the branch before the rewind, Blas's has fallen with it."""
    shots = [row for row in fight.rows if row.order["order"] == "shoot"]
    assert len(shots) == 2
    before = [max(one for one in fight.moments if one < row.first_seq) for row in shots]
    gm_rewind(
        user=marga,
        battle_id=fight.battle.public_id,
        to_seq=before[1],
        reason="Se coló un turno",
        expected_version=fight.battle.version,
    )
    give(fight.battle, berta, end("blue", "combat"))
    for row in shots:
        appealed(fight, ana, row.first_seq)
    told = browser(marga).get(f"/campaigns/{campaign.public_id}/desk").content.decode()
    redo = f"/battles/{fight.battle.public_id}/gm/redo"
    assert told.count(f'href="{redo}') == 1
    assert f'href="{redo}?from={before[0]}"' in told
    assert "Se ha rebobinado la batalla: esto ya no cuenta" in told
    assert browser(marga).get(f"{redo}?from={before[0]}").status_code == 200


def test_a_moment_within_an_order_leads_to_the_one_before(fight, marga):
    redo = f"/battles/{fight.battle.public_id}/gm/redo"
    row = next(row for row in fight.rows if row.last_seq > row.first_seq + 1)
    before = max(one for one in fight.moments if one < row.first_seq)
    answer = browser(marga).get(f"{redo}?from={row.first_seq + 1}", follow=True)
    assert answer.redirect_chain == [(f"{redo}?from={before}", 302)]
    html = answer.content.decode()
    assert "Solo se puede volver al final de una orden" in html
    after = min(one for one in fight.moments if one > row.first_seq + 1)
    for moment in (before, after):
        assert f'<a href="?from={moment}">{moment}</a>' in html
        assert browser(marga).get(f"{redo}?from={moment}").status_code == 200
    last = max(one for one in fight.moments if one < fight.battle.version)
    for beyond in (fight.battle.version, fight.battle.version + 5):
        answer = browser(marga).get(f"{redo}?from={beyond}", follow=True)
        assert answer.redirect_chain == [(f"{redo}?from={last}", 302)]
        assert answer.status_code == 200


def test_a_revoked_ruling_is_shown_no_more(fight, marga, ana, campaign):
    row = services.ruling_make(
        user=marga, campaign_id=campaign.public_id, rule="p-trn-01", text="Así se hace."
    )
    assert row.rule == "P-TRN-01"
    assert "Así se hace." in browser(ana).get("/rules/P-TRN-01/").content.decode()
    services.ruling_revoke(user=marga, campaign_id=campaign.public_id, ruling_id=row.public_id)
    assert "Así se hace." not in browser(ana).get("/rules/P-TRN-01/").content.decode()


def test_rulings_stay_in_their_campaign(marga, stranger, campaign):
    services.ruling_make(
        user=marga, campaign_id=campaign.public_id, rule="P-TRN-01", text="Así se hace."
    )
    assert "Así se hace." not in browser(stranger).get("/rules/P-TRN-01/").content.decode()


def test_no_ruling_about_a_rule_that_isnt_there(marga, campaign):
    with pytest.raises(ServiceError, match="unknown_rule"):
        services.ruling_make(user=marga, campaign_id=campaign.public_id, rule="X-1", text="No.")


def test_what_an_appeal_can_t_be(fight, marga, ana, carla, stranger):
    appealed(fight, ana)
    with pytest.raises(ServiceError, match="appealed_already"):
        appealed(fight, ana)
    with pytest.raises(ServiceError, match="not_found"):
        appealed(fight, ana, seq=9999)
    with pytest.raises(ServiceError, match="spectators_read"):
        appealed(fight, carla)
    with pytest.raises(ServiceError, match="not_found"):
        appealed(fight, stranger)


def test_an_event_that_one_can_t_see_can_t_be_doubted(fight, ana, berta):
    row = fight.battle.events.get(seq=event(fight))
    row.audience, row.payload = ["blue"], {**row.payload, "audience": ["blue"]}
    row.save()
    with pytest.raises(ServiceError, match="not_found"):
        appealed(fight, ana)
    appeal = appealed(fight, berta)
    assert appeal.text not in log_page(fight, ana, appeal.seq)
    assert appeal.text in log_page(fight, berta, appeal.seq)


def test_one_answers_once_and_only_as_game_master(fight, marga, ana, berta):
    appeal = appealed(fight, ana)
    answer = {"appeal_id": appeal.public_id, "upheld": True, "answer": "Cierto."}
    for user in (ana, berta):
        with pytest.raises(ServiceError, match="gm_only"):
            services.appeal_answer(user=user, **answer)
    services.appeal_answer(user=marga, **answer)
    with pytest.raises(ServiceError, match="appeal_closed"):
        services.appeal_answer(user=marga, **answer)
    with pytest.raises(ServiceError, match="appeal_closed"):
        services.appeal_withdraw(user=ana, appeal_id=appeal.public_id)
    assert not Ruling.objects.exists()


def test_notes_are_for_game_masters_alone(fight, marga, ana, campaign):
    note = services.note_save(
        user=marga, campaign_id=campaign.public_id, text="Otto es un vampiro."
    )
    with pytest.raises(ServiceError, match="gm_only"):
        services.note_save(user=ana, campaign_id=campaign.public_id, text="x")
    desk = f"/campaigns/{campaign.public_id}/desk"
    assert "Otto es un vampiro." in browser(marga).get(desk).content.decode()
    assert browser(ana).get(desk).status_code == 403
    services.note_save(user=marga, campaign_id=campaign.public_id, note_id=note.public_id, text="")
    assert not GmNote.objects.exists()


def test_a_note_about_a_scene_and_a_warrior(fight, marga, ana, campaign):
    scene = fight.battle.scene
    warrior = enlisted(campaign, ana).fighters.first()
    desk, gm = f"/campaigns/{campaign.public_id}/desk", browser(marga)
    assert f'<option value="{warrior.pk}">{warrior.name}</option>' in gm.get(desk).content.decode()
    about = {"scene": scene.public_id, "fighter": warrior.pk, "text": "Debe dinero a la Ronda."}
    assert gm.post(f"{desk}/note", about).status_code == 302
    (note,) = GmNote.objects.all()
    assert (note.scene, note.fighter) == (scene, warrior)
    assert f"{scene.title} · {warrior.name}" in gm.get(desk).content.decode()
    browser(ana).post(f"{desk}/note", about)
    stranger = buy_preset(actor=ana, type="skaven_eshin", name="De nadie").fighters.first()
    assert str(stranger.pk) not in gm.get(desk).content.decode()
    gm.post(f"{desk}/note", about | {"fighter": stranger.pk})
    assert GmNote.objects.count() == 1


def test_a_member_replaced_keeps_his_words_and_loses_his_seat(
    fight, campaign, marga, ana, carla, member, say, tavern
):
    band = enlisted(campaign, ana)
    post = say(ana, tavern, "Aquí estuve yo.")
    members.member_replace(
        user=marga,
        campaign_id=campaign.public_id,
        member_id=member(ana).public_id,
        by_id=member(carla).public_id,
        reason="Se muda",
    )
    band.refresh_from_db()
    assert band.owner == carla
    side = fight.battle.sides.get(side="red")
    assert (side.user, side.clock.running) == (carla, True)
    assert (member(ana).role, member(carla).role) == ("spectator", "player")
    post.refresh_from_db()
    assert post.author == ana
    assert set(fight.battle.orders.values_list("user", flat=True)) >= {ana.pk}
    give(fight.battle, carla, end("red", "movement"))
    assert Notice.objects.filter(user=carla, kind="seat").count() == 1
    assert GmAction.objects.get(action="member_replace").reason == "Se muda"


def test_nobody_plays_against_himself(fight, campaign, marga, ana, berta, member):
    with pytest.raises(ServiceError, match="plays_against_himself"):
        members.member_replace(
            user=marga,
            campaign_id=campaign.public_id,
            member_id=member(ana).public_id,
            by_id=member(berta).public_id,
            reason="x",
        )


def test_a_treasury_is_corrected_in_the_books(campaign, marga, ana):
    band = enlisted(campaign, ana)
    before = band.treasury
    fields = {"campaign_id": campaign.public_id, "warband_id": band.pk, "reason": "Botín olvidado"}
    members.treasury_correct(user=marga, gold=15, **fields)
    band.refresh_from_db()
    entry = band.ledger.order_by("-number").first()
    assert (band.treasury, entry.kind, entry.gold) == (before + 15, "correction", 15)
    assert (entry.reason, entry.actor) == ("Botín olvidado", marga)
    with pytest.raises(ServiceError, match="bad_number"):
        members.treasury_correct(user=marga, gold=-(before + 16), **fields)
    with pytest.raises(ServiceError, match="gm_only"):
        members.treasury_correct(user=ana, gold=1, **fields)


@pytest.fixture
def as_ana(fight, campaign, marga, member, ana):
    client = browser(marga)
    client.post(f"/campaigns/{campaign.public_id}/view-as", {"member": member(ana).public_id})
    return client


def test_looking_as_a_member_shows_what_he_sees_and_nothing_else(
    as_ana, campaign, marga, ana, berta, member, tavern, say
):
    say(marga, tavern, "Nieva.", Part("Sólo para Berta.", "named", [member(berta).public_id]))
    Draft.objects.create(scene=tavern, user=ana, text="Borrador de Ana")
    page = as_ana.get(f"/scenes/{tavern.public_id}/").content.decode()
    assert "Ves Invierno como lo ve Ana" in page
    assert "Nieva." in page
    assert "Sólo para Berta." not in page
    assert "Borrador de Ana" not in page
    assert as_ana.get(f"/campaigns/{campaign.public_id}/desk").status_code == 403
    assert GmAction.objects.filter(action="view_as").count() == 1


def test_looking_as_a_member_one_can_t_do_anything(as_ana, fight, tavern, campaign):
    as_ana.post(f"/scenes/{tavern.public_id}/posts", {"text": "¡Yo no!"})
    assert tavern.posts.count() == 0
    version = fight.battle.version
    form = {"version": version, "orders": "[]", "text": "x"}
    as_ana.post(f"/battles/{fight.battle.public_id}/orders", form)
    fight.battle.refresh_from_db()
    assert fight.battle.version == version
    as_ana.post("/view-as/end", {"next": f"/campaigns/{campaign.public_id}/desk"})
    assert as_ana.get(f"/campaigns/{campaign.public_id}/desk").status_code == 200


def test_plans_stay_secret_when_somebody_looks_as_their_maker(as_ana, fight, ana):
    step = {"phase": "start", "choices": [{"order": {"order": "rout"}}]}
    plan_set(user=ana, battle_id=fight.battle.public_id, plan={"steps": [step]}, text="Huyamos")
    assert SidePlan.objects.count() == 1
    page = as_ana.get(f"/scenes/{fight.battle.scene.public_id}/").content.decode()
    assert "Huyamos" not in page


def test_elsewhere_one_stays_oneself(as_ana, marga, ana):
    assert "Ves Invierno" not in as_ana.get("/data/").content.decode()
    export = as_ana.get("/data/export").json()
    assert export["account"]["username"] == "marga"


def test_only_game_masters_look_as_others(campaign, ana, berta, member, marga, tavern):
    client = browser(ana)
    path = f"/campaigns/{campaign.public_id}/view-as"
    client.post(path, {"member": member(berta).public_id})
    assert "view_as" not in client.session
    other = browser(marga)
    other.post(path, {"member": member(berta).public_id})
    campaign.memberships.filter(user=marga).update(role="player")
    assert "Ves Invierno" not in other.get(f"/scenes/{tavern.public_id}/").content.decode()


def test_the_desk_costs_the_same_however_much_there_is(
    fight, campaign, marga, ana, django_assert_max_num_queries
):
    appealed(fight, ana)
    client, path = browser(marga), f"/campaigns/{campaign.public_id}/desk"
    client.get(path)
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(
        connection,
    ) as few:
        client.get(path)
    for number in range(5):
        services.note_save(user=marga, campaign_id=campaign.public_id, text=f"Nota {number}")
        services.ruling_make(
            user=marga, campaign_id=campaign.public_id, rule="P-TRN-01", text=f"{number}"
        )
    for seq in (2, 3, 4):
        appealed(fight, ana, seq=seq)
    with django_assert_max_num_queries(len(few)):
        client.get(path)
    assert timezone.now() - timedelta(minutes=1) < campaign.gm_actions.first().created_at
