"""Sold to the pits: a real fight against a pit fighter, or the game master's word on it."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.battle.engine import start, submit
from rules.battle.forms import waiting_for
from rules.battle.state import Profile, Setup, SideSetup, TraitRef, WarriorSetup
from rules.board import Board
from rules.campaign import events as ev
from rules.campaign.events import AwardGiven
from rules.campaign.experience import earn
from rules.campaign.leaders import leave
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.state import Pending, Step
from rules.catalogue.house import amended
from rules.codec import encode
from rules.dice import Dice
from rules.player import choose
from rules.roster.battle import pinned, warriors
from rules.roster.model import fighter_key
from rules.ruleset import load_ruleset, with_house_rules
from rules.units import CM, MM, to_units

PIT_FIGHT = "campaign.pit_fight"
FIGHT = "fight"
BY_HAND = ("won", "lost", "drawn")
"""What the game master may say instead of letting them fight."""

ARENA = 40 * CM
APART = 15 * CM
LONGEST = 30
"""Turns after which the crowd has had enough."""


def sell_to_the_pits(run: Run, step: Step) -> None:
    """Ask for the fight: the player lets it begin."""
    pending = Pending(
        id=f"pit_fight:{step.fighter}:{step.occurrence}",
        kind="pit_fight",
        fighter=fighter_key(step.fighter),
        step=step,
        options=(FIGHT, *BY_HAND),
        rule=PIT_FIGHT,
        who="player",
        default=FIGHT,
        data={"gm_only": list(BY_HAND)},
    )
    run.tell(ev.Asked(decision=pending, rule=PIT_FIGHT))


def resolve(run: Run, pending: Pending, order: Resolve) -> None:
    """Let them fight, or take the game master's word for how it ended."""
    outcome = _fight(run, pending.fighter) if order.choice == FIGHT else order.choice
    {"won": _won, "lost": _lost, "drawn": _drawn}[outcome](run, pending, order.treasury)


def _won(run: Run, pending: Pending, treasury: int) -> None:
    pit = run.state.setup.tables.pit_fight
    leave(run, pending.fighter, "active", "won", PIT_FIGHT)
    run.tell(
        ev.GoldChanged(
            gold=pit.win_gold,
            before=treasury,
            after=treasury + pit.win_gold,
            cause="pit_fight",
            fighter=pending.fighter,
            rule=PIT_FIGHT,
        )
    )
    earn(run, pending.fighter, (AwardGiven("pit_fight", pit.win_xp),), PIT_FIGHT)


def _lost(run: Run, pending: Pending, treasury: int) -> None:
    """The loser's injury is a step of its own, with dice of its own."""
    leave(run, pending.fighter, "active", "lost", PIT_FIGHT)
    step = Step(pending.fighter, "pit_injury", pending.step.occurrence)
    run.tell(ev.Scheduled(steps=(step,), rule=PIT_FIGHT))


def _drawn(run: Run, pending: Pending, treasury: int) -> None:
    """Neither fell: he comes home as he went."""
    leave(run, pending.fighter, "active", "drawn", PIT_FIGHT)


def _fight(run: Run, key: str) -> str:
    """Play it to the end by the rules of battle, both by the server's hand."""
    setup = arena(run, key)
    events, winner = _play(setup, run.dice)
    foe = setup.warriors[1].kind
    victor = {"home": key, "pit": foe}.get(winner or "", "")
    turns = max((event.get("turn", 0) for event in events), default=0)
    run.tell(
        ev.PitFought(
            fighter=key, opponent=foe, winner=victor, turns=turns, events=events, rule=PIT_FIGHT
        )
    )
    return {"home": "won", "pit": "lost"}.get(winner or "", "drawn")


def _play(setup: Setup, dice: Dice) -> tuple[tuple[dict[str, Any], ...], str | None]:
    state, told = start(setup, dice)
    events = list(told)
    while state.result is None:
        side = waiting_for(state)[0]
        state, told = submit(state, choose(state, side, level=1), dice)
        events += told
    return tuple(msgspec.json.decode(encode(event)) for event in events), state.result.winner


def arena(run: Run, key: str) -> Setup:
    """The pit: the fighter with all that he carries against a pit fighter in full gear."""
    pinned_roster = run.state.setup.roster
    catalogue = amended(pinned_roster.house_rules)
    ruleset = with_house_rules(load_ruleset(pinned_roster.ruleset), pinned_roster.house_rules)
    fighter = msgspec.structs.replace(run.fighter(key), fate="active", misses=0)
    alone = msgspec.structs.replace(run.state.roster, fighters=(fighter,))
    (home,) = warriors(catalogue, alone, side="home", ruleset=ruleset)
    foe = catalogue.hired_swords[catalogue.tables["pit_fight"]["opponent"]]
    native = foe.profile.native(ruleset.unit)
    profile = Profile(**{**native, "M": to_units(native["M"], ruleset.unit_size)})
    pit = WarriorSetup(
        id=foe.id,
        name=foe.name.es,
        side="pit",
        profile=profile,
        weapons=tuple(item for item in foe.equipment if item in catalogue.weapons),
        armour=tuple(item for item in foe.equipment if item in catalogue.armour),
        skills=foe.knows,
        traits=tuple(TraitRef(id) for id in foe.traits),
        kind=foe.id,
        hero=True,
        base=foe.base_mm * MM,
    )
    middle, reach = ARENA // 2, APART // 2
    both = (
        msgspec.structs.replace(home, at=(middle, middle - reach, 0), facing=90),
        msgspec.structs.replace(pit, at=(middle, middle + reach, 0), facing=270),
    )
    return Setup(
        ruleset=ruleset,
        catalogue=pinned(catalogue, both),
        board=Board(size=(ARENA, ARENA)),
        sides=(SideSetup(id="home"), SideSetup(id="pit")),
        warriors=both,
        turn_limit=LONGEST,
    )
