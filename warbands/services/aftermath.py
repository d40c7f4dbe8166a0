"""The aftermath of a battle for one warband: each step in one transaction, exactly once.

`start` opens it, `run_step` does the next step, `answer` is somebody's word where a step asks for
one, `take_default` what counts when nobody says any, `revert` takes it all back after a rewind.
Campaigns call these from their jobs; a job that is killed and run again finds its step undone or
done, never half done.
"""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from django.utils import timezone

import rules
from mordheim_site.errors import NotFound
from rules import campaign
from rules.campaign import BattleReport, Learn, Pending, Proceed, Resolve, Setup, State, Step
from rules.campaign.books import entries
from rules.campaign.events import AnyEvent, CaptorsGained, Synced
from rules.campaign.lessons import lesson_of
from rules.campaign.orders import AnyOrder
from rules.campaign.pin import pin
from rules.campaign.sealed import sealed_dice
from rules.catalogue.house import amended
from rules.dice import commitment
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
from warbands.services.captors import called, pay_captors
from warbands.services.roster import warband_release
from warbands.services.seals import seal_casters

replace = msgspec.structs.replace

MARKET = frozenset({"rare", "trade", "offer", "veterans", "cards", "study"})
MOST_DEFAULTS = 200
"""More questions than any aftermath can ask."""


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
    due_at: datetime | None = None,
    house_rules: Mapping[str, Any] | None = None,
) -> Aftermath:
    """Open the aftermath of a battle for a warband; the same again where it is open already.

    `outcome` is the report of the battle (rules.campaign.report_of); `side` the warband's side in
    it, found by its id where not given. `house_rules` are those of the battle, the warband's own
    where not given: they hold for the whole aftermath, whatever the campaign changes. Its secret
    is drawn here and sealed until it closes.
    """
    row = locked(warband)
    known = row.aftermaths.filter(battle=battle_ref, reverted_at=None).first()
    if known is not None:
        return known
    side = side or _side_of(row, outcome)
    roster = store.load(row)
    if house_rules is not None:
        roster = replace(roster, house_rules=dict(house_rules))
    unit = load_ruleset(row.ruleset).unit
    tables = pin(amended(roster.house_rules), roster, unit)
    setup = Setup(report=outcome, side=side, roster=roster, tables=tables)
    aftermath = Aftermath(
        warband=row,
        battle=battle_ref,
        setup=encode(setup),
        seeds=list(seeds),
        due_at=due_at,
    )
    aftermath.commitment = commitment(bytes(aftermath.secret))
    aftermath.save(force_insert=True)
    settle(aftermath, row, campaign.start(setup).state)
    return aftermath


def run_step(*, aftermath: Aftermath | UUID, step: Step | None = None) -> StepResult | None:
    """Do the next step, exactly once. None where nothing is left to do by itself.

    With `step` only that one is meant: None where it has been done before (or isn't next).
    """
    with transaction.atomic():
        row, warband = opened(aftermath)
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
    version: int | None = None,
) -> StepResult:
    """Answer a question of the aftermath: whose right it is, or the game master (`as_gm`).

    Refused with stale_version (412) where `version` is no longer the aftermath's, not_yours,
    nobody_to_exchange, aftermath_closed, unknown_decision, unknown_choice, not_your_decision,
    no_ransom, not_enough_gold.
    """
    with transaction.atomic():
        row, warband = opened(aftermath, with_opponents=True)
        if version is not None and version != row.version:
            raise refuse("stale_version", 412, version=row.version)
        state = current_state(row, warband)
        by = "gm" if as_gm else _right(actor, warband, state, decision)
        order = Resolve(decision, choice, gold, warband.treasury, by)
        other = _counterpart(row, state, order) if by != "gm" else None
        result = _answered(row, warband, order, actor)
        if other is not None and choice == "accept":
            deal = Resolve(other.question, "exchange", by="deal")
            _answered(other.aftermath, locked(other.aftermath.warband_id), deal, actor)
        return result


