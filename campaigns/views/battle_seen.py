"""A battle as its reader stands to it: which side he plays, what he may do, where he is."""

import hashlib
import json
from collections.abc import Sequence
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

import rules
from campaigns.board_svg import (
    levels_of,
    places_of,
    side_class,
)
from campaigns.models import BattleStatus, Draft
from campaigns.narration import words
from campaigns.planning import Plan, plan
from campaigns.selectors.battles import BattleView
from campaigns.selectors.placing import sealed_for
from campaigns.unseen import as_seen_by, is_unseen
from campaigns.views.acts import ready_in
from campaigns.views.log import names_of
from campaigns.views.way_fields import Corner, corners_in
from mordheim_site.numbers import whole_number
from rules.battle import passage
from rules.battle.deployment import to_deploy
from rules.battle.forms import Form
from rules.battle.state import State
from rules.units import from_units


class BattleSeen:
    """A battle, and the turn that its reader has in the making.

    `acting` is the side that the reader gives orders to, "" for a reader; `source` says whether
    he does so as a player or as the game master.
    """

    def __init__(self, request: HttpRequest, view: BattleView, draft: Draft | None) -> None:
        self.request = request
        self.view = view
        self.battle = view.battle
        self.draft = draft
        self.names = names_of(view)
        self.acting, self.source = _acting(request, view)

    @cached_property
    def plan(self) -> Plan:
        """The turn in the making; an empty one for who only reads."""
        return plan(self.base, self.gathered or self.sealed, source=self.source)

    @cached_property
    def gathered(self) -> list[Any]:
        """The orders of the turn in the making, in native units; none for who only reads."""
        return list(self.draft.orders) if self.draft and self.acting and self.playing else []

    @property
    def gathered_mark(self) -> str:
        """Tells one list of gathered orders from another: what a form was made for."""
        text = json.dumps(self.gathered, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:8]

    @cached_property
    def sealed(self) -> list[dict[str, Any]]:
        """Where the reader's own side deploys, sealed, while the other one hasn't yet."""
        return sealed_for(self.view, self.acting) if self.acting and self.unseen else []

    @cached_property
    def base(self) -> State:
        """The battle as the reader's side sees it: deploying unseen it is everybody's turn."""
        return as_seen_by(self.battle, self.view.state, self.acting)

    @cached_property
    def unseen(self) -> bool:
        """Whether the sides deploy unseen now."""
        return self.playing and is_unseen(self.battle, self.view.state)

    @cached_property
    def state(self) -> State:
        """The battle as far as the gathered orders let one foresee it."""
        return self.plan.state

    @property
    def playing(self) -> bool:
        return self.battle.status in (BattleStatus.OPEN, BattleStatus.PAUSED)

    @property
    def settled(self) -> bool:
        """Whether nothing more will happen by itself."""
        return self.battle.status in (BattleStatus.CLOSED, BattleStatus.CANCELLED)

    @property
    def my_turn(self) -> bool:
        waiting = {side.side for side in self.view.waiting}
        return self.playing and (self.acting in waiting or self.changing)

    @property
    def changing(self) -> bool:
        """Whether the reader has taken a sealed deployment up again: what he sends counts then."""
        return bool(self.sealed and self.gathered)

    @property
    def phase(self) -> str:
        return words.word(words.PHASES, self.state.phase)

    @property
    def turn(self) -> int:
        return self.state.turn

    @cached_property
    def forms(self) -> tuple[Form, ...]:
        """What the side may do after the gathered orders."""
        return rules.legal_orders(self.state, self.acting) if self.my_turn else ()

    @cached_property
    def ready(self) -> frozenset[str]:
        """Who may still act in this phase."""
        if not self.my_turn or self.plan.ended or self.view.state.awaiting:
            return frozenset()
        return ready_in(self.forms, self.plan.used) | self._choosing - set(self.plan.used)

    @property
    def _choosing(self) -> frozenset[str]:
        """Who has more than one way to strike, or more than one to strike at."""
        return frozenset(
            form.warrior
            for form in self.forms
            if form.kind == "strike"
            and max(len(form.domains["splits"].ways), len(form.domains["splits"].targets)) > 1
        )

    @cached_property
    def selected(self) -> str:
        wanted = self.request.GET.get("warrior") or self.request.POST.get("selected") or ""
        if wanted in self.state.warriors:
            return wanted
        return self.to_place[0] if self.to_place and wanted == "" else ""

    @property
    def act(self) -> str:
        """The button of the sheet that is asked for, "" for none."""
        return self.request.GET.get("act", "")

    @cached_property
    def opened(self) -> int | None:
        """The gathered order whose menu is asked for, by its place in the turn; None for none."""
        return whole_number(self.request.GET.get("order", ""))

    @property
    def menu_href(self) -> str:
        """Where the menu of a gathered order is, but for the order's number."""
        here = "" if self.at_home or self.in_part else self.path
        return f"{here}?{urlencode({'as': self.acting}) + '&' if self.source == 'gm' else ''}order="

    @cached_property
    def to_place(self) -> list[str]:
        """Who of the side has no place yet, while it deploys or some come up from below."""
        if not self.my_turn or self.view.state.awaiting:
            return []
        if passage.is_emerging(self.state):
            return passage.below(self.state, self.acting)
        if self.state.phase != "deployment":
            return []
        return [id for id in to_deploy(self.state, self.acting) if id in self.state.warriors]

    @property
    def plan_is_empty(self) -> bool:
        return not self.plan.steps

    @property
    def level(self) -> str:
        wanted = self.request.GET.get("level", "")
        number = whole_number(wanted)
        return wanted if number is not None and number < len(self.levels) else ""

    @cached_property
    def levels(self) -> Sequence[Any]:
        return levels_of(self.state.setup.board)

    @cached_property
    def places(self) -> Sequence[Any]:
        return places_of(self.state.setup.board)

    def address(self, **query: str) -> str:
        """This page with another warrior or side chosen."""
        kept = {"as": self.request.GET.get("as") or self.request.POST.get("as") or ""}
        asked = {name: value for name, value in (kept | query).items() if value}
        if not asked:
            return self.path
        return f"{'' if self.at_home else self.path}?{urlencode(asked)}"

    @property
    def closed_href(self) -> str:
        """This page without a warrior chosen."""
        return self.address()

    @cached_property
    def in_words(self) -> bool:
        """Whether the battle is played from its page in words, and goes on there."""
        here = self.request.path == self.path_in_words
        return here or self.request.POST.get("words") == "1"

    @property
    def path_in_words(self) -> str:
        return reverse("campaigns:board_text", args=[self.battle.public_id])

    @cached_property
    def path(self) -> str:
        if self.in_words:
            return self.path_in_words
        return reverse("campaigns:scene", args=[self.battle.scene.public_id])

    @property
    def at_home(self) -> bool:
        """Whether it is shown under its own address, so that links may be relative to it."""
        return self.request.path == self.path

    @property
    def in_part(self) -> bool:
        """Whether board, sheet and turn alone are asked for, by the script. The whole page has of
        a sheet's acts the open one; the others are fetched when they are opened."""
        return bool(self.request.htmx)

    @property
    def acting_name(self) -> str:
        return self.names.sides.get(self.acting, "")

    @property
    def acting_css(self) -> str:
        return side_class(self.state, self.acting)

    @property
    def unit(self) -> str:
        return self.names.unit

    @property
    def unit_mm(self) -> Any:
        return from_units(self.names.unit_size, 100)

    @property
    def corners(self) -> list[Corner]:
        """Of a way that is typed: none yet."""
        return corners_in({})


def _acting(request: HttpRequest, view: BattleView) -> tuple[str, str]:
    """The side that the reader plays now, and as what."""
    wanted = request.GET.get("as") or request.POST.get("as") or ""
    sides = [side.side for side in view.sides]
    if wanted in sides and view.access.is_gm:
        return wanted, "gm"
    mine = view.may_order
    for side in view.waiting:
        if side.side in mine:
            return side.side, "player"
    return (mine[0], "player") if mine else ("", "player")
