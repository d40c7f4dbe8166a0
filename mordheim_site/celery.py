"""The Celery application: `celery -A mordheim_site worker` and `... beat`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")

app = Celery("mordheim_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
