"""The questions that players and the server player ask: a blow, a shot, a duel."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from ..battle.apply import initial
from ..battle.arms import Arm
from ..battle.blessing import held_back
from ..battle.orders import Split
from ..battle.queries import look, profile, within
from ..battle.shooting import cover_hit
from ..battle.state import WORSE, Setup, SideSetup, State, Status, Warrior, WarriorSetup
from ..battle.targets import missile, needed_of
from ..board import Board
from ..catalogue import PinnedCatalogue
from ..ruleset import Ruleset
from .blows import Part, further, knocked_down, parts
from .chain import ONE, ZERO
from .duel import Attacks, Duel, Duels, duels, evenly
from .hits import hits_through
from .matchup import critical_table, defence_of, duellists, lots_on, shot_at
from .numbers import DOWN, NONE, OUT, STUNNED, Defence, Outcome


class Odds(NamedTuple):
    """How an attack may end: at least one hit; at least one unsaved wound; and the status after
    it. `none`, `knocked_down`, `stunned` and `out_of_action` add up to 1; `none` means that the
    status stays as it is.

    `cover` is the chance that a shot hits a model in its way instead (P-COV-03).
    """

    hit: Fraction
    wound: Fraction
    none: Fraction
    knocked_down: Fraction
    stunned: Fraction
    out_of_action: Fraction
    cover: Fraction = ZERO


class Parrying(NamedTuple):
    """How somebody has been ordered to parry (`Warrior.parrying`), and which of equal hits."""

    how: str = ""
    equal: str = ""


Both = tuple[Parrying, Parrying]
AS_ONE_MAY: Both = (Parrying(), Parrying())

MANY = 30
"""More Wounds than one phase can take."""
CERTAIN = Odds(ONE, ONE, ZERO, ZERO, ZERO, ONE)
NOTHING = Odds(ZERO, ZERO, ONE, ZERO, ZERO, ZERO)


def told_before(ruleset: Ruleset) -> bool:
    """Whether players see odds before they declare; battles of before this switch had none."""
    return ruleset.switches.get("odds.before_declaring") is True


def blow(state: State, attacker: str, target: str, splits: tuple[Split, ...] | None = None) -> Odds:
    """What a warrior's attacks of one phase do to `target`: by `splits`, else as it has declared,
    else by default; and those beside the hands' (a bite, a horn) where they fall."""
    lots = lots_on(state, attacker, target, splits)
    attacks = tuple(attack for lot in lots for attack in lot)
    status = state.warriors[target].status
    if not attacks or status == "out_of_action":
        return NOTHING
    if status == "stunned":
        return CERTAIN
    if status == "knocked_down":
        out = knocked_down(attacks, critical_table(state.setup.ruleset))
        return Odds(ONE, out, 1 - out, ZERO, ZERO, out)
    return _odds(lots, defence_of(state, target), state, NONE)


def shot(state: State, shooter: str, weapon: str, target: str) -> Odds:
    """What a shot fired now does, if a blessing lets it go. Out of range it does nothing."""
    arm = missile(state, shooter, weapon)
    needed = held_back(state, shooter, target, arm)
    odds = _shot(state, shooter, arm, target)
    if needed is None:
        return odds
    goes = Fraction(7 - needed, 6)
    return Odds(*(goes * share for share in odds))._replace(none=1 - goes * (1 - odds.none))


def _shot(state: State, shooter: str, arm: Arm, target: str) -> Odds:
    if not within(state, shooter, target, arm.range):
        return NOTHING
    attack = shot_at(state, shooter, arm, target)
    before = WORSE[state.warriors[target].status]
    defence = defence_of(state, target, close=False)
    if arm.throw is not None and arm.throw.harmless:
        chances = hits_through((attack._replace(venom=0),), defence)
        return NOTHING._replace(hit=1 - chances.get((0,), ZERO))
    odds = _mean([_odds(((attack._replace(hits=n),),), defence, state, before) for n in _hits(arm)])
    if arm.strip is not None:
        return odds
    return odds._replace(
        cover=_cover(state, shooter, target, needed_of(state, shooter, target, arm))
    )


