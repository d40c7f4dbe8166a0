"""Channels of a campaign: real chat and webhook servers hear what all members may know, no more."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from campaigns import outbox
from campaigns.errors import ServiceError
from campaigns.models import Audience, GmAction, News, NewsDelivery, Outbox, PostPart, Scene
from campaigns.services import news as services
from campaigns.services.appeals import ruling_make
from campaigns.services.gm import gm_end
from campaigns.services.scenes import Part, update_scene
from tests.campaigns.conftest import scenes
from tests.campaigns.tables import begun, crowd
from tests.clocks.servers import http_server
from tests.clocks.test_expiry import end_turn

__all__ = ["scenes"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def hook(settings, campaign, marga):
    """The campaign's webhook at a server inside, which the operator allows."""
    settings.WEBHOOK_ALLOWED_HOSTS = ["127.0.0.1"]
    with http_server() as (inbox, port):
        inbox.channel = services.news_channel_add(
            user=marga,
            campaign_id=campaign.public_id,
            kind="webhook",
            address=f"http://127.0.0.1:{port}/invierno",
        )
        yield inbox


def told(inbox) -> list[tuple[str, str]]:
    """(kind, text) of everything that arrived."""
    notices = [one for request in inbox.requests for one in json.loads(request[2])["notices"]]
    return [(one["kind"], one["text"]) for one in notices]


def test_the_course_of_a_battle_is_told(wall, paced, hook, campaign, marga, ana, berta):
    paced(hours=24, first="skip")
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    title = battle.scene.title
    wall.work()
    assert told(hook) == [
        ("begun", f"La batalla «{title}» comienza."),
        ("turn", f"«{title}» espera a Red (Ana)."),
    ]
    wall.pass_(hours=24)
    wall.work()
    assert told(hook)[2:] == [
        ("time_up", f"A Red se le ha acabado el tiempo en «{title}»: se pasa su turno."),
        ("turn", f"«{title}» espera a Blue (Berta)."),
    ]
    battle.refresh_from_db()
    gm_end(
        user=marga,
        battle_id=battle.public_id,
        winner="red",
        reason="Noche",
        expected_version=battle.version,
    )
    wall.work()
    assert told(hook)[-1] == ("over", f"La batalla «{title}» ha terminado.")


def test_a_turn_that_is_played_before_it_is_told_is_told_no_more(
    wall, paced, hook, campaign, marga, ana, berta
):
    paced()
    battle = begun(campaign, marga, crowd(), red=ana, blue=berta)
    end_turn(battle, ana)
    wall.work()
    turns = [text for kind, text in told(hook) if kind == "turn"]
    assert len(turns) == 1
    assert "Berta" in turns[0]


def test_posts_and_rulings_are_told_without_their_words(hook, campaign, marga, ana, tavern, say):
    post = say(ana, tavern, "La nieve cruje.")
    ruling_make(user=marga, campaign_id=campaign.public_id, rule="P-TRN-01", text="Así se hace.")
    outbox.run_due()
    assert told(hook) == [
        ("post", "Ana ha escrito en «La taberna»."),
        ("ruling", "El director de juego ha dictado un fallo sobre P-TRN-01."),
    ]
    sent = b"".join(one[2] for one in hook.requests).decode()
    assert "La nieve cruje" not in sent
    assert "Así se hace" not in sent
    assert str(post.public_id) in sent


def test_what_isnt_for_all_is_told_to_nobody(
    hook, campaign, marga, ana, berta, member, say, scenes
):
    say(ana, scenes.restricted, "En voz baja.")
    say(marga, scenes.members, Part("Sólo Berta.", Audience.NAMED, [member(berta).public_id]))
    say(ana, scenes.members, Part("Sólo el director.", Audience.GM))
    Scene.objects.filter(pk=scenes.members.pk).update(visibility="restricted")
    begun(campaign, marga, red=ana, blue=berta)
    outbox.run_due()
    assert {kind for kind, _text in told(hook)} <= {"begun", "turn"}
    assert scenes.restricted.title not in str(hook.requests)
    assert not News.objects.filter(kind="post").exists()


