"""The planner's form: what may be ordered ahead, and a step read out of what was filled in.

A form names a warrior ("" is the whole side), up to two conditions (`when`, `whenb` and their
fields), what is done then (`act` and its fields) and otherwise (`act2`, the same fields with a 2).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from campaigns.errors import invalid
from campaigns.narration import Names, words
from campaigns.narration.aids import preference
from campaigns.views.act_parts import Scale, scale_of, ways_of
from campaigns.views.act_parts import preferring as preferring_titles
from campaigns.views.acts import parrying
from campaigns.views.order_form import path_of, point_of, preferred
from campaigns.views.way_fields import corners_of, number_of
from mordheim_site.numbers import whole_number
from rules.battle import plan as pl
from rules.battle import preferring
from rules.battle.arms import kit_of
from rules.battle.breaking import break_off_of
from rules.battle.brought import brought
from rules.battle.checks import seducer_of
from rules.battle.guarding import choices as parries
from rules.battle.hands import ways_to_strike
from rules.battle.movement import allowance
from rules.battle.orders import Strike
from rules.battle.running import home_of
from rules.battle.scalings import scalings
from rules.battle.state import State, Warrior
from rules.battle.stride import stride_of
from rules.battle.striking import counted
from rules.catalogue.primitives import Control
from rules.magic import casting

PHASE_OF = {
    "rout": "start",
    "stay_down": "recovery",
    "charge": "movement",
    "walk": "movement",
    "run": "movement",
    "crawl": "movement",
    "break_off": "movement",
    "hide": "movement",
    "shoot": "shooting",
    "double": "shooting",
    "cast": "shooting",
    "strike": "combat",
    "always": "combat",
}
"""The phase of each act; "use", "guard", "prefer" and "end" belong to whichever is named."""

ALWAYS = "always"
WAYS = ("walk", "run", "crawl", "break_off")


@dataclass(frozen=True)
class Acts:
    """The acts of one phase, (value, words) each."""

    phase: str
    acts: list[tuple[str, str]]


@dataclass(frozen=True)
class Options:
    """All that the form lets one choose for a warrior, or, without one, for the whole side."""

    acts: list[Acts]
    missiles: list[tuple[str, str]] = field(default_factory=list)
    spells: list[tuple[str, str]] = field(default_factory=list)
    choices: list[tuple[str, str]] = field(default_factory=list)
    ways: list[tuple[str, str]] = field(default_factory=list)
    items: list[tuple[str, str]] = field(default_factory=list)
    parries: list[tuple[str, str]] = field(default_factory=list)
    preferences: list[tuple[str, list[tuple[str, str]]]] = field(default_factory=list)
    scales: list[Scale] = field(default_factory=list)

    @property
    def phases(self) -> list[tuple[str, str]]:
        return [(phase, words.word(words.PHASES, phase)) for phase in pl.PHASES]


def options_for(state: State, id: str, names: Names) -> Options:
    """What may come into question for a warrior some day, whether or not it is possible now."""
    if not id:
        side = [("rout", _("gives the battle up")), ("end", _("ends the phase"))]
        return Options([Acts("", side)])
    warrior = state.warriors[id]
    arms = kit_of(state.setup, id).missile
    spells = casting.castable(state, id)
    items = dict.fromkeys(_usable(state, id))
    guards = parries(state, warrior)
    choices = dict.fromkeys(choice for spell in spells for choice in spell.choices)
    return Options(
        acts=list(_acts(state, id, items=bool(items), parries=bool(guards))),
        missiles=[(arm.id, names.thing(arm.id)) for arm in arms],
        spells=[(spell.id, names.thing(spell.id)) for spell in spells],
        choices=[(one, words.word(words.CHOICES, one)) for one in choices],
        ways=[(str(way.index), way.name) for way in ways_of(_ways(state, id), names)],
        items=[(item, names.thing(item)) for item in items],
        parries=[(way, parrying()[way]) for way in guards],
        preferences=list(_preferences(state, warrior, names)),
        scales=[scale_of(one, names) for one in _scalings(state, warrior)],
    )


def options_to_command(state: State, id: str, names: Names) -> Options:
    """What an enemy may be told who obeys in its own turn (P-CHA-SLA)."""
    stride = stride_of(state.setup, id).run
    arms = kit_of(state.setup, id).missile
    acts = [("walk", _("walks to")), ("charge", _("charges"))]
    if stride > 1:
        acts.insert(1, ("run", _("runs to")))
    if arms:
        acts.append(("shoot", _("shoots")))
    return Options(
        acts=[Acts(_("In its own turn"), acts)],
        missiles=[(arm.id, names.thing(arm.id)) for arm in arms],
        scales=[scale_of(one, names) for one in _scalings(state, state.warriors[id])],
    )


def charmed_by(state: State, id: str, side: str) -> bool:
    """Whether a warrior is to obey a side in its own turn."""
    running = seducer_of(state, id)
    return running is not None and home_of(state, running.caster) == side


def seduces(state: State, id: str) -> bool:
    """Whether a warrior knows a spell that makes an enemy obey in its own turn."""
    effects = (
        effect
        for spell in casting.castable(state, id)
        for mode in spell.modes
        for effect in mode.effects
    )
    return any(isinstance(one, Control) and one.starts == "their_turn" for one in effects)


def _acts(state: State, id: str, *, items: bool, parries: bool) -> Iterator[Acts]:
    moves = [
        ("charge", _("charges")),
        ("walk", _("walks to")),
        ("run", _("runs to")),
        ("hide", _("hides where it is")),
        ("crawl", _("crawls to, lying")),
    ]
    if break_off_of(state, id) is not None:
        moves.append(("break_off", _("breaks off to")))
    arms = kit_of(state.setup, id).missile
    aimed = [("shoot", _("shoots"))] if arms else []
    if any(arm.shots > 1 for arm in arms):
        aimed.append(("double", _("fires one of its several shots")))
    if casting.castable(state, id):
        aimed.append(("cast", _("casts a spell or prays")))
    blows = [
        ("strike", _("strikes like this")),
        (ALWAYS, _("strikes like this in every fight, on the others’ turns too")),
    ]
    yield Acts(_phase("movement"), moves)
    if aimed:
        yield Acts(_phase("shooting"), aimed)
    yield Acts(_phase("combat"), blows)
    yield Acts(_phase("recovery"), [("stay_down", _("stays on the ground"))])
    always = [("use", _("uses something"))] if items else []
    if parries:
        always.append(("guard", _("parries like this from now on")))
    if state.warriors[id].at is not None:
        always.append(("prefer", _("does like this where nobody is asked")))
    if always:
        yield Acts(_("Any phase"), always)


def _preferences(
    state: State, warrior: Warrior, names: Names
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each moment in which nobody is asked, with its choices as "edge:north"."""
    found = preferring.options(state, warrior)
    for what, title in preferring_titles().items():
        if what in found:
            ways = [(f"{what}:{id}", preference(what, id, names)) for id in found[what]]
            yield title, ways


