"""Questions: what only somebody can decide, who that is, and what follows from an answer."""

from __future__ import annotations

from collections.abc import Callable

from rules.campaign import (
    ahead,
    captives,
    choices,
    gear,
    income,
    injuries,
    market,
    pits,
    places,
    rulings,
    search,
    spells,
    trades,
)
from rules.campaign import events as ev
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.state import Pending, State
from rules.errors import IllegalOrder


def open_questions(state: State) -> tuple[Pending, ...]:
    """Everything that waits for an answer: what was asked, the advances, the market, what
    may be done before the next battle."""
    return (
        *state.awaiting,
        *choices.pending_advances(state),
        *market.market_questions(state),
        *ahead.questions(state),
    )


def options_of(pending: Pending, by: str) -> tuple[str, ...]:
    """The answers that are open to somebody: gm, player, captor, deal, clock."""
    if by not in ("gm", "deal", "clock", pending.who):
        return ()
    barred = () if by == "gm" else pending.data.get("gm_only", ())
    return tuple(option for option in pending.options if option not in barred)


def find(state: State, order: Resolve) -> Pending:
    """The question that is answered. IllegalOrder where there is none, or no such answer."""
    pending = next((p for p in open_questions(state) if p.id == order.decision), None)
    if pending is None:
        raise IllegalOrder("unknown_decision", decision=order.decision)
    options = options_of(pending, order.by)
    if not options:
        raise IllegalOrder("not_your_decision", pending.rule, who=pending.who)
    if order.choice not in options:
        raise IllegalOrder(
            "unknown_choice", pending.rule, choice=order.choice, options=list(options)
        )
    return pending


def check(state: State, order: Resolve) -> None:
    """IllegalOrder where the answer can't be given."""
    pending = find(state, order)
    captives.check(state, pending, order)
    income.check(state, pending, order)


def resolve(run: Run, order: Resolve) -> None:
    """Carry out an answer that `check` has passed."""
    pending = find(run.state, order)
    run.tell(
        ev.Resolved(
            decision=pending.id,
            kind=pending.kind,
            fighter=pending.fighter,
            choice=order.choice,
            by=order.by,
            rule=pending.rule,
        )
    )
    ANSWERS[pending.kind](run, pending, order)


ANSWERS: dict[str, Callable[[Run, Pending, Resolve], None]] = {
    "captured": captives.resolve,
    "ransom": captives.reply,
    "exchange": captives.reply,
    "pit_fight": pits.resolve,
    "injury_reroll": injuries.reroll,
    "advance": choices.take,
    "explore": search.search_on,
    "place": places.go_on,
    "sell": income.sell,
    "upkeep": income.pay,
    "rare": market.look,
    "trade": trades.answer,
    "offer": market.decide,
    "veterans": market.ask_around,
    "spell": spells.answer,
    "ruling": rulings.ruled,
    "used": gear.said_whether_used,
    "aid": search.go_on_searching,
    "cards": ahead.read,
    "study": ahead.study,
}
"""What follows from the answer to each kind of question."""
