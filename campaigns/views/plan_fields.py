"""A step that is there already as the fields of the form that made it, to be changed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.views.plan_form import way_index
from campaigns.views.plan_options import ALWAYS, CHARGE_OVER, Options
from campaigns.views.way_fields import corners_in, fields_of_way
from rules.battle import orders as od
from rules.battle import plan as pl
from rules.battle.state import State
from rules.units import from_units

Fields = dict[str, Any]
NAMES = (
    *("act", "target", "then", "also", "spell", "mark", "choice", "way", "item", "parry"),
    *("preference", "in_phase", "scale", "x", "y", "z", "by", "hide", "facing"),
)
CONDITION = ("when", "subject", "about", "distance", "status", "wounds")
MOST_CONDITIONS = 2


@dataclass(frozen=True)
class Filled:
    """What the form shows: two conditions, the act, and the act otherwise.

    `of` is whom it is for, `turn` and `weapon` the form's own fields.
    """

    of: str = ""
    turn: str = ""
    weapon: str = ""
    when: Fields = field(default_factory=dict)
    whenb: Fields = field(default_factory=dict)
    act: Fields = field(default_factory=lambda: {"corners": corners_in({})})
    act2: Fields = field(default_factory=lambda: {"corners": corners_in({})})


def filled_from(data: Mapping[str, str]) -> Filled:
    """What somebody has typed, to be put right."""
    acts = [
        {name: data.get(name + more, "") for name in NAMES} | {"corners": corners_in(data, more)}
        for more in ("", "2")
    ]
    whens = [{name: data.get(name + more, "") for name in CONDITION} for more in ("", "b")]
    top = {name: data.get(name, "") for name in ("turn", "weapon")}
    return Filled(
        data.get("warrior", ""), **top, when=whens[0], whenb=whens[1], act=acts[0], act2=acts[1]
    )


def filled_of(state: State, step: pl.Step, index: int, unit: int) -> Filled | None:
    """A choice of a step, with what is done otherwise; None for what the form can't say."""
    choice, otherwise = step.choices[index], otherwise_of(step, index)
    act = _act(state, choice.order, step.phase, unit)
    act2 = _act(state, otherwise.order, step.phase, unit) if otherwise else Filled().act
    whens = _conditions(choice.when, _warrior(step, index), unit)
    if act is None or act2 is None or whens is None:
        return None
    weapon = act.pop("weapon", "") or act2.pop("weapon", "")
    return Filled(
        of=_warrior(step, index),
        turn=str(step.turn or ""),
        weapon=weapon,
        when=whens[0],
        whenb=whens[1],
        act=act,
        act2=act2,
    )


def offered(filled: Filled, options: Options, people: set[str]) -> bool:
    """Whether the form for its warrior has all that it should show: what it lacks it would lose.

    `people`: whom a step can be about.
    """
    acts = {value for group in options.acts for value, _name in group.acts} | {"", "nothing"}
    rows = {
        "spell": options.spells,
        "choice": options.choices,
        "way": options.ways,
        "item": options.items,
        "parry": options.parries,
        "preference": [one for _title, ways in options.preferences for one in ways],
    }
    known = {name: {"", *(value for value, _word in values)} for name, values in rows.items()}
    known |= {"act": acts} | dict.fromkeys(("target", "also", "then"), people)
    known |= dict.fromkeys(("subject", "about"), people)
    weapons = {"", *(id for id, _name in options.missiles)}
    if not options.facing and (filled.act.get("facing") or filled.act2.get("facing")):
        return False
    return filled.weapon in weapons and all(
        fields.get(name, "") in values
        for fields in (filled.when, filled.whenb, filled.act, filled.act2)
        for name, values in known.items()
    )


def otherwise_of(step: pl.Step, index: int) -> pl.Choice | None:
    """What the form shows beside a choice: the last one, if it needs no condition."""
    last = len(step.choices) - 1
    found = step.choices[last] if index == last - 1 else None
    return found if found is not None and not found.when else None


def filled_standing(state: State, wish: pl.Onslaught, unit: int) -> Filled | None:
    """What is done in every fight."""
    strike = od.Strike(side="", warrior=wish.warrior, splits=wish.splits)
    act, whens = _act(state, strike, "combat", unit), _conditions(wish.when, wish.warrior, unit)
    if act is None or whens is None:
        return None
    return Filled(of=wish.warrior, when=whens[0], whenb=whens[1], act=act | {"act": ALWAYS})


