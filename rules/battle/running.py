"""When effects end: at the exact moment, whatever brought it about (P-MAG-33).

`react` is asked after every event while anything runs, so nothing that ends an effect can be
forgotten. What ends at the close of a phase that has no event of its own: `expire`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from . import events as ev
from . import granted
from .bodies import downed
from .queries import is_engaged
from .state import Running, State

if TYPE_CHECKING:
    from .play import Play


def react(play: Play, event: ev.Event) -> None:
    """End what this event ends."""
    if isinstance(event, (ev.WoundsLost, ev.StatusChanged)):
        _infect(play, event)
    trigger = _TRIGGERS.get(type(event))
    if trigger is None:
        return
    ending: dict[str, list[Running]] = {}
    for running in play.state.effects:
        cause = trigger(play.state, running, event)
        if cause:
            ending.setdefault(cause, []).append(running)
    for cause, runnings in ending.items():
        end(play, runnings, cause)


def _infect(play: Play, event: ev.WoundsLost | ev.StatusChanged) -> None:
    """Whom a bearer of the pestilence wounds in close combat may catch it (P-CHA-NUR)."""
    hurt = isinstance(event, ev.WoundsLost) or event.cause in ("downed_hit", "stunned_hit")
    if play.state.phase != "combat" or not hurt or not event.by:
        return
    bears = any(r.spell == INFECTIOUS and r.caster == event.by for r in play.state.effects)
    enemy = home_of(play.state, event.warrior) != home_of(play.state, event.by)
    if bears and enemy and not granted.has(play.state, event.warrior, "immune_spells"):
        play.emit(
            ev.PostMark(
                warrior=event.warrior,
                hook="infection",
                spell=INFECTIOUS,
                by=event.by,
                rule="P-CHA-NUR",
            )
        )


INFECTIOUS = "pestilence_of_nurgle"
"""No primitive says whom a warrior has wounded: the one spell that asks is asked here."""


def end(play: Play, runnings: Iterable[Running], cause: str) -> None:
    """End effects, those of one spell on one target together."""
    groups: dict[tuple[str, str, str], list[Running]] = {}
    for running in runnings:
        groups.setdefault((running.spell, running.caster, running.target), []).append(running)
    for (spell, caster, target), group in groups.items():
        play.emit(
            ev.EffectEnded(
                warrior=caster,
                spell=spell,
                target=target,
                effects=tuple([running.id for running in group]),
                cause=cause,
                rule=group[0].rule,
            )
        )

        for running in group:
            after = AFTER_END.get(type(running.effect))
            if after is not None:
                after(play, running)


AFTER_END: dict[type, Callable[[Play, Running], None]] = {}
"""What has to be done once an effect of this primitive is over; rules/magic enters it here."""


def expire(play: Play, trigger: str, where: Callable[[State, Running], bool]) -> None:
    """End everything that waits for `trigger` and for which it has come."""
    state = play.state
    over = [r for r in state.effects if trigger in r.until and where(state, r)]
    if over:
        end(play, over, trigger)


def home_of(state: State, id: str) -> str:
    """The side to which a warrior belongs, whoever decides for it now."""
    return state.setup.by_id[id].side


def _gone(state: State, running: Running, warrior: str) -> str:
    """The caster or the target is out of action: nothing of it lasts."""
    if warrior == running.caster and "never" not in running.until:
        return "caster_out"
    return "target_out" if warrior == running.target else ""


def _status(state: State, running: Running, event: ev.StatusChanged) -> str:
    if event.after == "out_of_action":
        return _gone(state, running, event.warrior)
    fell = event.warrior == running.caster and event.after in ("knocked_down", "stunned")
    return "caster_down" if fell and "caster_down" in running.until else ""


def _left(state: State, running: Running, event: ev.LeftTable | ev.Unsummoned) -> str:
    return _gone(state, running, event.warrior)


def _side_lost(state: State, running: Running, event: ev.SideLost) -> str:
    if home_of(state, running.caster) == event.side:
        return "caster_out"
    gone = running.target and home_of(state, running.target) == event.side
    return "target_out" if gone else ""


def _adjusted(state: State, running: Running, event: ev.Adjusted) -> str:
    w = state.warriors[event.warrior]
    if w.status == "out_of_action":
        return _gone(state, running, w.id)
    down = w.id == running.caster and downed(w)
    return "caster_down" if down and "caster_down" in running.until else ""


def _wounded(state: State, running: Running, event: ev.WoundsLost) -> str:
    hurt = event.warrior == running.caster and event.suffered
    return "caster_wounded" if hurt and "caster_wounded" in running.until else ""


def _turn(state: State, running: Running, event: ev.TurnStarted) -> str:
    mine = home_of(state, running.caster) == event.side
    due = "caster_next_turn_start" in running.until
    return "caster_next_turn_start" if mine and due else ""


def _phase(state: State, running: Running, event: ev.PhaseStarted) -> str:
    if event.phase == "combat" and "caster_attacks" in running.until:
        return "caster_attacks" if is_engaged(state, running.caster) else ""
    mine = home_of(state, running.caster) == state.active
    opens = "shooting" in event.passed or event.phase == "shooting"
    if mine and opens and "caster_next_shooting_start" in running.until:
        return "caster_next_shooting_start"
    return ""


def _attempt(state: State, running: Running, event: ev.CastDeclared) -> str:
    mine = event.warrior == running.caster
    return "caster_attempts_spell" if mine and "caster_attempts_spell" in running.until else ""


def _attack(state: State, running: Running, event: Any) -> str:
    mine = event.warrior == running.caster
    return "caster_attacks" if mine and "caster_attacks" in running.until else ""


_TRIGGERS: dict[type[ev.Event], Callable[[State, Running, Any], str]] = {
    ev.StatusChanged: _status,
    ev.LeftTable: _left,
    ev.Unsummoned: _left,
    ev.SideLost: _side_lost,
    ev.Adjusted: _adjusted,
    ev.WoundsLost: _wounded,
    ev.TurnStarted: _turn,
    ev.PhaseStarted: _phase,
    ev.CastDeclared: _attempt,
    ev.SpellCast: _attack,
    ev.ShotFired: _attack,
    ev.Charged: _attack,
    ev.Intercepted: _attack,
    ev.Struck: _attack,
}
