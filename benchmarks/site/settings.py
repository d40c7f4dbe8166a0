"""The product's settings, with the yardsticks' addresses and no limit on requests."""

from mordheim_site.settings import *  # noqa: F403
from mordheim_site.settings import REST_FRAMEWORK as REST

ROOT_URLCONF = "benchmarks.site.urls"
EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
REST_FRAMEWORK = {**REST, "DEFAULT_THROTTLE_CLASSES": []}
