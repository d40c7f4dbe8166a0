"""The site, and beside it an answer that Django never sees: what the server itself costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from mordheim_site.wsgi import application as site

NOTHING = b"constant"


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    if environ["PATH_INFO"] == "/benchmark/nothing":
        headers = [("Content-Type", "text/plain"), ("Content-Length", str(len(NOTHING)))]
        start_response("200 OK", headers)
        return [NOTHING]
    answer: Iterable[bytes] = site(environ, start_response)
    return answer
