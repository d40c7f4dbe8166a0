"""A battle that was played on a real table: the form for it, and what the others say to it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from campaigns.by_hand import (
    MOST_GOLD,
    MOST_POINTS,
    MOST_SHARDS,
    Claim,
    FeatKind,
    Fielded,
    feats_of,
    items_of,
)
from campaigns.errors import ServiceError
from campaigns.messages import sentence
from campaigns.models import HandStatus
from campaigns.narration import by_hand as words
from campaigns.selectors.access import Access, campaign_for
from campaigns.selectors.by_hand import HandView, hand_offer, hand_view
from campaigns.selectors.campaigns import enrolments_of
from campaigns.selectors.engaged import choices_for_battle, require_free
from campaigns.services import by_hand as verbs
from campaigns.views.http import number_from, page
from campaigns.views.setup import scenarios
from mordheim_site.numbers import whole_number
from warbands import names as catalogue
from warbands.wording import cause

MOST_SEATS = 4
NOBODY = "nobody"
"""Out of action, but by nobody's hand."""


@dataclass(frozen=True)
class Option:
    value: str
    name: str
    chosen: bool = False


@dataclass(frozen=True)
class Fate:
    """A warrior of the form: on his feet, or out of action and by whom."""

    field: str
    name: str
    note: str
    options: list[Option]


@dataclass(frozen=True)
class FeatRow:
    """A feat for one warrior; `most` 1 is a box to tick, more is a number."""

    field: str
    name: str
    value: str
    most: int


@dataclass(frozen=True)
class FeatField:
    """A feat: one choice of all, or a row for each warrior."""

    name: str
    field: str = ""
    options: Sequence[Option] = ()
    rows: Sequence[FeatRow] = ()
    used: bool = False


@dataclass(frozen=True)
class Side:
    """A side of the form."""

    id: str
    name: str
    fates: list[Fate]
    wyrdstone: str
    gold: str
    items: list[Option]


@dataclass(frozen=True)
class Form:
    """Everything that may be told, with what has been told so far."""

    sides: list[Side]
    winners: list[Option]
    endings: list[Option]
    fled: list[Option]
    feats: list[FeatField]
    most_shards: int = MOST_SHARDS
    most_gold: int = MOST_GOLD


def form_of(
    names: Mapping[str, str],
    fielded: Sequence[Fielded],
    scenario: str,
    written: Mapping[str, str],
) -> Form:
    """The form for a battle between these sides (their names by id); `written` fills it."""
    return Form(
        sides=[_side(id, name, fielded, scenario, written) for id, name in names.items()],
        winners=_options(
            [*names.items(), ("draw", _("Nobody: it was a draw"))], written.get("winner", "")
        ),
        endings=_options(
            [(id, str(text)) for id, text in words.CHOICES.items()], written.get("ending", "rout")
        ),
        fled=_options([("", _("none")), *names.items()], written.get("routed", "")),
        feats=[_feat(kind, fielded, written) for kind in feats_of(scenario)],
    )


def _options(rows: Sequence[tuple[str, str]], chosen: str) -> list[Option]:
    return [Option(value, name, value == chosen) for value, name in rows]


def _side(
    id: str, name: str, fielded: Sequence[Fielded], scenario: str, written: Mapping[str, str]
) -> Side:
    enemies = [
        (one.id, _("out: by %(who)s") % {"who": one.name}) for one in fielded if one.side != id
    ]
    fates = [("", _("on his feet")), (NOBODY, _("out: by nobody's hand")), *enemies]
    return Side(
        id=id,
        name=name,
        fates=[
            Fate(
                field=f"out|{one.id}",
                name=one.name,
                note=_("leader") if one.leader else _("hero") if one.hero else "",
                options=_options(fates, written.get(f"out|{one.id}", "")),
            )
            for one in fielded
            if one.side == id
        ],
        wyrdstone=written.get(f"wyrdstone|{id}", "0"),
        gold=written.get(f"gold|{id}", "0"),
        items=[
            Option(f"item|{id}|{item}", catalogue.item(item), f"item|{id}|{item}" in written)
            for item in items_of(scenario)
        ],
    )


