"""Rounds and pairings as their readers see them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from campaigns.errors import not_found
from campaigns.models import BattleSide, BattleStatus, Pairing
from campaigns.pairing import Entrant
from campaigns.selectors.access import Access, Id, campaign_for
from campaigns.selectors.catch_up import FOUGHT
from mordheim_site.ids import uuid_of
from warbands.models.warband import Status

Met = Counter[frozenset[str]]


@dataclass(frozen=True)
class PairingView:
    """A pairing for one reader: `mine` are the sides ("red", "blue") that he plays in it, `played`
    whether the two have begun a battle since."""

    access: Access
    pairing: Pairing
    played: bool

    @property
    def mine(self) -> list[str]:
        if not self.access.may_write or self.pairing.blue is None:
            return []
        sides = (("red", self.pairing.red), ("blue", self.pairing.blue))
        return [side for side, one in sides if one.owner_id == self.access.user.pk]

    @property
    def open(self) -> bool:
        return self.pairing.blue is not None and not self.played

    @property
    def may_roll(self) -> bool:
        """Nothing has been rolled or chosen yet, and the reader is one of them or the GM."""
        fresh = not self.pairing.scenario and not self.pairing.dice
        return self.open and fresh and bool(self.mine or self.access.is_gm)

    @property
    def may_choose(self) -> bool:
        """The table leaves the choice to his warband; the GM may always."""
        if not self.open or self.pairing.scenario:
            return False
        ids = {"red": str(self.pairing.red_id), "blue": str(self.pairing.blue_id)}
        chooses = any(ids[side] == self.pairing.chooser for side in self.mine)
        return bool(self.pairing.dice) and (chooses or self.access.is_gm)

    @property
    def chooses(self) -> str:
        """Whose choice the table, or a map of Mordheim, leaves the scenario to."""
        sides = (self.pairing.red, self.pairing.blue)
        return next((one.name for one in sides if one and str(one.pk) == self.pairing.chooser), "")

    @property
    def may_agree(self) -> bool:
        agreed = {"red": self.pairing.red_agrees, "blue": self.pairing.blue_agrees}
        return self.open and bool(self.pairing.scenario) and any(not agreed[s] for s in self.mine)


def pairings_of(access: Access, limit: int = 60) -> list[PairingView]:
    """The latest round first. Two queries."""
    rows = list(_rows(access)[:limit])
    since = min((row.created_at for row in rows), default=None)
    sides = BattleSide.objects.filter(battle__scene__campaign=access.campaign)
    sides = sides.exclude(battle__status=BattleStatus.CANCELLED)
    if since is not None:
        sides = sides.filter(battle__created_at__gte=since)
    battles: dict[int, tuple[Any, set[Any]]] = {}
    columns = ("battle", "battle__created_at", "warband")
    for battle, when, warband in sides.values_list(*columns) if rows else ():
        battles.setdefault(battle, (when, set()))[1].add(warband)
    return [PairingView(access, row, _played(row, battles.values())) for row in rows]


def _played(row: Pairing, battles: Any) -> bool:
    pair = {row.red_id, row.blue_id}
    return any(when >= row.created_at and pair <= bands for when, bands in battles)


def pairing_for(user: Any, campaign_id: Id, pairing_id: Id) -> PairingView:
    """Errors: not_found."""
    access = campaign_for(user, campaign_id)
    key = uuid_of(pairing_id)
    found = next((one for one in pairings_of(access) if one.pairing.public_id == key), None)
    if found is None:
        raise not_found()
    return found


def _rows(access: Access) -> QuerySet[Pairing]:
    rows = Pairing.objects.filter(campaign=access.campaign)
    return rows.select_related("red__owner", "blue__owner", "post__scene").order_by("-round", "pk")


def entrants_of(access: Access) -> list[Entrant]:
    """The warbands that could fight now: enlisted, and in no battle. Two queries."""
    rows = access.campaign.enrolments.select_related("warband")
    free = [row.warband for row in rows if _free(row.warband)]
    byes = Pairing.objects.filter(campaign=access.campaign, blue=None)
    sat_out = Counter(byes.values_list("red", flat=True))
    return [
        Entrant(str(one.pk), str(one.owner_id), one.rating, sat_out.get(one.pk, 0)) for one in free
    ]


def _free(warband: Any) -> bool:
    return warband.status == Status.ENLISTED and not warband.fighting


def met_in(access: Access) -> Met:
    """How often each two have fought here or been paired. Two queries."""
    found: Met = Counter()
    sides = BattleSide.objects.filter(
        battle__scene__campaign=access.campaign, battle__status__in=FOUGHT
    )
    battles: dict[int, list[Any]] = {}
    for battle, warband in sides.exclude(warband=None).values_list("battle", "warband"):
        battles.setdefault(battle, []).append(warband)
    for bands in battles.values():
        found.update(_pairs(bands))
    for red, blue in Pairing.objects.filter(campaign=access.campaign).values_list("red", "blue"):
        if blue is not None:
            found[frozenset((str(red), str(blue)))] += 1
    return found


def _pairs(bands: Sequence[Any]) -> list[frozenset[str]]:
    return [
        frozenset((str(a), str(b))) for n, a in enumerate(bands) for b in bands[n + 1 :] if a != b
    ]
