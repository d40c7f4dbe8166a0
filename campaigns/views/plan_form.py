"""The planner's form: a step read out of what was filled in.

A form names a warrior ("" is the whole side), up to two conditions (`when`, `whenb` and their
fields), what is done then (`act` and its fields) and otherwise (`act2`, the same fields with a 2).
"""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from campaigns.errors import invalid
from campaigns.views.order_form import facing_in, path_of, point_of, preferred
from campaigns.views.plan_options import ALWAYS, CHARGE_OVER, strikes_of
from campaigns.views.way_fields import corners_of, number_of
from mordheim_site.numbers import whole_number
from rules.battle import plan as pl
from rules.battle.orders import Strike
from rules.battle.state import State
from rules.magic import casting

PHASE_OF = {
    "rout": "start",
    "stay_down": "recovery",
    "charge": "movement",
    CHARGE_OVER: "movement",
    "walk": "movement",
    "run": "movement",
    "crawl": "movement",
    "break_off": "movement",
    "hide": "movement",
    "turn": "movement",
    "shoot": "shooting",
    "double": "shooting",
    "cast": "shooting",
    "strike": "combat",
    "always": "combat",
}
"""The phase of each act; "use", "guard", "prefer" and "end" belong to whichever is named."""


@dataclass(frozen=True)
class Wish:
    """What a form asks for, in native units: a step, or standing orders for fights."""

    phase: str
    choices: list[dict[str, Any]]
    onslaughts: list[dict[str, Any]]


def wish_of(data: Any, side: str, state: State, phase: str = "") -> Wish:
    """Read a form; `phase` is that of who does nothing. Errors: bad_plan."""
    act, other = data.get("act", ""), data.get("act2", "")
    named = [_phase_of(one, more, data, state, side) for one, more in ((act, ""), (other, "2"))]
    phases = {one for one in named if one} or {phase} - {""}
    if len(phases) != 1:
        raise invalid("bad_plan", why=_("both acts must belong to one phase"))
    when = [one for more in ("", "b") for one in _when(data, more)]
    asked = [(act, "", when)] + ([(other, "2", [])] if other else [])
    choices, onslaughts = [], []
    for one, more, conditions in asked:
        order = _order(data, side, state, one, more)
        if one == ALWAYS and order is not None:
            wish = {"warrior": order["warrior"], "splits": order["splits"], "when": conditions}
            onslaughts.append(wish)
        else:
            choices.append({"order": order, "when": conditions})
    if choices and onslaughts:
        raise invalid("bad_plan", why=_("what is done in every fight has no step of its own"))
    return Wish(phases.pop(), [_no_nothing(one) for one in choices], onslaughts)


def commands(data: Any, side: str, state: State) -> bool:
    """Whether a form is for an enemy, who is told beforehand what to do in its own turn."""
    warrior = state.warriors.get(data.get("warrior", ""))
    return warrior is not None and warrior.side != side


def _command(data: Any, side: str, act: str, more: str) -> dict[str, Any]:
    """A way or a charge, and a shot: what a seduced enemy is to do."""
    base = {"side": side, "warrior": data.get("warrior", "")}
    target, then = data.get(f"target{more}", ""), data.get(f"then{more}", "")
    orders: list[dict[str, Any]] = []
    match act:
        case "walk" | "run":
            orders.append(base | {"order": "move", "mode": act, "legs": _way(data, more)})
        case "charge":
            orders.append(base | _charge(data, target, more))
        case over if over == CHARGE_OVER:
            orders.append(base | _charge(data, target, more) | {"path": _way(data, more)})
        case "shoot":
            then = target
        case _:
            raise invalid("bad_plan", why=_("nobody can be told that under a spell"))
    if then:
        shot = {"order": "shoot", "weapon": data.get("weapon", ""), "target": then}
        orders.append(base | shot)
    return base | {"order": "command", "orders": orders}


def _way(data: Any, more: str) -> list[dict[str, Any]]:
    legs = _legs(data, more)
    if not legs:
        raise invalid("bad_plan", why=_("it isn’t said where to"))
    return legs


def _phase_of(act: str, more: str, data: Any, state: State, side: str) -> str:
    if act and act != "nothing" and commands(data, side, state):
        return "combat"  # the last moment of the turn: the spell has been cast by then
    if act in ("use", "guard", "prefer", "end"):
        return data.get(f"in_phase{more}") or "start"
    if act == "cast" and casting.draws(state, data.get(f"spell{more}", "")):
        return "movement"
    return PHASE_OF.get(act, "")


def _no_nothing(choice: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in choice.items() if value}


