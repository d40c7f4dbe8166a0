"""Magic: each caster with the spell that promises most, weighed by its chance to work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log

from msgspec.structs import replace

from ..battle.domains import Casting, Castings, FormData
from ..battle.orders import AnyOrder, Cast, Charge, Command
from ..battle.queries import (
    characteristic,
    downed,
    gap,
    is_engaged,
    models,
    sees,
    warriors_of,
    within,
)
from ..battle.running import home_of
from ..battle.state import Warrior
from ..battle.tables import NEVER, to_wound
from ..catalogue import primitives as pr
from ..catalogue.spells import Mode, Spell
from ..dice import notation
from ..magic.forms import casting_forms, command_forms, drawing_forms
from . import spell_moves
from .mind import Mind

TWO_DICE = {
    n: sum(1 for a in range(1, 7) for b in range(1, 7) if a + b >= n) / 36 for n in range(14)
}
NEAR = 20
"""Within so many units of the ruleset something that helps in a fight is of use soon."""
MOST_TARGETS = 6
USEFUL = ("A", "S", "WS", "T", "W", "I")

Idea = tuple[float, Cast]


def ideas(mind: Mind) -> Iterator[AnyOrder]:
    """Spells before shots: who has cast doesn't shoot, so only casters are asked."""
    yield from _commands(mind)
    for w in mind.mine:
        found = [idea for form in casting_forms(mind.state, w) for idea in _of(mind, w, form)]
        found.sort(key=lambda idea: -idea[0])
        yield from (order for worth, order in found if worth > 0)


def circles(mind: Mind) -> Iterator[AnyOrder]:
    """A Magister draws his circle while no enemy is near."""
    for w in mind.mine:
        for form in drawing_forms(mind.state, w):
            domain = form.domains["spells"]
            if isinstance(domain, Castings) and not _enemy_near(mind, w.id, 2 * NEAR):
                yield Cast(side=mind.side, warrior=w.id, spell=domain.spells[0].spell)


def _of(mind: Mind, w: Warrior, form: FormData) -> Iterator[Idea]:
    domain = form.domains["spells"]
    if not isinstance(domain, Castings):
        return
    for casting in domain.spells:
        spell = mind.state.setup.catalogue.spells[casting.spell]
        chance = 1.0 if casting.difficulty is None else TWO_DICE.get(casting.difficulty, 0.0)
        for order, mode in _orders(mind, w, casting, spell):
            worth = _worth(mind, w, spell, mode, order) * chance
            yield _taste(mind, worth), order


def _taste(mind: Mind, worth: float) -> float:
    """Level 3 takes the best; for level 2 each wins with a chance in proportion to its worth, so
    that no spell lies idle; level 1 tries whatever can be cast."""
    if mind.level == 1:
        return mind.chance.random()
    if mind.level > 2 or worth <= 0:
        return worth
    return worth / -log(1 - mind.chance.random() + 1e-12)


def _orders(mind: Mind, w: Warrior, casting: Casting, spell: Spell) -> Iterator[tuple[Cast, Mode]]:
    """Ways to cast it that are worth a thought."""
    mode = spell.modes[-1] if casting.around else spell.modes[0]
    wanted = [one for one in casting.choices if one in USEFUL] or list(casting.choices)
    choice = mind.chance.choice(wanted) if wanted else ""
    for targets in _targets(mind, w, casting):
        order = Cast(side=mind.side, warrior=w.id, spell=spell.id, targets=targets, choice=choice)
        if casting.then and len(targets) == 1:
            order = replace(order, point=spell_moves.step_closer(mind, targets[0]))
        yield order, mode


def _targets(mind: Mind, w: Warrior, casting: Casting) -> Iterator[tuple[str, ...]]:
    near = sorted(casting.targets, key=lambda id: _distance(mind, w.id, id))[:MOST_TARGETS]
    if casting.then:
        foes = sorted(casting.then, key=lambda id: _distance(mind, w.id, id))[:MOST_TARGETS]
        yield from ((mover, foe) for mover in near for foe in foes)
        yield from ((mover,) for mover in near)
    elif casting.reach is not None and not near:
        foes = sorted((foe.id for foe in mind.enemies), key=lambda id: _distance(mind, w.id, id))
        yield from ((foe,) for foe in foes[:MOST_TARGETS])
    elif near:
        if casting.most > 1 and len(near) > 1:
            yield tuple(near[: casting.most])
        yield from ((id,) for id in near)
    else:
        yield ()


def _distance(mind: Mind, a: str, b: str) -> int:
    """From base to base; a building or a fallen model is as good as any other."""
    one, other = mind.state.warriors.get(a), mind.state.warriors.get(b)
    if one is None or other is None or one.at is None or other.at is None or a == b:
        return 0
    return gap(mind.state, a, b)


def _worth(mind: Mind, w: Warrior, spell: Spell, mode: Mode, order: Cast) -> float:
    """What a spell brings if it works: what it does to enemies, less what it does to friends."""
    return sum(_of_effect(mind, w, spell, mode, effect, order.targets) for effect in mode.effects)


