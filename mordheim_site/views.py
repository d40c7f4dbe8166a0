"""Pages that belong to no application: health, preferences, errors."""

from http import HTTPStatus

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from mordheim_site.accounts import services
from mordheim_site.accounts.models import Theme
from mordheim_site.api.problems import problem_response
from mordheim_site.context import THEME_COOKIE
from mordheim_site.redirects import redirect_to_own

YEAR = 365 * 24 * 3600


@never_cache
@require_GET
def healthz(request: HttpRequest) -> JsonResponse:
    """200 when the database answers, 503 when it doesn't."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return JsonResponse({"database": "down"}, status=HTTPStatus.SERVICE_UNAVAILABLE)
    return JsonResponse({"database": "up"})


@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Set `language` and/or `theme`, for the user or, without a log-in, for this browser."""
    response = redirect_to_own(request, request.POST.get("next", ""))
    language = request.POST.get("language", "")
    theme = request.POST.get("theme", "")
    chosen = {}
    if language in dict(settings.LANGUAGES):
        chosen["language"] = language
        _set_cookie(response, settings.LANGUAGE_COOKIE_NAME, language)
    if theme in Theme.values:
        chosen["theme"] = theme
        _set_cookie(response, THEME_COOKIE, theme)
    if chosen and request.user.is_authenticated:
        services.change_preferences(user=request.user, **chosen)
    return response


def _set_cookie(response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name, value, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


def _error(request: HttpRequest, status: int, code: str, title: str, detail: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem_response(request, status, code, detail)
    context = {"status": status, "title": title, "detail": detail}
    return render(request, "error.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    detail = _("The server could not make sense of this request. Go back and try again.")
    return _error(request, 400, "bad_request", _("That made no sense"), detail)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    detail = _("You may see this, but you may not do that here.")
    return _error(request, 403, "permission_denied", _("Not allowed"), detail)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    detail = _("There is nothing at this address, or it is not for you to see.")
    return _error(request, 404, "not_found", _("Nothing here"), detail)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's CSRF_FAILURE_VIEW."""
    detail = _("This page was open for too long. Go back, reload it and send again.")
    return _error(request, 403, "csrf_failed", _("The page has expired"), detail)


def server_error(request: HttpRequest) -> HttpResponse:
    """Nothing that could fail again: no database, no user, no context processor."""
    detail = _("Something broke on our side. It has been logged. Try again in a while.")
    if request.path.startswith("/api/"):
        return problem_response(request, 500, "server_error", detail)
    return HttpResponse(
        _BROKEN_PAGE.format(title=_("The server stumbled"), detail=detail), status=500
    )


_BROKEN_PAGE = (
    "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'>"
    "<title>{title}</title><h1>{title}</h1><p>{detail}</p><p><a href='/'>Ciudad Maldita</a></p>"
)