def _hits(arm: Arm) -> tuple[int, ...]:
    """How many hits one successful roll may give, each as likely."""
    if arm.throw is None:
        return (arm.hits,)
    return {"D3": (1, 2, 3)}.get(arm.throw.hits) or (int(arm.throw.hits),)


def _mean(all_of: list[Odds]) -> Odds:
    """The odds of one of these, each as likely."""
    return Odds(*(sum(column, ZERO) / len(all_of) for column in zip(*all_of, strict=True)))


def _cover(state: State, shooter: str, target: str, needed: int) -> Fraction:
    """The one face that falls short by the cover alone, a 1 never (P-COV-03)."""
    seen = look(state, shooter, target)
    if seen.kind != "cover" or not 3 <= needed <= 7:
        return ZERO
    cover = cover_hit(state, seen.covers)
    return Fraction(1, 6) if cover is not None and cover.kind == "model" else ZERO


def _odds(lots: Sequence[Attacks], defence: Defence, state: State, before: int) -> Odds:
    """`lots`: attacks that fall together, one lot after the other."""
    chances = _after(lots, defence, state)
    missed = sum((p for end, p in chances.items() if not end.hit), ZERO)
    jumps = any(attack.injuries.down == NONE for lot in lots for attack in lot)
    if jumps:  # wounded, yet standing
        robust = _after(lots, defence._replace(wounds=MANY), state)
        untouched = _share(robust, Outcome(NONE, MANY))
    else:
        untouched = _share(chances, Outcome(NONE, defence.wounds))
    ends = [_ends(chances, worst, before) for worst in (DOWN, STUNNED, OUT)]
    return Odds(1 - missed, 1 - untouched, 1 - sum(ends, ZERO), *ends)


def _after(lots: Sequence[Attacks], defence: Defence, state: State) -> dict[Part, Fraction]:
    """How all lots together may end."""
    table = critical_table(state.setup.ruleset)
    found = {Part(Outcome(NONE, defence.wounds), False, False, False): ONE}
    for lot in lots:
        after: dict[Part, Fraction] = {}
        for now, chance in found.items():
            worst, wounds = now.outcome
            left = defence._replace(wounds=wounds)
            attacks, left = further(lot, left, worst, parried=now.parried, critical=now.critical)
            for part, share in parts(attacks, left, table).items():
                end = Part(
                    Outcome(max(worst, part.outcome.worst), part.outcome.wounds),
                    now.hit or part.hit,
                    now.parried or part.parried,
                    now.critical or part.critical,
                )
                after[end] = after.get(end, ZERO) + chance * share
        found = after
    return found


def _share(chances: dict[Part, Fraction], outcome: Outcome) -> Fraction:
    return sum((p for part, p in chances.items() if part.outcome == outcome), ZERO)


def _ends(chances: dict[Part, Fraction], worst: int, before: int) -> Fraction:
    """The chance of a status worse than the one before (P-INJ-05)."""
    if worst <= before:
        return ZERO
    return sum((p for part, p in chances.items() if part.outcome.worst == worst), ZERO)


def duel_of(
    ruleset: Ruleset,
    catalogue: PinnedCatalogue,
    a: WarriorSetup,
    b: WarriorSetup,
    charger: int | None = None,
    *,
    parrying: Both = AS_ONE_MAY,
) -> Duel:
    """A duel to the end from first contact. `charger`: 0 is a, 1 is b, None either, evenly.

    Remembered for both, whoever is asked about: in a battle each side weighs the same fights.
    """
    key = _key(catalogue, a, parrying[0]), _key(catalogue, b, parrying[1])
    kept: dict[tuple[bytes, bytes], Duels] = ruleset.__dict__.setdefault("_odds_duels", {})
    both = kept.get(key)
    if both is None:
        state = facing_off(ruleset, catalogue, a, b, parrying)
        both = kept[key] = duels(*duellists(state, "a", "b"), critical_table(ruleset))
        kept[key[1], key[0]] = both[1].turned(), both[0].turned()
    return evenly(both) if charger is None else both[charger]


def _key(catalogue: PinnedCatalogue, w: WarriorSetup, parrying: Parrying) -> bytes:
    """All of a warrior that matters in a duel."""
    return msgspec.json.encode([_bare(w), parrying, _rows(catalogue, w)])


