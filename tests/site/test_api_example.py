"""docs/api-example.md tells the truth: each of its requests is sent, each answer compared."""

from pathlib import Path

from rest_framework.test import APIClient

from campaigns import outbox
from tests.conftest import PASSWORD
from tests.site.written_requests import Reader, blocks_of

PAGE = Path(__file__).parents[2] / "docs" / "api-example.md"


def test_the_page_is_what_the_server_answers(make_user):
    for name in ("marga", "ana", "berta"):
        make_user(name, display_name=name.title())
    client = APIClient(HTTP_ACCEPT_LANGUAGE="en")
    reader = Reader(client, {"password": PASSWORD}, lambda: outbox.run_due(limit=500))
    page = PAGE.read_text(encoding="utf-8")
    blocks = blocks_of(page)
    assert len(blocks) == page.count("```http") > 50
    for block in blocks:
        reader.play(block)