def _of_effect(
    mind: Mind, w: Warrior, spell: Spell, mode: Mode, effect: pr.Effect, targets: Sequence[str]
) -> float:
    subjects = _subjects(mind, w, effect, targets)
    if isinstance(effect, pr.Hits):
        return sum(_sign(mind, id) * _harm(mind, effect, id) for id in subjects)
    if isinstance(effect, pr.State):
        return sum(_of_state(mind, effect, id) for id in subjects)
    if isinstance(effect, pr.Heal):
        return sum(_wounds_short(mind, id) for id in subjects) + (2 if effect.above_max else 0)
    if isinstance(effect, pr.Move):
        return spell_moves.worth(mind, w, spell, mode, effect, targets)
    if isinstance(effect, (pr.Test, pr.Branch)):
        return sum(0.4 * _sign(mind, id) * _prize(mind, id) for id in subjects) or 0.5
    if isinstance(effect, pr.Control):
        return sum(0.8 * mind.worth(id) for id in subjects)
    if isinstance(effect, (pr.Summon, pr.Terrain)):
        return 6.0
    return _of_lasting(mind, w, spell, effect, subjects)


def _subjects(mind: Mind, w: Warrior, effect: pr.Effect, targets: Sequence[str]) -> tuple[str, ...]:
    """About whom it is: those named, the caster, or who is in the area now."""
    if effect.on == "area" and effect.area is not None:
        reach = mind.state.setup.ruleset.units(effect.area.r.get(_unit(mind), 0))
        centre = targets[0] if effect.area.of == "target" and targets else w.id
        if mind.state.warriors[centre].at is None:
            return ()
        return tuple(
            other.id
            for other in models(mind.state)
            if other.id != centre
            and effect.area.side in ("any", _relation(mind, other.id))
            and within(mind.state, centre, other.id, reach)
        )
    if effect.on in ("caster", "warband") or not targets:
        return (w.id,)
    return tuple(id for id in targets if id in mind.state.warriors)


def _unit(mind: Mind) -> str:
    return "cm" if mind.state.setup.ruleset.unit == "cm" else "um"


def _relation(mind: Mind, id: str) -> str:
    return "ally" if mind.state.warriors[id].side == mind.side else "enemy"


def _sign(mind: Mind, id: str) -> int:
    return -1 if _relation(mind, id) == "ally" else 1


def _harm(mind: Mind, effect: pr.Hits, id: str) -> float:
    """The expected part of a warrior that these hits take."""
    dice = notation(effect.n)
    number = dice.number * (dice.sides + 1) / 2 + dice.bonus
    if effect.direct:
        return 0.5 * mind.worth(id)
    needed = to_wound(mind.state.setup.ruleset, effect.S, characteristic(mind.state, id, "T"))
    wounds = 0.0 if needed >= NEVER else number * effect.blasts * (7 - needed) / 6
    wounds *= 0.5 if effect.to_hit else 1.0
    return min(1.0, 0.5 * wounds / max(1, mind.state.warriors[id].wounds)) * mind.worth(id)


def _of_state(mind: Mind, effect: pr.State, id: str) -> float:
    """Whoever is stunned in a fight goes out of action in it."""
    w = mind.state.warriors[id]
    if effect.to == "standing":
        return 0.5 * mind.worth(id) if downed(w) else 0.0
    if effect.on == "caster":
        return -0.3 * mind.worth(id)
    certain = effect.to in ("stunned", "out_of_action") and is_engaged(mind.state, id)
    return (0.9 if certain else 0.5) * _sign(mind, id) * _prize(mind, id)


def _prize(mind: Mind, id: str) -> float:
    return mind.worth(id) * (0.3 if downed(mind.state.warriors[id]) else 1.0)


def _wounds_short(mind: Mind, id: str) -> float:
    short = characteristic(mind.state, id, "W") - mind.state.warriors[id].wounds
    return 3.0 * max(0, short) if mind.state.warriors[id].status != "out_of_action" else 0.0


def _of_lasting(
    mind: Mind, w: Warrior, spell: Spell, effect: pr.Effect, subjects: Sequence[str]
) -> float:
    """Help in a fight to come; what runs already isn't cast again."""
    if any(r.spell == spell.id and r.caster == w.id for r in mind.state.effects):
        return 0.0
    worth = 0.0
    for id in subjects:
        near = _enemy_near(mind, id, NEAR)
        worth += _sign_of(mind, effect, id) * (0.3 * mind.worth(id) if near else 0.6)
    return max(worth, 0.2)


def _sign_of(mind: Mind, effect: pr.Effect, id: str) -> int:
    """What binds, slows or curses is meant for enemies, everything else for friends."""
    harmful = (
        (isinstance(effect, pr.Modify) and (effect.add < 0 or effect.factor == "1/2"))
        or (isinstance(effect, pr.Reroll) and effect.force == "must")
        or (isinstance(effect, pr.Trait) and effect.tag in ("cannot_move", "stunned_when_attacked"))
    )
    friend = _relation(mind, id) == "ally"
    return 1 if friend != harmful else -1


def _enemy_near(mind: Mind, id: str, units: int) -> bool:
    reach = mind.state.setup.ruleset.units(units)
    if mind.state.warriors[id].at is None:
        return False
    return any(within(mind.state, id, foe.id, reach) for foe in mind.enemies)


def _commands(mind: Mind) -> Iterator[Command]:
    """Whom one has seduced charges the nearest of his comrades."""
    told = {order.warrior for order in mind.state.commands}
    for form in command_forms(mind.state, mind.side):
        if form.warrior in told:
            continue
        home = home_of(mind.state, form.warrior)
        comrades = [w for w in warriors_of(mind.state, home) if w.id != form.warrior]
        seen = [w.id for w in comrades if sees(mind.state, form.warrior, w.id)]
        if seen and mind.state.warriors[form.warrior].at is not None:
            prey = min(seen, key=lambda id: gap(mind.state, form.warrior, id))
            order = Charge(side=mind.side, warrior=form.warrior, targets=(prey,))
            yield Command(side=mind.side, warrior=form.warrior, orders=(order,))


__all__ = ["circles", "ideas"]
