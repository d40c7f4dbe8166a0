"""What dice for the game master are for is told to him and to who threw them, to nobody else."""

import pytest
from django.test import Client

from campaigns.services.corrections import post_correct
from campaigns.services.scenes import Part, post_create
from tests.security.test_channels import channels, text_of
from tests.security.test_outsiders import filled

pytestmark = pytest.mark.django_db

FOR = "emboscada"


@pytest.fixture
def thrown(public, tavern, ana):
    """Ana's post, whose wording has been another; Berta has answered nothing yet."""
    text = f"Abre la puerta. [2D6 {FOR} 7+, GM] Y calla."
    post = post_create(user=ana, scene_id=tavern.public_id, parts=[Part(text)])
    source = post.parts.get().source
    post_correct(user=ana, post_id=post.public_id, texts={0: source.replace("calla", "escucha")})
    return post


def told(user, public, scene, post) -> set[str]:
    """The addresses that say what the dice are for."""
    client, found = Client(headers={"accept-language": "es"}), set()
    if user:
        client.force_login(user)
    ids = {"campaign": public.public_id, "scene": scene.public_id, "post": post.public_id}
    ids |= {f"{name}_id": value for name, value in ids.items()} | {"form": "html"}
    for name, arguments in channels():
        if not set(arguments) <= set(ids):
            continue
        path = filled(name, arguments, **ids)
        asked = ("?q=puerta", f"?q={FOR}") if name.endswith("search") else ("",)
        if name == "campaigns:scene":
            asked = ("", f"?quote={post.public_id}:0", f"?as_book=1&post={post.public_id}")
        for question in asked:
            text = text_of(client.get(path + question))
            for repeated in (f'value="{FOR}"', f"q={FOR}"):  # the page repeats the question
                text = text.replace(repeated, "")
            if FOR in text:
                found.add(name)
    return found


@pytest.mark.parametrize("reader", ["berta", "carla", None])
def test_others_learn_nowhere_what_they_are_for(thrown, public, tavern, berta, carla, reader):
    user = {"berta": berta, "carla": carla}.get(reader)
    assert told(user, public, tavern, thrown) == set()


def test_they_are_told_to_the_game_master_and_to_who_threw_them(thrown, public, tavern, ana, marga):
    both = {"campaigns:search", "campaigns:scene", "api:search", "api:post", "api:post-edits"}
    assert both <= told(ana, public, tavern, thrown)
    assert both <= told(marga, public, tavern, thrown)


@pytest.mark.parametrize(("word", "finds"), [("puerta", True), (FOR, False), ("escucha", True)])
def test_nobody_finds_out_by_asking(thrown, public, api, berta, ana, word, finds):
    address = f"/api/v1/campaigns/{public.public_id}/search?q={word}"
    assert api(berta).get(address).json()["count"] == int(finds)
    assert api(ana).get(address).json()["count"] == 1
    assert api().get(address).json()["count"] == int(finds)


def test_the_rest_is_quoted_as_it_was(thrown, public, tavern, api, berta):
    part = api(berta).get(f"/api/v1/posts/{thrown.public_id}").json()["parts"][0]
    assert part["source"] == "Abre la puerta. [GM #1] Y escucha."


@pytest.mark.postgres
def test_nobody_finds_out_by_what_is_not_found(thrown, public, api, berta, ana):
    """`-word` leaves out what holds a word: what he may not read would be told by its absence."""
    address = f"/api/v1/campaigns/{public.public_id}/search?q=puerta+-{FOR}"
    assert api(ana).get(address).json()["count"] == 0
    for reader in (berta, None):
        assert api(reader).get(address).json()["count"] == 1


@pytest.mark.postgres
def test_nobody_finds_out_by_what_comes_first(thrown, public, tavern, api, ana, berta):
    """Of two posts that read alike the later comes first, whatever the dice in one are for."""
    post_create(user=ana, scene_id=tavern.public_id, parts=[Part("Otra puerta se abre.")])
    address = f"/api/v1/campaigns/{public.public_id}/search?q=puerta+or+{FOR}"
    first = [str(api(one).get(address).json()["results"][0]["post"]) for one in (ana, berta)]
    assert first[0] == str(thrown.public_id)
    assert first[1] != str(thrown.public_id)
