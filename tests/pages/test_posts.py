"""Posts by plain forms: asides, notes, quotes, corrections, drafts under several names."""

import re
from types import SimpleNamespace

import pytest
from django.test import Client

from campaigns.models import Draft, Post, PostPart, ReadMark
from campaigns.services.scenes import Part, post_create, update_scene


def at(place: SimpleNamespace, rest: str = "") -> str:
    return f"/scenes/{place.tavern.public_id}/{rest}"


def say(place: SimpleNamespace, client: Client, **fields: object) -> Post:
    answer = client.post(at(place, "posts"), {"text": "Hola", "kind": "story"} | fields)
    assert answer.status_code == 302, answer.content.decode()[-2000:]
    return Post.objects.order_by("-pk").first()


def gm_id(place: SimpleNamespace) -> str:
    return str(place.campaign.memberships.get(user=place.gm).public_id)


def test_text_note_and_aside_have_readers_of_their_own(
    place: SimpleNamespace, as_ana: Client
) -> None:
    post = say(place, as_ana, note="Vuelvo el lunes", aside="Chis", aside_members=[gm_id(place)])
    parts = list(post.parts.order_by("position"))
    assert [(part.audience, part.is_note) for part in parts] == [
        ("all", False),
        ("all", True),
        ("named", False),
    ]


@pytest.mark.parametrize("audience", ["gm", "named"])
def test_a_whole_post_for_some(
    place: SimpleNamespace, as_ana: Client, as_visitor: Client, audience: str
) -> None:
    post = say(place, as_ana, audience=audience, readers=[gm_id(place)], text="A solas")
    assert post.parts.get().audience == audience
    assert "A solas" not in as_visitor.get(at(place)).content.decode()
    assert "Solo para" in as_ana.get(at(place)).content.decode()


def test_dice_are_shown_where_they_fell(place: SimpleNamespace, as_ana: Client) -> None:
    say(place, as_ana, text="Salto [2D6 saltar, dificultad 2]")
    html = as_ana.get(at(place)).content.decode()
    assert "dificultad 2: éxito" in html
    assert 'href="dice#roll-1"' in html
    page = as_ana.get(at(place, "dice")).content.decode()
    assert 'id="roll-1"' in page
    assert "aún sellado" in page
    as_ana.post(at(place, "dice/reveal"))
    assert "aún sellado" in as_ana.get(at(place, "dice")).content.decode()


def test_the_game_master_shows_the_dice(
    place: SimpleNamespace, as_gm: Client, as_ana: Client
) -> None:
    say(place, as_ana, text="[D6]")
    as_gm.post(at(place, "dice/reveal"))
    data = as_ana.get(at(place, "dice.json")).json()
    assert [bool(branch["secret"]) for branch in data["branches"]] == [True, False]
    assert len(data["orders"]) == 1


def test_a_quote_is_begun_by_its_link(place: SimpleNamespace, as_ana: Client) -> None:
    post = place.tavern.posts.get()
    html = as_ana.get(at(place, f"?quote={post.public_id}:0")).content.decode()
    assert "&gt; **El tabernero:**" in html
    assert f'name="quotes" value="{post.public_id}:0"' in html


def test_voices_stand_warband_by_warband(place: SimpleNamespace, as_gm: Client) -> None:
    html = as_gm.get(at(place)).content.decode()
    select = html.partition('name="persona"')[2].partition("</select>")[0]
    bands = re.findall(r'<optgroup label="([^"]*)"', select)
    assert bands == [place.crows.name, place.rats.name]
    assert '<label for="npc">O como otra persona' in html


def test_a_note_is_quoted_by_its_name(place: SimpleNamespace, as_ana: Client) -> None:
    post = say(place, as_ana, text="Llueve", note="Hoy no puedo")
    html = as_ana.get(at(place)).content.decode()
    links = re.findall(rf'quote={post.public_id}:(\d)#composer"[^>]*>([^<]*)<', html)
    assert links == [("0", "Citar"), ("1", "Citar la nota")]
    edits = as_ana.get(at(place, f"posts/{post.public_id}/edits")).content.decode()
    assert '<p class="note__label">Fuera de personaje</p>' in edits


def test_a_quote_of_a_secret_says_who_will_read_it(place: SimpleNamespace, as_ana: Client) -> None:
    secret = post_create(
        user=place.player, scene_id=place.tavern.public_id, parts=[Part("La llave", "gm")]
    )
    name = f"{secret.public_id}:0"
    html = as_ana.get(at(place, f"?quote={name}")).content.decode()
    assert "y nadie más" in html
    answer = say(place, as_ana, text="> La llave", quotes=name)
    assert answer.parts.get().audience == "named"


def test_a_post_is_corrected_by_its_form(
    place: SimpleNamespace, as_ana: Client, as_gm: Client, as_visitor: Client
) -> None:
    post = say(place, as_ana, text="Entro por la ventana")
    address = at(place, f"posts/{post.public_id}/correct")
    assert "Entro por la ventana" in as_ana.get(address).content.decode()
    assert as_gm.get(address).status_code == 404
    as_ana.post(address, {"part-0": "Entro por la puerta"})
    seen = as_visitor.get(at(place)).content.decode()
    assert "puerta" in seen
    assert "ventana" not in seen
    assert "corregido" in seen
    earlier = as_visitor.get(at(place, f"posts/{post.public_id}/edits")).content.decode()
    assert "ventana" in earlier
    assert as_ana.post(address, {"part-0": " "}).status_code == 409


