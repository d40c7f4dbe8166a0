"""What a battle needs to know of a warband."""

from collections.abc import Mapping

from rules.battle.state import Passage, WarriorSetup
from rules.catalogue.house import amended
from rules.roster.battle import Opponent, passage, warriors
from rules.roster.rating import rating
from rules.ruleset import Ruleset
from warbands import store
from warbands.models import Warband


def battle_warriors(
    warband: Warband,
    *,
    side: str,
    ruleset: Ruleset,
    opponents: Mapping[str, Warband] | None = None,
) -> list[WarriorSetup]:
    """The warriors who can fight, one for each henchman of a group.

    `opponents` are the other sides by id: grudges against one of them count. Ids are the same in
    every battle (`rules.roster.model.fighter_key` leads back to the fighter).
    """
    others = [
        Opponent(id, str(other.pk), other.type, tuple(note["id"] for note in other.finds))
        for id, other in (opponents or {}).items()
    ]
    roster = store.load(warband)
    catalogue = amended(roster.house_rules)
    found = warriors(catalogue, roster, side=side, ruleset=ruleset, opponents=others)
    return list(found)


def battle_passage(warband: Warband, ruleset: Ruleset) -> Passage | None:
    """The way below the city that the warband may take in its next battle, if it has found one."""
    return passage(amended(warband.house_rules), store.load(warband), ruleset)


def rating_of(warband: Warband) -> int:
    """The rating by the roster itself (the stored one is a projection of the ledger)."""
    return rating(amended(warband.house_rules), store.load(warband))
