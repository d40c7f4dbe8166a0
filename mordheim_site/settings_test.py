"""Settings of the test runs: the site's own, made fast and shut in."""

import os

os.environ.setdefault("EMBEDDED", "1")
os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 40)

from mordheim_site.settings import *  # noqa: F403
from mordheim_site.settings import DATABASES, REST_FRAMEWORK, VAR_DIR

# A file, not memory: threads and the live server then have connections of their own, as in life.
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    VAR_DIR.mkdir(parents=True, exist_ok=True)
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
AXES_ENABLED = False
REST_FRAMEWORK = REST_FRAMEWORK | {"DEFAULT_THROTTLE_CLASSES": []}
LOGGING = {"version": 1, "disable_existing_loggers": False}
