"""Everything that is kept about a user, for himself; and what becomes of it when he goes."""

import secrets
from typing import Any

from axes.models import AccessAttempt, AccessLog
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from campaigns.errors import ServiceError, forbidden
from campaigns.models import (
    Absence,
    Appeal,
    Block,
    Campaign,
    CampaignStatus,
    Draft,
    Membership,
    Notice,
    NoticeSettings,
    OrderRow,
    PostPart,
    ReadMark,
    Report,
    Role,
    SidePlan,
)
from campaigns.services.campaigns import leave
from campaigns.services.unnaming import unname
from mordheim_site.accounts.models import User
from warbands.models import Fighter, LedgerEntry, Warband

FORMAT = 1


def export(user: Any) -> dict[str, Any]:
    """A JSON document. What others wrote, and the game's secrets, are not his and not in it."""
    parts = PostPart.objects.filter(post__author=user).order_by("pk")
    return {
        "format": FORMAT,
        "exported_at": timezone.now().isoformat(),
        "account": {
            **_columns(user, "username", "email", "display_name", "language", "time_zone", "theme"),
            **_columns(user, "date_joined", "last_login", "email_confirmed_at"),
        },
        "tokens": _rows(user.api_tokens, "name", "hint", "scope", "created_at", "expires_at"),
        "channels": _rows(user.channels, "kind", "name", "address", "mode"),
        "memberships": _rows(
            Membership.objects.filter(user=user), "campaign__name", "role", "joined_at"
        ),
        "posts": _rows(
            parts,
            *("post__scene__title", "post__created_at", "post__persona", "post__kind"),
            *("audience", "source"),
        ),
        "drafts": _rows(Draft.objects.filter(user=user), "scene__title", "persona", "text"),
        "plans": _rows(SidePlan.objects.filter(user=user), "side__name", "plan", "text"),
        "orders": _rows(
            OrderRow.objects.filter(user=user), "battle__public_id", "sequence", "order"
        ),
        "appeals": _rows(Appeal.objects.filter(user=user), "seq", "text", "status", "answer"),
        "reports": _rows(Report.objects.filter(reporter=user), "reason", "status", "created_at"),
        "absences": _rows(Absence.objects.filter(user=user), "first_day", "last_day", "note"),
        "notices": _rows(Notice.objects.filter(user=user), "kind", "params", "created_at"),
        "blocks": _rows(Block.objects.filter(user=user), "blocked__username", "created_at"),
        "warbands": _rows(Warband.objects.filter(owner=user), "id", "name", "type", "treasury"),
        "fighters": _rows(
            Fighter.objects.filter(warband__owner=user), "warband__name", "name", "type"
        ),
        "books": _rows(
            LedgerEntry.objects.filter(warband__owner=user).order_by("warband", "number"),
            *("warband__name", "number", "kind", "item", "n", "total", "gold", "wyrdstone"),
        ),
    }


@transaction.atomic
def delete_account(*, user: Any, password: str) -> None:
    """Go for good: posts, orders and warbands stay, under a name that says nothing; all else goes.

    Campaigns that he directs alone, with others in them, need another game master first.

    Errors: log_in, wrong_password, last_gm.
    """
    if not user.is_authenticated:
        raise ServiceError("log_in", 401)
    row = User.objects.select_for_update().get(pk=user.pk)
    if not row.check_password(password):
        raise forbidden("wrong_password")
    campaigns = set(Membership.objects.filter(user=row).values_list("campaign", flat=True))
    for member in Membership.objects.filter(user=row).select_related("campaign"):
        _leave(row, member.campaign)
    for model in (Draft, Notice, Absence, Block, ReadMark, SidePlan):
        model.objects.filter(user=row).delete()
    Block.objects.filter(blocked=row).delete()
    row.channels.all().delete()
    row.api_tokens.all().delete()
    row.feeds.all().delete()
    NoticeSettings.objects.filter(user=row).delete()
    for model in (AccessLog, AccessAttempt):
        model.objects.filter(username=row.username).delete()
    unname(row, campaigns)
    row.username = f"gone-{secrets.token_hex(6)}"
    row.display_name, row.email, row.email_confirmed_at = "—", "", None
    row.is_active = row.is_staff = row.is_superuser = False
    row.last_login = None
    row.set_unusable_password()
    row.save()


def _leave(user: Any, campaign: Campaign) -> None:
    others = campaign.memberships.exclude(user=user)
    if not others.exists():
        campaign.status = CampaignStatus.CLOSED
        campaign.save(update_fields=["status"])
        campaign.memberships.filter(user=user).delete()
        return
    if campaign.status != CampaignStatus.OPEN and not others.filter(role=Role.GM).exists():
        campaign.memberships.filter(user=user).delete()
        return
    leave(user=user, campaign_id=campaign.public_id)


def _columns(row: Model, *names: str) -> dict[str, Any]:
    return {name: _plain(getattr(row, name)) for name in names}


def _rows(rows: Any, *names: str) -> list[dict[str, Any]]:
    found: QuerySet[Any] = rows.values(*names)
    return [{name: _plain(value) for name, value in row.items()} for row in found]


def _plain(value: Any) -> Any:
    plain = value is None or isinstance(value, str | int | float | bool | list | dict)
    return value if plain else str(value)
