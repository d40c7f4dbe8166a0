import pytest


def test_a_strangers_choice_is_kept_in_cookies(client, db):
    client.post("/preferences", {"language": "en", "theme": "dark"})
    page = client.get("/").content.decode()
    assert '<html lang="en" data-theme="dark">' in page
    assert client.cookies["theme"]["httponly"]
    assert client.cookies["theme"]["samesite"] == "Lax"


def test_a_users_choice_is_kept_in_his_account(client, ana):
    client.force_login(ana)
    client.post("/preferences", {"language": "en"})
    ana.refresh_from_db()
    assert (ana.language, ana.theme) == ("en", "auto")


@pytest.mark.parametrize(
    ("target", "goes_to"),
    [("/accounts/login?next=/x", "/accounts/login?next=/x"), ("//evil.example", "/"), ("", "/")],
)
def test_it_goes_back_within_the_site(client, db, target, goes_to):
    assert client.post("/preferences", {"theme": "dark", "next": target}).url == goes_to


def test_nonsense_is_ignored(client, ana):
    client.force_login(ana)
    client.cookies["theme"] = "pink"
    client.post("/preferences", {"language": "tlh", "theme": "pink"})
    ana.refresh_from_db()
    assert (ana.language, ana.theme) == ("es", "auto")


def test_a_strange_cookie_is_no_theme(client, db):
    client.cookies["theme"] = '"><script>'
    assert 'data-theme="auto"' in client.get("/").content.decode()


def test_a_link_can_not_change_anything(client, db):
    assert client.get("/preferences?theme=dark").status_code == 405
