"""What happened: facts with everything needed to show them, and the rule that made each.

`event` is the tag. An event holds no prose: the pages say it in the reader's language. `rule` is
a ledger ID ("" where only the server's book-keeping speaks); `audience` the sides that may see
it, empty for everybody ("gm" alone for the GM). Add types and fields; never change what an old
one means (tests/golden).
"""

from __future__ import annotations

from .aids import (
    Aided,
    Blessed,
    BrokeOff,
    CharacteristicChanged,
    ChargeStopped,
    Crushed,
    DoorTried,
    FrenzyGained,
    GuardSet,
    ItemUsed,
    Lured,
    PreferenceSet,
    Quarrelled,
    RanWild,
    Seized,
    StayedHidden,
    Taunted,
    TrapLaid,
    TrapSprung,
    WillTested,
    WoundsRegained,
)
from .base import Compare, Event, Modifier, MovedBy
from .course import (
    Adjusted,
    Awaited,
    BattleEnded,
    Decided,
    Deployed,
    DeploymentStarted,
    NotAutomated,
    OrderLapsed,
    OrderOfPlay,
    PhaseStarted,
    Rolled,
    Sealed,
    SideLost,
    StayedBelow,
    StepStarted,
    TerrainAdjusted,
    TurnStarted,
    WentBelow,
)
from .fighting import (
    AutomaticHit,
    CannotWound,
    CombatFought,
    CoverHit,
    CriticalHit,
    KegBlown,
    Parried,
    ParryLost,
    PlightBegan,
    PlightEnded,
    PlightLasts,
    ShotFired,
    ShotMissed,
    SpentOnce,
    StrikesDeclared,
    StrikingOrder,
    StripSwept,
    Struck,
    SurelyWounded,
    WeaponBroken,
    WoundsLost,
)
from .magic import (
    CastDeclared,
    CircleDrawn,
    Commanded,
    EffectBegun,
    EffectEnded,
    PostMark,
    SecondSpellOpened,
    SideChanged,
    SpellCast,
    SpellFailed,
    SpellWasted,
    Summoned,
    TerrainRemoved,
    Unbound,
    Unsummoned,
    WoundsGained,
)
from .mission import (
    BrokeThrough,
    CounterDropped,
    CounterPlaced,
    CountersLeftOut,
    CounterTaken,
    DeployOrderSet,
    GroundSet,
    LeftByEdge,
    MeritEarned,
    ObjectiveHeld,
    ObjectivesSet,
    ReservesArrived,
    ReservesSet,
    RolesSet,
    RolledOff,
    Searched,
    ShardsBrought,
    SpoilsTaken,
)
from .moving import (
    Charged,
    ChargeDeclared,
    ChargeFailed,
    ChargeSpotFailed,
    ClimbFailed,
    FearFailed,
    Fell,
    Fled,
    ForcedToCharge,
    Hid,
    Intercepted,
    InterceptionFailed,
    LeftTable,
    Moved,
    Rallied,
    RallyDenied,
    Revealed,
    StatusChanged,
    StayedDown,
    StoppedFleeing,
    StupidityFailed,
)

