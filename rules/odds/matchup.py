"""From a battle to numbers: the same questions to the engine's data that the phases ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from ..battle import striking, targets
from ..battle.arms import Arm, kit_of
from ..battle.combat import PARTS, place
from ..battle.crushing import LEAST
from ..battle.fear import causes_fear, takes_fear_tests
from ..battle.harm import harm_of
from ..battle.injuries import reading
from ..battle.maddening import fights_its_bane
from ..battle.nature import frenzied, hates
from ..battle.orders import Split
from ..battle.parry import Guard, as_ordered, too_strong
from ..battle.powers import acting
from ..battle.preferred import CRUSH, STRONGEST
from ..battle.queries import characteristic
from ..battle.special import needed_for, special_saves
from ..battle.state import WORSE, State
from ..battle.stroke import stroke_of
from ..battle.tables import NEVER
from ..battle.to_hit import rerolls
from ..battle.volley import Volley, strength_of_blow, strength_of_shot
from ..ruleset import Ruleset
from .chain import ONE
from .log import chance_of
from .numbers import DOWN, NONE, OUT, STUNNED, Attack, Critical, Defence, Injuries, Table
from .sheets import Attacks, Duellist, Sheet, Sheets
from .will import will_of


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
    guard = Guard()
    if close and w.status == "standing" and "parry_used" not in w.bout:
        guard = as_ordered(state, id)
    helmet = kit.stun_save if WORSE[w.status] < WORSE["stunned"] else NEVER
    return Defence(
        max(1, w.wounds),
        guard.throws if guard.attempts else 0,
        helmet,
        equal=guard.equal,
        attempts=guard.attempts,
        which=w.prefers.get("equal", STRONGEST),
    )


def attacks_on(
    state: State, attacker: str, splits: tuple[Split, ...] | None = None
) -> tuple[Attack, ...]:
    """A warrior's attacks as it would strike now (or by `splits`), one entry a split."""
    now = striking.splits_now(state, attacker) if splits is None else splits
    return tuple(_blow(state, attacker, split) for split in now)


def lots_on(
    state: State, attacker: str, target: str, splits: tuple[Split, ...] | None = None
) -> tuple[Attacks, ...]:
    """All that falls on `target` in a phase, in the order in which it falls: the hands' blows with
    what goes along with them, and what has a turn of its own before or after."""
    hands = striking.splits_now(state, attacker) if splits is None else splits
    beside = {part: striking.beside_now(state, attacker, part) for part in ("", *PARTS)}
    order = (beside["before"], beside["first"], (*hands, *beside[""]), beside["last"])
    lots = [tuple(s for s in lot if s.target == target) for lot in order]
    found = [attacks_on(state, attacker, lot) for lot in lots]
    if lots[2] == order[2]:
        found[2] = with_crush(state, attacker, target, found[2])
    return tuple(attacks for attacks in found if attacks)


def with_crush(
    state: State, attacker: str, target: str, attacks: tuple[Attack, ...]
) -> tuple[Attack, ...]:
    """The hands' blows of one who crushes whom they all hit, if he has been told to."""
    told = state.warriors[attacker].prefers.get("crush") == CRUSH
    blows = sum(attack.number for attack in attacks)
    if not told or blows < LEAST or not kit_of(state.setup, attacker).has("crush"):
        return attacks
    mine, theirs = (characteristic(state, id, "S", close=True) for id in (attacker, target))
    faces = range(1, 7)
    wins = sum(mine + face >= theirs + other for face in faces for other in faces)
    return tuple(attack._replace(crush=wins) for attack in attacks)


def _blow(state: State, attacker: str, split: Split) -> Attack:
    arm = kit_of(state.setup, attacker).by_id[split.weapon]
    strength = strength_of_blow(state, attacker, arm)
    hit = 0
    if not arm.sure and not striking.hits_by_itself(state, split.target):
        stack = striking.to_hit_stack(state, attacker, split.target, arm)
        hit = striking.to_hit_needed(stack)
    status = state.warriors[split.target].status
    volley = Volley(attacker, split.target, arm, strength, True, status)
    w = state.warriors[attacker]
    attack = _attack(state, volley, hit, "critical_used" not in w.bout)
    hatred = w.rounds == 0 and hates(state, attacker, split.target)
    return attack._replace(
        number=split.attacks,
        reroll=hatred or bool(rerolls(state, attacker, split.target, arm, close=True)),
        parry=not too_strong(state, volley),
    )


def shot_at(state: State, shooter: str, arm: Arm, target: str) -> Attack:
    """A shot as it would be fired now, in range or not."""
    needed = max(2, targets.needed_of(state, shooter, target, arm))
    strength = strength_of_shot(state, shooter, arm)
    status = state.warriors[target].status
    volley = Volley(shooter, target, arm, strength, False, status)
    again = bool(rerolls(state, shooter, target, arm, close=False))
    attack = _attack(state, volley, min(NEVER, needed), True)._replace(reroll=again)
    if arm.strip is not None:
        return attack._replace(hit=0)
    if arm.throw is not None and arm.throw.sure:
        return attack._replace(wound=1, critical=False)
    return attack


