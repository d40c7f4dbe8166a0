"""A bounded load: a few connections ask for one address again and again for some seconds.

Plain sockets, so that the client leaves the processor to the server.
"""

from __future__ import annotations

import socket
import statistics
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from benchmarks.server import Server

CONNECTIONS = 4


@dataclass
class Load:
    """What came of it. Times in milliseconds; `cpu` is the server's, per request."""

    requests: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    bytes: int = 0
    latencies: list[float] = field(default_factory=list)

    @property
    def per_second(self) -> float:
        return self.requests / self.seconds

    @property
    def cpu_ms(self) -> float:
        return 1000 * self.cpu / self.requests

    def figures(self) -> dict[str, float]:
        return {
            "requests_per_s": round(self.per_second, 1),
            "cpu_ms": round(self.cpu_ms, 3),
            "p50_ms": round(statistics.median(self.latencies), 1),
            "p99_ms": round(percentile(self.latencies, 99), 1),
            "bytes": self.bytes,
        }


def percentile(values: list[float], rank: int) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, len(ordered) * rank // 100)]


def drive(
    server: Server, path: str, headers: Mapping[str, str] | None = None, seconds: float = 10
) -> Load:
    """Ask for `path` with four connections for so long. Raises RuntimeError unless it answers 200.

    The answers are asked for uncompressed.
    """
    lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    load = Load(bytes=_ask(server.port, request, path))
    cpu, begun = server.cpu(), time.perf_counter()
    end = begun + seconds
    with ThreadPoolExecutor(CONNECTIONS) as pool:
        work = [
            pool.submit(_keep_asking, server.port, request, path, end, load)
            for _ in range(CONNECTIONS)
        ]
    for done in work:
        done.result()
    load.seconds = time.perf_counter() - begun
    load.cpu = server.cpu() - cpu
    load.requests = len(load.latencies)
    return load


def _keep_asking(port: int, request: bytes, path: str, end: float, load: Load) -> None:
    while (begun := time.perf_counter()) < end:
        _ask(port, request, path)
        load.latencies.append(1000 * (time.perf_counter() - begun))


def _ask(port: int, request: bytes, path: str) -> int:
    """The size of the body of one answer."""
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(request)
        chunks = []
        while chunk := connection.recv(65536):
            chunks.append(chunk)
    head, _, body = b"".join(chunks).partition(b"\r\n\r\n")
    if b" 200 " not in head.split(b"\r\n")[0]:
        raise RuntimeError(f"{path}: {head[:200]!r}")
    return len(body)
