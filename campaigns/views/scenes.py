"""A scene: reading it, writing in it, and what is kept while one writes."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.errors import ServiceError
from campaigns.forms import SceneForm
from campaigns.markup import render as render_markdown
from campaigns.messages import sentence
from campaigns.models import Audience, Draft, SceneKind
from campaigns.selectors import campaigns as campaign_selectors
from campaigns.selectors import scenes as selectors
from campaigns.selectors.access import campaign_for, scene_for
from campaigns.services import scenes as verbs
from campaigns.services.scenes import OPEN_TO_PLAYERS, Part, Voice
from campaigns.views.battle_page import battle_context
from campaigns.views.http import number_from, page
from campaigns.views.rulebook import house_rules_of
from campaigns.views.thread import posts_told


@require_GET
@page
def scene(request: HttpRequest, scene_id: str) -> HttpResponse:
    return scene_response(request, scene_id)


def scene_response(
    request: HttpRequest, scene_id: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    """The scene's page; with the board where it holds a battle."""
    shown = selectors.scene_page(request.user, scene_id, number_from(request, "page"))
    context = {
        "section": "campaigns",
        "page": shown,
        "scene": shown.scene,
        "campaign": shown.campaign,
        "access": shown.access,
        "posts": posts_told(shown),
        "draft": _draft(shown.drafts),
        "members": partial(_members, shown) if shown.may_post else [],
        "house_rules": house_rules_of(shown.campaign),
    }
    template = "campaigns/scene.html"
    if shown.battle is not None and request.GET.get("as_book") is None:
        template = "campaigns/battle.html"
        context |= battle_context(request, shown, context["draft"])
        context["latest_first"] = context["posts"][::-1]
    return render(request, template, context | more, status=status)


def _draft(drafts: Iterable[Draft]) -> Draft | None:
    """What the reader is writing here: the draft that was touched last."""
    return max(drafts, key=lambda draft: draft.updated_at, default=None)


def _members(shown: selectors.ScenePage) -> list[Any]:
    members = campaign_selectors.members_of(shown.access)
    return [member for member in members if member.user_id != shown.access.user.pk]


@login_required
@require_http_methods(["GET", "POST"])
@page
def scene_create(request: HttpRequest, campaign_id: str) -> HttpResponse:
    access = campaign_for(request.user, campaign_id)
    access.require_writer()
    kinds = (SceneKind.FREE, SceneKind.OOC, SceneKind.CAMP, SceneKind.RULES)
    form = SceneForm(
        request.POST or None,
        members=campaign_selectors.members_of(access),
        kinds=kinds if access.is_gm else OPEN_TO_PLAYERS,
    )
    if request.method == "POST" and form.is_valid():
        made = verbs.create_scene(user=request.user, campaign_id=campaign_id, **form.cleaned_data)
        return redirect("campaigns:scene", made.public_id)
    context = {"section": "campaigns", "campaign": access.campaign, "form": form}
    return render(request, "campaigns/scene_form.html", context)


@login_required
@require_POST
@page
def post_create(request: HttpRequest, scene_id: str) -> HttpResponse:
    """Say something. What is refused stays in the draft and on the page."""
    try:
        post = verbs.post_create(
            user=request.user,
            scene_id=scene_id,
            parts=parts_from(request),
            kind=request.POST.get("kind", "story"),
            voice=voice_from(request),
        )
    except ServiceError as refusal:
        if refusal.status in (401, 403, 404):
            raise
        _keep(request, scene_id)
        messages.error(request, sentence(refusal))
        return scene_response(request, scene_id, status=409)
    return redirect(f"{reverse('campaigns:scene', args=[scene_id])}#post-{post.public_id}")


def parts_from(request: HttpRequest) -> list[Part]:
    """The text and, where there is one, the aside with readers of its own."""
    parts = [Part(request.POST.get("text", ""))]
    aside = request.POST.get("aside", "").strip()
    if aside:
        named = request.POST.getlist("aside_members")
        audience = Audience.NAMED if named else Audience.GM
        parts.append(Part(aside, audience, named))
    return [part for part in parts if part.source.strip()] or parts[:1]


def voice_from(request: HttpRequest) -> Voice:
    """`persona` is a fighter's id; `npc` a name that only a game master may use."""
    fighter = request.POST.get("persona") or None
    return Voice(persona="" if fighter else request.POST.get("npc", "").strip(), fighter=fighter)


def _keep(request: HttpRequest, scene_id: str) -> Draft:
    """The text into the draft, whose orders stay as they are."""
    access, scene = scene_for(request.user, scene_id)
    drafts = selectors.drafts_of(access, scene)
    known = next((draft for draft in drafts if not draft.persona), None)
    return verbs.draft_save(
        user=request.user,
        scene_id=scene_id,
        text=request.POST.get("text", ""),
        orders=known.orders if known else (),
        version=known.version if known else None,
        error=known.error if known else None,
    )


@login_required
@require_POST
@page
def draft_save(request: HttpRequest, scene_id: str) -> HttpResponse:
    """Called while one writes; answers when it was kept."""
    try:
        _keep(request, scene_id)
    except ServiceError as refusal:
        return HttpResponse(sentence(refusal), status=200)
    now = timezone.localtime()
    return HttpResponse(_("Draft saved %(time)s") % {"time": f"{now:%H:%M}"})


@login_required
@require_POST
@page
def preview(request: HttpRequest) -> HttpResponse:
    """The text as it will look."""
    context = {"html": render_markdown(request.POST.get("text", "")[: verbs.LONGEST_TEXT])}
    return render(request, "campaigns/includes/preview.html", context)


@login_required
@require_POST
@page
def mark_read(request: HttpRequest, scene_id: str) -> HttpResponse:
    verbs.mark_read(user=request.user, scene_id=scene_id)
    return HttpResponse(status=204)
