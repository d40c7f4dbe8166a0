from datetime import timedelta

import pytest
from django.utils import timezone

from mordheim_site.accounts import services
from mordheim_site.accounts.models import ApiToken
from tests.conftest import PASSWORD

TOKEN, ME = "/api/v1/token", "/api/v1/me"


def test_username_and_password_give_a_token_that_works(api, ana):
    answer = api().post(TOKEN, {"username": "ana", "password": PASSWORD, "name": "bot"})
    assert answer.status_code == 201
    assert set(answer.json()) == {
        "token", "id", "name", "hint", "scope", "created_at", "expires_at", "last_used_at",
    }  # fmt: skip
    for scheme in ("Token", "Bearer"):
        header = f"{scheme} {answer.json()['token']}"
        me = api().get(ME, HTTP_AUTHORIZATION=header)
        assert me.json()["id"] == str(ana.public_id)


def test_a_wrong_password_is_a_problem_with_a_code(api, ana):
    answer = api().post(TOKEN, {"username": "ana", "password": "nope"})
    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json() == {
        "type": "about:blank",
        "title": "Unauthorized",
        "status": 401,
        "code": "invalid_credentials",
        "detail": "Wrong username or password.",
    }


def test_missing_fields_are_all_named(api, db):
    answer = api().post(TOKEN, {"days": 0})
    faults = {(error["field"], error["code"]) for error in answer.json()["errors"]}
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert faults == {("username", "required"), ("password", "required"), ("days", "min_value")}


def test_a_closed_account_gets_none(api, ana):
    ana.is_active = False
    ana.save()
    answer = api().post(TOKEN, {"username": "ana", "password": PASSWORD})
    assert answer.json()["code"] == "invalid_credentials"


def test_delete_revokes_the_token_that_asks(api, ana):
    client = api(ana)
    assert client.delete(TOKEN).status_code == 204
    answer = client.get(ME)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")


def test_a_token_that_only_reads_may_revoke_itself(api, ana):
    assert api(ana, scope="read").delete(TOKEN).status_code == 204


def test_delete_without_a_token_says_so(client, ana):
    client.force_login(ana)
    answer = client.delete(TOKEN)
    assert (answer.status_code, answer.json()["code"]) == (400, "no_token")


@pytest.mark.parametrize("header", ["Token", "Token a b", "Token nonsense", "Bearer \xff"])
def test_a_bad_header_is_401_with_a_challenge(api, db, header):
    answer = api().get(ME, HTTP_AUTHORIZATION=header)
    assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
    assert answer["WWW-Authenticate"] == "Token"


def test_without_any_log_in_it_is_401(api, db):
    answer = api().get(ME)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


def test_an_expired_token_is_dead(api, ana):
    client = api(ana)
    ApiToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert client.get(ME).status_code == 401


def test_the_token_of_a_closed_account_is_dead(api, ana):
    client = api(ana)
    ana.is_active = False
    ana.save()
    assert client.get(ME).status_code == 401


def test_a_token_that_only_reads_can_not_write(api, ana):
    client = api(ana, scope="read")
    assert client.get(ME).status_code == 200
    answer = client.patch(ME, {"display_name": "Otra"})
    assert (answer.status_code, answer.json()["code"]) == (403, "token_read_only")


def test_use_is_noted_once_an_hour(api, ana):
    client = api(ana)
    client.get(ME)
    first = ApiToken.objects.get().last_used_at
    client.get(ME)
    assert first is not None
    assert ApiToken.objects.get().last_used_at == first


def test_the_list_shows_my_live_tokens_without_keys(api, ana, stranger):
    services.issue_token(user=stranger, name="not mine")
    dead, _ = services.issue_token(user=ana, name="dead")
    services.revoke_token(token=dead)
    answer = api(ana).get("/api/v1/tokens").json()
    assert [row["name"] for row in answer["results"]] == ["test"]
    assert "token" not in answer["results"][0]


def test_i_revoke_mine_and_nobody_elses(api, ana, stranger):
    mine, _ = services.issue_token(user=ana, name="mine")
    other, _ = services.issue_token(user=stranger, name="other")
    client = api(ana)
    assert client.delete(f"/api/v1/tokens/{mine.public_id}").status_code == 204
    assert client.delete(f"/api/v1/tokens/{other.public_id}").status_code == 404
    assert not ApiToken.objects.live().filter(pk=mine.pk).exists()
    assert ApiToken.objects.live().filter(pk=other.pk).exists()


def test_trying_passwords_is_throttled(api, ana):
    for _ in range(10):
        answer = api().post(TOKEN, {"username": "ana", "password": "nope"})
    assert answer.status_code == 401
    answer = api().post(TOKEN, {"username": "ana", "password": PASSWORD})
    assert (answer.status_code, answer.json()["code"]) == (429, "throttled")
    assert int(answer["Retry-After"]) > 0


def test_a_locked_name_is_locked_over_rest_too(api, ana, settings):
    settings.AXES_ENABLED = True
    settings.AXES_FAILURE_LIMIT = 2
    for _ in range(2):
        answer = api().post(TOKEN, {"username": "ana", "password": "nope"})
    assert (answer.status_code, answer.json()["code"]) == (429, "locked_out")
