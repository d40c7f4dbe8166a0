"""What a scenario adds to a battle, one sentence an event type."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext_lazy

from campaigns.narration import words
from campaigns.narration.compose import compose, listing
from campaigns.narration.lines import Part
from campaigns.narration.names import Names, localized
from rules.battle import events as ev
from rules.battle.mission.model import CHEST

Parts = tuple[Part, ...]

EDGES: words.Words = {
    "south": pgettext_lazy("edge", "south"),
    "east": pgettext_lazy("edge", "east"),
    "north": pgettext_lazy("edge", "north"),
    "west": pgettext_lazy("edge", "west"),
}
QUARTERS: words.Words = {
    "south_west": pgettext_lazy("quarter", "south-west"),
    "south_east": pgettext_lazy("quarter", "south-east"),
    "north_west": pgettext_lazy("quarter", "north-west"),
    "north_east": pgettext_lazy("quarter", "north-east"),
}
MERITS: words.Words = {
    "bearer": pgettext_lazy("merit", "for carrying wyrdstone out"),
    "broke_through": pgettext_lazy("merit", "for breaking through"),
    "first_hero_out": pgettext_lazy("merit", "for being the first Hero out"),
    "finder": pgettext_lazy("merit", "for finding the treasure"),
}


def place(id: str, names: Names) -> str:
    """What a building is called."""
    return names.place(id) or localized(None, id)


def counter(id: str) -> str:
    """A counter in words."""
    if id == CHEST:
        return gettext("the treasure chest")
    return gettext("a piece of wyrdstone")


def _and(items: list[Part]) -> Parts:
    return listing(items, ", ", gettext(" and "))


def _warriors(ids: tuple[str, ...], names: Names) -> Parts:
    return _and([names.warrior(id) for id in ids])


def _roles_set(event: ev.RolesSet, names: Names) -> Parts:
    return compose(
        gettext("%(attacker)s attack, %(defender)s defend."),
        attacker=names.side(event.attacker),
        defender=names.side(event.defender),
    )


def _objectives_set(event: ev.ObjectivesSet, names: Names) -> Parts:
    if event.counters:
        text = ngettext(
            "There is %(count)d piece of wyrdstone to be had.",
            "There are %(count)d pieces of wyrdstone to be had.",
            len(event.counters),
        )
        return compose(text, count=len(event.counters))
    if event.buildings:
        told = _and([Part(place(id, names)) for id in event.buildings])
        return compose(gettext("It is about: %(places)s."), places=told)
    return compose(gettext("It is about nothing but each other."))


def _rolled_off(event: ev.RolledOff, names: Names) -> Parts:
    return compose(gettext("%(side)s have the choice."), side=names.side(event.winner))


def _order_set(event: ev.DeployOrderSet, names: Names) -> Parts:
    sides = listing([names.side(side) for side in event.sides], ", ", gettext(", then "))
    return compose(gettext("The sides deploy in this order: %(sides)s."), sides=sides)


def _ground_set(event: ev.GroundSet, names: Names) -> Parts:
    side = names.side(event.side)
    if event.zone == "around_objective":
        return compose(
            gettext("%(side)s deploy in or around %(place)s."),
            side=side,
            place=place(event.ground.building, names),
        )
    if event.zone == "any_edges":
        return compose(gettext("%(side)s deploy along any of the table's edges."), side=side)
    if event.zone == "quarter":
        return compose(gettext("%(side)s deploy in a quarter of the table."), side=side)
    if event.zone == "anywhere" or not event.edge:
        return compose(gettext("%(side)s deploy where they like, away from the enemy."), side=side)
    return compose(
        gettext("%(side)s deploy along the %(edge)s edge."),
        side=side,
        edge=words.word(EDGES, event.edge),
    )


def _counter_placed(event: ev.CounterPlaced, names: Names) -> Parts:
    return compose(gettext("%(side)s put down a piece of wyrdstone."), side=names.side(event.side))


def _left_out(event: ev.CountersLeftOut, names: Names) -> Parts:
    return compose(gettext("There is no room for more wyrdstone: so much it is."))


def _shards_brought(event: ev.ShardsBrought, names: Names) -> Parts:
    text = ngettext(
        "%(side)s carry %(count)d shard of wyrdstone.",
        "%(side)s carry %(count)d shards of wyrdstone.",
        event.shards,
    )
    return compose(text, side=names.side(event.side), count=event.shards)


def _reserves_set(event: ev.ReservesSet, names: Names) -> Parts:
    side = names.side(event.side)
    if not event.warriors:
        return compose(gettext("%(side)s are all there from the start."), side=side)
    who = _warriors(event.warriors, names)
    if event.reason == "no_room":
        return compose(gettext("There is no room for %(who)s yet."), who=who)
    return compose(gettext("Not there yet: %(who)s."), who=who)


def _reserves_arrived(event: ev.ReservesArrived, names: Names) -> Parts:
    edge = words.word(EDGES, event.edge)
    if not event.warriors:
        return compose(gettext("Who still waits may come in by the %(edge)s edge."), edge=edge)
    return compose(
        gettext("By the %(edge)s edge may come in: %(who)s."),
        edge=edge,
        who=_warriors(event.warriors, names),
    )


def _counter_taken(event: ev.CounterTaken, names: Names) -> Parts:
    return compose(
        gettext("%(who)s picks up %(what)s."),
        who=names.warrior(event.warrior),
        what=counter(event.counter),
    )


def _counter_dropped(event: ev.CounterDropped, names: Names) -> Parts:
    return compose(
        gettext("What %(who)s carried is left lying: %(what)s."),
        who=names.warrior(event.warrior),
        what=counter(event.counter),
    )


def _searched(event: ev.Searched, names: Names) -> Parts:
    text = gettext("%(who)s searches %(place)s: nothing.")
    if event.found:
        text = gettext("%(who)s searches %(place)s and finds the treasure!")
    return compose(text, who=names.warrior(event.warrior), place=place(event.building, names))


def _left_by_edge(event: ev.LeftByEdge, names: Names) -> Parts:
    return compose(
        gettext("%(who)s leaves by the %(edge)s edge."),
        who=names.warrior(event.warrior),
        edge=words.word(EDGES, event.edge),
    )


def _broke_through(event: ev.BrokeThrough, names: Names) -> Parts:
    return compose(
        gettext("They have broken through: %(who)s."), who=_warriors(event.warriors, names)
    )


def _objective_held(event: ev.ObjectiveHeld, names: Names) -> Parts:
    if not event.side:
        return compose(
            gettext("%(place)s is in nobody's hands."), place=place(event.building, names)
        )
    return compose(
        gettext("%(place)s is in the hands of %(side)s."),
        place=place(event.building, names),
        side=names.side(event.side),
    )


def _merit_earned(event: ev.MeritEarned, names: Names) -> Parts:
    return compose(
        gettext("%(who)s: +%(xp)s experience %(merit)s."),
        who=names.warrior(event.warrior),
        xp=event.xp,
        merit=words.word(MERITS, event.merit),
    )


def _spoils_taken(event: ev.SpoilsTaken, names: Names) -> Parts:
    told = loot(event.wyrdstone, event.gold, event.items, names)
    return compose(
        gettext("%(side)s take home: %(what)s."), side=names.side(event.side), what=", ".join(told)
    )


def loot(wyrdstone: int, gold: int, items: tuple[str, ...], names: Names) -> list[str]:
    """What a side has won, thing by thing."""
    told = []
    if wyrdstone:
        text = ngettext("%(count)d shard of wyrdstone", "%(count)d shards of wyrdstone", wyrdstone)
        told.append(text % {"count": wyrdstone})
    if gold:
        text = ngettext("%(count)d gold crown", "%(count)d gold crowns", gold)
        told.append(text % {"count": gold})
    return told + [names.thing(item) for item in items]


MISSION: dict[type[ev.Event], Callable[[Any, Names], Parts]] = {
    ev.RolesSet: _roles_set,
    ev.ObjectivesSet: _objectives_set,
    ev.RolledOff: _rolled_off,
    ev.DeployOrderSet: _order_set,
    ev.GroundSet: _ground_set,
    ev.CounterPlaced: _counter_placed,
    ev.CountersLeftOut: _left_out,
    ev.ShardsBrought: _shards_brought,
    ev.ReservesSet: _reserves_set,
    ev.ReservesArrived: _reserves_arrived,
    ev.CounterTaken: _counter_taken,
    ev.CounterDropped: _counter_dropped,
    ev.Searched: _searched,
    ev.LeftByEdge: _left_by_edge,
    ev.BrokeThrough: _broke_through,
    ev.ObjectiveHeld: _objective_held,
    ev.MeritEarned: _merit_earned,
    ev.SpoilsTaken: _spoils_taken,
}
