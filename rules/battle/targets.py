"""Who may be shot at: sight, close combat, the nearest enemy (TGT, SHO-03 to SHO-07)."""

from __future__ import annotations

from collections.abc import Iterator

from ..board import levels
from ..errors import IllegalOrder
from . import events as ev
from . import granted, tables
from .arms import Arm, kit_of
from .checks import after_a_fall, forbid_marks, known_warrior, own_warrior
from .kinds import is_meant, kinds_of
from .orders import Shoot
from .queries import (
    aims_at,
    characteristic,
    downed,
    enemies_of,
    gap,
    is_engaged,
    setup_of,
    sight_of,
)
from .scoping import range_of
from .state import State, Warrior
from .to_hit import modifiers


def may_shoot(state: State, w: Warrior) -> None:
    """Raise the reason why a warrior can't shoot at all now (P-SHO-02, P-SHO-04 to 07)."""
    if w.status != "standing":
        raise IllegalOrder(w.status, "P-SHO-07", warrior=w.id)
    if w.fleeing:
        raise IllegalOrder("fleeing", "P-SHO-07", warrior=w.id)
    if is_engaged(state, w.id):
        raise IllegalOrder("engaged", "P-SHO-04", warrior=w.id)
    forbid_marks(
        w,
        stupid="P-PSY-19",
        quarrels="P-TRN-04",
        rallied="P-SHO-06",
        ran="P-MOV-09",
        failed_fear="P-PSY-05",
        failed_charge="P-CHG-12",
        charged="P-CHG-12",
        cast="P-MAG-11",
    )
    forbid_marks(
        w, netted="P-TRN-04", ablaze="P-TRN-04", laid_trap="P-TRN-04", failed_climb="P-TER-06"
    )
    after_a_fall(state, w)
    if "shot" in w.marks:
        raise IllegalOrder("already_shot", "P-SHO-02", warrior=w.id)
    if characteristic(state, w.id, "BS") <= 0:
        raise IllegalOrder("cannot_shoot", "P-SHO-11", warrior=w.id)


def check_aim(state: State, arm: Arm, target: str) -> None:
    """Raise the reason why this can't be thrown at the target: that kind doesn't mind it."""
    if arm.throw is not None and arm.throw.against:
        effect = {"against": arm.throw.against}
        if not is_meant(effect, kinds_of(state.setup, target)):
            raise IllegalOrder("not_minded", "P-TRN-04", target=target, weapon=arm.id)


def ready(state: State, w: Warrior, arm: Arm, *, double: bool = False) -> None:
    """Raise the reason why this weapon can't be fired now: moved, or still being loaded."""
    if not arm.fire_after_move and "moved" in w.marks:
        raise IllegalOrder("moved", "P-SHO-14", warrior=w.id, weapon=arm.id)
    if fired_now(w) and not (double and arm.id in w.fired):
        raise IllegalOrder("already_shot", "P-SHO-02", warrior=w.id)
    if arm.once and arm.id in w.fired:
        raise IllegalOrder("used_up", "P-SHO-02", warrior=w.id, weapon=arm.id)
    if double and arm.second_shot is None:
        raise IllegalOrder("one_shot", "P-SHO-02", warrior=w.id, weapon=arm.id)
    if double and arm.second_still and "moved" in w.marks:
        raise IllegalOrder("moved", "P-SHO-14", warrior=w.id, weapon=arm.id)
    last = w.fired.get(arm.id)
    if arm.reload and last is not None and state.turn - last <= arm.reload:
        raise IllegalOrder("reloading", "P-SHO-02", warrior=w.id, weapon=arm.id)


def fired_now(w: Warrior) -> int:
    """How many of the several shots of its turn a warrior has fired."""
    return 2 if "shot_twice" in w.marks else 1 if "shot_once" in w.marks else 0


def missile(state: State, id: str, weapon: str) -> Arm:
    """A missile weapon that the warrior carries."""
    for arm in kit_of(state.setup, id).missile:
        if arm.id == weapon:
            return arm
    raise IllegalOrder("no_such_weapon", "P-SHO-02", warrior=id, weapon=weapon)


def check_shoot(state: State, order: Shoot) -> None:
    """Raise the reason why this shot isn't allowed; never its range (P-SHO-09)."""
    w = own_warrior(state, order, "shooting")
    may_shoot(state, w)
    arm = missile(state, w.id, order.weapon)
    ready(state, w, arm, double=order.double)
    foe = known_warrior(state, order.target)
    if foe.side == w.side or foe.at is None:
        raise IllegalOrder("illegal_target", "P-SHO-03", target=foe.id)
    if foe.hidden:
        raise IllegalOrder("target_hidden", "P-TGT-07", target=foe.id)
    if not granted.may_be_attacked(state, foe.id):
        raise IllegalOrder("illegal_target", "P-SHA-4", target=foe.id)
    if is_engaged(state, foe.id):
        raise IllegalOrder("target_engaged", "P-TGT-06", target=foe.id)
    if not aims_at(state, w.id, foe.id):
        raise IllegalOrder("not_visible", "P-SHO-03", target=foe.id)
    check_aim(state, arm, foe.id)
    _nearest(state, w, arm, foe)