def leave_market(*, actor: Any, aftermath: Aftermath | UUID, as_gm: bool = False) -> None:
    """The player has done his trading: nobody looks for anything more. Refused with not_yours."""
    with transaction.atomic():
        row, warband = opened(aftermath)
        if not as_gm and warband.owner_id != getattr(actor, "pk", None):
            raise refuse("not_yours", 403)
        left = [q.id for q in pending(row) if q.kind in MARKET]
    for decision in left:
        take_default(aftermath=aftermath, decision=decision)


def take_default(*, aftermath: Aftermath | UUID, decision: str = "") -> list[StepResult]:
    """What counts when nobody answers: every open question, or the one that is named.

    Questions that these bring about are answered as well, until none is left.
    """
    done: list[StepResult] = []
    while len(done) < MOST_DEFAULTS:
        with transaction.atomic():
            row, warband = opened(aftermath, with_opponents=True)
            state = current_state(row, warband)
            wanted = [p for p in campaign.open_questions(state) if decision in ("", p.id)]
            if row.closed_at or not wanted or state.agenda:
                return done
            order = Resolve(wanted[0].id, _affordable(wanted[0], warband), 0, warband.treasury)
            done.append(_answered(row, warband, replace(order, by="clock"), None))
        run_all(aftermath=aftermath)
    raise RuntimeError(f"{aftermath} asks without end")


def _affordable(question: Pending, warband: Warband) -> str:
    """The default; what the treasury doesn't hold isn't paid."""
    short = question.data.get("gold", 0) > warband.treasury
    instead = {"ransom": "refuse", "upkeep": "dismiss", "offer": "leave"}
    return instead.get(question.kind, question.default) if short else question.default


def _answered(row: Aftermath, warband: Warband, order: Resolve, actor: Any) -> StepResult:
    try:
        return _carry_out(row, warband, state_of(row), order, actor=actor)
    except IllegalOrder as illegal:
        raise refuse(illegal.code, 409, **illegal.params) from illegal


def _right(actor: Any, warband: Warband, state: State, decision: str) -> str:
    """As what somebody answers: the warband's player, or the captors' (who holds a prisoner)."""
    question = next((q for q in campaign.open_questions(state) if q.id == decision), None)
    if question is not None and question.who == "captor":
        captors = state.setup.report.side(question.captor).warband
        if Warband.objects.filter(pk=captors or None, owner=actor).exists():
            return "captor"
    elif warband.owner_id == getattr(actor, "pk", None):
        return "player"
    raise refuse("not_yours", 403)


class Counterpart(NamedTuple):
    """The question about a prisoner whom one's own side holds."""

    aftermath: Aftermath
    question: str


def _counterpart(row: Aftermath, state: State, order: Resolve) -> Counterpart | None:
    """Whom an exchange would free on the other side; refused where there is nobody."""
    question = next((q for q in campaign.open_questions(state) if q.id == order.decision), None)
    exchanged = order.choice == "exchange" or (question and question.kind == "exchange")
    if question is None or not exchanged or order.choice == "refuse":
        return None
    found = prisoner_in_return(row, state, question)
    if found is None:
        raise refuse("nobody_to_exchange")
    return found


def prisoner_in_return(row: Aftermath, state: State, question: Pending) -> Counterpart | None:
    """A prisoner of the captors' whom this warband holds, if there is one."""
    captors = state.setup.report.side(question.captor).warband
    other = Aftermath.objects.filter(
        battle=row.battle, warband=captors or None, reverted_at=None, closed_at=None
    ).first()
    if other is None:
        return None
    held = (
        one.id
        for one in campaign.open_questions(state_of(other))
        if one.kind == "captured" and one.captor == state.setup.side
    )
    found = next(held, None)
    return Counterpart(other, found) if found else None


def remaining(aftermath: Aftermath) -> tuple[Step, ...]:
    """The steps still to do, in order; later ones may be added by what earlier ones bring."""
    return state_of(aftermath).agenda


