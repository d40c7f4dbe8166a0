"""Events of what the city yields: exploration, its places, and what they leave behind."""

from __future__ import annotations

from rules.campaign.event import Event
from rules.roster.model import Lasting, Note


class Explored(Event, frozen=True, tag="Explored"):
    """The dice of exploration that count, what they add up to, and the place that they found."""

    dice: tuple[int, ...]
    shards: int
    place: str = ""


class ShardsChanged(Event, frozen=True, tag="ShardsChanged"):
    """Wyrdstone of the warband. `cause`: exploration, scenario, a place, sold."""

    shards: int
    before: int
    after: int
    cause: str


class ItemsFound(Event, frozen=True, tag="ItemsFound"):
    """Pieces that go into the stash."""

    item: str
    n: int
    cause: str


class UsedUp(Event, frozen=True, tag="UsedUp"):
    """Pieces that have done their work: of a fighter (a member each), or (`""`) of the stash."""

    fighter: str
    items: dict[str, int]


class WeaponBlessed(Event, frozen=True, tag="WeaponBlessed"):
    """A weapon of a hero, or (`""`) of the stash, is another from now on."""

    fighter: str
    item: str
    into: str


class GiftGained(Event, frozen=True, tag="GiftGained"):
    """A lasting effect that is no injury."""

    fighter: str
    gift: Lasting
    cause: str


class SkillLearned(Event, frozen=True, tag="SkillLearned"):
    """A skill that is no advance."""

    fighter: str
    skill: str
    cause: str


class SpellLearned(Event, frozen=True, tag="SpellLearned"):
    """A spell or prayer, by dice or as a god's gift (P-MAG-03, P-MAG-05)."""

    fighter: str
    spell: str
    cause: str


class Joined(Event, frozen=True, tag="Joined"):
    """`n` fighters who cost nothing: a new group, or more of the group `fighter`. A hired sword
    brings his own `equipment` and `skills`."""

    fighter: str
    type: str
    numbers: tuple[int, ...]
    cause: str
    new: bool = False
    equipment: dict[str, int] = {}
    skills: tuple[str, ...] = ()


class Noted(Event, frozen=True, tag="Noted"):
    """Something that the warband has from now on."""

    note: Note


class NoteUsed(Event, frozen=True, tag="NoteUsed"):
    """A note has done its work."""

    id: str


class MarketOpened(Event, frozen=True, tag="MarketOpened"):
    """Income is done: heroes may look for rare things."""


class Looked(Event, frozen=True, tag="Looked"):
    """Who has had his chance: a hero, or `veterans` for having asked around."""

    who: str


class RareSought(Event, frozen=True, tag="RareSought"):
    """A roll of two dice, with what is added to it, against the rarity of a thing."""

    fighter: str
    item: str
    rarity: int
    roll: int
    bonus: int
    found: bool


class RareBought(Event, frozen=True, tag="RareBought"):
    """Something rare, bought for the stash."""

    item: str
    gold: int
    fighter: str


class TestTaken(Event, frozen=True, tag="TestTaken"):
    """A test in a place: on `characteristic`, passed or not."""

    fighter: str
    characteristic: str
    passed: bool
