"""Whom a warrior attacks and with what: legal splits, the default (CMB-10, 13 to 16, DWN-06)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import IllegalOrder
from . import events as ev
from .arms import Arm, kit_of
from .brought import brings
from .checks import in_phase, known_warrior
from .facts import is_plain, key
from .hands import Hands, extras_now, ways_to_strike
from .harm import harm_of
from .orders import Split, Strike
from .play import Play
from .queries import downed, engaged_with
from .sparing import spared_by
from .state import State
from .tables import NEVER
from .to_hit import hits_by_itself, to_hit_needed, to_hit_stack
from .volley import Volley, can_strike, charged_now, strength_of_blow


def attackable(state: State, id: str) -> tuple[str, ...]:
    """Enemies in contact that may be attacked: the downed only if nobody stands (P-DWN-06)."""
    foes = engaged_with(state, id)
    if brings(state.setup, "spared"):
        foes = tuple([foe for foe in foes if spared_by(state, id, foe) is None])
    if len(foes) < 2:
        return foes
    standing = tuple([foe for foe in foes if not downed(state.warriors[foe])])
    return standing or foes


def chance(state: State, attacker: str, target: str, arm: Arm) -> int:
    """How likely one attack is to give an unsaved wound, in 216ths of certainty; remembered."""
    memo = arm.memo if is_plain(state) else None
    kits = (kit_of(state.setup, attacker), kit_of(state.setup, target))
    placed = kits[0].placed or kits[1].placed
    found = ("chance", key(state, attacker, target, placed=placed))
    if memo is None:
        return _chance(state, attacker, target, arm)
    known: int | None = memo.get(found)
    if known is None:
        known = memo[found] = _chance(state, attacker, target, arm)
    return known


def _chance(state: State, attacker: str, target: str, arm: Arm) -> int:
    by_itself = arm.sure or hits_by_itself(state, target)
    hit_faces = 6 if by_itself else 7 - to_hit_needed(to_hit_stack(state, attacker, target, arm))
    status = state.warriors[target].status
    strength = strength_of_blow(state, attacker, arm)
    harm = harm_of(state, Volley(attacker, target, arm, strength, True, status))
    if harm.wound_needed >= NEVER:
        return 0
    return hit_faces * (7 - harm.wound_needed) * min(6, max(0, harm.save_needed - 1))


def default_splits(state: State, id: str) -> tuple[Split, ...]:
    """What a warrior does without orders (P-CMB-10): whom it puts out for certain, else all
    attacks on the best chance of a wound, else the first in the roster."""
    targets = attackable(state, id)
    ways = _usual(state, id, ways_to_strike(state, id))
    if len(targets) == 1 and len(ways) == 1:
        return tuple([Split(a.id, targets[0], n) for a, n in ways[0] if n])
    stunned = [t for t in targets if state.warriors[t].status == "stunned"]
    if not targets or not ways:
        return ()
    fit = [t for t in targets if t not in stunned or len(stunned) == len(targets)]
    prey = fit[0]
    if len(fit) > 1:
        prey = max(fit, key=lambda t: max([_worth(state, id, t, way) for way in ways]))
    way = ways[0] if len(ways) == 1 else max(ways, key=lambda w: _worth(state, id, prey, w))
    return _aim(way, stunned, prey)


def _usual(state: State, id: str, ways: Sequence[Hands]) -> tuple[Hands, ...]:
    """The ways that are taken without orders: no rush, and whoever has a shield keeps it up."""
    ways = tuple(way for way in ways if not way[0][0].option)
    kit = kit_of(state.setup, id)
    if kit.shield and kit.shield_hand and not kit.third_hand:
        guarded = tuple(w for w in ways if len(w) == 1 and w[0][0].hands < 2)
        return guarded or ways
    return ways


def best_way(state: State, id: str, target: str) -> Hands:
    """The usual way to strike that promises most against one target; () where there is none."""
    ways = _usual(state, id, ways_to_strike(state, id))
    return max(ways, key=lambda way: _worth(state, id, target, way), default=())


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


def legal_way(
    ways: Iterable[Hands], splits: Sequence[Split], beside: dict[str, int] | None = None
) -> bool:
    """Whether the attacks with each weapon are one of the ways to strike; of those `beside` the
    hands' as many may be aimed as there are."""
    used: dict[str, int] = {}
    aimed: dict[str, int] = {}
    for split in splits:
        count = aimed if split.weapon in (beside or {}) else used
        count[split.weapon] = count.get(split.weapon, 0) + split.attacks
    if any(n > (beside or {})[id] for id, n in aimed.items()):
        return False
    return any(used == counted(way) for way in ways)


