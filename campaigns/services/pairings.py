"""Rounds: who fights whom, and which scenario the two agree on."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import Max

from campaigns.errors import ServiceError, forbidden, invalid, not_found
from campaigns.models import Campaign, NoticeKind, Pairing
from campaigns.notices import tell
from campaigns.pairing import pairs_for
from campaigns.selectors.access import Access, Id, campaign_for
from campaigns.selectors.pairings import PairingView, entrants_of, met_in, pairing_for, pairings_of
from campaigns.selectors.seasons import require_season
from campaigns.services import presence
from campaigns.services.campaigns import audit, require_open
from campaigns.services.house_rules import held
from campaigns.services.scenarios import chooser_by_map, scenario_for, throw_for_scenario
from mordheim_site.ids import uuid_of
from rules.catalogue import load_catalogue
from warbands.models import Warband


@transaction.atomic
def round_propose(*, user: Any, campaign_id: Id, after: int | None = None) -> list[Pairing]:
    """Pair the free warbands for the next round; the GM.

    Few repeats, close ratings, nobody against himself; of an odd number one sits out, whoever has
    done so least. `after` is the latest round that the GM has seen (0: none): two who propose at
    once make one round. Who doesn't say gets another only when the latest has been begun.
    Errors: gm_only, campaign_closed, season_closed, round_paired, too_few_warbands.
    """
    access = _directing(user, campaign_id)
    _no_newer(access, after)
    entrants = entrants_of(access)
    if len(entrants) < 2:
        raise ServiceError("too_few_warbands")
    return _round(access, pairs_for(entrants, met_in(access)))


@transaction.atomic
def pairing_add(
    *, user: Any, campaign_id: Id, red: Id, blue: Id, same_round: bool = True
) -> Pairing:
    """A pair by the GM's own choice, in the latest round or a new one.

    Errors: gm_only, campaign_closed, season_closed, unknown_warband, warband_twice.
    """
    access = _directing(user, campaign_id)
    ids = [uuid_of(red), uuid_of(blue)]
    if ids[0] == ids[1]:
        raise invalid("warband_twice")
    rows = Warband.objects.filter(enrolment__campaign=access.campaign, pk__in=filter(None, ids))
    if rows.count() != 2:
        raise invalid("unknown_warband")
    number = _last_round(access.campaign) + (0 if same_round else 1)
    row = _pair(access, max(number, 1), str(ids[0]), str(ids[1]))
    audit(access, "pairing_add", round=row.round)
    _tell(row)
    return row


@transaction.atomic
def pairing_remove(*, user: Any, campaign_id: Id, pairing_id: Id) -> None:
    """Errors: gm_only, not_found."""
    access = campaign_for(user, campaign_id)
    access.require_gm()
    row = access.campaign.pairings.filter(public_id=uuid_of(pairing_id)).first()
    if row is None:
        raise not_found()
    audit(access, "pairing_remove", round=row.round)
    row.delete()


@transaction.atomic
def pairing_roll(*, user: Any, campaign_id: Id, pairing_id: Id) -> Pairing:
    """Roll on the scenario table, once, in a post among the campaign's rules: one of the two
    players or the GM.

    Where the table leaves it to the lower rated side, that side chooses next; where a map of
    Mordheim says whose choice it is, that one.

    Errors: not_found, not_your_battle, pairing_played, rolled_already.
    """
    view = _locked(user, campaign_id, pairing_id)
    row = view.pairing
    if not view.mine and not view.access.is_gm:
        raise forbidden("not_your_battle")
    if row.dice or row.scenario:
        raise ServiceError("rolled_already")
    row.post, dice = throw_for_scenario(view.access, (row.red, row.blue))
    row.dice = list(dice)
    mapped = chooser_by_map((row.red, row.blue))
    row.scenario = "" if mapped else scenario_for(sum(row.dice))
    chooser = mapped or min((row.red, row.blue), key=lambda one: one.rating)
    row.chooser = "" if row.scenario else str(chooser.pk)
    row.save()
    return row


@transaction.atomic
def pairing_choose(*, user: Any, campaign_id: Id, pairing_id: Id, scenario: str) -> Pairing:
    """Choose the scenario: whose choice the table leaves it to; the GM may always, and whoever
    has agreed is asked anew. Errors: not_found, not_your_choice, unknown_scenario, pairing_played.
    """
    view = _locked(user, campaign_id, pairing_id)
    if not view.may_choose and not view.access.is_gm:
        raise forbidden("not_your_choice")
    if scenario not in load_catalogue().scenarios:
        raise invalid("unknown_scenario", scenario=scenario)
    row = view.pairing
    row.scenario, row.red_agrees, row.blue_agrees = scenario, False, False
    row.save()
    if view.access.is_gm:
        audit(view.access, "pairing_choose", round=row.round, scenario=scenario)
    return row


@transaction.atomic
def pairing_agree(*, user: Any, campaign_id: Id, pairing_id: Id) -> Pairing:
    """The scenario suits one's side. Errors: not_found, not_your_battle, pairing_played,
    no_scenario_yet."""
    view = _locked(user, campaign_id, pairing_id)
    if not view.mine:
        raise forbidden("not_your_battle")
    row = view.pairing
    if not row.scenario:
        raise ServiceError("no_scenario_yet")
    row.red_agrees = row.red_agrees or "red" in view.mine
    row.blue_agrees = row.blue_agrees or "blue" in view.mine
    row.save()
    return row


def _directing(user: Any, campaign_id: Id) -> Access:
    access = campaign_for(user, campaign_id)
    access.require_gm()
    require_open(access.campaign)
    require_season(held(access.campaign))
    return access


def _last_round(campaign: Campaign) -> int:
    return campaign.pairings.aggregate(last=Max("round"))["last"] or 0


def _round(access: Access, pairs: Sequence[tuple[str, str | None]]) -> list[Pairing]:
    number = _last_round(access.campaign) + 1
    rows = [_pair(access, number, red, blue) for red, blue in pairs]
    audit(access, "round_propose", round=number, pairs=len(rows))
    for row in rows:
        _tell(row)
    return rows


def _no_newer(access: Access, after: int | None) -> None:
    """Under the campaign's lock. Errors: round_paired."""
    last = _last_round(access.campaign)
    if after is None:
        rows = [one for one in pairings_of(access) if one.pairing.round == last]
        fresh = any(one.open for one in rows) and not any(one.played for one in rows)
    else:
        fresh = last != after
    if fresh:
        raise ServiceError("round_paired", n=last)


def _pair(access: Access, number: int, red: str, blue: str | None) -> Pairing:
    return Pairing.objects.create(
        campaign=access.campaign,
        round=number,
        red_id=uuid_of(red),
        blue_id=uuid_of(blue) if blue else None,
        created_by=access.user,
    )


def _tell(row: Pairing) -> None:
    """Both players are told whom they are to fight."""
    if row.blue is None:
        return
    for mine, other in ((row.red, row.blue), (row.blue, row.red)):
        tell(
            NoticeKind.PAIRING,
            [mine.owner_id],
            key=f"pairing:{row.public_id}:{mine.pk}",
            campaign=row.campaign,
            mine=mine.name,
            other=other.name,
        )


def _locked(user: Any, campaign_id: Id, pairing_id: Id) -> PairingView:
    view = pairing_for(user, campaign_id, pairing_id)
    view.access.require_writer()
    require_open(view.access.campaign)
    Pairing.objects.select_for_update().get(pk=view.pairing.pk)
    view = pairing_for(user, campaign_id, pairing_id)
    if not view.open:
        raise ServiceError("pairing_played")
    presence.heard_of(user, view.access.campaign.pk)
    return view
