"""The Django project: settings, addresses, accounts and what every page shares."""

from mordheim_site.celery import app as celery_app

__all__ = ["celery_app"]
