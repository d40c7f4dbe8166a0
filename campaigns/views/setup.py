"""Setting a battle up and beginning it."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.board_svg import board_plan
from campaigns.boards import DENSITY, OWN, RUINS, STREET, boards
from campaigns.errors import ServiceError, invalid, not_found
from campaigns.messages import sentence
from campaigns.narration.names import localized
from campaigns.selectors.access import Access, campaign_for
from campaigns.selectors.battles import battle_view
from campaigns.selectors.boards import LIBRARY, boards_of, ground_for
from campaigns.selectors.campaigns import enrolments_of
from campaigns.selectors.engaged import WarbandChoice, choices_for_battle
from campaigns.services import battles as verbs
from campaigns.services.battles import Seat
from campaigns.services.scenarios import scenario_roll
from campaigns.views.http import page
from mordheim_site.api.parsers import plain_json
from mordheim_site.numbers import whole_number
from rules.catalogue import load_catalogue

MOST_SEATS = 4
SEEDS = 1_000_000
DENSITIES = (30, 50, 70, 90, 100)
LONGEST_BOARD = 200_000


@dataclass(frozen=True)
class Choice:
    """A scenario, or a board, to choose."""

    id: str
    name: str


@login_required
@require_http_methods(["GET", "POST"])
@page
def battle_create(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The game master chooses scenario, warbands, players and board."""
    access = campaign_for(request.user, campaign_id)
    access.require_gm()
    status = 200
    data = request.POST.copy() if request.method == "POST" else request.GET.copy()
    if request.method == "POST" and "roll" in request.POST:
        data["scenario"] = _rolled(request, campaign_id) or data.get("scenario", "")
    elif request.method == "POST" and "look" in request.POST:
        if data["look"] == "another":
            data["board_seed"] = ""
            data["board"] = STREET if data.get("board") == STREET else RUINS
    elif request.method == "POST":
        try:
            battle = _create(request, campaign_id)
        except ServiceError as refusal:
            messages.error(request, sentence(refusal))
            status = 409
        else:
            return redirect("campaigns:scene", battle.scene.public_id)
    warbands = choices_for_battle(access, enrolments_of(access))
    known = [Choice(one.id, one.title()) for one in boards().values()]
    known += [Choice(f"{LIBRARY}:{one.public_id}", one.name) for one in boards_of(access)]
    number = data.get("board_seed") or str(secrets.randbelow(SEEDS))
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "warbands": warbands,
        "held": [one for one in warbands if one.held],
        "boards": sorted(known, key=lambda board: board.name),
        "scenarios": scenarios(),
        "board_seed": number,
        "densities": DENSITIES,
        "density": data.get("density") or str(DENSITY),
        "preview": _preview(access, _board_name(data.get("board", RUINS), number, data)),
        "seats": _seat_rows(warbands, data),
        "data": data,
        "fresh": request.method == "GET",
    }
    return render(request, "campaigns/battle_form.html", context, status=status)


def scenarios() -> list[Choice]:
    """Those of the catalogue, in the order of the book."""
    rows = sorted(load_catalogue().scenarios.values(), key=lambda row: row.number)
    return [Choice(row.id, localized(row.name, row.id)) for row in rows]


def _create(request: HttpRequest, campaign_id: str) -> Any:
    data = request.POST
    board, own = _board(data)
    return verbs.battle_create(
        user=request.user,
        campaign_id=campaign_id,
        seats=_seats(data),
        board=board,
        board_data=own,
        title=data.get("title", "").strip(),
        scenario=data.get("scenario", ""),
        ask=bool(data.get("ask")),
        secret=bool(data.get("secret")),
    )


def _board(data: Any) -> tuple[str, dict[str, Any] | None]:
    """The board's name, and its tables where one was pasted."""
    wanted = data.get("board", "")
    if wanted in (RUINS, STREET):
        return _board_name(wanted, data.get("board_seed", "").strip(), data), None
    if wanted != OWN:
        return wanted, None
    text = data.get("board_json", "")
    if len(text) > LONGEST_BOARD:
        raise invalid("bad_board", fault=_("it is too long"))
    try:
        found = plain_json(text)
    except ValueError as fault:
        raise invalid("bad_board", fault=str(fault)) from fault
    if not isinstance(found, dict):
        raise invalid("bad_board", fault=_("an object with size and terrain is needed"))
    return OWN, found


def _rolled(request: HttpRequest, campaign_id: str) -> str:
    """Roll on the table; the roll is told above the form."""
    warbands = [seat.warband for seat in _seats(request.POST)][:2]
    try:
        rolled = scenario_roll(user=request.user, campaign_id=campaign_id, warbands=warbands)
    except ServiceError as refusal:
        messages.error(request, sentence(refusal))
        return ""
    names = {one.id: one.name for one in scenarios()}
    values = {"a": rolled.dice[0], "b": rolled.dice[1], "sum": sum(rolled.dice)}
    if rolled.scenario:
        told = _("Scenario table: %(a)s + %(b)s = %(sum)s, %(scenario)s.")
        values["scenario"] = names[rolled.scenario]
    else:
        told = _("Scenario table: %(a)s + %(b)s = %(sum)s. The choice is of %(warband)s.")
        values["warband"] = rolled.chooser_name
    messages.success(request, told % values)
    return rolled.scenario


@dataclass(frozen=True)
class SeatRow:
    """A side of the form, with what was chosen."""

    number: int
    warband: str
    player: str


def _seat_rows(warbands: Sequence[WarbandChoice], data: Any) -> list[SeatRow]:
    """The two sides that there have to be begin with warbands that are free."""
    most = max(2, min(MOST_SEATS, len(warbands)))
    chosen = [data.get(f"warband_{n}", "") for n in range(1, most + 1)]
    free = [str(one.warband.pk) for one in warbands if one.held is None]
    spare = iter([one for one in free if one not in chosen])
    chosen = [one or (next(spare, "") if n <= 2 else "") for n, one in enumerate(chosen, 1)]
    return [SeatRow(n, one, data.get(f"player_{n}", "")) for n, one in enumerate(chosen, 1)]


def _seats(data: Any) -> list[Seat]:
    chosen = [(data.get(f"warband_{n}"), data.get(f"player_{n}")) for n in range(1, MOST_SEATS + 1)]
    return [Seat(warband=warband, controller=player or "") for warband, player in chosen if warband]


def _board_name(wanted: str, number: str, data: Any) -> str:
    """What the board that the form means is called; `number` is that of a made one."""
    if wanted not in (RUINS, STREET):
        return str(wanted)
    density = data.get("density", "")
    share = f":{density}" if wanted == RUINS and density not in ("", str(DENSITY)) else ""
    return f"{wanted}:{number}{share}"


def _preview(access: Access, name: str) -> SafeString | str:
    """The board from above; nothing where there is none of that name."""
    found = ground_for(access, name)
    return board_plan(found.board) if found is not None else ""


@login_required
@require_GET
@page
def board_preview(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The chosen board, for the form's script."""
    access = campaign_for(request.user, campaign_id)
    access.require_member()
    number = whole_number(request.GET.get("board_seed", ""))
    wanted = _board_name(request.GET.get("board", ""), str(number or 0), request.GET)
    plan = _preview(access, wanted)
    if not plan and request.GET.get("board") != OWN:
        raise not_found()
    return HttpResponse(plan)


@login_required
@require_POST
@page
def seed(request: HttpRequest, battle_id: str) -> HttpResponse:
    """A member adds words of his own to the dice."""
    view = battle_view(request.user, battle_id)
    verbs.add_seed(user=request.user, battle_id=battle_id, text=request.POST.get("text", ""))
    messages.success(request, _("Your words are in the dice."))
    return redirect("campaigns:scene", view.battle.scene.public_id)


@login_required
@require_POST
@page
def start(request: HttpRequest, battle_id: str) -> HttpResponse:
    battle = verbs.battle_start(user=request.user, battle_id=battle_id)
    return redirect("campaigns:scene", battle.scene.public_id)