def test_what_becomes_a_secret_on_its_way_stays_at_home(hook, marga, ana, tavern, scenes, say):
    say(ana, tavern, "Para todos.")
    PostPart.objects.update(audience=Audience.GM)
    say(ana, scenes.members, "También.")
    update_scene(user=marga, scene_id=scenes.members.public_id, visibility="restricted")
    outbox.run_due()
    assert hook.requests == []
    assert set(NewsDelivery.objects.values_list("status", flat=True)) == {"dropped"}


def test_chat_hears_it_too_and_a_server_that_stumbles_is_asked_again(
    monkeypatch, campaign, marga, ana, tavern, say
):
    from apprise.plugins.discord import NotifyDiscord

    with http_server() as (inbox, port):
        monkeypatch.setattr(NotifyDiscord, "notify_url", f"http://127.0.0.1:{port}/hooks")
        monkeypatch.setattr(NotifyDiscord, "request_rate_per_sec", 0)
        services.news_channel_add(
            user=marga,
            campaign_id=campaign.public_id,
            kind="chat",
            address=f"discord://{'1' * 18}/{'t' * 68}",
        )
        say(ana, tavern, "@everyone")
        inbox.statuses = [500]
        outbox.run_due()
        assert NewsDelivery.objects.get().status == "waiting"
        Outbox.objects.filter(done_at=None).update(run_after=timezone.now())
        outbox.run_due()
    assert NewsDelivery.objects.get().status == "sent"
    content = json.loads(inbox.requests[-1][2])["content"]
    assert "[Invierno] Ana ha escrito en «La taberna»." in content
    assert "everyone" not in content


def test_only_what_is_wanted_there(hook, campaign, marga, ana, tavern, say):
    services.news_channel_change(
        user=marga,
        campaign_id=campaign.public_id,
        channel_id=hook.channel.public_id,
        kinds=["turn"],
    )
    say(ana, tavern, "Hola.")
    outbox.run_due()
    assert hook.requests == []


def test_game_masters_alone_have_a_hand_in_it(hook, campaign, ana, stranger):
    which = {"campaign_id": campaign.public_id, "channel_id": hook.channel.public_id}
    for user, code in ((ana, "gm_only"), (stranger, "not_found")):
        for act in (services.news_channel_remove, services.news_channel_test):
            with pytest.raises(ServiceError, match=code):
                act(user=user, **which)
    with pytest.raises(ServiceError, match="gm_only"):
        services.news_channel_add(
            user=ana, campaign_id=campaign.public_id, kind="webhook", address="https://a.example/"
        )


def test_on_the_page(hook, campaign, marga):
    client, path = Client(), f"/campaigns/{campaign.public_id}/channels"
    client.force_login(marga)
    form = {"kind": "webhook", "address": "https://example.org/x", "name": "Bot", "kinds": ["over"]}
    page = client.post(path, form).content.decode()
    made = campaign.channels.last()
    assert made.secret in page
    assert (made.name, made.kinds) == ("Bot", ["over"])
    assert made.secret not in client.get(path).content.decode()
    assert "example.org" not in client.get(path).content.decode()
    one = f"{path}/{hook.channel.public_id}"
    client.post(one, {"what": "test"})
    outbox.run_due()
    assert told(hook) == [("test", "Esto es una prueba. Funciona.")]
    client.post(one, {"what": "remove"})
    assert list(campaign.channels.all()) == [made]
    assert GmAction.objects.filter(action__in=["channel_add", "channel_remove"]).count() == 3
    bad = client.post(path, form | {"address": "http://example.org/"})
    assert "http://example.org/" in bad.content.decode()
    assert campaign.channels.count() == 1


def test_over_rest(hook, campaign, api, marga, ana):
    url = f"/api/v1/campaigns/{campaign.public_id}/channels"
    assert api(ana).get(url).status_code == 403
    body = {"kind": "webhook", "address": "https://example.org/x", "kinds": ["post"]}
    made = api(marga).post(url, body, format="json").json()
    assert len(made["secret"]) == 64
    listed = api(marga).get(url).json()["results"]
    assert [one["kinds"] for one in listed][-1] == ["post"]
    assert "secret" not in listed[-1]
    assert "address" not in listed[-1]
    one = f"{url}/{made['id']}"
    assert api(marga).patch(one, {"kinds": []}, format="json").json()["kinds"] == []
    assert api(marga).post(f"{one}/test").status_code == 204
    assert api(marga).delete(one).status_code == 204
    assert api(marga).delete(one).status_code == 404
