"""What all tests share: the marks by folder, three people, a REST client, a browser, a worker."""

import os
import random
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from django.core.signals import request_finished, request_started
from django.utils import translation

TESTS = Path(__file__).parent
# Folders whose tests know no database: there is no sense in running them on two.
ENGINE_FOLDERS = frozenset(
    """aftermath battle battles benchmarks board catalogue golden narration odds plan player
    roster rules scenario_runner scenarios simulation""".split()
)
PASSWORD = "tinta-y-hueso"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(TESTS).parts[0] in ENGINE_FOLDERS:
            item.add_marker(pytest.mark.engine)


@pytest.fixture(autouse=True)
def _same_luck_each_time(request, monkeypatch) -> None:
    """Secrets, ids and thereby dice: a test gets the same ones whenever it runs, so that one that
    fails does so every time. Other processes (a Celery worker) have luck of their own."""
    luck = random.Random(request.node.nodeid)
    monkeypatch.setattr(os, "urandom", luck.randbytes)
    monkeypatch.setattr(random, "_urandom", luck.randbytes)  # what `secrets` draws from


@pytest.fixture(autouse=True)
def _site_language() -> None:
    """A request leaves its reader's language behind in the thread; each test begins with ours."""
    translation.deactivate()


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Throttles and the like start at nought."""
    yield
    cache.clear()


@pytest.fixture
def make_user(db) -> Callable:
    from mordheim_site.accounts import services

    def make(username: str, **preferences):
        email = f"{username}@example.org"
        return services.sign_up(username=username, email=email, password=PASSWORD, **preferences)

    return make


@pytest.fixture
def ana(make_user):
    """A player who reads Spanish."""
    return make_user("ana", display_name="Ana")


@pytest.fixture
def berta(make_user):
    """Another player, who reads English."""
    return make_user("berta", display_name="Berta", language="en")


@pytest.fixture
def stranger(make_user):
    """Somebody who has nothing to do with either."""
    return make_user("stranger")


@pytest.fixture
def api() -> Callable:
    """`api(user)` is a REST client logged in by a token; `api()` a stranger's."""
    from rest_framework.test import APIClient

    from mordheim_site.accounts import services

    def client_of(user=None, scope: str = "write") -> APIClient:
        client = APIClient(HTTP_ACCEPT_LANGUAGE="en")
        if user is not None:
            _, key = services.issue_token(user=user, name="test", scope=scope)
            client.credentials(HTTP_AUTHORIZATION=f"Token {key}")
        return client

    return client_of


CHROMIUM_FLAGS = """--no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync""".split()


@pytest.fixture(scope="session")
def chromium():
    """One Chromium for the session; each test opens a context of its own (see `page`)."""
    from playwright.sync_api import sync_playwright

    # Playwright runs an event loop in this thread, which is no reason for Django to refuse.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    path = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()


def stay(context) -> None:
    """Its pages don't come anew by themselves when the battle moves on: in the midst of whatever
    the test is doing. One that wants to see it unroutes this."""
    context.route("**/pulse", lambda route: route.fulfill(status=204))


@pytest.fixture
def heard_out(live_server) -> Iterator[None]:
    """No request is still being answered when the test's database is emptied."""
    busy: set[int] = set()
    changed = threading.Condition()

    def begun(**_: object) -> None:
        with changed:
            busy.add(threading.get_ident())

    def over(**_: object) -> None:
        with changed:
            busy.discard(threading.get_ident())
            changed.notify_all()

    request_started.connect(begun)
    request_finished.connect(over)
    yield
    with changed:
        changed.wait_for(lambda: not busy - {threading.get_ident()}, timeout=20)
    request_started.disconnect(begun)
    request_finished.disconnect(over)


@pytest.fixture
def page(chromium, live_server, heard_out):
    """A page at 1280 px in Spanish. Any error in its console fails the test."""
    context = chromium.new_context(
        base_url=live_server.url, locale="es-ES", viewport={"width": 1280, "height": 900}
    )
    context.set_default_timeout(30_000)
    stay(context)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    yield page
    context.close()
    assert faults == []


@pytest.fixture
def log_in() -> Callable:
    """`log_in(page, user)` through the log-in page."""

    def through_the_page(page, user) -> None:
        page.goto("/accounts/login")
        page.fill("#id_username", user.username)
        page.fill("#id_password", PASSWORD)
        page.click("main button")
        page.wait_for_url("/")

    return through_the_page


@pytest.fixture
def celery_worker(transactional_db, tmp_path) -> Iterator[subprocess.Popen]:
    """A real Celery worker, a process of its own, on the test database and Redis."""
    from tests.worker import running_worker

    with running_worker(tmp_path / "worker.log") as process:
        yield process
