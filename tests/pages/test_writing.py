"""Posts, drafts and invitations by plain forms."""

import re
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

from django.test import Client

from campaigns.models import Draft, Membership, Post, PostPart
from campaigns.services.scenes import create_scene


def test_a_post_under_a_warriors_name_with_an_aside(
    place: SimpleNamespace, as_ana: Client, as_visitor: Client
) -> None:
    fighter = place.crows.fighters.first()
    address = f"/scenes/{place.tavern.public_id}/posts"
    said = {"text": "—Otra ronda.", "persona": fighter.pk, "aside": "Una nota.", "kind": "story"}
    answer = as_ana.post(address, said, follow=True)
    assert answer.status_code == 200
    post = Post.objects.order_by("-pk").first()
    assert post.persona == fighter.name
    assert [part.audience for part in post.parts.all()] == ["all", "gm"]
    seen = as_visitor.get(f"/scenes/{place.tavern.public_id}/").content.decode()
    assert "Otra ronda" in seen
    assert "Una nota" not in seen


def test_an_empty_post_is_refused_and_said(place: SimpleNamespace, as_ana: Client) -> None:
    answer = as_ana.post(f"/scenes/{place.tavern.public_id}/posts", {"text": "  "})
    assert answer.status_code == 409
    assert "Antes escribe algo." in answer.content.decode()


def test_a_draft_is_kept_while_one_writes(place: SimpleNamespace, as_ana: Client) -> None:
    address = f"/scenes/{place.tavern.public_id}/draft"
    answer = as_ana.post(address, {"text": "A medias"})
    assert "Borrador guardado" in answer.content.decode()
    assert "A medias" in as_ana.get(f"/scenes/{place.tavern.public_id}/").content.decode()


def test_keeping_the_text_keeps_the_orders(fight: SimpleNamespace, as_ana: Client) -> None:
    scene = fight.scene.public_id
    Draft.objects.create(scene=fight.scene, user=fight.player, orders=[{"order": "end_phase"}])
    as_ana.post(f"/scenes/{scene}/draft", {"text": "Sigo"})
    draft = Draft.objects.get(scene=fight.scene, user=fight.player)
    assert (draft.text, draft.orders) == ("Sigo", [{"order": "end_phase"}])


def test_what_somebody_writes_is_no_markup(place: SimpleNamespace, as_ana: Client) -> None:
    as_ana.post(
        f"/scenes/{place.tavern.public_id}/posts",
        {"text": "<script>alert(1)</script> **fuerte**", "kind": "story"},
    )
    html = PostPart.objects.order_by("-pk").first().html
    assert "<script" not in html
    assert "<strong>fuerte</strong>" in html


def test_an_invitation_is_shown_once_and_joined_by_a_button(
    place: SimpleNamespace, as_gm: Client, make_user: Any
) -> None:
    answer = as_gm.post(
        f"/campaigns/{place.campaign.public_id}/invite", {"role": "player", "uses": 1, "days": 7}
    )
    (link,) = re.findall(r'value="http://testserver(/join/[^"]+)"', answer.content.decode())
    guest = Client()
    user = make_user("berta")
    guest.force_login(user)
    assert guest.get(link).status_code == 200
    assert not Membership.objects.filter(user=user).exists()
    guest.post(link)
    assert Membership.objects.get(user=user).role == "player"
    assert guest.get(link).status_code == 410


def test_a_campaign_is_opened_by_its_form(place: SimpleNamespace, as_ana: Client) -> None:
    answer = as_ana.post(
        "/campaigns/new", {"name": "Cenizas", "language": "es", "description": ""}, follow=True
    )
    assert "Cenizas" in answer.content.decode()


def test_a_scene_is_opened_by_its_form(place: SimpleNamespace, as_ana: Client) -> None:
    address = f"/campaigns/{place.campaign.public_id}/scenes/new"
    fields = {"title": "El mercado", "kind": "free", "visibility": "public"}
    answer = as_ana.post(address, fields, follow=True)
    assert "El mercado" in answer.content.decode()


def test_home_says_what_waits_and_what_is_new(fight: SimpleNamespace, as_ana: Client) -> None:
    page = as_ana.get("/").content.decode()
    assert "El callejón" in page
    assert "Jugar" in page
    assert "La taberna" in page


def test_talk_beside_the_game_is_the_default_where_one_talks_beside_it(
    place: SimpleNamespace, as_ana: Client
) -> None:
    campaign = place.battle.scene.campaign
    said = create_scene(user=place.gm, campaign_id=campaign.public_id, kind="ooc", title="Charla")
    chosen = '<option value="ooc" selected>'
    assert chosen in as_ana.get(f"/scenes/{said.public_id}/").content.decode()
    tavern = campaign.scenes.get(title="La taberna")
    assert chosen not in as_ana.get(f"/scenes/{tavern.public_id}/").content.decode()


def test_the_readers_of_a_post_are_those_of_the_last_one(
    place: SimpleNamespace, as_ana: Client, as_gm: Client
) -> None:
    address = f"/scenes/{place.tavern.public_id}"
    assert checked(as_ana, f"{address}/") == "all"
    as_ana.post(f"{address}/posts", {"text": "Chis.", "kind": "story", "audience": "gm"})
    assert checked(as_ana, f"{address}/") == "gm"
    assert checked(as_gm, f"{address}/") == "all"  # each has his own
    as_ana.post(f"{address}/draft", {"text": "A medias", "audience": "all"})
    assert checked(as_ana, f"{address}/") == "all"  # a draft knows better


def checked(reader: Client, address: str) -> str:
    page = reader.get(address).content.decode()
    return re.search(r'name="audience" value="(\w+)" checked', page)[1]


def test_the_way_to_what_is_unread_is_there_while_there_is_any(
    place: SimpleNamespace, as_ana: Client, as_gm: Client
) -> None:
    scene, unread = f"/scenes/{place.tavern.public_id}", "/unread"
    as_ana.post(f"{scene}/posts", {"text": "Nuevas.", "kind": "story"})
    assert unread in as_gm.get(f"{scene}/").content.decode()
    last = Post.objects.order_by("-pk").first().public_id
    as_gm.post(f"{scene}/read", {"post": last})
    assert unread not in as_gm.get(f"{scene}/").content.decode()


def test_after_the_log_in_one_is_back_on_the_page(
    place: SimpleNamespace, as_visitor: Client
) -> None:
    page = f"/scenes/{place.tavern.public_id}/?page=1"
    sent = {"text": "Sigo."}
    answer = as_visitor.post(
        f"/scenes/{place.tavern.public_id}/posts",
        sent,
        headers={"referer": f"http://testserver{page}"},
    )
    assert answer["Location"] == f"/accounts/login?{urlencode({'next': page})}"
    elsewhere = {"referer": "http://evil.example/scenes/"}
    answer = as_visitor.post(f"/scenes/{place.tavern.public_id}/posts", sent, headers=elsewhere)
    assert "evil" not in answer["Location"]
