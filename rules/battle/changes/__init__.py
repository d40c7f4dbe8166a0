"""How each event changes a battle: one function an event, none of which decides anything."""

from __future__ import annotations

from .aids import AIDS
from .base import Changes, with_mark
from .course import COURSE
from .magic import MAGIC
from .mission import MISSION
from .models import MODELS

CHANGES = {**COURSE, **MISSION, **MODELS, **MAGIC, **AIDS}

__all__ = ["CHANGES", "Changes", "with_mark"]
