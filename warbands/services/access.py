"""Who may write to a warband, and the lock under which it is written."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import transaction

from mordheim_site.errors import Forbidden, NotFound, ServiceError
from mordheim_site.text import one_line
from rules.catalogue.house import amended
from rules.roster.change import Change, Refused
from rules.roster.model import Roster
from warbands import store
from warbands.models import Warband
from warbands.models.warband import Status
from warbands.sentences import breaches, sentence
from warbands.services.books import enter
from warbands.services.seals import seal_casters

LONGEST_NAME = 80


def refuse(code: str, status: int = 409, **params: Any) -> ServiceError:
    """A refusal of this application, with its sentence."""
    return ServiceError(code, status, detail=sentence(code, params), **params)


@contextmanager
def writing(
    *, actor: Any, warband: Warband | UUID, as_gm: bool = False, version: int | None = None
) -> Iterator[Warband]:
    """The warband, locked for a change in one transaction.

    Raises NotFound, Forbidden (owner only, unless `as_gm`), stale_version (412) where `version`
    is no longer the warband's, and disbanded.
    """
    with transaction.atomic():
        row = locked(warband)
        if not as_gm and row.owner_id != getattr(actor, "pk", None):
            raise Forbidden(detail=sentence("forbidden"))
        if version is not None and version != row.version:
            raise refuse("stale_version", 412, version=row.version)
        if row.status == Status.DISBANDED:
            raise refuse("disbanded")
        yield row


def locked(warband: Warband | UUID) -> Warband:
    """The warband's row under a lock; only inside a transaction. NotFound where there is none."""
    key = warband.pk if isinstance(warband, Warband) else warband
    row = Warband.objects.select_for_update().filter(pk=key).first()
    if row is None:
        raise NotFound(detail=sentence("not_found"))
    return row


def named(name: str) -> str:
    """A name as one line. Refused with bad_name where nothing is left of it, or too much."""
    line = one_line(name)
    if not 1 <= len(line) <= LONGEST_NAME:
        raise refuse("bad_name", 422, most=LONGEST_NAME)
    return line


def trading(row: Warband) -> None:
    """Refuse to hire, buy or sell for a warband that is in a battle."""
    if row.fighting:
        raise refuse("in_battle")


def changed(row: Warband, change: Callable[[Roster], Change], *, actor: Any) -> None:
    """Carry out a verb of rules.roster.change on the stored warband.

    What the verb refuses becomes a ServiceError.
    """
    before = store.load(row)
    try:
        after = change(before)
    except Refused as refused:
        raise refusal(refused) from refused
    store.save(row, before, after.roster)
    seal_casters(row, amended(after.roster.house_rules), after.roster)
    enter(row, after.roster, after.lines, actor=actor)
    touch(row)


def by_its_rules(verb: Callable[..., Change], roster: Roster, **arguments: Any) -> Change:
    """A verb of the rules with the catalogue as the warband's campaign has it."""
    return verb(amended(roster.house_rules), roster, **arguments)


def touch(row: Warband) -> None:
    row.version += 1
    row.save()


def refusal(refused: Refused) -> ServiceError:
    """What the rules refuse, in words; the breaches behind it as `problems`."""
    if not refused.breaches:
        return refuse(refused.code, **refused.params)
    return against_the_list(refused.code, breaches(refused.breaches))


def against_the_list(code: str, problems: list[dict[str, Any]]) -> ServiceError:
    """A refusal that carries breaches, its sentence made of theirs."""
    detail = " ".join(problem["detail"] for problem in problems)
    return ServiceError(code, 409, detail=detail, problems=problems)
