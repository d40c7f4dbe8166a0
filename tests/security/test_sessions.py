"""Sessions and keys: which of them end when, and what they may."""

import re

import pytest
from django.test import Client

from campaigns import outbox
from mordheim_site.accounts import services
from tests.conftest import PASSWORD

LOG_IN = {"username": "ana", "password": PASSWORD}
NEW = {"new_password1": "ceniza-y-plomo", "new_password2": "ceniza-y-plomo"}


def test_a_session_laid_out_before_the_log_in_is_not_taken(ana):
    client = Client()
    client.cookies["sessionid"] = "laidoutlaidoutlaidoutlaidoutlaid"
    before = client.get("/accounts/login").client.cookies["sessionid"].value
    client.post("/accounts/login", LOG_IN)
    assert client.cookies["sessionid"].value not in ("", before)
    assert client.cookies["sessionid"]["httponly"]
    assert client.cookies["sessionid"]["samesite"] == "Lax"


def test_another_password_ends_every_other_session(ana):
    here, there = Client(), Client()
    for client in (here, there):
        client.post("/accounts/login", LOG_IN)
    here.post("/accounts/password", {"old_password": PASSWORD, **NEW})
    assert here.get("/accounts/settings").status_code == 200
    assert there.get("/accounts/settings").status_code == 302


def test_a_forgotten_password_ends_every_key_as_well(client, api, ana, mailoutbox):
    mine = api(ana)
    assert mine.get("/api/v1/me").status_code == 200
    client.post("/accounts/password/reset", {"email": "ana@example.org"})
    outbox.run_due()
    link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]
    client.post(client.get(link, follow=True).redirect_chain[-1][0], NEW)
    assert mine.get("/api/v1/me").status_code == 401


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("patch", "me", {"theme": "dark"}),
        ("post", "campaigns", {"name": "Invierno"}),
        ("post", "warbands", {"type": "reikland", "name": "Los Cuervos"}),
        ("post", "invitations/accept", {"token": "x"}),
        ("delete", "tokens/{id}", None),
    ],
)
def test_a_key_for_reading_changes_nothing(api, ana, method, path, body):
    token, _ = services.issue_token(user=ana, name="other")
    client = api(ana, scope="read")
    answer = getattr(client, method)(f"/api/v1/{path.format(id=token.public_id)}", body, "json")
    assert (answer.status_code, answer.json()["code"]) == (403, "token_read_only")


@pytest.mark.parametrize(
    "header", ["Token", "Token a b", "Token \xff", "Token " + "x" * 5000, "Token cm_", "Bearer x"]
)
def test_a_strange_key_is_no_key(api, ana, header):
    client = api()
    client.credentials(HTTP_AUTHORIZATION=header)
    assert client.get("/api/v1/me").status_code == 401


def test_a_closed_account_has_no_keys(api, ana):
    client = api(ana)
    ana.is_active = False
    ana.save()
    assert client.get("/api/v1/me").status_code == 401
    assert Client().post("/accounts/login", LOG_IN).status_code == 200
