"""Dice that keep a running spell, or that its victim throws: at the moment that each names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from ..battle import events as ev
from ..battle.attribute import strength_test
from ..battle.nerve import take_test
from ..battle.orders import Cast
from ..battle.play import Play
from ..battle.running import end, home_of
from ..battle.state import Running, State
from ..catalogue import primitives as pr
from ..catalogue.spells import Spell, Upkeep
from .aids import roll_to_cast
from .systems import system_of

OF_TARGET = frozenset({"target_turn", "target_movement", "target_recovery"})


class Due(NamedTuple):
    """A spell whose dice are due, and all its effects on one target."""

    spell: Spell
    upkeep: Upkeep
    effects: tuple[Running, ...]

    @property
    def caster(self) -> str:
        return self.effects[0].caster

    @property
    def target(self) -> str:
        return self.effects[0].target


def due(state: State, when: str) -> list[Due]:
    """What is due now, in the order in which it began."""
    groups: dict[tuple[str, str, str], list[Running]] = {}
    for running in state.effects:
        row = state.setup.catalogue.spells.get(running.spell)
        if row is None or row.upkeep is None or row.upkeep.when != when:
            continue
        who = running.target if when in OF_TARGET else running.caster
        if home_of(state, who) == state.active and not _is_over(running):
            groups.setdefault((running.spell, running.caster, running.target), []).append(running)
    rows = state.setup.catalogue.spells
    found = []
    for (spell, _, _), effects in groups.items():
        upkeep = rows[spell].upkeep
        assert upkeep is not None
        found.append(Due(rows[spell], upkeep, tuple(effects)))
    return found


def check(play: Play, when: str) -> None:
    """Throw all dice that are due now."""
    if play.state.effects:
        for item in due(play.state, when):
            _ROLLS[item.upkeep.roll](play, item)


def _cast_again(play: Play, item: Due) -> None:
    """The casting roll once more; who is down or flees can't make it (P-SIG-1)."""
    w = play.warrior(item.caster)
    able = w.status == "standing" and not w.fleeing
    order = Cast(side=w.side, warrior=w.id, spell=item.spell.id)
    needed = system_of(play.state).difficulty(play.state, order, item.spell) or 0
    rule = item.spell.rule
    if not able or roll_to_cast(play, w.id, item.spell, needed, "upkeep", rule) is None:
        end(play, item.effects, "test_failed")


def _die(play: Play, item: Due) -> None:
    """A D6 that ends it when it is low (P-SIG-4)."""
    (face,) = play.batch(
        "upkeep",
        1,
        item.upkeep.ends + 1,
        rule=item.spell.rule,
        actor=item.caster,
        weapon=item.spell.id,
    )
    if face <= item.upkeep.ends:
        end(play, item.effects, "test_failed")


def _leadership(play: Play, item: Due) -> None:
    """A Leadership test of the caster, in any state (P-LES-6)."""
    if not take_test(play, item.caster, "leadership", item.spell.rule):
        end(play, item.effects, "test_failed")


def _free_itself(play: Play, item: Due) -> None:
    """The victim's Leadership test; passed, it is over (P-CHA-4)."""
    if take_test(play, item.target, "leadership", item.spell.rule):
        end(play, item.effects, "test_passed")


def _strain(play: Play, item: Due) -> None:
    """A Strength test on 2D6 that gives the bound their movement for this turn (P-SHA-5)."""
    if strength_test(play, item.target, item.spell.rule, dice=2):
        play.emit(ev.Unbound(warrior=item.target, spell=item.spell.id, rule=item.spell.rule))


def _is_over(running: Running) -> bool:
    """What is left of it asks for no dice any more."""
    return isinstance(running.effect, pr.Trait) and running.effect.tag == "parting"


def _rally(play: Play, item: Due) -> None:
    """Put to flight by a spell, he tests as his own movement phase begins; stunned he doesn't."""
    w = play.warrior(item.target)
    if not w.fleeing:
        end(play, item.effects, "test_passed")
    elif w.status == "standing" and take_test(play, w.id, "rally", item.spell.rule):
        end(play, item.effects, "test_passed")
        play.emit(ev.Rallied(warrior=w.id, rule=item.spell.rule))


_ROLLS: Mapping[str, Callable[[Play, Due], None]] = {
    "cast": _cast_again,
    "die": _die,
    "Ld": _leadership,
    "Ld_passed": _free_itself,
    "S": _strain,
    "rally": _rally,
}

__all__ = ["check", "due"]
