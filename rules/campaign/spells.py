"""A wizard's advance: a spell by dice, and what is to be chosen where he knows it already.

P-MAG-03 to P-MAG-06. The tables are pinned with the kind of fighter (`FighterFacts`).
"""

from __future__ import annotations

from rules.campaign import events as ev
from rules.campaign.orders import Resolve
from rules.campaign.run import Run
from rules.campaign.state import Pending, State, Step
from rules.magic.learning import AGAIN, EASE, GIFT, PURPOSE, god_of
from rules.roster.model import Fighter, Lasting

SPELL = "spell"
"""The option of an advance: a spell in place of a skill."""
TABLE, REPEAT, GODS_GIFT = "P-MAG-03", "P-MAG-04", "P-MAG-05"


def may_learn(state: State, fighter: Fighter) -> bool:
    """Whether a spell is among what an advance may become."""
    return bool(state.facts(fighter).spells)


def learn(run: Run, key: str, threshold: int, *, lore: str = "", cause: str = "advance") -> None:
    """A D6 on the table of his lore, or of another; what he knows leaves a choice to the player."""
    fighter, facts = run.fighter(key), run.facts(key)
    face = run.roll(PURPOSE, "D6", key, TABLE)
    spell = (run.state.setup.tables.lores[lore] if lore else facts.spells)[face - 1]
    if spell not in fighter.spells:
        run.tell(ev.SpellLearned(fighter=key, spell=spell, cause=cause, rule=TABLE))
        return
    options = choices(run.state, fighter, spell)
    run.tell(
        ev.Asked(
            decision=Pending(
                id=f"spell:{key}:{threshold}:{run.state.asked}",
                kind=SPELL,
                fighter=key,
                step=Step(key, SPELL, threshold),
                options=options,
                rule=REPEAT,
                who="player",
                default=EASE if EASE in options else AGAIN,
                data={"spell": spell, "threshold": threshold, "lore": lore, "cause": cause},
            )
        )
    )


def choices(state: State, fighter: Fighter, spell: str) -> tuple[str, ...]:
    """Again, easier, or the gift of his god: once, and never made easier (P-MAG-05, P-MAG-06)."""
    found = [AGAIN]
    if spell not in state.facts(fighter).unrolled:
        found.append(EASE)
    gift = gods_gift(state, fighter)
    if gift and gift not in fighter.spells:
        found.append(GIFT)
    return tuple(found)


def gods_gift(state: State, fighter: Fighter) -> str:
    """The spell that his god gives, "" for who has no such god (P-MAG-05)."""
    return state.facts(fighter).gifts.get(god_of(fighter), "")


def answer(run: Run, pending: Pending, order: Resolve) -> None:
    """What the player makes of a repeat."""
    key, spell = pending.fighter, pending.data["spell"]
    if order.choice == AGAIN:
        of, cause = pending.data.get("lore", ""), pending.data.get("cause", "advance")
        learn(run, key, pending.data["threshold"], lore=of, cause=cause)
    elif order.choice == EASE:
        easier = Lasting("eased", spell, 1)
        run.tell(ev.GiftGained(fighter=key, gift=easier, cause=spell, rule=REPEAT))
    else:
        gift = gods_gift(run.state, run.fighter(key))
        run.tell(ev.SpellLearned(fighter=key, spell=gift, cause="gift", rule=GODS_GIFT))
