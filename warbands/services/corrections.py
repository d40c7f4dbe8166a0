"""A game master's correction: a step of an aftermath goes another way, and the rest anew.

Steps before it stay. It is played again with the dice that he lays, then every step that follows
with the dice that are keyed to it (those that depend on nothing come out as they were), then the
answers that still fit; the others are asked again. What the warband has bought and sold since
stays, or the correction is refused: nothing is silently wrong.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import msgspec
from django.db import transaction

import rules
from rules import campaign
from rules.campaign import Learn, Proceed, Resolve, State, Step
from rules.campaign.events import AnyEvent, CaptorsGained, Corrected, Synced
from rules.campaign.orders import AnyOrder
from rules.campaign.sealed import sealed_dice
from rules.dice import ForcedDice
from rules.errors import IllegalOrder
from rules.roster.model import Fighter, Roster
from warbands import store
from warbands.codec import decode_events, decode_setup, encode
from warbands.models import Aftermath, AftermathStep, AftermathUndone, Warband
from warbands.services.access import refuse, touch
from warbands.services.aftermath import (
    correction,
    opened,
    settle,
    state_of,
    step_of,
    without_the_new,
)
from warbands.services.books import enter
from warbands.services.captors import called

replace = msgspec.structs.replace

TAKEN_BACK = "taken_back"
MOST_DICE = 12
LONGEST_REASON = 200


def correct(
    *,
    actor: Any,
    aftermath: Aftermath | UUID,
    number: int,
    reason: str,
    dice: Iterable[int] = (),
    as_gm: bool = False,
    version: int | None = None,
) -> Aftermath:
    """Have step `number` go by these dice; without any, take back the answer that it was.

    Refused with gm_only, stale_version, unknown_step, bad_dice, nothing_to_correct (no answer, and
    no dice), blank_reason, captors_paid, changed_since (fighters or gold that the warband has used
    since).
    """
    if not as_gm:
        raise refuse("gm_only", 403)
    faces, reason = _checked(dice), reason.strip()[:LONGEST_REASON]
    if not reason:
        raise refuse("blank_reason", 422)
    with transaction.atomic():
        row, warband = opened(aftermath)
        if version is not None and version != row.version:
            raise refuse("stale_version", 412, version=row.version)
        rows = list(row.steps.all())
        wrong = next((one for one in rows if one.number == number), None)
        if wrong is None:
            raise refuse("unknown_step", 404)
        if not faces and not isinstance(_order(wrong), Resolve):
            raise refuse("nothing_to_correct", 422)
        before = state_of(row)
        replay = _Replay(row, warband, rows, wrong, faces, reason)
        replay.run()
        _write(row, warband, before, replay, actor)
    return row


def _checked(dice: Iterable[int]) -> tuple[int, ...]:
    faces = tuple(dice)
    if len(faces) > MOST_DICE or any(not 1 <= face <= 6 for face in faces):
        raise refuse("bad_dice", 422)
    return faces


class _Replay:
    """What comes of an aftermath from a step on."""

    def __init__(
        self,
        row: Aftermath,
        warband: Warband,
        rows: list[AftermathStep],
        wrong: AftermathStep,
        faces: tuple[int, ...],
        reason: str,
    ) -> None:
        self.row, self.warband, self.wrong = row, warband, wrong
        self.faces, self.reason = faces, reason
        self.later = [one for one in rows if one.number >= wrong.number]
        kept = [one.events for one in rows if one.number < wrong.number]
        setup = decode_setup(row.setup)
        self.state: State = campaign.fold(
            setup, (event for events in kept for event in decode_events(events))
        )
        self.old = self.state
        self.sync: tuple[Synced, ...] = ()
        self.made: list[tuple[AnyOrder, tuple[AnyEvent, ...]]] = []
        self.undone: list[str] = []
        before = (_order(one) for one in self.later)
        self.salts = {order.step: order.salt for order in before if isinstance(order, Proceed)}

    def run(self) -> None:
        """The step itself, then everything after it."""
        for one in self.later:
            events = decode_events(one.events)
            self._traded(events)
            order = _order(one)
            if one is self.wrong:
                self._again(order)
            elif isinstance(order, Learn):
                self._submit(order)
            elif isinstance(order, Resolve) and one.step != TAKEN_BACK:
                self._answer(order)
            self._steps()
            self.old = campaign.fold_on(self.old, events)

    def _again(self, order: AnyOrder) -> None:
        """The step with the dice laid for it; an answer without any is taken back."""
        if not isinstance(order, Resolve) or self.faces:
            self._submit(order, self.faces)
        else:
            self.undone.append(order.decision)

    def _traded(self, events: tuple[AnyEvent, ...]) -> None:
        """What the warband did between two steps it has done this time too."""
        for event in events:
            if isinstance(event, Synced):
                roster = _merged(self.old.roster, self.state.roster, event.roster)
                pinned = self.state.roster.house_rules
                again = Synced(roster=replace(roster, house_rules=pinned))
                self.state = campaign.apply(self.state, again)
                self.sync = (*self.sync, again)

    def _answer(self, answer: Resolve) -> None:
        answer = replace(answer, treasury=self.state.roster.treasury)
        try:
            self._submit(answer)
        except IllegalOrder:
            self.undone.append(answer.decision)

    def _steps(self) -> None:
        while (step := campaign.next_step(self.state)) is not None:
            self._submit(Proceed(step, self.salts.get(step, "")))

    def _submit(self, order: AnyOrder, faces: tuple[int, ...] = ()) -> None:
        row = self.row
        sealed = sealed_dice(bytes(row.secret), row.seeds, row.battle, str(self.warband.pk), order)
        dice = ForcedDice(faces, sealed)
        self.state, events = campaign.submit(self.state, order, dice)
        if dice.left:
            raise refuse("bad_dice", 422)
        self.made.append((order, (*self.sync, *events)))
        self.sync = ()

    @property
    def told(self) -> Corrected:
        return Corrected(
            number=self.wrong.number,
            reason=self.reason,
            dice=self.faces,
            undone=tuple(self.undone),
        )


def _write(row: Aftermath, warband: Warband, before: State, replay: _Replay, actor: Any) -> None:
    old = [event for one in replay.later for event in decode_events(one.events)]
    new = [event for _order, events in replay.made for event in events]
    if _paid(old) != _paid(new):
        raise refuse("captors_paid")
    now = store.load(warband)
    after = called(_merged(before.roster, replay.state.roster, now), warband.type)
    store.save(warband, now, after)
    enter(warband, after, correction(now, after, replay.reason), actor=actor, battle=row.battle)
    _store(row, replay, actor)
    touch(warband)
    row.closed_at = None
    settle(row, warband, replay.state)


def _paid(events: Iterable[AnyEvent]) -> list[CaptorsGained]:
    return [event for event in events if isinstance(event, CaptorsGained)]


def _store(row: Aftermath, replay: _Replay, actor: Any) -> None:
    """The old steps are kept apart, the new ones numbered on from the last that stays."""
    AftermathUndone.objects.bulk_create(
        AftermathUndone(
            aftermath=row,
            number=one.number,
            order=one.order,
            events=one.events,
            reason=replay.reason,
            actor=actor,
        )
        for one in replay.later
    )
    row.steps.filter(pk__in=[one.pk for one in replay.later]).delete()
    first: tuple[AnyEvent, ...] = (replay.told,)
    last = row.version
    for order, events in replay.made or [(_kept(replay), ())]:
        last += 1
        step = step_of(order)
        if not replay.made:
            step = Step(step.fighter, TAKEN_BACK, last)
        AftermathStep.objects.create(
            aftermath=row,
            number=last,
            fighter=step.fighter,
            step=step.step,
            occurrence=step.occurrence,
            order=encode(order),
            events=encode((*first, *events)),
            engine_version=rules.ENGINE_VERSION,
        )
        first = ()
    row.version = last


def _kept(replay: _Replay) -> AnyOrder:
    """The answer that was taken back, where nothing else has come of the correction."""
    return _order(replay.wrong)


def _order(row: AftermathStep) -> AnyOrder:
    return msgspec.convert(row.order, campaign.AnyOrder)


def _merged(old: Roster, new: Roster, now: Roster) -> Roster:
    """What the correction changes, laid over what the warband has done since."""
    known = {fighter.key: fighter for fighter in old.fighters}
    stored = {fighter.key: fighter for fighter in now.fighters}
    fighters = [_fighter(known.get(f.key), f, stored.get(f.key)) for f in new.fighters]
    hired = [f for f in now.fighters if f.key not in known and not _among(new, f.key)]
    merged = replace(
        now,
        fighters=(*fighters, *hired),
        treasury=now.treasury + new.treasury - old.treasury,
        wyrdstone=now.wyrdstone + new.wyrdstone - old.wyrdstone,
        stash=_stash(old, new, now),
        finds=(*new.finds, *(note for note in now.finds if note not in old.finds)),
    )
    if merged.treasury < 0 or merged.wyrdstone < 0:
        raise refuse("changed_since", what="gold")
    return without_the_new(merged, now)


def _among(roster: Roster, key: str) -> bool:
    return any(fighter.key == key for fighter in roster.fighters)


def _fighter(old: Fighter | None, new: Fighter, now: Fighter | None) -> Fighter:
    """Refused with changed_since where both have changed what he is."""
    if now is None or old is None:
        return new
    named = replace(old, name=now.name)
    if named == now:
        return replace(new, name=now.name)
    if replace(new, name=now.name) == named:
        return now
    raise refuse("changed_since", what=now.name)


def _stash(old: Roster, new: Roster, now: Roster) -> dict[str, int]:
    items = {*old.stash, *new.stash, *now.stash}
    found = {
        item: now.stash.get(item, 0) + new.stash.get(item, 0) - old.stash.get(item, 0)
        for item in sorted(items)
    }
    if any(n < 0 for n in found.values()):
        raise refuse("changed_since", what="stash")
    return {item: n for item, n in found.items() if n}
