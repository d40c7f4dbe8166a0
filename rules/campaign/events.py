"""What happened after a battle: facts, each with the table or rule that made it.

`rule` is a ledger ID, or a table of the catalogue as `campaign.<table>`. As in battles the tag is
`event`, and no event holds prose. Dice are `rules.battle.events.Rolled`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.battle.events import Rolled
from rules.campaign import finds
from rules.campaign.event import Event
from rules.campaign.state import Pending, Step
from rules.roster.model import Advance, Fate, Lasting, Roster

Explored = finds.Explored
GiftGained = finds.GiftGained
ItemsFound = finds.ItemsFound
Joined = finds.Joined
Looked = finds.Looked
MarketOpened = finds.MarketOpened
Noted = finds.Noted
NoteUsed = finds.NoteUsed
RareBought = finds.RareBought
RareSought = finds.RareSought
ShardsChanged = finds.ShardsChanged
SkillLearned = finds.SkillLearned
SpellLearned = finds.SpellLearned
TestTaken = finds.TestTaken
UsedUp = finds.UsedUp
WeaponBlessed = finds.WeaponBlessed


class Scheduled(Event, frozen=True, tag="Scheduled"):
    """Further steps, before those that were left, or after all of them (`last`)."""

    steps: tuple[Step, ...]
    last: bool = False


class StepDone(Event, frozen=True, tag="StepDone"):
    step: Step


class BattleMissed(Event, frozen=True, tag="BattleMissed"):
    """The fighter sat this battle out; `left` more to miss."""

    fighter: str
    left: int


class SeriousInjury(Event, frozen=True, tag="SeriousInjury"):
    """The row that was rolled. `kept`: it stays in the fighter's history."""

    fighter: str
    warrior: str
    row: str
    kept: bool = False


class EffectGained(Event, frozen=True, tag="EffectGained"):
    """A lasting effect of the last injury; `before` and `after` where it changes a number."""

    fighter: str
    effect: Lasting
    before: int | None = None
    after: int | None = None


class MustMiss(Event, frozen=True, tag="MustMiss"):
    """`battles` more to sit out, `total` in all."""

    fighter: str
    battles: int
    total: int


class Parted(Event, frozen=True, tag="Parted"):
    """One of a group goes another way than the rest: from now on he is of the fighter `into`,
    with all that he had. Who stands there already had the same befall him before.

    `number` was his in the group, `warrior` the name of both in battles.
    """

    fighter: str
    warrior: str
    number: int
    into: str


class GearLost(Event, frozen=True, tag="GearLost"):
    """Equipment gone from a fighter (pieces a member)."""

    fighter: str
    items: dict[str, int]


class Recovered(Event, frozen=True, tag="Recovered"):
    """Back on his feet, as good as before."""

    fighter: str
    warrior: str


class MemberLost(Event, frozen=True, tag="MemberLost"):
    """A member of a group is lost with what he carried; `left` remain."""

    fighter: str
    warrior: str
    number: int
    left: int


class FateChanged(Event, frozen=True, tag="FateChanged"):
    """A fighter leaves the roster or comes back to it. `cause`: the row or the answer."""

    fighter: str
    before: Fate
    after: Fate
    cause: str


