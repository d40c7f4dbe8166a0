"""What a warrior may do now, as the buttons of its sheet: each with its choices or its reason."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

import rules
from campaigns.narration import Names, Part, explain, words
from campaigns.narration.aids import preference
from campaigns.narration.odds import shot_told
from campaigns.views.way_fields import corners_of, number_of
from mordheim_site.numbers import whole_number
from rules.battle.arms import kit_of
from rules.battle.forms import Form, Ways, reasons
from rules.battle.state import State, Warrior
from rules.errors import IllegalOrder
from rules.magic import casting
from rules.odds import shot
from rules.units import from_units


@dataclass(frozen=True)
class Mark:
    """An enemy that may be shot at; `odds` in words, "" where they aren't told beforehand."""

    text: str
    warrior: str
    odds: str = ""


@dataclass(frozen=True)
class Shot:
    """A weapon with the targets that it may be fired at; `several`: with one of so many shots."""

    weapon: str
    name: str
    targets: list[Mark]
    several: int = 0

    @property
    def double(self) -> bool:
        return self.several > 0


@dataclass(frozen=True)
class Group:
    """Choices under a heading, the first of them the one that holds now."""

    id: str
    title: str
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Way:
    """One way to use the weapons in a fight."""

    index: int
    name: str


@dataclass(frozen=True)
class Scale:
    """A climb, jump or leap at hand. `legs` is how a form sends it: "x,y,z x,y,z,climb"."""

    legs: str
    name: str


@dataclass(frozen=True)
class Spellcraft:
    """One way to cast a spell: what it needs, how far it reaches, and what must be chosen.

    `radius` is in millimetres, for the board; `point`: a place must be named.
    """

    spell: str
    rule: str
    difficulty: int | None
    most: int = 0
    needed: bool = False
    radius: float = 0
    radius_told: str = ""
    point: bool = False
    choices: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Act:
    """A button of the sheet. `reason` says why not; "" where it is open.

    `limit` is a length in the ruleset's unit; `modes`: ways to go, each with its own.
    """

    key: str
    title: str
    reason: str = ""
    targets: tuple[Part, ...] = ()
    shots: tuple[Shot, ...] = ()
    ways: tuple[Way, ...] = ()
    weapons: tuple[tuple[str, str, int], ...] = ()
    limit: Any = None
    zone: Any = None
    hide: bool = False
    scales: tuple[Scale, ...] = ()
    cast: Spellcraft | None = None
    items: tuple[tuple[str, str], ...] = ()
    groups: tuple[Group, ...] = ()
    modes: tuple[tuple[str, str, Any], ...] = ()

    @property
    def kind(self) -> str:
        """What kind of order it gives."""
        return self.key.partition(":")[0]

    @property
    def open(self) -> bool:
        return not self.reason

    @property
    def target_ids(self) -> str:
        """For the planner, which lights them up on the board."""
        shot_at = [target.warrior for shot in self.shots for target in shot.targets]
        return " ".join(dict.fromkeys((*(part.warrior for part in self.targets), *shot_at)))


def titles() -> dict[str, str]:
    return {
        "deploy": _("Deploy"),
        "descend": _("Go by the catacombs"),
        "stay_down": _("Stay on the ground"),
        "charge": _("Charge"),
        "walk": _("Move"),
        "run": _("Run"),
        "crawl": _("Crawl"),
        "shoot": _("Shoot"),
        "cast": _("Magic"),
        "strike": _("Split the attacks"),
        "break_off": _("Break off"),
        "use": _("Use"),
        "guard": _("Parrying"),
        "prefer": _("Where nobody is asked"),
        "command": _("Orders for its own turn"),
    }


def parrying() -> dict[str, str]:
    """How one may parry, for the sheet and the plan's form."""
    return {
        "always": _("Whenever it can, with the second throw"),
        "once": _("Without the second throw"),
        "never": _("Never"),
    }


def preferring() -> dict[str, str]:
    """The moments in which nobody is asked, for the sheet and the plan's form."""
    return {
        "parting": _("Blow at whoever flees from it"),
        "edge": _("Flight, where several edges are as near"),
        "equal": _("Parry, where several hits are as high"),
        "crush": _("All its blows have hit one enemy"),
        "quarry": _("The enemy Hero to hunt: named once, in the first turn"),
    }


def acts_for(
    forms: Iterable[Form],
    state: State,
    warrior: Warrior,
    names: Names,
    *,
    ordered: bool = False,
    odds: bool = False,
) -> list[Act]:
    """The sheet's buttons for a warrior of the side whose turn it is, out of its side's forms.

    `ordered`: an order for it is among those gathered already. `odds`: shots tell how likely
    they are.
    """
    found = {
        act.key: act
        for form in forms
        if form.warrior == warrior.id
        for act in _acts(form, names, odds=odds)
    }
    if ordered:
        told = _("Its order is already in the turn.")
        found = {key: Act(key, act.title, told) for key, act in found.items()}
    for key, reason in _closed(state, warrior, names).items():
        found.setdefault(key, Act(key, titles()[key], reason))
    if any(act.kind == "cast" and act.open for act in found.values()):
        found.pop("cast", None)
        found |= {act.key: act for act in _barred_spells(state, warrior, found.values(), names)}
    order = list(titles())
    return sorted(found.values(), key=lambda act: order.index(act.kind))


