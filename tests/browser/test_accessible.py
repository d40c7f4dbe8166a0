"""axe finds nothing on any page, wide and in the light, narrow and in the dark."""

import json
import re
from collections import deque
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import resolve
from playwright.sync_api import Error

pytestmark = pytest.mark.browser
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
SKIPPED = re.compile(
    r"^/(api|admin|static|media|feeds|data)|logout|book\.|\.(json|svg|css|js|xml|epub)$"
)
ABSOLUTE = "all => all.map(a => new URL(a.getAttribute('href'), document.baseURI).href)"
FOLLOWED = set(
    """accounts:address accounts:login accounts:password_change accounts:password_reset
    accounts:settings accounts:sign_up campaigns:absences campaigns:board_text campaigns:chronicle
    campaigns:create campaigns:detail campaigns:dice campaigns:gm campaigns:gm_desk
    campaigns:gm_terrain campaigns:house_rules campaigns:list campaigns:news_channels
    campaigns:notice_settings campaigns:notices campaigns:pace campaigns:pairings campaigns:plan
    campaigns:replay campaigns:report_post campaigns:rule campaigns:rule_chapter campaigns:rulebook
    campaigns:scene campaigns:scene_create campaigns:scene_dice campaigns:scene_log
    campaigns:scene_orders campaigns:scene_settings campaigns:settings campaigns:shelf home
    warbands:create warbands:detail warbands:import warbands:ledger warbands:list""".split()
)
"""The pages at which one arrives; test_accessible_all names the others."""
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def kind_of(address: str) -> str:
    """One page of each kind: ids and numbers make no difference."""
    parts = urlsplit(address)
    asked = "&".join(sorted(re.findall(r"(\w+)=", parts.query)))
    path = re.sub(r"/(P|S|L)-[\w-]+", "/RULE", UUID.sub("ID", parts.path))
    return re.sub(r"\d+", "N", path) + ("?" + asked if asked else "")


def opened(page: Any, address: str) -> bool:
    """Whether it is a page: a file to be kept is none."""
    try:
        page.goto(address)
    except Error as fault:
        if "Download is starting" not in str(fault):
            raise
        return False
    return True


def links_of(page: Any) -> list[str]:
    here = urlsplit(page.url).netloc
    links = page.eval_on_selector_all("a[href]", ABSOLUTE)
    return [link.split("#")[0] for link in links if urlsplit(link).netloc == here]


def faults(page: Any, axe: Axe) -> list[str]:
    """What axe finds wide and in the light, then narrow and in the dark."""
    found = []
    for width, scheme in ((1280, "light"), (360, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        # Colours that are still changing would be judged half way.
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for one in axe.run(page, options=RULES).response["violations"]:
            nodes = [f"{node['target']} {node['html'][:160]}" for node in one["nodes"][:3]]
            found.append(f"{width}: {one['id']}: {nodes}")
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"{width}: wider than the window")
    return found


def test_axe_finds_nothing(
    window: Any, log_in: Any, fight: SimpleNamespace, live_server: Any
) -> None:
    """Every kind of page that links lead to, by the first of the readers who gets there."""
    axe, wrong, known, seen = Axe(), {}, set(), set()
    tavern, battle = f"/scenes/{fight.tavern.public_id}/", f"/battles/{fight.battle.public_id}/"
    for user, more in (
        (fight.player, [tavern, f"{tavern}dice", f"{battle}plan", f"{battle}words"]),
        (fight.gm, [f"{tavern}settings", f"{battle}gm"]),
        (None, ["/", "/accounts/login"]),
    ):
        page = window()
        if user is not None:
            log_in(page, user)
        queue = deque(live_server.url + path for path in ("/", *more))
        while queue:
            address = queue.popleft()
            kind = kind_of(address)
            if kind in known or SKIPPED.search(urlsplit(address).path):
                continue
            known.add(kind)
            if not opened(page, address):
                continue
            seen.add(resolve(urlsplit(page.url).path).view_name)
            queue += links_of(page)
            if found := faults(page, axe):
                wrong[kind] = found
    assert seen >= FOLLOWED
    assert wrong == {}, json.dumps(wrong, indent=1)