class AwardGiven(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of the experience earned: for what and how much."""

    id: str
    xp: int


class ExperienceGained(Event, frozen=True, tag="ExperienceGained"):
    """Experience of a fighter, the same for each member of a group."""

    fighter: str
    before: int
    after: int
    awards: tuple[AwardGiven, ...]


class NoExperience(Event, frozen=True, tag="NoExperience"):
    """Nothing earned. `reason`: no_survivor, at_maximum."""

    fighter: str
    reason: str


class AdvanceGained(Event, frozen=True, tag="AdvanceGained"):
    """An advance, taken or pending. `before` and `after` where it changes a number."""

    fighter: str
    advance: Advance
    before: int | None = None
    after: int | None = None


class GoldChanged(Event, frozen=True, tag="GoldChanged"):
    """Gold of the warband. `cause`: ransom, pit_fight."""

    gold: int
    before: int
    after: int
    cause: str
    fighter: str = ""


class CaptorsGained(Event, frozen=True, tag="CaptorsGained"):
    """What the captors get for a prisoner: gold, what he carried, a fighter whom they make of him
    (`recruit`: of this kind, where they have room), experience of their leader."""

    side: str
    warband: str
    fighter: str
    choice: str
    gold: int = 0
    items: dict[str, int] = {}
    recruit: str = ""
    experience: int = 0


class NotAutomated(Event, frozen=True, tag="NotAutomated"):
    """Something that the game master has to see to by hand."""

    fighter: str
    ids: tuple[str, ...]


class Asked(Event, frozen=True, tag="Asked"):
    """Somebody has to decide."""

    decision: Pending


class Resolved(Event, frozen=True, tag="Resolved"):
    """An answer. `by`: gm, player, captor, clock."""

    decision: str
    kind: str
    fighter: str
    choice: str
    by: str = "gm"


class Synced(Event, frozen=True, tag="Synced"):
    """The warband as it stood when an answer was given: it had bought, sold or renamed since."""

    roster: Roster


class Corrected(Event, frozen=True, tag="Corrected"):
    """The game master has had a step go another way, and all that came after it with it.

    `number` is the step, `dice` what he laid (none: an answer is taken back); `undone` are the
    answers that don't fit any more and have to be given again.
    """

    number: int
    reason: str
    dice: tuple[int, ...] = ()
    undone: tuple[str, ...] = ()


class AdvanceTaken(Event, frozen=True, tag="AdvanceTaken"):
    """The player's choice of an advance that was pending.

    `taken`: a characteristic (`before`, `after`), a skill, a spell, or "promoted"; "none" where
    nothing was left. `threshold` says which of the fighter's advances it was.
    """

    fighter: str
    threshold: int
    taken: str
    kind: str
    before: int | None = None
    after: int | None = None


class Promoted(Event, frozen=True, tag="Promoted"):
    """One of a group has become a hero. `hero` is his key; the group's where it was he alone."""

    fighter: str
    number: int
    hero: str
    lists: tuple[str, ...]


class LeaderChanged(Event, frozen=True, tag="LeaderChanged"):
    """Who leads from now on; `before` led until then. `by`: what settled it."""

    fighter: str
    before: str
    by: str


class PitFought(Event, frozen=True, tag="PitFought"):
    """A fight in the pits, blow by blow: `events` are those of the battle, with its dice.

    `winner`: the fighter's key, the name of his opponent, or "" where neither fell.
    """

    fighter: str
    opponent: str
    winner: str
    turns: int
    events: tuple[dict[str, Any], ...] = ()


class AftermathClosed(Event, frozen=True, tag="AftermathClosed"):
    """Every step is done and every question answered: the dice may be shown."""


AnyEvent = (
    Rolled
    | Scheduled
    | StepDone
    | BattleMissed
    | SeriousInjury
    | EffectGained
    | MustMiss
    | Parted
    | GearLost
    | Recovered
    | MemberLost
    | FateChanged
    | ExperienceGained
    | NoExperience
    | AdvanceGained
    | GoldChanged
    | CaptorsGained
    | NotAutomated
    | Asked
    | Resolved
    | PitFought
    | Synced
    | Corrected
    | AdvanceTaken
    | Promoted
    | LeaderChanged
    | Explored
    | ShardsChanged
    | ItemsFound
    | GiftGained
    | SkillLearned
    | SpellLearned
    | Joined
    | Noted
    | MarketOpened
    | Looked
    | RareSought
    | RareBought
    | NoteUsed
    | TestTaken
    | UsedUp
    | WeaponBlessed
    | AftermathClosed
)
