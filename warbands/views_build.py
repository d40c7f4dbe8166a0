"""The builder: a page on which a warband is bought, one verb at a time, with or without script."""

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from mordheim_site.errors import ServiceError
from mordheim_site.numbers import whole_number
from rules.catalogue import load_catalogue
from warbands import services
from warbands.christening import fighter_name
from warbands.models import Warband
from warbands.models.warband import Status
from warbands.selectors import builder, builder_meanings, roster_sheet, warband_for


def builder_page(request: HttpRequest, warband: Warband, *, opened: str = "") -> HttpResponse:
    """The builder of one's own warband; only its body for a request by script."""
    sheet = roster_sheet(warband)
    build = builder(sheet, opened=opened)
    recruits = build.market.recruits
    context = {
        "section": "warbands",
        "warband": warband,
        "sheet": sheet,
        "build": build,
        "meanings": builder_meanings(sheet, build.market),
        "opened": opened,
        "now": timezone.now(),
        "hiring": [
            ("heroes", [goods for goods in recruits if goods.hero]),
            ("henchmen", [goods for goods in recruits if not goods.hero]),
        ],
        "htmx": bool(request.htmx),
    }
    template = "warbands/build/body.html" if request.htmx else "warbands/builder.html"
    return render(request, template, context)


@login_required
@require_POST
def build(request: HttpRequest, warband_id: UUID) -> HttpResponse:
    """One verb: `do` is its name and what it is about, as in "buy sword"."""
    warband = _own(request, warband_id)
    verb, _space, what = request.POST.get("do", "").partition(" ")
    try:
        if verb not in VERBS:
            raise Http404
        VERBS[verb](request, {"actor": request.user, "warband": warband}, what)
    except ServiceError as refusal:
        messages.error(request, str(refusal.detail))
    fighter = request.POST.get("fighter") or ""
    opened = _key(request.POST.get("open", "") or ("" if verb == "dismiss" else fighter))
    warband.refresh_from_db()
    if verb == "enlist" and warband.status == Status.ENLISTED:
        return _leave(request, reverse("warbands:detail", args=[warband_id]))
    if request.htmx:
        return builder_page(request, warband, opened=opened)
    anchor = opened or ANCHORS.get(verb, "")
    page = reverse("warbands:detail", args=[warband_id])
    return redirect(f"{page}?build=1&open={opened}#{anchor}")


def _key(text: str) -> str:
    """A fighter's key or a part of the page; nothing where it is neither."""
    return text if re.fullmatch(r"[a-z0-9-]{1,40}", text) else ""


def _leave(request: HttpRequest, url: str) -> HttpResponse:
    """To another page, by script as well."""
    if not request.htmx:
        return redirect(url)
    answer = HttpResponse()
    answer["HX-Redirect"] = url
    return answer


def _own(request: HttpRequest, warband_id: UUID) -> Warband:
    try:
        return warband_for(request.user, warband_id)
    except ServiceError as refusal:
        raise Http404 from refusal


Verb = Callable[[HttpRequest, dict[str, Any], str], None]


def _number(request: HttpRequest, name: str, default: int) -> int:
    number = whole_number(request.POST.get(name, ""))
    return default if number is None else number


def _fighter(request: HttpRequest) -> str:
    return request.POST.get("fighter", "")


def _hire(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    name = request.POST.get("name", "").strip()
    n, choice = _number(request, "n", 1), _number(request, "choice", 0)
    services.fighter_hire(type=what, name=name, n=n, choice=choice, **common)


def _recruit(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.group_recruit(fighter=_fighter(request), n=_number(request, "n", 1), **common)


def _dismiss(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.fighter_dismiss(fighter=_fighter(request), **common)


def _buy(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.equipment_buy(fighter=_fighter(request), item=what, **common)


def _sell(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.equipment_sell(fighter=_fighter(request), item=what, **common)


def _sell_stash(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.stash_sell(item=what, **common)


def _stow(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.equipment_stow(fighter=_fighter(request), item=what, **common)


def _issue(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    """Out of the stash, to the fighter chosen beside the item."""
    key = request.POST.get(f"to-{what}", "")
    services.equipment_issue(fighter=key, item=what, **common)


def _kit(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    picks: list[int] = []
    while f"{what}-{len(picks)}" in request.POST:
        picks.append(_number(request, f"{what}-{len(picks)}", 0))
    services.kit_buy(fighter=_fighter(request), kit=what, choices=tuple(picks), **common)


def _return_kit(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.kit_return(fighter=_fighter(request), **common)


def _mutate(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.mutation_buy(fighter=_fighter(request), mutation=what, **common)


def _heal(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.mutation_return(fighter=_fighter(request), mutation=what, **common)


def _spells(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.spells_first(fighter=_fighter(request), god=request.POST.get("god", ""), **common)


def _skill_set(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.skill_set_choose(skill_set=request.POST.get("skill_set", ""), **common)


def _gift(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    item = request.POST.get("heirloom", "")
    services.gift_take(fighter=_fighter(request), item=item, **common)


def _return_gift(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.gift_return(fighter=_fighter(request), **common)


def _rename(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.fighter_rename(fighter=_fighter(request), name=request.POST.get("name", ""), **common)


def _note(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    notes = request.POST.get("notes", "")
    services.fighter_edit(fighter=_fighter(request), notes=notes, **common)
    messages.success(request, _("Saved."))


def _suggest(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    """Another name of his people."""
    warband = common["warband"]
    fighter = warband.fighters.filter(key=_fighter(request)).first()
    kinds = load_catalogue().warbands[warband.type]
    if fighter is not None:
        kind = kinds.fighter(fighter.type)
        name = fighter_name(warband.type, kind, seed=uuid4().hex, taken={fighter.name})
        services.fighter_rename(fighter=fighter.key, name=name, **common)


def _edit(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    name = request.POST.get("name", "").strip()
    services.warband_edit(name=name or None, notes=request.POST.get("notes", ""), **common)
    messages.success(request, _("Saved."))


def _enlist(request: HttpRequest, common: dict[str, Any], what: str) -> None:
    services.warband_enlist(**common)
    messages.success(request, _("The warband is enlisted. Take it into a campaign."))


ANCHORS = {"hire": "fighters", "edit": "words", "enlist": "enlist", "skill_set": "skills"}
"""Where on the page one goes on after a verb."""

VERBS: dict[str, Verb] = {
    "hire": _hire,
    "recruit": _recruit,
    "dismiss": _dismiss,
    "buy": _buy,
    "sell": _sell,
    "sell_stash": _sell_stash,
    "stow": _stow,
    "issue": _issue,
    "kit": _kit,
    "return_kit": _return_kit,
    "mutate": _mutate,
    "heal": _heal,
    "spells": _spells,
    "skill_set": _skill_set,
    "gift": _gift,
    "return_gift": _return_gift,
    "rename": _rename,
    "note": _note,
    "suggest": _suggest,
    "edit": _edit,
    "enlist": _enlist,
}
