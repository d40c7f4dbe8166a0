import re

import pytest
from django.urls import reverse

from campaigns import outbox


@pytest.fixture
def ask(client):
    def send(email):
        answer = client.post(reverse("accounts:password_reset"), {"email": email})
        outbox.run_due()
        return answer

    return send


def test_the_mail_is_in_the_language_of_its_reader(ask, berta, ana, mailoutbox):
    ask("berta@example.org")
    ask("ana@example.org")
    english, spanish = mailoutbox
    assert english.subject == "A new password for Ciudad Maldita"
    assert "Hello, Berta." in english.body
    assert spanish.subject == "Una contraseña nueva para Ciudad Maldita"
    assert "Hola, Ana:" in spanish.body


def test_an_unknown_address_gets_no_mail_and_no_other_words(ask, ana, client, mailoutbox):
    def words(email):
        page = client.get(ask(email).url)
        return [str(message) for message in page.context["messages"]]

    assert words("nobody@example.org") == words("ana@example.org")
    assert [mail.to for mail in mailoutbox] == [["ana@example.org"]]


def test_the_link_sets_a_password_once(ask, ana, client, mailoutbox):
    ask("ana@example.org")
    link = re.search(r"http://testserver(/\S+)", mailoutbox[0].body)[1]
    form = client.get(link, follow=True)
    passwords = {"new_password1": "ceniza-y-plomo", "new_password2": "ceniza-y-plomo"}
    client.post(form.redirect_chain[-1][0], passwords)
    ana.refresh_from_db()
    assert ana.check_password("ceniza-y-plomo")
    assert client.get(link, follow=True).context["validlink"] is False


def test_changing_it_needs_the_old_one(client, ana):
    client.force_login(ana)
    new = {"new_password1": "ceniza-y-plomo", "new_password2": "ceniza-y-plomo"}
    url = reverse("accounts:password_change")
    assert client.post(url, new | {"old_password": "no-es-esta"}).status_code == 200
    assert client.post(url, new | {"old_password": "tinta-y-hueso"}).status_code == 302
    ana.refresh_from_db()
    assert ana.check_password("ceniza-y-plomo")
