"""What skills, poisons and the like do in a fight, told in a sentence each."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext

from campaigns.narration.compose import compose
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


FIGHTS: dict[type[ev.Event], Callable[[Any, Names], Parts]] = {
    ev.SurelyWounded: _surely_wounded,
    ev.SpentOnce: _spent_once,
    ev.WeaponBroken: _weapon_broken,
}