def duel_between(state: State, a: str, b: str, charger: int | None = None) -> Duel:
    """The same for two warriors of a battle, with the Wounds that they have left."""
    kept: dict[object, Duel] = state.setup.__dict__.setdefault("_odds_duels", {})
    both = (state.warriors[a], state.warriors[b])
    key = (*((w.id, w.wounds, w.profile) for w in both), ordered(state, a, b), charger)
    if key not in kept:
        kept[key] = duel_of(
            state.setup.ruleset,
            state.setup.catalogue,
            as_now(state, a),
            as_now(state, b),
            charger,
            parrying=ordered(state, a, b),
        )
    return kept[key]


def ordered(state: State, a: str, b: str) -> Both:
    """How two warriors of a battle have been ordered to parry."""
    one, other = (state.warriors[id] for id in (a, b))
    return _told(one), _told(other)


def _told(w: Warrior) -> Parrying:
    return Parrying(w.parrying, w.prefers.get("equal", ""))


def as_now(state: State, id: str) -> WarriorSetup:
    """A warrior of a battle with the profile and the Wounds that it has left."""
    wounds = state.warriors[id].wounds
    return replace(state.setup.by_id[id], profile=profile(state, id), wounds=wounds)


def _bare(w: WarriorSetup) -> WarriorSetup:
    """What matters in a duel: neither name nor place."""
    return replace(
        w, id="", name="", side="", at=None, facing=None, status="standing", marks=(), kind=""
    )


def _rows(catalogue: PinnedCatalogue, w: WarriorSetup) -> list[object]:
    weapons = [catalogue.weapons[id] for id in w.weapons]
    return [*weapons, *(catalogue.armour[id] for id in w.armour)]


def facing_off(
    ruleset: Ruleset,
    catalogue: PinnedCatalogue,
    a: WarriorSetup,
    b: WarriorSetup,
    parrying: Both = AS_ONE_MAY,
) -> State:
    """Two warriors, called a and b, in contact on an empty table."""
    apart = a.base // 2 + b.base // 2
    placed = [
        replace(w, id=id, side=id, at=at, status="standing", marks=(), hidden=False, fleeing=False)
        for w, id, at in ((a, "a", (apart, apart, 0)), (b, "b", (2 * apart, apart, 0)))
    ]
    state = initial(
        Setup(
            ruleset=ruleset,
            catalogue=catalogue,
            board=Board(size=(4 * apart, 2 * apart)),
            sides=(SideSetup(id="a"), SideSetup(id="b")),
            warriors=tuple(placed),
            active="a",
            phase="combat",
        )
    )
    told = dict(zip(("a", "b"), parrying, strict=True))
    both = {id: _with_orders(w, told[id]) for id, w in state.warriors.items()}
    return replace(state, warriors=both)


def _with_orders(w: Warrior, told: Parrying) -> Warrior:
    prefers = {"equal": told.equal} if told.equal else {}
    return replace(w, parrying=told.how, prefers=prefers)


Blows = dict[str, dict[str, dict[str, Fraction]]]


def blows_of(
    ruleset: Ruleset,
    catalogue: PinnedCatalogue,
    a: WarriorSetup,
    b: WarriorSetup,
    parrying: Both = AS_ONE_MAY,
) -> Blows:
    """What one phase's attacks of each do to the other, standing and knocked down, once neither
    is charging any more: {"a": {"standing": {"none": ...}, "knocked_down": {...}}, "b": ...}."""
    state = replace(facing_off(ruleset, catalogue, a, b, parrying), phase="combat")
    later = {id: replace(w, rounds=1) for id, w in state.warriors.items()}
    return {
        me: {
            status: _named(blow(_with_status(state, later, foe, status), me, foe))
            for status in ("standing", "knocked_down")
        }
        for me, foe in (("a", "b"), ("b", "a"))
    }


def _with_status(state: State, warriors: dict[str, Warrior], id: str, status: Status) -> State:
    return replace(state, warriors={**warriors, id: replace(warriors[id], status=status)})


def _named(odds: Odds) -> dict[str, Fraction]:
    return {
        "none": odds.none,
        "knocked_down": odds.knocked_down,
        "stunned": odds.stunned,
        "out_of_action": odds.out_of_action,
    }
