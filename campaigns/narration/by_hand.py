"""What is told of a battle by hand, in words."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from campaigns.by_hand import Claim, Fielded
from campaigns.narration.names import localized
from rules.catalogue import load_catalogue
from warbands import names as catalogue
from warbands.wording import cause

ENDINGS: dict[str, Any] = {
    "rout": gettext_lazy("%(side)s failed a rout test and fled."),
    "voluntary": gettext_lazy("%(side)s routed voluntarily."),
    "wiped_out": gettext_lazy("Nobody of %(side)s was left on his feet."),
    "scenario": gettext_lazy("The scenario came to its end."),
    "agreed": gettext_lazy("Both sides agreed to end it."),
}
CHOICES: dict[str, Any] = {
    "rout": gettext_lazy("a side failed a rout test"),
    "voluntary": gettext_lazy("a side routed voluntarily"),
    "wiped_out": gettext_lazy("a side had nobody left on his feet"),
    "scenario": gettext_lazy("as the scenario says"),
    "agreed": gettext_lazy("we agreed to end it"),
}
FAULTS: dict[str, Any] = {
    "unreadable": gettext_lazy("That can't be read: %(field)s."),
    "unknown_side": gettext_lazy("Choose one of the sides."),
    "unknown_ending": gettext_lazy("Say how it ended."),
    "who_fled": gettext_lazy("Say which side left the table."),
    "nobody_fled": gettext_lazy("Say how that side left the table, or that none did."),
    "fled_and_won": gettext_lazy("The side that left the table hasn't won."),
    "unknown_warrior": gettext_lazy("There is nobody like that in this battle: %(name)s."),
    "out_twice": gettext_lazy("%(name)s is out of action twice."),
    "by_his_own": gettext_lazy("%(name)s can't have been put out of action by his own side."),
    "unknown_feat": gettext_lazy("This scenario gives no experience for that."),
    "heroes_only": gettext_lazy("That is for heroes only, and %(name)s is none."),
    "bad_number": gettext_lazy("That number makes no sense here (%(name)s)."),
    "only_one": gettext_lazy("Only one warrior can have done that: %(feat)s."),
    "only_once": gettext_lazy("That can be done once by each only: %(feat)s."),
    "unknown_item": gettext_lazy("That can't be brought home from this scenario."),
    "winner_without_anybody": gettext_lazy("The winner has nobody left on his feet."),
    "somebody_left": gettext_lazy("Somebody of the side that was wiped out is still standing."),
}
SAID: dict[str, Any] = {
    "hand_reported": gettext_lazy("%(by)s reports this battle, played on a real table."),
    "hand_revised": gettext_lazy("%(by)s tells the battle otherwise: the report has changed."),
    "hand_confirmed": gettext_lazy("%(by)s confirms the report for %(text)s."),
    "hand_disputed": gettext_lazy("%(by)s says it was otherwise: %(text)s"),
    "hand_withdrawn": gettext_lazy("%(by)s takes the report back."),
    "hand_ruled": gettext_lazy("The game master lets the report count. Reason: %(text)s"),
    "hand_reopened": gettext_lazy(
        "The game master reopens the report: what came after the battle is undone, and everybody "
        "confirms anew. Reason: %(text)s"
    ),
    "hand_amended": gettext_lazy(
        "The game master corrects the report. What came after the battle stays, flagged. "
        "Reason: %(text)s"
    ),
    "hand_thrown_out": gettext_lazy("The game master throws the report out. Reason: %(text)s"),
}
"""Notices of the scene, by the source of the post."""


@dataclass(frozen=True)
class SideTold:
    """What became of a side: one line for each thing."""

    side: str
    name: str
    out: list[str]
    feats: list[str]
    spoils: str


CHANGES: dict[str, Any] = {
    "reopened": gettext_lazy("Reopened by %(by)s (%(date)s): %(reason)s"),
    "amended": gettext_lazy("Corrected by %(by)s (%(date)s): %(reason)s"),
}
"""What a game master did to a settled report."""


def change_in_words(change: Mapping[str, Any]) -> str:
    date = date_format(parse_datetime(change["at"]), "DATE_FORMAT")
    return str(CHANGES[change["kind"]]) % {**change, "date": date}


def fault_in_words(error: Mapping[str, Any]) -> str:
    """A fault of `bad_claim`."""
    values = {"field": "", "name": "", **error}
    values["feat"] = cause(values["about"]) if error["code"] in ("only_one", "only_once") else ""
    return str(FAULTS[error["code"]]) % values


def ending_of(claim: Claim, names: Mapping[str, str]) -> str:
    """Who won and how it ended; `names` of the sides."""
    won = (
        _("Victory for %(side)s.") % {"side": names[claim.winner]}
        if claim.winner
        else _("Nobody won.")
    )
    ended = str(ENDINGS[claim.ending]) % {"side": names.get(claim.routed, "")}
    return f"{won} {ended}"


def sides_told(
    claim: Claim, fielded: Sequence[Fielded], names: Mapping[str, str]
) -> list[SideTold]:
    by_id = {one.id: one for one in fielded}
    return [_side(side, name, claim, by_id) for side, name in names.items()]


def _side(side: str, name: str, claim: Claim, by_id: Mapping[str, Fielded]) -> SideTold:
    mine = {id for id, one in by_id.items() if one.side == side}
    out = [
        _("%(who)s, by %(by)s") % {"who": by_id[one.warrior].name, "by": by_id[one.by].name}
        if one.by
        else by_id[one.warrior].name
        for one in claim.out
        if one.warrior in mine
    ]
    done = Counter((one.warrior, one.id) for one in claim.feats for _point in range(one.points))
    feats = [
        f"{by_id[warrior].name}: {cause(id)}" + (f" × {n}" if n > 1 else "")
        for (warrior, id), n in done.items()
        if warrior in mine
    ]
    found = next((one for one in claim.spoils if one.side == side), None)
    return SideTold(side, name, out, feats, _spoils(found) if found else "")


def _spoils(found: Any) -> str:
    parts = []
    if found.wyrdstone:
        n = found.wyrdstone
        parts.append(
            ngettext("%(n)d shard of wyrdstone", "%(n)d shards of wyrdstone", n) % {"n": n}
        )
    if found.gold:
        parts.append(_("%(n)d gc") % {"n": found.gold})
    parts += [catalogue.item(id) for id in found.items]
    return ", ".join(parts)


def scenario_name(scenario: str) -> str:
    """What was played; an open battle without a scenario."""
    if not scenario:
        return _("An open battle, without a scenario")
    return localized(load_catalogue().scenarios[scenario].name, scenario)