def pending(aftermath: Aftermath) -> tuple[Pending, ...]:
    """The questions that wait for somebody."""
    return campaign.open_questions(current_state(aftermath, aftermath.warband))


def captors_asked(aftermath: Aftermath) -> list[int]:
    """The users whose word about a prisoner is waited for."""
    state = current_state(aftermath, aftermath.warband)
    sides = {q.captor for q in campaign.open_questions(state) if q.who == "captor"}
    bands = [side.warband for side in state.setup.report.sides if side.id in sides and side.warband]
    owners = Warband.objects.filter(pk__in=bands).values_list("owner", flat=True)
    return sorted(set(owners))


@transaction.atomic
def revert(*, aftermath: Aftermath | UUID, actor: Any = None) -> None:
    """Take back everything that an aftermath did, for a rewind of its battle.

    Refused where the warband has changed since by anything else (not_the_last; new names stay),
    and where captors have been paid (captors_paid). The secret is shown; the next aftermath of
    the battle draws another.
    """
    row, warband = opened(aftermath)
    state, now = state_of(row), store.load(warband)
    told = [event["event"] for step in row.steps.all() for event in step.events]
    if _named(state.roster, now) != now or "Synced" in told:
        raise refuse("not_the_last")
    if "CaptorsGained" in told:
        raise refuse("captors_paid")
    before = without_the_new(_named(state.setup.roster, now), now)
    store.save(warband, now, before)
    enter(warband, before, correction(now, before, "reverted"), actor=actor, battle=row.battle)
    touch(warband)
    row.reverted_at = timezone.now()
    row.save(update_fields=["reverted_at"])


def without_the_new(before: Roster, now: Roster) -> Roster:
    """Whoever joined since stays in the list as one who was sent away: the books name him."""
    known = {fighter.key for fighter in before.fighters}
    gone = [
        replace(fighter, fate="dismissed", equipment={})
        for fighter in now.fighters
        if fighter.key not in known
    ]
    return replace(before, fighters=(*before.fighters, *gone))


def correction(now: Roster, after: Roster, reason: str) -> list[Line]:
    """The lines that lead from one roster to another."""
    catalogue = amended(now.house_rules)
    line = Line(
        kind="correction",
        gold=after.treasury - now.treasury,
        wyrdstone=after.wyrdstone - now.wyrdstone,
        rating=rating(catalogue, after) - rating(catalogue, now),
        reason=reason,
    )
    changed = {
        item: after.stash.get(item, 0) - now.stash.get(item, 0)
        for item in sorted({*now.stash, *after.stash})
    }
    pieces = [
        Line(kind="correction", item=item, n=abs(n), stash=n, reason=reason)
        for item, n in changed.items()
        if n
    ]
    return [line, *pieces]


def state_of(aftermath: Aftermath) -> State:
    """The aftermath as its stored steps have made it."""
    setup = decode_setup(aftermath.setup)
    steps = aftermath.steps.values_list("events", flat=True)
    return campaign.fold(setup, (event for events in steps for event in decode_events(events)))


def current_state(aftermath: Aftermath, warband: Warband) -> State:
    """The same with the warband as it stands now: it may have bought, sold, renamed since."""
    return _synced(state_of(aftermath), store.load(warband))[0]


def _synced(state: State, now: Roster) -> tuple[State, tuple[Synced, ...]]:
    """The aftermath over the roster as it stands, and the event that says so where it differs."""
    if _named(state.roster, now) == now:
        return state, ()
    event = Synced(roster=replace(now, house_rules=state.roster.house_rules))
    return campaign.apply(state, event), (event,)


def _side_of(warband: Warband, outcome: BattleReport) -> str:
    """ValueError for a report that the warband has no part in."""
    for side in outcome.sides:
        if side.warband == str(warband.pk):
            return side.id
    raise ValueError(f"{warband.pk} took no part in {outcome.battle}")


