"""The aftermath of a battle for one warband: each step in one transaction, exactly once.

`start` opens it, `run_step` does the next step, `answer` is the game master's word where a step
asks for one, `revert` takes it all back after a rewind. Campaigns call these from their jobs; a
job that is killed and run again finds its step undone or done, never half done.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

from mordheim_site.errors import NotFound
from rules import campaign
from rules.campaign import BattleReport, Pending, Proceed, Resolve, Setup, State, Step
from rules.campaign.books import Entries, captors_lines, entries
from rules.campaign.events import AnyEvent, CaptorsGained
from rules.campaign.orders import AnyOrder
from rules.campaign.pin import pin
from rules.campaign.sealed import sealed_dice
from rules.catalogue import load_catalogue
from rules.errors import IllegalOrder
from rules.roster.ledger import Line
from rules.roster.model import Roster
from rules.roster.rating import rating
from rules.ruleset import load_ruleset
from warbands import store
from warbands.codec import decode_events, decode_setup, encode
from warbands.models import Aftermath, AftermathStep, Warband
from warbands.sentences import sentence
from warbands.services.access import locked, refuse, touch
from warbands.services.books import enter
from warbands.services.roster import warband_release

replace = msgspec.structs.replace


class StepResult(NamedTuple):
    """A step that has been done: its events, how many steps remain, whether all is closed."""

    step: AftermathStep
    events: tuple[AnyEvent, ...]
    remaining: int
    closed: bool


@transaction.atomic
def start(
    *,
    battle_ref: str,
    warband: Warband | UUID,
    outcome: BattleReport,
    side: str = "",
    seeds: Iterable[str] = (),
) -> Aftermath:
    """Open the aftermath of a battle for a warband; the same again where it is open already.

    `outcome` is the report of the battle (rules.campaign.report_of); `side` the warband's side in
    it, found by its id where not given. Its secret is drawn here and sealed until it closes.
    """
    row = locked(warband)
    known = row.aftermaths.filter(battle=battle_ref, reverted_at=None).first()
    if known is not None:
        return known
    side = side or _side_of(row, outcome)
    roster = store.load(row)
    unit = load_ruleset(row.ruleset).unit
    tables = pin(load_catalogue(), roster, unit)
    setup = Setup(report=outcome, side=side, roster=roster, tables=tables)
    aftermath = Aftermath.objects.create(
        warband=row, battle=battle_ref, setup=encode(setup), seeds=list(seeds)
    )
    _settle(aftermath, row, campaign.start(setup).state)
    return aftermath


def run_step(*, aftermath: Aftermath | UUID, step: Step | None = None) -> StepResult | None:
    """Do the next step, exactly once. None where nothing is left to do by itself.

    With `step` only that one is meant: None where it has been done before (or isn't next).
    """
    with transaction.atomic():
        row, warband = _open(aftermath)
        state = state_of(row)
        wanted = campaign.next_step(state)
        if row.closed_at or wanted is None or (step is not None and step != wanted):
            return None
        return _carry_out(row, warband, state, Proceed(wanted))


def run_all(*, aftermath: Aftermath | UUID) -> list[StepResult]:
    """Every step that needs nobody's decision, each in a transaction of its own."""
    done = []
    while (result := run_step(aftermath=aftermath)) is not None:
        done.append(result)
    return done


def answer(
    *,
    actor: Any,
    aftermath: Aftermath | UUID,
    decision: str,
    choice: str,
    gold: int = 0,
    as_gm: bool = False,
) -> StepResult:
    """The game master answers a question of the aftermath; nobody else may.

    Refused with gm_only, aftermath_closed, unknown_decision, unknown_choice, no_ransom,
    not_enough_gold.
    """
    if not as_gm:
        raise refuse("gm_only", 403)
    with transaction.atomic():
        row, warband = _open(aftermath, with_opponents=True)
        order = Resolve(decision, choice, gold, treasury=warband.treasury)
        try:
            return _carry_out(row, warband, state_of(row), order, actor=actor)
        except IllegalOrder as illegal:
            raise refuse(illegal.code, 409, **illegal.params) from illegal


def remaining(aftermath: Aftermath) -> tuple[Step, ...]:
    """The steps still to do, in order; later ones may be added by what earlier ones bring."""
    return state_of(aftermath).agenda


def pending(aftermath: Aftermath) -> tuple[Pending, ...]:
    """The questions that wait for the game master."""
    return state_of(aftermath).awaiting


@transaction.atomic
def revert(*, aftermath: Aftermath | UUID, actor: Any = None) -> None:
    """Take back everything that an aftermath did, for a rewind of its battle.

    Refused where the warband has changed since by anything else (not_the_last; new names stay),
    and where captors have been paid (captors_paid). The secret is shown; the next aftermath of
    the battle draws another.
    """
    row, warband = _open(aftermath)
    state, now = state_of(row), store.load(warband)
    if _named(state.roster, now) != now:
        raise refuse("not_the_last")
    if any(event["event"] == "CaptorsGained" for step in row.steps.all() for event in step.events):
        raise refuse("captors_paid")
    before = _named(state.setup.roster, now)
    store.save(warband, now, before)
    line = Line(
        kind="correction",
        gold=before.treasury - now.treasury,
        rating=rating(load_catalogue(), before) - rating(load_catalogue(), now),
        reason="reverted",
    )
    enter(warband, before, [line], actor=actor, battle=row.battle)
    touch(warband)
    row.reverted_at = timezone.now()
    row.save(update_fields=["reverted_at"])


def state_of(aftermath: Aftermath) -> State:
    """The aftermath as its stored steps have made it."""
    setup = decode_setup(aftermath.setup)
    steps = aftermath.steps.values_list("events", flat=True)
    return campaign.fold(setup, (event for events in steps for event in decode_events(events)))


def _side_of(warband: Warband, outcome: BattleReport) -> str:
    """ValueError for a report that the warband has no part in."""
    for side in outcome.sides:
        if side.warband == str(warband.pk):
            return side.id
    raise ValueError(f"{warband.pk} took no part in {outcome.battle}")


def _named(roster: Roster, stored: Roster) -> Roster:
    """The roster with the names that its fighters bear now."""
    names = {fighter.key: fighter.name for fighter in stored.fighters}
    fighters = tuple(
        replace(fighter, name=names.get(fighter.key, fighter.name)) for fighter in roster.fighters
    )
    return replace(roster, name=stored.name, fighters=fighters)


def _open(
    aftermath: Aftermath | UUID, *, with_opponents: bool = False
) -> tuple[Aftermath, Warband]:
    """The rows under their locks: warbands first and in one order, so that none waits in a ring."""
    key = aftermath.pk if isinstance(aftermath, Aftermath) else aftermath
    seen = Aftermath.objects.filter(pk=key, reverted_at=None).first()
    if seen is None:
        raise NotFound(detail=sentence("no_aftermath"))
    if with_opponents:
        sides = decode_setup(seen.setup).report.sides
        ids = [UUID(side.warband) for side in sides if side.warband]
        list(Warband.objects.select_for_update().filter(pk__in=ids).order_by("pk"))
    warband = locked(seen.warband_id)
    return Aftermath.objects.select_for_update().get(pk=key), warband


def _carry_out(
    row: Aftermath, warband: Warband, state: State, order: AnyOrder, *, actor: Any = None
) -> StepResult:
    dice = sealed_dice(bytes(row.secret), row.seeds, row.battle, str(warband.pk), order)
    outcome = campaign.submit(state, order, dice)
    step = _store_step(row, order, outcome.events)
    _project(row, warband, state, outcome.events, actor)
    _settle(row, warband, outcome.state)
    return StepResult(step, outcome.events, len(outcome.state.agenda), outcome.state.closed)


def _store_step(row: Aftermath, order: AnyOrder, events: tuple[AnyEvent, ...]) -> AftermathStep:
    """The row whose uniqueness lets no step be done twice."""
    step = order.step if isinstance(order, Proceed) else Step(order.decision, "answer")
    row.version += 1
    return AftermathStep.objects.create(
        aftermath=row,
        number=row.version,
        fighter=step.fighter,
        step=step.step,
        occurrence=step.occurrence,
        order=encode(order),
        events=encode(events),
    )


def _project(
    row: Aftermath, warband: Warband, state: State, events: tuple[AnyEvent, ...], actor: Any
) -> None:
    """Write what the events change: the fighters, the books, and those of captors."""
    made = entries(load_catalogue(), state, events)
    now = store.load(warband)
    after = _onto(now, state, made)
    store.save(warband, now, after)
    enter(warband, after, made.lines, actor=actor, battle=row.battle)
    touch(warband)
    for event in events:
        if isinstance(event, CaptorsGained) and event.warband:
            _pay_captors(row, event, actor)


def _onto(now: Roster, before: State, made: Entries) -> Roster:
    """The stored roster with what the step changed: names and purchases made since stay."""
    changed = [
        fighter
        for fighter in made.state.roster.fighters
        if fighter != before.roster.fighter(fighter.key)
    ]
    for fighter in changed:
        stored = now.fighter(fighter.key)
        now = now.with_fighter(replace(fighter, name=stored.name))
    return replace(now, treasury=now.treasury + sum(line.gold for line in made.lines))


def _pay_captors(row: Aftermath, event: CaptorsGained, actor: Any) -> None:
    captors = locked(UUID(event.warband))
    roster = store.load(captors)
    stash = dict(roster.stash)
    for item, n in event.items.items():
        stash[item] = stash.get(item, 0) + n
    after = replace(roster, treasury=roster.treasury + event.gold, stash=stash)
    enter(captors, after, captors_lines(event), actor=actor, battle=row.battle)
    touch(captors)


def _settle(row: Aftermath, warband: Warband, state: State) -> None:
    """The warband is free when nothing is left to do by itself; closed when nothing is asked."""
    if state.closed:
        row.closed_at = timezone.now()
    row.save(update_fields=["version", "closed_at"])
    if not state.agenda:
        warband_release(warband=warband, battle=row.battle)
