"""`make play` as a newcomer lives it: it opens, one logs in, it stops and leaves nothing behind."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.site.scripts import FOLDER

pytestmark = pytest.mark.play


@pytest.fixture(scope="module")
def data(tmp_path_factory) -> Path:
    """Where both runs keep their data."""
    return tmp_path_factory.mktemp("play") / "var"


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    """A running `scripts/play.py`, ready for visitors."""

    def __init__(self, data: Path, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        unset = ("MAKELEVEL", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
        environment = {name: value for name, value in os.environ.items() if name not in unset}
        self.process = subprocess.Popen(
            [sys.executable, FOLDER / "play.py"],
            env=environment | {"PLAY_PORT": str(port), "VAR_DIR": str(data)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = ""
        for line in self.process.stdout:
            self.said += line
            if line.startswith("Ctrl-C"):
                break

    def ask(self, path: str, token: str = "", **sent) -> dict:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Token {token}"
        body = json.dumps(sent).encode() if sent else None
        request = urllib.request.Request(self.url + path, body, headers)  # noqa: S310 - our own
        with urllib.request.urlopen(request) as response:  # noqa: S310
            return json.load(response)

    def log_in(self) -> str:
        """The demo player's token, by the log-in that was printed."""
        name, password = re.search(r"^\s*(demo) / (\S+)", self.said, re.M).groups()
        return self.ask("/api/v1/token", username=name, password=password)["token"]

    def stop(self, number: int) -> str:
        """Send a signal, wait for the end of every process, give the last words."""
        self.process.send_signal(number)
        rest = self.process.stdout.read()  # ends when no process holds the pipe any more
        assert self.process.wait() == 0
        return rest


def test_it_opens_stops_and_opens_again_with_the_data_kept(data, port):
    first = Site(data, port)
    assert first.url in first.said, first.said
    token = first.log_in()
    assert first.ask("/api/v1/me", token)["username"] == "demo"
    assert first.ask("/api/v1/campaigns", token)["results"]
    assert first.stop(signal.SIGINT).strip() == "Stopped."
    with pytest.raises(urllib.error.URLError):
        first.ask("/healthz")

    again = Site(data, port)
    assert again.ask("/api/v1/me", token)["username"] == "demo"
    assert again.stop(signal.SIGTERM).strip() == "Stopped."
