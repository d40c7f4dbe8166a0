"""Makes the setup of a battle: everything that is pinned before the first die."""

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.boards import BoardFile
from campaigns.errors import ServiceError, invalid
from campaigns.models import Campaign
from rules.battle.mission.model import Mission
from rules.battle.setup_check import problems
from rules.battle.state import Setup, SideSetup, WarriorSetup
from rules.catalogue import load_catalogue
from rules.magic.reserves import with_reserves
from rules.roster.battle import pinned
from rules.ruleset import Ruleset, load_ruleset, with_house_rules
from warbands.models import Warband
from warbands.selectors import battle_passage, battle_warriors

SIDE_IDS = ("red", "blue", "violet", "green")


@dataclass(frozen=True)
class SideWarband:
    """A side in the making: its id in the battle and the warband behind it."""

    id: str
    warband: Warband


def build_setup(
    *,
    campaign: Campaign,
    board: BoardFile,
    sides: Sequence[SideWarband],
    turn_limit: int | None = None,
    scenario: str = "",
    ask: bool = True,
) -> Setup:
    """Pin rules with house rules, catalogue rows, board, zones and warriors.

    With a scenario of the catalogue that decides where everybody deploys.

    Errors: warband_unfit (nobody can fight), bad_setup with everything that is wrong.
    """
    ruleset = ruleset_of(campaign)
    warriors = [warrior for side in sides for warrior in _warriors(side, sides, ruleset)]
    warriors = list(with_reserves(load_catalogue(), warriors, ruleset))
    setup = Setup(
        ruleset=ruleset,
        catalogue=pinned(load_catalogue(), warriors),
        board=board.board,
        sides=tuple(
            SideSetup(
                id=side.id,
                name=side.warband.name,
                zone=None if scenario else zone,
                passage=battle_passage(side.warband, ruleset),
            )
            for side, zone in zip(sides, board.zones, strict=False)
        ),
        warriors=tuple(warriors),
        turn_limit=turn_limit,
        mission=_mission(scenario, sides, ask=ask) if scenario else None,
    )
    if faults := problems(setup):
        errors = [{"code": code, "params": params} for code, params in faults]
        raise invalid("bad_setup", errors=errors)
    return setup


def _mission(scenario: str, sides: Sequence[SideWarband], *, ask: bool) -> Mission:
    row = load_catalogue().scenarios.get(scenario)
    if row is None:
        raise invalid("unknown_scenario", scenario=scenario, known=list(load_catalogue().scenarios))
    return Mission(row=row, ratings={side.id: side.warband.rating for side in sides}, ask=ask)


def ruleset_of(campaign: Campaign) -> Ruleset:
    """The campaign's rules with its house rules over them."""
    ruleset = load_ruleset(campaign.ruleset)
    return with_house_rules(ruleset, campaign.house_rules) if campaign.house_rules else ruleset


def _warriors(
    side: SideWarband, sides: Sequence[SideWarband], ruleset: Ruleset
) -> list[WarriorSetup]:
    others = {one.id: one.warband for one in sides if one is not side}
    rows = battle_warriors(side.warband, side=side.id, ruleset=ruleset, opponents=others)
    if not rows:
        raise ServiceError("warband_unfit", warband=side.warband.name)
    return rows
