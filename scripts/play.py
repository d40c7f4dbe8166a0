"""Serve a living demo campaign on this machine. Standard library only: it runs before .venv.

Environment: PLAY_PORT (8000), PLAY_HOST (127.0.0.1), FRESH=1 (start over), VAR_DIR (where the data
lies), ALLOWED_HOSTS (names by which other machines call this one, with PLAY_HOST=0.0.0.0).

It sets up .venv, migrates the SQLite database under var/, loads the demo campaign, then runs the
web server and the worker until Ctrl-C or SIGTERM, and leaves no process behind.
"""

import ctypes
import fcntl
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import setup
from setup import ROOT, VENV, VENV_PYTHON, SetupFailed

VAR = Path(os.environ.get("VAR_DIR") or ROOT / "var")
START_SECONDS = 60
STOP_SECONDS = 10
# Settings of some other installation must not leak into the demo.
FOREIGN_SETTINGS = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "DJANGO_SETTINGS_MODULE", "HTTPS")


class Stopped(Exception):
    """Ctrl-C or SIGTERM."""


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    if "MAKELEVEL" in os.environ and sys.platform == "linux":
        die_with_parent()
    try:
        play(wanted_host(), wanted_port())
    except SetupFailed as failure:
        print(failure, file=sys.stderr)
        return 1
    except Stopped:
        print("\nStopped.")
    return 0


def stop(number: int, frame: object) -> None:
    for again in (signal.SIGINT, signal.SIGTERM):
        signal.signal(again, signal.SIG_IGN)  # one is enough: stopping must not be cut short
    raise Stopped


def play(host: str, port: int) -> None:
    setup.check_version(sys.version_info[:2])
    setup.check_writable(ROOT)
    check_port_free(host, port)
    make_folder(VAR)
    setup.check_writable(VAR)
    with only_one_here():
        setup.prepare(dev=False)
        if os.environ.get("FRESH", "0") not in ("", "0"):
            forget_data()
        log_ins = load_data()
        with running(host, port) as processes:
            wait_until_up(host, port, processes)
            print(welcome(host, port, log_ins), flush=True)
            watch(processes)


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise SetupFailed(f"Can't make {folder}: {failure.strerror}.") from None


def wanted_host() -> str:
    return os.environ.get("PLAY_HOST") or "127.0.0.1"


def wanted_port() -> int:
    text = os.environ.get("PLAY_PORT") or "8000"
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise SetupFailed(f"PLAY_PORT must be a number from 1 to 65535, not {text!r}.")
    return int(text)


def check_port_free(host: str, port: int) -> None:
    """Raises SetupFailed when nothing can listen at host:port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen()
        except PermissionError:
            raise SetupFailed(
                f"No permission to listen on port {port}: choose one above 1023, "
                "for example: make play PLAY_PORT=8000"
            ) from None
        except OSError:
            raise SetupFailed(
                f"Port {port} is taken: stop what uses it, or choose another, "
                f"for example: make play PLAY_PORT={port + 1 if port < 65535 else 8000}"
            ) from None


@contextmanager
def only_one_here() -> Iterator[None]:
    """Hold a lock on var/: two workers on one SQLite file would get in each other's way."""
    with (VAR / "play.lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise SetupFailed("It already runs from this folder: stop that one first.") from None
        yield


def forget_data() -> None:
    for suffix in ("", "-wal", "-shm"):
        (VAR / f"db.sqlite3{suffix}").unlink(missing_ok=True)
    print("Starting over with an empty database", flush=True)


def load_data() -> str:
    """Migrate and load the demo; gives what the demo command says (its log-ins)."""
    print("Preparing the database and the demo campaign", flush=True)
    manage("migrate", "--verbosity", "0")
    return manage("demo")


def manage(*arguments: str) -> str:
    done = subprocess.run(
        [VENV_PYTHON, "manage.py", *arguments],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
    )
    if done.returncode:
        what = f"manage.py {arguments[0]}"
        raise SetupFailed(setup.explain(what, done.stderr, setup.keep_log(done)))
    return done.stdout.strip()


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in FOREIGN_SETTINGS}
    ours = {"EMBEDDED": "1", "VAR_DIR": str(VAR), "PYTHONUNBUFFERED": "1"}
    return {"LOG_LEVEL": "WARNING"} | kept | ours


