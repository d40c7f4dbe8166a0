"""Who has let a turn run out and hasn't been heard of since: presumed away.

An absence that nobody knows of would hold a battle up for a whole turn's time each time play comes
to that player. So, where the campaign's pace says so (`grace_hours`), it does that once: until he
is back, his turns are played for him, as the campaign has chosen, after those few hours. He is
told, everybody sees it, and whatever he does in the campaign brings him back: a turn, a plan, a
post, a choice, or a word that he is here. The turns that wait for him then have their whole time
again.
"""

from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from campaigns import outbox
from campaigns.models import Battle, Campaign, MemberClock, Outbox, TurnClock
from campaigns.selectors.access import Id, campaign_for
from campaigns.services import clocks


def missed(battle: Battle, clock: TurnClock) -> bool:
    """A turn of a player's has run out: he is presumed away from now on, where that is agreed."""
    pace = clocks.pace_of(battle)
    if pace is None or pace.grace_hours is None:
        return False
    member = battle.scene.campaign.memberships.filter(user=clock.side.user_id).first()
    if member is None:
        return False
    row = clocks.member_clock(member)
    if row.missing_since is None:
        row.missing_since = timezone.now()
        row.save(update_fields=["missing_since"])
    return True


def heard_of(user: Any, campaign_id: int | None = None) -> bool:
    """Somebody does something in a campaign, or in all of his: he is no longer presumed away.

    Called in the transaction of what he does; his clocks follow by a job, since the battles of
    others may be locked by now and those of his must be locked in their order.
    """
    gone = MemberClock.objects.filter(membership__user=user, missing_since__isnull=False)
    if campaign_id is not None:
        gone = gone.filter(membership__campaign=campaign_id)
    rows = list(gone.values_list("pk", "membership__campaign", "missing_since"))
    for pk, campaign, since in rows:
        key = f"{pk}:{since.isoformat()}"
        outbox.enqueue("returned", key, user=user.pk, campaign=campaign)
    MemberClock.objects.filter(pk__in=[pk for pk, _campaign, _since in rows]).update(
        missing_since=None
    )
    return bool(rows)


@transaction.atomic
def here(*, user: Any, campaign_id: Id) -> bool:
    """Say that one is back. False where nobody thought otherwise. Errors: members_only."""
    access = campaign_for(user, campaign_id)
    access.require_member()
    return heard_of(user, access.campaign.pk)


def forget(campaign: Campaign) -> None:
    """The campaign presumes nobody away any more; clocks that run keep their end."""
    gone = MemberClock.objects.filter(membership__campaign=campaign, missing_since__isnull=False)
    gone.update(missing_since=None)


def returned(job: Outbox) -> None:
    """Give the running turns of somebody who is back their whole time."""
    user = get_user_model().objects.get(pk=job.payload["user"])
    with transaction.atomic():
        clocks.whole_time(user, job.payload["campaign"])
        with outbox.finishing(job):
            pass
