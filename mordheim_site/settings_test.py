"""Settings of the test runs: the site's own, made fast and shut in."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("EMBEDDED", "1")
os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 40)

from mordheim_site.settings import *  # noqa: F403
from mordheim_site.settings import DATABASES, REST_FRAMEWORK

# A file, not memory: threads and the live server then have connections of their own, as in life.
# Each run has its own (its workers inherit the name), so that two at once don't meet.
RUN = os.environ.setdefault("TEST_RUN", str(os.getpid()))
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    path = Path(tempfile.gettempdir()) / f"ciudad-maldita-test-{RUN}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": str(path)}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
AXES_ENABLED = False
PAGE_LIMITS: dict[str, str] = {}
REST_FRAMEWORK = REST_FRAMEWORK | {"DEFAULT_THROTTLE_CLASSES": []}
LOGGING = {"version": 1, "disable_existing_loggers": False}
