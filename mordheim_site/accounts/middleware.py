"""Language and time zone of whoever is logged in."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation


class PreferencesMiddleware:
    """Pages speak the user's language and clock; for strangers LocaleMiddleware has decided.

    REST is left to `Accept-Language`: a client says itself what it wants to read.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user  # logging out replaces it on the request
        if request.path.startswith("/api/") or not user.is_authenticated:
            return self.get_response(request)
        language = request.LANGUAGE_CODE = user.language
        with translation.override(language), timezone.override(ZoneInfo(user.time_zone)):
            response = self.get_response(request)
        response.headers["Content-Language"] = language
        return response
