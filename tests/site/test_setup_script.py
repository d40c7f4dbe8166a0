import stat
import subprocess
from pathlib import Path

import pytest

from tests.site.scripts import FOLDER, load

setup = load("setup")
LOG = Path("var/setup.log")


def test_an_old_python_is_told_which_one_is_needed():
    with pytest.raises(setup.SetupFailed, match=r"needs Python 3\.11 .* this is Python 3\.9"):
        setup.check_version((3, 9))


def test_a_folder_without_write_permission_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(setup.os, "access", lambda folder, mode: False)
    with pytest.raises(setup.SetupFailed, match=f"No permission to write in {tmp_path}"):
        setup.check_writable(tmp_path)


@pytest.mark.parametrize(
    ("output", "words"),
    [
        ("WARNING: Temporary failure in name resolution", "No network"),
        ("error: Failed to fetch: dns error", "No network"),
        ("ERROR: No matching distribution found for django", "No network"),
        ("Failing command: ensurepip", "install python3-venv"),
        ("OSError: [Errno 13] Permission denied: '/x'", "No permission to write"),
        ("first\nSomething else broke\n\n", "failed: Something else broke"),
        ("", "failed: no output"),
    ],
)
def test_a_failure_is_one_line_that_says_why(output, words):
    line = setup.explain("the dependencies", output, LOG)
    assert words in line
    assert "\n" not in line


def test_the_stamp_changes_with_the_pins(tmp_path):
    pins = tmp_path / "base.txt"
    pins.write_text("a==1")
    first = setup.fingerprint([pins])
    pins.write_text("a==2")
    assert setup.fingerprint([pins]) != first


@pytest.fixture
def find_python(tmp_path):
    """find_python.sh on a PATH with made-up Pythons: name -> (major, minor)."""

    def run(pythons):
        for name, (major, minor) in pythons.items():
            fake = tmp_path / name
            enough = "0" if (major, minor) >= (3, 11) else "1"
            fake.write_text(
                f'#!/bin/sh\n[ "$1" = -V ] && echo "Python {major}.{minor}.0" && exit 0\n'
                f'case "$2" in *version_info*) exit {enough};; esac\nexit 0\n'
            )
            fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
        return subprocess.run(
            ["/bin/sh", FOLDER / "find_python.sh"],
            env={"PATH": str(tmp_path)},
            capture_output=True,
            text=True,
        )

    return run


def test_the_newest_python_is_found(find_python):
    done = find_python({"python3": (3, 9), "python3.12": (3, 12), "python3.13": (3, 13)})
    assert (done.returncode, done.stdout.strip()) == (0, "python3.13")


def test_too_old_a_python_is_one_line_and_an_error(find_python):
    done = find_python({"python3": (3, 9)})
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "needs Python 3.11 or newer. Found: python3 is Python 3.9.0." in done.stderr


def test_no_python_at_all_is_one_line_and_an_error(find_python):
    done = find_python({})
    assert done.returncode == 1
    assert done.stderr.startswith("Ciudad Maldita needs Python 3.11 or newer. Install one")
