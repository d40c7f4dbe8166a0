"""Events grouped into lines: one for a shot with all its dice, one for a warrior's blows."""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext

from campaigns.narration.compose import compose
from campaigns.narration.lines import Line, Sentence
from campaigns.narration.magic import MAGIC
from campaigns.narration.names import Names
from campaigns.narration.sentences import SENTENCES
from campaigns.narration.throws import lowered, throw_of
from rules.battle import events as ev

KINDS: dict[type[ev.Event], str] = {
    ev.TurnStarted: "turn",
    ev.DeploymentStarted: "phase",
    ev.PhaseStarted: "phase",
    ev.StepStarted: "aside",
    ev.StrikingOrder: "aside",
    ev.CombatFought: "aside",
    ev.NotAutomated: "notes",
    ev.Sealed: "aside",
    ev.Awaited: "wait",
    ev.Adjusted: "gm",
    ev.TerrainAdjusted: "gm",
    ev.SideLost: "end",
    ev.BattleEnded: "end",
    ev.RolesSet: "aside",
    ev.ObjectivesSet: "aside",
    ev.RolledOff: "aside",
    ev.DeployOrderSet: "aside",
    ev.GroundSet: "aside",
    ev.CounterPlaced: "aside",
    ev.ReservesSet: "aside",
    ev.MeritEarned: "end",
    ev.SpoilsTaken: "end",
}
"""What kind of line an event opens; anything else opens an act."""

FOLLOWERS = {
    ev.Aided,
    ev.BrokeOff,
    ev.ChargeStopped,
    ev.StayedHidden,
    ev.FearFailed,
    ev.StupidityFailed,
    ev.Fell,
    ev.StoppedFleeing,
    ev.Rallied,
    ev.RallyDenied,
    ev.ChargeSpotFailed,
    ev.ChargeFailed,
    ev.Charged,
    ev.Intercepted,
    ev.InterceptionFailed,
    ev.Hid,
    ev.Revealed,
    ev.Fled,
    ev.LeftTable,
    ev.ShotMissed,
    ev.CoverHit,
    ev.KegBlown,
    ev.AutomaticHit,
    ev.Parried,
    ev.ParryLost,
    ev.CriticalHit,
    ev.CannotWound,
    ev.SurelyWounded,
    ev.SpentOnce,
    ev.WeaponBroken,
    ev.WoundsLost,
    ev.CounterTaken,
    ev.CounterDropped,
    ev.Searched,
    ev.LeftByEdge,
    *MAGIC,
} - {ev.CastDeclared, ev.CircleDrawn, ev.Unbound, ev.Unsummoned}
"""Events that carry on the act before them where there is one."""

GATHERED = frozenset({ev.NotAutomated, ev.Deployed})
"""Events that come in rows: each row is one line."""
FOLLOWING_ROLLS = frozenset(
    """to_hit parry to_wound critical critical_confirm save special_save multi injury fall_hits
    cast spell_hits spell_table summon distance strength opposed leadership impact shots part
    flee_distance stupidity_effect search""".split()
)
PLAIN_MOVES = frozenset({"walk", "run", "crawl"})
FOLLOWING_MOVES = frozenset(
    """charge failed_charge intercept flee carried pushed parted spell_walk break_off""".split()
)
STANDING_ALONE = frozenset({"recovery", "stood_up"})
"""Changes of status that nobody's act caused."""


def tell(events: Iterable[tuple[int, ev.Event]], names: Names) -> list[Line]:
    """The lines of a stretch of the log, in the active language.

    `events` are (sequence number, event) pairs in order.
    """
    lines: list[Line] = []
    several = False
    previous: type[ev.Event] | None = None
    for seq, event in events:
        if isinstance(event, ev.Struck):
            several = len(event.splits) > 1
        sentence = _sentence(seq, event, names, several=several)
        if lines and _goes_on(event, previous, lines[-1]):
            if isinstance(event, ev.Rolled) and event.reroll:
                _replace_last_throw(lines[-1], sentence)
            lines[-1].sentences.append(sentence)
        else:
            lines.append(Line(KINDS.get(type(event), "act"), [sentence]))
        previous = type(event)
    return _without_empty_phases(lines)


def _without_empty_phases(lines: list[Line]) -> list[Line]:
    """A phase in which nothing happened needs no heading; the last one stands open."""
    following = [*lines[1:], None][: len(lines)]
    return [
        line
        for line, after in zip(lines, following, strict=True)
        if line.kind != "phase" or after is None or after.kind not in ("phase", "turn")
    ]


def _goes_on(event: ev.Event, previous: type[ev.Event] | None, line: Line) -> bool:
    """Whether an event belongs to the line before it."""
    if type(event) in GATHERED or (isinstance(event, ev.Moved) and event.mode in PLAIN_MOVES):
        return previous is type(event) and line.sentences[0].of is type(event)
    return line.kind == "act" and _follows(event, line)


def _replace_last_throw(line: Line, again: Sentence) -> None:
    """The throw that `again` repeats no longer stands."""
    for position in reversed(range(len(line.sentences))):
        told = line.sentences[position]
        if told.throw and again.throw and told.throw.label == again.throw.label:
            line.sentences[position] = replace(told, throw=replace(told.throw, replaced=True))
            return


def _sentence(seq: int, event: ev.Event, names: Names, *, several: bool) -> Sentence:
    parts = SENTENCES[type(event)](event, names)
    throw = None
    if isinstance(event, ev.Rolled):
        throw = throw_of(event, names)
        if several and event.purpose == "to_hit" and event.target:
            parts = compose(
                gettext("Against %(target)s (%(weapon)s): %(told)s"),
                target=names.warrior(event.target),
                weapon=names.thing(event.weapon),
                told=lowered(parts),
            )
    return Sentence(parts, seq, event.rule, throw, type(event))


def _follows(event: ev.Event, line: Line) -> bool:
    if isinstance(event, ev.Rolled):
        return event.purpose in FOLLOWING_ROLLS or event.reroll or _notices(event, line)
    if isinstance(event, ev.Moved):
        return event.mode in FOLLOWING_MOVES
    if isinstance(event, ev.StatusChanged):
        return event.cause not in STANDING_ALONE
    return type(event) in FOLLOWERS


def _notices(roll: ev.Rolled, line: Line) -> bool:
    """An Initiative or fear test in the middle of a warrior's act."""
    return roll.purpose in ("initiative", "fear") and roll.actor in line.warriors