def test_each_name_has_a_draft_of_its_own(place: SimpleNamespace, as_ana: Client) -> None:
    otto = place.crows.fighters.get(name="Otto")
    as_ana.post(at(place, "draft"), {"text": "Yo misma"})
    as_ana.post(at(place, "draft"), {"text": "Soy Otto", "persona": otto.pk, "note": "ojo"})
    kept = as_ana.get(at(place, "draft"), {"persona": otto.pk}).json()
    assert (kept["text"], kept["note"]) == ("Soy Otto", "ojo")
    assert as_ana.get(at(place, "draft")).json()["text"] == "Yo misma"
    html = as_ana.get(at(place)).content.decode()
    assert "Soy Otto" in html
    assert "?draft=&amp;as_book=1" in html
    say(place, as_ana, text="Soy Otto", persona=otto.pk)
    assert [draft.text for draft in Draft.objects.all()] == ["Yo misma"]


def test_words_move_to_another_name(place: SimpleNamespace, as_ana: Client) -> None:
    otto = place.crows.fighters.get(name="Otto")
    as_ana.post(at(place, "draft"), {"text": "Hola"})
    as_ana.post(at(place, "draft"), {"text": "Hola", "persona": otto.pk, "moved_from": ""})
    assert [draft.persona for draft in Draft.objects.all()] == ["Otto"]


def test_who_is_logged_out_comes_back_to_the_page(place: SimpleNamespace) -> None:
    answer = Client().post(at(place, "posts"), {"text": "Casi lo pierdo"})
    assert answer.status_code == 302
    assert f"next=/scenes/{place.tavern.public_id}/" in answer["Location"]


def test_to_the_first_unread(place: SimpleNamespace, as_ana: Client) -> None:
    rows = Post.objects.bulk_create(Post(scene=place.tavern, author=place.gm) for _ in range(50))
    PostPart.objects.bulk_create(PostPart(post=post, source="x", html="<p>x</p>") for post in rows)
    posts = list(place.tavern.posts.order_by("pk"))
    assert as_ana.get(at(place, "unread"))["Location"].endswith(
        f"?page=1&post={posts[0].public_id}#post-{posts[0].public_id}"
    )
    as_ana.post(at(place, "read"), {"post": posts[29].public_id})
    assert as_ana.get(at(place, "unread"))["Location"].endswith(
        f"?page=2&post={posts[30].public_id}#post-{posts[30].public_id}"
    )
    as_ana.post(at(place, "read"), {"post": posts[3].public_id})  # never back
    assert ReadMark.objects.get(user=place.player).post == posts[29]
    html = as_ana.get(at(place, "?page=2")).content.decode()
    assert html.count("post--new") == 10


def test_a_scenes_settings(place: SimpleNamespace, as_gm: Client, as_ana: Client) -> None:
    assert as_ana.get(at(place, "settings")).status_code == 403
    fields = {"title": "La posada", "status": "closed", "visibility": "members", "position": "4"}
    as_gm.post(at(place, "settings"), fields | {"pinned": "on"})
    place.tavern.refresh_from_db()
    assert (place.tavern.title, place.tavern.status, place.tavern.pinned) == (
        "La posada",
        "closed",
        True,
    )
    assert "Esta escena está cerrada" in as_ana.get(at(place)).content.decode()


def test_a_scene_that_is_refused_keeps_what_was_filled_in(
    place: SimpleNamespace, as_gm: Client
) -> None:
    """For some alone, and nobody named: title and choice stand there again."""
    fields = {"title": "Un trato a oscuras", "kind": "free", "visibility": "restricted"}
    answer = as_gm.post(f"/campaigns/{place.campaign.public_id}/scenes/new", fields)
    text = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="Un trato a oscuras"' in text
    assert '<option value="restricted" selected>' in text
    assert "message--error" in text


def test_a_preview_says_which_dice_will_fall(place: SimpleNamespace, as_ana: Client) -> None:
    told = as_ana.post("/preview", {"text": "[2D6 trepar dificultad 7] [D6 sigilo DJ]"})
    text = " ".join(told.content.decode().split())
    assert "2D6 · trepar · dificultad 7 · los ve quien lo lea" in text
    assert "D6 · sigilo · <strong>solo los ve el director de juego</strong>" in text
    many = as_ana.post("/preview", {"text": "[D6]" * 13}).content.decode()
    assert "message--error" in many


def test_readers_are_chosen_among_those_who_dont_read_anyway(
    place: SimpleNamespace, as_gm: Client, as_ana: Client
) -> None:
    marga = place.campaign.memberships.get(user=place.gm).public_id
    ana = place.campaign.memberships.get(user=place.player).public_id
    text = as_ana.get(at(place)).content.decode()
    assert f'value="{marga}"' not in text
    assert "Lo leeréis solo tú y el director de juego." in text
    text = as_gm.get(at(place)).content.decode()
    assert f'value="{ana}"' in text
    assert "Solo lo leerán los directores de juego." in text


def test_an_archived_scene_leaves_the_list(
    place: SimpleNamespace, as_gm: Client, as_ana: Client
) -> None:
    update_scene(user=place.gm, scene_id=place.tavern.public_id, status="archived")
    campaign = f"/campaigns/{place.campaign.public_id}/"
    text = as_ana.get(campaign).content.decode()
    listed, archived = text.split('id="archive"')
    assert "La taberna" not in listed
    assert f'href="{at(place)}"' in archived  # still to be found, and to be taken out again
    assert "1 escena archivada" in archived
    assert as_ana.get(at(place)).status_code == 200
