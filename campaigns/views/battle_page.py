"""A battle's page: the board, the sheet of a warrior, the turn in the making."""

from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString

from campaigns.board_svg import (
    BoardView,
    Ghost,
    Planned,
    draw,
)
from campaigns.moments import deadline_words
from campaigns.planning import ways
from campaigns.views.battle_bands import Bands
from campaigns.views.battle_parts import (
    Row,
    player_in,
)
from campaigns.views.battle_told import Standing
from campaigns.views.battle_turn import TurnInMaking
from campaigns.views.in_question import candidates, charges_asked


class BattlePage(Bands, TurnInMaking, Standing):
    """Everything that the page shows of a battle, worked out when it is asked for."""

    @property
    def reading(self) -> bool:
        """Whether it is as everybody sees it who has nothing to order in it and chose nothing.

        A battle between its end and its aftermath's changes without a new version.
        """
        still = self.settled or (self.playing and not self.acting)
        return still and self.at_home and not {"as", "warrior", "level"} & self.request.GET.keys()

    @property
    def facts(self) -> tuple[Any, ...]:
        """What the page of a mere reader depends on, besides the posts shown."""
        seats = tuple((one.name, one.waiting, player_in(one)) for one in self.view.sides)
        battle = self.battle
        # What is left of the time is told in words that change with it.
        left = deadline_words(self.deadline) if self.deadline else ""
        return (str(battle.public_id), battle.version, battle.status, seats, self.view.reader, left)

    def board(self, ghosts: Sequence[Ghost] = ()) -> SafeString:
        planned = dict(ways(self.base, self.plan))
        own, enemies = candidates(self.view.state, self.acting)
        moved = {id for id in planned if self.state.warriors[id].at == planned[id][-1]}
        return draw(
            self.state,
            BoardView(
                names=self.names,
                href=lambda warrior: self.address(warrior=warrior) + "#sheet",
                selected=self.selected,
                ready=self.ready | own,
                targets=enemies,
                ghosts=tuple(ghosts if not planned else ())
                + tuple(Ghost(id, planned[id]) for id in planned if id in moved),
                planned=tuple(Planned(id, way) for id, way in planned.items() if id not in moved)
                + tuple(charges_asked(self.view.state)),
                zones=self.state.phase == "deployment" or self.battle.state is None,
                planner=not self.reading,
            ),
        )

    @property
    def ready_rows(self) -> list[Row]:
        """Who may still act, to be chosen without hunting for a small token."""
        if self.questions or self.placing:
            return []
        return [row for band in self.bands for row in band.rows if row.ready]