__all__ = [
    "Adjusted",
    "Aided",
    "AnyEvent",
    "AutomaticHit",
    "Awaited",
    "BattleEnded",
    "Blessed",
    "BrokeOff",
    "BrokeThrough",
    "CannotWound",
    "CastDeclared",
    "CharacteristicChanged",
    "ChargeDeclared",
    "ChargeFailed",
    "ChargeSpotFailed",
    "ChargeStopped",
    "Charged",
    "CircleDrawn",
    "ClimbFailed",
    "CombatFought",
    "Commanded",
    "Compare",
    "CounterDropped",
    "CounterPlaced",
    "CounterTaken",
    "CountersLeftOut",
    "CoverHit",
    "CriticalHit",
    "Crushed",
    "Decided",
    "DeployOrderSet",
    "Deployed",
    "DeploymentStarted",
    "DoorTried",
    "EffectBegun",
    "EffectEnded",
    "Event",
    "FearFailed",
    "Fell",
    "Fled",
    "ForcedToCharge",
    "FrenzyGained",
    "GroundSet",
    "GuardSet",
    "Hid",
    "Intercepted",
    "InterceptionFailed",
    "ItemUsed",
    "KegBlown",
    "LeftByEdge",
    "LeftTable",
    "Lured",
    "MeritEarned",
    "Modifier",
    "Moved",
    "MovedBy",
    "NotAutomated",
    "ObjectiveHeld",
    "ObjectivesSet",
    "OrderLapsed",
    "OrderOfPlay",
    "Parried",
    "ParryLost",
    "PhaseStarted",
    "PlightBegan",
    "PlightEnded",
    "PlightLasts",
    "PostMark",
    "PreferenceSet",
    "Quarrelled",
    "Rallied",
    "RallyDenied",
    "RanWild",
    "ReservesArrived",
    "ReservesSet",
    "Revealed",
    "RolesSet",
    "Rolled",
    "RolledOff",
    "Sealed",
    "Searched",
    "SecondSpellOpened",
    "Seized",
    "ShardsBrought",
    "ShotFired",
    "ShotMissed",
    "SideChanged",
    "SideLost",
    "SpellCast",
    "SpellFailed",
    "SpellWasted",
    "SpentOnce",
    "SpoilsTaken",
    "StatusChanged",
    "StayedBelow",
    "StayedDown",
    "StayedHidden",
    "StepStarted",
    "StoppedFleeing",
    "StrikesDeclared",
    "StrikingOrder",
    "StripSwept",
    "Struck",
    "StupidityFailed",
    "Summoned",
    "SurelyWounded",
    "Taunted",
    "TerrainAdjusted",
    "TerrainRemoved",
    "TrapLaid",
    "TrapSprung",
    "TurnStarted",
    "Unbound",
    "Unsummoned",
    "WeaponBroken",
    "WentBelow",
    "WillTested",
    "WoundsGained",
    "WoundsLost",
    "WoundsRegained",
    "seen_by",
]

AnyEvent = (
    OrderOfPlay
    | NotAutomated
    | DeploymentStarted
    | Deployed
    | TurnStarted
    | WentBelow
    | PhaseStarted
    | StayedBelow
    | StepStarted
    | Rolled
    | StayedDown
    | StatusChanged
    | Rallied
    | RallyDenied
    | ChargeDeclared
    | ChargeSpotFailed
    | ChargeFailed
    | Charged
    | Intercepted
    | InterceptionFailed
    | FearFailed
    | StupidityFailed
    | ForcedToCharge
    | Moved
    | ClimbFailed
    | OrderLapsed
    | Fell
    | Hid
    | Revealed
    | Fled
    | StoppedFleeing
    | LeftTable
    | ShotFired
    | ShotMissed
    | CoverHit
    | KegBlown
    | StrikesDeclared
    | StrikingOrder
    | Struck
    | AutomaticHit
    | Parried
    | ParryLost
    | CriticalHit
    | CannotWound
    | WoundsLost
    | SurelyWounded
    | SpentOnce
    | PlightBegan
    | PlightEnded
    | PlightLasts
    | StripSwept
    | WeaponBroken
    | CombatFought
    | Awaited
    | Decided
    | SideLost
    | BattleEnded
    | Adjusted
    | CastDeclared
    | CircleDrawn
    | Commanded
    | EffectBegun
    | EffectEnded
    | PostMark
    | SideChanged
    | SpellCast
    | SpellFailed
    | SecondSpellOpened
    | SpellWasted
    | Summoned
    | TerrainRemoved
    | TerrainAdjusted
    | Unbound
    | Unsummoned
    | WoundsGained
    | Aided
    | BrokeOff
    | CharacteristicChanged
    | ChargeStopped
    | FrenzyGained
    | GuardSet
    | PreferenceSet
    | Blessed
    | Crushed
    | Lured
    | Taunted
    | TrapLaid
    | TrapSprung
    | DoorTried
    | WillTested
    | ItemUsed
    | StayedHidden
    | WoundsRegained
    | Quarrelled
    | RanWild
    | Seized
    | Sealed
    | BrokeThrough
    | CounterDropped
    | CounterPlaced
    | CounterTaken
    | CountersLeftOut
    | DeployOrderSet
    | GroundSet
    | LeftByEdge
    | MeritEarned
    | ObjectiveHeld
    | ObjectivesSet
    | ReservesArrived
    | ReservesSet
    | RolesSet
    | RolledOff
    | Searched
    | ShardsBrought
    | SpoilsTaken
)


def seen_by(event: Event, side: str | None, *, gm: bool = False) -> Event:
    """The event as `side` (None: a spectator) may see it: itself, or a `Sealed` stub."""
    if gm or not event.audience or side in event.audience:
        return event
    return Sealed()
