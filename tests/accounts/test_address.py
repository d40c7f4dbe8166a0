"""Another mail address: asked for with the password, changed by whoever has the new one."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from campaigns import outbox
from mordheim_site.accounts import mail

PASSWORD, NEW = "tinta-y-hueso", "ana@nueva.example"
pytestmark = pytest.mark.django_db


@pytest.fixture
def as_ana(ana) -> Client:
    browser = Client(headers={"accept-language": "es"})
    browser.force_login(ana)
    return browser


def ask(browser, password=PASSWORD, email=NEW):
    answer = browser.post(
        reverse("accounts:address"), {"email": email, "password": password}, follow=True
    )
    outbox.run_due()
    return answer.content.decode()


def link_in(message) -> str:
    return re.search(r"https?://[^/]+(/accounts/address/\S+)", message.body)[1]


def test_nothing_changes_until_the_new_address_answers(as_ana, ana, mailoutbox):
    assert "Un correo va de camino" in ask(as_ana)
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"
    assert [one.to for one in mailoutbox] == [[NEW]]
    link = link_in(mailoutbox[0])
    stranger = Client()
    assert NEW in stranger.get(link).content.decode()
    ana.refresh_from_db()
    assert ana.email == "ana@example.org"
    assert stranger.post(link).status_code == 302
    ana.refresh_from_db()
    assert ana.email == NEW
    outbox.run_due()
    assert mailoutbox[1].to == ["ana@example.org"]
    assert "/accounts/password" in mailoutbox[1].body, "where to put it right"
    assert ana.email_confirmed_at is not None


def test_the_old_address_is_told(as_ana, ana, mailoutbox):
    ask(as_ana)
    Client().post(link_in(mailoutbox[0]))
    outbox.run_due()
    assert mailoutbox[-1].to == ["ana@example.org"]
    assert "cambia tu contraseña" in mailoutbox[-1].body
    assert NEW not in mailoutbox[-1].body


def test_a_link_is_good_once_and_dies_with_another_change(as_ana, ana, mailoutbox):
    ask(as_ana)
    ask(as_ana, email="otra@nueva.example")
    first, second = (link_in(one) for one in mailoutbox)
    assert Client().post(first).status_code == 302
    assert Client().post(first).status_code == 410
    assert Client().post(second).status_code == 410
    ana.refresh_from_db()
    assert ana.email == NEW


def test_whoever_finds_a_session_open_needs_the_password(as_ana, ana, mailoutbox):
    assert "Esa no es tu contraseña" in ask(as_ana, password="adivinada")
    assert mailoutbox == []


def test_the_address_that_one_has_is_no_change(as_ana, ana, mailoutbox):
    ana.email_confirmed_at = timezone.now()
    ana.save()
    assert "ya es tu dirección" in ask(as_ana, email=ana.email)
    assert mailoutbox == []


def test_nobody_is_buried_in_mail_so(as_ana, settings, mailoutbox):
    settings.PAGE_LIMITS = {"reset_mail": "3/hour"}
    for _ in range(5):
        assert "Un correo va de camino" in ask(as_ana, email="victima@example.org")
    assert len(mailoutbox) == 3


def test_no_address_is_kept_in_the_jobs(as_ana, mailoutbox):
    from campaigns.models import Outbox

    ask(as_ana)
    Client().post(link_in(mailoutbox[0]))
    outbox.run_due()
    jobs = Outbox.objects.filter(kind__in=("address_mail", "address_changed_mail"))
    assert [one.payload for one in jobs] == [{}, {}]


@pytest.mark.parametrize("token", ["x", "a.b.c"])
def test_a_strange_link_says_so(client, token):
    assert client.get(f"/accounts/address/{token}").status_code == 410
    assert mail.change_address(token=token) is None


def test_a_confirmation_is_no_change(client, ana):
    token = mail.confirmation_token(ana)
    assert client.post(f"/accounts/address/{token}").status_code == 410


def test_over_rest(api, ana, mailoutbox):
    url = "/api/v1/me/address"
    wrong = api(ana).post(url, {"email": NEW, "password": "adivinada"}, format="json")
    assert (wrong.status_code, wrong.data["code"]) == (403, "wrong_password")
    bad = api(ana).post(url, {"email": "no", "password": PASSWORD}, format="json")
    assert bad.status_code == 400
    done = api(ana).post(url, {"email": NEW, "password": PASSWORD}, format="json")
    assert done.status_code == 202
    outbox.run_due()
    assert [one.to for one in mailoutbox] == [[NEW]]
