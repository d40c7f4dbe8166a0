"""The `cast` order: may it be given, and what comes of it (P-MAG-07 to P-MAG-19)."""

from __future__ import annotations

from ..battle import events as ev
from ..battle import granted
from ..battle.brought import brought
from ..battle.checks import after_a_fall, forbid_marks, own_warrior
from ..battle.hiding import reveal
from ..battle.orders import Cast
from ..battle.play import Play
from ..battle.queries import held, is_engaged
from ..battle.sniping import casts_unseen, may_notice
from ..battle.state import CastTask, State, Warrior
from ..catalogue.spells import Mode, Spell
from ..errors import IllegalOrder
from . import choice, enact, landing, second, special, walking
from .systems import WAIT, system_of

IN_BATTLE = ("shooting", "movement")


def spells_of(state: State, id: str) -> tuple[Spell, ...]:
    """The spells that a warrior knows and the battle has pinned."""
    rows = state.setup.catalogue.spells
    return tuple(rows[spell] for spell in state.setup.by_id[id].spells if spell in rows)


def castable(state: State, id: str) -> tuple[Spell, ...]:
    """Those of them that are cast with an order."""
    return tuple(spell for spell in spells_of(state, id) if spell.timing in IN_BATTLE)


def check_cast(state: State, order: Cast) -> None:
    """Raise the reason why this spell can't be cast like this."""
    if state.phase == "movement" and draws(state, order.spell):
        special.check_drawing(state, order)
        return
    w = own_warrior(state, order, state.setup.ruleset.text("magic.phase"))
    may_cast(state, w)
    spell = known(state, w, order.spell)
    may_use(state, w, spell)
    check_named(state, w, spell, order)


def draws(state: State, id: str) -> bool:
    """Whether this spell begins with a drawing in the movement phase (P-CHA-SUM)."""
    spell = state.setup.catalogue.spells.get(id)
    return spell is not None and spell.modes[0].select.who == "circle"


def may_cast(state: State, w: Warrior) -> None:
    """Raise the reason why a warrior can't cast anything now (P-MAG-10, 11, 14)."""
    if w.status != "standing":
        raise IllegalOrder(w.status, "P-MAG-14", warrior=w.id)
    if w.fleeing:
        raise IllegalOrder("fleeing", "P-MAG-14", warrior=w.id)
    forbid_marks(
        w, stupid="P-PSY-16", quarrels="P-TRN-04", laid_trap="P-TRN-04", failed_climb="P-TER-06"
    )
    forbid_marks(w, netted="P-TRN-04", ablaze="P-TRN-04")
    after_a_fall(state, w)
    if "cast" in w.marks:
        second.check_again(state, w)
    if {"shot", "shot_once"} & set(w.marks):
        raise IllegalOrder("already_shot", "P-MAG-11", warrior=w.id)
    ruleset = state.setup.ruleset
    if not ruleset.flag("run.spells_allowed"):
        forbid_marks(w, ran="P-MOV-11")
    if not ruleset.flag("charge.failed.spells_allowed"):
        forbid_marks(w, failed_charge="P-CHG-13")
    if not castable(state, w.id):
        raise IllegalOrder("spell_barred", "P-MAG-01", warrior=w.id)


def known(state: State, w: Warrior, id: str) -> Spell:
    """A spell that the warrior knows (P-MAG-01)."""
    for spell in castable(state, w.id):
        if spell.id == id:
            return spell
    raise IllegalOrder("spell_barred", "P-MAG-01", warrior=w.id, spell=id)


def may_use(state: State, w: Warrior, spell: Spell) -> None:
    """Raise what bars this spell whatever its target: armour, a fight, a limit, no wall."""
    check_armour(state, w.id, spell)
    busy = held if spell.past_downed else is_engaged
    if not spell.engaged and busy(state, w.id):
        raise IllegalOrder("engaged", spell.rule, warrior=w.id)
    if once_of(state, w, spell) in state.spent or f"lost:{spell.id}" in w.marks:
        raise IllegalOrder("spell_barred", spell.rule, warrior=w.id, spell=spell.id)
    if spell.wall and not choice.wall_at(state, w.id, granted.length(state, spell.wall)):
        raise IllegalOrder("spell_barred", spell.rule, warrior=w.id, spell=spell.id)


def check_armour(state: State, id: str, spell: Spell) -> None:
    """Armour, shield, buckler or helmet bar magic, but not the prayers of Sigmar (P-MAG-16, 17)."""
    setup = state.setup.by_id[id]
    lore = state.setup.catalogue.lores[spell.lore]
    if lore.armour == "free" or _casts_in_armour(state, id):
        return
    for worn in setup.armour:
        if state.setup.catalogue.armour[worn].bars_casting:
            raise IllegalOrder("armour", "P-MAG-16", warrior=id, armour=worn)


def _casts_in_armour(state: State, id: str) -> bool:
    """A skill or a special rule that lets one cast in armour (hook `cast`)."""
    return any(row.effect.get("in_armour") for row in brought(state.setup, id, "cast"))


