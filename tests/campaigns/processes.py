"""Processes of the site's own on the database that the tests run on."""

import os
import subprocess
import sys

from django.db import connection

from tests import worker


def start(*arguments: str) -> subprocess.Popen:
    """`python ARGUMENTS` in a group of its own, its output in a pipe."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "mordheim_site.settings_test",
        "DATABASE_URL": database_url(),
    }
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=worker.ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def database_url() -> str:
    if connection.vendor == "sqlite":
        return f"sqlite:///{connection.settings_dict['NAME']}"
    return worker.tested_database_url()
