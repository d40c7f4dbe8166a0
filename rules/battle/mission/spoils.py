"""At the end of a battle: experience and wyrdstone by the scenario's own rules."""

from __future__ import annotations

from typing import Any

from ...dice import d3, faces_needed, total
from .. import events as ev
from ..state import State
from .deploying import mission_of, rule_of
from .model import CHEST
from .places import inside


def share_out(play: Any) -> None:
    """Merits first, then what each side takes home."""
    state = play.state
    assert state.setup.mission is not None
    row = state.setup.mission.row
    for award in row.experience:
        _merits(play, award)
    per = row.wyrdstone.get("per")
    if per == "chest":
        _open_chest(play)
        return
    shards = {
        "hero_in_objective": _heroes_inside,
        "counter_held": _counters_held,
        "carried": _carried_home,
    }.get(str(per))
    if shards is None:
        return
    for side in state.order_of_play:
        _take(play, side, shards(state, side))


def _take(play: Any, side: str, shards: int, gold: int = 0, items: tuple[str, ...] = ()) -> None:
    if shards or gold or items:
        rule = rule_of(play.state.setup)
        play.emit(ev.SpoilsTaken(side=side, wyrdstone=shards, gold=gold, items=items, rule=rule))


def _merits(play: Any, award: dict[str, Any]) -> None:
    """Who has earned an award, and how often."""
    state, to, xp = play.state, award["to"], award["experience"]
    now = mission_of(state)
    who: list[str] = []
    if to == "bearer":
        who = [counter.holder for counter in now.counters if counter.holder]
    elif to == "broke_through":
        who = list(now.through)
    elif to == "first_hero_out":
        who = [id for id in now.out if state.setup.by_id[id].hero][:1]
    elif to == "finder" and now.finder and state.setup.by_id[now.finder].hero:
        who = [now.finder]
    for id in who:
        play.emit(ev.MeritEarned(warrior=id, merit=to, xp=xp, rule=rule_of(state.setup)))


def _heroes_inside(state: State, side: str) -> int:
    """A shard for each Hero in the objective, up to the most there is."""
    assert state.setup.mission is not None
    heroes = [
        w
        for w in inside(state, mission_of(state).buildings[0])
        if w.side == side and state.setup.by_id[w.id].hero
    ]
    return min(len(heroes), int(state.setup.mission.row.wyrdstone["most"]))


def _counters_held(state: State, side: str) -> int:
    """A shard for each counter that one of the side carries."""
    held = [counter.holder for counter in mission_of(state).counters if counter.holder]
    return sum(state.warriors[id].side == side for id in held)


def _carried_home(state: State, side: str) -> int:
    """What the side brought less its fallen Heroes, and as much of the enemy's as his have."""
    carried = mission_of(state).carried
    mine = max(0, carried.get(side, 0) - _fallen_heroes(state, side))
    theirs = [one for one in state.order_of_play if one != side]
    return mine + sum(min(carried.get(one, 0), _fallen_heroes(state, one)) for one in theirs)


def _fallen_heroes(state: State, side: str) -> int:
    """Heroes out of action; who fled the table is not."""
    return sum(
        w.side == side
        and w.status == "out_of_action"
        and not w.left_table
        and state.setup.by_id[w.id].hero
        for w in state.warriors.values()
    )


def _open_chest(play: Any) -> None:
    """The chest goes to the winner, or with a draw to who carries it."""
    state = play.state
    assert state.setup.mission is not None
    chest = mission_of(state).counter(CHEST)
    side = state.result.winner
    if side is None and chest is not None and chest.holder:
        side = state.warriors[chest.holder].side
    if side is None:
        return
    shards, gold, items = _contents(play, state.setup.mission.row.chest, side)
    _take(play, side, shards, gold, items)


def _contents(
    play: Any, rows: tuple[dict[str, Any], ...], side: str
) -> tuple[int, int, tuple[str, ...]]:
    """A die for each thing that isn't sure to be in it, then the dice for how much."""
    shards = gold = 0
    items: list[str] = []
    rule = rule_of(play.state.setup)
    for row in rows:
        if row["need"]:
            (face,) = play.batch("loot", 1, row["need"], rule=rule, actor=side)
            if face < row["need"]:
                continue
        if "gold" in row:
            gold += total(row["gold"], _faces(play, row["gold"], side))
        elif "shards" in row:
            shards += d3(_faces(play, row["shards"], side)[0])
        elif "gems" in row:
            gold += total(row["gems"], _faces(play, row["gems"], side)) * row["gold_each"]
        else:
            items.append(row["item"])
    return shards, gold, tuple(items)


def _faces(play: Any, text: str, side: str) -> tuple[int, ...]:
    faces: tuple[int, ...] = play.plain(
        "loot", faces_needed(text), rule=rule_of(play.state.setup), actor=side
    )
    return faces
