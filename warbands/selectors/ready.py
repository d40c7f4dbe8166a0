"""Ready-made warbands as they are offered: who comes, with what, and what is left."""

from dataclasses import dataclass
from functools import cache

from django.utils.translation import get_language

from rules.catalogue import Recruit, load_catalogue
from rules.roster import change as verbs
from rules.roster.model import Roster
from rules.roster.ready import bought, has_one
from warbands import names


@dataclass(frozen=True)
class ReadyFighter:
    """Somebody of a ready-made warband; `things` are what he carries and is, in words."""

    type: str
    type_name: str
    name: str
    n: int
    things: tuple[str, ...]


@dataclass(frozen=True)
class ReadySheet:
    """A ready-made warband: how it is played, its size, the gold that is left, its fighters."""

    about: str
    size: int
    gold: int
    rating: int
    fighters: tuple[ReadyFighter, ...]


def ready_sheet(type: str) -> ReadySheet | None:
    """The ready-made warband of a kind in the reader's language; None where there is none."""
    return _sheet(type, get_language() or "en") if has_one(load_catalogue(), type) else None


@cache
def _sheet(type: str, language: str) -> ReadySheet:
    catalogue = load_catalogue()
    ready, gold = catalogue.ready[type], catalogue.warbands[type].gold
    empty = verbs.found(catalogue, Roster(id="?", name="?", type=type, budget=gold)).roster
    keys = [str(number) for number, _ in enumerate(ready.fighters)]
    roster, lines = bought(catalogue, empty, keys=keys)
    return ReadySheet(
        about=ready.about[language],
        size=roster.size,
        gold=roster.treasury,
        rating=sum(line.rating for line in lines),
        fighters=tuple(_fighter(type, recruit, language) for recruit in ready.fighters),
    )


def _fighter(type: str, recruit: Recruit, language: str) -> ReadyFighter:
    bought = (*filter(None, [recruit.kit]), *recruit.mutations, *recruit.items)
    counted = {id: bought.count(id) for id in bought}
    return ReadyFighter(
        type=recruit.type,
        type_name=names.fighter_type(recruit.type, type),
        name=recruit.called(language),
        n=recruit.n,
        things=tuple(
            names.item(id) if n == 1 else f"{names.item(id)} × {n}" for id, n in counted.items()
        ),
    )
