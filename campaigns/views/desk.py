"""Home, the campaigns, and the way into one."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.errors import ServiceError
from campaigns.forms import CampaignForm, InvitationForm
from campaigns.models import CampaignStatus, Invitation, Joining, JoinRequest, MemberClock
from campaigns.narration import Part
from campaigns.narration.compose import listing
from campaigns.selectors import battles as battle_selectors
from campaigns.selectors import campaigns as selectors
from campaigns.selectors.access import Access, visible_scenes
from campaigns.selectors.by_hand import awaited_words_of
from campaigns.selectors.joining import requests_of
from campaigns.selectors.pages import desk
from campaigns.selectors.pages.directing import decisions_for
from campaigns.selectors.time import missed_by, pace_of
from campaigns.services import campaigns as verbs
from campaigns.services.joining import join_ask
from campaigns.views.http import page, say_on
from warbands.models import Warband
from warbands.models.warband import Status
from warbands.selectors.aftermaths import open_aftermaths, prisoners_held


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """What waits for the reader first; the front page for who isn't logged in."""
    if not request.user.is_authenticated:
        return render(request, "home.html")
    waiting = battle_selectors.waiting_for_user(request.user)
    by_hand = awaited_words_of(request.user)
    aftermaths, prisoners = list(open_aftermaths(request.user)), prisoners_held(request.user)
    decisions = decisions_for(request.user)
    context = {
        "called": _called(
            len(waiting),
            len(by_hand),
            len(aftermaths) + len(prisoners),
            sum(one.n for one in decisions),
        ),
        "decisions": decisions,
        "waiting": waiting,
        "by_hand": by_hand,
        "draws": battle_selectors.draws_offered_to(request.user),
        "being_set_up": battle_selectors.being_set_up(request.user),
        "aftermaths": aftermaths,
        "prisoners": prisoners,
        "unread": desk.unread_scenes(request.user),
        "campaigns": selectors.campaigns_of(request.user),
        "missed": missed_by(request.user),
        "warbands": Warband.objects.filter(owner=request.user).exclude(status=Status.DISBANDED),
    }
    return render(request, "campaigns/home.html", context)


def _called(battles: int, reports: int, aftermaths: int, decisions: int) -> str:
    """ "1 battle and 2 sequences after battles": all that waits for the reader; "" for nothing."""
    told = {
        ngettext("%(n)s battle", "%(n)s battles", battles): battles,
        ngettext("%(n)s report by hand", "%(n)s reports by hand", reports): reports,
        ngettext(
            "%(n)s sequence after a battle", "%(n)s sequences after battles", aftermaths
        ): aftermaths,
        ngettext(
            "%(n)s decision of the game master", "%(n)s decisions of the game master", decisions
        ): decisions,
    }
    parts = [Part(text % {"n": n}) for text, n in told.items() if n]
    return "".join(part.text for part in listing(parts, ", ", _(" and ")))


