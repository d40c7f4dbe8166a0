"""Posts as they are read: who speaks, the text, and what a turn's orders led to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

import rules
from campaigns.engine import pinned
from campaigns.models import Post, PostKind
from campaigns.narration import Line, Names, Part, tell, tell_order
from campaigns.selectors.battles import BattleView, LoggedEvent
from campaigns.selectors.scenes import PostView, ScenePage
from campaigns.views.log import logs_of
from rules.errors import IllegalOrder


@dataclass(frozen=True)
class ToldPost:
    """A post with its turn in words. `letter`: A to D, of the side that it speaks for.

    `player` is who stands behind the speaker, "" where they are one; `log` is HTML.
    """

    view: PostView
    speaker: str
    player: str
    written: datetime
    when: str
    letter: str = ""
    log: str = ""
    notice: str = ""

    @property
    def post(self) -> Post:
        return self.view.post
