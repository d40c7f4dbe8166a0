"""Fear tests: of who charges and of who is charged (PSY-01 to PSY-05, INT-04, INT-05)."""

from __future__ import annotations

from . import events as ev
from . import granted
from .maddening import maddens
from .nature import frenzied, nature_of, subject_to
from .nerve import take_test
from .play import Play
from .reach import in_charge_reach
from .state import State


def causes_fear(state: State, id: str, of: str) -> bool:
    """Whether a warrior causes fear in another (P-PSY-01)."""
    return subject_to(state, id, "causes_fear", of=of) or granted.has(state, id, "causes_fear")


def takes_fear_tests(state: State, id: str) -> bool:
    """Not who causes fear, is immune, or is frenzied with an enemy in reach (P-PSY-01, 09)."""
    mine = nature_of(state.setup, id)
    if mine.causes_fear or granted.has(state, id, "causes_fear"):
        return False
    if mine.immune & {"fear", "psychology"} or granted.has(state, id, "immune_fear"):
        return False
    return not (frenzied(state, id) and in_charge_reach(state, id))


def stands_firm(play: Play, id: str, enemy: str, rule: str, *, charging: bool = False) -> bool:
    """A fear test against `enemy`, where one is due (P-PSY-01)."""
    if not causes_fear(play.state, enemy, id) or not takes_fear_tests(play.state, id):
        return True
    if maddens(play.state, id, enemy):
        return True
    return take_test(play, id, "fear", rule, target=enemy, charging=charging)


def dares_to_charge(play: Play, id: str, enemy: str) -> bool:
    """The charger's test, on declaring; failed, it stays still in this turn (P-PSY-04, 05)."""
    if stands_firm(play, id, enemy, "P-PSY-04", charging=True):
        return True
    play.emit(ev.FearFailed(warrior=id, enemy=enemy, effect="no_charge", rule="P-PSY-05"))
    return False


def dares_to_intercept(play: Play, id: str, charger: str) -> bool:
    """The interceptor's test; failed, it stays where it is (P-INT-04)."""
    if stands_firm(play, id, charger, "P-INT-04"):
        return True
    play.emit(ev.FearFailed(warrior=id, enemy=charger, effect="no_interception", rule="P-INT-04"))
    return False


def brace(play: Play, id: str, enemy: str, rule: str) -> None:
    """The test of who is charged; failed, it hits only on a 6 in this turn (P-PSY-02, 03)."""
    if not stands_firm(play, id, enemy, rule):
        play.emit(ev.FearFailed(warrior=id, enemy=enemy, effect="only_sixes", rule="P-PSY-03"))
