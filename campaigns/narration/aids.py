"""What items, skills and special rules did, in a sentence each."""

from typing import Any

from django.utils.translation import gettext

from campaigns.narration import words
from campaigns.narration.compose import compose
from campaigns.narration.lines import Part
from campaigns.narration.names import Names
from rules.battle import events as ev
from rules.battle.doors import FORCE

Parts = tuple[Part, ...]


def _aided(event: ev.Aided, names: Names) -> Parts:
    told = {
        "passes": gettext("%(what)s: %(who)s passes without a roll."),
        "ignores": gettext("%(what)s: %(who)s needs no test."),
        "rerolls": gettext("%(what)s: %(who)s rolls again."),
        "succeeds": gettext("%(what)s: the failed roll of %(who)s succeeds."),
        "wards": gettext("%(what)s protects %(who)s."),
    }
    if event.by:
        told["rerolls"] = gettext("%(what)s of %(by)s: %(who)s rolls again.")
    return compose(
        told[event.how],
        what=names.thing(event.of),
        who=names.warrior(event.warrior),
        by=names.warrior(event.by),
    )


def _item_used(event: ev.ItemUsed, names: Names) -> Parts:
    told = {
        "hunger": gettext("%(who)s gives in to %(what)s: one attack more, %(reach)s farther."),
        "leap": gettext("%(what)s: %(who)s goes %(reach)s farther with its move, over others too."),
        "scope": gettext("%(what)s: %(who)s shoots %(reach)s farther in this turn."),
    }
    if event.how in told:
        reach = words.length(event.reach, names.unit, names.unit_size)
        return compose(
            told[event.how],
            who=names.warrior(event.warrior),
            what=names.thing(event.of),
            reach=reach,
        )
    told = {
        "horn": gettext("%(who)s uses %(what)s: the whole warband takes heart for this turn."),
        "luck": gettext("%(who)s trusts in %(what)s for the next roll that fails."),
        "brew": gettext("%(who)s drinks: %(what)s."),
        "scroll": gettext("%(who)s has a scroll at hand for this turn’s casting roll: %(what)s."),
    }
    return compose(told[event.how], who=names.warrior(event.warrior), what=names.thing(event.of))


def _guard_set(event: ev.GuardSet, names: Names) -> Parts:
    told = {
        "always": gettext("%(who)s parries from now on whenever it can."),
        "once": gettext("%(who)s parries from now on without a second throw."),
        "never": gettext("%(who)s doesn’t parry from now on."),
    }
    return compose(told[event.parry], who=names.warrior(event.warrior))


def _preference_set(event: ev.PreferenceSet, names: Names) -> Parts:
    told = {
        "parting": gettext("%(who)s strikes at whoever flees from it: %(choice)s."),
        "edge": gettext("%(who)s flees, of edges as near: %(choice)s."),
        "equal": gettext("%(who)s parries, of equal hits: %(choice)s."),
        "crush": gettext("%(who)s, where all its blows hit: %(choice)s."),
        "quarry": gettext("%(who)s is after %(choice)s in this battle."),
    }
    choice = preference(event.what, event.choice, names)
    return compose(told[event.what], who=names.warrior(event.warrior), choice=choice)


def _crushed(event: ev.Crushed, names: Names) -> Parts:
    if event.mine >= event.theirs:
        told = gettext("%(who)s crushes %(target)s, %(mine)s against %(theirs)s: a Wound, no save.")
    else:
        told = gettext("%(who)s would crush %(target)s, %(mine)s against %(theirs)s: in vain.")
    return compose(
        told,
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
        mine=event.mine,
        theirs=event.theirs,
    )


def _blessed(event: ev.Blessed, names: Names) -> Parts:
    return compose(
        gettext("%(what)s: the prayer of %(who)s is heard for this battle."),
        what=names.thing(event.of),
        who=names.warrior(event.warrior),
    )


def _will_tested(event: ev.WillTested, names: Names) -> Parts:
    if event.passed:
        told = gettext("%(what)s: %(who)s fights on.")
    else:
        told = gettext("%(what)s: the test fails, %(who)s can’t go on.")
    return compose(told, what=names.thing(event.of), who=names.warrior(event.warrior))


def _taunted(event: ev.Taunted, names: Names) -> Parts:
    if event.holds:
        told = gettext("%(who)s taunts %(target)s, who pays no heed.")
    else:
        told = gettext("%(who)s taunts %(target)s, who will come for it in its next turn.")
    return compose(told, who=names.warrior(event.warrior), target=names.warrior(event.target))


def _lured(event: ev.Lured, names: Names) -> Parts:
    return compose(
        gettext("%(who)s has been taunted and has to go for %(enemy)s in this turn."),
        who=names.warrior(event.warrior),
        enemy=names.warrior(event.enemy),
    )


def _trap_laid(event: ev.TrapLaid, names: Names) -> Parts:
    return compose(gettext("%(who)s lays a trap."), who=names.warrior(event.warrior))


