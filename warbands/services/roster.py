"""Verbs of building a warband: found, hire, buy, sell, rename, enlist, muster."""

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from rules.catalogue.house import amended
from rules.roster import change as verbs
from rules.roster.change import Change
from rules.roster.model import Roster
from rules.roster.problems import problems
from warbands import names, store
from warbands.models import Fighter, Warband
from warbands.models.warband import Status
from warbands.sentences import breaches
from warbands.services.access import (
    against_the_list,
    by_its_rules,
    changed,
    named,
    refuse,
    touch,
    trading,
    writing,
)
from warbands.services.books import enter

ALPHABET = "23456789abcdefghjkmnpqrstvwxyz"


def warband_create(
    *,
    actor: Any,
    type: str,
    name: str,
    ruleset: str = "partida",
    budget: int | None = None,
    house_rules: Mapping[str, Any] | None = None,
    rules_of: str = "",
) -> Warband:
    """Found a warband of the actor's, a draft with its starting gold (by its list, or `budget`).

    `house_rules` are the overlay by which it is built, `rules_of` whose they are.
    """
    overlay = dict(house_rules or {})
    catalogue = amended(overlay)
    if type not in catalogue.warbands:
        raise refuse("unknown_warband", 400, type=type)
    gold = catalogue.warbands[type].gold if budget is None else budget
    name = named(name)
    with transaction.atomic():
        row = Warband.objects.create(
            owner=actor,
            type=type,
            name=name,
            ruleset=ruleset,
            budget=gold,
            house_rules=overlay,
            rules_of=rules_of,
        )
        founded = verbs.found(catalogue, store.load(row))
        enter(row, founded.roster, founded.lines, actor=actor)
        touch(row)
    return row


def warband_rename(
    *,
    actor: Any,
    warband: Warband | UUID,
    name: str,
    as_gm: bool = False,
    version: int | None = None,
) -> Warband:
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        row.name = named(name)
        touch(row)
    return row


def fighter_hire(
    *,
    actor: Any,
    warband: Warband | UUID,
    type: str,
    name: str = "",
    n: int = 1,
    choice: int = 0,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Hire a hero, a group of `n` henchmen, or a hired sword with the set `choice` of his.

    Without a name it is called after its kind.
    """
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        name = named(name or _next_name(row, type))
        key = new_key(name)
        changed(
            row, _verb(verbs.hire, key=key, type=type, name=name, n=n, choice=choice), actor=actor
        )
        return row.fighters.get(key=key)


def group_recruit(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    n: int = 1,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Hire `n` more henchmen into a group (`fighter` is its key), with the gear of the others."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        changed(row, _verb(verbs.recruit, key=fighter, n=n), actor=actor)
        return row.fighters.get(key=fighter)


def fighter_dismiss(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    as_gm: bool = False,
    version: int | None = None,
) -> Warband:
    """Send a fighter away: his price comes back in a draft, later his gear goes to the stash."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        changed(row, _verb(verbs.dismiss, key=fighter, draft=_is_draft(row)), actor=actor)
    return row


def fighter_rename(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    name: str,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        line = named(name)
        changed(row, lambda roster: verbs.rename(roster, key=fighter, name=line), actor=actor)
        return row.fighters.get(key=fighter)


def equipment_buy(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    item: str,
    n: int = 1,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Buy `n` pieces of an item for a fighter, in a group for every member."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        verb = _verb(verbs.buy, key=fighter, item=item, n=n, draft=_is_draft(row))
        changed(row, verb, actor=actor)
        return row.fighters.get(key=fighter)


def equipment_sell(
    *,
    actor: Any,
    warband: Warband | UUID,
    fighter: str,
    item: str,
    n: int = 1,
    as_gm: bool = False,
    version: int | None = None,
) -> Fighter:
    """Sell `n` pieces a member: for what they cost in a draft, for half of it later."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        verb = _verb(verbs.sell, key=fighter, item=item, n=n, draft=_is_draft(row))
        changed(row, verb, actor=actor)
        return row.fighters.get(key=fighter)


def stash_sell(
    *,
    actor: Any,
    warband: Warband | UUID,
    item: str,
    n: int = 1,
    as_gm: bool = False,
    version: int | None = None,
) -> Warband:
    """Sell pieces out of the stash for half of their price."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        changed(row, _verb(verbs.sell_stash, item=item, n=n), actor=actor)
    return row


def warband_disband(
    *, actor: Any, warband: Warband | UUID, as_gm: bool = False, version: int | None = None
) -> Warband:
    """The warband breaks up: everything is lost, and it stays to be remembered only."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        trading(row)
        row.status = Status.DISBANDED
        touch(row)
    return row


def warband_enlist(
    *, actor: Any, warband: Warband | UUID, as_gm: bool = False, version: int | None = None
) -> Warband:
    """Close the draft: from here on the warband plays. Refused with all that is wrong with it."""
    with writing(actor=actor, warband=warband, as_gm=as_gm, version=version) as row:
        if not _is_draft(row):
            raise refuse("not_a_draft")
        wrong = problems(amended(row.house_rules), store.load(row))
        if wrong:
            raise against_the_list("illegal_roster", breaches(wrong))
        row.status, row.enlisted_at = Status.ENLISTED, timezone.now()
        touch(row)
    return row


def warband_muster(
    *, actor: Any, warband: Warband | UUID, battle: str, as_gm: bool = False
) -> Warband:
    """The warband goes to battle: until it is released nothing is hired, bought or sold.

    What came of its last battle must be settled first: a choice that waits would be asked again.
    """
    with writing(actor=actor, warband=warband, as_gm=as_gm) as row:
        if row.status != Status.ENLISTED:
            raise refuse("not_ready")
        if row.fighting not in ("", battle):
            raise refuse("in_battle")
        if row.aftermaths.filter(closed_at=None, reverted_at=None).exists():
            raise refuse("aftermath_open", warband=row.name)
        row.fighting = battle
        touch(row)
    return row


def warband_release(*, warband: Warband | UUID, battle: str) -> None:
    """The battle holds the warband no longer (cancelled, or its aftermath is done)."""
    key = warband.pk if isinstance(warband, Warband) else warband
    Warband.objects.filter(pk=key, fighting=battle).update(fighting="")


def _verb(verb: Callable[..., Change], **arguments: Any) -> Callable[[Roster], Change]:
    return partial(by_its_rules, verb, **arguments)


def _is_draft(row: Warband) -> bool:
    return row.status == Status.DRAFT


def _next_name(row: Warband, type: str) -> str:
    """Its kind: "Champion", then "Champion 2" ..."""
    name = names.fighter_type(type, row.type)
    taken = set(row.fighters.values_list("name", flat=True))
    numbered = (f"{name} {number}" for number in range(2, len(taken) + 3))
    return next(free for free in (name, *numbered) if free not in taken)


def new_key(name: str) -> str:
    """A name for battles and events that nobody else has ever had: "otto-brandt-4f2a"."""
    while True:
        ending = "".join(secrets.choice(ALPHABET) for _ in range(4))
        key = f"{slugify(name)[:24].strip('-') or 'fighter'}-{ending}"
        if not Fighter.objects.filter(key=key).exists():
            return key