def _named(roster: Roster, stored: Roster) -> Roster:
    """The roster with the names that its fighters bear now, under the house rules of now."""
    names = {fighter.key: fighter.name for fighter in stored.fighters}
    fighters = tuple(
        replace(fighter, name=names.get(fighter.key, fighter.name)) for fighter in roster.fighters
    )
    return replace(roster, name=stored.name, fighters=fighters, house_rules=stored.house_rules)


def opened(
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
    now, order = store.load(warband), _salted(row, order)
    state, synced = _synced(state, now)
    dice = sealed_dice(bytes(row.secret), row.seeds, row.battle, str(warband.pk), order)
    outcome = campaign.submit(state, order, dice)
    step = _store_step(row, order, (*synced, *outcome.events))
    _project(row, warband, now, state, outcome.events, actor)
    settle(row, warband, outcome.state)
    return StepResult(step, outcome.events, len(outcome.state.agenda), outcome.state.closed)


def _salted(row: Aftermath, order: AnyOrder) -> AnyOrder:
    """The order as it is thrown for. A correction may reopen an aftermath whose secret everybody
    has read: without a salt, drawn now, one would choose answers by the dice that they bring."""
    if isinstance(order, Learn) or not row.undone.exists():
        return order
    return replace(order, salt=secrets.token_hex(16))


def _store_step(row: Aftermath, order: AnyOrder, events: tuple[AnyEvent, ...]) -> AftermathStep:
    """The row whose uniqueness lets no step be done twice."""
    step = step_of(order)
    row.version += 1
    return AftermathStep.objects.create(
        aftermath=row,
        number=row.version,
        fighter=step.fighter,
        step=step.step,
        occurrence=step.occurrence,
        order=encode(order),
        events=encode(events),
        engine_version=rules.ENGINE_VERSION,
    )


def step_of(order: AnyOrder) -> Step:
    """What an order is stored as."""
    if isinstance(order, Proceed):
        return order.step
    if isinstance(order, Learn):
        return Step(order.prisoner, "learn")
    return Step(order.decision, "answer")


def _project(
    row: Aftermath,
    warband: Warband,
    now: Roster,
    state: State,
    events: tuple[AnyEvent, ...],
    actor: Any,
) -> None:
    """Write what the events change: the fighters, the books, and those of captors.

    `now` is the roster as it is stored, under the warband's lock.
    """
    made = entries(amended(now.house_rules), state, events)
    after = called(_named(made.state.roster, now))
    store.save(warband, now, after)
    seal_casters(warband, amended(now.house_rules), after)
    enter(warband, after, made.lines, actor=actor, battle=row.battle)
    touch(warband)
    for event in events:
        if isinstance(event, CaptorsGained) and event.warband:
            pay_captors(row, event, actor)
            _teach_captors(row, event, actor)


def _teach_captors(row: Aftermath, event: CaptorsGained, actor: Any) -> None:
    """Their leader learns in their own aftermath; where that is over, in their next."""
    if not event.experience:
        return
    captors = locked(UUID(event.warband))
    lesson = Learn(f"{row.pk.hex[:8]}:{event.fighter}"[:64], event.choice)
    theirs = (
        Aftermath.objects.select_for_update()
        .filter(battle=row.battle, warband=captors, reverted_at=None, closed_at=None)
        .first()
    )
    if theirs is not None:
        _carry_out(theirs, captors, state_of(theirs), lesson, actor=actor)
        return
    roster = store.load(captors)
    note = lesson_of(row.battle, lesson.cause)
    store.save(captors, roster, replace(roster, finds=(*roster.finds, note)))
    touch(captors)


def settle(row: Aftermath, warband: Warband, state: State) -> None:
    """The warband is free when nothing is left to do by itself; closed when nothing is asked."""
    if state.closed:
        row.closed_at = timezone.now()
    row.save(update_fields=["version", "closed_at"])
    if not state.agenda:
        warband_release(warband=warband, battle=row.battle)
