"""CONTROL: another side decides for a warrior (P-CHA-4, P-CHA-SLA).

While it lasts the warrior is of that side for everything but rout. Where it begins only in its own
side's turn, that side's player has no say in it then; what the caster ordered beforehand happens.
"""

from __future__ import annotations

from ..battle import events as ev
from ..battle.play import Play
from ..battle.queries import body, engaged_with, models
from ..battle.running import AFTER_END, end, home_of
from ..battle.state import Running, State
from ..board import contact
from ..catalogue import primitives as pr
from . import lasting
from .context import Spellwork, subjects
from .moves import PART, part


def begin(work: Spellwork, effect: pr.Control) -> None:
    """From now on, or from the start of its own side's next turn."""
    for id in subjects(work, effect):
        lasting.begin(work.at(id), effect)
        if effect.starts == "now":
            foes = engaged_with(work.state, id)
            take(work.play, id, work.caster, work.spell.id, work.spell.rule)
            if foes:
                part(work.play, id, foes, PART, work.spell.rule)


def take(play: Play, id: str, caster: str, spell: str, rule: str) -> None:
    """Change the side that decides for it."""
    before, after = play.warrior(id).side, home_of(play.state, caster)
    if before != after:
        play.emit(
            ev.SideChanged(
                warrior=id, before=before, after=after, by=caster, spell=spell, rule=rule
            )
        )


def turn_starts(play: Play) -> None:
    """Whom somebody has seduced obeys him from the start of its own side's turn (P-CHA-SLA)."""
    for running in play.state.effects:
        effect = running.effect
        if not isinstance(effect, pr.Control) or effect.starts != "their_turn":
            continue
        if home_of(play.state, running.target) == play.state.active:
            take(play, running.target, running.caster, running.spell, running.rule)


def _after(play: Play, over: Running) -> None:
    """Its own side decides again; comrades that it fought part from it."""
    w = play.warrior(over.target)
    home = home_of(play.state, w.id)
    if w.side == home:
        return
    rivals = engaged_with(play.state, w.id)
    play.emit(
        ev.SideChanged(
            warrior=w.id,
            before=w.side,
            after=home,
            by=over.caster,
            spell=over.spell,
            rule=over.rule,
        )
    )
    comrades = tuple(id for id in rivals if play.warrior(id).side == home)
    if w.at is None or not comrades:
        return
    effect = over.effect
    assert isinstance(effect, pr.Control)
    if effect.starts == "now":
        part(play, w.id, comrades, PART, over.rule)
    else:
        lasting.begin_all(play, [_parting(play, over)])


def _parting(play: Play, over: Running) -> Running:
    """They stay in contact, without fighting, until their next recovery phase (P-CHA-SLA)."""
    return Running(
        id=f"{over.spell}:{play.now}",
        spell=over.spell,
        rule=over.rule,
        caster=over.caster,
        target=over.target,
        effect=pr.Trait(tag="parting"),
        until=("test_passed", "never"),
        side=play.state.active,
        turn=play.state.turn,
    )


AFTER_END[pr.Control] = _after


def recovery_starts(play: Play) -> None:
    """The seduced and the comrades they charged part now."""
    for running in play.state.effects:
        effect = running.effect
        parting = isinstance(effect, pr.Trait) and effect.tag == "parting"
        if parting and home_of(play.state, running.target) == play.state.active:
            end(play, [running], "test_passed")
            touched = _touching(play.state, running.target)
            if touched:
                part(play, running.target, touched, PART, running.rule)


def is_parting(state: State) -> bool:
    """Whether somebody of the active side parts in this recovery phase."""
    return any(
        isinstance(r.effect, pr.Trait)
        and r.effect.tag == "parting"
        and home_of(state, r.target) == state.active
        for r in state.effects
    )


def _touching(state: State, id: str) -> tuple[str, ...]:
    """Friends in base contact."""
    w = state.warriors[id]
    if w.at is None:
        return ()
    me = body(state, id)
    return tuple(
        other.id
        for other in models(state)
        if other.id != id and other.side == w.side and contact.touching(me, body(state, other.id))
    )
