"""What skills, poisons and the like do in a fight, told in a sentence each."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext

from campaigns.narration.compose import compose, listing
from campaigns.narration.lines import Part
from campaigns.narration.names import Names
from rules.battle import events as ev

Parts = tuple[Part, ...]


def _surely_wounded(event: ev.SurelyWounded, names: Names) -> Parts:
    text = ngettext(
        "%(thing)s: the hit wounds %(target)s without a roll.",
        "%(thing)s: %(count)d hits wound %(target)s without a roll.",
        event.wounds,
    )
    return compose(
        text,
        thing=names.thing(event.of),
        count=event.wounds,
        target=names.warrior(event.target),
    )


def _spent_once(event: ev.SpentOnce, names: Names) -> Parts:
    return compose(
        gettext("%(thing)s of %(who)s has done its service in this battle."),
        thing=names.thing(event.of),
        who=names.warrior(event.warrior),
    )


def _weapon_broken(event: ev.WeaponBroken, names: Names) -> Parts:
    return compose(
        gettext("%(by)s breaks the weapon of %(who)s: %(thing)s."),
        by=names.warrior(event.by),
        who=names.warrior(event.warrior),
        thing=names.thing(event.weapon),
    )


PLIGHTS = {
    "ablaze": gettext_lazy("%(who)s is on fire: %(thing)s."),
    "netted": gettext_lazy("%(who)s is caught: %(thing)s."),
    "entangled": gettext_lazy("%(who)s is entangled: %(thing)s."),
    "held": gettext_lazy("%(who)s is held fast: %(thing)s."),
}
LASTING = {
    "ablaze": gettext_lazy("%(who)s still burns and can only move."),
    "entangled": gettext_lazy("%(who)s doesn't get free and can't move."),
}
ENDED = {
    "ablaze": gettext_lazy("%(who)s puts the fire out."),
    "netted": gettext_lazy(
        "%(who)s tears the net, but neither moves, shoots nor casts in this turn."
    ),
    "entangled": gettext_lazy("%(who)s gets free."),
    "held": gettext_lazy("%(who)s tears loose."),
}


def _plight_began(event: ev.PlightBegan, names: Names) -> Parts:
    text = PLIGHTS.get(event.plight, PLIGHTS["held"])
    return compose(str(text), who=names.warrior(event.warrior), thing=names.thing(event.of))


def _plight_lasts(event: ev.PlightLasts, names: Names) -> Parts:
    text = LASTING.get(event.plight, LASTING["entangled"])
    return compose(str(text), who=names.warrior(event.warrior))


def _plight_ended(event: ev.PlightEnded, names: Names) -> Parts:
    text = ENDED.get(event.plight, ENDED["held"])
    return compose(str(text), who=names.warrior(event.warrior))


def _strip_swept(event: ev.StripSwept, names: Names) -> Parts:
    if not event.caught:
        return compose(gettext("Nobody stands in the strip that the shot sweeps."))
    caught = listing([names.warrior(id) for id in event.caught], ", ", gettext(" and "))
    return compose(gettext("The shot sweeps a strip and hits %(caught)s."), caught=caught)


FIGHTS: dict[type[ev.Event], Callable[[Any, Names], Parts]] = {
    ev.SurelyWounded: _surely_wounded,
    ev.SpentOnce: _spent_once,
    ev.WeaponBroken: _weapon_broken,
    ev.PlightBegan: _plight_began,
    ev.PlightLasts: _plight_lasts,
    ev.PlightEnded: _plight_ended,
    ev.StripSwept: _strip_swept,
}
