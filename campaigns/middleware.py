"""Looking at a campaign as one of its members, to check what he may see."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from campaigns.models import Campaign, Membership, Role
from mordheim_site.redirects import redirect_to_own

KEY = "view_as"  # in the session: {"campaign": primary key, "member": primary key}
LEAVING = ("campaigns:view_as", "campaigns:view_as_end")
CAMPAIGN_OF = {
    "campaign_id": lambda value: {"public_id": value},
    "scene_id": lambda value: {"scenes__public_id": value},
    "battle_id": lambda value: {"scenes__battle__public_id": value},
}


class ViewAsMiddleware:
    """While a GM looks as somebody else, pages of that campaign are that member's, and read-only.

    All other pages stay the GM's own: what a member has elsewhere is none of his business. So are
    the member's drafts and plans (`viewed_by` on the user keeps them away).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        wanted = request.session.get(KEY) if hasattr(request, "session") else None
        if not wanted or not request.user.is_authenticated:
            return None
        if request.resolver_match.view_name in LEAVING or not _within(kwargs, wanted["campaign"]):
            return None
        member = _member(request.user, wanted)
        if member is None:
            del request.session[KEY]
            return None
        if request.method not in ("GET", "HEAD"):
            messages.error(request, _("You are looking as somebody else: nothing can be done so."))
            return redirect_to_own(request, request.headers.get("referer", ""))
        member.user.viewed_by = request.user
        request.user = member.user
        request.viewed_campaign = member.campaign
        return None


def _within(kwargs: dict[str, Any], campaign: int) -> bool:
    for name, lookup in CAMPAIGN_OF.items():
        if name in kwargs:
            return Campaign.objects.filter(pk=campaign, **lookup(kwargs[name])).exists()
    return False


def _member(user: Any, wanted: dict[str, int]) -> Membership | None:
    """Whom to look as, while the user is a GM there and that one a member."""
    directing = Membership.objects.filter(campaign=wanted["campaign"], user=user, role=Role.GM)
    if not directing.exists():
        return None
    rows = Membership.objects.filter(pk=wanted["member"], campaign=wanted["campaign"])
    return rows.select_related("user", "campaign").first()
