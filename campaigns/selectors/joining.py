"""Warbands with a past that would join: what they have done and own, and whether that is asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from campaigns.catch_up import rule_from
from campaigns.errors import not_found
from campaigns.models import Battle, Campaign, Joining, JoinRequest, Membership, Newcomers, Role
from campaigns.selectors.access import Access, Id
from campaigns.selectors.campaigns import readable_campaigns
from campaigns.selectors.catch_up import REF, battles_fought
from campaigns.selectors.chronicle import Standing, counted
from mordheim_site.ids import uuid_of
from rules.campaign.income import price_for
from rules.campaign.pin_city import sale
from rules.catalogue import Catalogue
from rules.catalogue.house import amended
from rules.roster.goods import fighter_type, price, value
from rules.roster.model import Roster
from warbands import store
from warbands.models import Aftermath, Warband
from warbands.models.ledger import IMPORTED, Kind


@dataclass(frozen=True)
class Played:
    """What it has fought in one campaign. `own`: its player directs that one himself.

    `campaign` and `game_masters` are empty where the reader may not open it.
    """

    campaign: str
    game_masters: str
    own: bool
    standing: Standing


@dataclass(frozen=True)
class Record:
    """What a game master is to know.

    `worth`: its fighters and gear at today's prices here, the stash with them, its gold, and its
    wyrdstone as if sold at once; `newcomer`: what a new warband would have here; `gained`:
    experience beyond what its fighters begin with, `newcomer_gained` for each of a newcomer's;
    `corrected`: lines of its books that game masters have written, `imported`: it came from a file.
    """

    warband: Warband
    played: tuple[Played, ...]
    worth: int
    newcomer: int
    gained: int
    most_gained: int
    newcomer_gained: int
    corrected: int
    imported: bool

    @property
    def fought(self) -> int:
        return sum(one.standing.fought for one in self.played)

    @property
    def richer(self) -> bool:
        return self.worth > self.newcomer

    @property
    def wiser(self) -> bool:
        return self.most_gained > self.newcomer_gained


def must_ask(campaign: Campaign, warband: Warband) -> bool:
    """Whether a game master has to look at this warband before it joins."""
    if campaign.newcomers == Newcomers.OPEN or not has_past(campaign, warband):
        return False
    if campaign.newcomers == Newcomers.ASK:
        return True
    record = record_of(campaign, warband)
    return record.richer or record.wiser


def has_past(campaign: Campaign, warband: Warband) -> bool:
    """Whether it has fought, or has been given experience, elsewhere. Two queries."""
    refs = set(
        Aftermath.objects.filter(warband=warband, reverted_at=None).values_list("battle", flat=True)
    )
    refs.discard(f"{REF}{campaign.public_id}")
    here = Battle.objects.filter(
        scene__campaign=campaign, public_id__in=[uuid_of(ref) for ref in refs if uuid_of(ref)]
    )
    return bool(refs - {str(id) for id in here.values_list("public_id", flat=True)})


def record_of(campaign: Campaign, warband: Warband, reader: Any = None) -> Record:
    """What it has done everywhere and what it has now, by the rules and prices of the campaign.

    `reader`: who reads it; campaigns that he may not open stay unnamed. As many queries whatever it
    has fought.
    """
    catalogue, roster = amended(campaign.house_rules), store.load(warband)
    rule = rule_from(campaign.catch_up)
    ahead = min(battles_fought(campaign), rule.most) if rule.rule != "none" else 0
    gains = _gains(roster, catalogue)
    lines = warband.ledger.filter(kind=Kind.CORRECTION, actor__isnull=False)
    return Record(
        warband=warband,
        played=tuple(_played(warband, reader)),
        worth=_worth(catalogue, roster),
        newcomer=catalogue.warbands[warband.type].gold + rule.gives_gold * ahead,
        gained=sum(gains.values()),
        most_gained=max(gains.values(), default=0),
        newcomer_gained=rule.gives_experience * ahead,
        corrected=lines.count(),
        imported=warband.ledger.filter(reason=IMPORTED).exists(),
    )


def _worth(catalogue: Catalogue, roster: Roster) -> int:
    """Fighters and gear, what lies in the stash as well, the gold, and what the wyrdstone would
    fetch: nobody is poorer for having laid his swords aside before he is looked at."""
    fighters = sum(price(catalogue, roster.type, one) for one in roster.active)
    laid_by = sum(n * value(catalogue, roster.type, id) for id, n in roster.stash.items())
    stones = roster.wyrdstone
    sold = price_for(sale(catalogue, roster), stones, roster.size) if stones else 0
    return fighters + laid_by + roster.treasury + sold


def _gains(roster: Roster, catalogue: Catalogue) -> dict[str, int]:
    """Experience beyond the beginning, of each hero and each group."""
    return {
        one.key: one.experience - fighter_type(catalogue, roster.type, one.type).experience
        for one in roster.active
    }


def _played(warband: Warband, reader: Any) -> list[Played]:
    by_campaign: dict[int, Standing] = {}
    homes = _homes(warband)
    for ref, standing in counted(warband).items():
        home = homes.get(ref)
        into = by_campaign.setdefault(home.pk if home else 0, Standing(warband))
        for name in ("fought", "won", "lost", "drawn", "kills", "by_hand"):
            setattr(into, name, getattr(into, name) + getattr(standing, name))
    named = {home.pk: home for home in homes.values()}
    masters = _masters(named)
    readable = readable_campaigns(reader or AnonymousUser()).filter(pk__in=list(named))
    open_ = set(readable.values_list("pk", flat=True))
    return [
        Played(
            campaign=named[key].name if key in open_ else "",
            game_masters=", ".join(str(user) for user in masters.get(key, ()) if key in open_),
            own=any(user.pk == warband.owner_id for user in masters.get(key, ())),
            standing=standing,
        )
        for key, standing in by_campaign.items()
    ]


def _homes(warband: Warband) -> dict[str, Campaign]:
    refs = Aftermath.objects.filter(warband=warband, reverted_at=None)
    ids = [uuid_of(ref) for ref in refs.values_list("battle", flat=True)]
    rows = Battle.objects.filter(public_id__in=[id for id in ids if id])
    rows = rows.select_related("scene__campaign").defer("setup", "state")
    return {str(row.public_id): row.scene.campaign for row in rows}


def _masters(campaigns: Mapping[int, Campaign]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    rows = Membership.objects.filter(campaign__in=list(campaigns), role=Role.GM)
    for row in rows.select_related("user"):
        found.setdefault(row.campaign_id, []).append(row.user)
    return found


def requests_of(access: Access) -> QuerySet[JoinRequest]:
    """What waits for a game master's yes; of the reader's own warbands for a player."""
    rows = access.campaign.join_requests.filter(state=Joining.PENDING)
    if not access.is_gm:
        rows = rows.filter(warband__owner_id=access.user.pk or 0)
    return rows.select_related("warband__owner")


def request_for(access: Access, request_id: Id) -> JoinRequest:
    """One request to be read: by its player, and by the game masters while it waits or the warband
    is in the campaign. What it owns afterwards is none of theirs. Errors: not_found."""
    row = known_request(access, request_id)
    here = access.campaign.enrolments.filter(warband=row.warband_id)
    if row.warband.owner_id == access.user.pk or row.state == Joining.PENDING or here.exists():
        return row
    raise not_found()


def known_request(access: Access, request_id: Id) -> JoinRequest:
    """One that its player and the game masters have known of, decided or not. Errors: not_found."""
    rows = access.campaign.join_requests.select_related("warband__owner", "decided_by")
    row = rows.filter(public_id=uuid_of(request_id)).first()
    if row is None or not (access.is_gm or row.warband.owner_id == access.user.pk):
        raise not_found()
    return row
