"""The WSGI entry point: `mordheim_site.wsgi:application`."""

import os
import re
from collections.abc import Callable, Iterable
from typing import Any

from django.core.wsgi import get_wsgi_application

from rules.catalogue import load_catalogue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")

django = get_wsgi_application()
load_catalogue()  # a server whose data are broken must not come up

_CHARSET = re.compile(r";\s*charset\s*=[^;]*", re.IGNORECASE)


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The site. Everything is UTF-8 here, whatever a request says.

    Django would look up a codec by the name that it claims, and fail over one that isn't for text.
    """
    environ["CONTENT_TYPE"] = _CHARSET.sub("", environ.get("CONTENT_TYPE", ""))
    return django(environ, start_response)
