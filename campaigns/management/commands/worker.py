"""`manage.py worker`: does the outbox's jobs without a broker. The embedded site runs it."""

import logging
import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import close_old_connections
from django.db.utils import OperationalError

from campaigns import outbox
from campaigns.services import idempotency, operations

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """The loop:

    1. Do every job that is due, those included that the jobs call for.
    2. Wait a moment (--poll), or until told to stop.
    3. SIGTERM or SIGINT: finish the job in hand and leave. SIGKILL loses nothing either: the
       job's lease runs out and the next worker takes it.
    """

    help = "Does the work that the site puts off: the server's moves, what follows a battle."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--poll", type=float, default=0.5, help="seconds between looks (default: 0.5)"
        )
        parser.add_argument(
            "--once", action="store_true", help="do what is due and leave, for cron and tests"
        )

    def handle(self, *, poll: float, once: bool, verbosity: int, **options: Any) -> None:
        if once:
            outbox.run_due(limit=100_000)
            return
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        self._say("Waiting for jobs.", verbosity)
        while not stop.is_set():
            _work(stop)
            stop.wait(poll)
        self._say("Stopped.", verbosity)

    def _say(self, what: str, verbosity: int) -> None:
        if verbosity > 0:
            self.stdout.write(what)
            self.stdout.flush()


def _work(stop: threading.Event) -> None:
    close_old_connections()
    try:
        idempotency.forget_old()
        operations.call_for_nightly()
        outbox.run_due(stop=stop.is_set)
    except OperationalError:
        # The database is away or busy: the jobs are safe there, look again in a moment.
        logger.exception("worker: no database")
