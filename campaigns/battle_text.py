"""A battle as text: all that the board and the page show, for who reads or hears it.

The page in words and REST's `/text` are made of the same lines.
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import rules
from campaigns import kept
from campaigns.board_svg.ground import ground_in_words, zones_in_words
from campaigns.board_svg.twin import place_of, sight, twin
from campaigns.models import BattleStatus
from campaigns.narration import Names, Part, tell, words
from campaigns.narration.aims import aims, standing
from campaigns.narration.decisions import choice_word, pending
from campaigns.narration.terms import terms
from campaigns.selectors.access import visible_posts
from campaigns.selectors.battles import BattleView, standing_among
from campaigns.selectors.scenes import events_of
from rules.battle.queries import engaged_with
from rules.battle.state import State

TURNS_TOLD = 3


@dataclass(frozen=True)
class BoardText:
    """What each side is after and how that stands; the warriors; the table."""

    mission: list[str]
    warriors: list[str]
    ground: list[str]


def board_text(view: BattleView, names: Names, state: State | None = None) -> BoardText:
    """Who sees whom costs a look for every pair: it is worked out once a state.

    `state`: as orders that are only gathered would make it, where it isn't that of the battle.
    """
    if state is not None and state != view.state:
        return BoardText(**_in_words(state, names))
    facts = (str(view.battle.public_id), view.battle.version, view.reader)
    told = kept.get_or_make(kept.key("words", *facts), lambda: _in_words(view.state, names))
    return BoardText(**told)


def _in_words(state: State, names: Names) -> dict[str, list[str]]:
    wanted = [(*aim.who, Part(": "), *aim.parts) for aim in aims(state, names)]
    return {
        "mission": [
            *map(_plain, wanted),
            *terms(state, names),
            *map(_plain, standing(state, names)),
            *zones_in_words(state, names),
        ],
        "warriors": [_plain(one.parts) for one in twin(state, names)],
        "ground": ground_in_words(state, names),
    }


def _plain(parts: tuple[Part, ...]) -> str:
    return "".join(part.text for part in parts)


def warriors_data(state: State, names: Names) -> list[dict[str, Any]]:
    """The sentences of the warriors with the ids behind them."""
    return [_warrior(state, one.warrior, _plain(one.parts), names) for one in twin(state, names)]


def _warrior(state: State, id: str, text: str, names: Names) -> dict[str, Any]:
    warrior = state.warriors[id]
    there = warrior.at is not None
    return {
        "id": id,
        "side": warrior.side,
        "name": names.warriors[id],
        "text": text,
        "place": place_of(state.setup.board, warrior.at) if warrior.at else "",
        "at": rules.to_native(warrior, names.unit_size)["at"] if warrior.at else None,
        "sees": [{"id": seen, "how": how} for seen, how in sight(state, warrior)] if there else [],
        "fights": list(engaged_with(state, id)) if there else [],
    }


def now_in_words(view: BattleView, side: str, phase: str = "") -> str:
    """Who has to do what, in one line, to who gives orders to a side ("" to a mere reader).

    `phase`: how far the side has got with what it has gathered; else that of the battle.
    """
    status, state = view.battle.status, view.state
    if status == BattleStatus.SETUP:
        return _("The battle has not begun yet.")
    if status == BattleStatus.PAUSED:
        return _("The game master has stopped the battle for now.")
    if status != BattleStatus.OPEN:
        return _("The battle is over.")
    if side and any(decision.side == side for decision in state.awaiting):
        return _("It is for you to decide")
    if side in {one.side for one in view.waiting}:
        return _("Your turn: %(phase)s") % {"phase": words.word(words.PHASES, phase or state.phase)}
    return _("Waiting for %(side)s: %(phase)s") % {
        "side": ", ".join(one.name for one in view.waiting),
        "phase": words.word(words.PHASES, state.phase),
    }


def questions_data(state: State, side: str, names: Names) -> list[dict[str, Any]]:
    """The decisions that wait for a side, in words, with what to send."""
    return [
        {
            "decision": decision.id,
            "text": _plain(pending(state, decision, names)),
            "choices": [
                {"choice": one, "text": _plain(choice_word(decision.kind, one, names))}
                for one in decision.options
            ],
        }
        for decision in state.awaiting
        if decision.side == side
    ]


def happened(view: BattleView, names: Names) -> list[list[str]]:
    """What came of the last turns line by line, the latest turn first. Two queries, three more
    after a rewind: what that has taken back hasn't happened."""
    posts = visible_posts(view.access, view.battle.scene).filter(from_seq__isnull=False)
    posts = posts.exclude(source="rewind")  # it is no turn
    last = list(standing_among(view, posts).order_by("-pk")[:TURNS_TOLD])
    events = events_of(view, last)
    turns = ([one for one in events[post.pk] if not one.superseded] for post in last)
    return [
        [line.text for line in tell([(one.seq, one.event) for one in turn if one.event], names)]
        for turn in turns
    ]
