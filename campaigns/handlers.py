"""Which function does which kind of job: the whole list, in one place."""

from campaigns import outbox
from campaigns.services import aftermath, server_player


def register() -> None:
    outbox.HANDLERS.update(
        {
            "server_turn": server_player.server_turn,
            "aftermath": aftermath.begin,
            "aftermath_step": aftermath.step,
        }
    )
