"""What production serves: collected, hashed, and every reference in them resolved."""

import re

from django.conf import settings
from django.core.management import call_command

SVG_NAMESPACE = "http://www.w3.org/2000/svg"  # a name, never fetched


def test_everything_collects_under_hashed_names(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "mordheim_site.storage.HashedStaticFiles"}
    }
    call_command("collectstatic", "--noinput", "--verbosity", "0")
    assert list(tmp_path.glob("css/site.*.css"))
    assert (tmp_path / "staticfiles.json").exists()


def test_nothing_of_ours_points_to_another_site():
    for folder in ("css", "js"):
        for file in (settings.BASE_DIR / "static" / folder).rglob("*.*"):
            text = file.read_text(encoding="utf-8").replace(SVG_NAMESPACE, "")
            assert re.findall(r"(?:https?:)?//[\w.-]+\.\w+/", text) == [], file
