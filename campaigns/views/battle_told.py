"""What a battle's page says of how the battle stands."""

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from campaigns.battle_text import now_in_words
from campaigns.models import BattleStatus
from campaigns.narration import Part
from campaigns.narration.aims import Aim, aims, scenario_name, standing
from campaigns.narration.sentences import SENTENCES
from campaigns.narration.terms import terms
from campaigns.views.battle_seen import BattleSeen
from rules.battle import events as ev


class Standing(BattleSeen):
    """The scenario, who is waited for and how long, the result."""

    @cached_property
    def scenario(self) -> str:
        return scenario_name(self.state)

    @property
    def aims(self) -> list[Aim]:
        """What each side needs to win."""
        return aims(self.state, self.names)

    @property
    def terms(self) -> list[str]:
        """What else holds in the scenario."""
        return terms(self.state, self.names)

    @property
    def standing(self) -> list[tuple[Part, ...]]:
        """How the scenario's objectives stand."""
        return standing(self.state, self.names)

    @property
    def waited_for(self) -> str:
        """Who has to do what, in one line."""
        return now_in_words(self.view, self.acting, self.state.phase if self.my_turn else "")

    @property
    def deadline(self) -> Any:
        """When the time of whom play waits for ends; None without a clock."""
        clocks = (getattr(side, "clock", None) for side in self.view.waiting)
        ends = [one.due_at for one in clocks if one is not None and one.running and one.due_at]
        return min(ends, default=None)

    @property
    def seeds(self) -> Any:
        return self.battle.seeds.select_related("user")

    @property
    def moves_soon(self) -> bool:
        """Whether the server is about to do something by itself: pages then look more often."""
        at_work = self.battle.status == BattleStatus.OVER
        return at_work or any(
            side.controller == "server" or _played_for(side) for side in self.view.waiting
        )

    @property
    def result(self) -> str:
        outcome = self.view.state.result
        if outcome is None:
            return ""
        if outcome.winner is None:
            return _("The battle ends in a draw.")
        event = ev.BattleEnded(reason=outcome.reason, winner=outcome.winner, losers=outcome.losers)
        told = SENTENCES[ev.BattleEnded](event, self.names)
        return "".join(part.text for part in told)


def _played_for(side: Any) -> bool:
    clock = getattr(side, "clock", None)
    return clock is not None and clock.played_for
