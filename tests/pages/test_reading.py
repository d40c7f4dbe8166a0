"""Every page can be read by whoever may, and by nobody else; with a fixed number of queries."""

from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from campaigns.models import Post, PostPart
from campaigns.services.scenes import Part, post_create


def addresses(place: SimpleNamespace) -> dict[str, str]:
    campaign, battle = place.campaign.public_id, place.battle.public_id
    return {
        "home": "/",
        "campaigns": "/campaigns/",
        "campaign": f"/campaigns/{campaign}/",
        "tavern": f"/scenes/{place.tavern.public_id}/",
        "battle": f"/scenes/{place.scene.public_id}/",
        "book": f"/scenes/{place.scene.public_id}/?as_book=1",
        "words": f"/battles/{battle}/words",
        "replay": f"/battles/{battle}/replay",
        "dice": f"/battles/{battle}/dice",
        "warband": f"/warbands/{place.crows.pk}/",
        "books": f"/warbands/{place.crows.pk}/books",
        "rules": "/rules/",
        "chapter": "/rules/partida/COV/",
        "rule": "/rules/P-COV-01/",
    }


@pytest.mark.parametrize("language", ["es", "en"])
def test_a_member_reads_everything(fight: SimpleNamespace, as_ana: Client, language: str) -> None:
    fight.player.language = language
    fight.player.save()
    for name, address in addresses(fight).items():
        assert as_ana.get(address).status_code == 200, name


def test_a_page_has_no_inline_script_or_style(fight: SimpleNamespace, as_ana: Client) -> None:
    for name, address in addresses(fight).items():
        html = as_ana.get(address).content.decode()
        assert " style=" not in html, name
        assert "<style" not in html, name
        assert "onclick=" not in html, name
        assert all("src=" in tag for tag in html.split("<script")[1:]), name


def test_a_stranger_reads_a_public_campaign(fight: SimpleNamespace, as_visitor: Client) -> None:
    for name in ("campaign", "tavern", "battle", "replay", "dice", "warband"):
        assert as_visitor.get(addresses(fight)[name]).status_code == 200, name


def test_a_stranger_finds_nothing_of_a_private_one(
    fight: SimpleNamespace, as_visitor: Client
) -> None:
    fight.campaign.is_public = False
    fight.campaign.save()
    for name in ("campaign", "tavern", "battle", "words", "replay", "dice", "warband", "books"):
        assert as_visitor.get(addresses(fight)[name]).status_code == 404, name


def test_what_is_only_the_game_masters(fight: SimpleNamespace, as_ana: Client) -> None:
    battle, campaign = fight.battle.public_id, fight.campaign.public_id
    assert as_ana.get(f"/battles/{battle}/gm").status_code == 403
    assert as_ana.get(f"/campaigns/{campaign}/battles/new").status_code == 403


def test_the_game_masters_pages(fight: SimpleNamespace, as_gm: Client) -> None:
    battle, campaign = fight.battle.public_id, fight.campaign.public_id
    assert as_gm.get(f"/battles/{battle}/gm").status_code == 200
    assert as_gm.get(f"/campaigns/{campaign}/battles/new").status_code == 200
    assert as_gm.get(f"/scenes/{fight.scene.public_id}/?as=blue").status_code == 200


@pytest.mark.parametrize("posts", [1, 20, 200])
def test_a_scene_takes_few_queries(
    place: SimpleNamespace, as_ana: Client, as_visitor: Client, posts: int
) -> None:
    rows = Post.objects.bulk_create(
        Post(scene=place.tavern, author=place.player) for _ in range(posts - 1)
    )
    PostPart.objects.bulk_create(PostPart(post=post, source="x", html="<p>x</p>") for post in rows)
    assert queries(as_visitor, addresses(place)["tavern"]) <= 8
    assert queries(as_ana, addresses(place)["tavern"]) <= 12


def queries(client: Client, address: str) -> int:
    client.get(address)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(captured)


def test_an_unknown_rule_is_not_found(as_visitor: Client, db: None) -> None:
    assert as_visitor.get("/rules/P-NON-99/").status_code == 404
    assert as_visitor.get("/rules/partida/NON/").status_code == 404


@pytest.mark.parametrize("path", ["/rules/perdidos/MOV/", "/rules/W-CAST-01/", "/rules/"])
def test_a_rule_that_no_battle_is_played_by_says_so(as_visitor: Client, path: str) -> None:
    assert "todavía no juega con estas reglas" in as_visitor.get(path).content.decode()


@pytest.mark.parametrize("path", ["/rules/partida/MOV/", "/rules/P-MAG-01/"])
def test_a_rule_that_is_played_by_says_nothing_of_the_kind(as_visitor: Client, path: str) -> None:
    assert "todavía no" not in as_visitor.get(path).content.decode()


def test_the_rules_scene_shows_what_the_house_plays(place: SimpleNamespace, as_ana: Client) -> None:
    scene = place.campaign.scenes.get(kind="rules")
    plain = as_ana.get(f"/scenes/{scene.public_id}/").content.decode()
    assert "Sin reglas de la casa" in plain
    place.campaign.house_rules = {"run.enemy_distance": 30}
    place.campaign.save()
    changed = as_ana.get(f"/scenes/{scene.public_id}/").content.decode()
    assert ': 30\u00a0cm</strong> <span class="muted">(Libro: 20\u00a0cm)</span>' in changed
    assert "/rules/P-MOV-05/" in changed


def test_a_turn_told_for_the_first_time_takes_few_queries_too(
    fight: SimpleNamespace, as_ana: Client, as_gm: Client, as_visitor: Client
) -> None:
    """With an aside for somebody in the thread, whose readers have to be named."""
    member = fight.campaign.memberships.get(user=fight.player).public_id
    for scene in (fight.scene, fight.tavern):
        parts = [Part("Chis", "named", [member])]
        post_create(user=fight.gm, scene_id=scene.public_id, parts=parts)
    for name in ("battle", "tavern"):
        address = addresses(fight)[name]
        for client, limit in ((as_ana, 12), (as_gm, 12), (as_visitor, 8)):
            client.get(address)
            cache.clear()
            with CaptureQueriesContext(connection) as captured:
                html = client.get(address).content
            assert len(captured) <= limit, [query["sql"][:90] for query in captured]
            assert len(html) <= 60_000
