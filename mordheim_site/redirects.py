"""Back to where somebody came from, if that is an address of ours."""

from django.http import HttpRequest, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme


def redirect_to_own(
    request: HttpRequest, *targets: str, otherwise: str = "/"
) -> HttpResponseRedirect:
    """To the first target that is an address of this site. Never to a view's name."""
    for target in targets:
        if target and url_has_allowed_host_and_scheme(
            target, {request.get_host()}, require_https=request.is_secure()
        ):
            return HttpResponseRedirect(target)
    return HttpResponseRedirect(otherwise)
