"""One sentence an event type. `SENTENCES` has an entry for every type there is (tests hold it)."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext

from campaigns.narration import words
from campaigns.narration.aids import AIDS
from campaigns.narration.blows import BLOWS
from campaigns.narration.compose import compose, listing
from campaigns.narration.decisions import choice_word, question
from campaigns.narration.fights import FIGHTS
from campaigns.narration.lines import Part
from campaigns.narration.magic import MAGIC
from campaigns.narration.mission import MISSION
from campaigns.narration.moving import MOVING
from campaigns.narration.names import Names, localized
from campaigns.narration.throws import tell_roll
from rules.battle import events as ev
from rules.battle.orders import Adjustment, ProfileChanges

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
    ev.StoppedFleeing: _stopped_fleeing,
    ev.Rallied: _rallied,
    ev.RallyDenied: _rally_denied,
    **MOVING,
    **BLOWS,
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
