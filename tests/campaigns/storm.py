"""Bad weather for workers: a Redis of the test's own that can be away, and workers that die.

One node of Celery with four worker processes. A SIGKILL takes one of them every second, its node
forks another; every tenth takes the node with all four, and a new one is started.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis
from celery import current_app
from kombu.exceptions import OperationalError

from tests import worker

PROCESSES = 4
NODE_EVERY = int(os.environ.get("STORM_NODE", "10"))
COMMAND = f"""-m celery -A mordheim_site worker --pool prefork --concurrency {PROCESSES}
    --loglevel INFO --without-gossip --without-mingle""".split()


class Broker:
    """A redis-server without a memory: what it held is lost when it stops."""

    def __init__(self) -> None:
        program = shutil.which("redis-server")
        if program is None:
            missing = pytest.fail if os.environ.get("CI") else pytest.skip
            missing("this needs redis-server to be installed")
        self.program = program
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(
            [self.program, *options, "--appendonly", "no"], stdout=subprocess.DEVNULL
        )
        pause = threading.Event()
        client = redis.Redis(port=self.port)
        for _ in range(200):
            with contextlib.suppress(redis.ConnectionError):
                client.ping()
                return
            pause.wait(0.05)
        raise AssertionError("redis-server does not answer")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def send(self, task: str, *arguments: object) -> bool:
        """Call for a task; False while nobody takes the call."""
        try:
            with current_app.connection_for_write(self.url, connect_timeout=1) as connection:
                current_app.send_task(task, arguments, connection=connection, retry=False)
        except OperationalError:
            return False
        return True


class Node:
    """A Celery node with its worker processes."""

    def __init__(self, broker: Broker, log: Path) -> None:
        self.path, self.log = log, log.open("a", encoding="utf-8")
        self.environment = os.environ | worker.worker_environment() | {"REDIS_URL": broker.url}
        self.kills = self.restarts = self.read = 0
        self.process = self._started()

    def _started(self) -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, *COMMAND],
            cwd=worker.ROOT,
            env=self.environment,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def workers(self) -> list[int]:
        """The ids of the processes that do the work."""
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children")
        return [int(one) for one in children.read_text().split()] if children.exists() else []

    def kill_one(self) -> None:
        """The next of them in turn dies, or, every so often, the node itself."""
        if self.process.poll() is not None:
            self._again()
        if not self.ready():
            return
        found = self.workers()
        if len(found) < PROCESSES:  # the last who died has no successor yet
            return
        self.kills += 1
        if self.kills % NODE_EVERY == 0:
            worker.kill(self.process)
            self._again()
        else:
            with contextlib.suppress(ProcessLookupError):  # another signal was faster
                os.kill(found[self.kills % len(found)], signal.SIGKILL)

    def _again(self) -> None:
        """As whatever looks after processes starts one again that has died."""
        self.restarts += 1
        self.read = self.path.stat().st_size
        self.process = self._started()

    def ready(self) -> bool:
        """Whether the node that runs now has begun to take calls; nobody dies before."""
        with self.path.open(encoding="utf-8") as told:
            told.seek(self.read)
            return " ready." in told.read()

    def stop(self) -> None:
        worker.kill(self.process)
        self.log.close()


@contextlib.contextmanager
def broker() -> Iterator[Broker]:
    one = Broker()
    one.start()
    try:
        yield one
    finally:
        one.stop()


@contextlib.contextmanager
def node(broker: Broker, log: Path) -> Iterator[Node]:
    one = Node(broker, log)
    try:
        yield one
    finally:
        one.stop()
