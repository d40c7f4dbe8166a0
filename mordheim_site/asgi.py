"""The ASGI entry point: `mordheim_site.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

from rules.catalogue import load_catalogue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mordheim_site.settings")

application = get_asgi_application()
load_catalogue()  # a server whose data are broken must not come up
