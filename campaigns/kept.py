"""What is told once is kept in the cache, under keys that name everything it depends on.

A cache that doesn't answer costs time, never the page: what it would have given is made anew.
"""

import hashlib
import logging
from collections.abc import Callable, Iterable, Mapping
from functools import cache as once
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import get_language

SECONDS = 7 * 24 * 3600
TELLING = (
    ("campaigns", "*.py"),
    ("templates", "*.html"),
    ("locale", "*.mo"),
    ("rules", "*.py"),
    ("rules", "*.toml"),
)
"""What the words of a log come from: (folder, files in it and below)."""

logger = logging.getLogger(__name__)


def key(kind: str, *facts: Any) -> str:
    """A key for something told in the active language by the code and the words of now.

    `facts` are values whose repr() says all there is to them: ids, numbers, texts, tuples of them.
    """
    told = repr((kind, get_language(), facts)).encode()
    return f"told:{fingerprint()}:{hashlib.sha256(told).hexdigest()}"


def get_many(keys: Iterable[str]) -> dict[str, Any]:
    """What of this is kept; nothing where the cache is down."""
    try:
        found: dict[str, Any] = cache.get_many(list(keys))
    except Exception:  # each cache has errors of its own
        logger.warning("The cache doesn't answer.", exc_info=True)
        return {}
    return found


def set_many(values: Mapping[str, Any]) -> None:
    try:
        cache.set_many(dict(values), SECONDS)
    except Exception:  # each cache has errors of its own
        logger.warning("The cache doesn't take anything.", exc_info=True)


def get_or_make(name: str, make: Callable[[], Any]) -> Any:
    found = get_many([name])
    if name not in found:
        found[name] = make()
        set_many(found)
    return found[name]


@once
def fingerprint() -> str:
    """Of everything that words come from, so that an upgrade doesn't show the old ones."""
    digest = hashlib.sha256()
    for folder, pattern in TELLING:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob(pattern)):
            digest.update(str(path.relative_to(settings.BASE_DIR)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
