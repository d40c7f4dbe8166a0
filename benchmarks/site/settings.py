"""The product's settings; only the addresses differ, by the yardsticks."""

from mordheim_site.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.site.urls"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