@contextmanager
def running(host: str, port: int) -> Iterator[dict[str, subprocess.Popen]]:
    """The web server and the worker; on the way out, both and all their children are ended."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    gunicorn = [VENV / "bin" / "gunicorn", "mordheim_site.wsgi", "--bind", address]
    gunicorn += ["--threads", "8", "--log-level", "warning", "--graceful-timeout", "3"]
    processes: dict[str, subprocess.Popen] = {}
    try:
        processes["web server"] = start(gunicorn)
        processes["worker"] = start([VENV_PYTHON, "manage.py", "worker", "--verbosity", "0"])
        yield processes
    finally:
        end_all(processes.values())


def start(command: list) -> subprocess.Popen:
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(),
        stdin=subprocess.DEVNULL,
        start_new_session=True,  # a group of its own: Ctrl-C reaches us alone, and we end the group
        preexec_fn=die_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509 - no threads
    )


def die_with_parent() -> None:
    """Linux: this process gets SIGTERM when its parent is killed outright."""
    pr_set_pdeathsig = 1
    ctypes.CDLL(None).prctl(pr_set_pdeathsig, signal.SIGTERM)


def end_all(processes) -> None:
    for process in processes:
        signal_group(process, signal.SIGTERM)
    deadline = time.monotonic() + STOP_SECONDS
    for process in processes:
        try:
            process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            print("A process did not stop in time and is ended by force.", file=sys.stderr)
    for process in processes:
        signal_group(process, signal.SIGKILL)  # whatever is left of its group
        process.wait()


def signal_group(process: subprocess.Popen, number: int) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return


def wait_until_up(host: str, port: int, processes: dict[str, subprocess.Popen]) -> None:
    health = f"{url(host, port)}healthz"
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        check_alive(processes)
        if answers(health):
            return
        time.sleep(0.1)
    raise SetupFailed(f"The web server did not answer within {START_SECONDS} seconds.")


def answers(address: str) -> bool:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(address, timeout=5) as response:
            return response.status == 200
    except (urllib.error.URLError, OSError):
        return False


def check_alive(processes: dict[str, subprocess.Popen]) -> None:
    """Raises Stopped or SetupFailed when there is a reason not to go on."""
    if make_was_interrupted():
        raise Stopped
    for name, process in processes.items():
        if process.poll() is not None:
            raise SetupFailed(f"The {name} ended by itself (exit code {process.returncode}).")


def watch(processes: dict[str, subprocess.Popen]) -> None:
    while True:
        check_alive(processes)
        time.sleep(0.5)


def make_was_interrupted() -> bool:
    """A SIGINT for make alone (not from a terminal, which tells us as well) stays with make.

    It then waits for us, and no longer catches the signal: that is how it shows.
    """
    return MAKE_CAUGHT_SIGINT and not parent_catches_sigint()


def parent_catches_sigint() -> bool:
    status = Path(f"/proc/{os.getppid()}/status")
    if not status.exists():
        return False
    fields = dict(line.split(":\t", 1) for line in status.read_text().splitlines())
    return bool(int(fields["SigCgt"], 16) & (1 << (signal.SIGINT - 1)))


MAKE_CAUGHT_SIGINT = "MAKELEVEL" in os.environ and parent_catches_sigint()


def url(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)
    return f"http://{shown}:{port}/"


def welcome(host: str, port: int, log_ins: str) -> str:
    lines = ["", f"Ciudad Maldita is open: {url(host, port)}"]
    if log_ins:
        lines += ["", log_ins]
    return "\n".join([*lines, "", "Ctrl-C stops it. Your data stays in var/."])


if __name__ == "__main__":
    sys.exit(main())