def _attack(state: State, v: Volley, hit: int, critical_left: bool) -> Attack:
    harm = harm_of(state, v)
    limit = "crit.limit.hand_to_hand" if v.close else "crit.limit.shooting"
    return Attack(
        number=1,
        hit=hit,
        wound=min(NEVER, harm.wound_needed),
        save=min(NEVER, max(1, harm.save_needed)),
        strength=harm.strength,
        critical=critical_left and harm.critical_from < NEVER,
        critical_from=min(6, harm.critical_from),
        critical_bonus=sum(entry.value for entry in harm.critical),
        limited=state.setup.ruleset.optional_number(limit) is not None,
        parry=v.close,
        injuries=_injuries(state, v),
        d3=bool(v.arm.wounds),
        wards=_wards(state, v, "wound"),
        dodges=_wards(state, v, "hit"),
        venom=_venom(state, v),
        hits=v.arm.hits,
    )


def _wards(state: State, v: Volley, stage: str) -> tuple[int, ...]:
    """The faces that avoid a hit, or shake off a wound; a charm that works once isn't counted."""
    found = []
    for p in special_saves(state, v, stage):
        needed = sum(entry.value for entry in needed_for(state, v, p))
        if p.get("per") != "battle" and needed < NEVER:
            found.append(max(1, needed))
    return tuple(found)


def _venom(state: State, v: Volley) -> int:
    """What a natural 6 to hit does: 0 nothing more, 1 it wounds, 2 it wounds or worse."""
    for p in acting(v.arm.has("to_hit"), state, v.attacker, v.target, close=v.close):
        if p.get("natural") == 6:
            return 2 if p.get("result") == "wounds_or_worse" else 1
    return 0


_BAD = {"none": NONE, "knocked_down": DOWN, "stunned": STUNNED, "out_of_action": OUT}


def _injuries(state: State, v: Volley) -> Injuries:
    """From which result on an injury roll stuns and puts out, and what becomes of it (P-INJ-06)."""
    read = reading(state, v.attacker, v.target, v.arm, close=v.close)
    lowest = {status: low for low, status in read.steps}
    out = lowest.get("out_of_action", NEVER)
    return Injuries(
        min(out, lowest.get("stunned", out)),
        out,
        sum(entry.value for entry in read.added),
        _BAD[read.becomes.get("knocked_down", "knocked_down")],
        _BAD[read.becomes.get("stunned", "stunned")],
    )


def duellists(state: State, a: str, b: str) -> tuple[Duellist, Duellist]:
    """Two warriors in contact, each settled against the other in every part of a duel."""
    return _duellist(state, a, b), _duellist(state, b, a)


def _duellist(state: State, me: str, foe: str) -> Duellist:
    calm = _sheets(_with(state, me, been_down=True), me, foe)
    wild = None
    if frenzied(state, me) or fights_its_bane(state, me):
        wild = _sheets(state, me, foe)
    springs_up = bool(state.setup.ruleset.switches.get("recover.both_steps"))
    return Duellist(defence_of(state, me), calm, wild, will_of(state, me), springs_up)


def _sheets(state: State, me: str, foe: str) -> Sheets:
    charged = _phase(state, foe, first=True)
    later = _phase(state, me, first=False)
    return Sheets(
        _sheet(_phase(state, me, first=True), me, foe),
        tuple((chance, _sheet(then, me, foe)) for chance, then in _frightened(charged, me, foe)),
        _sheet(later, me, foe),
        _blows(_with(later, foe, status="knocked_down"), me),
    )


def _frightened(state: State, me: str, charger: str) -> Iterator[tuple[Fraction, State]]:
    """Who is charged by something that causes fear may hit on 6s only (P-PSY-02, P-PSY-03)."""
    if not causes_fear(state, charger, me) or not takes_fear_tests(state, me):
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


def _sheet(state: State, id: str, foe: str) -> Sheet:
    """Its blows, those beside the hands' with them or in a turn of their own."""
    sheet = _blows(state, id)
    guards = defence_of(state, id), defence_of(_having_struck(state, id), id)
    drawn = _blows(_having_struck(state, foe), id)
    return sheet._replace(guards=guards, drawn=None if drawn == sheet else drawn)


def _blows(state: State, id: str) -> Sheet:
    group, order = place(state, id)
    foe = next(one for one in state.warriors if one != id)
    along = with_crush(state, id, foe, attacks_on(state, id) + _beside(state, id, ""))
    beside = tuple(
        (PARTS[part], attacks) for part in PARTS if (attacks := _beside(state, id, part))
    )
    return Sheet(group, -order, along, beside)


def _having_struck(state: State, id: str) -> State:
    """The same moment after a warrior's blows: it holds what it has struck with."""
    return _with(state, id, blows=stroke_of(state, id).splits)


def _beside(state: State, id: str, part: str) -> tuple[Attack, ...]:
    if not kit_of(state.setup, id).extras:
        return ()
    return attacks_on(state, id, striking.beside_now(state, id, part))
