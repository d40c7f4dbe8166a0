"""What captors get for a prisoner, out of the aftermath of his own warband."""

from typing import Any
from uuid import UUID

import msgspec

from rules.campaign.books import captors_lines
from rules.campaign.events import CaptorsGained
from rules.catalogue.house import amended
from rules.roster.ledger import Line
from rules.roster.model import Fighter, Roster
from rules.roster.problems import places
from rules.roster.rating import rating
from warbands import names, store
from warbands.models import Aftermath
from warbands.services.access import locked, touch
from warbands.services.books import enter

replace = msgspec.structs.replace


def called(roster: Roster, kind: str = "") -> Roster:
    """Newcomers bear the name of their kind until somebody gives them another."""
    fighters = tuple(
        replace(fighter, name=fighter.name or names.fighter_type(fighter.type, kind or roster.type))
        for fighter in roster.fighters
    )
    return replace(roster, fighters=fighters)


def pay_captors(row: Aftermath, event: CaptorsGained, actor: Any) -> None:
    """Gold, gear and whoever they make of him, into their books."""
    captors = locked(UUID(event.warband))
    roster = store.load(captors)
    stash = dict(roster.stash)
    for item, n in event.items.items():
        stash[item] = stash.get(item, 0) + n
    richer = replace(roster, treasury=roster.treasury + event.gold, stash=stash)
    after, joined = _made_of_him(row, event, richer)
    after = called(after)
    store.save(captors, roster, after)
    enter(captors, after, (*captors_lines(event), *joined), actor=actor, battle=row.battle)
    touch(captors)


def _made_of_him(
    row: Aftermath, event: CaptorsGained, roster: Roster
) -> tuple[Roster, tuple[Line, ...]]:
    """The captors with the fighter whom they make of a prisoner; none where they have no room."""
    if not event.recruit:
        return roster, ()
    catalogue = amended(roster.house_rules)
    band = catalogue.warbands[roster.type]
    if places(band, roster) + band.fighter(event.recruit).counts > band.most:
        return roster, (Line(kind="dismiss", item=event.recruit, n=1, reason="no_room"),)
    key = f"{event.recruit}-{row.pk.hex[:8]}-{len(roster.fighters)}"
    after = roster.with_fighter(Fighter(key=key, name="", type=event.recruit, hero=False))
    gained = rating(catalogue, after) - rating(catalogue, roster)
    line = Line(
        kind="hire", item=event.recruit, fighter=key, n=1, rating=gained, reason=event.choice
    )
    return after, (line,)