def counted(way: Hands) -> dict[str, int]:
    """How many attacks a way makes with each weapon."""
    found: dict[str, int] = {}
    for a, n in way:
        found[a.id] = found.get(a.id, 0) + n
    return found


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
        if spared_by(state, order.warrior, split.target) is not None:
            raise IllegalOrder("illegal_target", "P-TRN-04", target=split.target)
        if split.target not in attackable(state, order.warrior):
            raise IllegalOrder("standing_enemy_first", "P-DWN-06", target=split.target)
        if split.attacks < 1:
            raise IllegalOrder("bad_split", "P-CMB-10", warrior=order.warrior)
    beside = {a.id: n for a, n in extras_now(state, order.warrior)}
    if not legal_way(ways_to_strike(state, order.warrior), order.splits, beside):
        raise IllegalOrder("bad_split", "P-CMB-15", warrior=order.warrior)


def declare(play: Play, order: Strike) -> None:
    play.emit(ev.StrikesDeclared(warrior=order.warrior, splits=order.splits, rule="P-CMB-10"))


def splits_now(state: State, id: str) -> tuple[Split, ...]:
    """What a warrior strikes with its hands when its turn comes: as declared where that still
    holds.

    An attack declared on somebody who may no longer be attacked goes where the default would send
    it; with nobody left it is lost.
    """
    by_id = kit_of(state.setup, id).by_id
    declared = tuple(s for s in state.warriors[id].blows if _by_hand(by_id, s.weapon))
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


def _by_hand(by_id: object, weapon: str) -> bool:
    """Whether a split is made with the hands (or instead of them), not beside them."""
    arm = by_id.get(weapon) if isinstance(by_id, dict) else None
    return arm is None or not arm.extra or arm.option


def beside_now(state: State, id: str, order: str) -> tuple[Split, ...]:
    """The attacks beside those of the hands that fall now: at whom they were aimed, else at the
    enemy whom the default would choose."""
    found: list[Split] = []
    for arm, count in extras_now(state, id):
        targets = [t for t in attackable(state, id) if _fit_for(state, arm, t)]
        if arm.order != order or not targets:
            continue
        aimed = [s for s in state.warriors[id].blows if s.weapon == arm.id and s.target in targets]
        found += aimed
        left = count - sum(s.attacks for s in aimed)
        if left > 0:
            prey = max(targets, key=lambda t: chance(state, id, t, arm))
            found.append(Split(arm.id, prey, left))
    return tuple(found)


def _fit_for(state: State, arm: Arm, target: str) -> bool:
    """An attack that answers a charge goes at a charger."""
    return "charged" not in arm.when or charged_now(state, target)


def arms_in_hand(state: State, id: str) -> tuple[Arm, ...]:
    """The weapons that a warrior strikes with in this phase."""
    by_id = kit_of(state.setup, id).by_id
    return tuple([by_id[split.weapon] for split in splits_now(state, id)])


__all__ = [
    "arms_in_hand",
    "attackable",
    "beside_now",
    "chance",
    "charged_now",
    "check_strike",
    "counted",
    "declare",
    "default_splits",
    "hits_by_itself",
    "may_declare",
    "splits_now",
    "to_hit_needed",
    "to_hit_stack",
    "ways_to_strike",
]