def once_of(state: State, w: Warrior, spell: Spell) -> str:
    """What a successful cast spends for the battle; "" for nothing."""
    if spell.limit == "warband":
        return f"{spell.id}:{state.setup.by_id[w.id].side}"
    return f"{spell.id}:{w.id}" if spell.limit == "caster" else ""


def mode_of(spell: Spell, order: Cast) -> Mode:
    """The way of casting that an order means: with targets the first, else around the caster."""
    if len(spell.modes) > 1 and not order.targets:
        return spell.modes[1]
    return spell.modes[0]


def check_named(state: State, w: Warrior, spell: Spell, order: Cast) -> None:
    """Raise what is wrong with targets, point or choice."""
    mode = mode_of(spell, order)
    select = mode.select
    if not may_choose(spell, order.choice):
        raise IllegalOrder("not_an_option", spell.rule, choice=order.choice)
    if len(set(order.targets)) != len(order.targets):
        raise IllegalOrder("illegal_target", spell.rule, target="")
    if select.who in ("one", "path"):
        _check_chosen(state, w, spell, mode, order)
    elif select.who == "nearest":
        _check_nearest(state, w, spell, mode, order)
    elif select.who in special.CHECKS:
        special.CHECKS[select.who](state, w, spell, mode, order)
    elif order.targets and not landing.of(mode):
        raise IllegalOrder("illegal_target", spell.rule, target=order.targets[0])
    landing.check(state, w, spell, mode, order)
    walking.check(state, spell, mode, order)


def may_choose(spell: Spell, chosen: str) -> bool:
    """Whether a spell takes this choice; "" is none."""
    if not spell.choices or (spell.optional_choice and not chosen):
        return True
    return chosen in spell.choices


def _check_chosen(state: State, w: Warrior, spell: Spell, mode: Mode, order: Cast) -> None:
    if not order.targets and mode.select.itself:
        return
    most = mode.select.most + (walking.of(mode) is not None)
    if not 1 <= len(order.targets) <= most:
        raise IllegalOrder("target_needed", spell.rule, warrior=w.id)
    for target in order.targets[: mode.select.most]:
        choice.check_target(state, w, spell, mode.select, target)


def _check_nearest(state: State, w: Warrior, spell: Spell, mode: Mode, order: Cast) -> None:
    """Named or not, it is the closest; a choice only where several are as close (P-MAG-28)."""
    able = choice.nearest(state, w, spell, mode.select)
    if not able:
        raise IllegalOrder("too_far", "P-MAG-28", warrior=w.id)
    for target in order.targets:
        if target not in able:
            choice.check_target(state, w, spell, mode.select, target)
            raise IllegalOrder("not_nearest", "P-MAG-28", target=target, nearer=able[0])
    if len(order.targets) > mode.select.most:
        raise IllegalOrder("target_needed", spell.rule, warrior=w.id)


def cast(play: Play, order: Cast) -> None:
    """Announce the spell; the dice follow as a task of their own (P-MAG-08)."""
    if play.state.phase == "movement":
        special.draw(play, order)
        return
    spell = play.state.setup.catalogue.spells[order.spell]
    if not order.targets and mode_of(spell, order).select.who == "nearest":
        w = play.warrior(order.warrior)
        order = _with_nearest(play.state, w, spell, order)
    play.emit(
        ev.CastDeclared(
            warrior=order.warrior,
            spell=spell.id,
            targets=order.targets,
            point=order.point,
            choice=order.choice,
            difficulty=system_of(play.state).difficulty(play.state, order, spell),
            rule="P-MAG-08",
        )
    )
    if not casts_unseen(play.state, order.warrior):
        reveal(play, order.warrior, "cast", "P-MAG-15")
    play.agenda.insert(0, CastTask(order))


def _with_nearest(state: State, w: Warrior, spell: Spell, order: Cast) -> Cast:
    select = mode_of(spell, order).select
    target = choice.nearest(state, w, spell, select)[0]
    return Cast(
        side=order.side,
        source=order.source,
        warrior=order.warrior,
        spell=order.spell,
        targets=(target,),
        point=order.point,
        choice=order.choice,
    )


def carry_out_cast(play: Play, task: CastTask) -> None:
    """Roll, and let the spell take effect."""
    order = task.order
    spell = play.state.setup.catalogue.spells[order.spell]
    held = second.holds(play, order.warrior)
    total = system_of(play.state).attempt(play, order, spell) if held else None
    if total == WAIT:
        return
    if total is None:
        play.emit(ev.SpellFailed(warrior=order.warrior, spell=spell.id, rule="P-MAG-09"))
        return
    w = play.warrior(order.warrior)
    play.emit(
        ev.SpellCast(
            warrior=w.id,
            spell=spell.id,
            targets=order.targets,
            once=once_of(play.state, w, spell),
            rule=spell.rule,
        )
    )
    second.open_after(play, w.id)
    enact.spell(play, order, spell, mode_of(spell, order), total)
    for target in order.targets:
        foe = play.state.warriors.get(target)
        if foe is not None and foe.side != w.side and casts_unseen(play.state, w.id):
            may_notice(play, w.id, target, "cast", "P-MAG-15")