def _acts(form: Form, names: Names, *, odds: bool = False) -> list[Act]:
    """One button a form; of spells one for each way to cast one."""
    if form.kind != "cast":
        return [_act(form, names, odds=odds)]
    domain: Any = form.domains["spells"]
    return [_casting(number, item, form, names) for number, item in enumerate(domain.spells)]


def _barred_spells(state: State, warrior: Warrior, acts: Iterable[Act], names: Names) -> list[Act]:
    """The spells that he knows and can't cast now, each with why."""
    open_now = {act.cast.spell for act in acts if act.cast}
    found = []
    for spell in casting.castable(state, warrior.id):
        if spell.id in open_now:
            continue
        reason = _("There is nobody to cast it at.")
        try:
            casting.may_use(state, warrior, spell)
        except IllegalOrder as refused:
            reason = explain(refused)
        found.append(Act(f"cast:{spell.id}", names.thing(spell.id), reason))
    return found


def _casting(number: int, item: Any, form: Form, names: Names) -> Act:
    unit = form.state.setup.ruleset.unit_size
    places = names.places
    targets = tuple(
        names.warrior(id) if id in names.warriors else Part(places.get(id, id), warrior=id)
        for id in item.targets
    )
    craft = Spellcraft(
        spell=item.spell,
        rule=form.state.setup.catalogue.spells[item.spell].rule,
        difficulty=item.difficulty,
        most=item.most,
        needed=item.least > 0,
        radius=item.radius / 100,
        radius_told=words.length(item.radius, names.unit, names.unit_size) if item.radius else "",
        point=item.reach is not None,
        choices=tuple((c, words.word(words.CHOICES, c)) for c in item.choices),
    )
    limit = None if item.reach is None else from_units(item.reach, unit)
    title = names.thing(item.spell)
    return Act(f"cast:{number}", title, targets=targets, limit=limit, cast=craft)


def _act(form: Form, names: Names, *, odds: bool) -> Act:
    domains: dict[str, Any] = form.domains
    key = form.kind
    unit = form.state.setup.ruleset.unit_size
    match form.kind:
        case "move":
            key = domains["mode"].options[0]
            most = from_units(domains["legs"].most, unit)
            scales = _scales(domains, names)
            hide = "hide" in domains
            return Act(key, titles()[key], limit=most, hide=hide, scales=scales)
        case "charge":
            targets = _parts(domains["targets"], names)
            return Act(key, titles()[key], targets=targets, scales=_scales(domains, names))
        case "shoot":
            return Act(key, titles()[key], shots=_shots(form, names, odds=odds))
        case "strike":
            ways = domains["splits"]
            targets = tuple(names.warrior(id) for id in ways.targets)
            return Act(
                key,
                titles()[key],
                targets=targets,
                ways=ways_of(ways.ways, names),
                weapons=_weapons(ways, names),
            )
        case "deploy":
            return Act(key, titles()[key], zone=domains["at"].zone)
        case "command":
            return _command(form, names)
        case "use":
            items = tuple((id, names.thing(id)) for id in domains["item"].options)
            return Act(key, titles()[key], items=items)
        case "guard":
            ways = tuple((id, parrying()[id]) for id in domains["parry"].options)
            return Act(key, titles()[key], items=ways)
        case "prefer":
            return Act(key, titles()[key], groups=preferences(domains, names))
    return Act(key, titles()[key])


def preferences(domains: dict[str, Any], names: Names) -> tuple[Group, ...]:
    """Each moment with its choices; what holds now comes first."""
    return tuple(
        Group(what, title, tuple((id, preference(what, id, names)) for id in domains[what].options))
        for what, title in preferring().items()
        if what in domains
    )


def _command(form: Form, names: Names) -> Act:
    """What a seduced enemy may be told to do in its own side's turn (P-CHA-SLA)."""
    domains: dict[str, Any] = form.domains
    unit = form.state.setup.ruleset.unit_size
    modes = tuple(
        (mode, titles()[mode], from_units(domains[mode].most, unit))
        for mode in ("walk", "run")
        if mode in domains
    )
    return Act(
        "command",
        titles()["command"],
        targets=_parts(domains["targets"], names),
        shots=_shots_at(domains["shots"], names) if "shots" in domains else (),
        scales=_scales(domains, names),
        limit=modes[0][2],
        modes=modes,
    )


def _shots_at(domain: Any, names: Names) -> tuple[Shot, ...]:
    """Shots of a later turn: how likely they are nobody knows yet."""
    return tuple(
        Shot(weapon, names.thing(weapon), [Mark(names.warrior(id).text, id) for id in targets])
        for weapon, targets in domain.targets.items()
    )


def commands_for(forms: Iterable[Form], warrior: Warrior, names: Names) -> list[Act]:
    """The orders that a side may give beforehand to an enemy whom it has seduced."""
    return [
        _act(f, names, odds=False) for f in forms if (f.kind, f.warrior) == ("command", warrior.id)
    ]


