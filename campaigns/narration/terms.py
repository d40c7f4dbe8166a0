"""What a scenario changes besides its ends: how one picks up, searches, holds; what that brings.

`campaigns.narration.aims` tells who wins, and how things stand.
"""

from collections.abc import Callable, Iterator
from typing import Any

from django.utils.translation import gettext

from campaigns.narration import words
from campaigns.narration.names import Names
from rules.battle.mission.deploying import length_of
from rules.battle.mission.settling import ends_of
from rules.battle.state import State
from rules.catalogue.lists import Scenario


def terms(state: State, names: Names) -> list[str]:
    """A sentence each; none without a scenario."""
    mission = state.setup.mission
    if mission is None:
        return []
    return [
        *_counters_put_down(state, mission.row, names),
        *_special(mission.row),
        *_given_up(state),
        *_spoils(mission.row.wyrdstone),
        *_merits(mission.row.experience),
    ]


def _counters_put_down(state: State, row: Scenario, names: Names) -> Iterator[str]:
    """Where counters may lie, as long as they are put down."""
    if not row.counters or state.phase != "deployment":
        return

    def told(key: str) -> str:
        length = length_of(state.setup, row.counters[key])
        return words.length(length, names.unit, names.unit_size)

    yield gettext(
        "The sides put the pieces down in turn, at least %(edge)s from every edge of the table and "
        "%(apart)s from each other."
    ) % {"edge": told("from_edge"), "apart": told("apart")}


def _special(row: Scenario) -> list[str]:
    told = _in_words()
    return [told[one] for one in row.special if one in told]


def _in_words() -> dict[str, str]:
    """The catalogue's `special`, in the reader's language; `turns` is told by the aims."""
    return {
        "pick_up": gettext(
            "Whoever touches a piece while walking, running or charging picks it up; animals can’t."
        ),
        "no_transfer": gettext("Nobody hands on what he carries."),
        "dropped": gettext("What the fallen carried stays where they fell."),
        "search": gettext(
            "Whoever moves into a building that nobody has searched, standing and in no fight, "
            "searches it: with a 12 on 2D6 the chest is there. Animals don’t search."
        ),
        "last_building": gettext("In the last building left the chest is found without a roll."),
        "carry": gettext("Whoever finds the chest carries it; it is picked up by moving up to it."),
        "occupied": gettext(
            "A building is held by the side of which somebody stands in it, on whatever floor, "
            "while no enemy is inside."
        ),
        "no_rout_tests": gettext("No rout tests are taken."),
        "no_way_back": gettext("Whoever has left by the edge doesn’t come back."),
        "reserves": gettext(
            "From the defender’s second turn on each who waits in reserve comes with a 4 or more "
            "on a die, by an edge that the dice name."
        ),
    }


def _given_up(state: State) -> Iterator[str]:
    if any(row["when"] == "voluntary_rout" for row in ends_of(state)):
        yield gettext("A side that gives the battle up loses it.")


def _spoils(row: dict[str, Any]) -> Iterator[str]:
    """What the side takes home in wyrdstone."""
    told: dict[str, Callable[[], str]] = {
        "counter_held": lambda: gettext(
            "Each piece that somebody carries at the end is one fragment of wyrdstone for his side."
        ),
        "hero_in_objective": lambda: (
            gettext(
                "Each Hero in the building at the end brings his side a fragment of wyrdstone, "
                "%(most)s at most."
            )
            % {"most": row["most"]}
        ),
        "carried": lambda: gettext(
            "Each Hero out of action loses a fragment of what his side carries to the other side."
        ),
        "chest": lambda: gettext(
            "The chest goes to the winner; in a draw to the side of who carries it."
        ),
    }
    found = told.get(str(row.get("per")))
    if found is not None:
        yield found()


def _merits(rows: tuple[dict[str, Any], ...]) -> Iterator[str]:
    """What warriors learn here beside the usual."""
    told = {
        "bearer": gettext("+%(xp)s experience for each piece carried at the end."),
        "broke_through": gettext("+%(xp)s experience for each who broke through."),
        "first_hero_out": gettext("+%(xp)s experience for the first Hero who leaves."),
        "finder": gettext("+%(xp)s experience for the Hero who finds the chest."),
    }
    for row in rows:
        if row["to"] in told:
            yield told[row["to"]] % {"xp": row["experience"]}
