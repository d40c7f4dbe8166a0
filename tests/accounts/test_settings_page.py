import pytest
from django.urls import reverse

from mordheim_site.accounts import services
from mordheim_site.accounts.models import ApiToken

SETTINGS = "/accounts/settings"


@pytest.fixture
def as_ana(client, ana):
    client.force_login(ana)
    return client


def test_a_stranger_is_sent_to_the_log_in(client, db):
    assert client.get(SETTINGS).url == f"/accounts/login?next={SETTINGS}"


def test_it_saves_and_speaks_the_new_language_at_once(as_ana, ana):
    form = {"display_name": "Anna", "language": "en", "time_zone": "UTC", "theme": "dark"}
    page = as_ana.post(SETTINGS, form, follow=True).content.decode()
    ana.refresh_from_db()
    assert (ana.display_name, ana.language, ana.time_zone, ana.theme) == (
        "Anna", "en", "UTC", "dark",
    )  # fmt: skip
    assert "Saved." in page
    assert '<html lang="en" data-theme="dark">' in page


def test_it_refuses_an_unknown_time_zone(as_ana, ana):
    form = {"display_name": "", "language": "es", "time_zone": "Mars/Olympus", "theme": "auto"}
    assert "time_zone" in as_ana.post(SETTINGS, form).context["form"].errors
    ana.refresh_from_db()
    assert ana.time_zone == "Europe/Madrid"


def test_a_new_token_is_shown_once_and_kept_as_a_digest(as_ana, ana):
    form = {"name": "bot", "scope": "read", "days": "30"}
    page = as_ana.post(reverse("accounts:create_token"), form)
    key, token = page.context["new_key"], ApiToken.objects.get()
    assert key in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert token.digest == ApiToken.digest_of(key)
    assert (token.user, token.scope, token.hint) == (ana, "read", key[:7])
    assert key not in as_ana.get(SETTINGS).content.decode()


def test_a_token_without_a_name_is_refused(as_ana):
    form = {"name": "", "scope": "read", "days": "30"}
    page = as_ana.post(reverse("accounts:create_token"), form)
    assert "name" in page.context["token_form"].errors
    assert not ApiToken.objects.exists()


def test_revoking_takes_it_off_the_page(as_ana, ana):
    token, _ = services.issue_token(user=ana, name="bot")
    as_ana.post(reverse("accounts:revoke_token", args=[token.public_id]))
    token.refresh_from_db()
    assert token.revoked_at
    assert token not in as_ana.get(SETTINGS).context["tokens"]


def test_nobody_revokes_the_token_of_another(as_ana, stranger):
    token, _ = services.issue_token(user=stranger, name="bot")
    url = reverse("accounts:revoke_token", args=[token.public_id])
    assert as_ana.post(url).status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None
