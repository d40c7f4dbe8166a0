"""Questions to the game master: what only people can settle, and what follows from an answer.

A prisoner and a man sold to the pits are out of the warband's hands until the answer is given.
"""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.events import AwardGiven
from rules.campaign.experience import earn
from rules.campaign.grudge import enemy_side
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.state import Pending, State, Step
from rules.campaign.tables import CaptiveOption
from rules.errors import IllegalOrder
from rules.roster.model import Fate, fighter_key

CAPTURED = "campaign.captured"
PIT_FIGHT = "campaign.pit_fight"
PIT_ANSWERS = ("won", "lost")
RANSOM = "ransom"


def ask(run: Run, kind: str, step: Step) -> None:
    """Put the question that a row of the injury table leaves open."""
    captor = enemy_side(run.state, step.fighter)
    captive = kind == "captured"
    pending = Pending(
        id=f"{kind}:{step.fighter}:{step.occurrence}",
        kind=kind,
        fighter=fighter_key(step.fighter),
        step=step,
        options=_captor_options(run.state, captor.type) if captive else PIT_ANSWERS,
        rule=CAPTURED if captive else PIT_FIGHT,
        captor=captor.id if captive else "",
    )
    run.tell(ev.Asked(decision=pending, rule=pending.rule))


def _captor_options(state: State, type: str) -> tuple[str, ...]:
    captive = state.setup.tables.captive
    return tuple(option.id for option in captive if not option.by or type in option.by)


def find(state: State, order: Resolve) -> Pending:
    """The question that is answered. IllegalOrder where there is none, or no such answer."""
    pending = next((p for p in state.awaiting if p.id == order.decision), None)
    if pending is None:
        raise IllegalOrder("unknown_decision", decision=order.decision)
    if order.choice not in pending.options:
        raise IllegalOrder(
            "unknown_choice", pending.rule, choice=order.choice, options=list(pending.options)
        )
    return pending


def check(state: State, order: Resolve) -> None:
    """IllegalOrder where the answer can't be carried out: the ransom is the warband's to pay."""
    pending = find(state, order)
    pays = pending.kind == "captured" and order.choice == RANSOM
    if order.gold < 0 or (order.gold and not pays):
        raise IllegalOrder("no_ransom", pending.rule, choice=order.choice)
    if order.gold > order.treasury:
        raise IllegalOrder(
            "not_enough_gold", pending.rule, needed=order.gold, treasury=order.treasury
        )


def resolve(run: Run, order: Resolve) -> None:
    """Carry out an answer that `check` has passed."""
    pending = find(run.state, order)
    run.tell(
        ev.Resolved(
            decision=pending.id,
            kind=pending.kind,
            fighter=pending.fighter,
            choice=order.choice,
            rule=pending.rule,
        )
    )
    if pending.kind == "captured":
        _captive(run, pending, order)
    elif order.choice == "won":
        _won(run, pending, order.treasury)
    else:
        _lost(run, pending)


def _captive(run: Run, pending: Pending, order: Resolve) -> None:
    options = run.state.setup.tables.captive
    option = next(option for option in options if option.id == order.choice)
    if order.gold:
        _gold(run, pending, -order.gold, order.treasury, RANSOM)
        _captors(run, pending, option, order.gold, {})
    if option.frees:
        _fate(run, pending, "active", option.id)
    else:
        _lost_to_captors(run, pending, option)


def _lost_to_captors(run: Run, pending: Pending, option: CaptiveOption) -> None:
    """The prisoner and his gear are gone for good, to whoever held him."""
    gold = run.roll("loot", option.gold, pending.fighter, CAPTURED) if option.gold else 0
    items = dict(run.fighter(pending.fighter).equipment)
    if items:
        run.tell(ev.GearLost(fighter=pending.fighter, items=items, rule=CAPTURED))
    _fate(run, pending, "sold", option.id)
    _captors(run, pending, option, gold, items)
    if option.not_automated:
        ids = (option.not_automated,)
        run.tell(ev.NotAutomated(fighter=pending.fighter, ids=ids, rule=CAPTURED))


def _captors(
    run: Run, pending: Pending, option: CaptiveOption, gold: int, items: dict[str, int]
) -> None:
    if not gold and not items:
        return
    side = run.state.setup.report.side(pending.captor)
    run.tell(
        ev.CaptorsGained(
            side=side.id,
            warband=side.warband,
            fighter=pending.fighter,
            choice=option.id,
            gold=gold,
            items=items,
            rule=CAPTURED,
        )
    )


def _fate(run: Run, pending: Pending, after: Fate, cause: str) -> None:
    before = run.fighter(pending.fighter).fate
    run.tell(
        ev.FateChanged(
            fighter=pending.fighter, before=before, after=after, cause=cause, rule=pending.rule
        )
    )


def _gold(run: Run, pending: Pending, gold: int, before: int, cause: str) -> None:
    run.tell(
        ev.GoldChanged(
            gold=gold,
            before=before,
            after=before + gold,
            cause=cause,
            fighter=pending.fighter,
            rule=pending.rule,
        )
    )


def _won(run: Run, pending: Pending, treasury: int) -> None:
    pit = run.state.setup.tables.pit_fight
    _fate(run, pending, "active", "won")
    _gold(run, pending, pit.win_gold, treasury, "pit_fight")
    earn(run, pending.fighter, (AwardGiven("pit_fight", pit.win_xp),), PIT_FIGHT)


def _lost(run: Run, pending: Pending) -> None:
    """The loser's injury is a step of its own, with dice of its own."""
    _fate(run, pending, "active", "lost")
    step = Step(pending.fighter, "pit_injury", pending.step.occurrence)
    run.tell(ev.Scheduled(steps=(step,), rule=PIT_FIGHT))