def _order(data: Any, side: str, state: State, act: str, more: str) -> dict[str, Any] | None:
    """The order of an act in native units; None for doing nothing."""
    if commands(data, side, state):
        return _command(data, side, act, more) if act != "nothing" else None
    base = {"side": side, "warrior": data.get("warrior", "")}
    target = data.get(f"target{more}") or pl.NEAREST
    match act:
        case "hide":
            return base | {"order": "move", "mode": "walk", "legs": [], "hide": True}
        case "turn":
            return base | {"order": "move", "mode": "walk", "legs": []} | _turn(data, more)
        case "walk" | "run" | "crawl" | "break_off":
            return base | _move(data, act, more)
        case "strike" | "always":
            return base | {"order": "strike", "splits": _splits(data, state, target, more)}
        case "shoot" | "double":
            shot = {"order": "shoot", "weapon": data.get("weapon", ""), "target": target}
            return base | shot | ({"double": True} if act == "double" else {})
        case "charge":
            return base | _charge(data, target, more)
        case over if over == CHARGE_OVER:
            return base | _charge(data, target, more) | {"path": _way(data, more)}
    return _other(data, base, act, more)


def _other(data: Any, base: dict[str, Any], act: str, more: str) -> dict[str, Any] | None:
    match act:
        case "cast":
            return base | {"order": "cast"} | _cast(data, more)
        case "stay_down":
            return base | {"order": "stay_down"}
        case "use":
            return base | {"order": "use", "item": data.get(f"item{more}", "")}
        case "guard":
            return base | {"order": "guard", "parry": data.get(f"parry{more}", "")}
        case "prefer":
            return base | {"order": "prefer"} | preferred(data.get(f"preference{more}", ""))
        case "rout":
            return {"side": base["side"], "order": "rout"}
        case "end":
            # The phase itself is named: one that ends by itself is put in when the plan is sealed.
            through = data.get(f"in_phase{more}") or "start"
            return {"side": base["side"], "order": "end_phase", "through": through}
    return None


def _turn(data: Any, more: str) -> dict[str, Any]:
    facing = facing_in(data, more)
    if not facing:
        raise invalid("bad_plan", why=_("it isn’t said where it looks"))
    return facing


def _move(data: Any, mode: str, more: str) -> dict[str, Any]:
    hides = {"hide": True} if data.get(f"hide{more}") else {}
    return {"order": "move", "mode": mode, "legs": _way(data, more)} | hides | facing_in(data, more)


def _charge(data: Any, target: str, more: str) -> dict[str, Any]:
    also = data.get(f"also{more}", "")
    return {"order": "charge", "targets": [target, also] if also else [target]}


def _legs(data: Any, more: str) -> list[dict[str, Any]]:
    """The way as drawn; else what is climbed from here, then the places that were typed."""
    drawn = path_of(data.get(f"legs{more}", ""))
    if drawn:
        return drawn
    legs = path_of(data.get(f"scale{more}", "")) + corners_of(data, more)
    if any(data.get(f"{axis}{more}") for axis in ("x", "y")):
        to = [number_of(data.get(f"{axis}{more}") or "0") for axis in ("x", "y", "z")]
        by = data.get(f"by{more}", "")
        legs.append({"to": to} | ({"by": by} if by else {}))
    return legs


def _cast(data: Any, more: str) -> dict[str, Any]:
    found: dict[str, Any] = {"spell": data.get(f"spell{more}", "")}
    mark = data.get(f"mark{more}", "")
    if mark:
        found["targets"] = [mark]
    if any(data.get(f"{axis}{more}") for axis in ("x", "y")):
        found["point"] = point_of({axis: data.get(f"{axis}{more}", "") for axis in "xyz"})
    if data.get(f"choice{more}"):
        found["choice"] = data[f"choice{more}"]
    return found


def way_index(state: State, order: Strike) -> int | None:
    """Which of the form's ways to strike an order is; None for attacks that are split up."""
    wanted = {one.weapon: one.attacks for one in order.splits}
    if order.warrior not in state.warriors or len({one.target for one in order.splits}) != 1:
        return None
    ways = strikes_of(state, order.warrior)
    return ways.index(wanted) if wanted in ways else None


def _splits(data: Any, state: State, target: str, more: str) -> list[dict[str, Any]]:
    id = data.get("warrior", "")
    ways = strikes_of(state, id) if id in state.warriors else []
    chosen = whole_number(data.get(f"way{more}") or "0")
    if chosen is None or chosen >= len(ways):
        raise invalid("bad_plan", why=_("it can’t strike like that"))
    return [{"weapon": arm, "target": target, "attacks": n} for arm, n in ways[chosen].items()]


def _when(data: Any, more: str) -> list[dict[str, Any]]:
    """One condition; none where none was chosen."""
    warrior = data.get(f"subject{more}") or data.get("warrior", "")
    about = data.get(f"about{more}", "")
    whom = {"target": about} if about else {}
    kind = data.get(f"when{more}", "")
    match kind:
        case "visible" | "engaged":
            return [{"if": kind, "warrior": warrior, **whom}]
        case "within":
            distance = number_of(data.get(f"distance{more}") or "0")
            return [{"if": kind, "warrior": warrior, "distance": distance, **whom}]
        case "hurt":
            wounds = whole_number(data.get(f"wounds{more}") or "2")
            return [{"if": "wounds_below", "warrior": warrior, "wounds": wounds}]
        case "status":
            status = data.get(f"status{more}", "").split()
            return [{"if": "status", "warrior": warrior, "status": status}]
    return []
