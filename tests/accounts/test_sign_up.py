import pytest
from django.urls import reverse

from mordheim_site.accounts.models import User

FORM = {
    "username": "lucia",
    "email": "lucia@example.org",
    "display_name": "Lucía",
    "time_zone": "America/Bogota",
    "password1": "tinta-y-hueso",
    "password2": "tinta-y-hueso",
}


@pytest.fixture
def sign_up(client, db):
    def send(**changes):
        return client.post(reverse("accounts:sign_up"), FORM | changes)

    return send


def test_it_makes_a_user_and_logs_in(sign_up, client):
    response = sign_up()
    user = User.objects.get(username="lucia")
    assert response.url == "/"
    assert (user.display_name, user.time_zone, user.language) == ("Lucía", "America/Bogota", "es")
    assert user.check_password("tinta-y-hueso")
    assert client.session["_auth_user_id"] == str(user.pk)


def test_it_takes_the_language_of_the_page(sign_up, client):
    client.cookies["django_language"] = "en"
    sign_up()
    assert User.objects.get().language == "en"


def test_it_goes_on_to_where_one_came_from(sign_up):
    assert sign_up(next="/invitations/abc").url == "/invitations/abc"


def test_it_does_not_go_to_another_site(sign_up):
    assert sign_up(next="https://evil.example/").url == "/"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", ""),
        ("email", "nobody"),
        ("time_zone", "Europe/Atlantis"),
        ("password2", "another-one-entirely"),
        ("username", "two words"),
    ],
)
def test_it_refuses_a_bad_field(sign_up, field, value):
    response = sign_up(**{field: value})
    assert field in response.context["form"].errors
    assert not User.objects.exists()


@pytest.mark.parametrize("password", ["corta", "1234567890", "lucia@example.org"])
def test_it_refuses_a_weak_password(sign_up, password):
    response = sign_up(password1=password, password2=password)
    assert "password2" in response.context["form"].errors


def test_a_username_is_taken_in_any_case(sign_up, make_user):
    make_user("LUCIA")
    response = sign_up()
    assert response.context["form"].errors["username"]
    assert User.objects.count() == 1


def test_a_closed_site_has_no_sign_up(sign_up, settings):
    settings.SIGNUP = "closed"
    assert sign_up().status_code == 404


def test_whoever_is_logged_in_is_sent_home(client, ana):
    client.force_login(ana)
    assert client.get(reverse("accounts:sign_up")).url == "/"
