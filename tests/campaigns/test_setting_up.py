"""From the invitation to the first turn on the pages: what waits, what is seen, what is changed."""

from typing import Any

import pytest
from django.test import Client

from campaigns.models import Draft, Membership, Notice, NoticeKind, Role, SealedDeployment
from campaigns.services.battles import Seat, battle_create, battle_start
from campaigns.services.gm import gm_set_seat
from tests.campaigns.wars import enlisted
from warbands.services.roster import warband_create


@pytest.fixture
def bands(campaign, ana, berta):
    return enlisted(campaign, ana), enlisted(campaign, berta, "skaven_eshin", "Las Garras")


@pytest.fixture
def battle(campaign, marga, bands):
    return battle_create(
        user=marga,
        campaign_id=campaign.public_id,
        seats=[Seat(band.pk) for band in bands],
        board="ruins:7",
        scenario="skirmish",
        ask=False,
        secret=True,
    )


@pytest.fixture
def unseen(battle, marga):
    battle_start(user=marga, battle_id=battle.public_id)
    battle.refresh_from_db()
    return battle


def reading(user: Any) -> Client:
    client = Client(headers={"accept-language": "es"})
    client.force_login(user)
    return client


def scene(user: Any, battle: Any, query: str = "") -> str:
    return reading(user).get(f"/scenes/{battle.scene.public_id}/{query}").content.decode()


def send(user: Any, battle: Any, what: str, **fields: str) -> Any:
    path = f"/battles/{battle.public_id}/{what}"
    return reading(user).post(path, {"version": battle.version, **fields}, follow=True)


def seal(user: Any, battle: Any) -> None:
    assert send(user, battle, "deploy").status_code == 200
    assert send(user, battle, "orders", ending="phase").status_code == 200


def test_its_players_are_told_of_it(battle, ana, berta, marga) -> None:
    told = Notice.objects.filter(kind=NoticeKind.SET_UP, scene=battle.scene)
    assert set(told.values_list("user", flat=True)) == {ana.pk, berta.pk}
    page = reading(berta).get("/notices/").content.decode()
    assert "A battle is set up for Las Garras" in page


def test_a_battle_that_is_set_up_waits_for_its_players(battle, ana, berta, marga) -> None:
    leads = f"/scenes/{battle.scene.public_id}/#turn"
    for user, waits in ((ana, True), (berta, True), (marga, False)):
        assert (leads in reading(user).get("/").content.decode()) == waits, user
    assert "Tienes una batalla preparada" in reading(ana).get("/").content.decode()
    battle_start(user=ana, battle_id=battle.public_id)
    assert "Tienes una batalla preparada" not in reading(ana).get("/").content.decode()


def test_whoever_has_built_a_warband_is_told_to_finish_it(campaign, ana) -> None:
    draft = warband_create(actor=ana, type="reikland", name="Los del Reik")
    page = reading(ana).get(f"/campaigns/{campaign.public_id}/").content.decode()
    assert "Los del Reik aún no está alistada" in page
    assert f"/warbands/{draft.pk}/" in page


def test_another_number_keeps_what_was_chosen(campaign, marga, bands) -> None:
    path = f"/campaigns/{campaign.public_id}/battles/new"
    sent = {"title": "La noche", "board": "street", "board_seed": "7", "density": "50"}
    answer = reading(marga).post(path, {**sent, "look": "another"})
    assert answer.status_code == 200
    assert answer.context["board_seed"] not in ("", "7")
    assert (answer.context["density"], answer.context["data"]["title"]) == ("50", "La noche")
    assert answer.context["data"]["board"] == "street"
    looked = reading(marga).post(path, {**sent, "look": "board"})
    assert looked.context["board_seed"] == "7"
    assert "<svg" in looked.content.decode()


def test_the_density_of_the_form_is_that_of_the_battle(campaign, marga, bands) -> None:
    fields = {f"warband_{n}": band.pk for n, band in enumerate(bands, 1)}
    fields |= {"player_1": "member", "player_2": "member"}
    fields |= {"board": "ruins", "board_seed": "7", "density": "30"}
    reading(marga).post(f"/campaigns/{campaign.public_id}/battles/new", fields)
    assert campaign.scenes.get(battle__isnull=False).battle.board == "ruins:7:30"


