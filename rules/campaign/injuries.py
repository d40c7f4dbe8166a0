"""Serious injuries: what became of those who went out of action (P-INJ-16).

A row of the table is a list of operations; each has a function here that tells what it does to
the fighter. What only people can settle becomes a question to the game master.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rules.campaign import events as ev
from rules.campaign.captives import capture, taken_alive
from rules.campaign.daemons import lose_member
from rules.campaign.experience import earn
from rules.campaign.grudge import grudge
from rules.campaign.leaders import leave
from rules.campaign.orders import Resolve
from rules.campaign.pits import PIT_FIGHT, sell_to_the_pits
from rules.campaign.run import Run
from rules.campaign.state import OLD_WOUND, Pending, Step
from rules.campaign.tables import Row
from rules.roster.model import Fighter, Lasting, companion_of, fighter_key
from rules.roster.profile import current

HERO_TABLE = "campaign.serious_injury"
HENCHMAN_TABLE = "campaign.henchman_injury"
PURPOSE = "serious_injury"
KEPT = frozenset({"characteristic", "trait", "miss_battles", "roll"})
"""Operations that leave a trace in the fighter's history."""

WORSE_THAN_NOTHING = 41
"""Below this roll a row does its bearer harm."""

Op = dict[str, Any]


class Case(NamedTuple):
    """Whose injury it is: the fighter, the step, the row."""

    run: Run
    fighter: str
    step: Step
    row: str


def injure(run: Run, step: Step) -> None:
    """Roll for a warrior who went out of action and carry out the row."""
    companion = companion_of(run.state.setup.roster, step.fighter)
    if companion is not None:
        _animal(run, *companion, step)
        return
    key = fighter_key(step.fighter)
    if run.fighter(key).fate not in ("active", "captured"):
        return
    if run.fighter(key).hero and run.state.setup.report.taken_by(step.fighter):
        taken_alive(run, key, step)
    elif run.fighter(key).hero:
        _hero(run, key, step)
    else:
        _henchman(run, key, step)


def _animal(run: Run, owner: Fighter, item: str, step: Step) -> None:
    """An animal is lost as a henchman is, and his owner's gear is poorer by it."""
    if not run.fighter(owner.key).equipment.get(item):
        return
    roll = run.roll(PURPOSE, "D6", step.fighter, HENCHMAN_TABLE)
    if find(run.state.setup.tables.henchman_injury, roll).id == "recovered":
        run.tell(ev.Recovered(fighter=owner.key, warrior=step.fighter, rule=HENCHMAN_TABLE))
    else:
        run.tell(ev.GearLost(fighter=owner.key, items={item: 1}, rule=HENCHMAN_TABLE))


def lose_in_the_pits(run: Run, step: Step) -> None:
    """Who lost in the pits rolls on part of the table; if he lives he comes home with nothing."""
    tables = run.state.setup.tables
    limit = tables.pit_fight.lose_limit
    row = _roll_row(run, step.fighter, lambda row: row.low <= limit)
    _suffer(run, step.fighter, step, row)
    if run.fighter(step.fighter).active:
        _lose_gear(run, step.fighter, PIT_FIGHT)


def _henchman(run: Run, key: str, step: Step) -> None:
    """A die on the henchmen's table; what holds on to this world badly goes by its own number, what
    grows together again needs none."""
    if run.facts(key).regrows:
        run.tell(ev.Recovered(fighter=key, warrior=step.fighter, rule=HENCHMAN_TABLE))
        return
    roll = run.roll(PURPOSE, "D6", step.fighter, HENCHMAN_TABLE)
    row = find(run.state.setup.tables.henchman_injury, roll)
    banished = run.facts(key).banished_on
    lost = roll + run.state.setup.tables.steady <= banished if banished else row.id != "recovered"
    if lost:
        lose_member(run, key, step.fighter, row.id, HENCHMAN_TABLE)
    else:
        run.tell(ev.Recovered(fighter=key, warrior=step.fighter, rule=HENCHMAN_TABLE))


