"""Ways to what was written: search, feeds, books."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from campaigns import book
from campaigns.models import Scene
from campaigns.selectors.access import Access, campaign_for, visible_scenes
from campaigns.selectors.feeds import feed_by, feeds_of
from campaigns.selectors.search import FOUND_A_PAGE, found, search
from campaigns.services import feeds as verbs
from campaigns.views.atom import atom
from campaigns.views.http import number_from, page
from mordheim_site.ids import uuid_of


@require_GET
@page
def search_page(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """What was written in a campaign, or one scene of it, that the reader may read."""
    access = campaign_for(request.user, campaign_id)
    words = request.GET.get("q", "")
    scene = _scene(access, request.GET.get("scene", ""))
    pages = Paginator(search(access, words, scene), FOUND_A_PAGE)
    shown = pages.get_page(number_from(request, "page") or 1)
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "access": access,
        "words": words,
        "scene": scene,
        "scenes": list(visible_scenes(access)),
        "found": found(access, list(shown), words),
        "shown": shown,
    }
    return render(request, "campaigns/search.html", context)


def _scene(access: Access, scene_id: str) -> Scene | None:
    key = uuid_of(scene_id) if scene_id else None
    return visible_scenes(access).filter(public_id=key).first() if key else None


@login_required
@require_GET
@page
def shelf(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """Where a member gets books and feeds of a campaign."""
    return _shelf(request, campaign_for(request.user, campaign_id))


def _shelf(request: HttpRequest, access: Access, **more: Any) -> HttpResponse:
    access.require_member()
    context = {
        "section": "campaigns",
        "campaign": access.campaign,
        "access": access,
        "scenes": list(visible_scenes(access)),
        "feeds": list(feeds_of(access)),
    }
    return render(request, "campaigns/shelf.html", context | more)


@never_cache
@login_required
@require_POST
@page
def feed_create(request: HttpRequest, campaign_id: str) -> HttpResponse:
    """The address is on the answer itself: its token is kept nowhere."""
    access = campaign_for(request.user, campaign_id)
    made = verbs.feed_create(
        user=request.user, campaign_id=campaign_id, scene_id=request.POST.get("scene") or None
    )
    link = request.build_absolute_uri(reverse("campaigns:feed", args=[made.token]))
    return _shelf(request, access, new_link=link)


@login_required
@require_POST
@page
def feed_revoke(request: HttpRequest, campaign_id: str, feed_id: str) -> HttpResponse:
    verbs.feed_revoke(user=request.user, feed_id=feed_id)
    messages.success(request, _("The address no longer works."))
    return redirect("campaigns:shelf", campaign_id)


@never_cache
@require_GET
@page
def feed(request: HttpRequest, token: str) -> HttpResponse:
    """The latest posts as Atom, in the language of whoever made the address."""
    shown = feed_by(token)
    with translation.override(shown.token.user.language or shown.access.campaign.language):
        text = atom(shown, request.build_absolute_uri)
    answer = HttpResponse(text, content_type="application/atom+xml; charset=utf-8")
    answer["Referrer-Policy"] = "no-referrer"
    answer["X-Robots-Tag"] = "noindex"
    return answer


@login_required
@require_GET
@page
def campaign_book(request: HttpRequest, campaign_id: str, form: str) -> HttpResponse:
    access = campaign_for(request.user, campaign_id)
    return _bound(request, access, None, form)


@login_required
@require_GET
@page
def scene_book(request: HttpRequest, campaign_id: str, scene_id: str, form: str) -> HttpResponse:
    access = campaign_for(request.user, campaign_id)
    scene = _scene(access, scene_id)
    if scene is None:
        raise Http404
    return _bound(request, access, scene, form)


def _bound(request: HttpRequest, access: Access, scene: Scene | None, form: str) -> HttpResponse:
    if form not in ("html", "epub"):
        raise Http404
    made = book.book_of(access, scene, secrets=request.GET.get("secrets") == "1")
    name = slugify(made.title) or "book"
    if form == "epub":
        answer = HttpResponse(book.epub(made), content_type="application/epub+zip")
    else:
        answer = HttpResponse(book.html(made), content_type="text/html; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    answer["Cache-Control"] = "private, no-store"
    return answer
