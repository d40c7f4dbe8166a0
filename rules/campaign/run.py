"""The working space of one order: the state so far, the events so far, and the dice."""

from __future__ import annotations

from rules.battle.events import Rolled
from rules.campaign.apply import apply
from rules.campaign.events import AnyEvent, GoldChanged
from rules.campaign.state import State
from rules.campaign.tables import FighterFacts
from rules.dice import Dice, faces_needed, notation, total
from rules.roster.model import Fighter


class Run:
    """Collects events; each is applied as it is told, so `state` is always up to date."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.dice = dice
        self.events: list[AnyEvent] = []

    def tell(self, event: AnyEvent) -> None:
        self.state = apply(self.state, event)
        self.events.append(event)

    def roll(self, purpose: str, text: str, actor: str, rule: str) -> int:
        """Throw `text` ("D66", "2D6" ...), tell it, and give its reading.

        A text without dice ("1") is a plain number: nothing is thrown.
        """
        needed = faces_needed(text)
        if not needed:
            return total(text, ())
        faces = self.dice.roll(purpose, needed)
        summed = notation(text).sides == 6 and needed > 1
        self.tell(Rolled(purpose=purpose, dice=faces, actor=actor, rule=rule, summed=summed))
        return total(text, faces)

    def gold(self, gold: int, cause: str, rule: str, fighter: str = "") -> None:
        """Tell that the treasury has changed."""
        before = self.state.roster.treasury
        self.tell(
            GoldChanged(
                gold=gold,
                before=before,
                after=before + gold,
                cause=cause,
                fighter=fighter,
                rule=rule,
            )
        )

    def fighter(self, key: str) -> Fighter:
        return self.state.roster.fighter(key)

    def facts(self, key: str) -> FighterFacts:
        return self.state.facts(self.fighter(key))