def _feat(kind: FeatKind, fielded: Sequence[Fielded], written: Mapping[str, str]) -> FeatField:
    worth = f" (+{kind.xp})" if kind.xp else ""
    name = f"{cause(kind.id)}{worth}"
    may = [one for one in fielded if one.hero or not kind.heroes_only]
    if kind.only_one:
        field = f"feat|{kind.id}"
        rows = [("", _("nobody")), *((one.id, one.name) for one in may)]
        return FeatField(name, field, _options(rows, written.get(field, "")), used=True)
    most = MOST_POINTS if kind.repeats or not kind.xp else 1
    made = [
        FeatRow(field, one.name, written.get(field, "0" if most > 1 else ""), most)
        for one in may
        for field in [f"feat|{kind.id}|{one.id}"]
    ]
    return FeatField(name, rows=made, used=any(row.value not in ("", "0") for row in made))


def claim_of(
    data: Mapping[str, str], names: Mapping[str, str], fielded: Sequence[Fielded], scenario: str
) -> Claim:
    """What the form says. Errors: bad_claim (a number that is none)."""
    raw = {
        "winner": "" if data.get("winner") == "draw" else data.get("winner", ""),
        "ending": data.get("ending", ""),
        "routed": data.get("routed", ""),
        "out": [
            {"warrior": one.id, "by": "" if by == NOBODY else by}
            for one in fielded
            if (by := data.get(f"out|{one.id}", ""))
        ],
        "feats": [feat for kind in feats_of(scenario) for feat in _done(kind, fielded, data)],
        "spoils": [found for side in names if (found := _found(side, data, scenario))],
    }
    if not data.get("winner"):
        raw["winner"] = "?"  # nothing was chosen: refused in words, not taken for a draw
    return verbs.read_claim(raw)


def _done(
    kind: FeatKind, fielded: Sequence[Fielded], data: Mapping[str, str]
) -> list[dict[str, Any]]:
    if kind.only_one:
        who = data.get(f"feat|{kind.id}", "")
        return [{"warrior": who, "id": kind.id}] if who else []
    found: list[dict[str, Any]] = []
    for one in fielded:
        n = _number(data.get(f"feat|{kind.id}|{one.id}", "") or "0")
        if kind.xp:
            found += [{"warrior": one.id, "id": kind.id}] * min(n, MOST_POINTS)
        elif n:
            found.append({"warrior": one.id, "id": kind.id, "points": n})
    return found


def _found(side: str, data: Mapping[str, str], scenario: str) -> dict[str, Any]:
    stones = _number(data.get(f"wyrdstone|{side}", "") or "0")
    gold = _number(data.get(f"gold|{side}", "") or "0")
    items = [item for item in items_of(scenario) if f"item|{side}|{item}" in data]
    if not (stones or gold or items):
        return {}
    return {"side": side, "wyrdstone": stones, "gold": gold, "items": items}


def _number(text: str) -> int:
    """A whole number; one that is none becomes one that is refused."""
    number = whole_number(text)
    return 10_000 if number is None else number


def written_of(claim: Claim, scenario: str) -> dict[str, str]:
    """A claim as its form holds it."""
    kinds = {kind.id: kind for kind in feats_of(scenario)}
    found = {"winner": claim.winner or "draw", "ending": claim.ending, "routed": claim.routed}
    found |= {f"out|{one.warrior}": one.by or NOBODY for one in claim.out}
    for feat in claim.feats:
        if kinds[feat.id].only_one:
            found[f"feat|{feat.id}"] = feat.warrior
        else:
            key = f"feat|{feat.id}|{feat.warrior}"
            found[key] = str(int(found.get(key, "0")) + feat.points)
    for one in claim.spoils:
        found |= {f"wyrdstone|{one.side}": str(one.wyrdstone), f"gold|{one.side}": str(one.gold)}
        found |= {f"item|{one.side}|{item}": "1" for item in one.items}
    return found


