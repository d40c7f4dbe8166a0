"""Benchmarks that need Django run in a process of their own, with a database of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).parent.parent
POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
SETTINGS = "benchmarks.site.settings"


def outside(module: str, *arguments: str) -> dict[str, Any]:
    """Run `python -m MODULE` with a fresh folder for its data; its last line is the figures."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": SETTINGS,
            "VAR_DIR": folder,
            "EMBEDDED": "1",
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", module, *arguments],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            check=True,
        )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures


def with_django(work: Callable[[], dict[str, Any]]) -> None:
    """Set up Django and its database, do the work, print the figures."""
    import django
    from django.core.management import call_command
    from django.utils import translation

    django.setup()
    call_command("migrate", verbosity=0)
    with translation.override("es"):
        print(json.dumps(work()))


@contextmanager
def own_postgres() -> Iterator[str]:
    """The address of a new, empty PostgreSQL database; it is dropped afterwards."""
    import psycopg
    from psycopg import sql

    server = os.environ.get("BENCHMARK_DATABASE_URL") or POSTGRES
    name = f"benchmark_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
