"""The dice of an aftermath as anybody may throw them again: what each step was sealed with."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from rules import campaign
from rules.campaign.audit import faces_of, laid_in
from rules.campaign.events import AnyEvent
from rules.campaign.orders import AnyOrder
from rules.campaign.sealed import branch, key
from warbands.codec import decode_events
from warbands.models import Aftermath


@dataclass(frozen=True)
class AuditedStep:
    """A step with what its dice were made of. `faces` come from the seal; `laid` before them are
    the game master's. `superseded`: a correction has taken it back since.
    """

    number: int
    order: AnyOrder
    events: tuple[AnyEvent, ...]
    faces: tuple[int, ...]
    laid: tuple[int, ...]
    superseded: bool

    @property
    def sequence(self) -> int:
        return key(self.order)[0]

    @property
    def canonical(self) -> bytes:
        """The bytes that went into the dice."""
        return key(self.order)[1]

    @property
    def order_hash(self) -> str:
        return hashlib.sha256(self.canonical).hexdigest()


def branch_of(aftermath: Aftermath) -> str:
    """The name that stands for the branch in these dice."""
    return branch(aftermath.battle, str(aftermath.warband_id))


def audited(aftermath: Aftermath) -> list[AuditedStep]:
    """Every step that threw dice, those taken back among them, in the order of their numbers.

    Two queries.
    """
    rows = [(row, False) for row in aftermath.steps.all()]
    rows += [(row, True) for row in aftermath.undone.all()]
    steps = [_step(row.number, row.order, row.events, gone) for row, gone in rows]
    return sorted((one for one in steps if one.faces or one.laid), key=lambda one: one.number)


def _step(number: int, order: dict, events: Sequence[dict], superseded: bool) -> AuditedStep:
    told = decode_events(events)
    thrown, laid = faces_of(told), laid_in(told)
    return AuditedStep(
        number=number,
        order=msgspec.convert(order, campaign.AnyOrder),
        events=told,
        faces=thrown[len(laid) :],
        laid=laid,
        superseded=superseded,
    )
