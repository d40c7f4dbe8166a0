"""The settings of the two ways to run, each read in a process of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SHOW = """
import json
from mordheim_site import settings as s
names = ("EMBEDDED DEBUG SECRET_KEY ALLOWED_HOSTS SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE "
         "SECURE_SSL_REDIRECT SECURE_HSTS_SECONDS CELERY_BROKER_URL EMAIL_BACKEND").split()
print(json.dumps({n: getattr(s, n) for n in names} | {
    "engine": s.DATABASES["default"]["ENGINE"], "options": s.DATABASES["default"].get("OPTIONS"),
    "static": s.STORAGES["staticfiles"]["BACKEND"]}))
"""


@pytest.fixture
def read(tmp_path):
    def in_process(**environment):
        base = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path)}
        return subprocess.run(
            [sys.executable, "-c", SHOW],
            env=base | environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )

    return in_process


def settings_of(done):
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_with_nothing_set_it_is_embedded_and_shut_to_other_machines(read, tmp_path):
    found = settings_of(read())
    assert found["EMBEDDED"] is True
    assert found["DEBUG"] is False
    assert found["ALLOWED_HOSTS"] == ["localhost", "127.0.0.1", "[::1]"]
    assert found["engine"].endswith("sqlite3")
    assert found["options"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in found["options"]["init_command"]
    assert found["CELERY_BROKER_URL"] is None
    assert "console" in found["EMAIL_BACKEND"]


def test_the_drawn_secret_is_kept_and_private(read, tmp_path):
    first, second = settings_of(read())["SECRET_KEY"], settings_of(read())["SECRET_KEY"]
    assert first == second
    assert len(first) >= 50
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600


def test_production_is_secure(read):
    found = settings_of(
        read(
            SECRET_KEY="k" * 60,
            ALLOWED_HOSTS="example.org, www.example.org",
            DATABASE_URL="postgres://u:p@db/x",
            REDIS_URL="redis://cache",
        )
    )
    assert found["EMBEDDED"] is False
    assert found["ALLOWED_HOSTS"] == ["example.org", "www.example.org"]
    assert found["engine"].endswith("postgresql")
    assert found["SESSION_COOKIE_SECURE"] is True
    assert found["CSRF_COOKIE_SECURE"] is True
    assert found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] >= 31_536_000
    assert found["static"] == "mordheim_site.storage.HashedStaticFiles"


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"DATABASE_URL": "postgres://u:p@db/x"}, "SECRET_KEY is not set"),
        ({"EMBEDDED": "0"}, "SECRET_KEY is not set"),
        ({"SECRET_KEY": "k" * 60}, "ALLOWED_HOSTS is not set"),
        ({"DEBUG": "perhaps"}, "DEBUG must be 1 or 0"),
        ({"TRUSTED_PROXIES": "two"}, "TRUSTED_PROXIES must be a whole number"),
    ],
)
def test_what_is_missing_or_wrong_is_named(read, environment, complaint):
    done = read(**environment)
    assert done.returncode != 0
    assert complaint in done.stderr.splitlines()[-1]