def _parts(domain: Any, names: Names) -> tuple[Part, ...]:
    return tuple(names.warrior(id) for id in domain.options)


def _shots(form: Form, names: Names, *, odds: bool) -> tuple[Shot, ...]:
    domain: Any = form.domains["shots"]

    def mark(weapon: str, id: str) -> Mark:
        told = shot_told(shot(form.state, form.warrior, weapon, id)) if odds else ""
        return Mark(names.warrior(id).text, id, told)

    shots = {arm.id: arm.shots for arm in kit_of(form.state.setup, form.warrior).missile}
    return tuple(
        Shot(
            weapon,
            names.thing(weapon),
            [mark(weapon, id) for id in targets],
            shots[weapon] if several else 0,
        )
        for several, known in ((False, domain.targets), (True, domain.double))
        for weapon, targets in known.items()
    )


def _scales(domains: dict[str, Any], names: Names) -> tuple[Scale, ...]:
    """What may be climbed, jumped down or leapt from where the warrior can get."""
    ways = domains["scalings"].ways if "scalings" in domains else ()
    return tuple(scale_of(way, names) for way in ways)


def scale_of(way: Any, names: Names) -> Scale:
    return Scale(_scale_legs(way, names), _scale_name(way, names))


def _scale_legs(way: Any, names: Names) -> str:
    def point(at: tuple[int, int, int]) -> str:
        return ",".join(str(from_units(value, names.unit_size)) for value in at)

    return f"{point(way.start)} {point(way.to)},{way.by}"


def _scale_name(way: Any, names: Names) -> str:
    height = words.length(abs(way.height), names.unit, names.unit_size)
    if way.by == "climb" and way.to[2] < way.start[2]:
        return _("Climb down %(height)s") % {"height": height}
    told = {
        "climb": _("Climb up %(height)s"),
        "jump": _("Jump down %(height)s"),
        "leap": _("Leap across the gap"),
    }
    return told[way.by] % {"height": height}


def _weapons(domain: Ways, names: Names) -> tuple[tuple[str, str, int], ...]:
    """Every weapon that attacks may be made with, and how many at most: to aim one by one."""
    most: dict[str, int] = {}
    for way in (*domain.ways, domain.beside):
        for id, n in way.items():
            most[id] = max(n, most.get(id, 0))
    return tuple((id, names.thing(id), n) for id, n in most.items())


def ways_of(ways: Iterable[dict[str, int]], names: Names) -> tuple[Way, ...]:
    """Ways to use the weapons in a fight, each: attacks by weapon."""
    return tuple(
        Way(index, " + ".join(f"{names.thing(id)} × {n}" for id, n in way.items()))
        for index, way in enumerate(ways)
    )


def _closed(state: State, warrior: Warrior, names: Names) -> dict[str, str]:
    """The acts of this phase that aren't open, each with why."""
    if state.result is not None or warrior.at is None:
        return {}
    found = {key: explain(reason) for key, reason in reasons(state, warrior.id).items()}
    if warrior.side == state.active and not state.awaiting:
        if state.phase == "movement" and warrior.status == "standing":
            found.setdefault("charge", _("There is no enemy to charge."))
        elif state.phase == "shooting":
            found.setdefault("shoot", _("There is nobody to shoot at."))
    if not kit_of(state.setup, warrior.id).missile:
        found.pop("shoot", None)
    return found


def ready_in(forms: Iterable[Form], used: Iterable[str]) -> frozenset[str]:
    """The warriors of a side that have something to do in this phase and no order yet."""
    kinds = ("charge", "move", "shoot", "cast")
    acting = {
        form.warrior
        for form in forms
        if form.kind in kinds or (form.kind == "deploy" and form.blocking)
    }
    return frozenset(acting - set(used) - {""})


def order_of(data: Any, side: str, state: State) -> dict[str, Any]:
    """An order in native units from a sheet's form; what is missing in it the engine will say."""
    kind = data.get("kind", "")
    base = {"order": kind, "side": side, "warrior": data.get("warrior", "")}
    match kind:
        case "walk" | "run" | "crawl" | "break_off":
            move = base | {"order": "move", "mode": kind, "legs": _legs(data)}
            return move | {"hide": True} if data.get("hide") else move
        case "charge":
            return base | _charge(data)
        case "shoot":
            return base | _shot(data)
        case "cast":
            return base | _cast(data)
        case "strike":
            return base | {"splits": _splits(data, side, state)}
        case "deploy":
            return base | {"at": point_of(data)}
        case "end_phase" | "rout":
            through = data.get("through", "")
            return {"order": kind, "side": side} | ({"through": through} if through else {})
        case "command":
            return base | {"orders": _beforehand(data, side)}
    return base | _told(kind, data)


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

    An end that was left where the warrior stands (`from`) is none: none at all for who hides there.
    """
    legs = path_of(data.get("legs", ""))
    if legs:
        return legs
    corners = corners_of(data)
    stays = data.get("from", "").split(",") == [data.get(axis, "") for axis in ("x", "y", "z")]
    if stays and (corners or data.get("hide")):
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
