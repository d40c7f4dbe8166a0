"""One sentence an event type. `SENTENCES` has an entry for every type there is (tests hold it)."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext, ngettext

from campaigns.narration import words
from campaigns.narration.aids import AIDS
from campaigns.narration.compose import compose, listing
from campaigns.narration.decisions import choice_word, question
from campaigns.narration.fights import FIGHTS
from campaigns.narration.lines import Part
from campaigns.narration.magic import MAGIC
from campaigns.narration.mission import MISSION
from campaigns.narration.names import Names, localized
from campaigns.narration.refusals import explain_code
from campaigns.narration.throws import tell_roll
from rules.battle import events as ev
from rules.battle.orders import Adjustment, ProfileChanges, Split

Parts = tuple[Part, ...]


def _length(value: int, names: Names) -> str:
    return words.length(value, names.unit, names.unit_size)


def _and(parts: list[Part]) -> Parts:
    return listing(parts, ", ", gettext(" and "))


def _order_of_play(event: ev.OrderOfPlay, names: Names) -> Parts:
    sides = listing([names.side(side) for side in event.sides], ", ", gettext(", then "))
    return compose(gettext("The turns go in this order: %(sides)s."), sides=sides)


def _not_automated(event: ev.NotAutomated, names: Names) -> Parts:
    return compose(
        gettext("%(who)s carries what the game master has to see to: %(things)s."),
        who=names.warrior(event.warrior),
        things=", ".join(dict.fromkeys(names.thing(id.rpartition(":")[2]) for id in event.ids)),
    )


def _deployed(event: ev.Deployed, names: Names) -> Parts:
    return compose(gettext("%(who)s takes up position."), who=names.warrior(event.warrior))


def _went_below(event: ev.WentBelow, names: Names) -> Parts:
    return compose(gettext("%(who)s goes by the catacombs."), who=names.warrior(event.warrior))


def _stayed_below(event: ev.StayedBelow, names: Names) -> Parts:
    told = gettext("%(who)s finds nowhere to come up and tries again next turn.")
    return compose(told, who=names.warrior(event.warrior))


def _deployment_started(event: ev.DeploymentStarted, names: Names) -> Parts:
    told = {
        "counters": gettext("A piece of wyrdstone is to be put down by %(side)s"),
        "late": gettext("Deployment of who comes last: %(side)s"),
        "rearrange": gettext("Deployment, once more: %(side)s"),
    }
    text = told.get(event.what, gettext("Deployment: %(side)s"))
    return compose(text, side=names.side(event.side))


def _turn_started(event: ev.TurnStarted, names: Names) -> Parts:
    return compose(gettext("Turn %(turn)s: %(side)s"), turn=event.turn, side=names.side(event.side))


def _phase_started(event: ev.PhaseStarted, names: Names) -> Parts:
    phase = words.word(words.PHASES, event.phase)
    return (Part(phase[:1].upper() + phase[1:]),)


def _step_started(event: ev.StepStarted, names: Names) -> Parts:
    told = {
        "charges": gettext("Now the charges."),
        "compulsory": gettext("The charges are over: now the compulsory moves."),
        "others": gettext("The charges are over: now the remaining moves."),
        "emerging": gettext("Now those who went by the catacombs come up."),
    }
    return compose(told[event.step])


def _stayed_down(event: ev.StayedDown, names: Names) -> Parts:
    return compose(gettext("%(who)s stays on the ground."), who=names.warrior(event.warrior))


def _status_changed(event: ev.StatusChanged, names: Names) -> Parts:
    return compose(_status_sentence(event), who=names.warrior(event.warrior))


def _status_sentence(event: ev.StatusChanged) -> str:
    special = {
        "heart_strike": gettext("A shot to the heart: %(who)s goes out of action."),
        "will": gettext("%(who)s gets up once more."),
        "will_fails": gettext("The will of %(who)s gives way: out of action."),
    }
    if event.cause in special:
        return special[event.cause]
    if event.after == "out_of_action":
        return gettext("%(who)s goes out of action.")
    if event.after == "standing":
        return gettext("%(who)s stands up.")
    if event.after == "stunned":
        return gettext("%(who)s is stunned.")
    if event.before == "stunned":
        return gettext("%(who)s comes round and is knocked down.")
    return gettext("%(who)s is knocked down.")


def _fear_failed(event: ev.FearFailed, names: Names) -> Parts:
    told = {
        "no_charge": gettext("Fear of %(enemy)s stops %(who)s, who doesn't charge."),
        "no_interception": gettext("Fear of %(enemy)s stops %(who)s, who doesn't step in."),
        "only_sixes": gettext("Fear of %(enemy)s grips %(who)s, who hits on 6s only."),
    }
    other = gettext("%(who)s fears %(enemy)s.")
    return compose(
        told.get(event.effect, other),
        who=names.warrior(event.warrior),
        enemy=names.warrior(event.enemy),
    )


def _stupidity_failed(event: ev.StupidityFailed, names: Names) -> Parts:
    told = {
        "engaged": gettext("Stupidity: %(who)s doesn't strike in this turn."),
        "shambles": gettext("Stupidity: %(who)s shambles straight ahead."),
        "inactive": gettext("Stupidity: %(who)s does nothing in this turn."),
    }
    return compose(told[event.effect], who=names.warrior(event.warrior))


def _forced_to_charge(event: ev.ForcedToCharge, names: Names) -> Parts:
    told = gettext("Frenzy drives %(who)s to charge %(target)s.")
    if event.rule != "P-PSY-06":
        told = gettext("%(who)s rushes at %(target)s.")
    return compose(told, who=names.warrior(event.warrior), target=names.warrior(event.target))


def _fell(event: ev.Fell, names: Names) -> Parts:
    return compose(
        gettext("%(who)s falls %(length)s."),
        who=names.warrior(event.warrior),
        length=_length(event.height, names),
    )


def _stopped_fleeing(event: ev.StoppedFleeing, names: Names) -> Parts:
    return compose(
        gettext("%(who)s is struck down before getting away."), who=names.warrior(event.warrior)
    )


def _rallied(event: ev.Rallied, names: Names) -> Parts:
    return compose(gettext("%(who)s rallies."), who=names.warrior(event.warrior))


def _rally_denied(event: ev.RallyDenied, names: Names) -> Parts:
    return compose(
        gettext("%(who)s can't rally with %(enemy)s so near and goes on fleeing."),
        who=names.warrior(event.warrior),
        enemy=names.warrior(event.enemy),
    )


def _charge_declared(event: ev.ChargeDeclared, names: Names) -> Parts:
    return compose(
        gettext("%(who)s charges %(targets)s."),
        who=names.warrior(event.warrior),
        targets=_and([names.warrior(target) for target in event.targets]),
    )


def _charge_spot_failed(event: ev.ChargeSpotFailed, names: Names) -> Parts:
    return compose(
        gettext("%(who)s doesn't notice %(target)s and can't charge in this turn."),
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
    )


def _charge_failed(event: ev.ChargeFailed, names: Names) -> Parts:
    if event.reason == "too_long":
        return compose(gettext("The charge falls short."))
    return compose(gettext("The charge comes to nothing."))


def _charged(event: ev.Charged, names: Names) -> Parts:
    told = gettext("%(who)s comes to blows with %(targets)s.")
    if event.diving:
        told = gettext("%(who)s falls upon %(targets)s from above.")
    elif event.following:
        told = gettext("%(who)s comes up against %(targets)s for the next fight.")
    return compose(
        told,
        who=names.warrior(event.warrior),
        targets=_and([names.warrior(target) for target in event.targets]),
    )


def _intercepted(event: ev.Intercepted, names: Names) -> Parts:
    return compose(
        gettext("%(who)s steps in and takes the charge meant for %(target)s."),
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
    )


def _interception_failed(event: ev.InterceptionFailed, names: Names) -> Parts:
    told = {
        "no_room": gettext("%(who)s can't step in: there is no room."),
        "out_of_reach": gettext("%(who)s can't step in: the charge doesn't reach so far."),
        "path_blocked": gettext("%(who)s can't step in: something is in the way."),
    }
    other = gettext("%(who)s can't step in.")
    return compose(told.get(event.reason, other), who=names.warrior(event.warrior))


def _moved(event: ev.Moved, names: Names) -> Parts:
    told = {
        "walk": gettext("%(who)s moves %(length)s."),
        "run": gettext("%(who)s runs %(length)s."),
        "crawl": gettext("%(who)s crawls %(length)s."),
        "charge": gettext("%(who)s covers %(length)s."),
        "failed_charge": gettext("%(who)s advances %(length)s."),
        "intercept": gettext("%(who)s moves %(length)s into the path."),
        "flee": gettext("%(who)s flees %(length)s."),
        "shamble": gettext("%(who)s shambles %(length)s."),
        "climb": gettext("%(who)s climbs %(length)s."),
        "jump": gettext("%(who)s jumps down %(length)s."),
        "leap": gettext("%(who)s leaps over a gap of %(length)s."),
        "carried": gettext("%(who)s is carried %(length)s through the air."),
        "pushed": gettext("%(who)s is thrown %(length)s away."),
        "parted": gettext("%(who)s is taken %(length)s away."),
        "dropped": gettext("%(who)s lands on his feet."),
        "spell_walk": gettext("%(who)s moves again, %(length)s."),
        "random": gettext("%(who)s goes %(length)s, as far as the dice say."),
        "follow_up": gettext("%(who)s moves on %(length)s."),
        "break_off": gettext("%(who)s steps back %(length)s."),
    }
    text = told[event.mode]
    if event.cost == 0 and event.mode in ("walk", "run", "crawl"):
        text = _in_place(event)
    elif event.mode == "climb" and event.path[-1][2] < event.path[0][2]:
        text = gettext("%(who)s climbs down %(length)s.")
    return compose(text, who=names.warrior(event.warrior), length=_length(_how_far(event), names))


def _in_place(event: ev.Moved) -> str:
    """A run is on record before anything else where it begins with a leap (P-MOV-10)."""
    if event.rule == "P-MOV-10":
        return gettext("%(who)s sets off at a run.")
    return gettext("%(who)s stays in place.")


def _how_far(event: ev.Moved) -> int:
    """What was covered: of a climb or a jump the height."""
    if event.mode in ("climb", "jump"):
        return sum(abs(b[2] - a[2]) for a, b in pairwise(event.path))
    return event.cost


def _climb_failed(event: ev.ClimbFailed, names: Names) -> Parts:
    return compose(
        gettext("%(who)s doesn't manage to climb and can't move in this turn."),
        who=names.warrior(event.warrior),
    )


def _order_lapsed(event: ev.OrderLapsed, names: Names) -> Parts:
    return compose(
        gettext("The order for %(who)s lapses: %(reason)s"),
        who=names.warrior(event.warrior),
        reason=explain_code(event.code, {}, names),
    )


def _hid(event: ev.Hid, names: Names) -> Parts:
    return compose(gettext("%(who)s hides."), who=names.warrior(event.warrior))


def _revealed(event: ev.Revealed, names: Names) -> Parts:
    return compose(gettext("%(who)s is no longer hidden."), who=names.warrior(event.warrior))


def _fled(event: ev.Fled, names: Names) -> Parts:
    return compose(gettext("%(who)s breaks and flees."), who=names.warrior(event.warrior))


def _left_table(event: ev.LeftTable, names: Names) -> Parts:
    return compose(
        gettext("%(who)s runs off the table and is out of the battle."),
        who=names.warrior(event.warrior),
    )


def _shot_fired(event: ev.ShotFired, names: Names) -> Parts:
    return compose(
        gettext("%(who)s shoots at %(target)s (%(weapon)s, %(length)s)."),
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
        weapon=names.thing(event.weapon),
        length=_length(event.distance, names),
    )


def _shot_missed(event: ev.ShotMissed, names: Names) -> Parts:
    if event.reason == "out_of_range":
        return compose(gettext("The target is out of range: the shot is lost."))
    if event.reason == "held_back":
        return compose(gettext("A blessing holds the shooter back: the shot is lost."))
    return compose(gettext("Not even a 6 would hit: the shot is lost."))


def _cover_hit(event: ev.CoverHit, names: Names) -> Parts:
    if event.cover_kind == "model":
        return compose(
            gettext("Short by the cover alone: the shot hits %(cover)s, who stood in the way."),
            cover=names.warrior(event.cover),
        )
    place = names.places.get(event.cover)
    if place:
        return compose(gettext("Short by the cover alone: the shot hits %(place)s."), place=place)
    return compose(gettext("Short by the cover alone: the shot hits the cover."))


def _splits(splits: tuple[Split, ...], names: Names) -> Parts:
    parts: list[Part] = []
    for split in splits:
        if parts:
            parts.append(Part("; "))
        text = ngettext(
            "%(target)s (%(weapon)s, %(count)d attack)",
            "%(target)s (%(weapon)s, %(count)d attacks)",
            split.attacks,
        )
        parts += compose(
            text,
            target=names.warrior(split.target),
            weapon=names.thing(split.weapon),
            count=split.attacks,
        )
    return tuple(parts)


def _strikes_declared(event: ev.StrikesDeclared, names: Names) -> Parts:
    return compose(
        gettext("%(who)s will strike at %(splits)s."),
        who=names.warrior(event.warrior),
        splits=_splits(event.splits, names),
    )


def _striking_order(event: ev.StrikingOrder, names: Names) -> Parts:
    warriors = listing([names.warrior(id) for id in event.warriors], ", ", ", ")
    return compose(gettext("They strike in this order: %(warriors)s."), warriors=warriors)


def _struck(event: ev.Struck, names: Names) -> Parts:
    if not event.splits:
        return compose(gettext("%(who)s doesn't strike."), who=names.warrior(event.warrior))
    return compose(
        gettext("%(who)s strikes at %(splits)s."),
        who=names.warrior(event.warrior),
        splits=_splits(event.splits, names),
    )


def _automatic_hit(event: ev.AutomaticHit, names: Names) -> Parts:
    text = ngettext(
        "%(who)s hits %(target)s without a roll (%(weapon)s, %(count)d hit).",
        "%(who)s hits %(target)s without a roll (%(weapon)s, %(count)d hits).",
        event.hits,
    )
    return compose(
        text,
        who=names.warrior(event.warrior),
        target=names.warrior(event.target),
        weapon=names.thing(event.weapon),
        count=event.hits,
    )


def _parried(event: ev.Parried, names: Names) -> Parts:
    return compose(gettext("%(who)s turns the blow aside."), who=names.warrior(event.warrior))


def _parry_lost(event: ev.ParryLost, names: Names) -> Parts:
    if event.reason == "too_strong":
        text = gettext("The blow is too strong for %(who)s to parry.")
    else:
        text = gettext("%(who)s can't parry a 6.")
    return compose(text, who=names.warrior(event.warrior))


def _critical_hit(event: ev.CriticalHit, names: Names) -> Parts:
    effects = [
        ngettext("%(count)d wound", "%(count)d wounds", event.wounds) % {"count": event.wounds}
    ]
    if not event.save:
        effects.append(gettext("no armour save"))
    if event.injury:
        effects.append(
            gettext("%(bonus)s to the injury roll") % {"bonus": words.signed(event.injury)}
        )
    return compose(
        gettext("%(row)s: %(effects)s."),
        row=names.critical(event.row),
        effects=", ".join(effects),
    )


def _cannot_wound(event: ev.CannotWound, names: Names) -> Parts:
    return compose(
        gettext("Strength %(strength)s can't wound Toughness %(toughness)s."),
        strength=event.strength,
        toughness=event.toughness,
    )


def _wounds_lost(event: ev.WoundsLost, names: Names) -> Parts:
    text = ngettext(
        "%(who)s suffers %(count)d wound and has %(left)s left.",
        "%(who)s suffers %(count)d wounds and has %(left)s left.",
        event.suffered,
    )
    return compose(text, who=names.warrior(event.warrior), count=event.suffered, left=event.after)


def _combat_fought(event: ev.CombatFought, names: Names) -> Parts:
    if not event.warriors:
        return compose(gettext("The blows are over; nobody is engaged any more."))
    return compose(
        gettext("The blows are over. Still engaged: %(warriors)s."),
        warriors=_and([names.warrior(id) for id in event.warriors]),
    )


def _awaited(event: ev.Awaited, names: Names) -> Parts:
    parts: list[Part] = []
    for decision in event.decisions:
        if parts:
            parts.append(Part(" "))
        parts += compose(
            gettext("It is for %(side)s to decide: %(question)s"),
            side=names.side(decision.side),
            question=question(decision, names),
        )
    return tuple(parts)


def _decided(event: ev.Decided, names: Names) -> Parts:
    return compose(
        gettext("Decided for %(side)s: %(choice)s."),
        side=names.side(event.side),
        choice=choice_word(event.kind, event.choice, names),
    )


def _side_lost(event: ev.SideLost, names: Names) -> Parts:
    told = {
        "rout": gettext("%(side)s: the warband routs and has lost."),
        "voluntary_rout": gettext("%(side)s: the warband gives the battle up."),
        "no_models": gettext("%(side)s: nobody is left on the table."),
    }
    other = gettext("%(side)s: the battle is lost.")
    return compose(told.get(event.reason, other), side=names.side(event.side))


def _battle_ended(event: ev.BattleEnded, names: Names) -> Parts:
    if event.winner is None and event.reason == "agreed":
        return compose(gettext("The battle ends in a draw, as all agreed."))
    if event.winner is None:
        return compose(gettext("The battle ends in a draw."))
    why = {
        "objective": gettext("The objective is taken. Victory: %(side)s."),
        "broke_through": gettext("The line is broken. Victory: %(side)s."),
        "left_by_edge": gettext("All of them are through the street. Victory: %(side)s."),
        "chest": gettext("The treasure is safe. Victory: %(side)s."),
        "buildings": gettext("They hold more of the buildings. Victory: %(side)s."),
    }
    if event.reason in why:
        return compose(why[event.reason], side=names.side(event.winner))
    return compose(gettext("The battle is over. Victory: %(side)s."), side=names.side(event.winner))


def _adjusted(event: ev.Adjusted, names: Names) -> Parts:
    return compose(
        gettext("The game master changes %(who)s: %(changes)s. Reason: %(reason)s"),
        who=names.warrior(event.warrior),
        changes=", ".join(_changes(event.changes, names)) or gettext("nothing"),
        reason=event.reason,
    )


def _terrain_adjusted(event: ev.TerrainAdjusted, names: Names) -> Parts:
    told = []
    if event.removed:
        what = _pieces([names.places.get(id) for id in event.removed])
        told.append(gettext("gone: %(what)s") % {"what": what})
    if event.placed:
        what = _pieces([piece.name for piece in event.placed])
        told.append(gettext("new or changed: %(what)s") % {"what": what})
    return compose(
        gettext("The game master changes the table (%(changes)s). Reason: %(reason)s"),
        changes="; ".join(told),
        reason=event.reason,
    )


def _pieces(known: list[Any]) -> str:
    """Places by their names, the rest of the terrain by its number."""
    told = [localized(name, "") for name in known if name]
    others = len(known) - len(told)
    if others:
        told.append(ngettext("%(n)d piece", "%(n)d pieces", others) % {"n": others})
    return ", ".join(told)


def _changes(changes: Adjustment, names: Names) -> list[str]:
    told = []
    if changes.at is not None:
        told.append(gettext("place on the table"))
    if changes.facing is not None:
        told.append(gettext("facing"))
    if changes.status is not None:
        told.append(words.word(words.STATUSES, changes.status))
    if changes.wounds is not None:
        told.append(gettext("wounds: %(wounds)s") % {"wounds": changes.wounds})
    if changes.hidden is not None:
        told.append(gettext("hidden") if changes.hidden else gettext("not hidden"))
    if changes.fleeing is not None:
        told.append(gettext("fleeing") if changes.fleeing else gettext("not fleeing"))
    if changes.profile is not None:
        told += _characteristics(changes.profile, names)
    return told


def _characteristics(profile: ProfileChanges, names: Names) -> list[str]:
    told = []
    for name, short in words.ABBREVIATIONS.items():
        value = getattr(profile, name)
        if value is not None:
            told.append(f"{short} {_length(value, names) if name == 'M' else value}")
    return told


def _sealed(event: ev.Sealed, names: Names) -> Parts:
    return compose(gettext("Something happens here that isn't for you to see."))


SENTENCES: dict[type[ev.Event], Callable[[Any, Names], Parts]] = {
    ev.OrderOfPlay: _order_of_play,
    **AIDS,
    ev.NotAutomated: _not_automated,
    ev.Deployed: _deployed,
    ev.WentBelow: _went_below,
    ev.StayedBelow: _stayed_below,
    ev.DeploymentStarted: _deployment_started,
    ev.TurnStarted: _turn_started,
    ev.PhaseStarted: _phase_started,
    ev.StepStarted: _step_started,
    ev.Rolled: tell_roll,
    ev.StayedDown: _stayed_down,
    ev.StatusChanged: _status_changed,
    ev.FearFailed: _fear_failed,
    ev.StupidityFailed: _stupidity_failed,
    ev.ForcedToCharge: _forced_to_charge,
    ev.Fell: _fell,
    ev.StoppedFleeing: _stopped_fleeing,
    ev.Rallied: _rallied,
    ev.RallyDenied: _rally_denied,
    ev.ChargeDeclared: _charge_declared,
    ev.ChargeSpotFailed: _charge_spot_failed,
    ev.ChargeFailed: _charge_failed,
    ev.Charged: _charged,
    ev.Intercepted: _intercepted,
    ev.InterceptionFailed: _interception_failed,
    ev.Moved: _moved,
    ev.ClimbFailed: _climb_failed,
    ev.OrderLapsed: _order_lapsed,
    ev.Hid: _hid,
    ev.Revealed: _revealed,
    ev.Fled: _fled,
    ev.LeftTable: _left_table,
    ev.ShotFired: _shot_fired,
    ev.ShotMissed: _shot_missed,
    ev.CoverHit: _cover_hit,
    ev.StrikesDeclared: _strikes_declared,
    ev.StrikingOrder: _striking_order,
    ev.Struck: _struck,
    ev.AutomaticHit: _automatic_hit,
    ev.Parried: _parried,
    ev.ParryLost: _parry_lost,
    ev.CriticalHit: _critical_hit,
    ev.CannotWound: _cannot_wound,
    ev.WoundsLost: _wounds_lost,
    ev.CombatFought: _combat_fought,
    **FIGHTS,
    ev.Awaited: _awaited,
    ev.Decided: _decided,
    ev.SideLost: _side_lost,
    ev.BattleEnded: _battle_ended,
    ev.Adjusted: _adjusted,
    ev.TerrainAdjusted: _terrain_adjusted,
    ev.Sealed: _sealed,
    **MISSION,
    **MAGIC,
}
