"""Whom a warrior attacks and with what: legal splits, the default (CMB-10, 13 to 16, DWN-06)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import IllegalOrder
from . import events as ev
from . import tables
from .armour import save_needed
from .arms import Arm, kit_of
from .checks import in_phase, known_warrior
from .nature import frenzied
from .orders import Split, Strike
from .play import Play
from .queries import characteristic, downed, engaged_with
from .state import State
from .volley import Volley, can_strike, charged_now, dive_bonus, strength_of_blow, wound_modifier

Hands = tuple[tuple[Arm, int], ...]
"""A way to strike: each weapon with how many attacks are made with it."""


def hands(close: tuple[Arm, ...], attacks: int, extra: int) -> tuple[Hands, ...]:
    """Every way to use the weapons: one of them, or two one-handed ones (P-CMB-13, P-CMB-15).

    `attacks` is A, `extra` what a second weapon adds. With two different weapons exactly one
    attack is made with one of them.
    """
    ways: list[Hands] = []
    if any(a.only for a in close):
        close = tuple(a for a in close if a.only)
    ways += [((a, _attacks_with(a, attacks)),) for a in close]
    singles = [a for a in close if a.hands == 1 and not a.alone]
    for i, a in enumerate(singles):
        for b in singles[i + 1 :]:
            if a.id == b.id:
                ways.append(((a, attacks + extra),))
            else:
                ways += [((a, attacks), (b, extra)), ((b, attacks), (a, extra))]
    return tuple(ways)


def _attacks_with(a: Arm, attacks: int) -> int:
    total = attacks + a.attacks
    return total if a.most_attacks is None else min(total, a.most_attacks)


def ways_to_strike(state: State, id: str) -> tuple[Hands, ...]:
    """The ways that a warrior has now, in the order in which it carries its weapons."""
    kit = kit_of(state.setup, id)
    attacks = attacks_of(state, id)
    drawn = bool(kit.pistols) and state.warriors[id].rounds == 0
    ways: tuple[Hands, ...] | None = kit.ways.get((attacks, drawn))
    if ways is None:
        extra = state.setup.ruleset.number("combat.two_weapons")
        ways = hands(kit.close, attacks, extra)
        if drawn:
            ways += with_pistols(kit.close, kit.pistols, attacks, extra)
        kit.ways[attacks, drawn] = ways
    return ways


def with_pistols(
    close: tuple[Arm, ...], pistols: tuple[Arm, ...], attacks: int, extra: int
) -> tuple[Hands, ...]:
    """In the first round a pistol is a second weapon, or speaks alone (P-CMB-04)."""
    ways: list[Hands] = []
    for pistol in pistols:
        ways.append(((pistol, pistol.blasts),))
        ways += [((a, attacks), (pistol, extra)) for a in close if a.hands == 1 and not a.alone]
    return tuple(ways)


def attacks_of(state: State, id: str) -> int:
    """A, doubled in a frenzy; a second weapon's attack comes after that (P-PSY-07, 08)."""
    attacks = characteristic(state, id, "A")
    if frenzied(state, id):
        attacks *= state.setup.ruleset.number("frenzy.attacks_multiplier")
    return attacks


def attackable(state: State, id: str) -> tuple[str, ...]:
    """Enemies in contact that may be attacked: the downed only if nobody stands (P-DWN-06)."""
    foes = engaged_with(state, id)
    if len(foes) < 2:
        return foes
    standing = tuple([foe for foe in foes if not downed(state.warriors[foe])])
    return standing or foes


def to_hit_stack(state: State, attacker: str, target: str, arm: Arm) -> list[ev.Modifier]:
    """How the needed roll to hit in close combat comes about (P-CMB-12)."""
    ws = characteristic(state, attacker, "WS")
    base = tables.to_hit_close(state.setup.ruleset, ws, characteristic(state, target, "WS"))
    stack = [ev.Modifier("base", base, "P-CMB-12")]
    if arm.to_hit:
        stack.append(ev.Modifier("weapon", -arm.to_hit, "P-CMB-16", arm.id))
    if "dived" in state.warriors[attacker].brief:
        stack.append(ev.Modifier("dive", -dive_bonus(state, "to_hit"), "P-TER-15"))
    if "afraid" in state.warriors[attacker].brief:
        now = sum([entry.value for entry in stack])
        stack.append(ev.Modifier("psychology", 6 - now, "P-PSY-03"))
    return stack


def to_hit_needed(stack: Sequence[ev.Modifier]) -> int:
    """An unmodified 1 always misses, a 6 always hits (P-CMB-12, Gaps)."""
    return min(6, max(2, sum([entry.value for entry in stack])))


def hits_by_itself(state: State, target: str) -> bool:
    """WS 0 or knocked down: no die to hit (P-CMB-12, P-DWN-01)."""
    w = state.warriors[target]
    return w.status != "standing" or characteristic(state, target, "WS") == 0


