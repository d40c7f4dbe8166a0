"""What every page's template knows."""

from django.conf import settings
from django.http import HttpRequest

from mordheim_site.accounts.models import Theme

THEME_COOKIE = "theme"


def current_theme(request: HttpRequest) -> str:
    """`light`, `dark` or `auto`: of the user, else of the cookie."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return user.theme
    wanted = request.COOKIES.get(THEME_COOKIE, "")
    return wanted if wanted in Theme.values else Theme.AUTO


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "theme": current_theme(request),
        "themes": tuple((value, str(label)) for value, label in Theme.choices),
        "signup_invited": settings.SIGNUP != "closed",
        "signup_open": settings.SIGNUP == "open",
    }
