"""From a battle to numbers: the same questions to the engine's data that the phases ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from ..battle import striking, targets
from ..battle.armour import save_needed
from ..battle.arms import Arm, kit_of
from ..battle.combat import place
from ..battle.fear import causes_fear, takes_fear_tests
from ..battle.nature import frenzied, hates
from ..battle.orders import Split
from ..battle.queries import characteristic
from ..battle.state import WORSE, State
from ..battle.tables import NEVER, to_wound
from ..battle.volley import Volley, strength_of_blow, wound_modifier
from ..ruleset import Ruleset
from .chain import ONE
from .duel import Duellist, Sheet, Sheets
from .log import chance_of
from .numbers import Attack, Critical, Defence, Injuries, Table


def critical_table(ruleset: Ruleset) -> Table:
    """The rows of the critical table (P-CRT-04)."""
    kept: dict[str, Table] = ruleset.__dict__
    if "_odds_criticals" not in kept:
        rows: Iterable[Mapping[str, Any]] = ruleset.tables["critical"]["single"]
        kept["_odds_criticals"] = tuple(
            Critical(
                row["max"] - row["min"] + 1, row["wounds"], row["save"] != "none", row["injury"]
            )
            for row in rows
        )
    return kept["_odds_criticals"]


def defence_of(state: State, id: str, *, close: bool = True) -> Defence:
    """What a warrior has against attacks; only a standing one parries (P-PAR-12)."""
    w, kit = state.warriors[id], kit_of(state.setup, id)
    parries = 0
    if close and kit.parries and w.status == "standing" and "parry_used" not in w.bout:
        parries = 2 if kit.parry_again else 1
    helmet = kit.stun_save if WORSE[w.status] < WORSE["stunned"] else NEVER
    return Defence(max(1, w.wounds), parries, helmet)


def attacks_on(
    state: State, attacker: str, splits: tuple[Split, ...] | None = None
) -> tuple[Attack, ...]:
    """A warrior's attacks as it would strike now (or by `splits`), one entry a split."""
    now = striking.splits_now(state, attacker) if splits is None else splits
    return tuple(_blow(state, attacker, split) for split in now)


def _blow(state: State, attacker: str, split: Split) -> Attack:
    arm = kit_of(state.setup, attacker).by_id[split.weapon]
    strength = strength_of_blow(state, attacker, arm)
    hit = 0
    if not striking.hits_by_itself(state, split.target):
        stack = striking.to_hit_stack(state, attacker, split.target, arm)
        hit = striking.to_hit_needed(stack)
    status = state.warriors[split.target].status
    volley = Volley(attacker, split.target, arm, strength, True, status)
    w = state.warriors[attacker]
    attack = _attack(state, volley, hit, "critical_used" not in w.bout)
    return attack._replace(
        number=split.attacks,
        reroll=w.rounds == 0 and hates(state, attacker, split.target),
        parry=not _too_strong(state, volley),
    )


def _too_strong(state: State, v: Volley) -> bool:
    """A blow that can't be parried (P-PAR-10)."""
    own: int = state.setup.by_id[v.target].profile.S
    limit = state.setup.ruleset.formula("parry.impossible_from", S=own)
    return v.arm.unparried or v.strength >= limit


def shot_at(state: State, shooter: str, arm: Arm, target: str) -> Attack:
    """A shot as it would be fired now, in range or not."""
    needed = max(2, targets.needed_of(state, shooter, target, arm))
    own: int = state.setup.by_id[shooter].profile.S
    strength = own + arm.strength_user if arm.strength_fixed is None else arm.strength_fixed
    status = state.warriors[target].status
    volley = Volley(shooter, target, arm, strength, False, status)
    return _attack(state, volley, min(NEVER, needed), True)


def _attack(state: State, v: Volley, hit: int, critical_left: bool) -> Attack:
    ruleset = state.setup.ruleset
    wound = to_wound(ruleset, v.strength, characteristic(state, v.target, "T"))
    if wound < NEVER:
        wound = min(6, max(2, wound - wound_modifier(state, v.arm, v.target)))
    blocked = ruleset.flag("crit.blocked_when_wound_on_6") and wound == 6
    limit = "crit.limit.hand_to_hand" if v.close else "crit.limit.shooting"
    return Attack(
        number=1,
        hit=hit,
        wound=min(NEVER, wound),
        save=min(NEVER, max(1, save_needed(state, v))),
        strength=v.strength,
        critical=critical_left and v.arm.critical and not blocked,
        limited=ruleset.optional_number(limit) is not None,
        parry=v.close,
        injuries=_injuries(ruleset, v.arm),
        d3=bool(v.arm.wounds),
    )


def _injuries(ruleset: Ruleset, arm: Arm) -> Injuries:
    """From which result on an injury roll stuns and puts out (P-INJ-06, concussion)."""
    steps = arm.injuries
    if steps is None:
        table: Mapping[str, str] = ruleset.switches["injury.table"]
        steps = tuple((int(low), status) for low, status in table.items())
    lowest = {status: low for low, status in steps}
    out = lowest.get("out_of_action", NEVER)
    return Injuries(min(out, lowest.get("stunned", out)), out)


def duellists(state: State, a: str, b: str) -> tuple[Duellist, Duellist]:
    """Two warriors in contact, each settled against the other in every part of a duel."""
    return _duellist(state, a, b), _duellist(state, b, a)


def _duellist(state: State, me: str, foe: str) -> Duellist:
    calm = _sheets(_with(state, me, been_down=True), me, foe)
    wild = None
    if frenzied(state, me):
        wild = _sheets(state, me, foe)
    return Duellist(defence_of(state, me), calm, wild)


def _sheets(state: State, me: str, foe: str) -> Sheets:
    charged = _phase(state, foe, first=True)
    later = _phase(state, me, first=False)
    return Sheets(
        _sheet(_phase(state, me, first=True), me),
        tuple((chance, _sheet(then, me)) for chance, then in _frightened(charged, me, foe)),
        _sheet(later, me),
        attacks_on(_with(later, foe, status="knocked_down"), me),
    )


def _frightened(state: State, me: str, charger: str) -> Iterator[tuple[Fraction, State]]:
    """Who is charged by something that causes fear may hit on 6s only (P-PSY-02, P-PSY-03)."""
    if not causes_fear(state, charger) or not takes_fear_tests(state, me):
        yield ONE, state
        return
    brave = chance_of(2, characteristic(state, me, "Ld"), "at_most")
    yield brave, state
    yield 1 - brave, _with(state, me, brief=("afraid",))


def _phase(state: State, active: str, *, first: bool) -> State:
    """The moment before the blows; in the first phase the active one has charged."""
    for id in state.warriors:
        marks = ("charged",) if first and id == active else ()
        state = _with(state, id, marks=marks, rounds=int(not first))
    return replace(state, active=state.warriors[active].side, phase="combat")


def _with(state: State, id: str, **changes: Any) -> State:
    """The state with a warrior changed; nobody moves, so contact stays as it is."""
    new = replace(state, warriors={**state.warriors, id: replace(state.warriors[id], **changes)})
    new.__dict__.update(state.__dict__)
    return new


def _sheet(state: State, id: str) -> Sheet:
    group, order = place(state, id)
    return Sheet(group, -order, attacks_on(state, id))
