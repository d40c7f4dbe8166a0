"""A scene: reading it, writing in it, and what is kept while one writes."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.errors import ServiceError, not_found
from campaigns.forms import SceneForm
from campaigns.markup import render as render_markdown
from campaigns.messages import sentence
from campaigns.models import SceneKind
from campaigns.selectors import campaigns as campaign_selectors
from campaigns.selectors import scenes as selectors
from campaigns.selectors.access import campaign_for, scene_for
from campaigns.selectors.by_hand import hand_view_of
from campaigns.services import scenes as verbs
from campaigns.services.rolls import throws_in
from campaigns.services.scenes import OPEN_TO_PLAYERS
from campaigns.views.battle_context import battle_context
from campaigns.views.by_hand import HandTold, hand_told
from campaigns.views.composing import (
    composing,
    keep,
    name_of,
    parts_from,
    voice_from,
    written_in,
)
from campaigns.views.http import number_from, page, say_on, writer
from campaigns.views.rulebook import house_rules_of, settings_of
from campaigns.views.thread import ToldPost, posts_told
from campaigns.views.thread_room import FRAME, MOST, WITH_COMPOSER, fitting, size, wanted_in
from mordheim_site.accounts.limits import limited


@require_GET
@page
def scene(request: HttpRequest, scene_id: str) -> HttpResponse:
    return scene_response(request, scene_id)


def scene_response(
    request: HttpRequest, scene_id: str, *, status: int = 200, **more: Any
) -> HttpResponse:
    """The scene's page; with the board where it holds a battle."""
    shown = selectors.scene_page(request.user, scene_id, number_from(request, "page"))
    playing = shown.battle is not None and request.GET.get("as_book") is None
    context = {
        "section": "campaigns",
        "page": shown,
        "scene": shown.scene,
        "campaign": shown.campaign,
        "access": shown.access,
        "posts": posts_told(shown, playing=playing),
        "members": partial(_members, shown) if shown.may_post else [],
        "house_rules": house_rules_of(shown.campaign),
        "campaign_settings": settings_of(shown.campaign),
        **composing(request, shown),
    }
    template = "campaigns/scene.html"
    if shown.scene.by_hand:
        context["hand"] = _by_hand(shown)
    if playing:
        template = "campaigns/battle.html"
        own = next((draft for draft in shown.drafts if not draft.persona), None)
        context |= battle_context(request, shown, own, context)
    context["posts"] = posts = _fitting(request, shown, context)
    context["left_out"] = len(shown.posts) - len(posts)
    wanted = wanted_in(request.GET.get("post"))
    if request.htmx and wanted:
        return _one_post(request, context, wanted)
    if playing:
        context["latest_first"] = posts[::-1]
    return render(request, template, context | more, status=status)


def _fitting(
    request: HttpRequest, shown: selectors.ScenePage, context: dict[str, Any]
) -> list[ToldPost]:
    """The posts, as many of them in full as the rest of the page leaves room for.

    Beside a board, and on the last page, the latest ones; on a page that was turned to the first.
    """
    rest = [context[part] for part in ("play", "bands") if part in context]
    frame = FRAME if rest else WITH_COMPOSER
    return fitting(
        context["posts"],
        MOST - frame - sum(size(part) for part in rest),
        latest_first=bool(rest) or "page" not in request.GET,
        wanted=wanted_in(request.GET.get("post")),
    )


def _one_post(request: HttpRequest, context: dict[str, Any], wanted: str) -> HttpResponse:
    """A post in full, for the script that puts it in the place of its beginning."""
    for told in context["posts"]:
        if told.id == wanted:
            return render(request, "campaigns/includes/post.html", {"told": told})
    raise not_found()


def _by_hand(shown: selectors.ScenePage) -> HandTold | None:
    view = hand_view_of(shown.access, shown.scene)
    return hand_told(view) if view else None


def _members(shown: selectors.ScenePage) -> list[Any]:
    """Whom one may choose as readers: game masters read everything anyway."""
    members = campaign_selectors.members_of(shown.access)
    mine = shown.access.user.pk
    return [member for member in members if member.user_id != mine and not member.is_gm]


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
        try:
            made = verbs.create_scene(
                user=request.user, campaign_id=campaign_id, **form.cleaned_data
            )
        except ServiceError as refusal:
            say_on(form, refusal)
        else:
            return redirect("campaigns:scene", made.public_id)
    context = {"section": "campaigns", "campaign": access.campaign, "form": form}
    status = 409 if form.errors else 200
    return render(request, "campaigns/scene_form.html", context, status=status)


@limited("post")
@require_POST
@page
@writer
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
        keep(request, scene_id)
        messages.error(request, sentence(refusal))
        return scene_response(request, scene_id, status=409)
    return redirect(f"{reverse('campaigns:scene', args=[scene_id])}#post-{post.public_id}")


@require_http_methods(["GET", "POST"])
@page
@writer
def draft(request: HttpRequest, scene_id: str) -> HttpResponse:
    """Kept while one writes; asked for when somebody chooses another name to speak under."""
    if request.method == "GET":
        access, scene = scene_for(request.user, scene_id)
        access.require_writer()
        name = name_of(request, access)
        found = [one for one in selectors.drafts_of(access, scene) if one.persona == name]
        return JsonResponse(written_in(found[0] if found else None))
    try:
        keep(request, scene_id)
    except ServiceError as refusal:
        if refusal.status in (401, 403, 404):
            raise
        return HttpResponse(sentence(refusal), status=200)
    now = timezone.localtime()
    return HttpResponse(_("Draft saved %(time)s") % {"time": f"{now:%H:%M}"})


@require_GET
@login_required
@page
def unread(request: HttpRequest, scene_id: str) -> HttpResponse:
    """To the first post that the reader hasn't read."""
    access, scene = scene_for(request.user, scene_id)
    address = reverse("campaigns:scene", args=[scene_id])
    try:
        number, post = selectors.first_unread(access, scene)
    except ServiceError:
        return redirect(address)
    return redirect(f"{address}?page={number}&post={post.public_id}#post-{post.public_id}")


@limited("preview")
@login_required
@require_POST
@page
def preview(request: HttpRequest) -> HttpResponse:
    """The text as it will look."""
    names = ("text", "note", "aside")
    fields = [request.POST.get(name, "")[: verbs.LONGEST_TEXT] for name in names]
    texts = [render_markdown(text) for text in fields]
    context: dict[str, Any] = dict(zip(("html", "note", "aside"), texts, strict=True))
    try:
        context["throws"] = [throw for text in fields for throw in throws_in(text)]
    except ServiceError as refusal:
        context["refused"] = sentence(refusal)
    return render(request, "campaigns/includes/preview.html", context)


@login_required
@require_POST
@page
def mark_read(request: HttpRequest, scene_id: str) -> HttpResponse:
    verbs.mark_read(user=request.user, scene_id=scene_id, up_to=request.POST.get("post") or None)
    if request.htmx:
        return HttpResponse(status=204)
    return redirect("campaigns:scene", scene_id)