def _trap_sprung(event: ev.TrapSprung, names: Names) -> Parts:
    if event.snaps:
        told = gettext("A trap of %(by)s snaps under %(who)s.")
    else:
        told = gettext("%(who)s comes near a trap of %(by)s, and it doesn’t snap.")
    return compose(told, who=names.warrior(event.warrior), by=names.warrior(event.by))


def _door_tried(event: ev.DoorTried, names: Names) -> Parts:
    if event.of == FORCE:
        opened = gettext("%(who)s forces the door: it is open.")
        holds = gettext("%(who)s tries to force the door, and it holds.")
    else:
        opened = gettext("%(who)s opens the door: %(what)s.")
        holds = gettext("%(who)s tries the door in vain: %(what)s.")
    told = opened if event.pieces else holds
    return compose(told, who=names.warrior(event.warrior), what=names.thing(event.of))


def preference(what: str, choice: str, names: Names) -> str:
    """What was chosen for a moment in which nobody is asked, in words."""
    known = words.PREFERENCES.get(f"{what}:{choice}")
    if known is not None:
        return str(known)
    return names.warriors.get(choice) or names.thing(choice)


def _characteristic_changed(event: ev.CharacteristicChanged, names: Names) -> Parts:
    return compose(
        gettext("%(what)s: %(name)s of %(who)s goes from %(before)s to %(after)s."),
        what=names.thing(event.of),
        name=words.word(words.CHARACTERISTICS, event.name),
        who=names.warrior(event.warrior),
        before=event.before,
        after=event.after,
    )


def _frenzy_gained(event: ev.FrenzyGained, names: Names) -> Parts:
    return compose(
        gettext("%(what)s: from now on %(who)s is in a frenzy."),
        what=names.thing(event.of),
        who=names.warrior(event.warrior),
    )


def _charge_stopped(event: ev.ChargeStopped, names: Names) -> Parts:
    if event.effect == "no_charge":
        told = gettext("%(what)s of %(by)s holds %(who)s off, who doesn't charge %(target)s.")
    else:
        told = gettext("%(what)s of %(by)s spoils the charge of %(who)s at %(target)s.")
    return compose(
        told,
        what=names.thing(event.of),
        by=names.warrior(event.by),
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
    )


def _wounds_regained(event: ev.WoundsRegained, names: Names) -> Parts:
    return compose(
        gettext("%(what)s: %(who)s regains lost Wounds, %(before)s before, %(after)s now."),
        what=names.thing(event.of),
        who=names.warrior(event.warrior),
        before=event.before,
        after=event.after,
    )


def _stayed_hidden(event: ev.StayedHidden, names: Names) -> Parts:
    return compose(
        gettext("%(what)s: %(who)s deceives %(enemy)s and stays hidden."),
        what=names.thing(event.of),
        who=names.warrior(event.warrior),
        enemy=names.warrior(event.enemy),
    )


def _ran_wild(event: ev.RanWild, names: Names) -> Parts:
    return compose(
        gettext("Nobody minds %(who)s any more: it goes wild."), who=names.warrior(event.warrior)
    )


def _seized(event: ev.Seized, names: Names) -> Parts:
    told = {
        "frenzy": gettext("%(what)s: %(who)s is in a frenzy for this turn."),
        "stupidity": gettext("%(what)s: %(who)s may turn stupid for this turn."),
    }
    return compose(told[event.gain], what=names.thing(event.of), who=names.warrior(event.warrior))


def _quarrelled(event: ev.Quarrelled, names: Names) -> Parts:
    told = {
        "fight": gettext("%(what)s: %(who)s goes for %(target)s."),
        "idle": gettext("%(what)s: %(who)s grumbles and does nothing in this turn."),
        "rush": gettext("%(what)s: %(who)s will show them all and must charge."),
    }
    return compose(
        told[event.result],
        what=names.thing(event.of),
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
    )


def _broke_off(event: ev.BrokeOff, names: Names) -> Parts:
    if event.passed:
        told = gettext("%(what)s: %(who)s breaks off from the fight.")
    else:
        told = gettext("%(what)s: %(who)s doesn't get away and strikes last in this turn.")
    return compose(told, what=names.thing(event.of), who=names.warrior(event.warrior))


AIDS: dict[type[ev.Event], Any] = {
    ev.Aided: _aided,
    ev.GuardSet: _guard_set,
    ev.PreferenceSet: _preference_set,
    ev.Crushed: _crushed,
    ev.WillTested: _will_tested,
    ev.Taunted: _taunted,
    ev.Lured: _lured,
    ev.TrapLaid: _trap_laid,
    ev.TrapSprung: _trap_sprung,
    ev.DoorTried: _door_tried,
    ev.Blessed: _blessed,
    ev.ItemUsed: _item_used,
    ev.CharacteristicChanged: _characteristic_changed,
    ev.FrenzyGained: _frenzy_gained,
    ev.ChargeStopped: _charge_stopped,
    ev.WoundsRegained: _wounds_regained,
    ev.StayedHidden: _stayed_hidden,
    ev.RanWild: _ran_wild,
    ev.Seized: _seized,
    ev.Quarrelled: _quarrelled,
    ev.BrokeOff: _broke_off,
}
