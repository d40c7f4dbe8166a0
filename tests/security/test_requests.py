"""What a request may be: anything else is a plain 400, never a fault of the server."""

from wsgiref.util import setup_testing_defaults

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test import Client

from mordheim_site.accounts.sessions import SessionStore
from mordheim_site.numbers import MOST, whole_number
from mordheim_site.wsgi import application
from tests.campaigns.tables import begun


@pytest.fixture
def browser(ana) -> Client:
    client = Client()
    client.force_login(ana)
    return client


@pytest.mark.parametrize("address", ["/campaigns/?page=%00", "/campaigns/?%00=1", "/join/%00"])
def test_no_address_holds_the_character_0(browser, address):
    assert browser.get(address).status_code == 400


@pytest.mark.parametrize("form", [{"text": "a\0b"}, {"a\0": "b"}])
def test_no_form_holds_the_character_0(browser, form):
    assert browser.post("/preview", form).status_code == 400


@pytest.mark.django_db
def test_a_cookie_with_the_character_0_is_no_session():
    """PostgreSQL can't be asked for it; whoever has such a cookie is simply logged out."""
    cookie = r'sessionid="abcdefgh\000x"'
    assert Client().get("/", headers={"cookie": cookie}).status_code == 200
    store = SessionStore("abcdefgh\0x")
    assert store.session_key is None
    assert SessionStore("abcdefghx").session_key == "abcdefghx"


@pytest.fixture
def _keep_connections():
    """As Django's test client does: a request must not close the connection of the test."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.usefixtures("db", "_keep_connections")
@pytest.mark.parametrize("charset", ["hex", "rot13", "utf-16", '"latin-1"', "nonsense"])
def test_whatever_charset_a_request_claims_it_is_read_as_utf_8(charset):
    """Django looks a codec of that name up, and some of them read no text."""
    kind = f"text/plain; charset={charset}"
    environ = {"CONTENT_TYPE": kind, "PATH_INFO": "/rules/", "QUERY_STRING": "page=%C3%B1"}
    setup_testing_defaults(environ)
    statuses = []
    list(application(environ, lambda status, headers: statuses.append(status)))
    assert statuses == ["200 OK"]


def test_plain_requests_pass(browser):
    json = "application/json; charset=UTF-8"
    assert browser.get("/campaigns/?page=%C3%B1", CONTENT_TYPE=json).status_code == 200
    assert browser.post("/preview", {"text": "ñ 🐀"}).status_code == 200


def test_nobody_sends_files(browser):
    file = SimpleUploadedFile("a.txt", b"x" * 100)
    assert browser.post("/preview", {"text": "a", "file": file}).status_code == 400


@pytest.mark.parametrize(
    "kind", ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; x=\xff"]
)
def test_broken_forms_are_refused(browser, kind):
    assert browser.generic("POST", "/preview", b"--\r\nx", content_type=kind).status_code == 400


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("0", 0), ("007", 7), (str(MOST), MOST), (str(MOST + 1), MOST), ("9" * 9000, MOST)),
        *(("0" * 9000 + "1", 1), ("", None), ("-1", None), ("1.5", None), (" 1", None)),
        *(("²", None), ("٣", None), ("1e3", None)),
    ],
)
def test_whole_numbers_end_somewhere(text, number):
    assert whole_number(text) == number


HUGE = "99999999999999999999"


@pytest.mark.parametrize(
    "page", ["log/{0}-{0}/", "log/0-{0}/", "log/{0}-{0}/orders", "replay?seq={0}"]
)
def test_no_number_is_too_large_for_the_log(client, campaign, marga, ana, berta, page):
    battle = begun(campaign, marga, red=ana, blue=berta)
    client.force_login(ana)
    places = [f"/battles/{battle.public_id}/{page.format(HUGE)}"]
    if page.startswith("log"):
        places.append(f"/scenes/{battle.scene.public_id}/{page.format(HUGE)}")
    for place in places:
        assert client.get(place).status_code in (200, 404)


@pytest.mark.parametrize("query", [f"page={HUGE}", "page=0", f"level={HUGE}", "level=²", "as=x"])
def test_no_number_is_too_large_for_a_scene(client, campaign, marga, ana, berta, query):
    battle = begun(campaign, marga, red=ana, blue=berta)
    client.force_login(ana)
    answer = client.get(f"/scenes/{battle.scene.public_id}/?{query}")
    assert answer.status_code in (200, 404)
