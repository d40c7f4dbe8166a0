from typing import get_args

import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from campaigns.api.engine_schema import EVENT, ORDER, SERVER_EVENTS
from rules.battle.events import AnyEvent
from rules.battle.orders import AnyOrder


@pytest.fixture
def schema(db):
    GENERATOR_STATS.reset()
    return SchemaGenerator().get_schema(request=None, public=True)


def test_it_generates_without_a_warning_and_is_valid(schema, capsys):
    validate_schema(schema)
    assert dict(GENERATOR_STATS._warn_cache) == {}
    assert dict(GENERATOR_STATS._error_cache) == {}


def test_every_operation_names_its_problems(schema):
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            assert "default" in operation["responses"], f"{method} {path}"


def references(node):
    if isinstance(node, dict):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        yield from node.get("discriminator", {}).get("mapping", {}).values()
    for inner in node.values() if isinstance(node, dict) else node:
        if isinstance(inner, dict | list):
            yield from references(inner)


def test_every_reference_leads_somewhere(schema):
    known = {f"#/components/schemas/{name}" for name in schema["components"]["schemas"]}
    assert set(references(schema)) <= known


def test_every_order_and_event_is_described(schema):
    parts = schema["components"]["schemas"]
    orders = {kind.__struct_config__.tag for kind in get_args(AnyOrder)}
    events = {kind.__struct_config__.tag for kind in get_args(AnyEvent)}
    assert parts["Order"]["discriminator"]["mapping"].keys() == orders
    assert parts["Event"]["discriminator"]["mapping"].keys() == events | SERVER_EVENTS.keys()
    move = parts["OrderMove"]
    assert "side" not in move["required"]
    assert "source" not in move["properties"]
    assert parts["OrderLeg"]["properties"]["to"]["items"]["type"] == "number"
    assert parts["OrdersInRequest"]["properties"]["orders"]["items"] == ORDER
    assert parts["EventOut"]["properties"]["event"]["allOf"] == [EVENT]


def test_no_operation_is_described_by_our_own_code(schema):
    """What a class of views inherits says nothing to a client."""
    told = [
        operation.get("description", "")
        for operations in schema["paths"].values()
        for operation in operations.values()
    ]
    assert not [text for text in told if "selectors" in text or "services" in text]
    assert all(
        operation.get("summary") or operation.get("description")
        for operations in schema["paths"].values()
        for operation in operations.values()
    )


def test_the_schema_is_open_to_read(client, db):
    response = client.get("/api/schema/")
    assert response.status_code == 200
    assert b"/api/v1/token" in response.content


@pytest.mark.browser
def test_the_docs_page_draws_itself_under_the_policy(page):
    page.goto("/api/docs/")
    page.wait_for_selector(".opblock-summary-path")
    assert page.locator(".opblock").count() > 3