def chance(state: State, attacker: str, target: str, arm: Arm) -> int:
    """How likely one attack is to give an unsaved wound, in 216ths of certainty."""
    ruleset = state.setup.ruleset
    strength = strength_of_blow(state, attacker, arm)
    hit = 0 if hits_by_itself(state, target) else 1
    hit_faces = 6 if not hit else 7 - to_hit_needed(to_hit_stack(state, attacker, target, arm))
    wound = tables.to_wound(ruleset, strength, characteristic(state, target, "T"))
    if wound >= tables.NEVER:
        return 0
    wound = min(6, max(2, wound - wound_modifier(state, arm, target)))
    status = state.warriors[target].status
    save = save_needed(state, Volley(attacker, target, arm, strength, True, status))
    return hit_faces * (7 - wound) * min(6, max(0, save - 1))


def default_splits(state: State, id: str) -> tuple[Split, ...]:
    """What a warrior does without orders (P-CMB-10): whom it puts out for certain, else all
    attacks on the best chance of a wound, else the first in the roster."""
    targets = attackable(state, id)
    ways = ways_to_strike(state, id)
    if len(targets) == 1 and len(ways) == 1:
        return tuple([Split(a.id, targets[0], n) for a, n in ways[0] if n])
    stunned = [t for t in targets if state.warriors[t].status == "stunned"]
    if not targets or not ways:
        return ()
    prey = max(
        (t for t in targets if t not in stunned or len(stunned) == len(targets)),
        key=lambda t: max(_worth(state, id, t, way) for way in ways),
    )
    way = max(ways, key=lambda w: _worth(state, id, prey, w))
    return _aim(way, stunned, prey)


def _worth(state: State, id: str, target: str, way: Hands) -> int:
    if state.warriors[target].status == "stunned":
        return 10_000
    return sum([n * chance(state, id, target, a) for a, n in way])


def _aim(way: Hands, stunned: Sequence[str], prey: str) -> tuple[Split, ...]:
    """One attack on each stunned enemy, the rest on the prey."""
    queue = [t for t in stunned if t != prey]
    splits: list[Split] = []
    for a, n in way:
        while n and queue:
            splits.append(Split(a.id, queue.pop(0), 1))
            n -= 1
        if n:
            splits.append(Split(a.id, prey, n))
    return tuple(splits)


def legal_way(ways: Iterable[Hands], splits: Sequence[Split]) -> bool:
    """Whether the attacks with each weapon are one of the ways to strike."""
    used: dict[str, int] = {}
    for split in splits:
        used[split.weapon] = used.get(split.weapon, 0) + split.attacks
    return any(used == _count(way) for way in ways)


def _count(way: Hands) -> dict[str, int]:
    counted: dict[str, int] = {}
    for a, n in way:
        counted[a.id] = counted.get(a.id, 0) + n
    return counted


def may_declare(state: State, side: str, id: str) -> None:
    """Raise the reason why no attacks can be declared for a warrior now."""
    in_phase(state, "combat")
    w = known_warrior(state, id)
    if w.side != side:
        raise IllegalOrder("not_your_warrior", "P-TRN-02", warrior=id)
    if not engaged_with(state, id):
        raise IllegalOrder("not_engaged", "P-CMB-01", warrior=id)
    if not can_strike(state, id):
        raise IllegalOrder("cannot_strike", "P-INJ-07", warrior=id)


def check_strike(state: State, order: Strike) -> None:
    """Raise the reason why these attacks can't be declared."""
    may_declare(state, order.side, order.warrior)
    for split in order.splits:
        if split.target not in engaged_with(state, order.warrior):
            raise IllegalOrder("not_in_contact", "P-CMB-01", target=split.target)
        if split.target not in attackable(state, order.warrior):
            raise IllegalOrder("standing_enemy_first", "P-DWN-06", target=split.target)
        if split.attacks < 1:
            raise IllegalOrder("bad_split", "P-CMB-10", warrior=order.warrior)
    if not legal_way(ways_to_strike(state, order.warrior), order.splits):
        raise IllegalOrder("bad_split", "P-CMB-15", warrior=order.warrior)


def declare(play: Play, order: Strike) -> None:
    play.emit(ev.StrikesDeclared(warrior=order.warrior, splits=order.splits, rule="P-CMB-10"))


def splits_now(state: State, id: str) -> tuple[Split, ...]:
    """What a warrior strikes when its turn comes: as declared where that still holds.

    An attack declared on somebody who may no longer be attacked goes where the default would send
    it; with nobody left it is lost.
    """
    declared = state.warriors[id].blows
    if not declared:
        return default_splits(state, id)
    targets = attackable(state, id)
    if not targets:
        return ()
    if all(split.target in targets for split in declared):
        return declared
    spare = default_splits(state, id)
    prey = spare[-1].target if spare else targets[0]
    return tuple(
        split if split.target in targets else Split(split.weapon, prey, split.attacks)
        for split in declared
    )


def arms_in_hand(state: State, id: str) -> tuple[Arm, ...]:
    """The weapons that a warrior strikes with in this phase."""
    by_id = kit_of(state.setup, id).by_id
    return tuple([by_id[split.weapon] for split in splits_now(state, id)])


__all__ = [
    "arms_in_hand",
    "attackable",
    "chance",
    "charged_now",
    "check_strike",
    "declare",
    "default_splits",
    "may_declare",
    "splits_now",
    "to_hit_needed",
    "to_hit_stack",
    "ways_to_strike",
]
