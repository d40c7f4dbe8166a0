"""What REST takes for JSON: everything else is refused with 400 before a resource sees it."""

import json

import pytest
from django.test import override_settings

from mordheim_site.api.parsers import DEEPEST, GREATEST

PATH = "/api/v1/campaigns"
BAD = {
    "nothing": b"{",
    "no UTF-8": b'{"name": "\xff"}',
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"name": -Infinity}',
    "more than a float holds": b'{"name": 1e999}',
    "a whole number without end": b'{"name": ' + b"9" * 6000 + b"}",
    "a whole number beyond 2^53": b'{"name": 9007199254740992}',
    "deep": b'{"name": ' + b"[" * 40 + b"]" * 40 + b"}",
    "bottomless": b"[" * 100_000,
    "the character 0": b'{"name": "a\\u0000"}',
    "the character 0 in a name": b'{"a\\u0000": 1}',
    "half a character": b'{"name": "\\ud800"}',
    "a name twice": b'{"name": "a", "name": "b"}',
}


@pytest.mark.parametrize("body", BAD.values(), ids=BAD.keys())
def test_what_is_no_plain_json_is_refused(api, ana, body):
    answer = api(ana).post(PATH, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "parse_error")


@pytest.mark.parametrize("body", [b"null", b"[]", b'"x"', b"1", b"true", b""])
def test_what_is_no_object_is_refused(api, ana, body):
    answer = api(ana).post(PATH, body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.mark.parametrize("charset", ["utf-16", "hex", "rot13", "nonsense"])
def test_json_is_utf_8_whatever_it_calls_itself(api, ana, charset):
    body = json.dumps({"name": "Peña"}, ensure_ascii=False).encode()
    answer = api(ana).post(PATH, body, content_type=f"application/json; charset={charset}")
    assert answer.status_code in (201, 400)


def test_what_is_plain_is_taken(api, ana):
    body = {"name": "Peña 🐀", "house_rules": {}, "is_public": False}
    answer = api(ana).post(PATH, json.dumps(body), content_type="application/json")
    assert answer.json()["name"] == "Peña 🐀"


def test_numbers_and_depth_go_as_far_as_they_may(api, ana):
    deep = {"house_rules": json.loads("[" * (DEEPEST - 1) + str(GREATEST) + "]" * (DEEPEST - 1))}
    answer = api(ana).post(PATH, json.dumps(deep), content_type="application/json")
    assert answer.json()["code"] == "invalid"


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
@pytest.mark.parametrize(("length", "status"), [(900, 400), (1100, 413)])
def test_a_body_has_a_most(api, length, status):
    body = json.dumps({"username": "x" * length, "password": "x"})
    answer = api().post("/api/v1/token", body, content_type="application/json")
    assert answer.status_code == status
