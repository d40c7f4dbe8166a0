"""Places of the city: what a double to a sextuple in exploration brings.

A place is a list of operations (`do` of the catalogue). Each has a function here; one that needs
the player asks, and the rest goes on with his answer.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.campaign import events as ev
from rules.campaign.deeds import (
    EXPLORATION,
    NOBODY,
    OPERATIONS,
    Op,
    Visit,
    number_of,
    swords_free,
    weapons_to_bless,
)
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.state import Pending, Step
from rules.campaign.tables import Place


def find_place(run: Run, place: Place, heroes: list[str]) -> None:
    """Carry out what a place does."""
    _go(run, {"place": place.id, "ops": list(place.do), "heroes": heroes, "round": 1, "gold": 0})


def settle_in(run: Run) -> None:
    """Nothing more to find: the warband counts what it has."""
    run.tell(ev.Scheduled(steps=(Step("", "income"),), last=True, rule=EXPLORATION))


def _go(run: Run, visit: Visit) -> None:
    """One operation after the other, until one asks or none is left."""
    while visit["ops"]:
        op, *rest = visit["ops"]
        visit = {**visit, "ops": rest}
        asked = ASKS.get(op["op"], _nobody)(run, visit, op)
        if asked:
            _ask(run, visit, op, asked)
            return
        visit = OPERATIONS[op["op"]](run, visit, op, "")
    settle_in(run)


def _ask(run: Run, visit: Visit, op: Op, options: tuple[str, ...]) -> None:
    pending = Pending(
        id=f"place:{visit['place']}:{visit['round']}",
        kind="place",
        fighter="",
        step=Step("", "exploration"),
        options=options,
        rule=EXPLORATION,
        who="player",
        default=options[0],
        data={**visit, "op": op},
    )
    run.tell(ev.Asked(decision=pending, rule=EXPLORATION))


def go_on(run: Run, pending: Pending, order: Resolve) -> None:
    """Carry out the operation that asked, then the rest."""
    visit = {**pending.data, "round": pending.data["round"] + 1}
    op = visit.pop("op")
    _go(run, OPERATIONS[op["op"]](run, visit, op, order.choice))


# Who or what is asked for; the first option is the default.


def _nobody(run: Run, visit: Visit, op: Op) -> tuple[str, ...]:
    return ()


def _heroes(run: Run, visit: Visit) -> list[str]:
    """Those who search and are still there, the leader first."""
    found = [key for key in visit["heroes"] if run.fighter(key).active]
    return sorted(found, key=lambda key: not run.fighter(key).leader)


def _tester(run: Run, visit: Visit, op: Op) -> tuple[str, ...]:
    if op["who"] == "leader":
        return ()
    fit = sorted(_heroes(run, visit), key=lambda key: -number_of(run, key, op["test"]))
    return tuple(fit)


def _one_hero(run: Run, visit: Visit, op: Op) -> tuple[str, ...]:
    return tuple(_heroes(run, visit))


def _newcomer(run: Run, visit: Visit, op: Op) -> tuple[str, ...]:
    """Which kind of the warband's own men joins, where that is left open; or nobody."""
    if "fighter" in op:
        return ()
    tables = run.state.setup.tables
    kinds = [id for id, facts in tables.fighters.items() if facts.henchman == op["to"]]
    return (*kinds, NOBODY) if kinds else ()


def _sword(run: Run, visit: Visit, op: Op) -> tuple[str, ...]:
    """Which hired sword comes; or nobody, where nobody says who."""
    found = swords_free(run)
    return (*found, NOBODY) if found else ()


def _daring(run: Run, visit: Visit, op: Op) -> tuple[str, ...]:
    """Whoever dares; nobody, where nobody says otherwise."""
    return (NOBODY, *_heroes(run, visit))


def _weapon(run: Run, visit: Visit, op: Op) -> tuple[str, ...]:
    return weapons_to_bless(run, op)


def _either(run: Run, visit: Visit, op: Op) -> tuple[str, ...]:
    return tuple(str(number) for number in range(len(op["options"])))


ASKS: dict[str, Callable[[Run, Visit, Op], tuple[str, ...]]] = {
    "test": _tester,
    "choice": _either,
    "optional": _daring,
    "recruit": _newcomer,
    "hired_sword": _sword,
    "skill_list": _one_hero,
    "learn": _one_hero,
    "bless": _weapon,
    "experience_point": _one_hero,
}
"""Operations that ask; one without an answer to choose goes on by itself."""
