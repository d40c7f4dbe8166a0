"""Nobody is led away from the site, and no address breaks the way back."""

import pytest
from django.test import Client

from mordheim_site.accounts.models import User

FOREIGN = [
    *("https://evil.example/", "//evil.example", "///evil.example", "/\\evil.example"),
    *("http:///evil.example", "javascript:alert(1)", "mailto:a@b", "\\\\evil.example"),
]
OWN = ["/rules/", "/rules/?a=1#b", "http://testserver/rules/"]
NO_VIEWS = ["admin:index", "foo", "./x", "campaigns"]


def target_of(client: Client, address: str, form: dict) -> str:
    answer = client.post(address, form)
    assert answer.status_code == 302
    return answer["Location"]


@pytest.mark.parametrize("target", FOREIGN)
def test_preferences_lead_nowhere_else(db, target):
    assert target_of(Client(), "/preferences", {"theme": "dark", "next": target}) == "/"


@pytest.mark.parametrize("target", OWN)
def test_preferences_lead_back(db, target):
    assert target_of(Client(), "/preferences", {"theme": "dark", "next": target}) == target


@pytest.mark.parametrize("target", NO_VIEWS)
def test_a_target_is_an_address_and_never_a_view(db, target):
    assert target_of(Client(), "/preferences", {"next": target}) in ("/", target)


@pytest.mark.parametrize("target", [*FOREIGN, *NO_VIEWS, *OWN])
def test_log_in_and_sign_up_lead_nowhere_else(make_user, target):
    make_user("ana")
    words = "la nieve tapa todo"
    log_in = {"username": "ana", "password": words, "next": target}
    sign_up = {
        "username": "zoe",
        "email": "zoe@example.org",
        "password1": "una rata en la nieve",
        "password2": "una rata en la nieve",
        "time_zone": "Europe/Madrid",
        "next": target,
    }
    User.objects.get(username="ana").set_password(words)
    user = User.objects.get(username="ana")
    user.set_password(words)
    user.save()
    wanted = {target} if target not in FOREIGN else set()
    assert target_of(Client(), "/accounts/login", log_in) in {"/", *wanted}
    assert target_of(Client(), "/accounts/signup", sign_up) in {"/", *wanted}


@pytest.mark.parametrize("referrer", [*FOREIGN, *NO_VIEWS, ""])
def test_a_refused_form_leads_nowhere_else(ana, referrer):
    client = Client()
    client.force_login(ana)
    campaign = client.post("/campaigns/new", {"name": "Invierno", "language": "es"})["Location"]
    answer = client.post(f"{campaign}warbands", {"warband": "x"}, headers={"referer": referrer})
    assert answer.status_code == 404 or answer["Location"] in ("/", referrer)
    line = client.post(f"{campaign}warbands", {"next": "/\r\nX-Evil: 1"})
    assert "X-Evil" not in line.headers
