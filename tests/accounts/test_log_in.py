import pytest
from django.urls import reverse

from tests.conftest import PASSWORD


def post(client, username="ana", password=PASSWORD, **extra):
    form = {"username": username, "password": password, **extra}
    return client.post(reverse("accounts:login"), form)


def test_it_logs_in(client, ana):
    assert post(client).url == "/"
    assert client.session["_auth_user_id"] == str(ana.pk)


def test_it_goes_on_to_where_one_came_from(client, ana):
    assert post(client, next="/accounts/settings").url == "/accounts/settings"


def test_it_does_not_go_to_another_site(client, ana):
    assert post(client, next="//evil.example/").url == "/"


def test_a_wrong_password_and_an_unknown_name_say_the_same(client, ana):
    wrong = post(client, password="otra-cosa-distinta").context["form"].non_field_errors()
    unknown = post(client, username="nadie").context["form"].non_field_errors()
    assert wrong == unknown == ["Usuario o contraseña incorrectos. Fíjate en las mayúsculas."]


def test_log_out_needs_a_post(client, ana):
    client.force_login(ana)
    assert client.get(reverse("accounts:logout")).status_code == 405
    assert "_auth_user_id" in client.session
    client.post(reverse("accounts:logout"))
    assert "_auth_user_id" not in client.session


@pytest.fixture
def locking(settings):
    settings.AXES_ENABLED = True
    settings.AXES_FAILURE_LIMIT = 3


def test_many_wrong_passwords_lock_the_name_for_that_address(client, ana, locking):
    for _ in range(3):
        response = post(client, password="otra-cosa-distinta")
    assert response.status_code == 429
    assert "Demasiadas contraseñas" in response.content.decode()
    assert post(client).status_code == 429
    assert (
        client.post(
            reverse("accounts:login"),
            {"username": "ana", "password": PASSWORD},
            REMOTE_ADDR="192.0.2.7",
        ).url
        == "/"
    )