@require_GET
def campaign_list(request: HttpRequest) -> HttpResponse:
    known = list(selectors.readable_campaigns(request.user).order_by("name")[:100])
    context = {
        "section": "campaigns",
        "mine": [campaign for campaign in known if campaign.role],
        "others": [campaign for campaign in known if not campaign.role],
    }
    return render(request, "campaigns/campaign_list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@page
def campaign_create(request: HttpRequest) -> HttpResponse:
    form = CampaignForm(request.POST or None, initial={"language": request.user.language})
    if request.method == "POST" and form.is_valid():
        try:
            campaign = verbs.create_campaign(user=request.user, **form.cleaned_data)
        except ServiceError as refusal:
            say_on(form, refusal)
        else:
            messages.success(request, _("The campaign is open. Invite your players."))
            return redirect("campaigns:detail", campaign.public_id)
    context = {"section": "campaigns", "form": form}
    status = 409 if form.errors else 200
    return render(request, "campaigns/campaign_form.html", context, status=status)


@require_GET
@page
def campaign_detail(request: HttpRequest, campaign_id: str) -> HttpResponse:
    return _campaign_page(request, campaign_id)


def _campaign_page(request: HttpRequest, campaign_id: str, **more: Any) -> HttpResponse:
    shown = selectors.campaign_page(request.user, campaign_id)
    battles = list(battle_selectors.battles_of(visible_scenes(shown.access)))
    context = {
        "section": "campaigns",
        "page": shown,
        "access": shown.access,
        "campaign": shown.campaign,
        "pace": pace_of(shown.access),
        "missed": _missed(request, shown.access),
        "game_masters": [member for member in shown.members if member.is_gm],
        "awaited": desk.awaited_in(battles),
        "battles": battles,
        "free_warbands": _free_warbands(request, shown),
        "bandless": _is_bandless(request, shown),
        "drafts": _drafts(request, shown),
        "join_requests": _requests(shown),
        "invitations": _invitations(shown),
        "invitation_form": InvitationForm(),
    }
    return render(request, "campaigns/campaign.html", context | more)


def _missed(request: HttpRequest, access: Access) -> list[MemberClock]:
    """Where the reader himself is thought to be away."""
    return missed_by(request.user, access.campaign) if access.is_member else []


def _is_bandless(request: HttpRequest, shown: selectors.CampaignPage) -> bool:
    """Whether a player has yet to bring a warband; a game master may direct without one."""
    owners = {row.warband.owner_id for row in shown.enrolments}
    return not shown.access.is_gm and request.user.pk not in owners


def _free_warbands(request: HttpRequest, shown: selectors.CampaignPage) -> list[Warband]:
    """Warbands that the reader could bring in."""
    if not shown.access.may_write or shown.campaign.status != CampaignStatus.OPEN:
        return []
    rows = Warband.objects.filter(
        owner=request.user,
        enrolment=None,
        status=Status.ENLISTED,
        ruleset=shown.campaign.ruleset,
    )
    return list(rows.exclude(join_requests__state=Joining.PENDING))


def _drafts(request: HttpRequest, shown: selectors.CampaignPage) -> list[Warband]:
    """Warbands of the reader that he could bring in once they are enlisted."""
    if not shown.access.may_write or shown.campaign.status != CampaignStatus.OPEN:
        return []
    return list(
        Warband.objects.filter(
            owner=request.user,
            enrolment=None,
            status=Status.DRAFT,
            ruleset=shown.campaign.ruleset,
        )
    )


def _requests(shown: selectors.CampaignPage) -> list[JoinRequest]:
    """Warbands that ask to join: for a game master all of them, for a player his own."""
    return list(requests_of(shown.access)) if shown.access.is_member else []


def _invitations(shown: selectors.CampaignPage) -> list[Invitation]:
    if not shown.access.is_gm:
        return []
    live = Invitation.objects.live().values("pk")
    return list(selectors.invitations_of(shown.access).filter(pk__in=live))


@never_cache
@login_required
@require_POST
@page
def invite(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The link is on the answer itself: its token is kept nowhere."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _campaign_page(request, campaign_id, invitation_form=form)
    invited = verbs.invite(user=request.user, campaign_id=campaign_id, **form.cleaned_data)
    path = reverse("campaigns:join", args=[invited.token])
    link = request.build_absolute_uri(path)
    return _campaign_page(request, campaign_id, new_link=link)


@login_required
@require_POST
@page
def revoke_invitation(request: HttpRequest, campaign_id: str, invitation_id: str) -> HttpResponse:
    verbs.revoke_invitation(user=request.user, campaign_id=campaign_id, invitation_id=invitation_id)
    messages.success(request, _("The invitation is revoked."))
    return redirect("campaigns:detail", campaign_id)


@never_cache
@require_http_methods(["GET", "POST"])
@page
def join(request: HttpRequest, token: str) -> HttpResponse:
    """A GET only shows where the link leads; one joins by the button."""
    found = Invitation.objects.live().filter(digest=Invitation.digest_of(token))
    invitation = found.select_related("campaign").first()
    if request.method == "POST":
        member = verbs.accept_invitation(user=request.user, token=token)
        messages.success(request, _("You are in. Welcome to the campaign."))
        return redirect("campaigns:detail", member.campaign.public_id)
    context = {"invitation": invitation, "token": token}
    return render(request, "campaigns/join.html", context, status=200 if invitation else 410)


@login_required
@require_POST
@page
def enrol(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Join with a warband; where its past is looked at first, ask."""
    asked = {"user": request.user, "campaign_id": campaign_id}
    asked["warband_id"] = request.POST.get("warband", "")
    try:
        verbs.enrol_warband(**asked)
    except ServiceError as refusal:
        if refusal.code != "asks_first":
            raise
        row = join_ask(**asked)
        return redirect("campaigns:join_request", campaign_id, row.public_id)
    messages.success(request, _("The warband has joined the campaign."))
    return redirect("campaigns:detail", campaign_id)


@login_required
@require_POST
@page
def withdraw(request: HttpRequest, campaign_id: str, warband_id: str) -> HttpResponse:
    verbs.withdraw_warband(user=request.user, campaign_id=campaign_id, warband_id=warband_id)
    messages.success(request, _("The warband has left the campaign."))
    return redirect("campaigns:detail", campaign_id)
