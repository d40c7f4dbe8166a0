"""Verbs for kits and mutations, and for what a player writes about his warband."""

import secrets
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from rules.roster import extras as verbs
from rules.roster import founding, heirloom
from rules.roster.change import Change
from rules.roster.model import Roster
from warbands.models import Fighter, Warband
from warbands.models.fighter import Fate
from warbands.models.warband import Status
from warbands.services.access import by_its_rules, changed, named, refuse, touch, trading, writing

LONGEST_NOTES = 4000
LONGEST_FIGHTER_NOTES = 1000


def kit_buy(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    kit: str,
    choices: tuple[int, ...] = (),
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Buy a kit whole, one for each member; `choices` says which set of each group of it."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        verb = _verb(verbs.buy_kit, key=fighter, kit=kit, choices=choices)
        changed(row, verb, actor=actor)
        return row.fighters.get(key=fighter)


def kit_return(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Give a kit back for its price, while drafting."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        _drafting(row)
        changed(row, _verb(verbs.return_kit, key=fighter), actor=actor)
        return row.fighters.get(key=fighter)


def mutation_buy(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    mutation: str,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Buy a mutation or a blessing; the first at its price, every further one at twice that."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        draft = row.status == Status.DRAFT
        verb = _verb(verbs.mutate, key=fighter, mutation=mutation, draft=draft)
        changed(row, verb, actor=actor)
        return row.fighters.get(key=fighter)


def mutation_return(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    mutation: str,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Take a mutation back for its price, while drafting."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        _drafting(row)
        changed(row, _verb(verbs.heal, key=fighter, mutation=mutation), actor=actor)
        return row.fighters.get(key=fighter)


def equipment_stow(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    item: str,
    n: int = 1,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Put `n` pieces a member into the stash."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        changed(row, _verb(verbs.stow, key=fighter, item=item, n=n), actor=actor)
        return row.fighters.get(key=fighter)


def equipment_issue(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    item: str,
    n: int = 1,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Hand `n` pieces a member out of the stash, where his list has such a thing."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        changed(row, _verb(verbs.issue, key=fighter, item=item, n=n), actor=actor)
        return row.fighters.get(key=fighter)


def skill_set_choose(
    *,
    actor: Any,
    warband: Warband | UUID,
    skill_set: str,
    as_gm: bool = False,
    version: int | None = None,
) -> Warband:
    """Settle by which of its list's sets the heroes learn; once it is enlisted no more."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        draft = row.status == Status.DRAFT
        verb = _verb(founding.choose_skills, set=skill_set, draft=draft)
        changed(row, verb, actor=actor)
    return row


def gift_take(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    item: str = "",
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Take what the warband's rules give him for nothing, while drafting; or, with an `item`, the
    heirloom that he has for less.
    """
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        verb = partial(heirloom.inherit, item=item) if item else founding.take_gift
        return _gift(row, verb, fighter, actor)


def gift_return(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Leave it, while drafting; an heirloom goes back for what he has paid."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        return _gift(row, heirloom.leave, fighter, actor)


def _gift(row: Warband, verb: Callable[..., Change], fighter: str, actor: Any) -> Fighter:
    _drafting(row)
    changed(row, _verb(verb, key=fighter), actor=actor)
    return row.fighters.get(key=fighter)


def warband_edit(
    *,
    actor: Any,
    warband: Warband | UUID,
    name: str | None = None,
    notes: str | None = None,
    shared: bool | None = None,
    as_gm: bool = False,
    version: int | None = None,
) -> Warband:
    """Rename a warband, set its notes for all who see it, open or close its public page.

    What is None stays. A page that is opened anew has a new address.
    """
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        if name is not None:
            row.name = named(name)
        if notes is not None:
            row.notes = _notes(notes, LONGEST_NOTES)
        if shared is not None:
            row.share = (row.share or secrets.token_urlsafe(16)) if shared else None
        touch(row)
    return row


def fighter_edit(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    name: str | None = None,
    notes: str | None = None,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Rename a fighter, set what is written about him; what is None stays."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        found = row.fighters.filter(key=fighter).first()
        if found is None or found.fate == Fate.DISMISSED:
            raise refuse("unknown_fighter", fighter=fighter)
        if name is not None:
            found.name = named(name)
        if notes is not None:
            found.notes = _notes(notes, LONGEST_FIGHTER_NOTES)
        found.save(update_fields=["name", "notes"])
        touch(row)
        return found


def _drafting(row: Warband) -> None:
    if row.status != Status.DRAFT:
        raise refuse("not_a_draft")


def _notes(text: str, most: int) -> str:
    """Text with plain line ends; refused where it is too long or holds what no text holds."""
    plain = text.replace("\r\n", "\n").strip()
    if len(plain) > most or "\0" in plain:
        raise refuse("bad_notes", 422, most=most)
    return plain


def _verb(verb: Callable[..., Change], **arguments: Any) -> Callable[[Roster], Change]:
    return partial(by_its_rules, verb, **arguments)
