"""Print rosters to PDF as a browser does, on A4 and Letter, into docs/screens/.

    python scripts/sheets.py

A database in memory, two ready-made warbands with a few scars, Chromium (`CHROMIUM` names another
path than /usr/bin/chromium). Needs the development requirements.
"""

import os
import re
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "screens"
FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync""".split()
SHEETS = (("reikland", "Los Cuervos de Puente Viejo"), ("skaven_eshin", "Las Colas del Muelle"))
STYLES = ("site", "book", "roster")


def main() -> int:
    sys.path.insert(0, str(ROOT))
    os.environ["DJANGO_SETTINGS_MODULE"] = "mordheim_site.settings"
    os.environ["DATABASE_URL"] = ""
    import django

    django.setup()
    from django.test.utils import setup_databases, setup_test_environment, teardown_databases

    setup_test_environment()
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        pages = {type: page_of(type, name) for type, name in SHEETS}
    finally:
        teardown_databases(databases, verbosity=0)
    TARGET.mkdir(exist_ok=True)
    printed(pages)
    return 0


def page_of(type: str, name: str) -> str:
    """The roster page of a ready-made warband with some history, its styles inside it."""
    from django.test import Client

    from mordheim_site.accounts import services as accounts
    from warbands import services

    user = accounts.sign_up(username=type, email=f"{type}@example.org", password="tinta-y-hueso")  # noqa: S106
    warband = services.buy_preset(actor=user, type=type, name=name)
    scar(warband)
    client = Client(HTTP_ACCEPT_LANGUAGE="es", SERVER_NAME="localhost")
    client.force_login(user)
    html = client.get(f"/warbands/{warband.pk}/").content.decode()
    style = "\n".join((ROOT / "static" / "css" / f"{css}.css").read_text() for css in STYLES)
    html = re.sub(r"<script.*?</script>|<link[^>]*>", "", html, flags=re.DOTALL)
    return html.replace("</head>", f"<style>{style}</style></head>")


def scar(warband: object) -> None:
    """An injury and an advance for the second hero, as battles would have given them."""
    from warbands.models import Advance, Injury

    hero = warband.fighters.filter(hero=True)[1]
    effects = [{"kind": "characteristic", "name": "M", "value": -3}]
    Injury.objects.create(fighter=hero, number=1, row="leg_wound", battle="b1", effects=effects)
    Advance.objects.create(
        fighter=hero, number=1, threshold=10, result="characteristic", taken="WS", battle="b1"
    )


def printed(pages: dict[str, str]) -> None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        for type, html in pages.items():
            file = Path(folder) / f"{type}.html"
            file.write_text(html, encoding="utf-8")
            page = browser.new_page()
            page.goto(file.as_uri())
            for paper in ("A4", "Letter"):
                target = TARGET / f"roster-{type}-{paper.lower()}.pdf"
                page.pdf(path=str(target), format=paper, print_background=False)
                print(target.relative_to(ROOT))
        browser.close()


if __name__ == "__main__":
    raise SystemExit(main())