def _hero(run: Run, key: str, step: Step) -> None:
    """A roll on the heroes' table; later ones of multiple injuries re-roll some rows."""
    table = run.state.setup.tables.serious_injuries
    barred = barred_rows(table) if step.occurrence > 1 else frozenset()
    row = _roll_row(run, step.fighter, lambda row: row.id not in barred)
    if _may_reroll(run, key) and any(op["op"] != "none" for op in row.do):
        _ask_again(run, key, step, row)
    else:
        _suffer(run, key, step, row)


def _may_reroll(run: Run, key: str) -> bool:
    """Whether a skill lets him roll again; one roll a battle."""
    known = run.state.setup.tables.skills
    skilled = any(known[id].rerolls_injury for id in run.fighter(key).skills if id in known)
    return skilled and run.state.rolls.get(key, 1) == 1


def _ask_again(run: Run, key: str, step: Step, row: Row) -> None:
    pending = Pending(
        id=f"injury_reroll:{key}:{step.occurrence}",
        kind="injury_reroll",
        fighter=key,
        step=step,
        options=("keep", "reroll"),
        rule=HERO_TABLE,
        who="player",
        default="reroll" if row.low < WORSE_THAN_NOTHING else "keep",
        data={"row": row.id},
    )
    run.tell(ev.Asked(decision=pending, rule=HERO_TABLE))


def reroll(run: Run, pending: Pending, order: Resolve) -> None:
    """He keeps the injury that he rolled, or takes whatever comes instead."""
    table = run.state.setup.tables.serious_injuries
    row = next(row for row in table if row.id == pending.data["row"])
    if order.choice == "reroll":
        row = _roll_row(run, pending.fighter, lambda row: True)
    _suffer(run, pending.fighter, pending.step, row)


def _roll_row(run: Run, warrior: str, fits: Callable[[Row], bool]) -> Row:
    """A D66 on the heroes' table, again while the row doesn't fit."""
    table = run.state.setup.tables.serious_injuries
    while True:
        row = find(table, run.roll(PURPOSE, "D66", warrior, HERO_TABLE))
        if fits(row):
            return row


def barred_rows(table: tuple[Row, ...]) -> frozenset[str]:
    """What is rolled again when it comes up among multiple injuries."""
    return frozenset(
        id for row in table for op in row.do if op["op"] == "repeat" for id in op["reroll"]
    )


def find(table: tuple[Row, ...], roll: int) -> Row:
    """The row of a roll; a table without one is broken data, never 'nothing happens'."""
    for row in table:
        if row.holds(roll):
            return row
    raise LookupError(f"no row for {roll}")


def _suffer(run: Run, key: str, step: Step, row: Row) -> None:
    """Tell the row and carry out its operations."""
    kept = any(op["op"] in KEPT for op in row.do)
    run.tell(
        ev.SeriousInjury(fighter=key, warrior=step.fighter, row=row.id, kept=kept, rule=HERO_TABLE)
    )
    if _guarded(run, key, row.id):
        run.tell(ev.Recovered(fighter=key, warrior=step.fighter, rule="P-TRN-04"))
        return
    _carry_out(Case(run, key, step, row.id), row.do)


def _guarded(run: Run, key: str, row: str) -> bool:
    """Whether somebody who stood to the end lets nobody rob or carry him off."""
    kind = run.fighter(key).type
    fallen = {warrior.id for warrior in run.state.warriors() if warrior.out}
    return any(
        row in run.facts(one.key).guards.get(kind, ())
        and not fallen.issuperset(run.state.survivors(one))
        for one in run.state.roster.active
    )


def _carry_out(case: Case, ops: Iterable[Op]) -> None:
    for op in ops:
        OPERATIONS[op["op"]](case, op)


def _characteristic(case: Case, op: Op) -> None:
    name = op["name"]
    base = case.run.facts(case.fighter).profile
    before = current(base, case.run.fighter(case.fighter))[name]
    after = max(min(base[name], 1), before + op["mod"])
    _lasting(case, Lasting("characteristic", name, after - before), before, after)


def _trait(case: Case, op: Op) -> None:
    if op.get("twice") == "retires":
        _eye(case, op["trait"])
        return
    params = grudge(case.run.state, case.step.fighter, op["hates"]) if "hates" in op else {}
    if op["trait"] == OLD_WOUND and not case.run.fighter(case.fighter).has_rule(OLD_WOUND):
        step = Step(case.fighter, "old_wound")
        case.run.tell(ev.Scheduled(steps=(step,), last=True, rule=HERO_TABLE))
    _lasting(case, Lasting("rule", op["trait"], params=params))


