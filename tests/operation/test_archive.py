"""The drill: save a living campaign, restore it elsewhere, and find every row again."""

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile

import pytest

from tests import worker
from tests.campaigns.processes import database_url
from tests.campaigns.tables import begun

pytestmark = pytest.mark.django_db(transaction=True)


def manage(url, media, *arguments) -> subprocess.CompletedProcess:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "mordheim_site.settings",
        "EMBEDDED": "1",
        "SECRET_KEY": "only-for-tests-" + "x" * 40,
        "DATABASE_URL": url,
        "MEDIA_ROOT": str(media),
        "REDIS_URL": "",
    }
    return subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=worker.ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def saved(tmp_path, campaign, marga, ana, berta, tavern, say):
    """A file of a campaign with a battle and a picture."""
    say(ana, tavern, "¿Queda sopa? \u2603")
    begun(campaign, marga, red=ana, blue=berta)
    media = tmp_path / "media"
    (media / "mapas").mkdir(parents=True)
    (media / "mapas" / "ciudad.png").write_bytes(b"\x89PNG...")
    done = manage(database_url(), media, "backup", tmp_path / "one.tar.gz")
    assert done.returncode == 0, done.stderr
    return tmp_path / "one.tar.gz"


def manifest_of(path) -> dict:
    with tarfile.open(path) as tar:
        return json.loads(tar.extractfile("manifest.json").read())


def test_what_was_saved_is_there_again(saved, tmp_path):
    other, media = f"sqlite:///{tmp_path / 'other.sqlite3'}", tmp_path / "other-media"
    for step in (["migrate", "--verbosity", "0"], ["restore", saved]):
        done = manage(other, media, *step)
        assert done.returncode == 0, done.stderr
    assert (media / "mapas" / "ciudad.png").read_bytes() == b"\x89PNG..."
    done = manage(other, media, "backup", tmp_path / "two.tar.gz")
    assert done.returncode == 0, done.stderr
    first, second = manifest_of(saved), manifest_of(tmp_path / "two.tar.gz")
    assert first["members"] == second["members"]
    assert first["members"]["rows/campaigns.battle.jsonl"]["rows"] == 1
    # Life goes on: new rows get numbers that aren't taken.
    script = (
        "from campaigns.models import Battle;from mordheim_site.accounts.models import User;"
        "from campaigns.services.dice_check import check_battle;"
        "assert check_battle(Battle.objects.get()).ok;"
        "User.objects.create(username='nueva')"
    )
    done = manage(other, media, "shell", "-v", "0", "-c", script)
    assert done.returncode == 0, done.stderr
    again = manage(other, media, "restore", saved)
    assert again.returncode == 1
    assert "isn't empty" in again.stderr


def tampered(saved, target, change) -> None:
    with tarfile.open(saved) as old, tarfile.open(target, "w:gz") as new:
        for member in old.getmembers():
            content = change(member.name, old.extractfile(member).read())
            member.size = len(content)
            new.addfile(member, io.BytesIO(content))


def test_a_file_that_isnt_whole_restores_nothing(saved, tmp_path):
    def row(name, content):
        is_campaign = name == "rows/campaigns.campaign.jsonl"
        return content.replace(b"Invierno", b"Infierno") if is_campaign else content

    def version(name, content):
        old, new = b"campaigns.0001_initial", b"campaigns.0001_other"
        return content.replace(old, new) if name == "manifest.json" else content

    tampered(saved, tmp_path / "row.tar.gz", row)
    tampered(saved, tmp_path / "version.tar.gz", version)
    half = saved.read_bytes()[: saved.stat().st_size // 2]
    (tmp_path / "cut.tar.gz").write_bytes(half)
    (tmp_path / "nonsense.tar.gz").write_bytes(hashlib.sha256(b"x").digest())
    other = f"sqlite:///{tmp_path / 'bad.sqlite3'}"
    manage(other, tmp_path, "migrate", "--verbosity", "0")
    told = {"row": "damaged", "version": "another version", "cut": "", "nonsense": "no archive"}
    for fault, words in told.items():
        done = manage(other, tmp_path, "restore", tmp_path / f"{fault}.tar.gz")
        assert done.returncode == 1, fault
        assert "Traceback" not in done.stderr
        assert words in done.stderr
