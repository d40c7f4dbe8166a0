"""Reporting a post, blocking somebody, taking one's data away, going for good."""

import json

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from campaigns.errors import not_found
from campaigns.models import Post
from campaigns.selectors.access import scene_for, visible_posts
from campaigns.services import account_data
from campaigns.services import safety as verbs
from campaigns.views.http import page
from mordheim_site.accounts.limits import limited
from mordheim_site.redirects import redirect_to_own


@login_required
@require_http_methods(["GET", "POST"])
@page
def report_post(request: HttpRequest, post_id: str) -> HttpResponse:
    """Say what is wrong with a post; whose author one may block from here as well."""
    seen = Post.objects.filter(public_id=post_id).select_related("scene").first()
    if seen is None:
        raise not_found()
    access, scene = scene_for(request.user, seen.scene.public_id)
    post = visible_posts(access, scene).filter(pk=seen.pk).select_related("author").first()
    if post is None:
        raise not_found()
    if request.method == "POST":
        verbs.report_post(user=request.user, post_id=post_id, reason=request.POST.get("reason", ""))
        messages.success(request, _("Thank you. The report is kept with what the post says now."))
        return redirect("campaigns:scene", scene.public_id)
    context = {"post": post, "scene": scene, "campaign": scene.campaign}
    return render(request, "campaigns/report_post.html", context)


@login_required
@require_http_methods(["GET", "POST"])
@page
def report(request: HttpRequest, report_id: str) -> HttpResponse:
    found = verbs.reports_for(request.user).filter(public_id=report_id).first()
    if found is None:
        raise not_found()
    if request.method == "POST":
        verbs.report_settle(
            user=request.user, report_id=report_id, note=request.POST.get("note", "")
        )
        messages.success(request, _("The report is settled."))
        return redirect("campaigns:report", report_id)
    return render(request, "campaigns/report.html", {"report": found})


@login_required
@require_POST
@page
def block(request: HttpRequest) -> HttpResponse:
    verbs.block_add(user=request.user, user_id=request.POST.get("user", ""))
    messages.success(request, _("Blocked. They can't nudge you or join where you direct."))
    return redirect("campaigns:my_data")


@login_required
@require_POST
@page
def unblock(request: HttpRequest) -> HttpResponse:
    verbs.block_remove(user=request.user, user_id=request.POST.get("user", ""))
    messages.success(request, _("Not blocked any more."))
    return redirect("campaigns:my_data")


@login_required
@require_GET
def my_data(request: HttpRequest) -> HttpResponse:
    blocks = request.user.blocks.select_related("blocked")
    return render(request, "campaigns/my_data.html", {"blocks": blocks})


@never_cache
@login_required
@require_GET
def export(request: HttpRequest) -> HttpResponse:
    """Everything about me, as a file."""
    document = json.dumps(account_data.export(request.user), ensure_ascii=False, indent=1)
    answer = HttpResponse(document, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="ciudad-maldita.json"'
    return answer


@limited("log_in")
@sensitive_post_parameters()
@login_required
@require_POST
@page
def delete_account(request: HttpRequest) -> HttpResponse:
    account_data.delete_account(user=request.user, password=request.POST.get("password", ""))
    logout(request)
    messages.success(request, _("Your account is gone. What you wrote stays, without your name."))
    return redirect_to_own(request)