def _phase(name: str) -> str:
    word = words.word(words.PHASES, name)
    return word[:1].upper() + word[1:]


def _usable(state: State, id: str) -> Iterator[str]:
    """Horns and luck, used or not (rules.battle.using)."""
    shared = (row for row in brought(state.setup, id, "test") if row.shared)
    yield from (row.of for row in shared if row.effect.get("per") == "battle")
    yield from (row.of for row in brought(state.setup, id, "reroll_any"))


def _ways(state: State, id: str) -> list[dict[str, int]]:
    return [counted(way) for way in ways_to_strike(state, id)]


def _scalings(state: State, warrior: Warrior) -> tuple[Any, ...]:
    """What may be climbed, jumped down or leapt from where the warrior stands now."""
    if warrior.at is None or warrior.status != "standing":
        return ()
    return scalings(state, warrior, "walk", allowance(state, warrior, "walk"))


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
        case "walk" | "run" | "crawl" | "break_off":
            return base | _move(data, act, more)
        case "strike" | "always":
            return base | {"order": "strike", "splits": _splits(data, state, target, more)}
        case "shoot" | "double":
            shot = {"order": "shoot", "weapon": data.get("weapon", ""), "target": target}
            return base | shot | ({"double": True} if act == "double" else {})
        case "charge":
            return base | _charge(data, target, more)
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


def _move(data: Any, mode: str, more: str) -> dict[str, Any]:
    hides = {"hide": True} if data.get(f"hide{more}") else {}
    return {"order": "move", "mode": mode, "legs": _way(data, more)} | hides


def _charge(data: Any, target: str, more: str) -> dict[str, Any]:
    also, path = data.get(f"also{more}", ""), _legs(data, more)
    targets = [target, also] if also else [target]
    return {"order": "charge", "targets": targets} | ({"path": path} if path else {})


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
    ways = _ways(state, order.warrior)
    return ways.index(wanted) if wanted in ways else None


def _splits(data: Any, state: State, target: str, more: str) -> list[dict[str, Any]]:
    id = data.get("warrior", "")
    ways = _ways(state, id) if id in state.warriors else []
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
