"""Photograph every page of the demo campaign into docs/screens/, so that a reviewer can look.

    make screens                       # or: .venv/bin/python scripts/screens.py [FOLDER]

It serves a demo of its own on a free port, follows every link as a player, the game master and a
visitor, and takes a picture of each kind of page at 1280 and 360 px, of the main ones in the dark
too.
Needs Chromium (CHROMIUM names another path than /usr/bin/chromium).
"""

import os
import re
import socket
import sys
import tempfile
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import play
from playwright.sync_api import Browser, Error, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "screens"
FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-component-update
    --disable-background-networking --disable-sync""".split()
WIDTHS = {1280: 900, 360: 740}
TALLEST = 1800
READERS = {"player": "demo", "gm": "gm", "visitor": ""}
TAKEN_AGAIN = {"gm": ("home", "campaigns-id", "scenes-id"), "visitor": ("home",)}
"""Kinds of page that look otherwise to a reader than to those before him."""
IN_THE_DARK = ("home", "scene-running", "warband")
SKIPPED = re.compile(r"^/(api|admin|static|media|accounts/logout)|\.(json|svg|css|js|xml|epub)$")
UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
ABSOLUTE = "all => all.map(a => new URL(a.getAttribute('href'), document.baseURI).href)"
SCENES = 6
"""How many scenes of a reader are taken: they differ more than other pages of one address."""


@dataclass
class Walk:
    """What one reader has seen of the site: addresses to go to, kinds of page taken."""

    reader: str
    taken: frozenset[str] = frozenset()
    queue: deque[str] = field(default_factory=lambda: deque(["/"]))
    known: set[str] = field(default_factory=lambda: {"/"})
    kinds: dict[str, int] = field(default_factory=dict)

    def wants(self, path: str) -> bool:
        kind = kind_of(path)
        most = SCENES if kind == "scenes-id" else 1
        return self.kinds.get(kind, 0) < most

    def shows(self, path: str) -> bool:
        """Whether it is a picture that no reader before him has given."""
        kind = kind_of(path)
        again = TAKEN_AGAIN.get(self.reader, ())
        return kind not in self.taken or (kind in again and self.kinds.get(kind, 0) < 2)

    def add(self, paths: list[str]) -> None:
        for path in paths:
            if path not in self.known and not SKIPPED.search(path):
                self.known.add(path)
                self.queue.append(path)

    def take(self, path: str) -> str:
        """The name of this page's picture; counts it."""
        kind = kind_of(path)
        self.kinds[kind] = number = self.kinds.get(kind, 0) + 1
        return f"{self.reader}-{kind}" + (f"-{number}" if kind == "scenes-id" else "")


def kind_of(path: str) -> str:
    """Addresses that differ in ids alone are one kind: "battles-id-replay"."""
    bare, _, chosen = path.lower().partition("?")
    plain = re.sub(r"\d+", "n", UUID.sub("id", bare)) + ("warrior" if chosen else "")
    if plain.startswith("/rules/"):
        plain = "/rules/" + "x/" * (plain.count("/") - 2)
    return re.sub(r"[^a-z]+", "-", plain).strip("-") or "home"


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.jpg"):
        old.unlink()
    with (
        tempfile.TemporaryDirectory() as data,
        served(Path(data)) as address,
        sync_playwright() as driver,
    ):
        path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
        browser = driver.chromium.launch(executable_path=path, args=FLAGS)
        taken: frozenset[str] = frozenset()
        for reader in READERS:
            taken |= walk(browser, address, Walk(reader, taken), folder)
        browser.close()
    print(f"{len(taken)} kinds of page, {len(list(folder.glob('*.jpg')))} pictures in {folder}")
    return 0


@contextmanager
def served(data: Path) -> Iterator[str]:
    """The address of a demo on data of its own."""
    play.VAR = data
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    play.load_data()
    with play.running("127.0.0.1", port) as processes:
        play.wait_until_up("127.0.0.1", port, processes)
        yield f"http://127.0.0.1:{port}"


def walk(browser: Browser, address: str, steps: Walk, folder: Path) -> frozenset[str]:
    """Follow the links of one reader; give the kinds of page that he has seen."""
    context = browser.new_context(base_url=address, locale="es-ES")
    page = context.new_page()
    if READERS[steps.reader]:
        log_in(page, READERS[steps.reader])
    while steps.queue:
        path = steps.queue.popleft()
        if not steps.wants(path):
            continue
        if not opens(page, path):
            continue
        steps.add(links(page, address))
        if urlsplit(page.url).path != urlsplit(path).path:
            continue  # sent elsewhere: to log in, or to where it lives now
        shown = steps.shows(path)
        name = steps.take(path)
        if shown:
            photograph(page, folder, name)
    context.close()
    return frozenset(steps.kinds)


def opens(page: Page, path: str) -> bool:
    """Go there, unless it is a file to keep or an answer that is no page."""
    try:
        answer = page.goto(path)
    except Error as fault:
        if "Download is starting" not in str(fault):
            raise
        return False
    return answer is not None and answer.ok and "html" in answer.headers["content-type"]


def log_in(page: Page, user: str) -> None:
    page.goto("/accounts/login")
    page.fill("#id_username", user)
    page.fill("#id_password", user)
    page.click("main button")
    page.wait_for_url("/")


def links(page: Page, address: str) -> list[str]:
    """The addresses of this site that the page links to, without anchors."""
    found = page.eval_on_selector_all("a[href]", ABSOLUTE)
    return [address_of(link) for link in found if link.startswith(address + "/")]


def address_of(link: str) -> str:
    """The path; of the query only a chosen warrior, who shows what may be ordered."""
    parts = urlsplit(link)
    warrior = re.search(r"warrior=[^&]+", parts.query)
    return f"{parts.path}?{warrior[0]}" if warrior else parts.path


def photograph(page: Page, folder: Path, name: str) -> None:
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.reload()  # what a script works out once, it works out for this width
        shoot(page, folder / f"{name}-{width}.jpg", width)
    if any(word in name for word in IN_THE_DARK):
        page.emulate_media(color_scheme="dark")
        shoot(page, folder / f"{name}-360-dark.jpg", 360)
        page.emulate_media(color_scheme="light")


def shoot(page: Page, path: Path, width: int) -> None:
    tall = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
    clip = {"x": 0, "y": 0, "width": width, "height": tall}
    page.screenshot(
        path=path, type="jpeg", quality=45, full_page=True, clip=clip, animations="disabled"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
