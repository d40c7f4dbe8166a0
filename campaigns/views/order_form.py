"""What a form says, as an order."""

from typing import Any

import rules
from campaigns.views.way_fields import corners_of, number_of
from mordheim_site.numbers import whole_number
from rules.battle.forms import Ways
from rules.battle.state import State


def order_of(data: Any, side: str, state: State) -> dict[str, Any]:
    """An order in native units from a sheet's form; what is missing in it the engine will say."""
    kind = data.get("kind", "")
    base = {"order": kind, "side": side, "warrior": data.get("warrior", "")}
    match kind:
        case "walk" | "run" | "crawl" | "break_off":
            move = base | {"order": "move", "mode": kind, "legs": _legs(data)} | facing_in(data)
            return move | {"hide": True} if data.get("hide") else move
        case "turn":
            return base | {"order": "move", "mode": "walk", "legs": []} | facing_in(data)
        case "charge":
            return base | _charge(data)
        case "shoot":
            return base | _shot(data)
        case "cast":
            return base | _cast(data)
        case "strike":
            return base | {"splits": _splits(data, side, state)}
        case "deploy":
            return base | {"at": point_of(data)} | facing_in(data)
        case "end_phase" | "rout":
            through = data.get("through", "")
            return {"order": kind, "side": side} | ({"through": through} if through else {})
        case "command":
            return base | {"orders": _beforehand(data, side)}
    return base | _told(kind, data)


def facing_in(data: Any, more: str = "") -> dict[str, Any]:
    """Where to look, in degrees; nothing where it is left open."""
    text = data.get(f"facing{more}", "")
    degrees = whole_number(text)
    return {"facing": text if degrees is None else degrees} if text else {}


def _told(kind: str, data: Any) -> dict[str, Any]:
    """What is put to use, and what holds from now on."""
    if kind == "prefer":
        return preferred(data.get("preference", ""))
    name = {"use": "item", "guard": "parry"}.get(kind)
    return {name: data.get(name, "")} if name else {}


def preferred(text: str) -> dict[str, Any]:
    """ "edge:north" as an order says it; of nothing the engine will say that it is no option."""
    what, _colon, choice = text.partition(":")
    return {"what": what or "edge", "choice": choice}


def _charge(data: Any) -> dict[str, Any]:
    path = path_of(data.get("path", ""))
    charge: dict[str, Any] = {"targets": data.getlist("target")}
    return charge | {"path": path} if path else charge


def _shot(data: Any) -> dict[str, Any]:
    """The shot chosen, "weapon|target" or "weapon|target|double"."""
    weapon, target, *double = [*data.get("shot", "").split("|"), ""][:3]
    shot: dict[str, Any] = {"weapon": weapon, "target": target}
    return shot | {"double": True} if double == ["double"] else shot


def _cast(data: Any) -> dict[str, Any]:
    """The spell with all that the sheet let one choose for it."""
    found: dict[str, Any] = {"spell": data.get("spell", "")}
    targets = [id for id in data.getlist("target") if id]
    if targets:
        found["targets"] = targets
    if data.get("takes_point") and not targets:
        found["point"] = point_of(data)
    if data.get("choice"):
        found["choice"] = data["choice"]
    return found


def _beforehand(data: Any, side: str) -> list[dict[str, Any]]:
    """A charge or a way to go, and a shot after it, as the form for the seduced has them."""
    base = {"side": side, "warrior": data.get("warrior", "")}
    orders: list[dict[str, Any]] = []
    going = data.get("going", "")
    if going == "charge":
        orders.append(base | {"order": "charge", "targets": data.getlist("target")})
    elif going:
        orders.append(base | {"order": "move", "mode": going, "legs": _legs(data)})
    weapon, _sep, target = data.get("shot", "").partition("|")
    if weapon:
        orders.append(base | {"order": "shoot", "weapon": weapon, "target": target})
    return orders


def _legs(data: Any) -> list[dict[str, Any]]:
    """`legs` as the planner writes them; without a script its corners and its end.

    An end that was left where the warrior stands (`from`) is none: none at all for who
    hides or turns there.
    """
    legs = path_of(data.get("legs", ""))
    if legs:
        return legs
    corners = corners_of(data)
    stays = data.get("from", "").split(",") == [data.get(axis, "") for axis in ("x", "y", "z")]
    if stays and (corners or data.get("hide") or data.get("facing")):
        return corners
    by = data.get("by", "")
    return [*corners, {"to": point_of(data)} | ({"by": by} if by else {})]


def path_of(text: str) -> list[dict[str, Any]]:
    """ "x,y,z x,y,z,climb" as legs; the fourth word says how where it isn't walked."""
    legs: list[dict[str, Any]] = []
    for point in text.split():
        x, y, z, *by = [*point.split(","), "", "", ""][: max(3, point.count(",") + 1)]
        leg: dict[str, Any] = {"to": [number_of(value) for value in (x, y, z)]}
        legs.append(leg | {"by": by[0]} if by else leg)
    return legs


def point_of(data: Any) -> list[float]:
    return [number_of(data.get(axis) or "0") for axis in ("x", "y", "z")]


def _splits(data: Any, side: str, state: State) -> list[dict[str, Any]]:
    """As aimed one by one ("n:weapon:target" = number), else all attacks of the chosen way at the
    chosen enemy."""
    aimed = [
        {"weapon": weapon, "target": target, "attacks": number}
        for key in data
        if key.startswith("n:") and (number := whole_number(data.get(key) or "0"))
        for weapon, target in [key[2:].rsplit(":", 1)]
    ]
    if aimed:
        return aimed
    for form in rules.legal_orders(state, side):
        domain = form.domains.get("splits")
        if form.warrior == data.get("warrior") and isinstance(domain, Ways):
            chosen = whole_number(data.get("way", ""))
            if chosen is not None and chosen < len(domain.ways):
                target = data.get("target", "")
                return [
                    {"weapon": weapon, "target": target, "attacks": n}
                    for weapon, n in domain.ways[chosen].items()
                ]
    return []
