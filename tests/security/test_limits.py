"""Forms that somebody could send for ever: after a while they are refused."""

import pytest
from django.core.cache import cache
from django.test import Client

from campaigns import outbox
from tests.conftest import PASSWORD

SIGN_UP = {"password1": "una rata en la nieve", "password2": "una rata en la nieve"}


@pytest.fixture(autouse=True)
def _limits(settings):
    cache.clear()
    settings.PAGE_LIMITS = {
        "log_in": "3/min",
        "sign_up": "3/hour",
        "password_reset": "5/hour",
        "reset_mail": "2/hour",
    }
    yield
    cache.clear()


@pytest.mark.parametrize("address", ["/accounts/login", "/admin/login/"])
def test_nobody_tries_one_password_on_everybody(ana, address):
    tries = [{"username": f"somebody{n}", "password": "wrong"} for n in range(4)]
    statuses = [Client().post(address, form).status_code for form in tries]
    assert statuses == [200, 200, 200, 429]
    right = {"username": "ana", "password": PASSWORD}
    assert Client().post("/accounts/login", right).status_code == 429
    assert Client().post("/accounts/login", right, REMOTE_ADDR="192.0.2.7").status_code == 302
    assert Client().get("/accounts/login").status_code == 200


def test_an_address_that_anybody_can_write_is_not_believed(db):
    form = {"username": "x", "password": "wrong"}
    headers = [{"x-forwarded-for": f"192.0.2.{n}"} for n in range(4)]
    statuses = [Client().post("/accounts/login", form, headers=one).status_code for one in headers]
    assert statuses[-1] == 429


def test_nobody_signs_up_for_ever(db):
    for n in range(4):
        name = {"username": f"rata{n}", "email": f"rata{n}@example.org"}
        form = {**name, **SIGN_UP, "time_zone": "Europe/Madrid"}
        status = Client().post("/accounts/signup", form).status_code
        assert status == (302 if n < 3 else 429)


def test_nobody_is_buried_in_mail(ana, mailoutbox):
    def ask(email, **extra):
        return Client().post("/accounts/password/reset", {"email": email}, **extra)

    first = ask("ana@example.org")
    more = [ask(email, REMOTE_ADDR="192.0.2.7") for email in ("ANA@example.org",) * 3]
    assert {one.status_code for one in (first, *more)} == {302}
    assert {one["Location"] for one in (first, *more)} == {first["Location"]}
    outbox.run_due()
    assert len(mailoutbox) == 2


def test_nobody_asks_for_passwords_for_ever(db):
    forms = [{"email": f"rata{n}@example.org"} for n in range(6)]
    statuses = [Client().post("/accounts/password/reset", form).status_code for form in forms]
    assert statuses == [302] * 5 + [429]


def test_nobody_guesses_the_password_of_an_open_session(ana):
    client = Client()
    client.force_login(ana)
    form = {"old_password": "no-es-esta", "new_password1": "x", "new_password2": "x"}
    statuses = [client.post("/accounts/password", form).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]


def test_without_a_cache_people_still_log_in(ana, monkeypatch):
    def broken(*args):
        raise ConnectionError

    monkeypatch.setattr(cache, "get", broken)
    form = {"username": "ana", "password": PASSWORD}
    assert Client().post("/accounts/login", form).status_code == 302
