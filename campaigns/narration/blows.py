"""Shots, blows and what comes of them, told in a sentence each."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext

from campaigns.narration import words
from campaigns.narration.compose import compose, listing
from campaigns.narration.lines import Part
from campaigns.narration.names import Names
from rules.battle import events as ev
from rules.battle.orders import Split

Parts = tuple[Part, ...]


def _length(value: int, names: Names) -> str:
    return words.length(value, names.unit, names.unit_size)


def _and(parts: list[Part]) -> Parts:
    return listing(parts, ", ", gettext(" and "))


def _shot_fired(event: ev.ShotFired, names: Names) -> Parts:
    return compose(
        gettext("%(who)s shoots at %(target)s (%(weapon)s, %(length)s)."),
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
        weapon=names.thing(event.weapon),
        length=_length(event.distance, names),
    )


def _shot_missed(event: ev.ShotMissed, names: Names) -> Parts:
    if event.reason == "out_of_range":
        return compose(gettext("The target is out of range: the shot is lost."))
    if event.reason == "held_back":
        return compose(gettext("A blessing holds the shooter back: the shot is lost."))
    return compose(gettext("Not even a 6 would hit: the shot is lost."))


def _cover_hit(event: ev.CoverHit, names: Names) -> Parts:
    if event.cover_kind == "model":
        return compose(
            gettext("Short by the cover alone: the shot hits %(cover)s, who stood in the way."),
            cover=names.warrior(event.cover),
        )
    place = names.place(event.cover)
    if place:
        told = gettext("Short by the cover alone: the shot hits the cover (%(place)s).")
        return compose(told, place=place)
    return compose(gettext("Short by the cover alone: the shot hits the cover."))


def _keg_blown(event: ev.KegBlown, names: Names) -> Parts:
    if not event.caught:
        return compose(gettext("The powder goes off: nobody is near enough."))
    return compose(
        ngettext(
            "The powder goes off: %(count)s warrior near it takes a hit of Strength %(strength)s.",
            "The powder goes off: %(count)s warriors near it take a hit of Strength %(strength)s.",
            len(event.caught),
        ),
        count=str(len(event.caught)),
        strength=str(event.strength),
    )


def _splits(splits: tuple[Split, ...], names: Names) -> Parts:
    parts: list[Part] = []
    for split in splits:
        if parts:
            parts.append(Part("; "))
        text = ngettext(
            "%(target)s (%(weapon)s, %(count)d attack)",
            "%(target)s (%(weapon)s, %(count)d attacks)",
            split.attacks,
        )
        parts += compose(
            text,
            target=names.warrior(split.target),
            weapon=names.thing(split.weapon),
            count=split.attacks,
        )
    return tuple(parts)


def _strikes_declared(event: ev.StrikesDeclared, names: Names) -> Parts:
    return compose(
        gettext("%(who)s will strike at %(splits)s."),
        who=names.warrior(event.warrior),
        splits=_splits(event.splits, names),
    )


def _striking_order(event: ev.StrikingOrder, names: Names) -> Parts:
    warriors = listing([names.warrior(id) for id in event.warriors], ", ", ", ")
    return compose(gettext("They strike in this order: %(warriors)s."), warriors=warriors)


def _struck(event: ev.Struck, names: Names) -> Parts:
    if not event.splits:
        return compose(gettext("%(who)s doesn't strike."), who=names.warrior(event.warrior))
    return compose(
        gettext("%(who)s strikes at %(splits)s."),
        who=names.warrior(event.warrior),
        splits=_splits(event.splits, names),
    )


def _automatic_hit(event: ev.AutomaticHit, names: Names) -> Parts:
    text = ngettext(
        "%(who)s hits %(target)s without a roll (%(weapon)s, %(count)d hit).",
        "%(who)s hits %(target)s without a roll (%(weapon)s, %(count)d hits).",
        event.hits,
    )
    return compose(
        text,
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
        weapon=names.thing(event.weapon),
        count=event.hits,
    )


def _parried(event: ev.Parried, names: Names) -> Parts:
    return compose(gettext("%(who)s turns the blow aside."), who=names.warrior(event.warrior))


def _parry_lost(event: ev.ParryLost, names: Names) -> Parts:
    if event.reason == "too_strong":
        text = gettext("The blow is too strong for %(who)s to parry.")
    else:
        text = gettext("%(who)s can't parry a 6.")
    return compose(text, who=names.warrior(event.warrior))


def _critical_hit(event: ev.CriticalHit, names: Names) -> Parts:
    effects = [
        ngettext("%(count)d wound", "%(count)d wounds", event.wounds) % {"count": event.wounds}
    ]
    if not event.save:
        effects.append(gettext("no armour save"))
    if event.injury:
        effects.append(
            gettext("%(bonus)s to the injury roll") % {"bonus": words.signed(event.injury)}
        )
    return compose(
        gettext("%(row)s: %(effects)s."),
        row=names.critical(event.row),
        effects=", ".join(effects),
    )


def _cannot_wound(event: ev.CannotWound, names: Names) -> Parts:
    return compose(
        gettext("Strength %(strength)s can't wound Toughness %(toughness)s."),
        strength=event.strength,
        toughness=event.toughness,
    )


def _wounds_lost(event: ev.WoundsLost, names: Names) -> Parts:
    text = ngettext(
        "%(who)s suffers %(count)d wound and has %(left)s left.",
        "%(who)s suffers %(count)d wounds and has %(left)s left.",
        event.suffered,
    )
    return compose(text, who=names.warrior(event.warrior), count=event.suffered, left=event.after)


def _combat_fought(event: ev.CombatFought, names: Names) -> Parts:
    if not event.warriors:
        return compose(gettext("The blows are over; nobody is engaged any more."))
    return compose(
        gettext("The blows are over. Still engaged: %(warriors)s."),
        warriors=_and([names.warrior(id) for id in event.warriors]),
    )


BLOWS: dict[type[ev.Event], Callable[[Any, Names], Parts]] = {
    ev.ShotFired: _shot_fired,
    ev.ShotMissed: _shot_missed,
    ev.CoverHit: _cover_hit,
    ev.KegBlown: _keg_blown,
    ev.StrikesDeclared: _strikes_declared,
    ev.StrikingOrder: _striking_order,
    ev.Struck: _struck,
    ev.AutomaticHit: _automatic_hit,
    ev.Parried: _parried,
    ev.ParryLost: _parry_lost,
    ev.CriticalHit: _critical_hit,
    ev.CannotWound: _cannot_wound,
    ev.WoundsLost: _wounds_lost,
    ev.CombatFought: _combat_fought,
}
"""Each of these events with what tells it."""
