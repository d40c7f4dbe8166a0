"""Who can be chosen as a spell's target, and why not (P-MAG-25 to P-MAG-28)."""

from __future__ import annotations

from collections.abc import Iterator

from ..battle import granted
from ..battle.bodies import body
from ..battle.checks import known_warrior
from ..battle.queries import engaged_with, gap, is_engaged, look, models, within
from ..battle.state import State, Warrior
from ..battle.targets import nearest_first
from ..board import near
from ..catalogue.spells import Mode, Select, Spell
from ..errors import IllegalOrder


def check_target(state: State, w: Warrior, spell: Spell, select: Select, target: str) -> None:
    """Raise the reason why this model can't be chosen."""
    foe = known_warrior(state, target)
    if foe.at is None:
        raise IllegalOrder("illegal_target", spell.rule, target=target)
    _right_sort(state, w, spell, select, foe)
    _in_sight(state, w, foe, select)
    reach = granted.length(state, select.r)
    if reach and foe.id != w.id and not within(state, w.id, foe.id, reach):
        raise IllegalOrder("too_far", "P-MAG-26", target=target)
    if select.wall and not near_wall(state, foe.id, select):
        raise IllegalOrder("illegal_target", spell.rule, target=target)
    if select.shooting:
        nearest_first(state, w, foe)


def _right_sort(state: State, w: Warrior, spell: Spell, select: Select, foe: Warrior) -> None:
    """Side, kind and state, as the spell asks for them."""
    friend = foe.side == w.side
    wrong_side = (select.side == "enemy" and friend) or (select.side == "ally" and not friend)
    if wrong_side or (foe.id == w.id and not select.itself):
        raise IllegalOrder("illegal_target", spell.rule, target=foe.id)
    kinds = granted.kinds_for_magic(state, foe.id)
    if kinds & set(select.not_kinds) or (select.kinds and not kinds & set(select.kinds)):
        raise IllegalOrder("illegal_target", spell.rule, target=foe.id)
    if (select.free or select.shooting) and is_engaged(state, foe.id):
        raise IllegalOrder("target_engaged", spell.rule, target=foe.id)
    if select.standing and (foe.status != "standing" or foe.fleeing):
        raise IllegalOrder("illegal_target", spell.rule, target=foe.id)
    if not friend and not granted.may_be_attacked(state, foe.id):
        raise IllegalOrder("illegal_target", "P-SHA-4", target=foe.id)


def _in_sight(state: State, w: Warrior, foe: Warrior, select: Select) -> None:
    """A chosen model must be seen; one in base contact needs no sight (P-MAG-25)."""
    if not select.los or foe.id == w.id or foe.id in engaged_with(state, w.id):
        return
    if foe.hidden and foe.side != w.side:
        raise IllegalOrder("target_hidden", "P-MAG-25", target=foe.id)
    if look(state, w.id, foe.id).kind == "none":
        raise IllegalOrder("not_visible", "P-MAG-25", target=foe.id)


def near_wall(state: State, id: str, select: Select | Spell) -> bool:
    """Whether something that can hide a man is near enough (partida-magic, 2.8)."""
    return wall_at(state, id, granted.length(state, select.wall))


def wall_at(state: State, id: str, reach: int) -> bool:
    return bool(near.terrain_near(state.setup.board, body(state, id), reach))


def options(state: State, w: Warrior, spell: Spell, mode: Mode) -> tuple[str, ...]:
    """Every warrior that may be named, in roster order."""
    return tuple(_options(state, w, spell, mode.select))


def _options(state: State, w: Warrior, spell: Spell, select: Select) -> Iterator[str]:
    if select.who == "nearest":
        yield from nearest(state, w, spell, select)
        return
    for other in models(state):
        if _allowed(state, w, spell, select, other.id):
            yield other.id


def _allowed(state: State, w: Warrior, spell: Spell, select: Select, id: str) -> bool:
    try:
        check_target(state, w, spell, select, id)
    except IllegalOrder:
        return False
    return True


def nearest(state: State, w: Warrior, spell: Spell, select: Select) -> tuple[str, ...]:
    """The closest enemies of those that can be chosen; ties are the player's (P-MAG-28).

    With `most` 2 the next one too. An engaged caster takes his opponents where the spell says so.
    """
    if select.in_contact and is_engaged(state, w.id):
        return tuple(id for id in engaged_with(state, w.id) if granted.may_be_attacked(state, id))
    blind = Select(who="one", side=select.side, los=select.los)
    seen = [o.id for o in models(state) if _allowed(state, w, spell, blind, o.id)]
    seen.sort(key=lambda id: gap(state, w.id, id))
    reach = granted.length(state, select.r)
    limit = seen[: select.most]
    farthest = gap(state, w.id, limit[-1]) if limit else 0
    return tuple(
        id for id in seen if gap(state, w.id, id) <= farthest and within(state, w.id, id, reach)
    )


__all__ = ["check_target", "near_wall", "nearest", "options", "wall_at"]
