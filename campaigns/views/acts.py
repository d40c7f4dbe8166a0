"""What a warrior may do now, as the buttons of its sheet: each with its choices or its reason."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _

from campaigns.narration import Names, Part, explain, words
from campaigns.narration.offers import only_turns
from campaigns.views.act_parts import (
    Act,
    Spellcraft,
    parts_of,
    preferences,
    scales_of,
    shots_at,
    shots_of,
    ways_of,
    weapons_of,
)
from rules.battle.arms import kit_of
from rules.battle.facing import looks_ahead
from rules.battle.forms import Form, reasons
from rules.battle.state import State, Warrior
from rules.errors import IllegalOrder
from rules.magic import casting
from rules.units import from_units


def titles() -> dict[str, str]:
    return {
        "deploy": _("Deploy"),
        "descend": _("Go by the catacombs"),
        "stay_down": _("Stay on the ground"),
        "charge": _("Charge"),
        "turn": _("Turn where he stands"),
        "walk": _("Move"),
        "run": _("Run"),
        "crawl": _("Crawl"),
        "shoot": _("Shoot"),
        "cast": _("Magic"),
        "strike": _("Split the attacks"),
        "break_off": _("Break off"),
        "use": _("Use"),
        "guard": _("Parrying"),
        "prefer": _("What it does unasked"),
        "command": _("Orders for its own turn"),
    }


def parrying() -> dict[str, str]:
    """How one may parry, for the sheet and the plan's form."""
    return {
        "always": _("Whenever it can, with the second throw"),
        "once": _("Without the second throw"),
        "never": _("Never"),
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
    targets = tuple(
        names.warrior(id) if id in names.warriors else Part(names.place(id) or id, warrior=id)
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
    match form.kind:
        case "move":
            return _move(form, names)
        case "charge":
            targets = parts_of(domains["targets"], names)
            return Act(key, titles()[key], targets=targets, scales=scales_of(domains, names))
        case "shoot":
            return Act(key, titles()[key], shots=shots_of(form, names, odds=odds))
        case "strike":
            ways = domains["splits"]
            targets = tuple(names.warrior(id) for id in ways.targets)
            return Act(
                key,
                titles()[key],
                targets=targets,
                ways=ways_of(ways.ways, names),
                weapons=weapons_of(ways, names),
            )
        case "deploy":
            looks = looks_ahead_in(form)
            return Act(key, titles()[key], zone=domains["at"].zone, facing=looks)
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


def _move(form: Form, names: Names) -> Act:
    domains: dict[str, Any] = form.domains
    if only_turns(form):
        return Act("turn", titles()["turn"], facing=True)
    key = domains["mode"].options[0]
    return Act(
        key,
        titles()[key],
        limit=from_units(domains["legs"].most, form.state.setup.ruleset.unit_size),
        hide="hide" in domains,
        facing=looks_ahead_in(form),
        scales=scales_of(domains, names),
    )


def looks_ahead_in(form: Form) -> bool:
    """Whether where its warrior looks at the end means something; a counter looks nowhere."""
    setup = form.state.setup
    return form.warrior in setup.by_id and looks_ahead(setup, form.warrior)


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
        targets=parts_of(domains["targets"], names),
        shots=shots_at(domains["shots"], names) if "shots" in domains else (),
        scales=scales_of(domains, names),
        limit=modes[0][2],
        modes=modes,
    )


def commands_for(forms: Iterable[Form], warrior: Warrior, names: Names) -> list[Act]:
    """The orders that a side may give beforehand to an enemy whom it has seduced."""
    return [
        _act(f, names, odds=False) for f in forms if (f.kind, f.warrior) == ("command", warrior.id)
    ]


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
