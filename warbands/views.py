"""Pages of warbands: the roster as players print it, and the means to build it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from mordheim_site.errors import ServiceError
from mordheim_site.numbers import whole_number
from rules.catalogue import load_catalogue
from warbands import heraldry, names
from warbands.blurbs import BLURBS, EASY
from warbands.christening import company_name
from warbands.models import Warband
from warbands.models.warband import Status
from warbands.selectors import (
    aftermath_view,
    aftermaths_of,
    gold_by_kind,
    ledger_lines,
    lives,
    rating_by_fighter,
    ready_sheet,
    roster_meanings,
    roster_sheet,
    shared_warband,
    warband_for,
    warbands_of,
)
from warbands.services import ready_made, warband_edit
from warbands.services import roster as verbs
from warbands.views_build import builder_page


@login_required
@require_GET
def warband_list(request: HttpRequest) -> HttpResponse:
    context = {"section": "warbands", "warbands": warbands_of(request.user)}
    return render(request, "warbands/list.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def warband_create(request: HttpRequest) -> HttpResponse:
    """Found a warband, or start from a ready-made one (`ready`: 1, or its kind)."""
    if request.method == "POST":
        ready = request.POST.get("ready", "")
        asked = ready if ready in load_catalogue().ready else request.POST.get("type", "")
        make = ready_made if ready else verbs.warband_create
        try:
            made = make(
                actor=request.user,
                type=asked,
                name=request.POST.get("name", "").strip() or _("Nameless"),
            )
        except ServiceError as refusal:
            messages.error(request, str(refusal.detail))
        else:
            if ready:
                messages.success(request, _("All is bought. Change what you like, then enlist."))
            return redirect("warbands:detail", made.pk)
    context = {
        "section": "warbands",
        "kinds": _kinds(),
        "data": request.POST,
        "suggestion": company_name(seed=uuid4().hex),
    }
    return render(request, "warbands/create.html", context)


def _kinds() -> list[dict[str, Any]]:
    """What may be founded, the easy ones first, each with a line about it."""
    kinds = [
        {
            "id": row.id,
            "name": names.warband_type(row.id),
            "gold": row.gold,
            "most": row.most,
            "blurb": BLURBS.get(row.id, ""),
            "easy": row.id in EASY,
            "ready": ready_sheet(row.id),
        }
        for row in load_catalogue().warbands.values()
    ]
    easy = {id: place for place, id in enumerate(EASY)}
    return sorted(kinds, key=lambda kind: (easy.get(kind["id"], len(easy)), kind["name"]))


@require_GET
def warband_detail(request: HttpRequest, warband_id: UUID) -> HttpResponse:
    """The roster; with what may be hired and bought for its owner."""
    return _roster(request, seen(request, warband_id))


def seen(request: HttpRequest, warband_id: UUID) -> Warband:
    try:
        return warband_for(request.user, warband_id)
    except ServiceError as refusal:
        raise Http404 from refusal


def _roster(request: HttpRequest, warband: Warband) -> HttpResponse:
    mine = warband.owner_id == request.user.pk
    building = mine and warband.status != Status.DISBANDED and request.GET.get("build") is not None
    if building or (mine and warband.status == Status.DRAFT):
        return builder_page(request, warband, opened=request.GET.get("open", ""))
    sheet = roster_sheet(warband)
    share = reverse("warbands:public", args=[warband.share]) if mine and warband.share else ""
    context = {
        "section": "warbands",
        "warband": warband,
        "sheet": sheet,
        "meanings": roster_meanings(sheet),
        "mine": mine,
        "public": False,
        "gold": gold_by_kind(warband),
        "worth": rating_by_fighter(sheet),
        "lives": lives(warband, {f.key: f.name for f in sheet.roster.fighters}),
        "share_url": request.build_absolute_uri(share) if share else "",
        "aftermaths": [
            (one, aftermath_view(one)) for one in aftermaths_of(warband)[:3] if not one.reverted_at
        ],
    }
    return render(request, "warbands/roster.html", context)


@require_GET
def arms(request: HttpRequest) -> HttpResponse:
    """The coat of arms of any name (`of`), as a picture; the same for ever, so kept for long."""
    answer = HttpResponse(heraldry.svg(request.GET.get("of", "")[:80]), "image/svg+xml")
    answer["Cache-Control"] = "public, max-age=2592000, immutable"
    return answer


@require_GET
def public(request: HttpRequest, share: str) -> HttpResponse:
    """The roster for whoever has its address: no gold, stash, notes, books; whose it is unsaid."""
    warband = shared_warband(share)
    if warband is None:
        raise Http404
    sheet = roster_sheet(warband)
    context = {
        "warband": warband,
        "sheet": sheet,
        "meanings": roster_meanings(sheet),
        "mine": False,
        "public": True,
        "lives": lives(warband, {}, told=False),
    }
    answer = render(request, "warbands/public.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@login_required
@require_POST
def share(request: HttpRequest, warband_id: UUID) -> HttpResponse:
    """Open or close the public page."""
    shared = request.POST.get("shared") == "1"
    try:
        warband_edit(actor=request.user, warband=seen(request, warband_id), shared=shared)
    except ServiceError as refusal:
        messages.error(request, str(refusal.detail))
    return redirect(f"{reverse('warbands:detail', args=[warband_id])}#share")


@require_GET
def ledger(request: HttpRequest, warband_id: UUID) -> HttpResponse:
    """Why the gold and the rating are what they are."""
    warband = seen(request, warband_id)
    context = {"section": "warbands", "warband": warband, "lines": ledger_lines(warband)}
    return render(request, "warbands/ledger.html", context)


Verb = Callable[[HttpRequest, dict[str, Any]], Any]


def _change(verb: Verb) -> Callable[..., HttpResponse]:
    """A change of a roster: the answer is the roster again, with what was refused above it."""

    @login_required
    @require_POST
    def view(request: HttpRequest, warband_id: UUID) -> HttpResponse:
        warband = seen(request, warband_id)
        common = {"actor": request.user, "warband": warband, "version": _version(request)}
        try:
            verb(request, common)
        except ServiceError as refusal:
            if refusal.status == 404:
                raise Http404 from refusal
            messages.error(request, str(refusal.detail))
        anchor = request.POST.get("fighter") or request.POST.get("anchor") or "hire"
        return redirect(f"{reverse('warbands:detail', args=[warband_id])}?build=1#{anchor}")

    return view


def _version(request: HttpRequest) -> int | None:
    return whole_number(request.POST.get("version", ""))


def _number(request: HttpRequest) -> int:
    number = whole_number(request.POST.get("n", "1"))
    return 1 if number is None else number


def _hire(request: HttpRequest, common: dict[str, Any]) -> None:
    verbs.fighter_hire(
        type=request.POST.get("type", ""),
        name=request.POST.get("name", "").strip(),
        n=_number(request),
        **common,
    )


def _recruit(request: HttpRequest, common: dict[str, Any]) -> None:
    verbs.group_recruit(fighter=request.POST.get("fighter", ""), n=_number(request), **common)


def _dismiss(request: HttpRequest, common: dict[str, Any]) -> None:
    verbs.fighter_dismiss(fighter=request.POST.get("fighter", ""), **common)


def _rename_fighter(request: HttpRequest, common: dict[str, Any]) -> None:
    name = request.POST.get("name", "").strip()
    if name:
        verbs.fighter_rename(fighter=request.POST.get("fighter", ""), name=name, **common)


def _buy(request: HttpRequest, common: dict[str, Any]) -> None:
    fighter, item = request.POST.get("fighter", ""), request.POST.get("item", "")
    verbs.equipment_buy(fighter=fighter, item=item, **common)


def _sell(request: HttpRequest, common: dict[str, Any]) -> None:
    fighter, item = request.POST.get("fighter", ""), request.POST.get("item", "")
    verbs.equipment_sell(fighter=fighter, item=item, **common)


def _sell_stash(request: HttpRequest, common: dict[str, Any]) -> None:
    verbs.stash_sell(item=request.POST.get("item", ""), **common)


def _rename(request: HttpRequest, common: dict[str, Any]) -> None:
    name = request.POST.get("name", "").strip()
    if name:
        verbs.warband_rename(name=name, **common)


def _enlist(request: HttpRequest, common: dict[str, Any]) -> None:
    verbs.warband_enlist(**common)
    messages.success(request, _("The warband is enlisted. Take it into a campaign."))


hire = _change(_hire)
recruit = _change(_recruit)
dismiss = _change(_dismiss)
rename_fighter = _change(_rename_fighter)
buy = _change(_buy)
sell = _change(_sell)
sell_stash = _change(_sell_stash)
rename = _change(_rename)
enlist = _change(_enlist)
