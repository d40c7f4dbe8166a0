"""Dice of another course: the recorded ones again where a roll is the same, sealed ones else."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.models import EventRow, OrderRow


@dataclass(frozen=True)
class Thrown:
    """A roll as it was recorded: for what, by and at whom, its faces, the event."""

    purpose: str
    actor: str
    target: str
    faces: tuple[int, ...]
    seq: int


class MixedDice:
    """Given faces at given places of an order's rolls, sealed ones at all others."""

    def __init__(self, sealed: Any, faces: dict[int, tuple[int, ...]]) -> None:
        self.sealed = sealed
        self.faces = faces
        self.used: list[int] = []
        self.rolls = 0

    @property
    def drawn(self) -> int:
        return int(self.sealed.drawn)

    def roll(self, purpose: str, count: int) -> tuple[int, ...]:
        place, self.rolls = self.rolls, self.rolls + 1
        faces = self.faces.get(place)
        if faces is not None and len(faces) == count:
            self.used.append(place)
            return faces
        return tuple(self.sealed.roll(purpose, count))


def rolls_of(rows: Sequence[OrderRow]) -> dict[int, list[Thrown]]:
    """The rolls of these orders as they were recorded, by primary key."""
    found: dict[int, list[Thrown]] = {row.pk: [] for row in rows}
    events = EventRow.objects.filter(order__in=rows, type="Rolled").order_by("seq")
    for row in events:
        told = row.payload
        faces = tuple(told["dice"])
        actor, target = told.get("actor", ""), told.get("target", "")
        found[row.order_id].append(Thrown(told["purpose"], actor, target, faces, row.seq))
    return found


def given_faces(row: OrderRow, rolled: Sequence[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    """The faces of an order that its seal didn't give, by the place of their roll."""
    return {place: tuple(rolled[place]) for place, *_ in row.given if place < len(rolled)}
