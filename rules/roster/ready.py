"""A ready-made warband bought for a roster that has its gold and nobody yet."""

from __future__ import annotations

from collections.abc import Sequence

from rules.catalogue import Catalogue, Recruit
from rules.roster import change as verbs
from rules.roster import extras
from rules.roster.change import Change, Refused
from rules.roster.founding import choose_skills, take_gift
from rules.roster.ledger import Line
from rules.roster.model import Roster


def has_one(catalogue: Catalogue, type: str) -> bool:
    """Whether there is a ready-made warband of this kind."""
    return type in catalogue.ready


def bought(
    catalogue: Catalogue, roster: Roster, *, keys: Sequence[str], language: str = "en"
) -> Change:
    """All of it, purchase by purchase; `keys` are for its fighters, whose names are in `language`.

    Refused: no_preset, and whatever a purchase is refused with.
    """
    if not has_one(catalogue, roster.type):
        raise Refused("no_preset", type=roster.type)
    lines: list[Line] = []
    ready = catalogue.ready[roster.type]
    if ready.skill_set:
        roster = choose_skills(catalogue, roster, set=ready.skill_set, draft=True).roster
    for key, recruit in zip(keys, ready.fighters, strict=True):
        done = _recruited(catalogue, roster, recruit, key, language)
        roster, lines = done.roster, [*lines, *done.lines]
    return Change(roster, tuple(lines))


def _recruited(
    catalogue: Catalogue, roster: Roster, recruit: Recruit, key: str, language: str
) -> Change:
    name = recruit.called(language)
    done = [verbs.hire(catalogue, roster, key=key, type=recruit.type, name=name, n=recruit.n)]
    if recruit.kit:
        kit, picks = recruit.kit, recruit.picks
        done.append(extras.buy_kit(catalogue, done[-1].roster, key=key, kit=kit, choices=picks))
    for mutation in recruit.mutations:
        last = done[-1].roster
        done.append(extras.mutate(catalogue, last, key=key, mutation=mutation, draft=True))
    for item in recruit.items:
        done.append(verbs.buy(catalogue, done[-1].roster, key=key, item=item, draft=True))
    if recruit.gift:
        done.append(take_gift(catalogue, done[-1].roster, key=key))
    return Change(done[-1].roster, tuple(line for change in done for line in change.lines))