def shootable(state: State, w: Warrior) -> list[Warrior]:
    """Enemies that are seen, not hidden and in no close combat (P-TGT-01)."""
    return [foe for foe in enemies_of(state, w.side) if may_be_shot(state, w, foe)]


def may_be_shot(state: State, w: Warrior, foe: Warrior) -> bool:
    """Whether an enemy is in no close combat, may be attacked at all, and is seen."""
    return (
        not is_engaged(state, foe.id)
        and granted.may_be_attacked(state, foe.id)
        and aims_at(state, w.id, foe.id)
    )


def nearer_ones(state: State, w: Warrior, foe: Warrior) -> Iterator[Warrior]:
    """Enemies nearer than this one that can't be ignored; sight is looked at last."""
    distance = gap(state, w.id, foe.id)
    for other in enemies_of(state, w.side):
        if other.id == foe.id or ignorable(other) or gap(state, w.id, other.id) >= distance:
            continue
        if may_be_shot(state, w, other):
            yield other


def ignorable(foe: Warrior) -> bool:
    """Downed and fleeing enemies may be ignored (P-TGT-03, P-TGT-05)."""
    return downed(foe) or foe.fleeing


def elevated(state: State, w: Warrior) -> bool:
    """Whether the shooter stands high enough to choose freely (P-TGT-08)."""
    assert w.at is not None
    return w.at[2] > state.setup.ruleset.length("elevated.height")


def _nearest(state: State, w: Warrior, arm: Arm, foe: Warrior) -> None:
    if setup_of(state, foe.id).large or arm.free_target:
        return  # always allowed (P-TGT-04)
    if elevated(state, w):
        _same_building(state, w, foe)
        return
    mine = needed_of(state, w.id, foe.id, arm)
    for other in nearer_ones(state, w, foe):
        if needed_of(state, w.id, other.id, arm) <= mine:
            raise IllegalOrder("not_nearest", "P-TGT-01", target=foe.id, nearer=other.id)


def nearest_first(state: State, w: Warrior, foe: Warrior) -> None:
    """The same for a spell that is aimed as a shot but misses by its own rules (P-LES-4)."""
    if setup_of(state, foe.id).large:
        return
    if elevated(state, w):
        _same_building(state, w, foe)
        return
    for other in nearer_ones(state, w, foe):
        raise IllegalOrder("not_nearest", "P-TGT-01", target=foe.id, nearer=other.id)


def _same_building(state: State, w: Warrior, foe: Warrior) -> None:
    """Enemies in the shooter's own building come first (P-TGT-09)."""
    home = building_of(state, w)
    if home is None or building_of(state, foe) == home:
        return
    for other in shootable(state, w):
        if not ignorable(other) and building_of(state, other) == home:
            raise IllegalOrder("same_building_first", "P-TGT-09", target=foe.id, nearer=other.id)


def building_of(state: State, w: Warrior) -> str | None:
    """The building in which a model stands."""
    assert w.at is not None
    return levels.building_at(state.setup.board, w.at)


def to_hit_stack(
    state: State, id: str, target: str, arm: Arm, *, double: bool = False
) -> list[ev.Modifier]:
    """How the needed roll to hit with a shot comes about (P-SHO-11 to P-SHO-16)."""
    ruleset = state.setup.ruleset
    w = state.warriors[id]
    base = tables.to_hit_shooting(ruleset, characteristic(state, id, "BS"))
    stack = [ev.Modifier("base", base, "P-SHO-11")]
    stack += modifiers(state, id, target, arm, close=False)
    if double and arm.second_shot:
        stack.append(ev.Modifier("twice", -arm.second_shot, "P-SHO-02", arm.id))
    if "cover" not in arm.ignores and in_cover(state, id, target):
        stack.append(ev.Modifier("cover", -ruleset.number("shoot.mod.cover"), "P-COV-01"))
    if "long_range" not in arm.ignores and 2 * gap(state, id, target) > range_of(state, id, arm):
        stack.append(ev.Modifier("range", -ruleset.number("shoot.mod.long_range"), "P-SHO-13"))
    if "moved" not in arm.ignores and "moved" in w.marks:
        stack.append(ev.Modifier("moved", -ruleset.number("shoot.mod.moved"), "P-SHO-14"))
    if setup_of(state, target).large:
        stack.append(ev.Modifier("large", -ruleset.number("shoot.mod.large"), "P-SHO-15"))
    if arm.need is not None:
        return [ev.Modifier("base", arm.need, "P-TRN-04", arm.id)]
    return [entry for entry in stack if entry.value or entry.stage == "base"]


def in_cover(state: State, id: str, target: str) -> bool:
    """Whether the target is in cover from this shooter, or carries cover with it (P-COV-01)."""
    if granted.has(state, target, "in_cover"):
        return True
    return bool(kit_of(state.setup, target).has("cover")) or sight_of(state, id, target) == "cover"


def needed_of(state: State, id: str, target: str, arm: Arm) -> int:
    """The needed roll with all modifiers."""
    return sum(entry.value for entry in to_hit_stack(state, id, target, arm))
