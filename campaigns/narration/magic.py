"""Spells and prayers in words: casting, what lasts, what appears and what collapses."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from campaigns.narration import words
from campaigns.narration.compose import compose, listing
from campaigns.narration.lines import Part
from campaigns.narration.names import Names
from rules.battle import events as ev
from rules.battle import orders as od

Parts = tuple[Part, ...]


def _spell(event: Any, names: Names) -> str:
    return f"«{names.thing(event.spell)}»"


def _at(targets: tuple[str, ...], names: Names) -> Parts:
    """The targets in a row; a building is named by what it is called."""
    known = [
        names.warrior(id) if id in names.warriors else Part(names.place(id) or id) for id in targets
    ]
    return listing(known, ", ", gettext(" and "))


def _cast_declared(event: ev.CastDeclared, names: Names) -> Parts:
    others = tuple(id for id in event.targets if id != event.warrior)
    text = (
        gettext("%(who)s calls on %(spell)s against %(targets)s.")
        if others
        else gettext("%(who)s calls on %(spell)s.")
    )
    told = {"who": names.warrior(event.warrior), "spell": _spell(event, names)}
    return compose(text, **told, **({"targets": _at(others, names)} if others else {}))


def _spell_cast(event: ev.SpellCast, names: Names) -> Parts:
    return compose(gettext("%(spell)s works."), spell=_spell(event, names))


def _spell_failed(event: ev.SpellFailed, names: Names) -> Parts:
    return compose(gettext("%(spell)s fails: nothing happens."), spell=_spell(event, names))


def _second_spell_opened(event: ev.SecondSpellOpened, names: Names) -> Parts:
    return compose(
        gettext("%(who)s may dare another spell in this turn."), who=names.warrior(event.warrior)
    )


def _spell_wasted(event: ev.SpellWasted, names: Names) -> Parts:
    told = {
        "immune": gettext("%(target)s is immune to spells: %(spell)s does nothing there."),
        "spared": gettext("%(spell)s has no power over %(target)s."),
        "blocked": gettext("Something stands in the way: %(spell)s never gets to %(target)s."),
        "warded": gettext("%(target)s is warded: %(spell)s fails there."),
        "cancelled": gettext("%(target)s cancels %(spell)s: it does nothing to anybody."),
        "afraid": gettext("%(target)s doesn't dare: %(spell)s is spent in vain."),
        "no_room": gettext("There is no room: %(spell)s is spent in vain."),
    }
    return compose(
        told.get(event.reason, gettext("%(spell)s does nothing to %(target)s.")),
        spell=_spell(event, names),
        target=names.warrior(event.target),
    )


def _effect_begun(event: ev.EffectBegun, names: Names) -> Parts:
    text = (
        gettext("%(spell)s now lies on %(target)s.")
        if event.target
        else gettext("%(spell)s now surrounds %(who)s.")
    )
    return _effect(text, event, names)


def _effect(text: str, event: Any, names: Names) -> Parts:
    return compose(
        text,
        spell=_spell(event, names),
        target=names.warrior(event.target),
        who=names.warrior(event.warrior),
    )


def _effect_ended(event: ev.EffectEnded, names: Names) -> Parts:
    if event.cause == "replaced":
        text = gettext("%(spell)s begins anew.")
    elif event.target:
        text = gettext("%(spell)s no longer lies on %(target)s.")
    else:
        text = gettext("%(spell)s no longer surrounds %(who)s.")
    return _effect(text, event, names)


def _unbound(event: ev.Unbound, names: Names) -> Parts:
    return compose(
        gettext("%(who)s strains against %(spell)s and may move in this turn."),
        who=names.warrior(event.warrior),
        spell=_spell(event, names),
    )


def _commanded(event: ev.Commanded, names: Names) -> Parts:
    return compose(
        gettext("%(who)s has been told what to do in the coming turn."),
        who=names.warrior(event.warrior),
    )


def _wounds_gained(event: ev.WoundsGained, names: Names) -> Parts:
    return compose(
        gettext("%(who)s regains Wounds: from %(before)s to %(after)s."),
        who=names.warrior(event.warrior),
        before=event.before,
        after=event.after,
    )


def _side_changed(event: ev.SideChanged, names: Names) -> Parts:
    home = names.side_of.get(event.warrior, event.after)
    text = (
        gettext("%(who)s obeys %(side)s again.")
        if event.after == home
        else gettext("%(who)s is bewitched and obeys %(side)s.")
    )
    return compose(text, who=names.warrior(event.warrior), side=names.side(event.after))


def _summoned(event: ev.Summoned, names: Names) -> Parts:
    return compose(
        gettext("%(who)s appears on the table, called by %(by)s."),
        who=names.warrior(event.warrior),
        by=names.warrior(event.by),
    )


def _unsummoned(event: ev.Unsummoned, names: Names) -> Parts:
    return compose(gettext("%(who)s vanishes."), who=names.warrior(event.warrior))


def _circle_drawn(event: ev.CircleDrawn, names: Names) -> Parts:
    return compose(
        gettext("%(who)s draws a circle on the ground."), who=names.warrior(event.warrior)
    )


def _terrain_removed(event: ev.TerrainRemoved, names: Names) -> Parts:
    return compose(
        gettext("%(building)s collapses and is gone."),
        building=names.place(event.building) or gettext("The building"),
    )


def _post_mark(event: ev.PostMark, names: Names) -> Parts:
    told = {
        "spared": gettext("%(who)s will be unhurt after the battle."),
        "mutation": gettext("The fires of change have touched %(who)s: this tells after battle."),
        "infection": gettext("%(who)s may have caught the pestilence: this tells after battle."),
        "rot_caught": gettext("Nurgle's Rot has touched %(who)s: this tells after battle."),
        "taken": gettext("%(who)s has been taken alive: a prisoner after the battle."),
        "summoner_rating": gettext("A daemon has answered %(who)s: the warband's name grows."),
    }
    other = gettext("Something will come of this for %(who)s after the battle.")
    return compose(told.get(event.hook, other), who=names.warrior(event.warrior))


def tell_cast(order: od.Cast, names: Names) -> Parts:
    """ "Ana: Fires of U'Zhul, at Bea"."""
    told = compose(
        gettext("%(who)s: casts %(spell)s"),
        who=names.warrior(order.warrior),
        spell=_spell(order, names),
    )
    if order.targets:
        told += compose(gettext(" at %(targets)s"), targets=_at(order.targets, names))
    if order.choice:
        chosen = words.word(words.CHARACTERISTICS, order.choice)
        told += (Part(f" ({chosen})"),)
    return told


def tell_command(order: od.Command, names: Names) -> Parts:
    """ "Bea: will obey in its own turn"."""
    return compose(gettext("%(who)s: will obey in its own turn"), who=names.warrior(order.warrior))


MAGIC: dict[type[ev.Event], Callable[[Any, Names], Parts]] = {
    ev.CastDeclared: _cast_declared,
    ev.SpellCast: _spell_cast,
    ev.SpellFailed: _spell_failed,
    ev.SecondSpellOpened: _second_spell_opened,
    ev.SpellWasted: _spell_wasted,
    ev.EffectBegun: _effect_begun,
    ev.EffectEnded: _effect_ended,
    ev.Unbound: _unbound,
    ev.Commanded: _commanded,
    ev.WoundsGained: _wounds_gained,
    ev.SideChanged: _side_changed,
    ev.Summoned: _summoned,
    ev.Unsummoned: _unsummoned,
    ev.CircleDrawn: _circle_drawn,
    ev.TerrainRemoved: _terrain_removed,
    ev.PostMark: _post_mark,
}
