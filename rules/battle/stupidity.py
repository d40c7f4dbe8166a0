"""Stupidity: the test at the start of the turn and what a failure does (PSY-13 to PSY-21)."""

from __future__ import annotations

from . import events as ev
from .brought import brought
from .checks import acting
from .nature import frenzied, is_immune, subject_to
from .nerve import take_test
from .play import Play
from .queries import is_engaged
from .reach import in_charge_reach
from .state import State, Warrior


def seizures(play: Play) -> None:
    """Whoever psychology may seize for a turn (drink) rolls for it as the turn starts."""
    for w in acting(play.state):
        rows = [r for r in brought(play.state.setup, w.id, "psychology") if "each_turn" in r.effect]
        if not rows or w.status == "stunned":
            continue
        (face,) = play.plain("trigger", 1, rule="P-TRN-04", actor=w.id, weapon=rows[0].of)
        for row in rows:
            if row.effect["each_turn"] == face:
                gain = row.effect["gain"][0]
                play.emit(ev.Seized(warrior=w.id, of=row.of, gain=gain, rule="P-TRN-04"))


def stupidity_tests(play: Play) -> None:
    """One test a stupid model of the active side, each on its own (P-PSY-13)."""
    for w in acting(play.state):
        if must_test(play.state, w):
            _test(play, w.id)


def must_test(state: State, w: Warrior) -> bool:
    """Stunned and fleeing models don't test, nor who is immune (P-PSY-09, P-PSY-13)."""
    if not subject_to(state, w.id, "stupidity"):
        return False
    if is_immune(state.setup, w.id, "psychology", "stupidity"):
        return False
    if w.status == "stunned" or w.fleeing:
        return False
    return not (frenzied(state, w.id) and in_charge_reach(state, w.id))


def _test(play: Play, id: str) -> None:
    if take_test(play, id, "stupidity", "P-PSY-13"):
        return
    if is_engaged(play.state, id):
        play.emit(ev.StupidityFailed(warrior=id, effect="engaged", rule="P-PSY-15"))
        return
    (face,) = play.plain("stupidity_effect", 1, rule="P-PSY-17", actor=id)
    if face <= 3:
        play.emit(ev.StupidityFailed(warrior=id, effect="shambles", rule="P-PSY-17"))
    else:
        play.emit(ev.StupidityFailed(warrior=id, effect="inactive", rule="P-PSY-20"))
