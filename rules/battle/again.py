"""Dice that a spell has thrown again: its caster's failed ones, or a cursed one's successes.

They follow their whole batch, in its order, each once only; the second face stands (P-TRN-07,
P-TRN-10, P-LES-5, P-RAT-6).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import events as ev
from . import granted

if TYPE_CHECKING:
    from .play import Play

OWN = frozenset(
    """to_hit to_wound save special_save parry initiative strength toughness leadership rally
    all_alone fear stupidity""".split()
)
"""What a player rolls for his warrior: no rolls of the warband, and none to cast (P-LES-5)."""


def may(play: Play, purpose: str, who: Mapping[str, Any]) -> bool:
    """Whether a failed roll is thrown again."""
    return purpose in OWN and not who.get("reroll") and "may" in _forces(play, purpose, who)


def rerolls_injuries(play: Play, by: str, target: str) -> bool:
    """Whether injury dice that only knock an enemy down are thrown again (P-LES-5)."""
    warriors = play.state.warriors
    if not play.state.effects or by not in warriors or warriors[by].side == warriors[target].side:
        return False
    return "may" in granted.rerolls(play.state, by, "injury")


def _forces(play: Play, purpose: str, who: Mapping[str, Any]) -> frozenset[str]:
    actor = who.get("actor", "")
    if not play.state.effects or actor not in play.state.warriors:
        return frozenset()
    return granted.rerolls(play.state, actor, purpose)


def faces(
    play: Play,
    purpose: str,
    fallen: tuple[int, ...],
    needed: int,
    rule: str,
    modifiers: Sequence[ev.Modifier],
    compare: ev.Compare,
    who: Mapping[str, Any],
) -> tuple[int, ...]:
    """The faces that stand; `play.twice` says how many of them failed in their second throw."""
    from .play import passing

    if purpose not in OWN or who.get("reroll"):
        return fallen
    forces = _forces(play, purpose, who)
    if not forces:
        return fallen
    verdicts = passing(fallen, needed, compare)
    places = [i for i, passed in enumerate(verdicts) if ("must" if passed else "may") in forces]
    if not places:
        return fallen
    fresh = play.batch(
        purpose,
        len(places),
        needed,
        rule=rule,
        modifiers=modifiers,
        compare=compare,
        **{**who, "reroll": True},
    )
    play.twice = passing(fresh, needed, compare).count(False)
    stands = list(fallen)
    for place, face in zip(places, fresh, strict=True):
        stands[place] = face
    return tuple(stands)
