"""A real Celery worker as a process of its own, which tests may kill."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.db import connection

ROOT = Path(__file__).parent.parent
COMMAND = """-m celery -A mordheim_site worker --pool prefork --concurrency 1 --loglevel INFO
    --without-gossip --without-mingle""".split()


@contextlib.contextmanager
def running_worker(log: Path) -> Iterator[subprocess.Popen]:
    """Start a worker, wait until it is ready; on the way out, kill it and its children."""
    process = subprocess.Popen(
        [sys.executable, *COMMAND],
        cwd=ROOT,
        env=os.environ | worker_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        await_ready(process)
        threading.Thread(target=copy_output, args=(process, log), daemon=True).start()
        yield process
    finally:
        kill(process)


def worker_environment() -> dict[str, str]:
    return {
        "DJANGO_SETTINGS_MODULE": "mordheim_site.settings_test",
        "DATABASE_URL": tested_database_url(),
    }


def tested_database_url() -> str:
    """DATABASE_URL of the database that the tests run on."""
    url = urlsplit(os.environ["DATABASE_URL"])
    return url._replace(path="/" + connection.settings_dict["NAME"]).geturl()


def await_ready(process: subprocess.Popen) -> None:
    lines = []
    for line in process.stdout:
        lines.append(line)
        if " ready." in line:
            return
    raise AssertionError("The worker did not start:\n" + "".join(lines))


def copy_output(process: subprocess.Popen, log: Path) -> None:
    """Keep its pipe empty, or the worker would block one day."""
    with log.open("w", encoding="utf-8") as copy:
        copy.writelines(process.stdout)


def kill(process: subprocess.Popen) -> None:
    """SIGKILL to the worker and its children at once."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
