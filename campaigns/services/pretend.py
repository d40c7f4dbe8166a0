"""A world of its own for simulations: its clock, its dice and its ids follow from a seed.

Only within `pretending`, and only in a process that serves nobody: a simulation or a test. What is
drawn there is no secret, and the same seed gives the same campaign again.
"""

import os
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from unittest.mock import patch

from django.utils import timezone


class Wall:
    """The clock on the wall: `now` is what everybody reads, until somebody moves it on."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def move_to(self, moment: datetime) -> None:
        """Never back."""
        self.now = max(self.now, moment)


@contextmanager
def pretending(seed: str, start: datetime) -> Iterator[Wall]:
    """Time stands at `start` until the wall is moved on; nothing that is drawn is left to luck."""
    wall, chance = Wall(start), random.Random(seed)  # noqa: S311 - a game that nobody plays
    with (
        patch.object(timezone, "now", lambda: wall.now),
        patch.object(os, "urandom", chance.randbytes),  # what ids are made of
        patch.object(random, "_urandom", chance.randbytes),  # what `secrets` draws from
    ):
        yield wall
