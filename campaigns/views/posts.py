"""Around posts: correcting one, what it said before, the dice of a scene, a scene's settings."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.errors import ServiceError
from campaigns.forms import SceneSettingsForm
from campaigns.messages import sentence
from campaigns.models import Post, SceneStatus
from campaigns.selectors import campaigns as campaign_selectors
from campaigns.selectors.access import Access, post_for, scene_for
from campaigns.selectors.rolls import dice_data
from campaigns.selectors.scenes import edits_of, page_of, posts_of
from campaigns.services import scenes as verbs
from campaigns.services.corrections import correctable_until, post_correct
from campaigns.views.http import page, say_on, writer
from campaigns.views.thread import readers_in_words, told_part
from campaigns.written import told


def _post(request: HttpRequest, scene_id: str, post_id: str) -> tuple[Access, Post]:
    access, post = post_for(request.user, post_id)
    if str(post.scene.public_id) != str(scene_id):
        raise Http404
    return access, posts_of(access, post.scene).get(pk=post.pk)


def _at(scene_id: str, post_id: str) -> str:
    return reverse("campaigns:scene_post", args=[scene_id, post_id])


@require_GET
@page
def find(request: HttpRequest, scene_id: str, post_id: str) -> HttpResponse:
    """A post's own address: to its page of the scene."""
    access, post = _post(request, scene_id, post_id)
    number = page_of(access, post.scene, post)
    address = reverse("campaigns:scene", args=[scene_id])
    return redirect(f"{address}?page={number}&post={post_id}#post-{post_id}")


@require_http_methods(["GET", "POST"])
@page
@writer
def correct(request: HttpRequest, scene_id: str, post_id: str) -> HttpResponse:
    """The text of one's own post again, to be corrected while it may be."""
    access, post = _post(request, scene_id, post_id)
    if post.author_id != request.user.pk:
        raise Http404
    sent = {part.position: request.POST.get(f"part-{part.position}") for part in post.visible}
    status = 200
    if request.method == "POST":
        texts = {at: text for at, text in sent.items() if text is not None}
        try:
            post_correct(user=request.user, post_id=post_id, texts=texts)
        except ServiceError as refusal:
            messages.error(request, sentence(refusal))
            status = 409
        else:
            return redirect(_at(scene_id, post_id))
    context = {
        "scene": post.scene,
        "campaign": access.campaign,
        "post": post,
        "until": correctable_until(post, access.campaign),
        "parts": [
            (part, sent[part.position] or part.source, readers_in_words(part))
            for part in post.visible
        ],
    }
    return render(request, "campaigns/post_correct.html", context, status=status)


@require_GET
@page
def edits(request: HttpRequest, scene_id: str, post_id: str) -> HttpResponse:
    """What a post said before it was corrected."""
    access, post = _post(request, scene_id, post_id)
    earlier = []
    for edit in edits_of(access, post):
        edit.part.html, edit.part.rolls = edit.html, edit.rolls
        earlier.append((edit, told_part(edit.part, gm=access.is_gm)))
    context = {
        "scene": post.scene,
        "campaign": access.campaign,
        "post": post,
        "now": [told_part(part, gm=access.is_gm) for part in post.visible],
        "earlier": earlier,
        "back": _at(scene_id, post_id),
    }
    return render(request, "campaigns/post_edits.html", context)


@require_GET
@page
def dice(request: HttpRequest, scene_id: str) -> HttpResponse:
    """Every roll of a scene's posts, and the means to check it in the browser."""
    access, scene = scene_for(request.user, scene_id)
    data = dice_data(access, scene)
    context = {
        "scene": scene,
        "campaign": access.campaign,
        "access": access,
        "chains": data["chains"],
        "rolls": [_line(roll) for roll in reversed(data["rolls"])],
        "revealed": any(chain.revealed_at for chain in data["chains"]),
    }
    return render(request, "campaigns/scene_dice.html", context)


def _line(roll: dict[str, Any]) -> dict[str, Any]:
    known = roll if "faces" in roll else {"number": roll["number"]}
    return {"roll": roll, "told": told(known)}


@require_GET
@page
def dice_json(request: HttpRequest, scene_id: str) -> HttpResponse:
    """The same for the checking script, as a battle's: a secret once its chain is revealed."""
    access, scene = scene_for(request.user, scene_id)
    data = dice_data(access, scene)
    return JsonResponse(
        {
            "branches": [
                {
                    "id": str(chain.public_id),
                    "commitment": chain.commitment,
                    "secret": chain.secret if chain.revealed_at else None,
                    "seeds": [],
                }
                for chain in data["chains"]
            ],
            "orders": [
                {
                    "sequence": roll["number"],
                    "branch": str(roll["chain"]),
                    "order_hash": roll["order_hash"],
                    "faces": roll["faces"],
                }
                for roll in data["rolls"]
                if "faces" in roll
            ],
        }
    )


@login_required
@require_POST
@page
def reveal(request: HttpRequest, scene_id: str) -> HttpResponse:
    verbs.reveal_dice(user=request.user, scene_id=scene_id)
    messages.success(request, _("The dice so far can be checked now; new ones are sealed."))
    return redirect("campaigns:scene_dice", scene_id)


@login_required
@require_http_methods(["GET", "POST"])
@page
def scene_settings(request: HttpRequest, scene_id: str) -> HttpResponse:
    """Title, readers, open or closed; the order of scenes and the archive for the GM."""
    access, scene = scene_for(request.user, scene_id)
    access.require_writer()
    if scene.created_by_id != request.user.pk:
        access.require_gm()
    form = SceneSettingsForm(
        request.POST or None,
        initial={
            **{name: getattr(scene, name) for name in ("title", "status", "visibility")},
            **{name: getattr(scene, name) for name in ("position", "pinned")},
            "members": [str(one.public_id) for one in scene.members.all()],
        },
        members=campaign_selectors.members_of(access),
        gm=access.is_gm,
        battle=scene.has_battle or scene.by_hand,
    )
    if not access.is_gm and scene.status == SceneStatus.ARCHIVED:
        access.require_gm()
    if request.method == "POST" and form.is_valid():
        changes = {name: form.cleaned_data[name] for name in form.changed_data}
        try:
            if changes:
                verbs.update_scene(user=request.user, scene_id=scene_id, **changes)
        except ServiceError as refusal:
            say_on(form, refusal)
        else:
            messages.success(request, _("The scene is changed."))
            return redirect("campaigns:scene", scene_id)
    context = {"section": "campaigns", "scene": scene, "campaign": access.campaign, "form": form}
    status = 409 if form.errors else 200
    return render(request, "campaigns/scene_settings.html", context, status=status)
