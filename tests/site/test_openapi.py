import pytest
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema


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


def test_the_schema_is_open_to_read(client, db):
    response = client.get("/api/schema/")
    assert response.status_code == 200
    assert b"/api/v1/token" in response.content


@pytest.mark.browser
def test_the_docs_page_draws_itself_under_the_policy(page):
    page.goto("/api/docs/")
    page.wait_for_selector(".opblock-summary-path")
    assert page.locator(".opblock").count() > 3
