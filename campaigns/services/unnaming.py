"""The name of somebody who goes, taken out of wherever it was written down as it was then.

What is shown from his account (posts, orders, warbands) bears the name of that; here is what keeps
a copy of its own. The words that he added to dice stay: without them nobody could recompute those.
"""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model, Q

from campaigns.models import Battle, Branch, HandReport, News, Notice, Post, Report, Season
from mordheim_site.accounts.models import User
from warbands.models import Warband

NOBODY = "—"


def unname(user: User, campaigns: set[int]) -> None:
    """Notices, news, reports about him, words for dice, final tables, corrections by hand.

    `campaigns`: those that he was in until now.
    """
    names = {user.username, user.get_short_name(), str(user)}
    for model in (Notice, News):
        _write(model, "params", _told(model, names))
    _write(Report, "evidence", _reported(user))
    _write(Branch, "seeds", _seeded(user, names))
    _write(Season, "standings", _stood(user, campaigns))
    _write(Post, "data", _said_by_hand(user, names))
    _write(HandReport, "changes", _corrected(user, names))


def _write(model: type[Model], field: str, rows: Iterable[Any]) -> None:
    model._default_manager.bulk_update(list(rows), [field], batch_size=500)


def _told(model: Any, names: set[str]) -> list[Any]:
    rows = list(model.objects.filter(params__by__in=names))
    for row in rows:
        row.params["by"] = NOBODY
    return rows


def _reported(user: User) -> list[Report]:
    """What he wrote stays as evidence, and who he was stays known to the site as an account."""
    rows = list(Report.objects.filter(reported=user))
    for row in rows:
        row.evidence["author"] = NOBODY
    return rows


def _seeded(user: User, names: set[str]) -> list[Branch]:
    battles = Battle.objects.filter(seeds__user=user).values("pk")
    rows = list(Branch.objects.filter(battle__in=battles))
    for row in rows:
        row.seeds = [_without(seed, names) for seed in row.seeds]
    return rows


def _stood(user: User, campaigns: set[int]) -> list[Season]:
    own = {str(pk) for pk in Warband.objects.filter(owner=user).values_list("pk", flat=True)}
    fought = Battle.objects.filter(sides__warband__owner=user).values("scene__campaign")
    rows = list(Season.objects.filter(Q(campaign__in=fought) | Q(campaign__in=campaigns)))
    for row in rows:
        row.standings = [
            {**one, "owner": NOBODY} if one["warband"] in own else one for one in row.standings
        ]
    return rows


def _corrected(user: User, names: set[str]) -> list[HandReport]:
    rows = list(HandReport.objects.filter(battle__gm_actions__user=user).distinct())
    for row in rows:
        row.changes = [_without(change, names) for change in row.changes]
    return rows


def _said_by_hand(user: User, names: set[str]) -> list[Post]:
    """What the scenes of battles by hand say that he reported, doubted or ruled."""
    asked = Q(reported_by=user) | Q(objected_by=user) | Q(ruled_by=user)
    asked |= Q(battle__sides__user=user) | Q(battle__gm_actions__user=user)
    scenes = HandReport.objects.filter(asked).values("battle__scene")
    rows = list(Post.objects.filter(scene__in=scenes, data__by__in=names))
    for row in rows:
        row.data = _without(row.data, names)
    return rows


def _without(entry: dict[str, Any], names: set[str]) -> dict[str, Any]:
    return {**entry, "by": NOBODY} if entry.get("by") in names else entry