@login_required
@require_http_methods(["GET", "POST"])
@page
def report(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """First which warbands and what was played, then what happened."""
    access = campaign_for(request.user, campaign_id)
    access.require_writer()
    if not access.campaign.hand_reports:
        raise ServiceError("hand_not_allowed")
    data = request.POST if request.method == "POST" else request.GET
    wanted = [data[f"warband_{n}"] for n in range(1, MOST_SEATS + 1) if data.get(f"warband_{n}")]
    scenario = data.get("scenario", "")
    if not wanted:
        return _first_step(request, access, {}, "")
    try:
        offer = hand_offer(request.user, campaign_id, wanted, scenario)
        if request.method == "GET":  # before anything is filled in
            require_free(access, offer.warbands)
    except ServiceError as refusal:
        if refusal.status in (401, 403, 404):
            raise
        return _first_step(request, access, data, sentence(refusal))
    names = {side: one.name for side, one in zip(offer.sides, offer.warbands, strict=True)}
    errors: list[str] = []
    if request.method == "POST":
        try:
            battle = verbs.hand_report(
                user=request.user,
                campaign_id=campaign_id,
                warbands=wanted,
                claim=claim_of(data, names, offer.fielded, scenario),
                scenario=scenario,
                title=data.get("title", ""),
            )
        except ServiceError as refusal:
            errors = _errors(refusal)
        else:
            messages.success(request, _("Reported. It counts when everybody has confirmed it."))
            return redirect("campaigns:scene", battle.scene.public_id)
    written = data.dict() if request.method == "POST" else {}
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "chosen": [(f"warband_{n}", one) for n, one in enumerate(offer.warbands, 1)],
        "scenario": scenario,
        "scenario_name": words.scenario_name(scenario),
        "form": form_of(names, offer.fielded, scenario, written),
        "title": written.get("title", ""),
        "errors": errors,
    }
    status = 422 if errors else 200
    return render(request, "campaigns/by_hand/form.html", context, status=status)


def _first_step(
    request: HttpRequest, access: Access, data: Mapping[str, str], refused: str
) -> HttpResponse:
    warbands = choices_for_battle(access, enrolments_of(access))
    own = [str(one.warband.pk) for one in warbands if one.warband.owner == request.user]
    free = {str(one.warband.pk) for one in warbands if one.held is None}
    mine = next((one for one in own if one in free), "")
    most = max(2, min(MOST_SEATS, len(warbands)))
    seats = [data.get(f"warband_{n}", mine if n == 1 else "") for n in range(1, most + 1)]
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "warbands": warbands,
        "held": [one for one in warbands if one.held],
        "seats": list(enumerate(seats, 1)),
        "scenarios": scenarios(),
        "scenario": data.get("scenario", ""),
        "refused": refused,
    }
    status = 422 if refused else 200
    return render(request, "campaigns/by_hand/begin.html", context, status=status)


def _errors(refusal: ServiceError) -> list[str]:
    if refusal.status in (401, 403, 404):
        raise refusal
    if refusal.code == "bad_claim":
        return [words.fault_in_words(one) for one in refusal.params["errors"]]
    return [sentence(refusal)]


