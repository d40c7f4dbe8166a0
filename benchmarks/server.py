"""A real server for the benchmarks: gunicorn with two workers on 127.0.0.1, and its CPU time."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WORKERS = 2
START_SECONDS = 60
PORTS = range(8140, 8150)
_TICK = os.sysconf("SC_CLK_TCK")


class Server:
    """A running server. `cpu()` is what its workers have used so far, in seconds."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self.process = process
        self.port = port

    def cpu(self) -> float:
        pids = [self.process.pid, *_children(self.process.pid)]
        return sum(_cpu_of(pid) for pid in pids)


@contextmanager
def serving(environment: dict[str, str]) -> Iterator[Server]:
    """Start the server with these settings, wait until it answers, stop it by its id."""
    port = next(port for port in PORTS if _is_free(port))
    command = [sys.executable, "-m", "gunicorn", "-w", str(WORKERS), "-b", f"127.0.0.1:{port}"]
    command += ["--log-level", "warning", "benchmarks.site.wsgi:application"]
    process = subprocess.Popen(command, env={**os.environ, **environment})  # noqa: S603
    try:
        _wait_for(port, process)
        yield Server(process, port)
    finally:
        process.terminate()
        process.wait(timeout=30)


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with status {process.returncode}")
        if not _is_free(port):
            return
        time.sleep(0.1)
    raise RuntimeError(f"no server on port {port} after {START_SECONDS} s")


def _children(pid: int) -> list[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(word) for word in text.split()]


def _cpu_of(pid: int) -> float:
    """User and system time of a process, in seconds (proc(5), fields 14 and 15)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK
