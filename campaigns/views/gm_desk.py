"""The game master's desk: what stands still and why, and everything that waits for a decision."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.errors import ServiceError, invalid, not_found
from campaigns.messages import explain
from campaigns.middleware import KEY
from campaigns.models import AppealStatus, BattleStatus, Redo, RedoStatus
from campaigns.narration import Names, tell_order, words
from campaigns.selectors import battles as battle_selectors
from campaigns.selectors import campaigns as campaign_selectors
from campaigns.selectors import rulings as selectors
from campaigns.selectors.access import battle_for, campaign_for, visible_scenes
from campaigns.selectors.awakenings import open_awakenings
from campaigns.selectors.battles import BattleView, battle_view
from campaigns.selectors.by_hand import disputes_of, settling_by_hand
from campaigns.selectors.joining import requests_of
from campaigns.selectors.pages import desk
from campaigns.selectors.time import absences_of, pace_of
from campaigns.services import appeals as verbs
from campaigns.services import campaigns as campaign_verbs
from campaigns.services import members as member_verbs
from campaigns.services import redo as redo_verbs
from campaigns.services import redo_course
from campaigns.services.redo_dice import Thrown
from campaigns.views.http import number_from, page
from mordheim_site.ids import uuid_of
from mordheim_site.numbers import whole_number
from mordheim_site.redirects import redirect_to_own
from rules.battle.state import State
from warbands.selectors import proposals_for

ACTS_SHOWN = 40


@login_required
@require_GET
@page
def gm_desk(request: HttpRequest, campaign_id: str) -> HttpResponse:
    access = campaign_for(request.user, campaign_id)
    access.require_gm()
    battles = list(battle_selectors.battles_of(visible_scenes(access)))
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "access": access,
        "pace": pace_of(access),
        "blocked": desk.blocked_in(battles),
        "settling": [
            *(one for one in battles if one.status == BattleStatus.OVER),
            *settling_by_hand(access),
        ],
        "disputes": disputes_of(access),
        "appeals": selectors.open_appeals(access),
        "rulings": selectors.rulings_of(access),
        "drafts": Redo.objects.filter(
            battle__scene__campaign=access.campaign, status=RedoStatus.DRAFT
        ).select_related("battle__scene", "created_by"),
        "notes": selectors.notes_of(access),
        "warriors": selectors.warriors_to_note(access),
        "scenes": visible_scenes(access),
        "members": campaign_selectors.members_of(access),
        "enrolments": campaign_selectors.enrolments_of(access),
        "absences": absences_of(access),
        "awakenings": open_awakenings(access),
        "join_requests": requests_of(access),
        "proposals": proposals_for(request.user).filter(state="pending", judge=request.user),
        "reports": access.campaign.reports.filter(status="open").exclude(reported=request.user),
        "actions": campaign_selectors.gm_actions_of(access)[:ACTS_SHOWN],
    }
    return render(request, "campaigns/gm_desk.html", context)


def _back(request: HttpRequest, campaign_id: Any, told: str) -> HttpResponse:
    messages.success(request, told)
    return redirect("campaigns:gm_desk", campaign_id)


@login_required
@require_POST
@page
def replace_member(request: HttpRequest, campaign_id: str) -> HttpResponse:
    member_verbs.member_replace(
        user=request.user,
        campaign_id=campaign_id,
        member_id=request.POST.get("member", ""),
        by_id=request.POST.get("by", ""),
        reason=request.POST.get("reason", ""),
    )
    return _back(request, campaign_id, _("The seats and warbands have passed on."))


@login_required
@require_POST
@page
def set_role(request: HttpRequest, campaign_id: str) -> HttpResponse:
    campaign_verbs.set_role(
        user=request.user,
        campaign_id=campaign_id,
        member_id=request.POST.get("member", ""),
        role=request.POST.get("role", ""),
    )
    return _back(request, campaign_id, _("Saved."))


@login_required
@require_POST
@page
def member_call(request: HttpRequest, campaign_id: str) -> HttpResponse:
    member_verbs.member_call(
        user=request.user, campaign_id=campaign_id, member_id=request.POST.get("member", "")
    )
    return _back(request, campaign_id, _("They have been told that you ask for them."))


@login_required
@require_POST
@page
def correct_treasury(request: HttpRequest, campaign_id: str) -> HttpResponse:
    member_verbs.treasury_correct(
        user=request.user,
        campaign_id=campaign_id,
        warband_id=request.POST.get("warband", ""),
        gold=_signed(request, "gold"),
        wyrdstone=_signed(request, "wyrdstone"),
        reason=request.POST.get("reason", ""),
    )
    return _back(request, campaign_id, _("The correction is in the books, with your reason."))


@login_required
@require_POST
@page
def awaken_hero(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """A dead hero joins the Necromancer's warband; back to the page that has asked."""
    of, _sep, fighter = request.POST.get("hero", "").partition(":")
    row = member_verbs.hero_awaken(
        user=request.user,
        campaign_id=campaign_id,
        warband_id=request.POST.get("warband", ""),
        of_id=of,
        fighter=fighter,
        reason=request.POST.get("reason", ""),
    )
    messages.success(request, _("He has risen, as a zombie of %(name)s.") % {"name": row.name})
    return redirect_to_own(
        request, request.POST.get("next", ""), reverse("campaigns:gm_desk", args=[campaign_id])
    )


def _signed(request: HttpRequest, name: str) -> int:
    """A whole number with or without a sign; 0 where there is none."""
    text = request.POST.get(name, "").strip()
    sign = -1 if text.startswith(("-", "−")) else 1
    text = text.lstrip("+-−")
    number = whole_number(text) if text else 0
    if number is None:
        raise invalid("bad_number", field=name)
    return sign * number


@login_required
@require_POST
@page
def note(request: HttpRequest, campaign_id: str) -> HttpResponse:
    verbs.note_save(
        user=request.user,
        campaign_id=campaign_id,
        text=request.POST.get("text", ""),
        note_id=request.POST.get("note") or None,
        scene_id=request.POST.get("scene") or None,
        fighter_id=request.POST.get("fighter") or None,
    )
    return _back(request, campaign_id, _("Saved."))


@login_required
@require_POST
@page
def ruling(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Decide about a rule, or (`revoke`) take a ruling back."""
    if revoked := request.POST.get("revoke", ""):
        verbs.ruling_revoke(user=request.user, campaign_id=campaign_id, ruling_id=revoked)
        return _back(request, campaign_id, _("The ruling holds no longer."))
    verbs.ruling_make(
        user=request.user,
        campaign_id=campaign_id,
        rule=request.POST.get("rule", ""),
        text=request.POST.get("text", ""),
    )
    return _back(request, campaign_id, _("The ruling is kept."))


@login_required
@require_POST
@page
def appeal(request: HttpRequest, battle_id: str) -> HttpResponse:
    verbs.appeal_make(
        user=request.user,
        battle_id=battle_id,
        seq=number_from(request, "seq") or 0,
        text=request.POST.get("text", ""),
    )
    messages.success(request, _("Your appeal is with the game master."))
    return redirect_to_own(
        request, request.POST.get("next", ""), request.headers.get("referer", "")
    )


@login_required
@require_POST
@page
def answer_appeal(request: HttpRequest, appeal_id: str) -> HttpResponse:
    found = verbs.appeal_answer(
        user=request.user,
        appeal_id=appeal_id,
        upheld=request.POST.get("status") == AppealStatus.UPHELD,
        answer=request.POST.get("answer", ""),
        rule=request.POST.get("rule", ""),
        ruling=request.POST.get("ruling", ""),
    )
    return _back(request, found.battle.scene.campaign.public_id, _("The appeal is answered."))


@login_required
@require_POST
@page
def withdraw_appeal(request: HttpRequest, appeal_id: str) -> HttpResponse:
    verbs.appeal_withdraw(user=request.user, appeal_id=appeal_id)
    messages.success(request, _("Your appeal is withdrawn."))
    return redirect_to_own(request, request.headers.get("referer", ""))


@login_required
@require_POST
@page
def view_as(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Begin to look at the campaign as one of its members; it is in the audit."""
    access = campaign_for(request.user, campaign_id)
    access.require_gm()
    members = campaign_selectors.members_of(access)
    member = members.filter(public_id=uuid_of(request.POST.get("member", ""))).first()
    if member is None:
        raise not_found()
    campaign_verbs.audit(access, "view_as", user=str(member.user.public_id))
    request.session[KEY] = {"campaign": access.campaign.pk, "member": member.pk}
    return redirect("campaigns:detail", campaign_id)


@login_required
@require_POST
def view_as_end(request: HttpRequest) -> HttpResponse:
    request.session.pop(KEY, None)
    return redirect_to_own(request, request.POST.get("next", ""))


# --- another course ------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "POST"])
@page
def redo(request: HttpRequest, battle_id: str) -> HttpResponse:
    """From which order on, and what is to be otherwise."""
    view = battle_view(request.user, battle_id)
    view.access.require_gm()
    from_seq = number_from(request, "from") or number_from(request, "to_seq") or 0
    if request.method == "POST":
        draft = redo_verbs.redo_draft(
            user=request.user,
            battle_id=battle_id,
            from_seq=from_seq,
            changes=_changes(request.POST, view),
            reason=request.POST.get("reason", ""),
            expected_version=number_from(request, "version"),
        )
        return redirect("campaigns:redo_draft", battle_id, draft.public_id)
    try:
        later = redo_course.later_told(view, from_seq) if from_seq else []
    except ServiceError as fault:
        if fault.code != "bad_rewind":
            raise
        # Somebody wrote the number himself: the moment before it is as near as one can get.
        near = [one for one in (fault.params["nearest"], fault.params["next"]) if one is not None]
        messages.warning(request, _not_there(fault, near))
        first = near[0] if near else 0
        return redirect(f"{reverse('campaigns:redo', args=[battle_id])}?from={first}")
    names = Names.of(view.setup)
    context = {
        "section": "campaigns",
        "battle": view.battle,
        "scene": view.battle.scene,
        "campaign": view.battle.scene.campaign,
        "from_seq": from_seq,
        "later": _told(later, names),
        "names": names,
        "warriors": [
            (
                names.sides.get(side.id, side.id),
                [(one.id, one.name) for one in view.setup.warriors if one.side == side.id],
            )
            for side in view.setup.sides
        ],
        "statuses": [
            (name, words.word(words.STATUSES, name))
            for name in ("standing", "knocked_down", "stunned", "out_of_action")
        ],
        "drafts": selectors.drafts_of(view),
    }
    return render(request, "campaigns/redo.html", context)


def _not_there(fault: ServiceError, near: list[int]) -> SafeString:
    """Why it can't begin there, and from which moments near it can."""
    why = explain(fault.code, fault.params)
    if not near:
        return format_html("{}", why)
    links = format_html_join(", ", '<a href="?from={}">{}</a>', ((one, one) for one in near))
    return format_html(
        "{} {} {}", why, _("The nearest moments, by the number of their last event:"), links
    )


def _told(later: list[redo_course.Later], names: Names) -> list[dict[str, Any]]:
    """The orders in words, each with its number, its side and (roll, what for and whose)."""
    return [
        {
            "number": one.row.sequence,
            "side": names.sides.get(one.row.side, one.row.side),
            "parts": tell_order(one.order, names),
            "rolls": [(roll, _whose(roll, names)) for roll in one.rolls],
        }
        for one in later
    ]


def _whose(roll: Thrown, names: Names) -> str:
    """ "To hit, Ana, Bea": what a roll was for, by whom and at whom, as far as it was anybody."""
    known = names.warriors | names.sides
    who = [known[id] for id in (roll.actor, roll.target) if id in known]
    return ", ".join([words.word(words.PURPOSES, roll.purpose), *who])


def _changes(data: Any, view: BattleView) -> list[dict[str, Any]]:
    """The form's fields as changes: orders left out, rolls forced or thrown anew, a state."""
    changes: list[dict[str, Any]] = [
        {"drop": whole_number(value)} for value in data.getlist("drop")
    ]
    for seq in data.getlist("roll"):
        faces = data.get(f"faces-{seq}", "").replace(",", " ").split()
        changes.append(
            {
                "roll": whole_number(seq),
                "faces": [whole_number(one) or 0 for one in faces] or None,
            }
        )
    warrior, status = data.get("warrior", ""), data.get("status", "")
    if warrior and status:
        if warrior not in view.setup.by_id:
            raise invalid("bad_changes")
        order = {
            "order": "gm_adjust",
            "side": view.setup.by_id[warrior].side,
            "warrior": warrior,
            "changes": {"status": status},
        }
        first = data.get("first", "")
        changes.insert(0, {"insert": order, "before": whole_number(first) if first else None})
    return changes


@login_required
@require_GET
@page
def redo_draft(request: HttpRequest, battle_id: str, draft_id: str) -> HttpResponse:
    """The draft beside what happened: what would be different."""
    access, battle = battle_for(request.user, battle_id)
    draft = selectors.draft_for(access, battle, draft_id)
    view = battle_view(request.user, battle_id)
    names = Names.of(view.setup)
    current = draft.status == RedoStatus.DRAFT and draft.version == battle.version
    course = redo_course.course_of(draft, battle) if current else None
    context = {
        "section": "campaigns",
        "draft": draft,
        "battle": battle,
        "scene": battle.scene,
        "campaign": battle.scene.campaign,
        "names": names,
        "course": course,
        "current": current,
    }
    if course is not None:
        context["differences"] = differences(course.now, course.then, names)
        context["fallen"] = [
            (tell_order(one.step.order, names), one.step.was) for one in course.fallen
        ]
        context["orders"] = [
            (tell_order(one.step.order, names), one.step.was, one.drawn) for one in course.done
        ]
    return render(request, "campaigns/redo_draft.html", context)


def differences(now: State, then: State, names: Names) -> list[tuple[str, str, str]]:
    """(what, as it is, as it would be), for everything that a reader would notice."""
    found = []
    for id, was in now.warriors.items():
        will = then.warriors[id]
        pairs = [
            (words.word(words.STATUSES, was.status), words.word(words.STATUSES, will.status)),
            (_("%(n)d wounds") % {"n": was.wounds}, _("%(n)d wounds") % {"n": will.wounds}),
            (_at(was), _at(will)),
        ]
        different = [pair for pair in pairs if pair[0] != pair[1]]
        if different:
            name = names.warriors.get(id, id)
            before = ", ".join(pair[0] for pair in different)
            after = ", ".join(pair[1] for pair in different)
            found.append((name, before, after))
    place = [
        _("turn %(turn)d, %(phase)s, %(side)s")
        % {
            "turn": state.turn,
            "phase": words.word(words.PHASES, state.phase),
            "side": names.sides.get(state.active, state.active),
        }
        for state in (now, then)
    ]
    if place[0] != place[1]:
        found.append((_("The battle"), *place))
    if (now.result is None) != (then.result is None):
        word = {True: _("under way"), False: _("over")}
        found.append((_("The end"), word[now.result is None], word[then.result is None]))
    return found


def _at(warrior: Any) -> str:
    if warrior.at is None:
        return _("off the table")
    x, y, z = (round(value / 1000, 1) for value in warrior.at)
    return f"({x:g}, {y:g}, {z:g}) cm"


@login_required
@require_POST
@page
def roll(request: HttpRequest, battle_id: str) -> HttpResponse:
    """Set a recorded roll, or have it thrown again; back to where the line was read."""
    faces = request.POST.get("faces", "").replace(",", " ").split()
    redo_verbs.gm_roll(
        user=request.user,
        battle_id=battle_id,
        seq=number_from(request, "seq") or 0,
        faces=[whole_number(one) or 0 for one in faces] or None,
        reason=request.POST.get("reason", ""),
        expected_version=number_from(request, "version"),
    )
    messages.success(request, _("The roll is another. What followed was played again after it."))
    return redirect_to_own(request, "", request.headers.get("referer", ""))


@login_required
@require_POST
@page
def redo_close(request: HttpRequest, battle_id: str, draft_id: str) -> HttpResponse:
    """Publish it, or discard it."""
    if request.POST.get("what") == "publish":
        redo_verbs.redo_publish(user=request.user, draft_id=draft_id)
        messages.success(request, _("The battle goes on from there."))
    else:
        redo_verbs.redo_discard(user=request.user, draft_id=draft_id)
        messages.success(request, _("The draft is discarded."))
    return redirect("campaigns:gm", battle_id)
