"""Which dice a step of an aftermath threw, for whoever throws them again from the secret."""

from __future__ import annotations

from collections.abc import Iterable

from rules.battle.events import Rolled
from rules.campaign.events import AnyEvent, Corrected, PitFought, Synced


def faces_of(events: Iterable[AnyEvent]) -> tuple[int, ...]:
    """Every face in the order in which it fell, those of a fight in the pits among them."""
    found: list[int] = []
    for event in events:
        if isinstance(event, Rolled):
            found += event.dice
        elif isinstance(event, PitFought):
            found += (face for one in event.events for face in _within(one))
    return tuple(found)


def _within(event: dict[str, object]) -> list[int]:
    dice = event["dice"] if event["event"] == "Rolled" else []
    return [int(face) for face in dice] if isinstance(dice, list) else []


def laid_in(events: Iterable[AnyEvent]) -> tuple[int, ...]:
    """The faces that a game master laid for this step: the first that it threw."""
    return next((event.dice for event in events if isinstance(event, Corrected)), ())


def made_by_the_order(events: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
    """What the order itself brought about, without what was told before it."""
    return tuple(event for event in events if not isinstance(event, Corrected | Synced))


def told_before(events: Iterable[AnyEvent]) -> tuple[AnyEvent, ...]:
    """What comes before the order: a correction, and the warband as it stood by then."""
    return tuple(event for event in events if isinstance(event, Corrected | Synced))
