"""How far and over what a warrior goes: what its rows add to M, to runs and to charges (MOV).

Hooks `movement`, `run` and `charge`; read once and remembered on the set-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from ..board.ground import STANDARD, Rates
from .brought import Brought, brought, dice_of, length
from .mission.away import slowed
from .queries import characteristic
from .state import Setup, State, WarriorSetup
from .strides import Stride


def stride_of(setup: Setup, id: str) -> Stride:
    """How a warrior moves."""
    known: dict[str, Stride] = setup.__dict__.setdefault("_strides", {})
    found = known.get(id)
    if found is None:
        found = known[id] = _read(setup, setup.by_id[id])
    return found


def _read(setup: Setup, w: WarriorSetup) -> Stride:
    ruleset = setup.ruleset
    ways = list(_movement(setup, w))
    runs, charges = brought(setup, w.id, "run"), brought(setup, w.id, "charge")
    dice = next((row for row in charges if "dice" in row.effect), None)
    mounts = [length(setup, row.effect["fixed"]) for row in ways if "fixed" in row.effect]
    return Stride(
        mount=max(mounts, default=None),
        added=sum(length(setup, row.effect["mod"]) for row in ways if "mod" in row.effect),
        factor=min(
            [Fraction(row.effect["factor"]) for row in ways if "factor" in row.effect],
            default=Fraction(1),
        ),
        run=_multiple(runs, ruleset.number("run.multiplier")),
        charge=_multiple(charges, ruleset.number("charge.multiplier")),
        dice=dice_of(setup, dice.effect["dice"]) if dice else "",
        dice_of=dice.of if dice else "",
        unseen=any(row.effect.get("unseen") == "charge_range" for row in charges),
        free_in=frozenset(row.effect["free_in"] for row in ways if "free_in" in row.effect),
        by=tuple(dict.fromkeys(row.of for row in (*ways, *runs, *charges))),
    )


def _movement(setup: Setup, w: WarriorSetup) -> Iterable[Brought]:
    """What changes M; armour doesn't slow those who are used to it (Dwarfs)."""
    lifted = {word for row in brought(setup, w.id, "carry") for word in row.effect.get("lifts", ())}
    for row in brought(setup, w.id, "movement"):
        if not ("movement_penalty" in lifted and row.of in w.armour):
            yield row


def _multiple(rows: Iterable[Brought], usual: int) -> int:
    """The greatest multiple of M that a row allows; 0 where one bars it."""
    rows = tuple(rows)
    if any(row.effect.get("barred") for row in rows):
        return 0
    return max([usual, *(int(row.effect["factor"]) for row in rows if "factor" in row.effect)])


def movement_of(state: State, id: str, *, called: bool = False) -> int:
    """M as it is now: the mount's, slowed by armour or a chest, changed by gifts; never below 0.

    In 1/100 mm. `called`: for a move by a spell, which no other spell halves (P-TAA-5).
    """
    stride = stride_of(state.setup, id)
    own = characteristic(state, id, "M", whole=called) if stride.mount is None else stride.mount
    factor = stride.factor
    movement = max(0, (own + stride.added) * factor.numerator // factor.denominator)
    return movement // 2 if slowed(state, id) else movement


def rates_of(state: State, id: str) -> Rates:
    """What ground costs a warrior: as the ruleset says of its M, or nothing where it is at home."""
    movement = movement_of(state, id)
    known = stride_of(state.setup, id).rates
    found = known.get(movement)
    if found is None:
        found = known[movement] = _rates(state.setup, id, movement)
    return found


def _rates(setup: Setup, id: str, movement: int) -> Rates:
    free = stride_of(setup, id).free_in
    slow = {
        "difficult": _rate(setup, "terrain.difficult.rate", movement),
        "very_difficult": _rate(setup, "terrain.very_difficult", movement)
        if setup.ruleset.has("terrain.very_difficult")
        else _rate(setup, "terrain.difficult.rate", movement),
        "impassable": None,
    }
    rates = {**slow, **dict.fromkeys(sorted(free), (1, 1))}
    return STANDARD if rates == STANDARD else rates


def _rate(setup: Setup, switch: str, movement: int) -> tuple[int, int]:
    """How much of its movement a unit of such ground costs, as (top, bottom)."""
    whole = Fraction(movement, setup.ruleset.unit_size)
    if whole <= 0:
        return (1, 1)
    share = whole / setup.ruleset.formula(switch, M=whole)
    return share.numerator, share.denominator
