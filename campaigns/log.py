"""The log of a battle over its branches: which events count, and what they fold to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

import rules
from campaigns.engine import setup_of
from campaigns.models import Battle, Branch, EventRow
from rules.battle.events import Event
from rules.battle.state import State

DICE_SEALED = "DiceSealed"
REWOUND = "Rewound"
SERVER_EVENTS = (DICE_SEALED, REWOUND)
"""Rows of the log that the server writes itself; the engine knows nothing of them.

DiceSealed {commitment, seeds, setup}: what the dice are made of, before the first one.
Rewound {to_seq, branch, commitment, reason}: play goes on from there, on a branch of its own.
"""


@dataclass(frozen=True)
class Stretch:
    """Of one branch, the events up to `last` (None: all) that count on a later branch."""

    branch: Branch
    last: int | None

    def holds(self, seq: int) -> bool:
        return seq > self.branch.from_seq and (self.last is None or seq <= self.last)


def lineage(branch: Branch, known: Mapping[int, Branch] | None = None) -> list[Stretch]:
    """The stretches that lead to the end of `branch`, the newest first; `known` by their keys,
    where the battle's branches have been read already."""
    if known is None:
        known = {one.pk: one for one in Branch.objects.filter(battle_id=branch.battle_id)}
    chain = [Stretch(branch, None)]
    while chain[-1].branch.parent_id is not None:
        child = chain[-1].branch
        chain.append(Stretch(known[child.parent_id], child.from_seq))
    return chain


def counts(stretches: Iterable[Stretch], branch: int | None, seq: int) -> bool:
    """Whether an event of a branch lies on one of these stretches."""
    return any(one.branch.pk == branch and one.holds(seq) for one in stretches)


def on_lineage(stretches: Iterable[Stretch]) -> Q:
    """Those events as a filter on EventRow."""
    found = Q(pk__in=[])
    for stretch in stretches:
        part = Q(branch=stretch.branch)
        found |= part if stretch.last is None else part & Q(seq__lte=stretch.last)
    return found


def counting(battle: Battle, branch: Branch, up_to: int | None = None) -> QuerySet[EventRow]:
    """The engine's events that count at the end of `branch`, or up to an event of it."""
    rows = EventRow.objects.filter(on_lineage(lineage(branch)), battle=battle)
    rows = rows.exclude(type__in=SERVER_EVENTS)
    return rows if up_to is None else rows.filter(seq__lte=up_to)


def events_up_to(battle: Battle, branch: Branch, up_to: int | None = None) -> list[Event]:
    rows = counting(battle, branch, up_to).order_by("seq")
    return [rules.decode_event(payload) for payload in rows.values_list("payload", flat=True)]


def state_at(battle: Battle, branch: Branch, up_to: int | None = None) -> State:
    """The battle after an event, folded from the start."""
    return rules.fold(setup_of(battle), events_up_to(battle, branch, up_to))


def note(battle: Battle, kind: str, **facts: Any) -> None:
    """Write a row of the server's own at the end of a locked battle's log."""
    battle.version += 1
    EventRow.objects.create(
        battle=battle,
        branch=battle.active_branch,
        seq=battle.version,
        type=kind,
        payload={"event": kind, **facts},
    )
