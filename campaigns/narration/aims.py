"""What a scenario is about: what each side needs to win, how things stand, where one deploys."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext

from campaigns.board_svg.twin import place_of, spot
from campaigns.narration import words
from campaigns.narration.compose import compose
from campaigns.narration.lines import Part
from campaigns.narration.mission import EDGES, counter, loot, place
from campaigns.narration.names import Names, localized
from campaigns.narration.sentences import SENTENCES
from rules.battle import events as ev
from rules.battle.mission.deploying import length_of
from rules.battle.mission.model import CHEST, OPPOSITE, MissionState
from rules.battle.mission.settling import ends_of, holder, unsearched
from rules.battle.state import State

Parts = tuple[Part, ...]


@dataclass(frozen=True)
class Aim:
    """What a side needs to win; `side` "" for both."""

    side: str
    parts: Parts
    who: Parts = ()


def scenario_name(state: State) -> str:
    """The scenario in the reader's language; "" without one."""
    mission = state.setup.mission
    return localized(mission.row.name, mission.row.id) if mission else ""


def aims(state: State, names: Names) -> list[Aim]:
    """What ends the battle, and for whom."""
    if state.setup.mission is None or state.mission is None:
        return []
    found: list[Aim] = []
    for row in ends_of(state):
        told = _AIMS.get(row["when"])
        if told is not None:
            found += told(state, row, names)
    both = compose(gettext("Both sides"))
    return [replace(aim, who=(names.side(aim.side),) if aim.side else both) for aim in found]


def _length(state: State, value: Any) -> str:
    ruleset = state.setup.ruleset
    return words.length(length_of(state.setup, value), ruleset.unit, ruleset.unit_size)


def _now(state: State) -> MissionState:
    return state.mission or MissionState()


def _defender(state: State) -> str:
    attacker = _now(state).attacker
    return next((side.id for side in state.setup.sides if side.id != attacker), "")


def _rout(state: State, row: Any, names: Names) -> list[Aim]:
    return [Aim("", compose(gettext("Win when the other side routs.")))]


def _objective(state: State, row: Any, names: Names) -> list[Aim]:
    now = _now(state)
    where = place(now.buildings[0], names) if now.buildings else gettext("the objective")
    attack = compose(
        gettext(
            "Win by having more warriors standing within %(length)s of %(place)s at the end of a "
            "turn of the defender."
        ),
        length=_length(state, row["within"]),
        place=where,
    )
    return [Aim(now.attacker, attack)]


def _edge_aim(state: State, row: Any, names: Names) -> list[Aim]:
    now = _now(state)
    own = now.edges.get(now.attacker)
    edge = words.word(EDGES, OPPOSITE[own]) if own else gettext("defender's")
    told = compose(
        gettext("Win with %(count)s warriors standing within %(length)s of the %(edge)s edge."),
        count=row["count"],
        length=_length(state, row["within"]),
        edge=edge,
    )
    return [Aim(now.attacker, told)]


def _street(state: State, row: Any, names: Names) -> list[Aim]:
    now = _now(state)
    if not now.edges:
        return [Aim("", compose(gettext("Win by leaving through the enemy's end of the street.")))]
    return [
        Aim(
            side,
            compose(
                gettext("Win when everybody who is left has gone out by the %(edge)s edge."),
                edge=words.word(EDGES, OPPOSITE[edge]),
            ),
        )
        for side, edge in now.edges.items()
    ]


def _chest(state: State, row: Any, names: Names) -> list[Aim]:
    return [
        Aim(
            "",
            compose(gettext("Search the buildings; win by taking the chest to the own edge.")),
        )
    ]


def _turns(state: State, row: Any, names: Names) -> list[Aim]:
    told = compose(
        gettext("After turn %(turn)s whoever holds more of the buildings wins."), turn=row["count"]
    )
    return [Aim("", told)]


_AIMS: dict[str, Callable[[State, Any, Names], list[Aim]]] = {
    "rout": _rout,
    "attacker_holds_objective": _objective,
    "attackers_at_edge": _edge_aim,
    "all_left_by_far_edge": _street,
    "chest_leaves_by_own_edge": _chest,
    "turns": _turns,
}