def _lasting(
    case: Case, effect: Lasting, before: int | None = None, after: int | None = None
) -> None:
    case.run.tell(
        ev.EffectGained(
            fighter=case.fighter, effect=effect, before=before, after=after, rule=HERO_TABLE
        )
    )


def _eye(case: Case, trait: str) -> None:
    """Which eye, by a D6 (1-3 left, 4-6 right); whoever has lost both retires."""
    roll = case.run.roll(PURPOSE, "D6", case.step.fighter, HERO_TABLE)
    eye = "left" if roll <= 3 else "right"
    effects = case.run.fighter(case.fighter).effects
    lost = {effect.params["eye"] for effect in effects if effect.name == trait}
    if eye not in lost:
        _lasting(case, Lasting("rule", trait, params={"eye": eye}))
    if lost - {eye}:
        leave(case.run, case.fighter, "retired", case.row, HERO_TABLE)


def _miss(case: Case, op: Op) -> None:
    battles = case.run.roll(PURPOSE, str(op["count"]), case.step.fighter, HERO_TABLE)
    total = case.run.fighter(case.fighter).misses + battles
    case.run.tell(ev.MustMiss(fighter=case.fighter, battles=battles, total=total, rule=HERO_TABLE))


def old_wound(run: Run, step: Step) -> None:
    """An old battle wound may keep its bearer from the next battle: on a 1 of a D6."""
    fighter = run.fighter(step.fighter)
    if not fighter.active or fighter.misses:
        return
    if run.roll(PURPOSE, "D6", step.fighter, HERO_TABLE) == 1:
        run.tell(ev.MustMiss(fighter=step.fighter, battles=1, total=1, rule=HERO_TABLE))


def _lose_gear(run: Run, key: str, rule: str) -> None:
    """All that a fighter carries is gone."""
    items = run.fighter(key).equipment
    if items:
        run.tell(ev.GearLost(fighter=key, items=dict(items), rule=rule))


def _robbed(case: Case, op: Op) -> None:
    _lose_gear(case.run, case.fighter, HERO_TABLE)


def _dead(case: Case, op: Op) -> None:
    _lose_gear(case.run, case.fighter, HERO_TABLE)
    leave(case.run, case.fighter, "dead", case.row, HERO_TABLE)


def _experience(case: Case, op: Op) -> None:
    earn(case.run, case.fighter, (ev.AwardGiven(case.row, op["amount"]),), HERO_TABLE)


def _roll(case: Case, op: Op) -> None:
    roll = case.run.roll(PURPOSE, op["dice"], case.step.fighter, HERO_TABLE)
    row = next(row for row in op["rows"] if row["min"] <= roll <= row["max"])
    _carry_out(case, row["do"])


def _repeat(case: Case, op: Op) -> None:
    times = case.run.roll(PURPOSE, op["times"], case.step.fighter, HERO_TABLE)
    warrior = case.step.fighter
    first = case.run.state.rolls[warrior] + 1
    steps = tuple(Step(warrior, "serious_injury", first + n) for n in range(times))
    case.run.tell(ev.Scheduled(steps=steps, rule=HERO_TABLE))


def _captured(case: Case, op: Op) -> None:
    leave(case.run, case.fighter, "captured", case.row, HERO_TABLE)
    capture(case.run, case.step)


def _pit_fight(case: Case, op: Op) -> None:
    leave(case.run, case.fighter, "captured", case.row, HERO_TABLE)
    sell_to_the_pits(case.run, case.step)


def _none(case: Case, op: Op) -> None:
    case.run.tell(ev.Recovered(fighter=case.fighter, warrior=case.step.fighter, rule=HERO_TABLE))


OPERATIONS: dict[str, Callable[[Case, Op], None]] = {
    "characteristic": _characteristic,
    "trait": _trait,
    "miss_battles": _miss,
    "lose_gear": _robbed,
    "dead": _dead,
    "experience": _experience,
    "roll": _roll,
    "repeat": _repeat,
    "captured": _captured,
    "pit_fight": _pit_fight,
    "none": _none,
}
"""Every operation that a row of the injury tables may name."""