def _warrior(step: pl.Step, index: int) -> str:
    """Whom a choice is for; whom the step is about where it does nothing."""
    ordered = (step.choices[index], *step.choices)
    return next((id for one in ordered if (id := getattr(one.order, "warrior", ""))), "")


def _conditions(when: tuple[pl.AnyCondition, ...], of: str, unit: int) -> list[Fields] | None:
    if len(when) > MOST_CONDITIONS:
        return None
    return [*(_condition(one, of, unit) for one in when), {}, {}][:MOST_CONDITIONS]


def _condition(one: pl.AnyCondition, of: str, unit: int) -> Fields:
    about = {
        "subject": "" if one.warrior == of else one.warrior,
        "about": getattr(one, "target", ""),
    }
    match one:
        case pl.Within():
            return about | {"when": "within", "distance": _length(one.distance, unit)}
        case pl.HasStatus():
            return about | {"when": "status", "status": " ".join(one.status)}
        case pl.WoundsBelow():
            return about | {"when": "hurt", "wounds": str(one.wounds)}
        case pl.Engaged():
            return about | {"when": "engaged"}
    return about | {"when": "visible"}


def _length(value: int, unit: int) -> str:
    return f"{float(from_units(value, unit)):g}"


def _act(state: State, order: od.AnyOrder | None, phase: str, unit: int) -> Fields | None:
    if order is None:
        return {"act": "nothing", "corners": corners_in({})}
    if isinstance(order, od.Command):
        return _command(order, unit)
    fields = _going(order, unit) or _fighting(state, order) or _other(order, phase, unit)
    return {"corners": corners_in({})} | fields if fields else None


def _going(order: od.AnyOrder, unit: int) -> Fields | None:
    match order:
        case od.Move():
            return _moving(order, unit)
        case od.Charge() if len(order.targets) <= 2:
            whom = [*(_aim(id) for id in order.targets), ""]
            way = fields_of_way(order.path, unit)
            act = CHARGE_OVER if order.path else "charge"
            return {"act": act, "target": whom[0], "also": whom[1]} | way
    return None


def _moving(order: od.Move, unit: int) -> Fields | None:
    facing = {"facing": "" if order.facing is None else str(order.facing % 360)}
    if not order.legs and order.hide:
        return {"act": "hide"} if order.facing is None else None
    if not order.legs:
        return {"act": "turn"} | facing
    hide = {"hide": "1" if order.hide else ""}
    return {"act": order.mode} | hide | facing | fields_of_way(order.legs, unit)


def _fighting(state: State, order: od.AnyOrder) -> Fields | None:
    match order:
        case od.Shoot():
            act = "double" if order.double else "shoot"
            return {"act": act, "weapon": order.weapon, "target": _aim(order.target)}
        case od.Strike():
            way = way_index(state, order)
            target = _aim(order.splits[0].target)
            return None if way is None else {"act": "strike", "way": str(way), "target": target}
    return None


def _other(order: od.AnyOrder, phase: str, unit: int) -> Fields | None:
    match order:
        case od.Cast() if len(order.targets) <= 1:
            mark = "".join(order.targets)
            fields = {"act": "cast", "spell": order.spell, "mark": mark, "choice": order.choice}
            way = fields_of_way([od.Leg(order.point)], unit) if order.point else {}
            return fields | way
        case od.StayDown():
            return {"act": "stay_down"}
        case od.Use():
            return {"act": "use", "item": order.item, "in_phase": phase}
        case od.Guard():
            return {"act": "guard", "parry": order.parry, "in_phase": phase}
        case od.Prefer():
            what = f"{order.what}:{order.choice}"
            return {"act": "prefer", "preference": what, "in_phase": phase}
        case od.Rout():
            return {"act": "rout"}
        case od.EndPhase():
            return {"act": "end", "in_phase": order.through or phase}
    return None


def _command(order: od.Command, unit: int) -> Fields | None:
    """What a seduced enemy is to do: where to, and at whom it shoots then."""
    shots = [one for one in order.orders if isinstance(one, od.Shoot)]
    going = [one for one in order.orders if not isinstance(one, od.Shoot)]
    if len(shots) > 1 or len(going) > 1:
        return None
    weapon = shots[0].weapon if shots else ""
    aimed = shots[0].target if shots else ""
    if not going:
        shot = {"act": "shoot", "target": aimed, "weapon": weapon, "corners": corners_in({})}
        return shot if shots else None
    fields = _going(going[0], unit)
    return fields | {"then": aimed, "weapon": weapon} if fields else None


def _aim(target: str) -> str:
    return "" if target == pl.NEAREST else target