def test_nobody_is_sent_before_one_has_looked(unseen, ana) -> None:
    page = send(ana, unseen, "deploy").content.decode()
    assert not SealedDeployment.objects.exists()
    assert page.count('name="remove"') == len(Draft.objects.get(user=ana).orders) > 5
    assert "Sellar el despliegue" in page


def test_a_sealed_deployment_is_seen_by_its_maker_alone(unseen, ana, berta, marga) -> None:
    seal(ana, unseen)
    assert SealedDeployment.objects.get().side == "red"
    mine = scene(ana, unseen)
    assert "solo lo ves tú" in mine
    assert "token__base" in mine
    for user, query in ((berta, ""), (marga, ""), (marga, "?as=red"), (marga, "?as=blue")):
        page = scene(user, unseen, query)
        assert "token__base" not in page, (user, query)
        assert "solo lo ves tú" not in page


def test_it_may_be_changed_until_the_other_is_sealed(unseen, ana, berta) -> None:
    seal(ana, unseen)
    before = SealedDeployment.objects.get().orders
    send(ana, unseen, "deploy")
    assert len(Draft.objects.get(user=ana).orders) == len(before)
    send(ana, unseen, "orders/remove", index="0")
    assert SealedDeployment.objects.get().orders == before, (
        "that one counts until it is sealed anew"
    )
    send(ana, unseen, "deploy")
    send(ana, unseen, "orders", ending="phase")
    assert SealedDeployment.objects.get().side == "red"
    send(ana, unseen, "deploy")
    seal(berta, unseen)
    assert not SealedDeployment.objects.exists()
    assert Draft.objects.get(user=ana).orders == [], "too late: nothing faulty is left to take out"


def test_the_button_waits_for_who_has_something_to_decide(
    campaign, marga, bands, ana, berta
) -> None:
    battle = battle_create(
        user=marga,
        campaign_id=campaign.public_id,
        seats=[Seat(band.pk) for band in bands],
        board="ruins:7",
        scenario="skirmish",
        ask=True,
    )
    battle_start(user=marga, battle_id=battle.public_id)
    battle.refresh_from_db()
    user = ana if battle.sides.get(waiting=True).side == "red" else berta
    page = scene(user, battle)
    assert 'class="question"' in page
    assert f"/battles/{battle.public_id}/deploy" not in page
    assert send(user, battle, "deploy").status_code == 409
    assert not Draft.objects.filter(user=user).exists()


def test_a_sealed_deployment_is_its_players(unseen, ana, berta) -> None:
    for user in (ana, berta):
        seal(user, unseen)
        unseen.refresh_from_db()
    assert unseen.scene.posts.filter(kind="orders").count() >= 2
    assert "juega el servidor" not in scene(ana, unseen)


def test_of_two_game_masters_the_one_who_has_sealed_it_sees_it(unseen, marga, make_user) -> None:
    """The other one may play its enemy."""
    paco = make_user("paco")
    Membership.objects.create(campaign=unseen.scene.campaign, user=paco, role=Role.GM)
    gm_set_seat(user=marga, battle_id=unseen.public_id, side="red", controller="gm")
    assert send(marga, unseen, "deploy", **{"as": "red"}).status_code == 200
    send(marga, unseen, "orders", ending="phase", **{"as": "red"})
    row = SealedDeployment.objects.get()
    assert (row.side, row.made_by) == ("red", marga)
    assert "solo lo ves tú" in scene(marga, unseen, "?as=red")
    page = scene(paco, unseen, "?as=red")
    assert "token__base" not in page
    assert "solo lo ves tú" not in page
    send(paco, unseen, "deploy", **{"as": "red"})
    taken_up = Draft.objects.filter(user=paco).first()
    assert taken_up is None or taken_up.orders == [], "what the other has sealed isn't taken up"
