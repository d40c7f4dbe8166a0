"""Prisoners: what their captors may do, and what their own warband has to say to it.

A prisoner is out of the warband's hands until somebody has decided. His captors name a ransom,
offer an exchange, or sell him; a ransom and an exchange need the warband's word as well. The game
master settles any of it by himself.
"""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.grudge import enemy_side
from rules.campaign.leaders import leave
from rules.campaign.orders import Resolve
from rules.campaign.rulings import by_hand
from rules.campaign.run import Run
from rules.campaign.state import Pending, State, Step
from rules.campaign.tables import CaptiveOption
from rules.errors import IllegalOrder
from rules.roster.model import fighter_key

CAPTURED, TAKEN = "campaign.captured", "P-TRN-04"
RANSOM = "ransom"
EXCHANGE = "exchange"
OFFERS = {"ransom": ("pay", "refuse"), "exchange": ("accept", "refuse")}
"""What the warband may answer to what the captors offer."""


def capture(run: Run, step: Step) -> None:
    """Ask the captors what becomes of a prisoner."""
    captor = enemy_side(run.state, step.fighter)
    _ask(run, step, fighter_key(step.fighter), captor.id, 1)


def taken_alive(run: Run, key: str, step: Step) -> None:
    """Whom a hunter was after is a prisoner without a roll; his employers have a bounty of half of
    what he costs to hire, rounded up. What becomes of him is asked as of any prisoner."""
    leave(run, key, "captured", "captured", TAKEN)
    side = enemy_side(run.state, step.fighter)
    bounty = -(-run.facts(key).cost // 2)
    if bounty:
        run.tell(
            ev.CaptorsGained(
                side=side.id,
                warband=side.warband,
                fighter=key,
                choice="bounty",
                gold=bounty,
                rule=TAKEN,
            )
        )
    capture(run, step)


def _ask(run: Run, step: Step, fighter: str, captor: str, round: int) -> None:
    again = f":{round}" if round > 1 else ""
    pending = Pending(
        id=f"captured:{step.fighter}:{step.occurrence}{again}",
        kind="captured",
        fighter=fighter,
        step=step,
        options=_options(run.state, run.state.setup.report.side(captor).type),
        rule=CAPTURED,
        captor=captor,
        who="captor",
        default=RANSOM,
        data={"round": round},
    )
    run.tell(ev.Asked(decision=pending, rule=CAPTURED))


def _options(state: State, type: str) -> tuple[str, ...]:
    captive = state.setup.tables.captive
    return tuple(option.id for option in captive if not option.by or type in option.by)


def check(state: State, pending: Pending, order: Resolve) -> None:
    """IllegalOrder where the answer can't be carried out."""
    names_price = pending.kind == "captured" and order.choice == RANSOM
    if order.gold < 0 or (order.gold and not names_price):
        raise IllegalOrder("no_ransom", pending.rule, choice=order.choice)
    pays = order.choice in ("pay", "buy") and "gold" in pending.data
    needed = pending.data["gold"] if pays else order.gold
    if needed > order.treasury and (order.by == "gm" or pays):
        raise IllegalOrder("not_enough_gold", pending.rule, needed=needed, treasury=order.treasury)


def resolve(run: Run, pending: Pending, order: Resolve) -> None:
    """The captors' answer. Where the game master gives it, it needs nobody else's word."""
    option = option_of(run.state, order.choice)
    if option.frees and order.by == "captor":
        _offer(run, pending, order)
        return
    if option.frees:
        gold = order.gold if order.by == "gm" else 0
        free(run, pending, option, gold, order.treasury)
    else:
        _lost_to_captors(run, pending, option)


def option_of(state: State, id: str) -> CaptiveOption:
    return next(option for option in state.setup.tables.captive if option.id == id)


def _offer(run: Run, pending: Pending, order: Resolve) -> None:
    """A ransom or an exchange waits for the word of the prisoner's warband."""
    offer = Pending(
        id=f"{order.choice}:{pending.step.fighter}:{pending.data['round']}",
        kind=order.choice,
        fighter=pending.fighter,
        step=pending.step,
        options=OFFERS[order.choice],
        rule=CAPTURED,
        captor=pending.captor,
        who="player",
        default=OFFERS[order.choice][0],
        data={"gold": order.gold, "round": pending.data["round"]},
    )
    run.tell(ev.Asked(decision=offer, rule=CAPTURED))


def reply(run: Run, pending: Pending, order: Resolve) -> None:
    """The warband's word: he comes home, or his captors think again."""
    if order.choice == "refuse":
        _ask(run, pending.step, pending.fighter, pending.captor, pending.data["round"] + 1)
        return
    gold = pending.data["gold"] if order.choice == "pay" else 0
    free(run, pending, option_of(run.state, pending.kind), gold, order.treasury)


def free(run: Run, pending: Pending, option: CaptiveOption, gold: int, treasury: int) -> None:
    """He comes home with all that he carried."""
    if gold:
        run.tell(
            ev.GoldChanged(
                gold=-gold,
                before=treasury,
                after=treasury - gold,
                cause=RANSOM,
                fighter=pending.fighter,
                rule=CAPTURED,
            )
        )
        _captors(run, pending, option, gold, {})
    leave(run, pending.fighter, "active", option.id, CAPTURED)


def _lost_to_captors(run: Run, pending: Pending, option: CaptiveOption) -> None:
    """The prisoner and his gear are gone for good, to whoever held him."""
    gold = run.roll("loot", option.gold, pending.fighter, CAPTURED) if option.gold else 0
    items = dict(run.fighter(pending.fighter).equipment)
    if items:
        run.tell(ev.GearLost(fighter=pending.fighter, items=items, rule=CAPTURED))
    leave(run, pending.fighter, "sold", option.id, CAPTURED)
    _captors(run, pending, option, gold, items)
    if option.not_automated:
        by_hand(run, option.not_automated, CAPTURED, pending.fighter)


def _captors(
    run: Run, pending: Pending, option: CaptiveOption, gold: int, items: dict[str, int]
) -> None:
    if not any((gold, items, option.recruit, option.leader_experience)):
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
            recruit=option.recruit,
            experience=option.leader_experience,
            rule=CAPTURED,
        )
    )
