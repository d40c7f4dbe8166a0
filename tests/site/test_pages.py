import pytest
from django.db import connection
from django.db.utils import OperationalError

PAGES = ["/", "/accounts/login", "/accounts/signup", "/accounts/password/reset", "/api/docs/"]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_forbids_inline_code_and_other_sites(client, db, path):
    response = client.get(path)
    policy = response["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";") if part.strip())
    assert response.status_code == 200
    assert directives["script-src"] == "'self'"
    assert directives["style-src"] == "'self'"
    assert directives["frame-ancestors"] == "'none'"
    assert directives["object-src"] == "'none'"


@pytest.mark.parametrize("path", PAGES)
def test_no_page_has_inline_code(client, db, path):
    page = client.get(path).content.decode()
    assert "<style" not in page
    assert " style=" not in page
    assert " onclick=" not in page
    assert page.count("<script") == page.count("<script src=")


def test_spanish_is_what_a_stranger_gets(client, db):
    page = client.get("/").content.decode()
    assert '<html lang="es"' in page
    assert "Un libro de campaña que te contesta" in page


@pytest.mark.parametrize(("accepts", "language"), [("en-GB,en", "en"), ("fr,de", "es")])
def test_the_browsers_language_counts(client, db, accepts, language):
    response = client.get("/", HTTP_ACCEPT_LANGUAGE=accepts)
    assert f'<html lang="{language}"' in response.content.decode()


def test_a_user_reads_his_own_language(client, berta):
    client.force_login(berta)
    response = client.get("/accounts/settings", HTTP_ACCEPT_LANGUAGE="es")
    assert response["Content-Language"] == "en"
    assert "<h1>Settings</h1>" in response.content.decode()


def test_every_page_says_that_it_is_no_official_product(client, db):
    assert "No está afiliado a Games Workshop" in client.get("/").content.decode()


def test_health_is_200_while_the_database_answers(client, db):
    response = client.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"database": "up"})


def test_health_is_503_when_it_does_not(client, db, monkeypatch):
    def broken():
        raise OperationalError

    with monkeypatch.context() as patch:
        patch.setattr(connection, "cursor", broken)
        response = client.get("/healthz")
    assert (response.status_code, response.json()) == (503, {"database": "down"})
