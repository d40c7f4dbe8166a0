"""What all events share, and the entries of a modifier stack."""

from __future__ import annotations

from typing import Literal

import msgspec

from ..orders import MoveMode

Compare = Literal["at_least", "at_most", "higher_than", "none"]
MovedBy = (
    MoveMode
    | Literal["charge", "failed_charge", "intercept", "flee", "shamble", "climb", "jump", "leap"]
    | Literal["carried", "pushed", "parted", "spell_walk", "dropped"]
    | Literal["random", "follow_up"]
)


class Modifier(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One entry of a modifier stack: its stage, its value and the rule behind it.

    The stage `base` holds the number that the others change. `of` names the weapon, skill or
    piece of armour, where it is one.
    """

    stage: str
    value: int
    rule: str = ""
    of: str = ""


class Event(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="event", omit_defaults=True, gc=False
):
    """The base of every event.

    `gc=False`: a frozen tree holds no circle, so Python's collector needn't look at the many
    thousands that a battle writes.
    """

    rule: str = ""
    audience: tuple[str, ...] = ()