@login_required
@require_http_methods(["GET", "POST"])
@page
def revise(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The same form, filled with what was told."""
    view = hand_view(request.user, battle_id)
    if not view.may_revise:
        raise ServiceError("not_your_report" if view.report.waits else "report_settled", 403)
    return _retold(request, view, verbs.hand_revise, _changed, {})


def _changed(view: HandView) -> str:
    """Whoever has told it has confirmed his own side by that; a game master has none."""
    told = _("Changed. It has to be confirmed anew by: %(who)s.")
    names = ", ".join(side.name for side in view.waiting)
    return told % {"who": names} if names else _("Changed.")


@login_required
@require_http_methods(["GET", "POST"])
@page
def amend(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The same form for the game master once it is settled, with his reason."""
    view = hand_view(request.user, battle_id)
    view.access.require_gm()
    if not view.may_reopen:
        raise ServiceError("report_not_settled")
    reason = {"reason": request.POST.get("reason", "")}
    return _retold(request, view, verbs.hand_amend, _corrected, reason)


def _corrected(view: HandView) -> str:
    return _("Corrected. What came after the battle says that it grew out of the earlier report.")


def _retold(
    request: HttpRequest,
    view: HandView,
    verb: Callable[..., Any],
    success: Callable[[HandView], str],
    more: Mapping[str, str],
) -> HttpResponse:
    """The form of a report that is there already, and what is made of it. Nothing typed is lost."""
    names = {side.side: side.name for side in view.sides}
    scenario = view.battle.scenario
    written: dict[str, Any] = written_of(view.claim, scenario)
    errors: list[str] = []
    if request.method == "POST":
        written = request.POST.dict()
        try:
            verb(
                user=request.user,
                battle_id=view.battle.public_id,
                claim=claim_of(written, names, view.fielded, scenario),
                expected_version=number_from(request, "version"),
                **more,
            )
        except ServiceError as refusal:
            errors = _errors(refusal)
        else:
            messages.success(request, success(hand_view(request.user, view.battle.public_id)))
            return redirect("campaigns:scene", view.battle.scene.public_id)
    context = {
        "section": "campaigns",
        "campaign": view.access.campaign,
        "scene": view.battle.scene,
        "hand": view,
        "version": written.get("version", view.battle.version),
        "scenario_name": words.scenario_name(scenario),
        "form": form_of(names, view.fielded, scenario, written),
        "errors": errors,
        "amending": bool(more),
        "reason": written.get("reason", ""),
    }
    status = 422 if errors else 200
    return render(request, "campaigns/by_hand/form.html", context, status=status)


@login_required
@require_POST
@page
def reopen(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The game master opens a settled report again."""
    verbs.hand_reopen(
        user=request.user,
        battle_id=battle_id,
        reason=request.POST.get("reason", ""),
        expected_version=number_from(request, "version"),
    )
    messages.success(request, _("Reopened. What came after the battle is undone."))
    return _to_scene(request, battle_id)


@login_required
@require_POST
@page
def confirm(request: HttpRequest, battle_id: str) -> HttpResponse:
    verbs.hand_confirm(
        user=request.user, battle_id=battle_id, expected_version=number_from(request, "version")
    )
    messages.success(request, _("Confirmed."))
    return _to_scene(request, battle_id)


@login_required
@require_POST
@page
def dispute(request: HttpRequest, battle_id: str) -> HttpResponse:
    verbs.hand_dispute(
        user=request.user,
        battle_id=battle_id,
        objection=request.POST.get("objection", ""),
        expected_version=number_from(request, "version"),
    )
    messages.success(request, _("The game master will decide."))
    return _to_scene(request, battle_id)


@login_required
@require_POST
@page
def withdraw(request: HttpRequest, battle_id: str) -> HttpResponse:
    verbs.hand_withdraw(
        user=request.user, battle_id=battle_id, expected_version=number_from(request, "version")
    )
    messages.success(request, _("The report is taken back."))
    return _to_scene(request, battle_id)


@login_required
@require_POST
@page
def rule(request: HttpRequest, battle_id: str) -> HttpResponse:
    """The game master's word on a report."""
    accept = request.POST.get("accept") == "yes"
    verbs.hand_rule(
        user=request.user,
        battle_id=battle_id,
        accept=accept,
        reason=request.POST.get("reason", ""),
        expected_version=number_from(request, "version"),
    )
    told = _("It counts; what comes after it begins.") if accept else _("It is thrown out.")
    messages.success(request, told)
    return _to_scene(request, battle_id)


def _to_scene(request: HttpRequest, battle_id: str) -> HttpResponse:
    return redirect("campaigns:scene", hand_view(request.user, battle_id).battle.scene.public_id)


@dataclass(frozen=True)
class HandTold:
    """A report in words, for its scene."""

    view: HandView
    scenario: str
    ending: str
    sides: list[words.SideTold]
    changes: list[str]

    @property
    def is_settled(self) -> bool:
        """Whether something has come after it."""
        return self.view.report.status == HandStatus.SETTLED


def hand_told(view: HandView) -> HandTold:
    names = {side.side: side.name for side in view.sides}
    return HandTold(
        view=view,
        scenario=words.scenario_name(view.battle.scenario),
        ending=words.ending_of(view.claim, names),
        sides=words.sides_told(view.claim, view.fielded, names),
        changes=[words.change_in_words(one) for one in view.report.changes],
    )
