import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from mordheim_site.accounts import services
from mordheim_site.accounts.models import User


def test_the_name_shown_falls_back_to_the_username(make_user):
    assert str(make_user("solo")) == "solo"
    assert make_user("dos", display_name="Dos Espadas").get_full_name() == "Dos Espadas"


def test_the_database_keeps_usernames_apart_in_any_case(make_user):
    make_user("ana")
    with pytest.raises(IntegrityError):
        make_user("ANA")


def test_a_preference_that_is_none_is_a_mistake(ana):
    with pytest.raises(TypeError, match="is_staff"):
        services.change_preferences(user=ana, is_staff=True)


@pytest.mark.parametrize("change", [{"language": "xx"}, {"theme": "pink"}, {"time_zone": ""}])
def test_a_bad_preference_changes_nothing(ana, change):
    with pytest.raises(ValidationError):
        services.change_preferences(user=ana, **change)
    fresh = User.objects.get(pk=ana.pk)
    assert (fresh.language, fresh.theme, fresh.time_zone) == ("es", "auto", "Europe/Madrid")


def test_passwords_are_hashed_with_argon2(settings):
    from mordheim_site import settings as production

    assert "Argon2" in production.PASSWORD_HASHERS[0]


def test_the_admin_opens_for_staff(client, ana, make_user):
    services.issue_token(user=ana, name="bot")
    root = make_user("root")
    root.is_staff = root.is_superuser = True
    root.save()
    client.force_login(root)
    for page in ("user", "apitoken"):
        assert client.get(f"/admin/accounts/{page}/").status_code == 200
    assert client.get(f"/admin/accounts/user/{ana.pk}/change/").status_code == 200
