"""One spell that takes effect: what every primitive needs to know of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..battle import events as ev
from ..battle import granted
from ..battle.fear import takes_fear_tests
from ..battle.orders import Cast
from ..battle.play import Play
from ..battle.powers import is_immune
from ..battle.queries import body, downed, gap, models
from ..battle.state import State, Warrior
from ..board import contact
from ..catalogue import primitives as pr
from ..catalogue.spells import Mode, Spell


@dataclass(frozen=True, slots=True)
class Spellwork:
    """A spell being resolved. `targets` are those it acts on; `wounded` whom it has wounded,
    `warded` on whom it fails (wards.py)."""

    play: Play
    spell: Spell
    mode: Mode
    order: Cast
    total: int
    targets: tuple[str, ...]
    wounded: set[str] = field(default_factory=set)
    warded: set[str] = field(default_factory=set)

    @property
    def caster(self) -> str:
        return self.order.warrior

    @property
    def state(self) -> State:
        return self.play.state

    def at(self, *targets: str) -> Spellwork:
        """The same spell for these targets alone."""
        return replace(self, targets=targets)

    def length(self, lengths: pr.Lengths) -> int:
        return granted.length(self.state, lengths)

    def wasted(self, target: str, reason: str) -> None:
        """It does nothing here, and the log says why."""
        self.play.emit(
            ev.SpellWasted(
                warrior=self.caster,
                spell=self.spell.id,
                target=target,
                reason=reason,
                rule=self.spell.rule,
            )
        )


def subjects(work: Spellwork, effect: pr.Effect) -> tuple[str, ...]:
    """On whom an effect acts, nearest first; the unaffected are left out (P-MAG-29, P-MAG-37)."""
    if effect.on == "caster":
        return (work.caster,)
    return tuple(id for id in named(work, effect) if _is_affected(work, effect, id))


def named(work: Spellwork, effect: pr.Effect) -> tuple[str, ...]:
    """Whom an effect means: the targets that are warriors, or everybody in its area."""
    if effect.on == "area":
        assert effect.area is not None
        return inside(work, effect.area)
    warriors = work.state.warriors
    return tuple(id for id in work.targets if id in warriors and warriors[id].at is not None)


def would_affect(work: Spellwork, effect: pr.Effect, id: str) -> bool:
    """Whether nothing about this warrior keeps the effect from him."""
    return not (is_spared(work, effect, id) or is_shielded(work, id))


def is_spared(work: Spellwork, effect: pr.Effect, id: str) -> bool:
    """Whether the effect isn't for the likes of him."""
    brave = "fearless" in effect.spares and not takes_fear_tests(work.state, id)
    return brave or granted.spared(work.state, id, effect)


def _is_affected(work: Spellwork, effect: pr.Effect, id: str) -> bool:
    if is_spared(work, effect, id):
        if effect.on == "targets":
            work.wasted(id, "spared")
        return False
    if is_shielded(work, id):
        work.wasted(id, "immune")
        return False
    return id not in work.warded


def is_shielded(work: Spellwork, id: str) -> bool:
    """Immune to spells; prayers reach him all the same (P-MAG-19, P-SIG-4)."""
    if work.spell.kind != "spell":
        return False
    return is_immune(work.state.setup, id, "spells") or granted.has(work.state, id, "immune_spells")


def inside(work: Spellwork, area: pr.Area) -> tuple[str, ...]:
    """Everybody in an area, in any state, seen or not; nearest first, ties by roster (P-MAG-29)."""
    state = work.state
    if area.of == "target" and not work.targets:
        return ()
    centre = work.caster if area.of == "caster" else work.targets[0]
    if state.warriors[centre].at is None:
        return ()
    found = [w for w in models(state) if _belongs(work, area, centre, w)]
    found.sort(key=lambda w: 0 if w.id == centre else gap(state, centre, w.id))
    return tuple(w.id for w in found)


def _belongs(work: Spellwork, area: pr.Area, centre: str, w: Warrior) -> bool:
    state = work.state
    mine = state.warriors[work.caster].side
    if area.side != "any" and (w.side == mine) != (area.side == "ally"):
        return False
    if (area.down and not downed(w)) or (area.standing and w.status != "standing"):
        return False
    if w.id == centre:
        return area.include
    one, other = body(state, centre), body(state, w.id)
    if area.contact:
        return contact.touching(one, other)
    return contact.within(one, other, work.length(area.r))
