"""What a warrior's rows do in a battle: effects read once, with what never changes settled.

A `Power` is one effect of one row (weapon, armour, equipment, skill, trait). Conditions that the
set-up settles (mounted, items carried along, the weapon in question) are looked at here, once;
those that change during play stay in `when` and are asked for by `acts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ..board import ground, levels
from ..catalogue import Effect, Weapon
from .kinds import is_meant, kinds_of
from .queries import body, characteristic, engaged_with, sight_of, within
from .state import Setup, State, Warrior, WarriorSetup

MOUNTS = frozenset({"horse", "warhorse"})
BOWS = frozenset({"short_bow", "bow", "long_bow", "elf_bow"})
CROSSBOWS = frozenset({"crossbow", "repeater_crossbow", "crossbow_pistol"})
SETTLED = frozenset({"mounted", "unarmed"})
"""Conditions that the set-up or the weapon in hand settles."""


class Power(NamedTuple):
    """An effect with where it comes from: `stage` is the kind of row, `of` its id.

    `when` are the conditions still to be asked for; `of_weapon` says that only one weapon has it;
    `poison` that whoever is immune to poison feels nothing of it.
    """

    hook: str
    stage: str
    of: str
    effect: Effect
    when: tuple[str, ...] = ()
    weapons: frozenset[str] = frozenset()
    unarmed: bool = False
    poison: bool = False
    of_weapon: bool = False

    def get(self, name: str, otherwise: Any = None) -> Any:
        return self.effect.get(name, otherwise)


def words_for(weapon: Weapon) -> frozenset[str]:
    """The words of `weapons` that mean this weapon: its id and its classes."""
    words = {weapon.id, weapon.base or weapon.id, weapon.group}
    if words & BOWS:
        words.add("bows")
    if words & CROSSBOWS:
        words.add("crossbows")
    if weapon.group == "blackpowder" and "pistol" in weapon.id:
        words.add("pistols")
    return frozenset(words)


def power(stage: str, of: str, effect: Effect, *, poison: bool = False) -> Power:
    """An effect of a row as a power of its bearer."""
    when = tuple(effect.get("when", ()))
    return Power(
        hook=effect["hook"],
        stage=stage,
        of=of,
        effect=effect,
        when=tuple(word for word in when if word not in SETTLED),
        weapons=frozenset(effect.get("weapons", ())),
        unarmed="unarmed" in when,
        poison=poison,
    )


def mounted(w: WarriorSetup) -> bool:
    """Whether a warrior fights on horseback."""
    return not MOUNTS.isdisjoint(w.equipment)


def powers_of(setup: Setup, id: str) -> Mapping[str, tuple[Power, ...]]:
    """The powers of a warrior's armour, equipment, skills and traits by hook, those that this
    set-up rules out left aside; remembered on the set-up."""
    kept: dict[str, Mapping[str, tuple[Power, ...]]] = setup.__dict__.setdefault("_powers", {})
    found = kept.get(id)
    if found is None:
        by_hook: dict[str, list[Power]] = {}
        for one in _read(setup, setup.by_id[id]):
            by_hook.setdefault(one.hook, []).append(one)
        found = kept[id] = {hook: tuple(powers) for hook, powers in by_hook.items()}
    return found


def _read(setup: Setup, w: WarriorSetup) -> Iterator[Power]:
    for stage, of, effects, poison in _rows(setup, w):
        for effect in effects:
            when = effect.get("when", ())
            if "mounted" in when and not mounted(w):
                continue
            if not set(effect.get("with", ())) <= {*w.weapons, *w.armour, *w.equipment}:
                continue
            yield power(stage, of, effect, poison=poison)


def _rows(setup: Setup, w: WarriorSetup) -> Iterator[tuple[str, str, tuple[Effect, ...], bool]]:
    c = setup.catalogue
    for id in dict.fromkeys(w.armour):
        yield "armour", id, c.armour[id].effects, False
    for id in dict.fromkeys(w.equipment):
        if id in c.equipment:
            yield "equipment", id, c.equipment[id].effects, c.equipment[id].kind == "poison"
    for id in dict.fromkeys(w.skills):
        if id in c.skills:
            yield "skill", id, c.skills[id].effects, False
    for id in dict.fromkeys(trait.id for trait in w.traits):
        if id in c.traits:
            yield "trait", id, c.traits[id].effects, False


def charged_now(state: State, id: str) -> bool:
    """Whether the model charged in this very turn, or moved on into this fight (P-CHG-15)."""
    w = state.warriors[id]
    if state.active not in (w.side, state.setup.by_id[id].side):
        return "follows_up" in w.marks and w.rounds == 0
    return "charged" in w.marks


def acting(
    powers: Iterable[Power], state: State, me: str, foe: str = "", *, close: bool = True
) -> list[Power]:
    """Those of the powers of `me` that act now, against `foe` where there is one."""
    return [one for one in powers if acts(one, state, me, foe, close=close)]


def acts(one: Power, state: State, me: str, foe: str = "", *, close: bool = True) -> bool:
    """Whether every condition of a power holds for its bearer, and the other is meant."""
    if one.poison and foe and is_immune(state.setup, foe, "poison"):
        return False
    effect = one.effect
    singles_out = "against" in effect or "not_against" in effect
    if singles_out and not (foe and is_meant(effect, kinds_of(state.setup, foe))):
        return False
    return all(_holds(word, state, me, foe, close=close) for word in one.when)


def is_immune(setup: Setup, id: str, to: str) -> bool:
    """Whether a warrior is immune to poison, disease, concussion ..."""
    return to in immunities(setup, id)


def immunities(setup: Setup, id: str) -> frozenset[str]:
    """What a warrior is immune to: by its own powers, and by what acts for its whole side."""
    kept: dict[str, frozenset[str]] = setup.__dict__.setdefault("_immunities", {})
    found = kept.get(id)
    if found is None:
        side = setup.by_id[id].side
        powers = (
            one
            for w in setup.warriors
            if w.side == side
            for one in powers_of(setup, w.id).get("immune", ())
            if w.id == id or for_all(setup, one)
        )
        found = kept[id] = frozenset(word for one in powers for word in one.effect["to"])
    return found


def for_all(setup: Setup, one: Power) -> bool:
    """Whether a power acts for the whole warband of its bearer (a barrel of ale, a horn)."""
    row = setup.catalogue.equipment.get(one.of) if one.stage == "equipment" else None
    return row is not None and row.scope == "warband"


def _holds(word: str, state: State, me: str, foe: str, *, close: bool) -> bool:
    w = state.warriors[me]
    match word:
        case "close_combat":
            return close
        case "shooting":
            return not close
        case "charging":
            return charged_now(state, me)
        case "charged":
            return bool(foe) and charged_now(state, foe)
        case "first_round":
            return w.rounds == 0
        case "not_moved":
            return "moved" not in w.marks
        case "outnumbered":
            return len(engaged_with(state, me)) > 1
        case "against_stronger":
            return bool(foe) and _strength(state, foe) > _strength(state, me)
        case "poisonable":
            return bool(foe) and not is_immune(state.setup, foe, "poison")
    return _lies(word, state, w, foe)


def _strength(state: State, id: str) -> int:
    return characteristic(state, id, "S")


def _lies(word: str, state: State, w: Warrior, foe: str) -> bool:
    """Conditions of the place where a warrior stands."""
    if w.at is None:
        return False
    board = state.setup.board
    if word == "in_building":
        return levels.building_at(board, w.at) is not None
    if word == "in_cover":
        return bool(foe) and sight_of(state, foe, w.id) == "cover"
    if word == "in_water":
        return levels.effect_at(board, w.at) == "water"
    if word == "beside_plants":
        me = body(state, w.id)
        return not w.at[2] and ground.beside(board.index.areas, *w.at[:2], me.radius, PLANTS)
    if word == "at_a_distance":
        return bool(foe) and not within(state, w.id, foe, _notices_at(state, foe))
    raise ValueError(f"unknown condition {word!r}")


PLANTS = "woods"
"""The ground on which there is something to stand beside."""


def _notices_at(state: State, id: str) -> int:
    """Three times its Initiative, or what the ruleset says, whatever it carries (P-HID-10)."""
    return state.setup.ruleset.reach("detect.formula", I=characteristic(state, id, "I"))


PLACES = frozenset({"in_building", "in_cover", "in_water", "beside_plants", "at_a_distance"})
"""Conditions that a step may change."""
