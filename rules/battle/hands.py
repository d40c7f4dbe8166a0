"""The ways in which a warrior may use its hands, and its attacks beside them (CMB-13 to 16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .arms import Arm, Kit, kit_of
from .attacks import attacks_of, last_of_all, last_with
from .powers import charged_now
from .queries import engaged_with
from .state import State

Hands = tuple[tuple[Arm, int], ...]
"""A way to strike: each weapon with how many attacks are made with it."""


def ways_to_strike(state: State, id: str) -> tuple[Hands, ...]:
    """The ways that a warrior has now, in the order in which it carries its weapons."""
    kit = kit_of(state.setup, id)
    w = state.warriors[id]
    charging = charged_now(state, id)
    memo = (attacks_of(state, id), last_of_all(state, id), w.rounds == 0, charging, w.broken)
    ways: tuple[Hands, ...] | None = kit.ways.get(memo)
    if ways is None:
        ways = kit.ways[memo] = tuple(_ways(state, id, kit, charging=charging))
    return ways


def _ways(state: State, id: str, kit: Kit, *, charging: bool) -> Iterator[Hands]:
    broken = state.warriors[id].broken
    close = tuple(a for a in kit.close if a.id not in broken) or (kit.bare,)
    attacks, late = attacks_of(state, id), last_of_all(state, id)
    extra = state.setup.ruleset.number("combat.two_weapons")
    ways = list(hands(close, attacks, extra, kit.hands))
    if kit.third_hand:
        ways += _with_tail(close, ways)
    if kit.pistols and state.warriors[id].rounds == 0 and attacks > 0:
        ways += with_pistols(close, kit.pistols, attacks, extra, kit.hands)
    for way in ways:
        blows = tuple((a, n) for a, n in _grown(state, id, way, late) if n > 0)
        if blows:  # who has no attack left still has that of a second weapon (P-TAA-2)
            yield blows
    if attacks <= 0:
        return
    if charging or any("charging" not in a.when for a in kit.options):
        for a in kit.options:
            if charging or "charging" not in a.when:
                yield ((a, a.extra),)


def hands(close: tuple[Arm, ...], attacks: int, extra: int, free: int = 2) -> tuple[Hands, ...]:
    """Every way to use the weapons: one of them, or two one-handed ones (P-CMB-13, P-CMB-15).

    `attacks` is A, `extra` what a second weapon adds, `free` how many hands there are. With two
    different weapons exactly one attack is made with one of them.
    """
    ways: list[Hands] = []
    if any(a.only for a in close):
        close = tuple(a for a in close if a.only)
    ways += [((a, _at_most(a, attacks)),) for a in close if a.hands <= free]
    singles = [a for a in close if a.hands == 1 and not a.alone and free > 1]
    for i, a in enumerate(singles):
        for b in singles[i + 1 :]:
            if a.id == b.id:
                ways.append(((a, attacks + extra),))
            else:
                ways += [((a, attacks), (b, extra)), ((b, attacks), (a, extra))]
    return tuple(ways)


def _at_most(a: Arm, attacks: int) -> int:
    return attacks if a.most_attacks is None else min(attacks, a.most_attacks)


def with_pistols(
    close: tuple[Arm, ...], pistols: tuple[Arm, ...], attacks: int, extra: int, free: int = 2
) -> list[Hands]:
    """In the first round a pistol is a second weapon, or speaks alone (P-CMB-04)."""
    ways: list[Hands] = []
    for pistol in pistols:
        ways.append(((pistol, pistol.blasts),))
        if free > 1:
            ways += [((a, attacks), (pistol, extra)) for a in close if a.hands == 1 and not a.alone]
    return ways


def _with_tail(close: Sequence[Arm], ways: Sequence[Hands]) -> list[Hands]:
    """One more attack with what the tail holds, beside any way that leaves it free."""
    held = [a for a in close if a.hands == 1]
    found = []
    for way in ways:
        used = [a.id for a, _ in way]
        for a in held:
            left = sum(1 for one in held if one.id == a.id) - used.count(a.id)
            if left > 0 and a.id not in used:
                found.append((*way, (a, 1)))
    return found


def _grown(state: State, id: str, way: Hands, late: int) -> Hands:
    """The way with what is added last: a pair, a whip on a charge, an arm more (P-CMB-14)."""
    grown = tuple((a, n + last_with(state, id, a)) for a, n in way)
    if late:
        (first, n), *rest = grown
        return ((first, n + late), *rest)
    return grown


def extras_now(state: State, id: str) -> tuple[tuple[Arm, int], ...]:
    """The attacks beside those of the hands that may be made in this phase."""
    kit = kit_of(state.setup, id)
    if not kit.extras:
        return ()
    return tuple((a, a.extra) for a in kit.extras if _is_due(state, id, a))


def _is_due(state: State, id: str, a: Arm) -> bool:
    w = state.warriors[id]
    if a.of and a.of in w.broken:
        return False
    if "charging" in a.when and not charged_now(state, id):
        return False
    if "first_round" in a.when and w.rounds:
        return False
    if "charged" in a.when:
        return any(charged_now(state, foe) for foe in engaged_with(state, id))
    return True
