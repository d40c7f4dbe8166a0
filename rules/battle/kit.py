"""What one warrior brought, read once (arms.py does the reading)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from .arm import Arm
from .powers import Power


class Kit(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What one warrior brought, read once: weapons for each use, and its armour.

    `bare` are its fists, `extras` attacks beside those of the hands, `options` what may stand
    instead of all of them. `body` is the save of its armour alone (7: none), `shield` what a
    shield adds, `bonus` what other pieces do. `pistols` serve in the first round of a combat.
    `hands` is how many it has free; the shield needs one of them (`shield_hand`). `parries`: it may
    have something to parry with. `placed`: the ground under it matters. `ways` remembers the ways
    to strike.
    """

    close: tuple[Arm, ...]
    pistols: tuple[Arm, ...]
    missile: tuple[Arm, ...]
    bare: Arm
    extras: tuple[Arm, ...]
    options: tuple[Arm, ...]
    body: int
    shield: int
    bonus: tuple[tuple[int, str], ...]
    shield_hand: bool
    buckler: bool
    stun_save: int
    stun_save_of: str
    hands: int
    third_hand: bool
    parries: bool
    placed: bool
    fights: bool
    powers: Mapping[str, tuple[Power, ...]]
    by_id: Mapping[str, Arm] = {}
    ways: dict[Any, Any] = {}

    def has(self, hook: str) -> tuple[Power, ...]:
        """The powers that it has on a hook, whatever is in its hands."""
        return self.powers.get(hook, ())