def standing(state: State, names: Names) -> list[Parts]:
    """How things stand: traps, counters, buildings, reserves, what has been won."""
    if state.mission is None:
        return _traps(state, names)
    return [
        *_traps(state, names),
        *_roles(state, names),
        *_grounds(state, names),
        *_edges(state, names),
        *_counters(state, names),
        *_buildings(state, names),
        *_away(state, names),
        *_won(state, names),
    ]


def _roles(state: State, names: Names) -> list[Parts]:
    attacker = _now(state).attacker
    if not attacker:
        return []
    return [
        compose(
            gettext("%(attacker)s attack, %(defender)s defend."),
            attacker=names.side(attacker),
            defender=names.side(_defender(state)),
        )
    ]


def _grounds(state: State, names: Names) -> list[Parts]:
    """Before the battle, where each side deploys."""
    if state.phase != "deployment" or state.setup.mission is None:
        return []
    now, found = _now(state), []
    for side, ground in now.grounds.items():
        row = state.setup.mission.row.deployment[now.order.index(side)]
        event = ev.GroundSet(
            side=side, zone=row["zone"], ground=ground, edge=now.edges.get(side, "")
        )
        found.append(SENTENCES[ev.GroundSet](event, names))
    return found


def _edges(state: State, names: Names) -> list[Parts]:
    """Once all are deployed, whose edge is which: some scenarios are won there."""
    if state.phase in ("deployment", "over"):
        return []
    told = gettext("The %(edge)s edge is that of %(side)s.")
    return [
        compose(told, edge=words.word(EDGES, edge), side=names.side(side))
        for side, edge in _now(state).edges.items()
    ]


def _traps(state: State, names: Names) -> list[Parts]:
    told = gettext("A trap of %(who)s: %(place)s (%(spot)s).")
    return [
        compose(
            told,
            who=names.warrior(trap.by),
            place=place_of(state.setup.board, trap.at),
            spot=spot(trap.at, names),
        )
        for trap in state.traps
    ]


def _counters(state: State, names: Names) -> list[Parts]:
    found = []
    for one in _now(state).counters:
        what = _title(one.id)
        if one.holder:
            told = gettext("%(what)s: carried by %(who)s.")
            found.append(compose(told, what=what, who=names.warrior(one.holder)))
        elif one.at is not None:
            told = gettext("%(what)s: %(place)s (%(spot)s).")
            where = place_of(state.setup.board, one.at)
            found.append(compose(told, what=what, place=where, spot=spot(one.at, names)))
        else:
            found.append(compose(gettext("%(what)s: to be put down."), what=what))
    return found


def _title(id: str) -> str:
    """ "A piece of wyrdstone (2)"."""
    text = counter(id)
    number = id.rpartition("-")[2]
    text = text[:1].upper() + text[1:]
    return text if id == CHEST else f"{text} ({number})"


def _buildings(state: State, names: Names) -> list[Parts]:
    now, mission = _now(state), state.setup.mission
    if mission is None or not now.buildings:
        return []
    if mission.row.chest:
        left = [] if now.finder else unsearched(state)
        if not left:
            return []
        told = ", ".join(place(id, names) for id in left)
        return [compose(gettext("Still to be searched: %(places)s."), places=told)]
    found = []
    for id in now.buildings:
        side = holder(state, id)
        if side:
            told = gettext("%(place)s is in the hands of %(side)s.")
            found.append(compose(told, place=place(id, names), side=names.side(side)))
        else:
            told = gettext("%(place)s is in nobody's hands.")
            found.append(compose(told, place=place(id, names)))
    return found


def _away(state: State, names: Names) -> list[Parts]:
    now = _now(state)
    found = []
    if now.reserves:
        who = ", ".join(names.warriors[id] for id in now.reserves)
        found.append(compose(gettext("In reserve: %(who)s."), who=who))
    if now.out:
        who = ", ".join(names.warriors[id] for id in now.out)
        found.append(compose(gettext("Already out: %(who)s."), who=who))
    for side, shards in now.carried.items():
        found.append(
            compose(
                gettext("%(side)s carry: %(what)s."),
                side=names.side(side),
                what=", ".join(loot(shards, 0, (), names)),
            )
        )
    return found


def _won(state: State, names: Names) -> list[Parts]:
    return [
        compose(
            gettext("%(side)s take home: %(what)s."),
            side=names.side(one.side),
            what=", ".join(loot(one.wyrdstone, one.gold, one.items, names)),
        )
        for one in _now(state).spoils
    ]
