import socket
import subprocess
import sys
import types

import pytest

from tests.site.scripts import load

setup = load("setup")
play = load("play")


@pytest.fixture
def taken_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_a_taken_port_is_named_with_a_way_out(taken_port):
    with pytest.raises(setup.SetupFailed) as failure:
        play.check_port_free("127.0.0.1", taken_port)
    assert f"Port {taken_port} is taken" in str(failure.value)
    assert "make play PLAY_PORT=" in str(failure.value)


def test_a_free_port_is_fine(taken_port):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free = probe.getsockname()[1]
    play.check_port_free("127.0.0.1", free)


@pytest.mark.parametrize("text", ["http", "0", "65536", "-1", "80 80"])
def test_a_port_must_be_a_port(monkeypatch, text):
    monkeypatch.setenv("PLAY_PORT", text)
    with pytest.raises(setup.SetupFailed, match="PLAY_PORT must be a number"):
        play.wanted_port()


def test_the_port_is_8000_unless_said(monkeypatch):
    monkeypatch.delenv("PLAY_PORT", raising=False)
    assert play.wanted_port() == 8000


def test_only_one_may_run_from_a_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(play, "VAR", tmp_path)
    with (
        play.only_one_here(),
        pytest.raises(setup.SetupFailed, match="already runs"),
        play.only_one_here(),
    ):
        pass


def test_a_file_in_the_way_of_the_data_folder_is_one_line(tmp_path):
    (tmp_path / "var").write_text("")
    with pytest.raises(setup.SetupFailed, match=r"Can't make .*/var/data"):
        play.make_folder(tmp_path / "var" / "data")


def test_settings_of_another_installation_do_not_leak_in(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://elsewhere/x")
    monkeypatch.setenv("SECRET_KEY", "theirs")
    found = play.environment()
    assert "DATABASE_URL" not in found
    assert "SECRET_KEY" not in found
    assert found["EMBEDDED"] == "1"


def test_starting_over_forgets_the_database_and_nothing_else(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(play, "VAR", tmp_path)
    for name in ("db.sqlite3", "db.sqlite3-wal", "secret_key"):
        (tmp_path / name).write_text("x")
    play.forget_data()
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]


CHILD = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', {grandchild!r}]).wait()"
GRANDCHILD = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); signal.pause()"  # noqa: E501


def test_ending_reaches_grandchildren_that_do_not_want_to(monkeypatch):
    monkeypatch.setattr(play, "STOP_SECONDS", 0.2)
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD.format(grandchild=GRANDCHILD)],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert process.stdout.readline() == b"up\n"
    play.end_all([process])
    assert process.stdout.read() == b""  # the pipe closes when the last holder is gone
    process.stdout.close()


def test_a_process_that_ends_by_itself_is_named(monkeypatch):
    monkeypatch.setattr(play, "MAKE_CAUGHT_SIGINT", False)
    dead = types.SimpleNamespace(poll=lambda: 3, returncode=3)
    with pytest.raises(setup.SetupFailed, match=r"The worker ended by itself \(exit code 3\)"):
        play.check_alive({"worker": dead})


def test_the_welcome_ends_with_where_to_go():
    text = play.welcome("127.0.0.1", 8000, "demo / secret")
    assert "http://127.0.0.1:8000/" in text
    assert "demo / secret" in text
